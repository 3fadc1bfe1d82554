// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding of inputs, running of buckets, and cutting of outputs.
//
// findRows() decides once, before the first padded run.
#include "session/cache/BucketedCompileCache.h"

#include <algorithm>
#include <cstring>

#include "compiler/ModelSignature.h"
#include "dialects/bridge/Diagnostics.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/Signature.h"
#include "session/CompileModel.h"
#include "session/ModelFile.h"

using namespace mlir;

namespace rlx {

// A compiled bucket and the memory of its runs, which grows with the shapes.
struct BucketedCompileCache::Entry {
  std::unique_ptr<rt::Executable> executable;
  bool hasParams = true; // all that were set
  struct Padded {
    std::vector<int64_t> shape;
    std::vector<uint8_t> bytes;
  };
  std::vector<Padded> inputs, outputs;
  std::vector<rt::NamedTensor> arguments;
  std::vector<rt::TensorView> results;
};

namespace {

// A tensor as blocks of rows: `number` blocks, each with `count` rows of `row` bytes.
struct Blocks {
  size_t number = 1; // product of the dimensions before the rows
  size_t row = 0;    // bytes
};

Blocks blocksOf(const rt::TensorView &tensor, RowLayout layout) {
  Blocks blocks;
  blocks.row = rt::byteSize(tensor.dtype) * static_cast<size_t>(layout.chunk);
  for (size_t d = 0; d < tensor.shape.size(); ++d) {
    if (d < layout.dim)
      blocks.number *= static_cast<size_t>(tensor.shape[d]);
    else if (d > layout.dim)
      blocks.row *= static_cast<size_t>(tensor.shape[d]);
  }
  return blocks;
}

} // namespace

BucketedCompileCache::BucketedCompileCache(std::vector<Bucket> ranges, SessionOptions options)
    : ranges(std::move(ranges)), options(std::move(options)) {}
BucketedCompileCache::~BucketedCompileCache() = default;

rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
BucketedCompileCache::create(GraphModel model, const std::string &symbol,
                             std::vector<Bucket> buckets, const SessionOptions &given) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<BucketedCompileCache>> {
    RLX_RETURN_IF_ERROR(checkBuckets(buckets));
    RLX_ASSIGN_OR_RETURN(SessionOptions options, resolveForCache(given));
    if (!model.context || !model.module)
      return rt::invalidArgument("the graph holds no module");
    loadCompilerDialects(*model.context);
    std::unique_ptr<BucketedCompileCache> cache(
        new BucketedCompileCache(std::move(buckets), std::move(options)));
    OwningOpRef<ModuleOp> copy = cast<ModuleOp>((*model.module)->clone());
    RLX_ASSIGN_OR_RETURN(cache->inputRows,
                         specialiseModel(*copy, symbol, cache->ranges.back().last));
    cache->params = std::move(model.params);
    cache->model = std::move(model);
    cache->symbol = symbol;
    cache->entries.resize(cache->ranges.size());
    return cache;
  });
}

rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
BucketedCompileCache::create(BuildModel build, const std::vector<std::string> &padded,
                             std::vector<Bucket> buckets, const SessionOptions &given) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<BucketedCompileCache>> {
    RLX_RETURN_IF_ERROR(checkBuckets(buckets));
    RLX_ASSIGN_OR_RETURN(SessionOptions options, resolveForCache(given));
    if (!build)
      return rt::invalidArgument("there is no function that builds the model");
    std::unique_ptr<BucketedCompileCache> cache(
        new BucketedCompileCache(std::move(buckets), std::move(options)));
    cache->build = std::move(build);
    const int64_t rows = cache->ranges.front().last;
    RLX_ASSIGN_OR_RETURN(const Sized first, cache->modelFor(rows));
    RLX_ASSIGN_OR_RETURN(cache->inputRows, leadingRows(*first.module, padded, rows));
    cache->entries.resize(cache->ranges.size());
    return cache;
  });
}

// The caller may change the module.
rt::StatusOr<BucketedCompileCache::Sized> BucketedCompileCache::modelFor(int64_t rows) const {
  Sized made;
  if (!build) {
    ModuleOp original = *model.module;
    made.module = cast<ModuleOp>(original->clone());
    RLX_RETURN_IF_ERROR(specialiseModel(*made.module, symbol, rows).status());
    return made;
  }
  RLX_ASSIGN_OR_RETURN(GraphModel built, build(rows));
  if (!built.context || !built.module)
    return rt::invalidArgument(
        rt::strCat("the function that builds the model returned none for ", rows, " rows"));
  loadCompilerDialects(*built.context);
  made.context = std::move(built.context);
  made.module = std::move(built.module);
  made.params = std::move(built.params);
  return made;
}

rt::StatusOr<std::unique_ptr<BucketedCompileCache>>
BucketedCompileCache::fromSource(const std::string &text, const std::string &symbol,
                                 std::vector<Bucket> buckets, const SessionOptions &options) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::unique_ptr<BucketedCompileCache>> {
    GraphModel model;
    model.context = createCompilerContext();
    {
      DiagnosticCollector diagnostics(model.context.get());
      FailureOr<ModelFile> source = readModelText(*model.context, text);
      if (failed(source))
        return diagnostics.status();
      model.module = std::move(source->module);
    }
    return create(std::move(model), symbol, std::move(buckets), options);
  });
}

