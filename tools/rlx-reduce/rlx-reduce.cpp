// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-reduce: mlir-reduce with the rlx dialects and passes. Shrinks a module while a test script
// finds it interesting (exit code 1).
//
// Use it to turn a large failing model into a small lit test.
#include "conversions/Passes.h"
#include "dialects/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Passes.h"

#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  rlx::registerRLXPasses();
  rlx::registerAllConversionsPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerSymbolDCEPass();
  mlir::MLIRContext context(registry);
  if (mlir::succeeded(mlir::mlirReduceMain(argc, argv, context)))
    return 0;
  // MLIR fails without a message if the test does not find the whole module interesting.
  llvm::errs() << "rlx-reduce: nothing was reduced; the test must end with exit code 1 for the "
                  "module as it is\n";
  return 1;
}
