// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a model with the session's code, and runs it on converted tensors.
//
// Params are set once; inputs come with each run.
#include "tools/rlx-check/CompiledModel.h"

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "session/CompileModel.h"
#include "tools/rlx-check/Repeatable.h"
#include "tools/rlx-check/SpirvVal.h"
#include "tools/rlx-check/TensorForms.h"
#include "tools/rlx-check/UserKernels.h"

using namespace mlir;

namespace rlx::check {
namespace {

llvm::Expected<rt::DType> findDType(const rt::Program &program,
                                    const CompiledModel::Argument &argument) {
  for (const rt::TensorSpec &spec : argument.isParam ? program.params : program.inputs)
    if (argument.name == StringRef(spec.name))
      return spec.dtype;
  return llvm::createStringError("the program has no " + argument.name);
}

// Tensors in the runtime's form, with their memory.
struct NamedTensors {
  std::vector<rt::Tensor> storage;
  std::vector<rt::NamedTensor> named;
};

// The params among the arguments, or the inputs.
llvm::Expected<NamedTensors> toTensors(const rt::Program &program,
                                       ArrayRef<CompiledModel::Argument> arguments, bool params) {
  NamedTensors tensors;
  tensors.storage.reserve(arguments.size());
  for (const CompiledModel::Argument &argument : arguments) {
    if (argument.isParam != params)
      continue;
    llvm::Expected<rt::DType> dtype = findDType(program, argument);
    if (!dtype)
      return dtype.takeError();
    rt::StatusOr<rt::Tensor> tensor = toRuntime(*dtype, *argument.value);
    if (!tensor.ok())
      return toError(tensor.status());
    tensors.storage.push_back(std::move(*tensor));
    tensors.named.push_back({argument.name, tensors.storage.back().view()});
  }
  return tensors;
}

} // namespace

llvm::Expected<CompiledModel> CompiledModel::compile(ModuleOp module, const CompileOptions &compile,
                                                     StringRef spirvVal) {
  SessionOptions options;
  options.compile = compile;
  options.compile.verifyKernels = true;
  options.userKernels = userKernels();
  CompiledModel model;
  model.usesThreads = compile.target == "cpu";
  rt::StatusOr<rlx::CompiledModel> compiled = compileModel(module, options);
  if (!compiled.ok())
    return toError(compiled.status());
  // A model that the CPU runs entirely has no code for the device.
  bool hasSpirv = llvm::any_of(compiled->program.kernels, [](const rt::Kernel &kernel) {
    return kernel.target == rt::kVulkanTarget;
  });
  model.allForCpu = !hasSpirv && !compiled->program.kernels.empty();
  if (!spirvVal.empty() && hasSpirv)
    if (llvm::Error error = validateSpirv(compiled->code.binary, spirvVal))
      return error;
  rt::Status status = [&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(model.program, rt::encodeProgram(compiled->program));
    RLX_ASSIGN_OR_RETURN(model.kernels, loadKernels(*compiled, options));
    RLX_ASSIGN_OR_RETURN(model.executable,
                         rt::Executable::load(std::move(compiled->program), model.kernels));
    return rt::okStatus();
  }();
  if (!status.ok())
    return toError(status);
  return model;
}

llvm::Error CompiledModel::setParams(ArrayRef<Argument> arguments) {
  llvm::Expected<NamedTensors> params = toTensors(executable->program(), arguments, true);
  if (!params)
    return params.takeError();
  for (const rt::NamedTensor &param : params->named)
    if (rt::Status status = executable->setParam(param.name, param.tensor); !status.ok())
      return toError(status);
  return llvm::Error::success();
}

llvm::Expected<SmallVector<ref::Tensor>> CompiledModel::run(ArrayRef<Argument> arguments,
                                                            ArrayRef<Type> types) {
  llvm::Expected<NamedTensors> inputs = toTensors(executable->program(), arguments, false);
  if (!inputs)
    return inputs.takeError();
  if (rt::Status status = executable->run(inputs->named); !status.ok())
    return toError(status);
  return outputs(types);
}

llvm::Error CompiledModel::checkRepeatable(ArrayRef<Argument> arguments) {
  llvm::Expected<NamedTensors> params = toTensors(executable->program(), arguments, true);
  if (!params)
    return params.takeError();
  llvm::Expected<NamedTensors> inputs = toTensors(executable->program(), arguments, false);
  if (!inputs)
    return inputs.takeError();
  rt::Status status = check::checkRepeatable(program, kernels, params->named, inputs->named,
                                             /*maxThreads=*/usesThreads ? 3 : 1);
  return status.ok() ? llvm::Error::success() : toError(status);
}

llvm::Expected<SmallVector<ref::Tensor>> CompiledModel::outputs(ArrayRef<Type> types) {
  SmallVector<ref::Tensor> results;
  for (auto [i, type] : llvm::enumerate(types)) {
    rt::StatusOr<rt::TensorView> view = executable->output("out" + std::to_string(i));
    if (!view.ok())
      return toError(view.status());
    auto tensor = toReference(*view, cast<ShapedType>(type).getElementType());
    if (!tensor)
      return tensor.takeError();
    results.push_back(std::move(*tensor));
  }
  return results;
}

} // namespace rlx::check
