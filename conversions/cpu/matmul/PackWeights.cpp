// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-pack-weights`: rewrites contractions with prepared weights to the CPU's packed ops.
//
//   matmul, fused_matmul_bias_act -> matmul_packed        matmul_integer -> matmul_integer_packed
//     (weights that are cast from f16 or bf16 to f32 keep their type)
//   dot_general                   -> one whose operands the CPU can pack in each run
//   conv (channels-last)          -> conv_packed, depthwise_conv or matmul_packed (1x1)
//   conv_integer                  -> the same for 8-bit integers
//   dequant_matmul                -> dequant_matmul_packed
//   gather of such weights        -> gather_packed (TiedWeights.h)
//
// Other right operands are packed in each run (ScheduleMatmulInputs.cpp,
// ScheduleMatmulInteger.cpp).
//
// Packing uses ordinary rlx ops on params, so it runs once, in lir.prepare. A matrix is cut into
// panels of NR columns, stored one after the other:
//
//     W [K, N]                       panels [ceil(N / NR), K, NR]
//     +----+----+--+                 +----+ +----+ +--+-+
//     | P0 | P1 |P2|        ->       | P0 | | P1 | |P2|0|   the last panel is padded with zeros
//     +----+----+--+                 +----+ +----+ +--+-+
#include "conversions/cpu/matmul/PackWeights.h"

#include "conversions/cpu/Passes.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "conversions/cpu/matmul/TiedWeights.h"
#include "conversions/cpu/matmul/UnwidenedWeights.h"
#include "conversions/cpu/model/CpuModel.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/FusedActivations.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "conversions/cpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

constexpr llvm::StringLiteral kNoMatrix =
    "the right operand is not a prepared matrix of f64, f32, bf16 or f16 and of static shape";

constexpr llvm::StringLiteral kNoGroups =
    "its channels are not a multiple of the packing group of its element type";

class WeightPacker {
public:
  WeightPacker(func::FuncOp function, const CpuModel &target)
      : function(function), target(target), b(function.getContext()), dependence(function) {}

  void run();

  void pack(MatmulOp op) { packMatmul(op); }
  void pack(FusedMatmulBiasActOp op) { packFusedMatmul(op); }
  void pack(DotGeneralOp op) { orderDims(op); }
  void pack(MatmulIntegerOp op) { packIntegerMatmul(op); }
  void pack(ConvOp op) { packConv(op); }
  void pack(ConvIntegerOp op) { packIntegerConv(op); }
  void pack(DequantMatmulOp op) { packBlocks(op); }
  void pack(DequantGroupedMatmulOp op) { packExperts(op); }

private:
  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

  // Whether panels of the weights may have more elements than a tensor can. Each dimension of a
  // panel is padded.
  bool exceedsPanels(Value weights) {
    constexpr int64_t kMaxGroup = 4; // of panelGroup
    int64_t growth = std::max(target.panelWidth, kPanelRows) * kMaxGroup;
    auto type = typeOf(weights);
    return type.hasStaticShape() && type.getNumElements() > kMaxElements / growth;
  }

  // Empty tensors are not packed.
  bool isWeight(Value value, int64_t rank) {
    return typeOf(value).getRank() == rank && typeOf(value).hasStaticShape() &&
           !llvm::is_contained(typeOf(value).getShape(), 0) && dependence.isPrepared(value);
  }

  // The weights as f16 or bf16, if lhs is f32 and they are only widened: panels then have half the
  // bytes, and kernels widen them in registers.
  Value storedWeights(Value lhs, Value rhs) {
    if (!typeOf(lhs).getElementType().isF32() || dependence.isRuntime(rhs))
      return rhs;
    Value stored = cpu::unwidened(b, rhs, [&](Operation *op) { dependence.visit(op); });
    return stored && hasMicrokernel(stored) ? stored : rhs;
  }

  // Whether the target has a microkernel for the element type.
  bool hasMicrokernel(Value value) {
    Type element = typeOf(value).getElementType();
    LoweringReason why;
    return succeeded(cpu::expectContractionTypes(value, why)) &&
           succeeded(cpu::microkernelKind(element, cpu::panelGroup(element), target, why));
  }

  // ---- building blocks; `dependence` tracks every op that they create ----

  Value made(Operation *op) {
    dependence.visit(op);
    return op->getResult(0);
  }

