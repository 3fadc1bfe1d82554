// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns for ops on flat buffers and for ops between threads (see NvvmPatterns.h).
//
// A buffer is a pointer, and an access adds its index to it. Truth values are bytes in memory.
#include "conversions/nvvm/NvvmPatterns.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr unsigned kGlobal = 1, kShared = 3;
constexpr int64_t kSharedAlignment = 16; // the widest access of a thread
constexpr int32_t kAllLanes = -1, kWarpSize = 32;

unsigned addressSpaceOf(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  if (!space)
    return 0;
  switch (space.getValue()) {
  case gpu::AddressSpace::Workgroup:
    return kShared;
  case gpu::AddressSpace::Private:
    return 0;
  default:
    return kGlobal;
  }
}

template <typename Op>
class MemoryPattern : public ConvertOpToLLVMPattern<Op> {
public:
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

protected:
  // The type of an element in memory.
  Type storedType(MemRefType type) const {
    Type element = type.getElementType();
    return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                                : this->getTypeConverter()->convertType(element);
  }
  // Null if the buffer is not flat.
  Value elementPointer(OpBuilder &b, Location loc, MemRefType type, Value base,
                       ValueRange indices) const {
    if (indices.size() != 1 || !storedType(type))
      return {};
    // An index has 32 bits and is unsigned; LLVM would extend its sign.
    Value index = LLVM::ZExtOp::create(b, loc, b.getI64Type(), indices.front());
    return LLVM::GEPOp::create(b, loc, base.getType(), storedType(type), base, index);
  }
};

struct LoadPattern : MemoryPattern<memref::LoadOp> {
  using MemoryPattern::MemoryPattern;

  LogicalResult matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, loc, type, adaptor.getMemref(), adaptor.getIndices());
    if (!pointer)
      return failure();
    Value value = LLVM::LoadOp::create(rewriter, loc, storedType(type), pointer);
    if (type.getElementType().isInteger(1))
      value = LLVM::TruncOp::create(rewriter, loc, rewriter.getI1Type(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct StorePattern : MemoryPattern<memref::StoreOp> {
  using MemoryPattern::MemoryPattern;

  LogicalResult matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, loc, type, adaptor.getMemref(), adaptor.getIndices());
    if (!pointer)
      return failure();
    Value value = adaptor.getValue();
    if (type.getElementType().isInteger(1))
      value = LLVM::ZExtOp::create(rewriter, loc, rewriter.getI8Type(), value);
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, value, pointer);
    return success();
  }
};

std::optional<LLVM::AtomicBinOp> atomicOf(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::addf:
    return LLVM::AtomicBinOp::fadd;
  case arith::AtomicRMWKind::addi:
    return LLVM::AtomicBinOp::add;
  case arith::AtomicRMWKind::assign:
    return LLVM::AtomicBinOp::xchg;
  case arith::AtomicRMWKind::maxs:
    return LLVM::AtomicBinOp::max;
  case arith::AtomicRMWKind::maxu:
    return LLVM::AtomicBinOp::umax;
  case arith::AtomicRMWKind::mins:
    return LLVM::AtomicBinOp::min;
  case arith::AtomicRMWKind::minu:
    return LLVM::AtomicBinOp::umin;
  case arith::AtomicRMWKind::ori:
    return LLVM::AtomicBinOp::_or;
  case arith::AtomicRMWKind::andi:
    return LLVM::AtomicBinOp::_and;
  default:
    return std::nullopt;
  }
}

struct AtomicPattern : MemoryPattern<memref::AtomicRMWOp> {
  using MemoryPattern::MemoryPattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    std::optional<LLVM::AtomicBinOp> kind = atomicOf(op.getKind());
    Value pointer = elementPointer(rewriter, op.getLoc(), op.getMemRefType(), adaptor.getMemref(),
                                   adaptor.getIndices());
    if (!kind || !pointer)
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::AtomicRMWOp>(op, *kind, pointer, adaptor.getValue(),
                                                   LLVM::AtomicOrdering::monotonic);
    return success();
  }
};

// Shared memory of the block.
struct SharedPattern : MemoryPattern<memref::AllocOp> {
  using MemoryPattern::MemoryPattern;

