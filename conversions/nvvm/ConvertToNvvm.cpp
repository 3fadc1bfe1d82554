// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-convert-to-nvvm: makes a gpu.module of each kernel, with one llvm.func. Its parameters are
// those of runtime/cuda/kernel/CudaKernel.h; the body goes through MLIR's conversion patterns and
// RLX's own (NvvmPatterns.h).
//
// before: func.func @k(%x : memref<?xf32> {lir.binding = 0}, %n : index {lir.scalar = 1}, ..)
// after:  gpu.module @k {
//           llvm.func @kernel(%x : !llvm.ptr<1>, %n : i32) attributes {nvvm.kernel, ..}
//         }
#include "conversions/nvvm/Passes.h"

#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/lowering/KernelAbi.h"
#include "conversions/gpu/lowering/RemainingCasts.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/nvvm/EmitPtx.h"
#include "conversions/nvvm/NvvmMatrices.h"
#include "conversions/nvvm/NvvmPatterns.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "passes/FunctionPass.h"
#include "runtime/cuda/kernel/CudaKernel.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTTONVVMPASS
#include "conversions/nvvm/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Converts one kernel.
class KernelConversion {
public:
  explicit KernelConversion(func::FuncOp kernel)
      : kernel(kernel), loc(kernel.getLoc()), options(indexOptions(kernel.getContext())),
        converter(kernel.getContext(), options), abi(rlx::getKernelAbi(kernel)), b(kernel) {
    rlx::convertFlatBuffers(converter);
    rlx::convertMatrices(converter);
  }

  FailureOr<gpu::GPUModuleOp> run() {
    module = gpu::GPUModuleOp::create(b, loc, kernel.getName());
    b.setInsertionPointToEnd(module.getBody());
    findMaps();
    kernel.walk([&](rlx::lir::DynamicSharedMemoryOp op) {
      module->setAttr(rlx::kSharedBytesAttr, op.getBytesAttr());
    });
    findWrites();
    addFunction();
    if (failed(takeBody()) || failed(convert()))
      return failure();
    if (kernel->hasAttr(rlx::kArchitectureAttr))
      module->setAttr(rlx::kArchitectureAttr, b.getUnitAttr());
    rlx::setKernelAbi(module, abi);
    module->setAttr(rlx::kWorkgroupSizeAttr, b.getI64IntegerAttr(rlx::workgroupSizeOf(kernel)));
    return module;
  }

private:
  static LowerToLLVMOptions indexOptions(MLIRContext *context) {
    LowerToLLVMOptions options(context);
    options.overrideIndexBitwidth(32);
    return options;
  }

