// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-interpret`: runs the functions of a module in the reference interpreter. Changes
// nothing.
//
// Functions with arguments are skipped. A failed check.expect_* op fails the pass.
#include "passes/Passes.h"

#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx {
#define GEN_PASS_DEF_INTERPRETPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

struct Interpret : rlx::impl::InterpretPassBase<Interpret> {
  using InterpretPassBase::InterpretPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (function.getNumArguments() != 0 || function.isExternal())
        continue;
      auto results = rlx::ref::Interpreter().run(function, {});
      if (!results) {
        rlx::ref::emitDiagnostics(results.takeError(), function->getLoc());
        signalPassFailure();
      } else if (print) {
        printResults(function, *results);
      }
    }
  }

  void printResults(FunctionOpInterface function, ArrayRef<rlx::ref::Tensor> results) {
    for (auto [i, result] : llvm::enumerate(results))
      llvm::errs() << '@' << function.getName() << '#' << i << " = "
                   << rlx::ref::toElements(result, INT64_MAX) << '\n';
  }
};

} // namespace
