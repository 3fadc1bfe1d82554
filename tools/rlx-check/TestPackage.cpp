// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes tests as packages with their tensors and a list of runs.
//
// Expected values and tolerances are computed here, since the other machine has no interpreter.
#include "tools/rlx-check/TestPackage.h"

#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "runtime/tensor/Npy.h"
#include "session/PackageModel.h"
#include "tools/rlx-check/Flushed.h"
#include "tools/rlx-check/ModelForm.h"
#include "tools/rlx-check/TensorForms.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

namespace rlx::check {
namespace {

rt::Status writeTensor(const std::string &path, const ref::Tensor &value) {
  RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, toRuntime(value));
  return rt::writeNpy(path, tensor.view());
}

rt::Status writePackage(ModuleOp module, const TestPackage &test, StringRef profile,
                        const std::string &folder) {
  PackageModelOptions options;
  options.session.compile.verifyKernels = true;
  options.deviceProfiles = {profile.str()};
  // The machine with the device may have another CPU.
  if (llvm::Triple(llvm::sys::getDefaultTargetTriple()).isX86())
    options.cpus = {"x86-64-v3"};
  std::map<std::string, rt::Tensor> params;
  for (const TestPackage::Named &param : test.params) {
    RLX_ASSIGN_OR_RETURN(rt::Tensor value, toRuntime(param.value));
    params.emplace(param.name, std::move(value));
  }
  std::vector<std::string> notes;
  return packageModel(module, params, options, folder + "/model.rlxe", notes);
}

rt::Status writeRuns(const TestPackage &test, const std::string &folder, llvm::raw_ostream &list) {
  for (auto [r, run] : llvm::enumerate(test.runs)) {
    std::string number = std::to_string(r);
    for (auto [i, input] : llvm::enumerate(run.inputs)) {
      std::string file = number + "_in" + std::to_string(i) + ".npy";
      RLX_RETURN_IF_ERROR(writeTensor(folder + "/" + file, input.value));
      list << "input " << number << " " << input.name << " " << file << "\n";
    }
    for (auto [i, output] : llvm::enumerate(run.outputs)) {
      std::string name = "out" + std::to_string(i), file = number + "_" + name + ".npy";
      RLX_RETURN_IF_ERROR(writeTensor(folder + "/" + file, output.value));
      const ref::Tolerance &t = output.tolerance;
      list << "output " << number << " " << name << " " << file
           << llvm::format(" %.17g %.17g %.17g ", t.atol, t.rtol, t.normwise) << t.ulp;
      if (output.flushed) {
        file = number + "_" + name + "_flushed.npy";
        RLX_RETURN_IF_ERROR(writeTensor(folder + "/" + file, *output.flushed));
        list << " " << file;
      }
      list << "\n";
    }
  }
  return rt::okStatus();
}

bool hasUserKernels(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return op->getName().getStringRef() == "rlx.custom" ? WalkResult::interrupt()
                                                            : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

llvm::Error writeTestPackage(ModuleOp module, const TestPackage &test, StringRef profile,
                             const std::string &folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(error, "cannot make the folder '" + folder + "'");
  if (rt::Status status = writePackage(module, test, profile, folder); !status.ok())
    return toError(status);
  std::error_code error;
  llvm::raw_fd_ostream list(folder + "/test.txt", error);
  if (error)
    return llvm::createStringError(error, "cannot write '" + folder + "/test.txt'");
  rt::Status status = writeRuns(test, folder, list);
  return status.ok() ? llvm::Error::success() : toError(status);
}

llvm::Expected<bool> exportFunction(func::FuncOp function, StringRef profile,
                                    const std::string &folder) {
  llvm::Expected<ModelForm> form = toModelForm(function);
  if (!form)
    return form.takeError();
  if (hasUserKernels(*form->module))
    return false;
  llvm::DenseMap<Value, ref::Tensor> known; // values of the original function
  ref::InterpreterOptions options;
  options.onResult = [&](OpResult result, const ref::Tensor &value) {
    known[result] = value;
    return llvm::Error::success();
  };
  auto ran = ref::Interpreter(std::move(options)).run(function, {});
  if (!ran)
    return ran.takeError();
  SmallVector<Value> values(function.getBody().front().getTerminator()->getOperands());
  for (Operation *expectation : form->expectations)
    values.push_back(expectation->getOperand(0));
  llvm::Expected<ref::LostSubnormals> lost = lostSubnormals(profile);
  if (!lost)
    return lost.takeError();
  auto exact = llvm::map_to_vector(values, [&](Value value) { return known[value]; });
  FlushedValues flushed = flushedValues(function, {}, values, exact, *lost);
  TestPackage test;
  test.runs.emplace_back();
  for (ModelForm::Argument &argument : form->arguments)
    (argument.isParam ? test.params : test.runs[0].inputs)
        .push_back({argument.name, std::move(argument.value)});
  for (auto [value, tensor, other] : llvm::zip_equal(values, exact, flushed))
    test.runs[0].outputs.push_back({std::move(tensor), ref::toleranceFor(value), std::move(other)});
  if (llvm::Error error = writeTestPackage(*form->module, test, profile, folder))
    return error;
  return true;
}

} // namespace rlx::check