  LogicalResult matchAndRewrite(memref::AllocOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (addressSpaceOf(type) != kShared || !type.hasStaticShape() || !storedType(type))
      return failure();
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto array =
        LLVM::LLVMArrayType::get(storedType(type), static_cast<uint64_t>(type.getNumElements()));
    LLVM::GlobalOp global;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      const auto number = llvm::range_size(module.getOps<LLVM::GlobalOp>());
      global = LLVM::GlobalOp::create(rewriter, op.getLoc(), array, /*isConstant=*/false,
                                      LLVM::Linkage::Internal, "shared" + std::to_string(number),
                                      Attribute(), kSharedAlignment, kShared);
    }
    rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(op, global);
    return success();
  }
};

// Memory of the thread.
struct PrivatePattern : MemoryPattern<memref::AllocaOp> {
  using MemoryPattern::MemoryPattern;

  LogicalResult matchAndRewrite(memref::AllocaOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!type.hasStaticShape() || !storedType(type))
      return failure();
    auto array =
        LLVM::LLVMArrayType::get(storedType(type), static_cast<uint64_t>(type.getNumElements()));
    Value one = LLVM::ConstantOp::create(rewriter, op.getLoc(), rewriter.getI32Type(), 1);
    rewriter.replaceOpWithNewOp<LLVM::AllocaOp>(op, LLVM::LLVMPointerType::get(op.getContext()),
                                                array, one);
    return success();
  }
};

struct BarrierPattern : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::BarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Barrier0Op>(op);
    return success();
  }
};

struct SubgroupBarrierPattern : ConvertOpToLLVMPattern<lir::SubgroupBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(lir::SubgroupBarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value all = LLVM::ConstantOp::create(rewriter, op.getLoc(), rewriter.getI32Type(), kAllLanes);
    rewriter.replaceOpWithNewOp<NVVM::SyncWarpOp>(op, all);
    return success();
  }
};

// An array without a size: the launch gives the bytes. The alignment is that of the 128-byte
// swizzle.
struct DynamicSharedPattern : ConvertOpToLLVMPattern<lir::DynamicSharedMemoryOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(lir::DynamicSharedMemoryOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr uint64_t kAlignment = 1024;
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), 0);
    LLVM::GlobalOp global;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      global = LLVM::GlobalOp::create(rewriter, op.getLoc(), type, /*isConstant=*/false,
                                      LLVM::Linkage::External, "dynamic_shared", Attribute(),
                                      kAlignment, kShared);
    }
    Value address = LLVM::AddressOfOp::create(rewriter, op.getLoc(), global);
    rewriter.replaceOpWithNewOp<LLVM::PtrToIntOp>(op, rewriter.getI32Type(), address);
    return success();
  }
};

struct DotBytesPattern : ConvertOpToLLVMPattern<lir::DotBytesOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(lir::DotBytesOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto bytes = [&](Value word) -> Value {
      return LLVM::BitcastOp::create(rewriter, loc, VectorType::get({4}, rewriter.getI8Type()),
                                     word);
    };
    Value zero = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), 0);
    rewriter.replaceOpWithNewOp<NVVM::DotAccumulate4WayOp>(
        op, rewriter.getI32Type(), bytes(adaptor.getLhs()), NVVM::DotAccumulateType::SIGNED,
        bytes(adaptor.getRhs()), NVVM::DotAccumulateType::SIGNED, zero);
    return success();
  }
};

// Blocks have one dimension, so warps are consecutive threads.
struct LaneIdPattern : ConvertOpToLLVMPattern<gpu::LaneIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::LaneIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::LaneIdOp>(op, rewriter.getI32Type());
    return success();
  }
};

struct SubgroupIdPattern : ConvertOpToLLVMPattern<gpu::SubgroupIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value thread = NVVM::ThreadIdXOp::create(rewriter, loc, rewriter.getI32Type());
    Value warp = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(), kWarpSize);
    rewriter.replaceOpWithNewOp<LLVM::UDivOp>(op, thread, warp);
    return success();
  }
};

