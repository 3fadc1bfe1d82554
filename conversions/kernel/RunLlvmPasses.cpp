// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers all analyses for a run of passes (see RunLlvmPasses.h).
#include "conversions/kernel/RunLlvmPasses.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace rlx {

void runLlvmPasses(llvm::ModulePassManager passes, llvm::Module &module,
                   llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  passes.run(module, modules);
}

} // namespace rlx
