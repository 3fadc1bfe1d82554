// The lanes that compile for the CPU and run in this process, with and without fast paths.
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "session/Session.h"
#include "tools/rlx-check/Lane.h"
#include "tools/rlx-check/ModelForm.h"

using namespace mlir;

namespace rlx::check {
namespace {

using Results = llvm::Expected<SmallVector<ref::Tensor>>;

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

Results fromRuntime(rt::Executable &executable, ArrayRef<Type> types) {
  SmallVector<ref::Tensor> results;
  for (auto [i, type] : llvm::enumerate(types)) {
    rt::StatusOr<rt::TensorView> view = executable.output("out" + std::to_string(i));
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

const rt::TensorSpec *findSpec(const rt::Program &program, const ModelForm::Argument &argument) {
  for (const rt::TensorSpec &spec : argument.isParam ? program.params : program.inputs)
    if (spec.name == argument.name)
      return &spec;
  return nullptr;
}

class CpuLane : public Lane {
public:
  explicit CpuLane(bool fastPaths) : fastPaths(fastPaths) {}
  StringRef name() const override { return fastPaths ? "cpu" : "cpu-no-fastpath"; }

  Results run(func::FuncOp function) override {
    llvm::Expected<ModelForm> form = toModelForm(function);
    if (!form)
      return form.takeError();
    Results results = runModel(*form);
    if (!results)
      return results;
    if (llvm::Error error = judgeExpectations(function, *form, *results))
      return error;
    results->resize(form->numFunctionResults);
    return results;
  }

private:
  Results runModel(ModelForm &form) {
    SessionOptions options;
    options.compile.codegen.fastPaths = fastPaths;
    rt::StatusOr<std::unique_ptr<Session>> session = Session::fromModule(*form.module, options);
    if (!session.ok())
      return toError(session.status());
    rt::Executable &executable = (*session)->executable();
    std::vector<rt::Tensor> storage;
    std::vector<rt::NamedTensor> inputs;
    storage.reserve(form.arguments.size());
    for (const ModelForm::Argument &argument : form.arguments) {
      const rt::TensorSpec *spec = findSpec(executable.program(), argument);
      if (!spec)
        return llvm::createStringError("the program has no " + argument.name);
      rt::StatusOr<rt::Tensor> tensor = toRuntime(spec->dtype, argument.value);
      if (!tensor.ok())
        return toError(tensor.status());
      if (argument.isParam) {
        if (rt::Status status = executable.setParam(argument.name, tensor->view()); !status.ok())
          return toError(status);
        continue;
      }
      storage.push_back(std::move(*tensor));
      inputs.push_back({spec->name, storage.back().view()});
    }
    if (rt::Status status = executable.run(inputs); !status.ok())
      return toError(status);
    return fromRuntime(executable, form.resultTypes);
  }

  // Lets the file's expectations judge the compiled values; expected values are the reference's.
  static llvm::Error judgeExpectations(func::FuncOp function, const ModelForm &form,
                                       ArrayRef<ref::Tensor> results) {
    llvm::DenseMap<Value, ref::Tensor> expected;
    for (Operation *op : form.expectations)
      for (Value operand : op->getOperands().drop_front())
        expected[operand] = {};
    ref::InterpreterOptions options;
    options.onResult = [&](OpResult result, const ref::Tensor &tensor) {
      if (auto it = expected.find(result); it != expected.end())
        it->second = tensor;
      return llvm::Error::success();
    };
    Results reference = ref::Interpreter(options).run(function, {});
    if (!reference)
      return reference.takeError();
    for (auto [i, op] : llvm::enumerate(form.expectations)) {
      SmallVector<ref::Tensor> operands = {results[form.numFunctionResults + i]};
      for (Value operand : op->getOperands().drop_front())
        operands.push_back(expected[operand]);
      Results judged = ref::Interpreter().runOp(op, std::move(operands));
      if (!judged)
        return judged.takeError();
    }
    return llvm::Error::success();
  }

  bool fastPaths;
};

} // namespace

std::unique_ptr<Lane> createCpuLane(bool fastPaths) {
  return std::make_unique<CpuLane>(fastPaths);
}

} // namespace rlx::check