  IntegerAttr attributeOf(BlockArgument argument, StringRef name) {
    return kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), name);
  }

  void findMaps() {
    SmallVector<Attribute> descriptions;
    for (BlockArgument argument : kernel.getArguments())
      if (auto description = kernel.getArgAttrOfType<DictionaryAttr>(argument.getArgNumber(),
                                                                     rlx::kTensorMapAttr)) {
        maps.push_back({argument, description});
        descriptions.push_back(description);
      }
    if (!maps.empty())
      module->setAttr(rlx::kTensorMapsAttr, b.getArrayAttr(descriptions));
  }

  // Which buffers the kernel writes, and which it reads.
  void findWrites() {
    kernel.walk([&](Operation *op) {
      auto note = [&](Value memory, DenseSet<int64_t> &into) {
        auto argument = dyn_cast<BlockArgument>(memory);
        if (argument && argument.getOwner() == &kernel.getBody().front())
          if (IntegerAttr binding = attributeOf(argument, rlx::kBindingAttr))
            into.insert(binding.getInt());
      };
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        note(load.getMemRef(), read);
      } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
        note(store.getMemRef(), written);
      } else {
        for (Value operand : op->getOperands()) {
          note(operand, read);
          note(operand, written);
        }
      }
    });
    for (const MapArgument &map : maps)
      read.insert(map.description.getAs<IntegerAttr>("operand").getInt());
    SmallVector<bool> reads;
    for (uint32_t i = 0; i < abi.operands; ++i)
      reads.push_back(read.contains(i));
    module->setAttr(rlx::kReadsAttr, b.getDenseBoolArrayAttr(reads));
  }

  // Buffers of one dispatch do not overlap, unless they are the same operand.
  void addFunction() {
    SmallVector<Type> types;
    SmallVector<Attribute> attributes;
    auto pointer = LLVM::LLVMPointerType::get(b.getContext(), 1);
    auto addBuffer = [&](uint32_t binding) {
      numberOf[binding] = types.size();
      types.push_back(pointer);
      NamedAttrList marks;
      marks.set(LLVM::LLVMDialect::getNoAliasAttrName(), b.getUnitAttr());
      if (!written.contains(binding))
        marks.set(LLVM::LLVMDialect::getReadonlyAttrName(), b.getUnitAttr());
      if (abi.needsAligned && binding < abi.operands)
        marks.set(LLVM::LLVMDialect::getAlignAttrName(),
                  b.getI64IntegerAttr(rlx::rt::kOperandAlignment));
      attributes.push_back(marks.getDictionary(b.getContext()));
    };
    for (uint32_t i = 0; i < abi.operands; ++i)
      addBuffer(i);
    if (abi.usesStatus)
      addBuffer(abi.statusBinding());
    if (abi.usesWorkspace)
      addBuffer(abi.workspaceBinding());
    firstDim = types.size();
    for (uint32_t i = 0; i < abi.dims; ++i) {
      types.push_back(b.getI32Type());
      attributes.push_back(b.getDictionaryAttr({}));
    }
    firstMap = types.size();
    for (size_t i = 0; i < maps.size(); ++i) {
      types.push_back(LLVM::LLVMPointerType::get(b.getContext()));
      attributes.push_back(mapMarks());
    }
    auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(b.getContext()), types);
    function = LLVM::LLVMFuncOp::create(b, loc, rlx::rt::kCudaEntry, type);
    function.setAllArgAttrs(attributes);
    function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), b.getUnitAttr());
    const auto threads = static_cast<int32_t>(rlx::workgroupSizeOf(kernel));
    function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                      b.getDenseI32ArrayAttr({threads, 1, 1}));
  }

  // A tensor map is a parameter by value that the kernel does not change.
  Attribute mapMarks() {
    constexpr unsigned kWords = 16;
    constexpr int64_t kAlignment = 64;
    NamedAttrList marks;
    marks.set(LLVM::LLVMDialect::getByValAttrName(),
              TypeAttr::get(LLVM::LLVMArrayType::get(b.getI64Type(), kWords)));
    marks.set(LLVM::LLVMDialect::getAlignAttrName(), b.getI64IntegerAttr(kAlignment));
    marks.set(NVVM::NVVMDialect::getGridConstantAttrName(), b.getUnitAttr());
    return marks.getDictionary(b.getContext());
  }

  LogicalResult takeBody() {
    const SmallVector<BlockArgument> old(kernel.getArguments());
    Region &body = function.getBody();
    body.takeBody(kernel.getBody());
    Block &entry = body.front();
    const unsigned numOld = entry.getNumArguments();
    for (Type type : function.getArgumentTypes())
      entry.addArgument(type, loc);
    parameters = entry.getArguments().drop_front(numOld);
    b.setInsertionPointToStart(&entry);
    for (BlockArgument argument : old) {
      if (argument.use_empty())
        continue;
      Value value = valueOf(argument);
      if (!value)
        return rlx::internal(kernel.emitOpError("has argument #")
                             << argument.getArgNumber() << ", which is not part of the kernel ABI");
      argument.replaceAllUsesWith(
          UnrealizedConversionCastOp::create(b, loc, argument.getType(), value).getResult(0));
    }
    entry.eraseArguments(0, numOld);
    SmallVector<func::ReturnOp> returns(body.getOps<func::ReturnOp>());
    for (func::ReturnOp op : returns) {
      b.setInsertionPoint(op);
      LLVM::ReturnOp::create(b, loc, ValueRange());
      op.erase();
    }
    return success();
  }

  // The value of an argument. Null if it is not of the ABI.
  Value valueOf(BlockArgument argument) {
    if (IntegerAttr binding = attributeOf(argument, rlx::kBindingAttr)) {
      auto found = numberOf.find(static_cast<uint32_t>(binding.getInt()));
      return found == numberOf.end() ? Value() : parameters[found->second];
    }
    if (IntegerAttr scalar = attributeOf(argument, rlx::kScalarAttr)) {
      const auto number = static_cast<uint32_t>(scalar.getInt());
      // A pointer is the first byte of its operand.
      return number < abi.operands ? constant(0) : parameters[firstDim + number - abi.operands];
    }
    for (auto [number, map] : llvm::enumerate(maps))
      if (map.argument == argument)
        return parameters[firstMap + number];
    IntegerAttr which = attributeOf(argument, rlx::kCoordinateAttr);
    return which ? coordinate(which.getInt()) : Value();
  }

  Value constant(int32_t value) { return LLVM::ConstantOp::create(b, loc, b.getI32Type(), value); }

  Value coordinate(int64_t which) {
    Type word = b.getI32Type();
    Value thread = NVVM::ThreadIdXOp::create(b, loc, word);
    if (which == rlx::Local)
      return thread;
    Value row = LLVM::MulOp::create(b, loc, NVVM::BlockIdYOp::create(b, loc, word),
                                    NVVM::GridDimXOp::create(b, loc, word));
    Value block = LLVM::AddOp::create(b, loc, row, NVVM::BlockIdXOp::create(b, loc, word));
    if (which == rlx::Workgroup)
      return block;
    Value size = constant(static_cast<int32_t>(rlx::workgroupSizeOf(kernel)));
    return LLVM::AddOp::create(b, loc, LLVM::MulOp::create(b, loc, block, size), thread);
  }

  LogicalResult convert() {
    MLIRContext *context = module.getContext();
    LLVMConversionTarget target(*context);
    target.addLegalDialect<NVVM::NVVMDialect>();
    target.addLegalOp<UnrealizedConversionCastOp>();
    RewritePatternSet patterns(context);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    rlx::populateNvvmPatterns(converter, patterns);
    rlx::populateMatrixPatterns(converter, patterns, kernel->hasAttr(rlx::kBF16MatricesAttr));
    if (failed(applyFullConversion(function, target, std::move(patterns))))
      return failure();
    if (failed(expectInstructions()) || failed(convertPtx()))
      return failure();
    return rlx::removeConversionCasts(function, kernel);
  }

  // Ops without an intrinsic, such as wgmma, become assembly.
  LogicalResult convertPtx() {
    ConversionTarget target(*module.getContext());
    target.addLegalDialect<LLVM::LLVMDialect>();
    RewritePatternSet patterns(module.getContext());
    populateNVVMToLLVMConversionPatterns(patterns);
    return applyPartialConversion(function, target, std::move(patterns));
  }

  // LLVM ends the process for functions that neither PTX nor a library has.
  LogicalResult expectInstructions() {
    const WalkResult found = function.walk([&](Operation *op) {
      const bool isDouble = llvm::any_of(
          op->getResultTypes(), [](Type type) { return getElementTypeOrSelf(type).isF64(); });
      const bool isMissing =
          isa<LLVM::ExpOp, LLVM::Exp10Op, LLVM::LogOp, LLVM::Log10Op, LLVM::Log2Op, LLVM::SinOp,
              LLVM::CosOp, LLVM::TanOp, LLVM::PowOp, LLVM::PowIOp, LLVM::FRemOp>(op) ||
          (isDouble && isa<LLVM::Exp2Op>(op));
      if (!isMissing)
        return WalkResult::advance();
      (void)rlx::unsupported(op->emitOpError("has no instruction on CUDA devices"));
      return WalkResult::interrupt();
    });
    return failure(found.wasInterrupted());
  }

  func::FuncOp kernel;
  Location loc;
  LowerToLLVMOptions options;
  LLVMTypeConverter converter;
  rlx::rt::KernelBindings abi;
  OpBuilder b;
  gpu::GPUModuleOp module;
  LLVM::LLVMFuncOp function;
  DenseSet<int64_t> read, written;     // bindings
  DenseMap<uint32_t, size_t> numberOf; // parameters, by binding
  size_t firstDim = 0;                 // parameter of the first dim
  struct MapArgument {
    BlockArgument argument;
    DictionaryAttr description;
  };
  SmallVector<MapArgument> maps;
  size_t firstMap = 0; // parameter of the first map
  MutableArrayRef<BlockArgument> parameters;
};

struct ConvertToNvvm : rlx::impl::ConvertToNvvmPassBase<ConvertToNvvm> {
  void runOnOperation() override {
    for (func::FuncOp kernel : rlx::functionsWithBodies(getOperation())) {
      if (kernel.getNumResults() != 0 || !kernel->hasAttr(rlx::kKernelAbiAttr)) {
        (void)rlx::internal(kernel.emitOpError("is expected to be a kernel on flat buffers"));
        return signalPassFailure();
      }
      if (failed(KernelConversion(kernel).run()))
        return signalPassFailure();
      kernel.erase();
    }
  }
};

} // namespace
