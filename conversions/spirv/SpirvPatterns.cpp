// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns where SPIR-V or Vulkan defines less than MLIR's ops promise (see SpirvPatterns.h). Each
// pattern says which case is undefined, and how it avoids that. Ops that are fine keep MLIR's
// patterns.
#include "conversions/spirv/SpirvPatterns.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx {
namespace {

// The largest error word of a dispatch is its status.
//
// memref.atomic_rmw maxu %word, %status[%zero]   ->   spirv.AtomicUMax <Device> <None>
struct MaximumOfStatus : OpConversionPattern<memref::AtomicRMWOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getKind() != arith::AtomicRMWKind::maxu || !op.getValue().getType().isInteger(32))
      return failure();
    const auto &converter = *getTypeConverter<SPIRVTypeConverter>();
    Value pointer = spirv::getElementPtr(converter, op.getMemRefType(), adaptor.getMemref(),
                                         adaptor.getIndices(), op.getLoc(), rewriter);
    if (!pointer)
      return failure();
    rewriter.replaceOpWithNewOp<spirv::AtomicUMaxOp>(
        op, rewriter.getI32Type(), pointer, spirv::Scope::Device, spirv::MemorySemantics::None,
        adaptor.getValue());
    return success();
  }
};

// Truth values are no integers in SPIR-V: their minimum is `and`. Signed, true is -1, so it is
// `or`.
template <typename Op, typename LogicalOp>
struct TruthPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isInteger(1))
      return failure();
    rewriter.replaceOpWithNewOp<LogicalOp>(op, adaptor.getLhs(), adaptor.getRhs());
    return success();
  }
};

struct SubgroupBarrierPattern : OpConversionPattern<lir::SubgroupBarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(lir::SubgroupBarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
        op, spirv::Scope::Subgroup, spirv::Scope::Subgroup,
        spirv::MemorySemantics::AcquireRelease | spirv::MemorySemantics::WorkgroupMemory);
    return success();
  }
};

struct DotBytesPattern : OpConversionPattern<lir::DotBytesOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(lir::DotBytesOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto packed = spirv::PackedVectorFormatAttr::get(
        rewriter.getContext(), spirv::PackedVectorFormat::PackedVectorFormat4x8Bit);
    rewriter.replaceOpWithNewOp<spirv::SDotOp>(op, rewriter.getI32Type(), adaptor.getLhs(),
                                               adaptor.getRhs(), packed);
    return success();
  }
};

struct Exp2Pattern : OpConversionPattern<math::Exp2Op> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(math::Exp2Op op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (getElementTypeOrSelf(op.getType()).isF64()) // SPIR-V has no f64 form
      return failure();
    rewriter.replaceOpWithNewOp<spirv::GLExp2Op>(op, adaptor.getOperand());
    return success();
  }
};

// Devices may round quotients wrongly by some units in the last place. The f32 quotient is precise
// enough to be rounded to the nearest f16.
struct HalfQuotientPattern : OpConversionPattern<arith::DivFOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(arith::DivFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!adaptor.getLhs().getType().isF16())
      return failure();
    Location loc = op.getLoc();
    auto widen = [&](Value half) {
      return spirv::FConvertOp::create(rewriter, loc, rewriter.getF32Type(), half);
    };
    Value quotient =
        spirv::FDivOp::create(rewriter, loc, widen(adaptor.getLhs()), widen(adaptor.getRhs()));
    rewriter.replaceOpWithNewOp<spirv::FConvertOp>(op, rewriter.getF16Type(), quotient);
    return success();
  }
};

// Vulkan does not define remainders of negative numbers, but quotients: a - (a / b) * b. Divisors
// are not zero here, as they were replaced before.
struct RemainderPattern : OpConversionPattern<arith::RemSIOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult matchAndRewrite(arith::RemSIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    Value quotient = spirv::SDivOp::create(rewriter, loc, lhs, rhs);
    Value multiple = spirv::IMulOp::create(rewriter, loc, quotient, rhs);
    rewriter.replaceOpWithNewOp<spirv::ISubOp>(op, lhs, multiple);
    return success();
  }
};

// NVIDIA's driver 595 computes max(x, 0) of i16 wrongly where divisions or comparisons follow, for
// example max(x, 0) / max(x, 0). As i32 it is right.
template <typename Op, typename ExtremeOp, typename ConvertOp>
struct NarrowExtremePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr unsigned bits = 32;
    auto type = dyn_cast<IntegerType>(adaptor.getLhs().getType());
    if (!type || type.getWidth() == 1 || type.getWidth() >= bits)
      return failure();
    const auto widen = [&](Value value) -> Value {
      return ConvertOp::create(rewriter, op.getLoc(), rewriter.getIntegerType(bits), value);
    };
    Value wide =
        ExtremeOp::create(rewriter, op.getLoc(), widen(adaptor.getLhs()), widen(adaptor.getRhs()));
    rewriter.replaceOpWithNewOp<ConvertOp>(op, type, wide);
    return success();
  }
};

