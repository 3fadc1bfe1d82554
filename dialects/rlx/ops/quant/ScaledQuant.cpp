// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of the ops on weights with separate scales: inference, reference, the decomposition, and
// the lowering of dequantize_scaled. The lowering of the matmul is in ScaledMatmul.cpp. The
// reference decodes small floats with APFloat.
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ScaledQuantOps.h"
#include "dialects/rlx/ops/quant/ScaledFormat.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace rlx;

namespace {

// ---- inference ----

struct MatrixSizes {
  Dim rows, columns; // K, N
};

LogicalResult checkElements(InferContext &ctx, const ScaledWeights &op, int64_t weightsRank,
                            int64_t scaleRank) {
  StringRef format = stringifyScaledFormat(op.format);
  bool isInt8 = op.format == ScaledFormat::Int8, isNvfp4 = op.format == ScaledFormat::Nvfp4;
  int64_t wantedRank = isPackedInNibbles(op.format) ? 1 : 2;
  if (InferContext::elementType(op.weights).isUnsignedInteger() == isInt8 ||
      weightsRank != wantedRank) // c1
    return ctx.fail("expects weights of rank " + Twine(wantedRank) + " and element type " +
                    (isInt8 ? "i8" : "ui8") + " (" + format + ")");
  int64_t wantedScaleRank = hasBlocks(op.format) ? 2 : 1;
  if (InferContext::elementType(op.scale).isF32() == isNvfp4 || scaleRank != wantedScaleRank) // c3
    return ctx.fail("expects a scale of rank " + Twine(wantedScaleRank) + " and element type " +
                    (isNvfp4 ? "ui8" : "f32") + " (" + format + ")");
  return success();
}

// K and N, on which weights, scale and packing must agree.
FailureOr<MatrixSizes> matrixSizes(InferContext &ctx, const ScaledWeights &op) {
  Dims weights = ctx.shape(op.weights), scale = ctx.shape(op.scale);
  MatrixSizes sizes;
  sizes.columns = scale.back();
  sizes.rows = hasBlocks(op.format) ? scale[0] * op.blockSize : weights[0];
  if (!isPackedInNibbles(op.format)) {
    if (failed(expectShape(ctx, "weights", op.weights, {sizes.rows, sizes.columns}))) // c4
      return failure();
    return sizes;
  }
  Dim bytes = (sizes.rows * sizes.columns + 1).floorDiv(2);
  if (failed(expectShape(ctx, "weights", op.weights, bytes))) // c5
    return failure();
  return sizes;
}

LogicalResult checkZeroPoint(InferContext &ctx, const ScaledWeights &op) { // c6
  if (!op.zeroPoint)
    return success();
  if (!hasBlockSize(op.format))
    return ctx.fail("expects no zero_point (" + stringifyScaledFormat(op.format) + ")");
  if (InferContext::elementType(op.zeroPoint) != InferContext::elementType(op.weights))
    return ctx.fail("expects a zero_point of the element type of the weights");
  return expectShape(ctx, "zero_point", op.zeroPoint, ctx.shape(op.scale));
}

// The inference of both ops; `op` is an adaptor. Their labels, dequantize_scaled_… and
// dequant_matmul_scaled_…, are alike.
template <typename Adaptor>
FailureOr<MatrixSizes> inferSizes(InferContext &ctx, Adaptor op) {
  ScaledWeights operands = ScaledWeights::of(op);
  bool wantsSize = hasBlockSize(operands.format);
  constexpr int64_t maxSize = int64_t(1) << 31; // so that nothing overflows
  if (wantsSize != op.getBlockSize().has_value() ||
      (wantsSize && (operands.blockSize < 1 || operands.blockSize > maxSize))) // c2
    return ctx.fail(
        (wantsSize ? "expects a block_size in [1, 2^31] (" : "expects no block_size (") +
        stringifyScaledFormat(operands.format) + ")");
  if (failed(checkElements(ctx, operands, ctx.shape(operands.weights).size(),
                           ctx.shape(operands.scale).size())))
    return failure();
  FailureOr<MatrixSizes> sizes = matrixSizes(ctx, operands);
  if (failed(sizes) || failed(checkZeroPoint(ctx, operands)))
    return failure();
  if (!operands.globalScale)
    return sizes;
  if (operands.format != ScaledFormat::Nvfp4) // c7
    return ctx.fail("expects no global_scale (" + stringifyScaledFormat(operands.format) + ")");
  if (failed(expectShape(ctx, "global_scale", operands.globalScale, {})))
    return failure();
  return sizes;
}

// ---- reference ----

double smallFloat(const llvm::fltSemantics &format, unsigned width, int64_t code) {
  llvm::APFloat number(format, llvm::APInt(width, uint64_t(code) & ((1u << width) - 1)));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

double e4m3(int64_t code) {
  return smallFloat(llvm::APFloat::Float8E4M3FN(), 8, code);
}

// The tensors of an op on such weights, in the interpreter.
struct ReferenceWeights {
  ScaledFormat format;
  int64_t blockSize;
  const ref::Tensor &weights, &scale;
  const ref::Tensor *zeroPoint = nullptr, *globalScale = nullptr;

  template <typename Op>
  ReferenceWeights(Op op, ArrayRef<ref::Tensor> in)
      : format(op.getFormat()), blockSize(ScaledWeights::of(op).blockSize), weights(in[0]),
        scale(in[1]) {
    if (op.getZeroPoint())
      zeroPoint = &in[2];
    if (op.getGlobalScale())
      globalScale = &in.back();
  }

  int64_t columns() const { return scale.shape.back(); }

  double operator()(int64_t k, int64_t n) const {
    int64_t flat = k * columns() + n;
    int64_t group = (blockSize ? k / blockSize : 0) * columns() + n;
    int64_t code = isPackedInNibbles(format) ? weights.ints[flat / 2] >> (flat % 2 * 4) & 15
                                             : weights.ints[flat];
    switch (format) {
    case ScaledFormat::Int8:
    case ScaledFormat::Int4:
      return float(double(code - (zeroPoint ? zeroPoint->ints[group] : 0)) * scale.floats[group]);
    case ScaledFormat::Fp8E4M3:
      return float(e4m3(code) * scale.floats[group]);
    case ScaledFormat::Fp8E5M2:
      return float(smallFloat(llvm::APFloat::Float8E5M2(), 8, code) * scale.floats[group]);
    case ScaledFormat::Nvfp4:
      return float(smallFloat(llvm::APFloat::Float4E2M1FN(), 4, code) * e4m3(scale.ints[group]) *
                   (globalScale ? globalScale->floats[0] : 1));
    }
    llvm_unreachable("not a format");
  }
};

} // namespace

// ---- dequantize_scaled ----

LogicalResult DequantizeScaledOp::infer(InferContext &ctx, Adaptor op,
                                        SmallVectorImpl<InferredType> &results) {
  FailureOr<MatrixSizes> sizes = inferSizes(ctx, op);
  if (failed(sizes)) // dequantize_scaled_c1 to dequantize_scaled_c7
    return failure();
  results.push_back({{sizes->rows, sizes->columns}, op.getTo()});
  return success();
}

FailureOr<SmallVector<Value>> DequantizeScaledOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                                LoweringReason &) {
  ScaledWeights weights = ScaledWeights::of(Adaptor(operands, *this));
  auto element = [&](OpBuilder &nested, Location l, ValueRange at, ValueRange) {
    ScaledDecoder decoder(nested, l, weights, /*lanes=*/1, at[1]);
    Value block = at[0];
    if (weights.blockSize > 0)
      block = arith::DivUIOp::create(nested, l, block, indexConstant(nested, l, weights.blockSize));
    Value number = decoder.weights(at[0], decoder.factors(block));
    number = vector::ExtractOp::create(nested, l, number, 0);
    return convertFloat(nested, l, number, getTo());
  };
  return SmallVector<Value>{
      parallelGeneric(b, getLoc(), emptyResult(b, *this, operands), {}, {}, element)};
}

