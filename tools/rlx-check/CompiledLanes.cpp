// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lanes that compile: for the CPU with and without fast paths and op by op, and for Vulkan.
//
// CPU lanes run in this process, or in another one if there is a command for it.
#include "dialects/check/CheckDialect.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "tools/rlx-check/CompiledModel.h"
#include "tools/rlx-check/Flushed.h"
#include "tools/rlx-check/Lane.h"
#include "tools/rlx-check/ModelForm.h"
#include "tools/rlx-check/OtherProcess.h"
#include "tools/rlx-check/UserKernels.h"

using namespace mlir;

namespace rlx::check {
namespace {

using Results = llvm::Expected<SmallVector<ref::Tensor>>;

class CompiledLane : public Lane {
public:
  CompiledLane(StringRef laneName, CompileOptions options, StringRef command,
               StringRef spirvVal = "")
      : laneName(laneName), options(std::move(options)), command(command), spirvVal(spirvVal) {}
  StringRef name() const override { return laneName; }
  // Mode eager compiles single ops much the same, and not every machine has a Vulkan device, so
  // these lanes are optional.
  bool isDefault() const override { return options.codegen.fuse && options.target == "cpu"; }

  Results run(func::FuncOp function) override {
    if (options.target != "cpu")
      if (llvm::Error error = check::lostSubnormals(options.codegen.device).moveInto(lost))
        return error;
    llvm::Expected<ModelForm> form = toModelForm(function);
    if (!form)
      return form.takeError();
    Results results =
        command.empty() ? runModel(*form) : runInOtherProcess(*form, options.codegen, command);
    if (!results)
      return results;
    if (llvm::Error error = judgeExpectations(function, *form, *results))
      return error;
    results->resize(form->numFunctionResults);
    return results;
  }

  // The CPU keeps subnormal values.
  ref::LostSubnormals lostSubnormals() const override {
    return onCpuAlone ? ref::LostSubnormals() : lost;
  }
  bool ranOnCpuAlone() const override { return options.target != "cpu" && onCpuAlone; }

private:
  Results runModel(ModelForm &form) {
    onCpuAlone = false; // of the previous function
    llvm::Expected<CompiledModel> model = CompiledModel::compile(*form.module, options, spirvVal);
    if (!model)
      return model.takeError();
    onCpuAlone = model->isAllForCpu();
    auto arguments = llvm::map_to_vector(form.arguments, [](const ModelForm::Argument &argument) {
      return CompiledModel::Argument{argument.name, argument.isParam, &argument.value};
    });
    if (llvm::Error error = model->setParams(arguments))
      return error;
    if (llvm::Error error = model->checkRepeatable(arguments))
      return error;
    return model->run(arguments, form.resultTypes);
  }

  // Checks the file's expectations with the compiled values. Expected values come from the
  // reference.
  llvm::Error judgeExpectations(func::FuncOp function, const ModelForm &form,
                                ArrayRef<ref::Tensor> results) const {
    llvm::DenseMap<Value, ref::Tensor> known;
    SmallVector<Value> values;
    for (Operation *op : form.expectations) {
      for (Value operand : op->getOperands())
        known[operand] = {};
      values.push_back(op->getOperand(0));
    }
    ref::InterpreterOptions options;
    options.userKernel = runReferenceKernel;
    options.onResult = [&](OpResult result, const ref::Tensor &tensor) {
      if (auto it = known.find(result); it != known.end())
        it->second = tensor;
      return llvm::Error::success();
    };
    Results reference = ref::Interpreter(options).run(function, {});
    if (!reference)
      return reference.takeError();
    auto tensorOf = [&](Value value) { return known[value]; };
    FlushedValues flushed = flushedValues(function, {}, values,
                                          llvm::map_to_vector(values, tensorOf), lostSubnormals());
    for (auto [op, actual, other] :
         llvm::zip_equal(form.expectations, results.drop_front(form.numFunctionResults), flushed)) {
      auto expected = llvm::map_to_vector(op->getOperands().drop_front(), tensorOf);
      if (llvm::Error error = judge(op, actual, expected, orNull(other)))
        return llvm::make_error<ref::InterpretError>(op, llvm::toString(std::move(error)));
    }
    return llvm::Error::success();
  }

  StringRef laneName;
  CompileOptions options;
  std::string command, spirvVal;
  ref::LostSubnormals lost;
  bool onCpuAlone = false;
};

} // namespace

std::unique_ptr<Lane> createCpuLane(bool fastPaths, StringRef chip, StringRef command) {
  CompileOptions options;
  options.codegen.fastPaths = fastPaths;
  options.codegen.chip = chip.str();
  return std::make_unique<CompiledLane>(fastPaths ? "cpu" : "cpu-no-fastpath", std::move(options),
                                        command);
}

std::unique_ptr<Lane> createEagerLane(StringRef chip, StringRef command) {
  CompileOptions options;
  options.codegen.fuse = false; // mode eager, as a target sees it
  options.codegen.chip = chip.str();
  return std::make_unique<CompiledLane>("cpu-eager", std::move(options), command);
}

std::unique_ptr<Lane> createVulkanLane(StringRef name, StringRef profile, StringRef spirvVal) {
  CompileOptions options;
  options.target = rt::kVulkanTarget;
  options.codegen.device = profile.str();
  return std::make_unique<CompiledLane>(name, std::move(options), "", spirvVal);
}

} // namespace rlx::check
