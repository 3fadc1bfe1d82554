// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM IR, its pass pipeline and object code; see EmitObject.h.
//
// The pipeline is short. Loop and vector transformations are limited to those that scheduled
// kernels profit from.
#include "conversions/cpu/target/EmitObject.h"

#include "conversions/cpu/model/CpuMachine.h"
#include "conversions/cpu/target/ScalarStores.h"
#include "conversions/kernel/RunLlvmPasses.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace mlir;

namespace rlx {
namespace {

template <typename... Passes>
llvm::FunctionPassManager functionPasses(Passes &&...passes) {
  llvm::FunctionPassManager manager;
  (manager.addPass(std::forward<Passes>(passes)), ...);
  return manager;
}

template <typename... Passes>
auto loopPasses(bool useMemorySSA, Passes &&...passes) {
  llvm::LoopPassManager manager;
  (manager.addPass(std::forward<Passes>(passes)), ...);
  return llvm::createFunctionToLoopPassAdaptor(std::move(manager), useMemorySSA);
}

llvm::InstCombinePass combineOnce() {
  return llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false));
}

llvm::ModulePassManager inlining() {
  llvm::CGSCCPassManager manager;
  manager.addPass(llvm::InlinerPass());
  llvm::ModulePassManager result;
  result.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(std::move(manager)));
  return result;
}

// The passes that kernels need and no others. Kernels arrive as scheduled hot loops, so most of the
// default pipeline would change nothing but take as long as code generation. Bodies are simplified
// before they are inlined into the entries: only then do their pointers keep the noalias attribute.
// The passes are classes: a pipeline in text would link all passes of LLVM into a program.
llvm::ModulePassManager kernelPipeline() {
  using namespace llvm;
  ModulePassManager pipeline;
  pipeline.addPass(GlobalOptPass());
  pipeline.addPass(
      createModuleToFunctionPassAdaptor(functionPasses(EarlyCSEPass(), combineOnce())));
  pipeline.addPass(inlining());
  pipeline.addPass(createModuleToFunctionPassAdaptor(functionPasses(
      SROAPass(SROAOptions::ModifyCFG), SimplifyCFGPass(),
      loopPasses(/*useMemorySSA=*/true, LoopRotatePass(), LICMPass(LICMOptions()),
                 SimpleLoopUnswitchPass()),
      // Unrolls the loops that UnrollHints.h marks. To estimate what every other loop gains would
      // take as long as vectorizing.
      loopPasses(/*useMemorySSA=*/false, LoopIdiomRecognizePass(), LoopDeletionPass(),
                 LoopFullUnrollPass(/*OptLevel=*/1, /*OnlyWhenForced=*/true)),
      LoopVectorizePass(), SimplifyCFGPass(), EarlyCSEPass(),
      loopPasses(/*useMemorySSA=*/true, LICMPass(LICMOptions())), combineOnce())));
  return pipeline;
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> translateKernels(ModuleOp kernels,
                                                               llvm::LLVMContext &context,
                                                               llvm::TargetMachine &machine,
                                                               bool verify) {
  registerBuiltinDialectTranslation(*kernels.getContext());
  registerLLVMDialectTranslation(*kernels.getContext());
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernels, context, "kernels", /*disableVerification=*/!verify);
  if (!module)
    return llvm::createStringError("kernels could not be translated to LLVM IR");
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  // Kernels are scheduled for the widest vectors. LLVM would halve them by default.
  bool wide = hasFeature(machine, "avx512f");
  for (llvm::Function &function : *module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    if (wide)
      function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  return module;
}

llvm::Error optimiseKernels(llvm::Module &module, llvm::TargetMachine &machine, bool verify) {
  runLlvmPasses(kernelPipeline(), module, machine);
  replaceStoresOfOneLane(module);
  std::string error;
  llvm::raw_string_ostream os(error);
  if (verify && llvm::verifyModule(module, &os))
    return llvm::createStringError("LLVM's optimiser left invalid code: " + error);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                               llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("this target cannot emit object files");
  passes.run(module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), "kernels.o",
                                                         /*RequiresNullTerminator=*/false);
}

} // namespace rlx
