// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a package for a long time, with random sizes and in every form of run. Checks that
//   - resident memory stays within 1 % of its size after a warm-up,
//   - runs with sizes seen before allocate nothing, and
//   - every form gives bitwise equal results whenever the sizes come again.
//
//   soak-runs PACKAGE [RUNS [LOW HIGH]]
//
// LOW and HIGH bound the dynamic sizes. It links only the runtime, so that a leak of a hundred
// kilobytes is 1 %. benchmarks/soak.py makes the packages and starts this program for each.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <random>

#include "runtime/base/Allocator.h"
#include "runtime/package/Package.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Limits.h"
#include "unittests/CountedNew.h"

using namespace rlx::rt;
using rlx::testing::newCalls;

namespace {

constexpr size_t kSteadySets = kMaxBoundShapes;
constexpr size_t kOtherSets = 24;
constexpr int kBlocks = 20, kWarmUpRounds = 24;
using Random = std::mt19937_64;

// A sanitizer's allocator keeps freed memory, which hides leaks.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kMeasureMemory = false;
#else
constexpr bool kMeasureMemory = true;
#endif
#else
constexpr bool kMeasureMemory = true;
#endif

// Kilobytes, counted page by page: /proc/self/statm lacks the counts that CPUs have not reported
// yet.
int64_t residentMemory() {
  long kilobytes = 0;
  if (std::FILE *file = std::fopen("/proc/self/smaps_rollup", "r")) {
    char line[256];
    while (std::fgets(line, sizeof(line), file))
      if (std::strncmp(line, "Rss:", 4) == 0) {
        kilobytes = std::strtol(line + 4, nullptr, 10);
        break;
      }
    std::fclose(file);
  }
  return kilobytes;
}

uint64_t allocations() {
  return newCalls + allocationStats().allocations;
}

bool isFloat(DType dtype) {
  return dtype == DType::F32 || dtype == DType::F64 || dtype == DType::F16 || dtype == DType::BF16;
}

// Small values that every type of the same kind represents exactly, so that conversions lose
// nothing. Integers are 0 or 1, valid as indices.
void fill(Tensor &tensor, Random &random) {
  if (isComplex(tensor.dtype())) {
    const DType part = partType(tensor.dtype());
    for (int64_t i = 0; i < 2 * tensor.elements(); ++i)
      storeElement(part, tensor.data(), i, double(random() % 129) / 64 - 1);
    return;
  }
  for (int64_t i = 0; i < tensor.elements(); ++i)
    storeElement(tensor.dtype(), tensor.data(), i,
                 isFloat(tensor.dtype()) ? double(random() % 129) / 64 - 1 : double(random() % 2));
}

StatusOr<Tensor> converted(const Tensor &from, DType dtype) {
  RLX_ASSIGN_OR_RETURN(Tensor to, Tensor::allocate(dtype, from.shape()));
  const bool complex = isComplex(dtype);
  const DType source = complex ? partType(from.dtype()) : from.dtype();
  const DType target = complex ? partType(dtype) : dtype;
  for (int64_t i = 0; i < from.elements() * (complex ? 2 : 1); ++i)
    storeElement(target, to.data(), i, loadElement(source, from.data(), i));
  return to;
}

// The inputs of one shape in every form that a run takes, with the results.
struct Set {
  std::vector<int64_t> sizes; // of the symbols
  std::vector<Tensor> values, wideValues, floatValues, results;
  std::vector<NamedTensor> named, typed;
  std::vector<NamedOutput> outputs;
  std::vector<NamedF32> floats;
  std::vector<FlatView> slots;
  std::vector<std::vector<uint8_t>> expected;
  Commit commits[2];
};

const char *const kForms[] = {
    "run",    "run into memory", "runTyped",     "runF32",       "runReadOutputs",
    "runRaw", "runSlots",        "commitNoWait", "runPipelined", "runFeed"};
constexpr size_t kNumForms = std::size(kForms);
enum Form {
  Run,
  RunInto,
  RunTyped,
  RunF32,
  RunReadOutputs,
  RunRaw,
  RunSlots,
  CommitNoWait,
  RunPipelined,
  RunFeed
};

class Soak {
public:
  Soak(Executable &executable, uint64_t seed) : executable(executable), random(seed) {}

  Status prepare(int64_t low, int64_t high);
  Status run(int64_t runs);

