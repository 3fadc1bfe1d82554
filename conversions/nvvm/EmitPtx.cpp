// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM IR of each kernel, its pass pipeline and PTX; see EmitPtx.h.
//
// Kernels are compiled on all threads of the context, each in an LLVMContext of its own.
#include "conversions/nvvm/EmitPtx.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/lowering/KernelAbi.h"
#include "conversions/kernel/RunLlvmPasses.h"
#include "conversions/nvvm/FloatBits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Threading.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "runtime/cuda/kernel/CudaImage.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <mutex>

using namespace mlir;

namespace rlx {
namespace {

// The PTX that drivers from CUDA 12.1 on read. Kernels have up to 32 KiB of parameters from it on.
constexpr llvm::StringLiteral kPtxVersion = "+ptx81";

const llvm::Target *findNvptx(std::string &error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  return llvm::TargetRegistry::lookupTarget(llvm::Triple("nvptx64-nvidia-cuda"), error);
}

std::unique_ptr<llvm::TargetMachine> makeMachine(const rt::DeviceProfile &profile,
                                                 bool isArchitecture, std::string &error) {
  const llvm::Target *target = findNvptx(error);
  if (!target)
    return nullptr;
  const std::string chip = "sm_" +
                           std::to_string(profile.versionMajor * 10 + profile.versionMinor) +
                           (isArchitecture ? "a" : "");
  llvm::TargetOptions options;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(llvm::Triple("nvptx64-nvidia-cuda"), chip, kPtxVersion, options,
                                  std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

template <typename... Passes>
auto loopPasses(Passes &&...passes) {
  llvm::LoopPassManager manager;
  (manager.addPass(std::forward<Passes>(passes)), ...);
  return llvm::createFunctionToLoopPassAdaptor(std::move(manager), /*UseMemorySSA=*/true);
}

llvm::InstCombinePass combineOnce() {
  return llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false));
}

// Arrays of a thread must end up in registers: loops over them are unrolled, then SROA splits them.
// The passes are classes, since a pipeline in text would link all passes of LLVM into a program.
llvm::ModulePassManager kernelPipeline() {
  using namespace llvm;
  FunctionPassManager function;
  function.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  function.addPass(combineOnce());
  function.addPass(SimplifyCFGPass());
  function.addPass(loopPasses(LoopRotatePass(), LICMPass(LICMOptions())));
  function.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/2)));
  function.addPass(SROAPass(SROAOptions::ModifyCFG));
  function.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  function.addPass(combineOnce());
  function.addPass(SimplifyCFGPass());
  function.addPass(loopPasses(LICMPass(LICMOptions())));
  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(function)));
  return pipeline;
}

// The PTX of one kernel, or an error.
std::string compile(gpu::GPUModuleOp kernel, const rt::DeviceProfile &profile, bool verify,
                    std::string &ptx) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine =
      makeMachine(profile, kernel->hasAttr(kArchitectureAttr), error);
  if (!machine)
    return error;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(kernel, context, kernel.getName(), /*disableVerification=*/!verify);
  if (!module)
    return "it could not be translated to LLVM IR";
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  runLlvmPasses(kernelPipeline(), *module, *machine);
  moveTruncatedFloatBits(*module);
  llvm::raw_string_ostream os(error);
  if (verify && llvm::verifyModule(*module, &os))
    return "LLVM's optimiser left invalid code: " + error;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream into(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, into, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return "this build of LLVM cannot write PTX";
  passes.run(*module);
  ptx.assign(bytes.begin(), bytes.end());
  return "";
}

} // namespace

// Factors and numbers of kernel dims in a product.
static void addFactors(AffineExpr size, rt::CudaTensorDim &into) {
  if (auto known = dyn_cast<AffineConstantExpr>(size)) {
    into.factor *= static_cast<uint64_t>(known.getValue());
  } else if (auto symbol = dyn_cast<AffineSymbolExpr>(size)) {
    into.dims.push_back(symbol.getPosition());
  } else {
    auto product = cast<AffineBinaryOpExpr>(size);
    assert(product.getKind() == AffineExprKind::Mul && "sizes of tensor maps are products");
    addFactors(product.getLHS(), into);
    addFactors(product.getRHS(), into);
  }
}

static rt::CudaTensorMap tensorMapOf(DictionaryAttr description) {
  constexpr uint32_t kBytes = 2; // elements of 16 bits
  rt::CudaTensorMap map;
  map.operand = static_cast<uint32_t>(description.getAs<IntegerAttr>("operand").getInt());
  map.elementBytes = kBytes;
  const AffineMap sizes = description.getAs<AffineMapAttr>("sizes").getValue();
  for (auto [size, box] : llvm::zip_equal(
           sizes.getResults(), description.getAs<DenseI64ArrayAttr>("box").asArrayRef())) {
    rt::CudaTensorDim &dim = map.dims.emplace_back();
    addFactors(size, dim);
    dim.box = static_cast<uint32_t>(box);
  }
  return map;
}

llvm::Expected<TargetCode> emitPtx(ModuleOp kernels, const rt::DeviceProfile &profile,
                                   bool keepForms, bool verify) {
  MLIRContext &context = *kernels.getContext();
  registerBuiltinDialectTranslation(context);
  registerGPUDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  registerNVVMDialectTranslation(context);
  SmallVector<gpu::GPUModuleOp> modules(kernels.getOps<gpu::GPUModuleOp>());
  rt::CudaImage image;
  image.kernels.resize(modules.size());
  std::vector<std::string> errors(modules.size());
  parallelFor(&context, 0, modules.size(), [&](size_t i) {
    errors[i] = compile(modules[i], profile, verify, image.kernels[i].ptx);
  });
  TargetCode code;
  bool isArchitecture = false;
  for (auto [module, kernel, error] : llvm::zip_equal(modules, image.kernels, errors)) {
    if (!error.empty())
      return llvm::createStringError("kernel '" + module.getName() +
                                     "' could not be compiled to PTX: " + error);
    static_cast<rt::KernelBindings &>(kernel) = getKernelAbi(module);
    kernel.name = module.getName().str();
    kernel.threads = static_cast<uint32_t>(workgroupSizeOf(module));
    for (bool reads : module->getAttrOfType<DenseBoolArrayAttr>(kReadsAttr).asArrayRef())
      kernel.reads.push_back(reads);
    if (auto bytes = module->getAttrOfType<IntegerAttr>(kSharedBytesAttr))
      kernel.sharedBytes = static_cast<uint32_t>(bytes.getInt());
    if (auto maps = module->getAttrOfType<ArrayAttr>(kTensorMapsAttr))
      for (DictionaryAttr map : maps.getAsRange<DictionaryAttr>())
        kernel.maps.push_back(tensorMapOf(map));
    isArchitecture |= module->hasAttr(kArchitectureAttr);
    if (keepForms)
      code.text += kernel.ptx;
  }
  // Drivers compile PTX of one capability for all later ones.
  code.features.push_back("computeCapability>=" +
                          std::to_string(profile.versionMajor * 10 + profile.versionMinor));
  if (isArchitecture)
    code.features.push_back("wgmma");
  rt::StatusOr<std::vector<uint8_t>> binary = rt::encodeCudaImage(image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  return std::move(code);
}

} // namespace rlx