  Value reshape(Value value, ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, typeOf(value).getElementType());
    return made(ReshapeOp::create(b, value.getLoc(), type, value, ValueRange(), shape));
  }

  Value transpose(Value value, ArrayRef<int64_t> perm) {
    return made(TransposeOp::create(b, value.getLoc(), value, perm));
  }

  // Pads a dimension with zeros up to a multiple of `multiple`.
  Value padded(Value matrix, int64_t dim, int64_t multiple) {
    SmallVector<int64_t> shape(typeOf(matrix).getShape());
    shape[dim] = llvm::alignTo(shape[dim], multiple) - shape[dim];
    if (shape[dim] == 0)
      return matrix;
    auto type = RankedTensorType::get(shape, typeOf(matrix).getElementType());
    Value zeros = made(
        ConstantOp::create(b, matrix.getLoc(), type,
                           DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType()))));
    return made(ConcatOp::create(b, matrix.getLoc(), ValueRange{matrix, zeros}, dim));
  }

  // Flushes f32 and bf16 weights below 2^-126 to 0. Processors take a hundred times as long for
  // each subnormal, and trained models have many of them. The smallest f16 is larger. A filter that
  // each run packs keeps them.
  Value withoutSubnormals(Value weights) {
    Type element = typeOf(weights).getElementType();
    if ((!element.isF32() && !element.isBF16()) || dependence.isRuntime(weights))
      return weights;
    OpComposer c(b, weights.getLoc());
    Value size = made(AbsOp::create(b, c.loc, weights));
    Value minNormal = made(c.scalar(element, 0x1p-126).getDefiningOp());
    Value zero = made(c.scalar(element, 0.0).getDefiningOp());
    Value isTooSmall = made(CompareOp::create(b, c.loc, ComparePredicate::lt, size, minNormal));
    return made(WhereOp::create(b, c.loc, isTooSmall, zero, weights));
  }

  // The matrix of which `matrix` is the transpose; null if it is none.
  static Value transposedOf(Value matrix) {
    auto op = matrix.getDefiningOp<TransposeOp>();
    return op && op.getPerm() == ArrayRef<int64_t>{1, 0} ? op.getInput() : Value();
  }

  // [K, N] -> [ceil(N / NR), K, NR], or [ceil(N / NR), ceil(K / G), NR, G] if the microkernel takes
  // G rows per step. One transpose makes it, also of a matrix that is stored as [N, K].
  Value panels(Value matrix) {
    Type element = typeOf(matrix).getElementType();
    int64_t width = cpu::panelWidthOf(element, target), group = cpu::panelGroup(element);
    if (Value stored = transposedOf(matrix)) {
      Value whole = padded(padded(stored, 0, width), 1, group);
      ArrayRef<int64_t> shape = typeOf(whole).getShape();
      int64_t steps = shape[1] / group, blocks = shape[0] / width;
      Value split = group == 1 ? reshape(whole, {blocks, width, steps})
                               : reshape(whole, {blocks, width, steps, group});
      return withoutSubnormals(
          transpose(split, ArrayRef<int64_t>{0, 2, 1, 3}.take_front(group == 1 ? 3 : 4)));
    }
    Value whole = padded(padded(withoutSubnormals(matrix), 1, width), 0, group);
    ArrayRef<int64_t> shape = typeOf(whole).getShape();
    int64_t steps = shape[0] / group, blocks = shape[1] / width;
    if (group == 1)
      return transpose(reshape(whole, {steps, blocks, width}), {1, 0, 2});
    return transpose(reshape(whole, {steps, group, blocks, width}), {2, 0, 3, 1});
  }

  void passed(Operation *op, StringRef form) {
    passed(op->getLoc(), op->getName().getStringRef(), form);
  }
  void passed(Location loc, StringRef op, StringRef form) {
    remark::passed(loc, remark::RemarkOpts::name("PackWeights").category("rlx-pack-weights"))
        << op << " -> " << form;
  }

  void missed(Operation *op, StringRef why) {
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("PackWeights").category("rlx-pack-weights"))
        << op->getName().getStringRef() << ": " << why;
  }

  // ---- matmul ----

  Value matmulPacked(Location loc, Value lhs, Value rhs, Value bias, RankedTensorType type) {
    int64_t n = typeOf(rhs).getDimSize(1);
    Value packed = panels(rhs), stored = transposedOf(rhs);
    if (stored && dependence.isPrepared(stored))
      packedWeights.push_back({stored, packed, std::nullopt});
    return made(MatmulPackedOp::create(b, loc, type, lhs, packed, bias, n));
  }

  // An op that depends on weights alone runs once. Packing its weights would cost as much as it
  // saves, and prepared kernels are built without the sizes that packed ops need.
  bool runsOnce(Operation *op) {
    bool once = dependence.isPrepared(op->getResult(0));
    if (once)
      missed(op, "all operands are prepared, so it runs once");
    return once;
  }

  void packMatmul(MatmulOp op) {
    if (runsOnce(op))
      return;
    if (!isWeight(op.getRhs(), 2) || !hasMicrokernel(op.getRhs())) {
      missed(op, kNoMatrix);
      return absorbTranspose(op);
    }
    if (typeOf(op.getLhs()).getRank() < 2)
      return missed(op, "the left operand is a vector");
    Value weights = storedWeights(op.getLhs(), op.getRhs());
    Value result = matmulPacked(op.getLoc(), op.getLhs(), weights, Value(), typeOf(op.getResult()));
    passed(op, "matmul_packed");
    op.replaceAllUsesWith(result);
    op.erase();
  }

  void packFusedMatmul(FusedMatmulBiasActOp op) {
    if (runsOnce(op))
      return;
    Value bias = op.getBias();
    if (!isWeight(op.getRhs(), 2) || !hasMicrokernel(op.getRhs()) ||
        (bias && (typeOf(bias).getRank() != 1 || dependence.isRuntime(bias))))
      return missed(op, kNoMatrix);
    Value weights = storedWeights(op.getLhs(), op.getRhs());
    Value matmul = matmulPacked(op.getLoc(), op.getLhs(), weights, bias, typeOf(op.getResult()));
    passed(op, "matmul_packed");
    op.replaceAllUsesWith(activated(op.getLoc(), matmul, op.getActivation()));
    op.erase();
  }

  // ---- matmul_integer ----

  Value cast(Value value, Type element) {
    return made(CastOp::create(b, value.getLoc(), value, element));
  }

  // 8-bit integers as i8: unsigned ones have 128 subtracted.
  Value centred(Value value) {
    if (!typeOf(value).getElementType().isUnsignedInteger())
      return value;
    auto scalar = RankedTensorType::get({}, b.getI32Type());
    Value off = made(ConstantOp::create(b, value.getLoc(), scalar,
                                        DenseElementsAttr::get(scalar, b.getI32IntegerAttr(128))));
    Value less = made(SubOp::create(b, value.getLoc(), cast(value, b.getI32Type()), off));
    return cast(less, b.getI8Type());
  }

  // The zero point of `centred` weights as an i8 vector of n elements; null if it is 0.
  Value columnZeroPoint(Location loc, Value zero, int64_t n, bool isUnsigned) {
    auto type = RankedTensorType::get({n}, b.getI8Type());
    DenseIntElementsAttr known;
    if (zero && matchPattern(zero, m_Constant(&known)) &&
        llvm::all_of(known.getValues<APInt>(),
                     [&](const APInt &value) { return value == (isUnsigned ? 128 : 0); }))
      return {};
    if (!zero && !isUnsigned)
      return {};
    if (!zero) // an unsigned 0 is -128 after centring
      return made(
          ConstantOp::create(b, loc, type, DenseElementsAttr::get(type, b.getI8IntegerAttr(-128))));
    zero = centred(zero);
    if (typeOf(zero).getRank() == 1)
      return zero;
    return made(ExpandOp::create(b, loc, zero, ValueRange(), ArrayRef<int64_t>{n}));
  }

  // The weights of an integer matmul or convolution, in signed form.
  struct IntegerWeights {
    Value weights, sums, zeros; // `sums` per column; `zeros` is null if all are 0
  };
  IntegerWeights integerWeights(Value weights, Value zero, int64_t channel) {
    auto type = typeOf(weights);
    SmallVector<int64_t> others;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (i != channel)
        others.push_back(i);
    Value matrix = centred(weights);
    Value sums = made(ReduceSumOp::create(b, weights.getLoc(), cast(matrix, b.getI32Type()), others,
                                          /*keep_dims=*/false));
    Value zeros = columnZeroPoint(weights.getLoc(), zero, type.getDimSize(channel),
                                  type.getElementType().isUnsignedInteger());
    return {matrix, sums, zeros};
  }

  bool hasFastIntegerMatmul(Operation *op) {
    LoweringReason why;
    bool has =
        succeeded(cpu::microkernelKind(b.getI8Type(), cpu::panelGroup(b.getI8Type()), target, why));
    if (!has)
      missed(op, why.text);
    return has;
  }

  void packIntegerMatmul(MatmulIntegerOp op) {
    if (runsOnce(op) || !hasFastIntegerMatmul(op))
      return;
    Value zero = op.getRhsZeroPoint();
    if (!isWeight(op.getRhs(), 2) || (zero && dependence.isRuntime(zero))) {
      absorbTranspose(op);
      return missed(op, "the right operand is not a prepared matrix of static shape");
    }
    Value rhs = op.getTransposeRhs() ? transpose(op.getRhs(), {1, 0}) : op.getRhs();
    int64_t n = typeOf(rhs).getDimSize(1);
    IntegerWeights w = integerWeights(rhs, zero, 1);
    Value result = made(MatmulIntegerPackedOp::create(b, op.getLoc(), typeOf(op.getResult()),
                                                      op.getLhs(), panels(w.weights), w.sums,
                                                      op.getLhsZeroPoint(), w.zeros, n));
    passed(op, "matmul_integer_packed");
    op.replaceAllUsesWith(result);
    op.erase();
  }

  // ---- right operands that are packed in each run ----

  // The rhs of a matmul as [.., n, k], if a transpose moves the contiguous dimension to k: a kernel
  // that packs it also reads this layout. So the transpose is not needed, or no longer moves that
  // dimension. Null if there is none.
  Value untransposed(Value rhs) {
    auto moved = rhs.getDefiningOp<TransposeOp>();
    if (!moved || typeOf(rhs).getRank() < 2)
      return {};
    SmallVector<int64_t> perm(moved.getPerm());
    int64_t last = static_cast<int64_t>(perm.size()) - 1;
    if (perm[last - 1] != last)
      return {};
    std::swap(perm[last - 1], perm[last]);
    bool isIdentity = llvm::equal(perm, llvm::seq<int64_t>(0, last + 1));
    return isIdentity ? moved.getInput() : transpose(moved.getInput(), perm);
  }

  void absorbTranspose(MatmulIntegerOp op) {
    Value rhs = op.getTransposeRhs() ? Value() : untransposed(op.getRhs());
    if (!rhs)
      return;
    op.getRhsMutable().assign(rhs);
    op.setTransposeRhs(true);
  }

  // Without batches the canonical form of such a dot_general is a matmul.
  void absorbTranspose(MatmulOp op) {
    auto lhs = typeOf(op.getLhs()), rhs = typeOf(op.getRhs());
    int64_t batch = rhs.getRank() - 2;
    if (batch < 1 || lhs.getRank() != rhs.getRank() ||
        lhs.getShape().drop_back(2) != rhs.getShape().drop_back(2) ||
        !hasMicrokernel(op.getRhs()) || isSmall(op, lhs.getShape().back()))
      return;
    Value rows = untransposed(op.getRhs());
    if (!rows)
      return;
    auto batches = llvm::to_vector(llvm::seq<int64_t>(0, batch));
    Value result =
        made(DotGeneralOp::create(b, op.getLoc(), op.getType(), op.getLhs(), rows, batches, batches,
                                  ArrayRef(batch + 1), ArrayRef(batch + 1), TypeAttr()));
    op.replaceAllUsesWith(result);
    op.erase();
  }

  // Whether the generic route is faster than one that packs an operand, for sums of `inner` terms.
  static bool isSmall(Operation *op, int64_t inner) {
    auto result = typeOf(op->getResult(0));
    int64_t columns = result.getShape().back();
    if (!ShapedType::isDynamic(columns) && columns < cpu::kMinPackedColumns)
      return true;
    return result.hasStaticShape() && !ShapedType::isDynamic(inner) &&
           cpu::saturatingProduct({2, result.getNumElements(), inner}) < cpu::kMinPackedFlops;
  }

  static SmallVector<int64_t> ordered(Value operand, ArrayRef<int64_t> batch,
                                      ArrayRef<int64_t> contract, bool contractsLast) {
    SmallVector<int64_t> dims(batch);
    if (!contractsLast)
      llvm::append_range(dims, contract);
    for (int64_t i = 0, e = typeOf(operand).getRank(); i < e; ++i)
      if (!llvm::is_contained(batch, i) && !llvm::is_contained(contract, i))
        dims.push_back(i);
    if (contractsLast)
      llvm::append_range(dims, contract);
    return dims;
  }

  static int64_t termsOf(DotGeneralOp op) {
    int64_t terms = 1;
    for (int64_t dim : op.getLhsContract()) {
      if (typeOf(op.getLhs()).isDynamicDim(dim))
        return ShapedType::kDynamic;
      terms = cpu::saturatingProduct({terms, typeOf(op.getLhs()).getDimSize(dim)});
    }
    return terms;
  }

  Value inOrder(Value operand, ArrayRef<int64_t> dims) {
    bool isIdentity = llvm::equal(dims, llvm::seq<int64_t>(0, dims.size()));
    return isIdentity ? operand : transpose(operand, dims);
  }

  // Makes the operands [batch.., rows.., k..] and [batch.., k.., columns..]. Columns in one
  // dimension stay in front of a last k, from where they can be packed. The canonical form of the
  // others is a matmul, between reshapes if several dimensions have to be joined.
  void orderDims(DotGeneralOp op) {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    int64_t batch = op.getLhsBatch().size(), inner = op.getLhsContract().size();
    int64_t rank = typeOf(rhs).getRank();
    bool isMatmul = inner > 0 && rank > batch + inner && typeOf(lhs).getRank() > batch + inner;
    if (!isMatmul || runsOnce(op) || !hasMicrokernel(rhs) || isSmall(op, termsOf(op)))
      return;
    bool readsRows = typeOf(lhs).getRank() == batch + 2 && rank == batch + 2 && inner == 1 &&
                     op.getRhsContract().front() == rank - 1;
    Value left = inOrder(lhs, ordered(lhs, op.getLhsBatch(), op.getLhsContract(), true));
    Value right = inOrder(rhs, ordered(rhs, op.getRhsBatch(), op.getRhsContract(), readsRows));
    if (left == lhs && right == rhs)
      return;
    auto dims = [](int64_t begin, int64_t count) {
      return llvm::to_vector(llvm::seq<int64_t>(begin, begin + count));
    };
    SmallVector<int64_t> batches = dims(0, batch);
    Value result =
        made(DotGeneralOp::create(b, op.getLoc(), op.getType(), left, right, batches, batches,
                                  dims(typeOf(lhs).getRank() - inner, inner),
                                  dims(readsRows ? rank - 1 : batch, inner), op.getToAttr()));
    passed(op, "one with its operands in order");
    op.replaceAllUsesWith(result);
    op.erase();
  }

  Value activated(Location loc, Value x, FusedActivation kind) {
    OpComposer c(b, loc);
    Value result = composeActivation(c, kind, x);
    return result == x ? x : made(result.getDefiningOp());
  }

  // ---- convolution ----

  static SmallVector<int64_t> orOnes(ArrayRef<int64_t> values, int64_t count, int64_t fill) {
    return values.empty() ? SmallVector<int64_t>(count, fill) : SmallVector<int64_t>(values);
  }

  // The attributes of a convolution with their defaults resolved. The filter's shape is O, I/g, the
  // window's depth if the image is a volume, KH, KW.
  struct ConvWindow {
    SmallVector<int64_t> filter, strides, pads, dilations;
    int64_t groups;

    template <typename Op>
    explicit ConvWindow(Op op)
        : filter(typeOf(op.getFilter()).getShape()),
          strides(orOnes(op.getStrides(), filter.size() - 2, 1)),
          pads(orOnes(op.getPads(), 2 * (filter.size() - 2), 0)),
          dilations(orOnes(op.getDilations(), filter.size() - 2, 1)), groups(op.getGroups()) {}

    ArrayRef<int64_t> kernel() const { return ArrayRef(filter).drop_front(2); }
    bool isVolume() const { return filter.size() == 5; }
    bool isDepthwise() const { return groups > 1 && groups == filter[0] && filter[1] == 1; }
    // Whether it is a matmul over pixels.
    bool isMatmul() const {
      auto isOne = [](int64_t value) { return value == 1; };
      return groups == 1 && llvm::all_of(kernel(), isOne) && llvm::all_of(strides, isOne) &&
             llvm::all_of(pads, [](int64_t pad) { return pad == 0; });
    }
    bool fillsGroups(Type element) const {
      return cpu::fillsGroups(filter[1], filter.back(), dilations.back() == 1 && groups == 1,
                              cpu::panelGroup(element));
    }
  };

  // Emits a remark with the reason if a convolution cannot be packed.
  template <typename Op>
  bool isPackableConv(Op op) {
    if (runsOnce(op))
      return false;
    auto input = typeOf(op.getInput());
    bool isImage = input.getRank() == 4 || (isa<ConvOp>(op) && input.getRank() == 5);
    if (!isImage || op.getDataFormat() != DataFormat::ChannelsLast)
      missed(op, "not a channels-last image");
    else if (ShapedType::isDynamic(input.getShape().back()))
      missed(op, "the number of channels is dynamic");
    else
      return true;
    return false;
  }

  // Whether packing the filter in each run costs less than it saves: a filter that a few pixels
  // read is faster in place.
  bool paysToPack(ConvOp op) {
    constexpr int64_t kMinPixels = 8;
    ArrayRef<int64_t> result = typeOf(op.getResult()).getShape();
    return dependence.isPrepared(op.getFilter()) ||
           ShapedType::isDynamicShape(result.drop_back()) ||
           ShapedType::getNumElements(result.drop_back()) >= kMinPixels;
  }

  void packConv(ConvOp op) {
    if (!isPackableConv(op))
      return;
    ConvWindow conv(op);
    if (!hasMicrokernel(op.getFilter()))
      return missed(op, "there is no microkernel for its element type");
    if (!paysToPack(op))
      return missed(op, "too few pixels read a filter that each run would pack");
    Value result;
    if (conv.isMatmul())
      result = pointwise(op);
    else if (conv.isDepthwise() &&
             (conv.isVolume() || typeOf(op.getFilter()).getElementType().isF64()))
      return missed(op, "it is depthwise, of a volume or in f64");
    else if (conv.isDepthwise())
      result = depthwise(op, conv);
    else if (conv.fillsGroups(typeOf(op.getFilter()).getElementType()))
      result = dense(op, conv);
    else
      return missed(op, kNoGroups);
    passed(op, result.getDefiningOp()->getName().stripDialect());
    op.replaceAllUsesWith(result);
    op.erase();
  }

  void packIntegerConv(ConvIntegerOp op) {
    if (!isPackableConv(op))
      return;
    ConvWindow conv(op);
    if (!conv.isDepthwise() && !hasFastIntegerMatmul(op))
      return;
    Value zero = op.getFilterZeroPoint();
    if (dependence.isRuntime(op.getFilter()))
      return missed(op, "the filter is not prepared");
    if (zero && dependence.isRuntime(zero))
      return missed(op, "the filter's zero points are not prepared");
    if (!conv.isMatmul() && !conv.isDepthwise() && !conv.fillsGroups(b.getI8Type()))
      return missed(op, kNoGroups);
    IntegerWeights w = integerWeights(op.getFilter(), zero, 0);
    Value result, x = op.getInput(), xZero = op.getInputZeroPoint();
    if (conv.isMatmul())
      result = made(MatmulIntegerPackedOp::create(b, op.getLoc(), op.getType(), x,
                                                  panels(pixelMatrix(w.weights)), w.sums, xZero,
                                                  w.zeros, conv.filter[0]));
    else if (conv.isDepthwise())
      result = made(DepthwiseConvIntegerOp::create(
          b, op.getLoc(), op.getType(), x, channelMatrix(w.weights), xZero, w.zeros, conv.kernel(),
          conv.strides, conv.pads, conv.dilations));
    else
      result = made(ConvIntegerPackedOp::create(
          b, op.getLoc(), op.getType(), x, filterPanels(w.weights, conv), w.sums, xZero, w.zeros,
          conv.kernel(), conv.strides, conv.pads, conv.dilations, conv.filter[0], conv.groups));
    passed(op, result.getDefiningOp()->getName().stripDialect());
    op.replaceAllUsesWith(result);
    op.erase();
  }

  // A 1x1 convolution is a matmul over pixels; the leading dimensions stay as they are.
  Value pointwise(ConvOp op) {
    return matmulPacked(op.getLoc(), op.getInput(), pixelMatrix(op.getFilter()), op.getBias(),
                        typeOf(op.getResult()));
  }
  Value pixelMatrix(Value filter) {
    ArrayRef<int64_t> shape = typeOf(filter).getShape();
    return transpose(reshape(filter, {shape[0], shape[1]}), {1, 0});
  }

  Value dense(ConvOp op, const ConvWindow &conv) {
    return made(ConvPackedOp::create(b, op.getLoc(), op.getType(), op.getInput(),
                                     filterPanels(op.getFilter(), conv), op.getBias(),
                                     conv.kernel(), conv.strides, conv.pads, conv.dilations,
                                     conv.filter[0], conv.groups));
  }

  // [O, I, KH, KW] -> [groups * ceil(N / NR), KH * KW * I, NR]. With G interleaved rows per step:
  // [.., KH * ceil(KW * I / G), NR, G]. NR is one vector if that covers the N columns of a group.
  // KH is the number of rows in all slices of a window.
  Value filterPanels(Value filter, const ConvWindow &conv) {
    int64_t groups = conv.groups, out = conv.filter[0] / groups, in = conv.filter[1];
    int64_t kh = ShapedType::getNumElements(conv.kernel().drop_back()), kw = conv.filter.back();
    Type element = typeOf(filter).getElementType();
    int64_t group = cpu::panelGroup(element), lanes = cpu::lanesOf(element, target);
    Value ghwio = transpose(reshape(filter, {groups, out, in, kh, kw}), {0, 3, 4, 2, 1});
    Value matrices = withoutSubnormals(reshape(ghwio, {groups, kh, kw * in, out}));
    Value rows = padded(matrices, 2, group);
    int64_t width = out <= lanes ? lanes : cpu::panelWidthOf(element, target);
    Value whole = padded(rows, 3, width);
    ArrayRef<int64_t> shape = typeOf(whole).getShape();
    int64_t steps = kh * shape[2] / group, blocks = shape[3] / width;
    if (group == 1)
      return reshape(transpose(reshape(whole, {groups, steps, blocks, width}), {0, 2, 1, 3}),
                     {groups * blocks, steps, width});
    Value split = reshape(whole, {groups, steps, group, blocks, width});
    return reshape(transpose(split, {0, 3, 1, 4, 2}), {groups * blocks, steps, width, group});
  }

  Value depthwise(ConvOp op, const ConvWindow &conv) {
    return made(DepthwiseConvOp::create(b, op.getLoc(), op.getType(), op.getInput(),
                                        withoutSubnormals(channelMatrix(op.getFilter())),
                                        op.getBias(), conv.kernel(), conv.strides, conv.pads,
                                        conv.dilations));
  }
  // [C, 1, KH, KW] -> [KH * KW, C]
  Value channelMatrix(Value filter) {
    ArrayRef<int64_t> shape = typeOf(filter).getShape();
    return transpose(reshape(filter, {shape[0], shape[2] * shape[3]}), {1, 0});
  }

  // ---- matmul with block-quantized weights ----

  Value converted(Value value, Type element) {
    if (typeOf(value).getElementType() == element)
      return value;
    return made(CastOp::create(b, value.getLoc(), value, element));
  }

  // Whether such weights, of this rank, are packed. If not, a remark says why.
  bool packsBlocks(Operation *op, BlockScheme scheme, std::optional<RowPrecision> precision,
                   int64_t rank) {
    if (runsOnce(op))
      return false;
    const bool isExact = precision.value_or(RowPrecision::Exact) == RowPrecision::Exact;
    auto lhs = typeOf(op->getOperand(0));
    const BlockPanels *layout = blockPanels(scheme);
    StringRef reason;
    if (!layout || !target.multipliesBytes())
      reason = "there is no kernel for its block scheme on this CPU";
    else if (scheme == BlockScheme::Q8_0 && isExact && !target.hasByteDot)
      reason = "three bytes of each element times whole bytes are slower than f32 on this CPU";
    else if (lhs.getElementType().isF64() || lhs.isDynamicDim(lhs.getRank() - 1))
      reason = "the left operand is f64, or its last dimension is dynamic";
    else if (!isWeight(op->getOperand(1), rank))
      reason = "the weights are not prepared bytes of static shape";
    if (!reason.empty())
      missed(op, reason);
    return reason.empty();
  }

  void packBlocks(DequantMatmulOp op) {
    if (!packsBlocks(op, op.getScheme(), op.getRowPrecision(), 2))
      return;
    int64_t n = typeOf(op.getWeights()).getDimSize(0);
    Value panels = made(PackBlocksOp::create(b, op.getLoc(), op.getWeights(), op.getScheme()));
    packedWeights.push_back({op.getWeights(), panels, op.getScheme()});
    Value lhs = converted(op.getLhs(), b.getF32Type());
    Value matmul = made(DequantMatmulPackedOp::create(
        b, op.getLoc(), typeOf(op.getResult()).clone(b.getF32Type()), lhs, panels,
        op.getSchemeAttr(), op.getRowPrecisionAttr(), b.getI64IntegerAttr(n)));
    passed(op, "dequant_matmul_packed");
    Type element = typeOf(op.getLhs()).getElementType();
    op.replaceAllUsesWith(converted(matmul, element));
    op.erase();
  }

  // The experts' rows are packed behind each other. A panel must not have rows of two experts.
  void packExperts(DequantGroupedMatmulOp op) {
    if (!packsBlocks(op, op.getScheme(), op.getRowPrecision(), 3))
      return;
    ArrayRef<int64_t> shape = typeOf(op.getWeights()).getShape();
    const int64_t experts = shape[0], n = shape[1], bytes = shape[2];
    if (n % kPanelRows != 0)
      return missed(op, "the rows of an expert are no whole panels");
    Value rows = reshape(op.getWeights(), {experts * n, bytes});
    Value panels = made(PackBlocksOp::create(b, op.getLoc(), rows, op.getScheme()));
    ArrayRef<int64_t> packed = typeOf(panels).getShape();
    panels = reshape(panels, {experts, n / kPanelRows, packed[1], packed[2]});
    Value lhs = converted(op.getLhs(), b.getF32Type());
    Value matmul = made(DequantGroupedMatmulPackedOp::create(
        b, op.getLoc(), typeOf(op.getResult()).clone(b.getF32Type()), lhs, panels, op.getIndices(),
        op.getSchemeAttr(), op.getRowPrecisionAttr()));
    passed(op, "dequant_grouped_matmul_packed");
    Type element = typeOf(op.getLhs()).getElementType();
    op.replaceAllUsesWith(converted(matmul, element));
    op.erase();
  }

  func::FuncOp function;
  const CpuModel &target;
  OpBuilder b;
  InputDependence dependence;
  SmallVector<cpu::PackedWeights> packedWeights; // of matrices
};

