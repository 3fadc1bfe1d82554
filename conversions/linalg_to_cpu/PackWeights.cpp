// Legalises contractions with prepared weights to the CPU's packed forms: matmul to
// matmul_packed, channels-last convolution to conv_packed, depthwise_conv or matmul_packed,
// dequant_matmul to dequant_matmul_packed. The ops that rearrange the weights are ordinary rlx ops
// on params; they run once, in lir.prepare.
#include "conversions/Passes.h"

#include "conversions/fastpaths/cpu/StepProduct.h"
#include "conversions/linalg_to_cpu/CpuModel.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/BlockPanels.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/FusedActivations.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/LinalgOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

constexpr llvm::StringLiteral kNoMatrix =
    "the right operand is not a prepared matrix of f32, bf16 or f16 and of static shape";

class WeightPacker {
public:
  WeightPacker(func::FuncOp function, const CpuModel &target)
      : function(function), target(target), b(function.getContext()), dependence(function) {}

  void run() {
    if (function.isExternal())
      return;
    walkInOrder(function.getBody().front(), [&](Operation *op) { pack(op); });
  }

private:
  void pack(Operation *op) {
    b.setInsertionPoint(op);
    if (auto matmul = dyn_cast<MatmulOp>(op))
      packMatmul(matmul);
    else if (auto fused = dyn_cast<FusedMatmulBiasActOp>(op))
      packFusedMatmul(fused);
    else if (auto integer = dyn_cast<MatmulIntegerOp>(op))
      packIntegerMatmul(integer);
    else if (auto conv = dyn_cast<ConvOp>(op))
      packConv(conv);
    else if (auto blocks = dyn_cast<DequantMatmulOp>(op))
      packBlocks(blocks);
  }

  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

  static bool isF32(Value value) { return typeOf(value).getElementType().isF32(); }

  // Nothing can be packed of an empty tensor.
  bool isWeight(Value value, int64_t rank) {
    return typeOf(value).getRank() == rank && typeOf(value).hasStaticShape() &&
           !llvm::is_contained(typeOf(value).getShape(), 0) && dependence.isPrepared(value);
  }

  // Of a type that the target has code for.
  bool hasProducts(Value value) {
    Type element = typeOf(value).getElementType();
    LoweringReason why;
    return succeeded(cpu::expectPanelTypes(value, why)) &&
           succeeded(cpu::productKind(element, cpu::panelGroup(element), target, why));
  }

  // ---- building blocks; everything made takes part in the question what is prepared ----

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

  // Zeros along a dimension, up to a multiple of `multiple`.
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

  // f32 weights below 2^-126 as 0: processors take a hundred times as long for each of them, and
  // what training lets fade away has many.
  Value withoutSubnormals(Value weights) {
    if (!isF32(weights))
      return weights;
    OpComposer c(b, weights.getLoc());
    Value size = made(AbsOp::create(b, c.loc, weights));
    Value least = made(c.scalar(b.getF32Type(), 0x1p-126).getDefiningOp());
    Value zero = made(c.scalar(b.getF32Type(), 0.0).getDefiningOp());
    Value isTooSmall = made(CompareOp::create(b, c.loc, ComparePredicate::lt, size, least));
    return made(WhereOp::create(b, c.loc, isTooSmall, zero, weights));
  }

  // [K, N] -> [ceil(N / NR), K, NR], or [ceil(N / NR), ceil(K / G), NR, G] where products take G
  // rows at a time.
  Value panels(Value matrix) {
    int64_t width = target.panelWidth, group = cpu::panelGroup(typeOf(matrix).getElementType());
    Value whole = padded(padded(withoutSubnormals(matrix), 1, width), 0, group);
    ArrayRef<int64_t> shape = typeOf(whole).getShape();
    int64_t steps = shape[0] / group, blocks = shape[1] / width;
    if (group == 1)
      return transpose(reshape(whole, {steps, blocks, width}), {1, 0, 2});
    return transpose(reshape(whole, {steps, group, blocks, width}), {2, 0, 3, 1});
  }

  void passed(Operation *op, StringRef form) {
    remark::passed(op->getLoc(),
                   remark::RemarkOpts::name("PackWeights").category("rlx-pack-weights"))
        << op->getName().getStringRef() << " -> " << form;
  }

