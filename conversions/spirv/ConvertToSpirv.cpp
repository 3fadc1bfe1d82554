// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-convert-to-spirv: makes a spirv.module of each kernel: variables for its arguments, then its
// body by MLIR's conversion patterns, then the fixups that these lack (SpirvFixups.h).
//
// before: func.func @k(%x : memref<?xf32> {lir.binding = 0}, %n : index {lir.scalar = 1}, ..)
// after:  spirv.module @k Logical GLSL450 {
//           spirv.GlobalVariable @binding0_0 bind(0, 0), @scalars (push constants), ..
//           spirv.func @main()    // and its entry point
//         }
#include "conversions/spirv/Passes.h"

#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/lowering/KernelAbi.h"
#include "conversions/gpu/lowering/RemainingCasts.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/spirv/SpirvFixups.h"
#include "conversions/spirv/SpirvPatterns.h"
#include "conversions/spirv/TargetEnv.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Conversion/ArithToSPIRV/ArithToSPIRV.h"
#include "mlir/Conversion/ComplexToSPIRV/ComplexToSPIRV.h"
#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRV.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRV.h"
#include "mlir/Conversion/MemRefToSPIRV/MemRefToSPIRV.h"
#include "mlir/Conversion/SCFToSPIRV/SCFToSPIRV.h"
#include "mlir/Conversion/UBToSPIRV/UBToSPIRV.h"
#include "mlir/Conversion/VectorToSPIRV/VectorToSPIRV.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTTOSPIRVPASS
#include "conversions/spirv/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Converts one kernel.
class KernelConversion {
public:
  KernelConversion(func::FuncOp kernel, spirv::TargetEnvAttr env)
      : kernel(kernel), loc(kernel.getLoc()), env(env), converter(env, SPIRVConversionOptions()),
        abi(rlx::getKernelAbi(kernel)), b(kernel) {}