rt::StatusOr<size_t> BucketedCompileCache::bucketFor(int64_t size) const {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<size_t> {
    if (std::optional<size_t> found = rlx::bucketFor(ranges, size))
      return *found;
    std::string all;
    for (const Bucket &bucket : ranges)
      all += rt::strCat(all.empty() ? "" : ", ", bucket.first, "-", bucket.last);
    return rt::outOfRange(rt::strCat("no bucket contains ", size, "; there are ", all));
  });
}

size_t BucketedCompileCache::compiledCount() const {
  return static_cast<size_t>(
      std::ranges::count_if(entries, [](const auto &entry) { return !!entry; }));
}

// Names and types of params are the same in all buckets, unless a function builds the models.
rt::StatusOr<const rt::Program *> BucketedCompileCache::signatureOf() {
  if (!signature) {
    RLX_ASSIGN_OR_RETURN(const Sized sized, modelFor(ranges.front().last));
    DiagnosticCollector diagnostics((*sized.module)->getContext());
    FailureOr<rt::Program> found = modelSignature(*sized.module);
    if (failed(found))
      return diagnostics.status();
    signature = std::move(*found);
  }
  return &*signature;
}

rt::Status BucketedCompileCache::setParam(const std::string &name, const rt::TensorView &value) {
  return rt::catchAllocFailure([&]() -> rt::Status {
    const auto check = [&](const rt::Program &program) -> rt::Status {
      RLX_ASSIGN_OR_RETURN(const size_t index, rt::findParam(program, name));
      return rt::checkParam(program, index, value.dtype, value.shape);
    };
    RLX_ASSIGN_OR_RETURN(const rt::Program *const all, signatureOf());
    RLX_RETURN_IF_ERROR(check(*all));
    for (const auto &entry : entries)
      if (entry)
        RLX_RETURN_IF_ERROR(check(entry->executable->program()));
    RLX_ASSIGN_OR_RETURN(rt::Tensor copy, rt::Tensor::copyOf(value));
    // From here on it is set. A bucket that cannot take it now takes it before its next run.
    const auto kept = params.insert_or_assign(name, std::move(copy)).first;
    for (const auto &entry : entries) {
      const auto take = [&] { return entry->executable->adoptParam(name, kept->second.share()); };
      if (entry && !rt::catchAllocFailure(take).ok())
        entry->hasParams = false;
    }
    return rt::okStatus();
  });
}

rt::Status BucketedCompileCache::compile(size_t bucket, Entry &entry) {
  RLX_ASSIGN_OR_RETURN(Sized sized, modelFor(ranges[bucket].last));
  RLX_ASSIGN_OR_RETURN(LoadedModel loaded, loadModel(*sized.module, options));
  entry.executable = std::move(loaded.executable);
  const auto &own = sized.params, &set = params;
  for (const auto *values : {&own, &set})
    for (const auto &[name, value] : *values)
      RLX_RETURN_IF_ERROR(entry.executable->adoptParam(name, value.share()));
  const rt::Program &program = entry.executable->program();
  entry.inputs.resize(program.inputs.size());
  entry.outputs.resize(program.outputs.size());
  entry.arguments.reserve(program.inputs.size());
  entry.results.resize(program.outputs.size());
  return rt::okStatus();
}

rt::StatusOr<BucketedCompileCache::Entry *> BucketedCompileCache::entryFor(size_t bucket) {
  if (!entries[bucket]) {
    auto entry = std::make_unique<Entry>();
    RLX_RETURN_IF_ERROR(compile(bucket, *entry));
    entries[bucket] = std::move(entry);
  }
  Entry &entry = *entries[bucket];
  if (!entry.hasParams)
    for (const auto &[name, value] : params)
      RLX_RETURN_IF_ERROR(entry.executable->adoptParam(name, value.share()));
  entry.hasParams = true;
  return &entry;
}

rt::StatusOr<rt::Executable *> BucketedCompileCache::executable(size_t bucket) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<rt::Executable *> {
    if (bucket >= ranges.size())
      return rt::outOfRange(
          rt::strCat("there is no bucket ", bucket, "; there are ", ranges.size()));
    RLX_ASSIGN_OR_RETURN(Entry *const entry, entryFor(bucket));
    return entry->executable.get();
  });
}

// Checked once for all buckets: either rows behave the same for any number of rows, or the model is
// refused.
rt::Status BucketedCompileCache::checkRows() {
  if (!isChecked) {
    constexpr int64_t kA = 4, kB = 9; // neither divides the other
    RLX_ASSIGN_OR_RETURN(const Sized a, modelFor(kA));
    RLX_ASSIGN_OR_RETURN(Sized b, modelFor(kB));
    // Types can only be compared in one context.
    MLIRContext *context = (*a.module)->getContext();
    if ((*b.module)->getContext() != context) {
      RLX_ASSIGN_OR_RETURN(b.module, copyModule(*b.module, *context));
    }
    auto found =
        findRows({*a.module, kA, build ? ModuleOp() : *model.module}, {*b.module, kB}, inputRows);
    if (found.ok())
      outputRows = std::move(*found);
    else
      refusal = std::move(found).status();
    isChecked = true;
  }
  return refusal.copy();
}

