// Machine code through LLVM; see EmitObject.h.
#include "conversions/linalg_to_cpu/EmitObject.h"

#include "conversions/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "runtime/cpu/CpuFeatures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace mlir;

namespace rlx {
namespace {

// Without what only LLVM can see of the host: the runtime would refuse code that needs it.
std::string hostFeatures() {
  llvm::SubtargetFeatures features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
  for (std::string_view name : rt::knownCpuFeatures())
    if (!rt::hostHasCpuFeature(name))
      features.AddFeature(name, false);
  return features.getString();
}

// LLVM itself only warns, on standard error, and goes on with a generic processor.
bool knowsCpu(const llvm::Target &target, const llvm::Triple &triple, StringRef cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> info(target.createMCSubtargetInfo(triple, "", ""));
  return info && info->isCPUStringValid(cpu);
}

// LLVM ends the process when it is to make 64-bit code for a processor without it.
bool hasWordsOf(const llvm::Target &target, const llvm::Triple &triple, StringRef cpu) {
  if (triple.getArch() != llvm::Triple::x86_64)
    return true;
  std::unique_ptr<llvm::MCSubtargetInfo> info(target.createMCSubtargetInfo(triple, cpu, ""));
  return info && info->checkFeatures("+64bit");
}

// What kernels need of LLVM's middle end, and no more. They come in hot loops already scheduled, so
// that most of the default pipeline has nothing to do but costs as much as code generation. Bodies
// are cleaned up before they are inlined into the entries: only then do their pointers keep the
// promise not to alias.
constexpr StringLiteral kPipeline =
    "globalopt,function(early-cse,instcombine<no-verify-fixpoint>),cgscc(inline),"
    "function(sroa,simplifycfg,loop-mssa(loop-rotate,licm,simple-loop-unswitch),"
    "loop(loop-idiom,loop-deletion,loop-unroll-full),loop-vectorize,simplifycfg,early-cse,"
    "loop-mssa(licm),instcombine<no-verify-fixpoint>)";

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
  tuning.LoopUnrolling = false; // only what UnrollHints.h marks
  llvm::PassBuilder passes(&machine, tuning);
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

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("no code generator for " + triple.str() + ": " + error);
  bool host = options.chip.empty();
  std::string cpu = host ? llvm::sys::getHostCPUName().str() : options.chip;
  std::string features = host && options.features.empty() ? hostFeatures() : options.features;
  llvm::TargetOptions targetOptions;
  if (!knowsCpu(*target, triple, cpu))
    return llvm::createStringError("there is no CPU '" + cpu + "' of kind " +
                                   triple.getArchName().str());
  if (!hasWordsOf(*target, triple, cpu))
    return llvm::createStringError("the CPU '" + cpu + "' has no 64-bit code");
  auto level = options.optLevel >= 2 ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::Less;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features, targetOptions, llvm::Reloc::PIC_, std::nullopt, level));
  if (!machine)
    return llvm::createStringError("no target machine for " + triple.str());
  return machine;
}

std::string vectorFeatures(const TargetOptions &options) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine = createTargetMachine(options);
  if (!machine) {
    llvm::consumeError(machine.takeError()); // Target::check has reported it
    return "";
  }
  const llvm::MCSubtargetInfo &subtarget = *(*machine)->getMCSubtargetInfo();
  static constexpr llvm::StringLiteral x86[] = {"avx512f", "avx512bw", "avx512bf16", "avx512vnni",
                                                "avx2",    "fma",      "f16c"},
                                       arm[] = {"neon"};
  bool isX86 = (*machine)->getTargetTriple().isX86();
  SmallVector<StringRef> names;
  for (llvm::StringLiteral name : isX86 ? ArrayRef(x86) : ArrayRef(arm))
    if (subtarget.checkFeatures(("+" + name).str()))
      names.push_back(name);
  return llvm::join(names, ",");
}

std::vector<std::string> neededFeatures(const llvm::TargetMachine &machine) {
  std::vector<std::string> needed;
  for (std::string_view name : rt::knownCpuFeatures())
    if (machine.getMCSubtargetInfo()->checkFeatures("+" + std::string(name)))
      needed.emplace_back(name);
  return needed;
}

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
  // The kernels are scheduled for the widest vectors there are; LLVM would halve them.
  bool wide = machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
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
