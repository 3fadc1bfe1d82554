// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-opt: mlir-opt with the rlx dialects, passes and phase pipelines.
//
// Upstream passes are registered too, so that you can run a pipeline pass by pass.
#include "compiler/Phases.h"
#include "conversions/OpSupport.h"
#include "conversions/Passes.h"
#include "conversions/Register.h"
#include "dialects/Register.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/Passes.h"
#include "tools/rlx-run-rt/OutputFiles.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

namespace {

llvm::cl::opt<bool> printsOpSupport("rlx-print-op-support",
                                    llvm::cl::desc("Print what is there for every op, and stop"));

int printOpSupport(const mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry);
  context.loadDialect<rlx::RLXDialect>();
  std::vector<std::string> holes = rlx::printOpSupport(context, llvm::outs());
  for (const std::string &hole : holes)
    llvm::errs() << "rlx-opt: " << hole << "\n";
  return holes.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  rlx::run::openStandardFiles();
  llvm::InitLLVM init(argc, argv);
  rlx::run::ignoreFileSizeSignal();
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  rlx::registerConversionInterfaces(registry);
  rlx::registerRLXPasses();
  rlx::registerAllConversionsPasses();
  rlx::registerPhasePipelines();
  mlir::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(argc, argv, "RLX pass driver", registry);
  if (printsOpSupport)
    return printOpSupport(registry);
  // MLIR opens the output before it reads a large input.
  rlx::rt::Status keeps =
      rlx::run::checkKeepsInputs({{rlx::run::OutputPath::Kind::File, "-o", output}}, {input});
  if (!keeps.ok()) {
    llvm::errs() << "rlx-opt: error: " << keeps.message() << "\n";
    return 1;
  }
  return mlir::failed(mlir::MlirOptMain(argc, argv, input, output, registry));
}