  int64_t memoryBefore = 0, memoryMost = 0, runs = 0, otherRuns = 0;
  uint64_t allocated = 0;
  size_t shapes() const { return steady.size() + others.size(); }
  std::string formNames() const;

private:
  const Program &program() const { return executable.program(); }
  Status setParams();
  StatusOr<std::unique_ptr<Set>> makeSet(std::vector<int64_t> sizes);
  Status describe(Set &set);
  Status addSets(size_t count, int64_t low, int64_t high, std::vector<std::unique_ptr<Set>> &sets);
  void findFeed();
  Status runForm(size_t form, Set &set);
  Status runFeed(Set &set);
  Status compare(size_t output, const void *data, const Set &set, const char *form) const;
  Status compareOwn(const Set &set, const char *form) const;
  Status block(int64_t count);
  Status otherBlock(int64_t count);
  Status warmUp();

  Executable &executable;
  Random random;
  std::vector<std::unique_ptr<Set>> steady, others;
  std::vector<size_t> forms; // those that the model supports
  std::vector<size_t> allOutputs;
  size_t fedInput = 0, feedingOutput = 0;
  bool hasFeed = false, hasExtent = true;
  int64_t blocks = 0;
};

Status Soak::setParams() {
  for (const TensorSpec &spec : program().params) {
    const auto missing = executable.missingParams();
    if (std::find(missing.begin(), missing.end(), spec.name) == missing.end())
      continue;
    std::vector<int64_t> shape;
    for (const Expr &dim : spec.shape) {
      RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(dim, {}));
      shape.push_back(size);
    }
    RLX_ASSIGN_OR_RETURN(Tensor value, Tensor::allocate(spec.dtype, shape));
    fill(value, random);
    RLX_RETURN_IF_ERROR(executable.adoptParam(spec.name, std::move(value)));
  }
  return okStatus();
}

// An error for sizes that the model refuses.
StatusOr<std::unique_ptr<Set>> Soak::makeSet(std::vector<int64_t> sizes) {
  auto set = std::make_unique<Set>();
  set->sizes = std::move(sizes);
  for (const TensorSpec &spec : program().inputs) {
    std::vector<int64_t> shape;
    for (const Expr &dim : spec.shape) {
      RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(dim, set->sizes));
      shape.push_back(size);
    }
    RLX_ASSIGN_OR_RETURN(Tensor value, Tensor::allocate(spec.dtype, shape));
    fill(value, random);
    set->values.push_back(std::move(value));
    set->named.push_back({spec.name, set->values.back().view()});
  }
  for (size_t i = 0; i < set->values.size(); ++i)
    set->named[i].tensor = set->values[i].view();
  RLX_RETURN_IF_ERROR(executable.bind(set->named));
  RLX_RETURN_IF_ERROR(describe(*set));
  return set;
}

Status Soak::describe(Set &set) {
  for (size_t i = 0; i < set.values.size(); ++i) {
    const Tensor &value = set.values[i];
    const DType wide = isComplex(value.dtype()) ? DType::C128 : DType::F64;
    RLX_ASSIGN_OR_RETURN(Tensor other, converted(value, wide));
    set.wideValues.push_back(std::move(other));
    RLX_ASSIGN_OR_RETURN(Tensor floats, converted(value, isComplex(wide) ? wide : DType::F32));
    set.floatValues.push_back(std::move(floats));
  }
  for (size_t i = 0; i < set.values.size(); ++i) {
    const std::string &name = program().inputs[i].name;
    set.typed.push_back({name, set.wideValues[i].view()});
    set.floats.push_back(
        {name,
         {set.floatValues[i].as<float>(), static_cast<size_t>(set.floatValues[i].elements())}});
    const Tensor &value = i % 2 ? set.wideValues[i] : set.values[i];
    set.slots.push_back({value.dtype(), value.data(), value.elements()});
  }
  for (size_t k = 0; k < program().outputs.size(); ++k) {
    RLX_ASSIGN_OR_RETURN(Tensor result,
                         Tensor::allocate(program().outputs[k].dtype, executable.outputShape(k)));
    set.results.push_back(std::move(result));
  }
  for (size_t k = 0; k < program().outputs.size(); ++k)
    set.outputs.push_back({program().outputs[k].name, set.results[k].mutableView()});
  RLX_ASSIGN_OR_RETURN(const auto raw, executable.runRaw(set.named));
  for (const RawOutput &output : raw) {
    const auto *data = static_cast<const uint8_t *>(output.data);
    set.expected.emplace_back(data, data + output.bytes);
  }
  return okStatus();
}