  void missed(Operation *op, StringRef why) {
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("PackWeights").category("rlx-pack-weights"))
        << op->getName().getStringRef() << ": " << why;
  }

  // ---- matmul ----

  Value matmulPacked(Location loc, Value lhs, Value rhs, Value bias, RankedTensorType type) {
    int64_t n = typeOf(rhs).getDimSize(1);
    return made(MatmulPackedOp::create(b, loc, type, lhs, panels(rhs), bias, n));
  }

  // What depends on weights alone runs once: packing its weights would cost as much as it saves,
  // and prepared kernels are built without the sizes that the packed forms need.
  bool runsOnce(Operation *op, Value input) {
    bool once = dependence.isPrepared(input);
    if (once)
      missed(op, "all operands are prepared, so it runs once");
    return once;
  }

  void packMatmul(MatmulOp op) {
    if (runsOnce(op, op.getLhs()))
      return;
    if (!isWeight(op.getRhs(), 2) || !hasProducts(op.getRhs()))
      return missed(op, kNoMatrix);
    if (typeOf(op.getLhs()).getRank() < 2)
      return missed(op, "the left operand is a vector");
    Value result =
        matmulPacked(op.getLoc(), op.getLhs(), op.getRhs(), Value(), typeOf(op.getResult()));
    passed(op, "matmul_packed");
    op.replaceAllUsesWith(result);
    op.erase();
  }

  void packFusedMatmul(FusedMatmulBiasActOp op) {
    if (runsOnce(op, op.getLhs()))
      return;
    Value bias = op.getBias();
    if (!isWeight(op.getRhs(), 2) || !hasProducts(op.getRhs()) ||
        (bias && (typeOf(bias).getRank() != 1 || dependence.isRuntime(bias))))
      return missed(op, kNoMatrix);
    Value product =
        matmulPacked(op.getLoc(), op.getLhs(), op.getRhs(), bias, typeOf(op.getResult()));
    passed(op, "matmul_packed");
    op.replaceAllUsesWith(activated(op.getLoc(), product, op.getActivation()));
    op.erase();
  }

  // ---- matmul_integer ----

  Value cast(Value value, Type element) {
    return made(CastOp::create(b, value.getLoc(), value, element));
  }

  // 8-bit integers as i8: unsigned ones less 128.
  Value centred(Value value) {
    if (!typeOf(value).getElementType().isUnsignedInteger())
      return value;
    auto scalar = RankedTensorType::get({}, b.getI32Type());
    Value off = made(ConstantOp::create(b, value.getLoc(), scalar,
                                        DenseElementsAttr::get(scalar, b.getI32IntegerAttr(128))));
    Value less = made(SubOp::create(b, value.getLoc(), cast(value, b.getI32Type()), off));
    return cast(less, b.getI8Type());
  }

  // The weights' zero point as [n] of i8, for weights that `centred` has changed; null if it is 0.
  Value columnZeroPoint(Location loc, Value zero, int64_t n, bool isUnsigned) {
    auto type = RankedTensorType::get({n}, b.getI8Type());
    DenseIntElementsAttr known;
    if (zero && matchPattern(zero, m_Constant(&known)) &&
        llvm::all_of(known.getValues<APInt>(),
                     [&](const APInt &value) { return value == (isUnsigned ? 128 : 0); }))
      return {};
    if (!zero && !isUnsigned)
      return {};
    if (!zero) // 0 is 128 less
      return made(
          ConstantOp::create(b, loc, type, DenseElementsAttr::get(type, b.getI8IntegerAttr(-128))));
    zero = centred(zero);
    if (typeOf(zero).getRank() == 1)
      return zero;
    return made(ExpandOp::create(b, loc, zero, ValueRange(), ArrayRef<int64_t>{n}));
  }

  void packIntegerMatmul(MatmulIntegerOp op) {
    if (runsOnce(op, op.getLhs()))
      return;
    LoweringReason why;
    if (failed(cpu::productKind(b.getI8Type(), cpu::panelGroup(b.getI8Type()), target, why)))
      return missed(op, why.text);
    Value zero = op.getRhsZeroPoint();
    if (!isWeight(op.getRhs(), 2) || (zero && dependence.isRuntime(zero)))
      return missed(op, "the right operand is not a prepared matrix of static shape");
    Location loc = op.getLoc();
    int64_t n = typeOf(op.getRhs()).getDimSize(1);
    bool isUnsigned = typeOf(op.getRhs()).getElementType().isUnsignedInteger();
    Value matrix = centred(op.getRhs());
    Value sums = made(ReduceSumOp::create(b, loc, cast(matrix, b.getI32Type()),
                                          ArrayRef<int64_t>{0}, /*keep_dims=*/false));
    Value zeros = columnZeroPoint(loc, zero, n, isUnsigned);
    Value result =
        made(MatmulIntegerPackedOp::create(b, loc, typeOf(op.getResult()), op.getLhs(),
                                           panels(matrix), sums, op.getLhsZeroPoint(), zeros, n));
    passed(op, "matmul_integer_packed");
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

  void packConv(ConvOp op) {
    if (runsOnce(op, op.getInput()))
      return;
    if (typeOf(op.getInput()).getRank() != 4 || op.getDataFormat() != DataFormat::ChannelsLast)
      return missed(op, "not a channels-last image");
    if (!isWeight(op.getFilter(), 4) || ShapedType::isDynamic(typeOf(op.getInput()).getDimSize(3)))
      return missed(op, "the filter is not prepared data of static shape");
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape(); // O, I/g, KH, KW
    int64_t groups = op.getGroups();
    SmallVector<int64_t> strides = orOnes(op.getStrides(), 2, 1), pads = orOnes(op.getPads(), 4, 0),
                         dilations = orOnes(op.getDilations(), 2, 1);
    Value result;
    if (groups == 1 && isPointwise(filter, strides, pads) && hasProducts(op.getFilter()))
      result = pointwise(op);
    else if (!isF32(op.getFilter()))
      return missed(
          op,
          "only products, 1x1 convolutions among them, have packed forms of other types than f32");
    else if (groups > 1 && groups == filter[0] && filter[1] == 1)
      result = depthwise(op, strides, pads, dilations);
    else
      result = dense(op, strides, pads, dilations);
    passed(op, result.getDefiningOp()->getName().stripDialect());
    op.replaceAllUsesWith(result);
    op.erase();
  }

  static bool isPointwise(ArrayRef<int64_t> filter, ArrayRef<int64_t> strides,
                          ArrayRef<int64_t> pads) {
    return filter[2] == 1 && filter[3] == 1 &&
           llvm::all_equal({strides[0], strides[1], int64_t(1)}) &&
           llvm::all_of(pads, [](int64_t pad) { return pad == 0; });
  }

  // A 1x1 convolution is a matrix product over pixels; leading dimensions stay as they are.
  Value pointwise(ConvOp op) {
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape();
    Value matrix = transpose(reshape(op.getFilter(), {filter[0], filter[1]}), {1, 0});
    return matmulPacked(op.getLoc(), op.getInput(), matrix, op.getBias(), typeOf(op.getResult()));
  }

  Value dense(ConvOp op, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
              ArrayRef<int64_t> dilations) {
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape();
    int64_t groups = op.getGroups(), out = filter[0] / groups, kernel[] = {filter[2], filter[3]};
    Value ghwio = transpose(reshape(op.getFilter(), {groups, out, filter[1], kernel[0], kernel[1]}),
                            {0, 3, 4, 2, 1});
    Value matrices = reshape(ghwio, {groups, kernel[0] * kernel[1] * filter[1], out});
    return made(ConvPackedOp::create(b, op.getLoc(), op.getType(), op.getInput(),
                                     groupPanels(matrices), op.getBias(), kernel, strides, pads,
                                     dilations, filter[0], groups));
  }

  // [G, K, N] -> [G * ceil(N / NR), K, NR]; NR is one vector where that is enough.
  Value groupPanels(Value matrices) {
    int64_t groups = typeOf(matrices).getDimSize(0), rows = typeOf(matrices).getDimSize(1);
    int64_t width =
        typeOf(matrices).getDimSize(2) <= target.lanes ? target.lanes : target.panelWidth;
    Value whole = padded(withoutSubnormals(matrices), 2, width);
    int64_t blocks = typeOf(whole).getDimSize(2) / width;
    Value panels = transpose(reshape(whole, {groups, rows, blocks, width}), {0, 2, 1, 3});
    return reshape(panels, {groups * blocks, rows, width});
  }

  Value depthwise(ConvOp op, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                  ArrayRef<int64_t> dilations) {
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape();
    int64_t kernel[] = {filter[2], filter[3]};
    Value matrix = transpose(reshape(op.getFilter(), {filter[0], filter[2] * filter[3]}), {1, 0});
    matrix = withoutSubnormals(matrix);
    return made(DepthwiseConvOp::create(b, op.getLoc(), op.getType(), op.getInput(), matrix,
                                        op.getBias(), kernel, strides, pads, dilations));
  }

  // ---- products with weights in blocks ----

  // Blocks [panels, rows, blocks, bytes] with the units of all rows of a panel side by side.
  Value woven(Value blocks, const BlockPanels &layout) {
    ArrayRef<int64_t> shape = typeOf(blocks).getShape();
    int64_t starts[4] = {}, sizes[4], panels = shape[0], count = shape[2];
    llvm::copy(shape, sizes);
    SmallVector<Value> pieces;
    for (const PanelPart &part : layout.parts()) {
      starts[3] = part.offset;
      sizes[3] = part.bytes;
      Value bytes = made(SliceOp::create(b, blocks.getLoc(), blocks, ValueRange(), ValueRange(),
                                         starts, sizes, ArrayRef<int64_t>()));
      int64_t units[] = {panels, kPanelRows, count, part.bytes / part.unit, part.unit};
      int64_t joined[] = {panels, count, part.bytes * kPanelRows};
      pieces.push_back(reshape(transpose(reshape(bytes, units), {0, 2, 3, 1, 4}), joined));
    }
    return made(ConcatOp::create(b, blocks.getLoc(), pieces, /*axis=*/2));
  }

  Value converted(Value value, Type element) {
    if (typeOf(value).getElementType() == element)
      return value;
    return made(CastOp::create(b, value.getLoc(), value, element));
  }

  void packBlocks(DequantMatmulOp op) {
    if (runsOnce(op, op.getLhs()))
      return;
    const BlockPanels *layout = blockPanels(op.getScheme());
    if (!layout || !target.hasByteDot)
      return missed(op, "the processor has no code for panels of such blocks");
    Type element = typeOf(op.getLhs()).getElementType();
    if (element.isF64() || typeOf(op.getLhs()).isDynamicDim(typeOf(op.getLhs()).getRank() - 1))
      return missed(op, "the left operand is f64 or has rows of unknown size");
    if (!isWeight(op.getWeights(), 2))
      return missed(op, "the weights are not prepared bytes of static shape");
    int64_t bytes = layout->bytes, n = typeOf(op.getWeights()).getDimSize(0);
    Value rows = padded(op.getWeights(), 0, kPanelRows);
    ArrayRef<int64_t> shape = typeOf(rows).getShape();
    Value blocks = reshape(rows, {shape[0] / kPanelRows, kPanelRows, shape[1] / bytes, bytes});
    Value lhs = converted(op.getLhs(), b.getF32Type());
    Value product = made(
        DequantMatmulPackedOp::create(b, op.getLoc(), typeOf(op.getResult()).clone(b.getF32Type()),
                                      lhs, woven(blocks, *layout), op.getScheme(), n));
    passed(op, "dequant_matmul_packed");
    op.replaceAllUsesWith(converted(product, element));
    op.erase();
  }

  func::FuncOp function;
  const CpuModel &target;
  OpBuilder b;
  InputDependence dependence;
};

struct PackWeights : rlx::impl::PackWeightsPassBase<PackWeights> {
  using PackWeightsPassBase::PackWeightsPassBase;

  void runOnOperation() override {
    SmallVector<StringRef> names;
    StringRef(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    CpuModel target = CpuModel::fromFeatures(names);
    WeightPacker(getOperation(), target).run();
  }
};

} // namespace