// Values of 64 bits are two words.
struct ShufflePattern : ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = adaptor.getValue().getType(), word = rewriter.getI32Type();
    const bool isScalar = type.isIntOrFloat();
    const unsigned bits = isScalar ? type.getIntOrFloatBitWidth() : 0;
    if ((bits != 32 && bits != 64) || !op.getValid().use_empty())
      return failure();
    auto constant = [&](int32_t value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, word, value);
    };
    const bool isUp = op.getMode() == gpu::ShuffleMode::UP;
    Value segments = LLVM::SubOp::create(rewriter, loc, constant(kWarpSize), adaptor.getWidth());
    Value clamp = LLVM::ShlOp::create(rewriter, loc, segments, constant(8));
    if (!isUp)
      clamp = LLVM::OrOp::create(rewriter, loc, clamp, constant(kWarpSize - 1));
    auto shuffle = [&](Value value) -> Value {
      return NVVM::ShflOp::create(rewriter, loc, value.getType(), constant(kAllLanes), value,
                                  adaptor.getOffset(), clamp, modeOf(op.getMode()), UnitAttr());
    };
    Value result;
    if (bits == 32) {
      result = shuffle(adaptor.getValue());
    } else {
      Type pair = VectorType::get({2}, word);
      Value words = LLVM::BitcastOp::create(rewriter, loc, pair, adaptor.getValue());
      Value both = LLVM::PoisonOp::create(rewriter, loc, pair);
      for (int32_t i = 0; i < 2; ++i) {
        Value half = LLVM::ExtractElementOp::create(rewriter, loc, words, constant(i));
        both = LLVM::InsertElementOp::create(rewriter, loc, both, shuffle(half), constant(i));
      }
      result = LLVM::BitcastOp::create(rewriter, loc, type, both);
    }
    Value valid = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI1Type(), 1);
    rewriter.replaceOp(op, {result, valid});
    return success();
  }

  static NVVM::ShflKind modeOf(gpu::ShuffleMode mode) {
    switch (mode) {
    case gpu::ShuffleMode::XOR:
      return NVVM::ShflKind::bfly;
    case gpu::ShuffleMode::UP:
      return NVVM::ShflKind::up;
    case gpu::ShuffleMode::DOWN:
      return NVVM::ShflKind::down;
    case gpu::ShuffleMode::IDX:
      return NVVM::ShflKind::idx;
    }
    llvm_unreachable("all modes are listed");
  }
};

// An index has 32 bits. A larger number becomes the nearest index, which is as far out of bounds.
// Its lowest bits might be in bounds.
template <typename Op>
struct SaturatedIndexPattern : ConvertOpToLLVMPattern<Op> {
  using ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(Op op, Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr bool isSigned = std::is_same_v<Op, arith::IndexCastOp>;
    constexpr unsigned bits = 32;
    auto type = dyn_cast<IntegerType>(adaptor.getIn().getType());
    if (!op.getType().isIndex() || !type || type.getWidth() < (isSigned ? bits + 1 : bits))
      return failure();
    Location loc = op.getLoc();
    auto constant = [&](const APInt &value) -> Value {
      return LLVM::ConstantOp::create(rewriter, loc, type,
                                      IntegerAttr::get(type, value.sext(type.getWidth())));
    };
    Value most = constant(APInt::getSignedMaxValue(bits)), value = adaptor.getIn();
    if (isSigned) {
      value = LLVM::SMinOp::create(rewriter, loc, value, most);
      value = LLVM::SMaxOp::create(rewriter, loc, value, constant(APInt::getSignedMinValue(bits)));
    } else {
      value = LLVM::UMinOp::create(rewriter, loc, value, most);
    }
    if (type.getWidth() > bits)
      value = LLVM::TruncOp::create(rewriter, loc, rewriter.getIntegerType(bits), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

} // namespace

void convertFlatBuffers(LLVMTypeConverter &converter) {
  converter.addConversion([](MemRefType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext(), addressSpaceOf(type));
  });
}

void populateNvvmPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns
      .add<LoadPattern, StorePattern, AtomicPattern, SharedPattern, PrivatePattern, BarrierPattern,
           SubgroupBarrierPattern, DynamicSharedPattern, DotBytesPattern, LaneIdPattern,
           SubgroupIdPattern, ShufflePattern, SaturatedIndexPattern<arith::IndexCastOp>,
           SaturatedIndexPattern<arith::IndexCastUIOp>>(converter, PatternBenefit(2));
}

} // namespace rlx
