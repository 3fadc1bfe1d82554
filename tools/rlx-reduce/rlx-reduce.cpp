// rlx-reduce: mlir-reduce with the rlx dialects and passes. Shrinks a module while a test script
// still finds it interesting (exit code 1).
#include "conversions/Passes.h"
#include "dialects/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  rlx::registerRLXPasses();
  rlx::registerRLXConversionsPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerSymbolDCEPass();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