// Adds sets with new sizes. The first one has the largest sizes.
Status Soak::addSets(size_t count, int64_t low, int64_t high,
                     std::vector<std::unique_ptr<Set>> &sets) {
  const size_t symbols = program().symbols.size();
  Status refused;
  for (int tries = 0; tries < 500 && sets.size() < count; ++tries) {
    std::vector<int64_t> sizes(symbols, high);
    for (int64_t &size : sizes)
      if (tries > 0)
        size = low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
    if (tries % 2) // many models need some sizes to be equal
      std::fill(sizes.begin(), sizes.end(), sizes.empty() ? 0 : sizes[0]);
    auto has = [&](const std::unique_ptr<Set> &set) { return set->sizes == sizes; };
    if (std::any_of(steady.begin(), steady.end(), has) ||
        std::any_of(others.begin(), others.end(), has))
      continue;
    StatusOr<std::unique_ptr<Set>> set = makeSet(sizes);
    if (set.ok())
      sets.push_back(std::move(*set));
    else
      refused = std::move(set).status();
  }
  if (steady.empty() || (symbols && sets.size() < 4))
    return refused.ok() ? internalError("there are too few shapes") : std::move(refused);
  return okStatus();
}

// Finds an output that fits as an input of the next run.
void Soak::findFeed() {
  for (size_t i = 0; i < program().inputs.size() && !hasFeed; ++i)
    for (size_t k = 0; k < program().outputs.size() && !hasFeed; ++k) {
      const auto fits = [&](const std::unique_ptr<Set> &set) {
        return set->values[i].dtype() == set->results[k].dtype() &&
               std::equal(set->values[i].shape().begin(), set->values[i].shape().end(),
                          set->results[k].shape().begin(), set->results[k].shape().end());
      };
      if (isFloat(program().inputs[i].dtype) && std::all_of(steady.begin(), steady.end(), fits)) {
        fedInput = i;
        feedingOutput = k;
        hasFeed = true;
      }
    }
}

Status Soak::compare(size_t output, const void *data, const Set &set, const char *form) const {
  const std::vector<uint8_t> &expected = set.expected[output];
  if (expected.empty() || (data && std::memcmp(data, expected.data(), expected.size()) == 0))
    return okStatus();
  return internalError(std::string(form) + ": output '" + program().outputs[output].name +
                       "' is not what it was in the first run with these sizes");
}

Status Soak::compareOwn(const Set &set, const char *form) const {
  for (size_t k = 0; k < allOutputs.size(); ++k)
    RLX_RETURN_IF_ERROR(compare(k, executable.output(k).data, set, form));
  return okStatus();
}

// Two steps of a recurrence; the second takes its input from the handle alone.
Status Soak::runFeed(Set &set) {
  const std::string &input = program().inputs[fedInput].name;
  RLX_RETURN_IF_ERROR(executable.bindHandle(input, set.values[fedInput].view()));
  std::swap(set.named[fedInput], set.named.back());
  const std::span<const NamedTensor> rest(set.named.data(), set.named.size() - 1);
  Status status = executable.runFeed(rest, input, feedingOutput).status();
  if (status.ok())
    status = compareOwn(set, "runFeed");
  if (status.ok())
    status = executable.run(rest);
  std::swap(set.named[fedInput], set.named.back());
  return status;
}