llvm::Error DequantizeScaledOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                         MutableArrayRef<ref::Tensor> out) {
  ReferenceWeights weights(*this, in);
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    out[0].set(i, weights(index[0], index[1]));
  });
  return llvm::Error::success();
}

// ---- dequant_matmul_scaled ----

LogicalResult DequantMatmulScaledOp::infer(InferContext &ctx, Adaptor op,
                                           SmallVectorImpl<InferredType> &results) {
  Dims lhs = ctx.shape(op.getLhs());
  if (lhs.size() < 2) // dequant_matmul_scaled_c8
    return ctx.fail("expects lhs of rank 2 or more, but got rank " + Twine(lhs.size()));
  FailureOr<MatrixSizes> sizes = inferSizes(ctx, op);
  if (failed(sizes)) // dequant_matmul_scaled_c1 to dequant_matmul_scaled_c7
    return failure();
  std::optional<int64_t> l = InferContext::staticValue(lhs.back()),
                         r = InferContext::staticValue(sizes->rows);
  if (l && r && *l != *r) // dequant_matmul_scaled_c9
    return ctx.fail("expects the last size of lhs to equal the " + Twine(*r) +
                    " rows of the weights, but got " + Twine(*l));
  if (lhs.back() != sizes->rows)
    ctx.requireEqual(lhs.back(), sizes->rows, "the inner sizes of a product with packed weights");
  lhs.back() = sizes->columns;
  results.push_back({lhs, InferContext::elementType(op.getLhs())});
  return success();
}

FailureOr<SmallVector<Value>> DequantMatmulScaledOp::decompose(OpBuilder &b, LoweringReason &) {
  OpComposer c(b, getLoc());
  Value x = c.widened(getLhs());
  Value weights = c.make<DequantizeScaledOp>(getWeights(), getScale(), getZeroPoint(),
                                             getGlobalScale(), getFormatAttr(), getBlockSizeAttr(),
                                             TypeAttr::get(getElementTypeOrSelf(x.getType())));
  int64_t last = getLhs().getType().getRank() - 1;
  Value sum = c.make<DotGeneralOp>(x, weights, ArrayRef<int64_t>(), ArrayRef<int64_t>(),
                                   ArrayRef<int64_t>{last}, ArrayRef<int64_t>{0}, TypeAttr());
  return SmallVector<Value>{c.cast(sum, getElementTypeOrSelf(getType()))};
}

llvm::Error DequantMatmulScaledOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                            MutableArrayRef<ref::Tensor> out) {
  ReferenceWeights weights(*this, in.drop_front());
  const ref::Tensor &x = in[0];
  int64_t size = x.shape.back(), columns = out[0].shape.back();
  for (int64_t i = 0, count = out[0].numElements(); i < count; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < size; ++k)
      sum += x.floats[i / columns * size + k] * weights(k, i % columns);
    out[0].set(i, sum);
  }
  return llvm::Error::success();
}
