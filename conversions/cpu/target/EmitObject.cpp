// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM IR, its pass pipeline and object code; see EmitObject.h.
//
// Level 1 uses a short pipeline of our own; levels 0, 2 and 3 use LLVM's default ones. Loop and
// vector transformations are limited to those that scheduled kernels profit from.
#include "conversions/cpu/target/EmitObject.h"

#include "conversions/cpu/model/CpuMachine.h"
#include "conversions/cpu/target/ScalarStores.h"
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
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

using namespace mlir;

namespace rlx {
namespace {

// The passes that kernels need and no others. Kernels arrive as scheduled hot loops, so most of the
// default pipeline would change nothing but take as long as code generation. Bodies are simplified
// before they are inlined into the entries: only then do their pointers keep the noalias attribute.
// `unroll-marked` unrolls the loops that UnrollHints.h marks. LLVM's own name for the pass would
// also estimate what every other loop gains, which takes as long as vectorizing.
constexpr StringLiteral kUnrollMarked = "unroll-marked";
constexpr StringLiteral kPipeline =
    "globalopt,function(early-cse,instcombine<no-verify-fixpoint>),cgscc(inline),"
    "function(sroa,simplifycfg,loop-mssa(loop-rotate,licm,simple-loop-unswitch),"
    "loop(loop-idiom,loop-deletion,unroll-marked),loop-vectorize,simplifycfg,early-cse,"
    "loop-mssa(licm),instcombine<no-verify-fixpoint>)";

bool addUnrollMarked(StringRef name, llvm::LoopPassManager &pm,
                     ArrayRef<llvm::PassBuilder::PipelineElement>) {
  if (name != kUnrollMarked)
    return false;
  pm.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/1, /*OnlyWhenForced=*/true));
  return true;
}

llvm::ModulePassManager defaultPipeline(llvm::PassBuilder &passes, unsigned level) {
  if (level == 0)
    return passes.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  return passes.buildPerModuleDefaultPipeline(level == 2 ? llvm::OptimizationLevel::O2
                                                         : llvm::OptimizationLevel::O3);
}

llvm::Error optimise(llvm::Module &module, llvm::TargetMachine &machine, unsigned level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = false; // only loops that UnrollHints.h marks
  llvm::PassBuilder passes(&machine, tuning);
  passes.registerPipelineParsingCallback(addUnrollMarked);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(callGraph);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager pipeline;
  if (level == 1) {
    if (llvm::Error error = passes.parsePassPipeline(pipeline, kPipeline))
      return error;
  } else {
    pipeline = defaultPipeline(passes, level);
  }
  pipeline.run(module, modules);
  return llvm::Error::success();
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

llvm::Error optimiseKernels(llvm::Module &module, llvm::TargetMachine &machine, unsigned optLevel,
                            bool verify) {
  if (llvm::Error error = optimise(module, machine, optLevel))
    return error;
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