Status Soak::runForm(size_t form, Set &set) {
  const char *name = kForms[form];
  switch (form) {
  case Run:
    RLX_RETURN_IF_ERROR(executable.run(set.named));
    return compareOwn(set, name);
  case RunInto:
  case RunTyped:
    RLX_RETURN_IF_ERROR(form == RunInto ? executable.run(set.named, set.outputs)
                                        : executable.runTyped(set.typed, set.outputs));
    for (size_t k = 0; k < set.results.size(); ++k)
      RLX_RETURN_IF_ERROR(compare(k, set.results[k].data(), set, name));
    return okStatus();
  case RunF32: {
    RLX_ASSIGN_OR_RETURN(const auto floats, executable.runF32(set.floats));
    for (size_t k = 0; k < floats.size(); ++k)
      if (program().outputs[k].dtype == DType::F32)
        RLX_RETURN_IF_ERROR(compare(k, floats[k].data(), set, name));
    return okStatus();
  }
  case RunReadOutputs: {
    RLX_ASSIGN_OR_RETURN(const auto views, executable.runReadOutputs(set.named, allOutputs));
    for (size_t k = 0; k < views.size(); ++k)
      RLX_RETURN_IF_ERROR(compare(k, views[k].data, set, name));
    return okStatus();
  }
  case RunRaw: {
    RLX_ASSIGN_OR_RETURN(const auto raw, executable.runRaw(set.named));
    for (size_t k = 0; k < raw.size(); ++k)
      RLX_RETURN_IF_ERROR(compare(k, raw[k].data, set, name));
    return okStatus();
  }
  case RunSlots: {
    RLX_ASSIGN_OR_RETURN(const auto slots, executable.runSlots(set.slots));
    for (size_t k = 0; k < slots.size(); ++k)
      RLX_RETURN_IF_ERROR(compare(
          k, static_cast<const uint8_t *>(executable.arena()) + slots[k].offset, set, name));
    return okStatus();
  }
  case CommitNoWait:
  case RunPipelined: {
    const size_t count = form == RunPipelined ? 2 : 1;
    if (form == RunPipelined) {
      const std::span<const NamedTensor> sets[] = {set.named, set.named};
      Commit *const commits[] = {&set.commits[0], &set.commits[1]};
      RLX_RETURN_IF_ERROR(executable.runPipelined(sets, commits));
    } else {
      RLX_RETURN_IF_ERROR(executable.commitNoWait(set.named, set.commits[0]));
      RLX_RETURN_IF_ERROR(executable.syncPending());
    }
    for (size_t c = 0; c < count; ++c)
      for (size_t k = 0; k < allOutputs.size(); ++k)
        RLX_RETURN_IF_ERROR(compare(k, set.commits[c].output(k).data, set, name));
    return okStatus();
  }
  default:
    return runFeed(set);
  }
}

Status Soak::prepare(int64_t low, int64_t high) {
  RLX_RETURN_IF_ERROR(setParams());
  RLX_RETURN_IF_ERROR(addSets(kSteadySets, low, high, steady));
  if (!program().symbols.empty())
    RLX_RETURN_IF_ERROR(addSets(kOtherSets, low, high, others));
  for (size_t k = 0; k < program().outputs.size(); ++k)
    allOutputs.push_back(k);
  findFeed();
  for (size_t form = 0; form < kNumForms; ++form) {
    if (form == RunFeed && !hasFeed)
      continue;
    // Shapes of the signature cannot determine an input with several dynamic dimensions, and floats
    // lose imaginary parts.
    const auto takes = [&](const TensorSpec &spec) {
      const auto dynamic = std::count_if(spec.shape.begin(), spec.shape.end(),
                                         [](const Expr &dim) { return !isStatic(dim); });
      return dynamic <= 1 && !(form == RunF32 && isComplex(spec.dtype));
    };
    if ((form == RunF32 || form == RunSlots) &&
        !std::all_of(program().inputs.begin(), program().inputs.end(), takes))
      continue;
    forms.push_back(form);
  }
  return okStatus();
}

std::string Soak::formNames() const {
  std::string names;
  for (size_t form : forms)
    names += (names.empty() ? "" : ", ") + std::string(kForms[form]);
  return names;
}

// Runs with sizes seen before, in random forms. Nothing is allocated once each has run. In every
// other block the handle and its feed stay, whatever the form of the run.
Status Soak::block(int64_t count) {
  const bool feeds = hasFeed && ++blocks % 2 == 0;
  const size_t choices = forms.size() - (hasFeed && !feeds); // the feed is the last one
  if (hasFeed && !feeds && executable.hasHandle(program().inputs[fedInput].name))
    RLX_RETURN_IF_ERROR(executable.unbindHandle(program().inputs[fedInput].name));
  for (const std::unique_ptr<Set> &set : steady)
    for (size_t i = 0; i < choices; ++i)
      RLX_RETURN_IF_ERROR(runForm(forms[i], *set));
  const uint64_t before = allocations();
  for (int64_t i = 0; i < count; ++i)
    RLX_RETURN_IF_ERROR(runForm(forms[random() % choices], *steady[random() % steady.size()]));
  allocated += allocations() - before;
  runs += count;
  return okStatus();
}

// More shapes than are kept, partial batches, and clones that come and go.
Status Soak::otherBlock(int64_t count) {
  for (int64_t i = 0; i < count && !others.empty(); ++i) {
    Set &set = *others[random() % others.size()];
    RLX_RETURN_IF_ERROR(runForm(random() % 2 ? Run : RunInto, set));
    if (i % 16 == 0 && hasExtent && !set.values[0].shape().empty()) {
      const int64_t rows = set.values[0].shape()[0];
      const Status supported =
          executable.setActiveExtent(static_cast<int64_t>(random() % (rows + 1)), rows);
      hasExtent = supported.ok();
      if (hasExtent) {
        executable.run(set.named).ignore(); // a model may refuse a size
        RLX_RETURN_IF_ERROR(executable.clearActiveExtent());
      }
    }
  }
  RLX_ASSIGN_OR_RETURN(const auto clone, executable.clone());
  RLX_RETURN_IF_ERROR(clone->run(steady[0]->named));
  runs += count;
  otherRuns += count;
  return okStatus();
}