// How an op is packed, and the packed ops that it may become.
struct Packing {
  StringRef op;
  void (*pack)(WeightPacker &packer, Operation *op); // null: a part of this composite op is packed
  SmallVector<StringRef, 3> forms;
};

template <typename Op>
Packing packed(SmallVector<StringRef, 3> forms) {
  auto pack = [](WeightPacker &packer, Operation *op) { packer.pack(cast<Op>(op)); };
  return {Op::getOperationName(), pack, std::move(forms)};
}

template <typename Op>
Packing packedInParts(SmallVector<StringRef, 3> forms) {
  return {Op::getOperationName(), nullptr, std::move(forms)};
}

ArrayRef<Packing> packings() {
  static const Packing all[] = {
      packed<MatmulOp>({"matmul_packed"}),
      packed<FusedMatmulBiasActOp>({"matmul_packed"}),
      packed<DotGeneralOp>({}),
      packed<MatmulIntegerOp>({"matmul_integer_packed"}),
      packed<ConvOp>({"conv_packed", "depthwise_conv", "matmul_packed"}),
      packed<ConvIntegerOp>(
          {"conv_integer_packed", "depthwise_conv_integer", "matmul_integer_packed"}),
      packed<DequantMatmulOp>({"dequant_matmul_packed"}),
      packed<DequantGroupedMatmulOp>({"dequant_grouped_matmul_packed"}),
      packedInParts<QMatmulOp>({"matmul_integer_packed"}),
      packedInParts<QConvOp>(
          {"conv_integer_packed", "depthwise_conv_integer", "matmul_integer_packed"}),
  };
  return all;
}

