// Implementation of compiled models; see CompiledModel.h.
#include "tools/rlx-check/CompiledModel.h"

#include <cstring>

#include "dialects/rlx/reference/Conversion.h"
#include "tools/rlx-check/UserKernels.h"

using namespace mlir;

namespace rlx::check {
namespace {

llvm::Error toError(const rt::Status &status) {
  return llvm::createStringError(status.toString());
}

// A runtime tensor with the contents of `tensor`.
rt::StatusOr<rt::Tensor> toRuntime(rt::DType dtype, const ref::Tensor &tensor) {
  rt::StatusOr<rt::Tensor> result =
      rt::Tensor::allocate(dtype, {tensor.shape.data(), tensor.shape.size()});
  if (!result.ok())
    return result;
  std::vector<char> bytes = ref::toBytes(tensor);
  if (bytes.size() != result->bytes())
    return rt::invalidArgument("the program expects " + std::to_string(result->bytes()) +
                               " bytes for " + std::string(rt::name(dtype)) + ", the file has " +
                               std::to_string(bytes.size()));
  if (!bytes.empty())
    std::memcpy(result->data(), bytes.data(), bytes.size());
  return result;
}

llvm::Expected<rt::DType> findDType(const rt::Program &program,
                                    const CompiledModel::Argument &argument) {
  for (const rt::TensorSpec &spec : argument.isParam ? program.params : program.inputs)
    if (argument.name == StringRef(spec.name))
      return spec.dtype;
  return llvm::createStringError("the program has no " + argument.name);
}

} // namespace

llvm::Expected<CompiledModel> CompiledModel::compile(ModuleOp module, bool fastPaths) {
  SessionOptions options;
  options.compile.codegen.fastPaths = fastPaths;
  options.compile.verifyKernels = true;
  options.userKernels = userKernels();
  rt::StatusOr<std::unique_ptr<Session>> session = Session::fromModule(module, options);
  if (!session.ok())
    return toError(session.status());
  return CompiledModel(std::move(*session));
}

llvm::Error CompiledModel::setParams(ArrayRef<Argument> arguments) {
  rt::Executable &executable = session->executable();
  for (const Argument &argument : arguments) {
    if (!argument.isParam)
      continue;
    llvm::Expected<rt::DType> dtype = findDType(executable.program(), argument);
    if (!dtype)
      return dtype.takeError();
    rt::StatusOr<rt::Tensor> tensor = toRuntime(*dtype, *argument.value);
    if (!tensor.ok())
      return toError(tensor.status());
    if (rt::Status status = executable.setParam(argument.name, tensor->view()); !status.ok())
      return toError(status);
  }
  return llvm::Error::success();
}

llvm::Expected<SmallVector<ref::Tensor>> CompiledModel::run(ArrayRef<Argument> arguments,
                                                            ArrayRef<Type> types) {
  rt::Executable &executable = session->executable();
  std::vector<rt::Tensor> storage;
  std::vector<rt::NamedTensor> inputs;
  storage.reserve(arguments.size());
  for (const Argument &argument : arguments) {
    if (argument.isParam)
      continue;
    llvm::Expected<rt::DType> dtype = findDType(executable.program(), argument);
    if (!dtype)
      return dtype.takeError();
    rt::StatusOr<rt::Tensor> tensor = toRuntime(*dtype, *argument.value);
    if (!tensor.ok())
      return toError(tensor.status());
    storage.push_back(std::move(*tensor));
    inputs.push_back({argument.name, storage.back().view()});
  }
  if (rt::Status status = executable.run(inputs); !status.ok())
    return toError(status);
  return outputs(types);
}

llvm::Expected<SmallVector<ref::Tensor>> CompiledModel::outputs(ArrayRef<Type> types) {
  SmallVector<ref::Tensor> results;
  for (auto [i, type] : llvm::enumerate(types)) {
    rt::StatusOr<rt::TensorView> view = session->executable().output("out" + std::to_string(i));
    if (!view.ok())
      return toError(view.status());
    rt::StatusOr<int64_t> size = rt::numBytes(view->dtype, view->shape);
    if (!size.ok())
      return toError(size.status());
    auto tensor = ref::fromBytes({view->shape.data(), view->shape.size()},
                                 cast<ShapedType>(type).getElementType(),
                                 {static_cast<const char *>(view->data), size_t(*size)});
    if (!tensor)
      return tensor.takeError();
    results.push_back(std::move(*tensor));
  }
  return results;
}

} // namespace rlx::check