// An index has 32 bits. A larger number becomes the nearest index, which is as far out of bounds.
// Its lowest bits might be in bounds.
template <typename Op>
struct SaturatedIndexPattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr bool isSigned = std::is_same_v<Op, arith::IndexCastOp>;
    constexpr unsigned bits = 32;
    auto type = dyn_cast<IntegerType>(adaptor.getIn().getType());
    if (!op.getType().isIndex() || !type || type.getWidth() < (isSigned ? bits + 1 : bits))
      return failure();
    Location loc = op.getLoc();
    auto constant = [&](const APInt &value) -> Value {
      APInt wide = value.sext(type.getWidth());
      return spirv::ConstantOp::create(rewriter, loc, type, rewriter.getIntegerAttr(type, wide));
    };
    Value most = constant(APInt::getSignedMaxValue(bits)), value = adaptor.getIn();
    value = isSigned ? Value(spirv::GLSMinOp::create(rewriter, loc, value, most))
                     : Value(spirv::GLUMinOp::create(rewriter, loc, value, most));
    if (isSigned)
      value =
          spirv::GLSMaxOp::create(rewriter, loc, value, constant(APInt::getSignedMinValue(bits)));
    if (type.getWidth() > bits)
      value = spirv::SConvertOp::create(rewriter, loc, rewriter.getIntegerType(bits), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

// FMax and FMin of SPIR-V may return either zero for +0 and -0. Equal operands differ in their sign
// at most. So the maximum is `and` of their bits, which is -0 only if both are; the minimum is
// `or`, which is +0 only if both are. NaN is kept.
template <typename Op, typename Before, typename Both>
struct ExtremePattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult matchAndRewrite(Op op, Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(adaptor.getLhs().getType());
    if (!type || type.isBF16() || type.getWidth() < 16)
      return failure();
    Location loc = op.getLoc();
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    Value first = Before::create(rewriter, loc, lhs, rhs);
    first = spirv::LogicalOrOp::create(rewriter, loc, first,
                                       spirv::IsNanOp::create(rewriter, loc, lhs));
    Value one = spirv::SelectOp::create(rewriter, loc, first, lhs, rhs);
    Value equal = spirv::FOrdEqualOp::create(rewriter, loc, lhs, rhs);
    rewriter.replaceOpWithNewOp<spirv::SelectOp>(op, equal, bothOf(rewriter, loc, lhs, rhs), one);
    return success();
  }

private:
  static Value bothOf(OpBuilder &b, Location loc, Value lhs, Value rhs) {
    Type type = lhs.getType();
    // Devices with floats of 16 or 64 bits may lack integers of that width.
    if (type.isF16()) {
      auto wide = [&](Value value) -> Value {
        return spirv::FConvertOp::create(b, loc, b.getF32Type(), value);
      };
      return spirv::FConvertOp::create(b, loc, type, bothOf(b, loc, wide(lhs), wide(rhs)));
    }
    Type bits = b.getI32Type();
    if (type.isF64())
      bits = VectorType::get(2, bits);
    auto bitsOf = [&](Value value) -> Value {
      return spirv::BitcastOp::create(b, loc, bits, value);
    };
    return spirv::BitcastOp::create(b, loc, type, Both::create(b, loc, bitsOf(lhs), bitsOf(rhs)));
  }
};
using MaximumPattern =
    ExtremePattern<arith::MaximumFOp, spirv::FOrdGreaterThanOp, spirv::BitwiseAndOp>;
using MinimumPattern = ExtremePattern<arith::MinimumFOp, spirv::FOrdLessThanOp, spirv::BitwiseOrOp>;

} // namespace

void populateSpirvPatterns(const SPIRVTypeConverter &converter, RewritePatternSet &patterns) {
  // They go before MLIR's own patterns, whose memory semantics Vulkan does not support.
  patterns
      .add<MaximumOfStatus, SubgroupBarrierPattern, DotBytesPattern, Exp2Pattern,
           HalfQuotientPattern, RemainderPattern, MaximumPattern, MinimumPattern,
           SaturatedIndexPattern<arith::IndexCastOp>, SaturatedIndexPattern<arith::IndexCastUIOp>,
           NarrowExtremePattern<arith::MaxSIOp, spirv::GLSMaxOp, spirv::SConvertOp>,
           NarrowExtremePattern<arith::MinSIOp, spirv::GLSMinOp, spirv::SConvertOp>,
           NarrowExtremePattern<arith::MaxUIOp, spirv::GLUMaxOp, spirv::UConvertOp>,
           NarrowExtremePattern<arith::MinUIOp, spirv::GLUMinOp, spirv::UConvertOp>,
           TruthPattern<arith::MinUIOp, spirv::LogicalAndOp>,
           TruthPattern<arith::MaxUIOp, spirv::LogicalOrOp>,
           TruthPattern<arith::MinSIOp, spirv::LogicalOrOp>,
           TruthPattern<arith::MaxSIOp, spirv::LogicalAndOp>>(converter, patterns.getContext(),
                                                              PatternBenefit(2));
}

} // namespace rlx
