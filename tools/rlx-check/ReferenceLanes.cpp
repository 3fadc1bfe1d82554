// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lanes of the reference interpreter: the file as it is, and after rlx-decompose-ops.
//
// The second shows that decompositions agree with the definitions of their ops.
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"
#include "tools/rlx-check/Lane.h"
#include "tools/rlx-check/UserKernels.h"

using namespace mlir;

namespace rlx::check {
namespace {

ref::Interpreter interpreter() {
  ref::InterpreterOptions options;
  options.userKernel = runReferenceKernel;
  return ref::Interpreter(std::move(options));
}

class ReferenceLane : public Lane {
public:
  StringRef name() const override { return "reference"; }
  llvm::Expected<SmallVector<ref::Tensor>> run(func::FuncOp function) override {
    return interpreter().run(function, {});
  }
};

class DecomposeLane : public Lane {
public:
  StringRef name() const override { return "decompose"; }

  llvm::Expected<SmallVector<ref::Tensor>> run(func::FuncOp function) override {
    OwningOpRef<ModuleOp> copy = isolate(function);
    PassManager manager(copy->getContext());
    manager.addPass(createDecomposeOpsPass());
    if (failed(manager.run(*copy)))
      return llvm::createStringError("rlx-decompose-ops failed");
    return interpreter().run(copy->lookupSymbol<func::FuncOp>(function.getName()), {});
  }
};

} // namespace

std::unique_ptr<Lane> createReferenceLane() {
  return std::make_unique<ReferenceLane>();
}
std::unique_ptr<Lane> createDecomposeLane() {
  return std::make_unique<DecomposeLane>();
}

} // namespace rlx::check
