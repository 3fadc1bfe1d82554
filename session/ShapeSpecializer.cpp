// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of requests, and the compilation of a model with its inputs' sizes made static.
//
// A specialized executable gets the weights of the requester, and prepares them again.
#include "session/ShapeSpecializer.h"

#include "dialects/bridge/Diagnostics.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "session/CompileModel.h"
#include "session/ModelInputs.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace rlx {
namespace {

// Sets the sizes of all inputs of the model, in order.
rt::Status setSizes(ModuleOp module, ArrayRef<int64_t> dims) {
  RLX_ASSIGN_OR_RETURN(func::FuncOp model, modelFunction(module));
  for (BlockArgument argument : model.getArguments()) {
    if (!isModelInput(model, argument.getArgNumber()))
      continue;
    const auto rank = static_cast<size_t>(cast<RankedTensorType>(argument.getType()).getRank());
    RLX_RETURN_IF_ERROR(refineArgument(model, argument.getArgNumber(), dims.take_front(rank)));
    dims = dims.drop_front(rank);
  }
  return rt::okStatus();
}

} // namespace

rt::StatusOr<std::shared_ptr<ShapeSpecializer>>
ShapeSpecializer::create(ModuleOp module, const SessionOptions &options) {
  if (options.specialize.most == 0 || options.specialize.most > kMaxSpecialized)
    return rt::invalidArgument(rt::strCat("SpecializeOptions::most is ", options.specialize.most,
                                          ", expected 1 to ", kMaxSpecialized));
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(module, stream)))
    return rt::internalError("the model cannot be written as bytecode");
  SessionOptions own = options;
  own.compile.afterPhase = nullptr;
  own.compile.progress = nullptr;
  own.compile.dumpDir.clear();
  return std::shared_ptr<ShapeSpecializer>(new ShapeSpecializer(std::move(bytes), std::move(own)));
}

ShapeSpecializer::~ShapeSpecializer() {
  {
    std::lock_guard lock(mutex);
    isEnding = true;
    changed.notify_all();
  }
  if (thread.joinable())
    thread.join();
}

std::shared_ptr<const rt::Specialization> ShapeSpecializer::request(std::span<const int64_t> dims,
                                                                    rt::ModelWeights weights) {
  auto result = std::make_shared<rt::Specialization>();
  // The prepare program depends on the shape, so weights are prepared again.
  weights.prepared = false;
  weights.persistent = {};
  std::lock_guard lock(mutex);
  if (!thread.joinable())
    thread = std::thread([this] { work(); });
  jobs.push_back({{dims.begin(), dims.end()}, std::move(weights), result});
  ++counts.requested;
  changed.notify_all();
  return result;
}

SpecializeStatistics ShapeSpecializer::statistics() const {
  std::lock_guard lock(mutex);
  return counts;
}

void ShapeSpecializer::finish() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return jobs.empty() && !isWorking; });
}

void ShapeSpecializer::work() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return isEnding || !jobs.empty(); });
    if (isEnding)
      return;
    Job job = std::move(jobs.front());
    jobs.pop_front();
    isWorking = true;
    lock.unlock();
    carryOut(job);
    lock.lock();
    isWorking = false;
    changed.notify_all();
  }
}

void ShapeSpecializer::carryOut(Job &job) {
  if (job.result.use_count() == 1)
    return; // nobody waits for it any more
  auto made = rt::catchAllocFailure([&] { return make(job); });
  if (made.ok())
    job.result->executable = std::move(*made);
  {
    std::lock_guard lock(mutex);
    ++(made.ok() ? counts.ready : counts.failed);
    // A thread must not end with an exception. Without memory for the text, there is none.
    if (!made.ok())
      rt::catchAllocFailure([&]() -> rt::Status {
        counts.lastError = made.status().toString();
        return rt::okStatus();
      }).ignore();
  }
  job.result->isDone.store(true, std::memory_order_release);
}

rt::StatusOr<std::unique_ptr<rt::Executable>> ShapeSpecializer::make(Job &job) {
  RLX_ASSIGN_OR_RETURN(const Code *code, findOrCompile(job.dims));
  rt::Program program = code->program;
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<rt::Executable> executable,
                       rt::Executable::load(std::move(program), code->kernels, options.load,
                                            std::move(job.weights)));
  RLX_RETURN_IF_ERROR(executable->prepare());
  std::vector<rt::NamedTensor> inputs;
  std::span<const int64_t> dims = job.dims;
  for (const rt::TensorSpec &input : executable->program().inputs) {
    inputs.push_back({input.name, {input.dtype, dims.first(input.shape.size()), nullptr}});
    dims = dims.subspan(input.shape.size());
  }
  RLX_RETURN_IF_ERROR(executable->bind(inputs));
  return executable;
}

rt::StatusOr<const ShapeSpecializer::Code *>
ShapeSpecializer::findOrCompile(const std::vector<int64_t> &dims) {
  auto found = llvm::find_if(codes, [&](const Code &code) { return code.dims == dims; });
  if (found != codes.end()) {
    std::rotate(codes.begin(), found, found + 1);
    return &codes.front();
  }
  if (llvm::is_contained(refused, dims))
    return rt::unsupported("a compilation for these sizes has failed before");
  rt::StatusOr<Code> code = compile(dims);
  if (!code.ok()) {
    refused.push_back(dims);
    return std::move(code).status();
  }
  keep(std::move(*code));
  return &codes.front();
}

void ShapeSpecializer::keep(Code code) {
  codes.push_front(std::move(code));
  if (codes.size() > options.specialize.most)
    codes.pop_back();
  const rt::KernelTable &kernels = codes.front().kernels;
  std::lock_guard lock(mutex);
  ++counts.compiled;
  constantBytes = 0;
  for (const Code &each : codes)
    constantBytes += static_cast<int64_t>(each.program.constants.size());
  llvm::erase_if(machineCode, [](const MachineCode &each) { return each.owner.expired(); });
  if (!kernels.owners().empty()) // one image, if there are kernels
    machineCode.push_back({kernels.owners().front(), kernels.codeBytes()});
}

int64_t ShapeSpecializer::sharedBytes() const {
  std::lock_guard lock(mutex);
  int64_t bytes = static_cast<int64_t>(module.size()) + constantBytes;
  for (const MachineCode &each : machineCode)
    if (!each.owner.expired())
      bytes += each.bytes;
  return bytes;
}

rt::StatusOr<ShapeSpecializer::Code> ShapeSpecializer::compile(const std::vector<int64_t> &dims) {
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  OwningOpRef<ModuleOp> copy;
  {
    DiagnosticCollector diagnostics(context.get());
    copy = parseSourceString<ModuleOp>(module, context.get());
    if (!copy)
      return diagnostics.status();
  }
  RLX_RETURN_IF_ERROR(setSizes(*copy, dims));
  RLX_ASSIGN_OR_RETURN(CompiledModel compiled, compileModel(*copy, options));
  RLX_ASSIGN_OR_RETURN(rt::KernelTable kernels, loadKernels(compiled, options));
  return Code{dims, std::move(compiled.program), std::move(kernels)};
}

} // namespace rlx