const Packing *findPacking(StringRef op) {
  const auto *found = llvm::find_if(packings(), [&](const Packing &one) { return one.op == op; });
  return found == packings().end() ? nullptr : found;
}

void WeightPacker::run() {
  walkInOrder(function.getBody().front(), [&](Operation *op) {
    const Packing *packing = findPacking(op->getName().getStringRef());
    if (!packing || !packing->pack)
      return;
    if (exceedsPanels(op->getOperand(1)))
      return missed(op, "its weights are too large for padded panels");
    b.setInsertionPoint(op);
    packing->pack(*this, op);
  });
  for (const cpu::PackedWeights &weights : packedWeights)
    cpu::gatherFromPanels(b, weights, dependence, [&](Operation *op) {
      dependence.visit(op);
      passed(op->getLoc(), GatherOp::getOperationName(), "gather_packed");
    });
}

struct PackWeights : rlx::impl::PackWeightsPassBase<PackWeights> {
  using PackWeightsPassBase::PackWeightsPassBase;

  void runOnBody() override {
    SmallVector<StringRef> names;
    StringRef(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    CpuModel target = CpuModel::fromFeatures(names);
    WeightPacker(getOperation(), target).run();
  }
};

} // namespace

SmallVector<StringRef> rlx::packedOps() {
  SmallVector<StringRef> ops;
  for (const Packing &packing : packings())
    if (packing.pack)
      ops.push_back(packing.op);
  return ops;
}

ArrayRef<StringRef> rlx::packedForms(StringRef op) {
  const Packing *packing = findPacking(op);
  return packing ? ArrayRef<StringRef>(packing->forms) : ArrayRef<StringRef>();
}