// Runs every shape in every form, and clones, until the heap has reached its size for the worst
// order of sizes. It grows in steps, the last of which come after some thousand runs.
Status Soak::warmUp() {
  for (int round = 0; round < kWarmUpRounds; ++round) {
    for (const std::unique_ptr<Set> &set : others)
      for (size_t form : {Run, RunInto})
        RLX_RETURN_IF_ERROR(runForm(form, *set));
    RLX_RETURN_IF_ERROR(otherBlock(100));
    RLX_RETURN_IF_ERROR(block(200));
    const int64_t now = residentMemory();
    if (round >= kWarmUpRounds / 2) // blocks with and without a feed differ
      memoryBefore = std::max(memoryBefore, now);
  }
  return okStatus();
}

Status Soak::run(int64_t wanted) {
  RLX_RETURN_IF_ERROR(warmUp());
  memoryMost = memoryBefore;
  allocated = 0;
  runs = otherRuns = 0;
  const int64_t each = std::max<int64_t>(wanted / kBlocks, 10), other = each / 5;
  for (int i = 0; i < kBlocks; ++i) {
    RLX_RETURN_IF_ERROR(otherBlock(other));
    RLX_RETURN_IF_ERROR(block(each - other));
    memoryMost = std::max(memoryMost, residentMemory());
  }
  return okStatus();
}

// A number of the command line; -1, which is always out of range, for other words.
int64_t parseNumber(const char *word) {
  char *end = nullptr;
  const int64_t number = std::strtoll(word, &end, 10);
  return end == word || *end ? -1 : number;
}

int soak(const char *path, int64_t runs, int64_t low, int64_t high) {
  auto loaded = loadPackage(path, {"cpu", 1});
  if (!loaded.ok()) {
    std::fprintf(stderr, "soak-runs: error: %s\n", loaded.status().toString().c_str());
    return 1;
  }
  Soak soak(**loaded, 1);
  Status status = soak.prepare(low, high);
  if (status.ok())
    status = soak.run(runs);
  if (!status.ok()) {
    std::fprintf(stderr, "soak-runs: error: %s\n", status.toString().c_str());
    return 1;
  }
  const double growth =
      100.0 * double(soak.memoryMost - soak.memoryBefore) / double(soak.memoryBefore);
  std::printf("%" PRId64 " runs, %zu shapes, %" PRId64 " KiB, grown by %.2f %%, %" PRIu64
              " allocations; %s\n",
              soak.runs, soak.shapes(), soak.memoryBefore, growth, soak.allocated,
              soak.formNames().c_str());
  if (soak.memoryBefore <= 0) {
    std::fprintf(stderr, "soak-runs: error: cannot read /proc/self/smaps_rollup\n");
    return 1;
  }
  if (kMeasureMemory && growth > 1)
    std::fprintf(stderr, "soak-runs: error: memory has grown by %.2f %%\n", growth);
  if (soak.allocated)
    std::fprintf(stderr, "soak-runs: error: runs have allocated\n");
  return (kMeasureMemory && growth > 1) || soak.allocated;
}

} // namespace

int main(int argc, char **argv) {
#ifdef __GLIBC__
  // Large blocks go back to the system at once. On the heap, holes depend on the order of sizes and
  // threads, and look like growth.
  mallopt(M_MMAP_THRESHOLD, 16 << 10);
  mallopt(M_ARENA_MAX, 1);
#endif
  if (argc != 2 && argc != 3 && argc != 5) {
    std::fprintf(stderr, "usage: soak-runs PACKAGE [RUNS [LOW HIGH]]\n");
    return 2;
  }
  const int64_t runs = argc > 2 ? parseNumber(argv[2]) : 10000;
  const int64_t low = argc > 3 ? parseNumber(argv[3]) : 2,
                high = argc > 4 ? parseNumber(argv[4]) : 16;
  if (runs < 1 || low < 0 || high < low) {
    std::fprintf(stderr, "soak-runs: error: expected RUNS >= 1 and 0 <= LOW <= HIGH\n");
    return 2;
  }
  return soak(argv[1], runs, low, high);
}