rt::Status BucketedCompileCache::padInputs(Entry &entry, int64_t rows,
                                           std::span<const rt::NamedTensor> inputs) {
  const rt::Program &program = entry.executable->program();
  entry.arguments.clear();
  if (inputs.size() > program.inputs.size())
    return rt::invalidArgument(
        rt::strCat("expected at most ", program.inputs.size(), " inputs, got ", inputs.size()));
  for (const rt::NamedTensor &given : inputs) {
    const size_t index = rt::findSpec(program.inputs, given.name, entry.arguments.size());
    entry.arguments.push_back(given);
    // The run itself reports an unknown input or a wrong rank.
    if (index == program.inputs.size() || !inputRows[index] ||
        given.tensor.shape.size() != program.inputs[index].shape.size())
      continue;
    const RowLayout layout{*inputRows[index], 1};
    if (given.tensor.shape[layout.dim] != rows)
      return rt::invalidArgument(rt::strCat("input '", given.name, "' has ",
                                            given.tensor.shape[layout.dim], " rows in dimension ",
                                            layout.dim, ", but the run is for ", rows));
    RLX_RETURN_IF_ERROR(rt::numBytes(given.tensor.dtype, given.tensor.shape).status());
    Entry::Padded &padded = entry.inputs[index];
    const int64_t upper = ranges[*rlx::bucketFor(ranges, rows)].last;
    padded.shape.assign(given.tensor.shape.begin(), given.tensor.shape.end());
    padded.shape[layout.dim] = upper;
    const Blocks blocks = blocksOf(given.tensor, layout);
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, rt::numBytes(given.tensor.dtype, padded.shape));
    padded.bytes.resize(static_cast<size_t>(bytes));
    const auto *from = static_cast<const uint8_t *>(given.tensor.data);
    entry.arguments.back().tensor = {given.tensor.dtype, padded.shape, padded.bytes.data()};
    if (bytes == 0)
      continue;
    if (!from)
      return rt::invalidArgument(rt::strCat("input '", given.name, "' has no data"));
    uint8_t *to = padded.bytes.data();
    const size_t taken = blocks.row * static_cast<size_t>(rows);
    const size_t whole = blocks.row * static_cast<size_t>(upper);
    for (size_t block = 0; block < blocks.number; ++block) {
      std::memcpy(to + block * whole, from + block * taken, taken);
      std::memset(to + block * whole + taken, 0, whole - taken);
    }
  }
  return rt::okStatus();
}

rt::Status BucketedCompileCache::cutOutputs(Entry &entry, int64_t rows) {
  const int64_t upper = ranges[*rlx::bucketFor(ranges, rows)].last;
  for (size_t i = 0; i < entry.results.size(); ++i) {
    rt::TensorView &result = entry.results[i];
    result = entry.executable->output(i);
    if (rows == upper || !outputRows[i])
      continue;
    const RowLayout layout = *outputRows[i];
    Entry::Padded &cut = entry.outputs[i];
    cut.shape.assign(result.shape.begin(), result.shape.end());
    cut.shape[layout.dim] = rows * layout.chunk;
    const Blocks blocks = blocksOf(result, layout);
    const size_t taken = blocks.row * static_cast<size_t>(rows);
    const size_t whole = blocks.row * static_cast<size_t>(upper);
    const auto *from = static_cast<const uint8_t *>(result.data);
    if (blocks.number != 1 && taken != 0) { // otherwise the first rows are contiguous already
      cut.bytes.resize(blocks.number * taken);
      for (size_t block = 0; block < blocks.number; ++block)
        std::memcpy(cut.bytes.data() + block * taken, from + block * whole, taken);
      from = cut.bytes.data();
    }
    result = {result.dtype, cut.shape, from};
  }
  return rt::okStatus();
}

rt::StatusOr<std::span<const rt::TensorView>>
BucketedCompileCache::runPadded(int64_t rows, std::span<const rt::NamedTensor> inputs) {
  return rt::catchAllocFailure([&]() -> rt::StatusOr<std::span<const rt::TensorView>> {
    RLX_ASSIGN_OR_RETURN(const size_t bucket, bucketFor(rows));
    const bool isPadded = rows != ranges[bucket].last;
    if (isPadded)
      RLX_RETURN_IF_ERROR(checkRows());
    RLX_ASSIGN_OR_RETURN(Entry *const entry, entryFor(bucket));
    if (isPadded) {
      RLX_RETURN_IF_ERROR(padInputs(*entry, rows, inputs));
      RLX_RETURN_IF_ERROR(entry->executable->run(entry->arguments));
    } else {
      RLX_RETURN_IF_ERROR(entry->executable->run(inputs));
    }
    RLX_RETURN_IF_ERROR(cutOutputs(*entry, rows));
    return std::span<const rt::TensorView>(entry->results);
  });
}

} // namespace rlx