  FailureOr<spirv::ModuleOp> run() {
    useStorageClasses();
    module = spirv::ModuleOp::create(b, loc, spirv::AddressingModel::Logical,
                                     spirv::MemoryModel::GLSL450, std::nullopt, kernel.getName());
    module->setAttr(spirv::getTargetEnvAttrName(), env);
    b.setInsertionPointToStart(module.getBody());
    auto main = spirv::FuncOp::create(b, loc, "main", b.getFunctionType({}, {}));
    Block *entry = main.addEntryBlock();
    b.setInsertionPointToStart(entry);
    for (BlockArgument argument : kernel.getArguments()) {
      if (argument.use_empty())
        continue;
      Value value = argumentValue(argument);
      if (!value)
        return failure();
      argument.replaceAllUsesWith(value);
    }
    Block &body = kernel.getBody().front();
    Operation *ret = body.getTerminator();
    entry->getOperations().splice(entry->end(), body.getOperations(), body.begin(),
                                  ret->getIterator());
    b.setInsertionPointToEnd(entry);
    spirv::ReturnOp::create(b, loc);
    if (failed(convert()))
      return failure();
    rlx::setKernelAbi(module, abi);
    if (Attribute steps = kernel->getAttr(rlx::kLoopIterationsAttr))
      module->setAttr(rlx::kLoopIterationsAttr, steps);
    return module;
  }

private:
  // Address spaces of the gpu dialect become storage classes, in all types of the kernel.
  void useStorageClasses() {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](gpu::AddressSpaceAttr space) -> std::optional<Attribute> {
      auto storage = [&] {
        switch (space.getValue()) {
        case gpu::AddressSpace::Workgroup:
          return spirv::StorageClass::Workgroup;
        case gpu::AddressSpace::Private:
          return spirv::StorageClass::Function;
        default:
          return spirv::StorageClass::StorageBuffer;
        }
      };
      return spirv::StorageClassAttr::get(space.getContext(), storage());
    });
    replacer.recursivelyReplaceElementsIn(kernel, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }

  // A value of the argument's type, from a variable.
  Value argumentValue(BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (auto binding = kernel.getArgAttrOfType<IntegerAttr>(number, rlx::kBindingAttr);
        binding && memref)
      return buffer(memref, static_cast<unsigned>(binding.getInt()));
    Value word;
    bool isIndex = argument.getType().isIndex();
    if (auto scalar = kernel.getArgAttrOfType<IntegerAttr>(number, rlx::kScalarAttr);
        scalar && isIndex)
      word = scalarAt(scalar.getInt());
    else if (auto which = kernel.getArgAttrOfType<IntegerAttr>(number, rlx::kCoordinateAttr);
             which && isIndex)
      word = coordinate(which.getInt());
    if (!word) {
      rlx::internal(kernel.emitOpError("has argument #")
                    << number << ", which is not part of the kernel ABI");
      return {};
    }
    return UnrealizedConversionCastOp::create(b, loc, argument.getType(), word).getResult(0);
  }

  Value constant(int32_t value) {
    return spirv::ConstantOp::create(b, loc, b.getI32Type(), b.getI32IntegerAttr(value));
  }

  spirv::GlobalVariableOp variable(Type pointer, const Twine &name) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    return spirv::GlobalVariableOp::create(b, loc, TypeAttr::get(pointer), b.getStringAttr(name),
                                           nullptr);
  }

  void bind(spirv::GlobalVariableOp global, unsigned binding) {
    global->setAttr("descriptor_set", b.getI32IntegerAttr(0));
    global->setAttr("binding", b.getI32IntegerAttr(static_cast<int32_t>(binding)));
  }

  Value buffer(MemRefType type, unsigned binding) {
    Type pointer = converter.convertType(type);
    if (!pointer) {
      rlx::unsupported(kernel.emitOpError("has a buffer of ")
                       << type.getElementType() << ", which the device does not support");
      return {};
    }
    auto &seen = views[binding];
    auto global = variable(pointer, "binding" + Twine(binding) + "_" + Twine(seen.size()));
    bind(global, binding);
    seen.push_back(global);
    // One view may read what another one has written.
    if (seen.size() > 1)
      for (spirv::GlobalVariableOp each : seen)
        each->setAttr("aliased", b.getUnitAttr());
    Value address = spirv::AddressOfOp::create(b, loc, global);
    return UnrealizedConversionCastOp::create(b, loc, type, address).getResult(0);
  }

  // All scalars are words of one array: push constants, or a buffer.
  Value scalarAt(int64_t number) {
    if (!scalars) {
      Type element = b.getI32Type();
      Type array = abi.pushesScalars()
                       ? Type(spirv::ArrayType::get(element, abi.numScalars(), sizeof(uint32_t)))
                       : Type(spirv::RuntimeArrayType::get(element, sizeof(uint32_t)));
      spirv::StructType::StructDecorationInfo block(spirv::Decoration::Block, b.getUnitAttr());
      auto storage = abi.pushesScalars() ? spirv::StorageClass::PushConstant
                                         : spirv::StorageClass::StorageBuffer;
      Type structure = abi.pushesScalars() ? spirv::StructType::get({array}, {0u}, {}, {block})
                                           : spirv::StructType::get({array}, {0u});
      auto global = variable(spirv::PointerType::get(structure, storage), "scalars");
      if (!abi.pushesScalars())
        bind(global, abi.scalarsBinding());
      scalars = spirv::AddressOfOp::create(b, loc, global);
    }
    Value pointer = spirv::AccessChainOp::create(
        b, loc, scalars, ValueRange{constant(0), constant(static_cast<int32_t>(number))});
    return spirv::LoadOp::create(b, loc, pointer);
  }

  Value builtin(spirv::BuiltIn name, int32_t dim) {
    Value all = spirv::getBuiltinVariableValue(&module.getBody()->back(), name, b.getI32Type(), b);
    return spirv::CompositeExtractOp::create(b, loc, all, ArrayRef<int32_t>{dim});
  }

  Value coordinate(int64_t which) {
    if (which == rlx::Local)
      return builtin(spirv::BuiltIn::LocalInvocationId, 0);
    Value row = spirv::IMulOp::create(b, loc, builtin(spirv::BuiltIn::WorkgroupId, 1),
                                      builtin(spirv::BuiltIn::NumWorkgroups, 0));
    Value group = spirv::IAddOp::create(b, loc, row, builtin(spirv::BuiltIn::WorkgroupId, 0));
    if (which == rlx::Workgroup)
      return group;
    Value size = constant(static_cast<int32_t>(rlx::workgroupSizeOf(kernel)));
    Value first = spirv::IMulOp::create(b, loc, group, size);
    return spirv::IAddOp::create(b, loc, first, builtin(spirv::BuiltIn::LocalInvocationId, 0));
  }

  LogicalResult convert() {
    MLIRContext *context = module.getContext();
    std::unique_ptr<SPIRVConversionTarget> target = SPIRVConversionTarget::get(env);
    target->addLegalOp<UnrealizedConversionCastOp>();
    RewritePatternSet patterns(context);
    ScfToSPIRVContext loops;
    populateSCFToSPIRVPatterns(converter, loops, patterns);
    arith::populateArithToSPIRVPatterns(converter, patterns);
    populateMathToSPIRVPatterns(converter, patterns);
    populateComplexToSPIRVPatterns(converter, patterns);
    populateGPUToSPIRVPatterns(converter, patterns);
    populateMMAToSPIRVCoopMatrixTypeConversion(converter);
    populateGpuWMMAToSPIRVCoopMatrixKHRConversionPatterns(converter, patterns);
    populateMemRefToSPIRVPatterns(converter, patterns);
    populateVectorToSPIRVPatterns(converter, patterns);
    ub::populateUBToSPIRVConversionPatterns(converter, patterns);
    rlx::populateSpirvPatterns(converter, patterns);
    if (failed(applyFullConversion(module, *target, std::move(patterns))))
      return failure();
    return rlx::removeConversionCasts(module, kernel);
  }

  func::FuncOp kernel;
  Location loc;
  spirv::TargetEnvAttr env;
  SPIRVTypeConverter converter;
  rlx::rt::KernelBindings abi;
  OpBuilder b;
  spirv::ModuleOp module;
  DenseMap<unsigned, SmallVector<spirv::GlobalVariableOp>> views; // by binding
  Value scalars;
};

