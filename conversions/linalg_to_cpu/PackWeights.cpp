// Legalises contractions with prepared weights to the CPU's packed forms: matmul to
// matmul_packed, channels-last convolution to conv_packed, depthwise_conv or matmul_packed,
// dequant_matmul to dequant_matmul_packed. The ops that rearrange the weights are ordinary rlx ops
// on params; they run once, in lir.prepare.
#include "conversions/Passes.h"

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
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

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
    else if (auto conv = dyn_cast<ConvOp>(op))
      packConv(conv);
    else if (auto blocks = dyn_cast<DequantMatmulOp>(op))
      packBlocks(blocks);
  }

  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

  static bool isF32(Value value) { return typeOf(value).getElementType().isF32(); }

  // Nothing can be packed of an empty tensor.
  bool isPackable(Value value, int64_t rank) {
    return typeOf(value).getRank() == rank && typeOf(value).hasStaticShape() &&
           !llvm::is_contained(typeOf(value).getShape(), 0) && dependence.isPrepared(value);
  }
  bool isWeight(Value value, int64_t rank) { return isPackable(value, rank) && isF32(value); }

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
    int64_t extra = llvm::alignTo(shape[dim], multiple) - shape[dim];
    if (extra == 0)
      return matrix;
    shape[dim] = extra;
    auto type = RankedTensorType::get(shape, typeOf(matrix).getElementType());
    Value zeros = made(
        ConstantOp::create(b, matrix.getLoc(), type,
                           DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType()))));
    return made(ConcatOp::create(b, matrix.getLoc(), ValueRange{matrix, zeros}, dim));
  }

  // [K, N] -> [ceil(N / NR), K, NR]
  Value panels(Value matrix) {
    int64_t width = target.panelWidth;
    Value whole = padded(matrix, 1, width);
    ArrayRef<int64_t> shape = typeOf(whole).getShape();
    int64_t k = shape[0], blocks = shape[1] / width;
    return transpose(reshape(whole, {k, blocks, width}), {1, 0, 2});
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
    if (!isWeight(op.getRhs(), 2))
      return missed(op, "the right operand is not a prepared f32 matrix of static shape");
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
    if (!isWeight(op.getRhs(), 2) ||
        (bias && (typeOf(bias).getRank() != 1 || dependence.isRuntime(bias))))
      return missed(op, "the right operand is not a prepared f32 matrix of static shape");
    Value product =
        matmulPacked(op.getLoc(), op.getLhs(), op.getRhs(), bias, typeOf(op.getResult()));
    passed(op, "matmul_packed");
    op.replaceAllUsesWith(activated(op.getLoc(), product, op.getActivation()));
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
    if (!isWeight(op.getFilter(), 4) || !isF32(op.getInput()) ||
        ShapedType::isDynamic(typeOf(op.getInput()).getDimSize(3)))
      return missed(op, "the filter is not prepared f32 data of static shape");
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape(); // O, I/g, KH, KW
    int64_t groups = op.getGroups();
    SmallVector<int64_t> strides = orOnes(op.getStrides(), 2, 1), pads = orOnes(op.getPads(), 4, 0),
                         dilations = orOnes(op.getDilations(), 2, 1);
    Value result;
    if (groups == 1 && isPointwise(filter, strides, pads))
      result = pointwise(op);
    else if (groups == 1)
      result = dense(op, strides, pads, dilations);
    else if (groups == filter[0] && filter[1] == 1 && groups == typeOf(op.getInput()).getDimSize(3))
      result = depthwise(op, strides, pads, dilations);
    else
      return missed(op, "grouped convolutions other than depthwise have no packed form");
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
    int64_t out = filter[0], kernel[] = {filter[2], filter[3]};
    Value hwio = transpose(op.getFilter(), {2, 3, 1, 0});
    Value matrix = reshape(hwio, {kernel[0] * kernel[1] * filter[1], out});
    return made(ConvPackedOp::create(b, op.getLoc(), op.getType(), op.getInput(), panels(matrix),
                                     op.getBias(), kernel, strides, pads, dilations, out));
  }

  Value depthwise(ConvOp op, ArrayRef<int64_t> strides, ArrayRef<int64_t> pads,
                  ArrayRef<int64_t> dilations) {
    ArrayRef<int64_t> filter = typeOf(op.getFilter()).getShape();
    int64_t kernel[] = {filter[2], filter[3]};
    Value matrix = transpose(reshape(op.getFilter(), {filter[0], filter[2] * filter[3]}), {1, 0});
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
    if (!layout || !target.hasByteDots)
      return missed(op, "the processor has no code for panels of such blocks");
    Type element = typeOf(op.getLhs()).getElementType();
    if (element.isF64() || typeOf(op.getLhs()).isDynamicDim(typeOf(op.getLhs()).getRank() - 1))
      return missed(op, "the left operand is f64 or has rows of unknown size");
    if (!isPackable(op.getWeights(), 2))
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
