// rlx-opt: mlir-opt with the rlx dialects, passes and phase pipelines; upstream passes are there
// too, so that a pipeline can be taken apart.
#include "compiler/Phases.h"
#include "conversions/Passes.h"
#include "conversions/Register.h"
#include "dialects/Register.h"
#include "passes/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  rlx::registerConversionInterfaces(registry);
  rlx::registerRLXPasses();
  rlx::registerRLXConversionsPasses();
  rlx::registerPhasePipelines();
  mlir::registerAllPasses();
  return mlir::failed(mlir::MlirOptMain(argc, argv, "RLX pass driver\n", registry));
}