struct ConvertToSpirv : rlx::impl::ConvertToSpirvPassBase<ConvertToSpirv> {
  using ConvertToSpirvPassBase::ConvertToSpirvPassBase;

  void runOnOperation() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    spirv::TargetEnvAttr env = rlx::targetEnvOf(*profile, getContext());
    for (func::FuncOp kernel : rlx::functionsWithBodies(getOperation())) {
      if (failed(expectFlat(kernel)))
        return signalPassFailure();
      FailureOr<spirv::ModuleOp> module = KernelConversion(kernel, env).run();
      if (failed(module) || failed(finish(*module, kernel, spirv::TargetEnv(env), *profile)))
        return signalPassFailure();
      kernel.erase();
    }
  }

  static LogicalResult expectFlat(func::FuncOp kernel) {
    if (failed(rlx::expectOneBlock(kernel)))
      return failure();
    if (kernel.getNumResults() == 0 && kernel->hasAttr(rlx::kKernelAbiAttr))
      return success();
    return rlx::internal(kernel.emitOpError("is expected to be a kernel on flat buffers"));
  }

  LogicalResult finish(spirv::ModuleOp module, func::FuncOp kernel, const spirv::TargetEnv &env,
                       const rlx::rt::DeviceProfile &profile) {
    if (failed(rlx::initialiseLoopResults(module)))
      return failure();
    rlx::keepArithmetic(module);
    if (kernel->hasAttr(rlx::kBF16MatricesAttr))
      rlx::useBF16Matrices(module);
    if (Attribute attr = kernel->getAttr(rlx::kLinearSubgroupOrderAttr))
      module->setAttr(rlx::kLinearSubgroupOrderAttr, attr);
    rlx::relaxAtomics(module);
    rlx::addEntryPoint(module, {static_cast<int32_t>(rlx::workgroupSizeOf(kernel)), 1, 1}, env,
                       profile);
    OpPassManager tidy(spirv::ModuleOp::getOperationName());
    tidy.addPass(createCanonicalizerPass());
    tidy.addPass(createCSEPass());
    tidy.addPass(spirv::createSPIRVRewriteInsertsPass());
    tidy.addPass(spirv::createSPIRVUpdateVCEPass());
    if (failed(runPipeline(tidy, module)))
      return failure();
    rlx::completeTriple(module, env);
    rlx::useVulkanMemoryModel(module);
    return success();
  }
};

} // namespace
