// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-convert-layout`: moves images to channels-last layout, for which the CPU (and most
// GPUs) have fast kernels.
//
// Convolutions, transposed and integer ones too, and poolings of images become channels-last
// between two transposes. The transposes behind them then sink through ops that do not depend on
// the order of dimensions, until they meet a transpose in front of the next one and cancel:
//
//   %t = rlx.transpose %y_last perm = [0, 3, 1, 2]          %r_last = rlx.relu %y_last
//   %r = rlx.relu %t                                  =>    %r = rlx.transpose %r_last perm = …
//
// A signal [N, C, W] that is an image with one row for convolutions (`rlx-widen-convolutions`) has
// a channels-last form, too: [N, 1, W, C]. So chains of one-dimensional convolutions keep it.
//
// Convolutions of volumes [N, C, D, H, W] become channels-last, too, except for depthwise ones.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/ResizeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/MixedSizes.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "passes/InputDependence.h"
#include "passes/KernelGroups.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

constexpr int64_t kToLast[] = {0, 2, 3, 1}, kVolumeToLast[] = {0, 2, 3, 4, 1};
constexpr int64_t kToFirst[] = {0, 3, 1, 2}, kVolumeToFirst[] = {0, 4, 1, 2, 3};
constexpr int64_t kSwapLast[] = {0, 2, 1};
constexpr int64_t kRow = 2; // the dimension that an image [N, C, 1, W] has and a signal has not
constexpr llvm::StringLiteral kFormat = "data_format";

int64_t rankOf(Value value) {
  return cast<ShapedType>(value.getType()).getRank();
}

bool isImage(Value value) {
  return rankOf(value) == 4;
}
bool isSignal(Value value) {
  return rankOf(value) == 3;
}
bool isVolume(Value value) {
  return rankOf(value) == 5;
}

// The permutations of an image, or of a volume. A signal becomes an image first.
ArrayRef<int64_t> toLastOrder(int64_t rank) {
  return rank == 5 ? ArrayRef(kVolumeToLast) : ArrayRef(kToLast);
}
ArrayRef<int64_t> toFirstOrder(int64_t rank) {
  return rank == 5 ? ArrayRef(kVolumeToFirst) : ArrayRef(kToFirst);
}

// Whether the op is faster channels-last.
bool wantsChannelsLast(Operation *op) {
  if (!isa<ConvOp, ConvIntegerOp, ConvTransposeOp, PoolOp>(op))
    return false;
  auto conv = dyn_cast<ConvOp>(op);
  if (!conv || !isVolume(conv.getInput()))
    return isImage(op->getOperand(0));
  auto filter = cast<RankedTensorType>(conv.getFilter().getType());
  bool isDepthwise = conv.getGroups() > 1 && filter.getDimSize(1) == 1;
  return isa<FloatType>(filter.getElementType()) && !isDepthwise;
}

// Whether one of two values is a signal and the other, its reshape, the same as an image with one
// row.
bool addsOrRemovesRow(ReshapeOp reshape) {
  auto from = cast<RankedTensorType>(reshape.getInput().getType());
  auto to = cast<RankedTensorType>(reshape.getType());
  bool adds = isSignal(reshape.getInput()) && isImage(reshape);
  if (!adds && !(isImage(reshape.getInput()) && isSignal(reshape)))
    return false;
  if ((adds ? to : from).getDimSize(kRow) != 1)
    return false;
  SmallVector<OpFoldResult> sizes =
      getMixedValues(reshape.getStaticSizes(), reshape.getSizes(), reshape.getContext());
  int64_t unknown = 0; // one size follows from the others
  for (int64_t dim = 0; dim < 3; ++dim) {
    int64_t wide = dim < kRow ? dim : dim + 1;
    int64_t before = adds ? dim : wide, after = adds ? wide : dim;
    if (isSizeOf(sizes[after], reshape.getInput(), before))
      continue;
    if (!from.isDynamicDim(before) || !to.isDynamicDim(after) || ++unknown > 1)
      return false;
  }
  return true;
}

// Rewrites one function, op by op in program order.
class LayoutConverter {
public:
  LayoutConverter(func::FuncOp function, bool sink)
      : function(function), sink(sink), b(function.getContext()), dependence(function) {}

  void run() {
    walkInOrder(function.getBody().front(), [&](Operation *op) { convert(op); });
  }

private:
  void convert(Operation *op) {
    b.setInsertionPoint(op);
    if (wantsChannelsLast(op)) {
      if (!isChannelsLast(op))
        wrap(op);
    } else if (auto transpose = dyn_cast<TransposeOp>(op);
               transpose && sink && isToFirst(transpose)) {
      last[transpose] = transpose.getInput();
    } else if (sink && op->getNumResults() == 1 && anyLast(op)) {
      if (isElementwiseOp(op) && op->getNumRegions() == 0)
        sinkThroughElementwise(op);
      else if (auto reduction = dyn_cast<ReductionOpInterface>(op))
        sinkThroughReduction(reduction);
      else if (auto concat = dyn_cast<ConcatOp>(op))
        sinkThroughConcat(concat);
      else if (auto resize = dyn_cast<ResizeOp>(op))
        sinkThroughResize(resize);
      else if (auto slice = dyn_cast<SliceOp>(op))
        sinkThroughSlice(slice);
      else if (auto pad = dyn_cast<PadOp>(op))
        sinkThroughPad(pad);
      else if (auto reshape = dyn_cast<ReshapeOp>(op))
        followRow(reshape);
      else if (auto transpose = dyn_cast<TransposeOp>(op))
        becomeReshape(transpose);
    }
  }

  static bool isToFirst(TransposeOp op) { return op.getPerm() == ArrayRef(kToFirst); }

  static bool isChannelsLast(Operation *op) {
    auto format = op->getAttrOfType<DataFormatAttr>(kFormat);
    return format && format.getValue() == DataFormat::ChannelsLast;
  }

  bool anyLast(Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value operand) { return last.contains(operand); });
  }

  Value transposed(Value value, ArrayRef<int64_t> perm) {
    return created(TransposeOp::create(b, value.getLoc(), value, perm));
  }

  // `dependence` must know ops made here, to tell which values are prepared.
  Value created(Operation *op) {
    dependence.visit(op);
    return op->getResult(0);
  }

  // The channels-last form of a value: a known one, or a new transpose.
  Value toLast(Value value) {
    if (Value known = last.lookup(value))
      return known;
    if (Value rows = fromChannelsLastSignal(value))
      return rows;
    return transposed(withRow(value), toLastOrder(rankOf(value)));
  }

  // [N, 1, W, C] of an image [N, C, 1, W] that comes from [N, W, C]. Null if it does not.
  Value fromChannelsLastSignal(Value image) {
    auto reshape = image.getDefiningOp<ReshapeOp>();
    if (!reshape || !isImage(image) || !addsOrRemovesRow(reshape))
      return {};
    auto transpose = reshape.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || transpose.getPerm() != ArrayRef(kSwapLast))
      return {};
    Value signal = transpose.getInput();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, signal.getLoc(), signal);
    sizes.insert(sizes.begin() + 1, b.getIndexAttr(1));
    return reshaped(signal, sizes);
  }

  // Signals become images.
  Value withRow(Value value) {
    if (!isSignal(value))
      return value;
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, value.getLoc(), value);
    sizes.insert(sizes.begin() + kRow, b.getIndexAttr(1));
    return reshaped(value, sizes);
  }

  Value reshaped(Value value, ArrayRef<OpFoldResult> sizes) {
    OpComposer composer(b, value.getLoc());
    return created(composer.reshape(value, sizes).getDefiningOp());
  }

  // Replaces the op's result by `result`, which is in channels-last order.
  void replace(Operation *op, Value result) {
    Value first = transposed(result, toFirstOrder(rankOf(result)));
    if (isSignal(op->getResult(0))) {
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, op->getLoc(), first);
      sizes.erase(sizes.begin() + kRow);
      first = reshaped(first, sizes);
    }
    last[first] = result;
    op->getResult(0).replaceAllUsesWith(first);
    op->erase();
  }

  void wrap(Operation *op) {
    SmallVector<Value> operands(op->getOperands());
    operands[0] = toLast(op->getOperand(0));
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set(kFormat, DataFormatAttr::get(op->getContext(), DataFormat::ChannelsLast));
    replace(op, rebuild(op, operands, attributes));
  }

  static bool isSpatial(Value value) { return rankOf(value) >= 3 && rankOf(value) <= 5; }

  // The type of the op's result in channels-last order, if it is an image, a signal or a volume.
  static RankedTensorType typeInLast(Operation *op) {
    Value result = op->getResult(0);
    auto type = cast<RankedTensorType>(result.getType());
    if (!isSpatial(result))
      return type;
    return type.clone(inLast(type.getShape(), int64_t(1)));
  }

  // The entries of a list for the dimensions of such a value, in channels-last order.
  // `row` is the entry of the row that a signal gets.
  template <typename T>
  static SmallVector<T> inLast(ArrayRef<T> entries, T row) {
    SmallVector<T> image(entries);
    if (image.size() == 3)
      image.insert(image.begin() + kRow, row);
    return applyPermutation(image, toLastOrder(image.size()));
  }

  // A copy of the op with other operands and attributes. If its result is an image or a signal, it
  // keeps the declared sizes: there may be more of them than inference knows.
  Value rebuild(Operation *op, ValueRange operands, const NamedAttrList &attributes) {
    return rebuild(op, operands, attributes, typeInLast(op));
  }

  Value rebuild(Operation *op, ValueRange operands, const NamedAttrList &attributes, Type type) {
    Operation *copy = Operation::create(op->getLoc(), op->getName(), type, operands,
                                        attributes.getDictionary(op->getContext()),
                                        op->getPropertiesStorage(), BlockRange(), 0);
    copy->setAttrs(attributes.getDictionary(op->getContext()));
    b.insert(copy);
    return created(copy);
  }

  // A form of an elementwise operand that broadcasts against a channels-last image as the operand
  // does against a channels-first result of this rank. Null if it would take a transpose in every
  // run.
  Value elementwiseOperand(Value operand, int64_t rank) {
    if (last.contains(operand))
      return rankOf(operand) == rank ? last.lookup(operand) : Value();
    auto type = cast<RankedTensorType>(operand.getType());
    if (type.getRank() == 0 ||
        (type.hasStaticShape() && type.getNumElements() == 1 && type.getRank() == 1))
      return operand;
    bool oneDimension = llvm::count_if(type.getShape(), [](int64_t s) { return s != 1; }) <= 1;
    if (!oneDimension && dependence.isRuntime(operand))
      return {};
    if (type.getRank() < std::max<int64_t>(rank, 4)) {
      SmallVector<int64_t> shape(rank - type.getRank(), 1);
      llvm::append_range(shape, type.getShape());
      if (!type.hasStaticShape())
        return {};
      if (rank == 3)
        shape.insert(shape.begin() + kRow, 1);
      operand = created(ReshapeOp::create(b, operand.getLoc(),
                                          RankedTensorType::get(shape, type.getElementType()),
                                          operand, ValueRange(), shape));
    }
    return transposed(operand, toLastOrder(rankOf(operand)));
  }

  void sinkThroughElementwise(Operation *op) {
    Value result = op->getResult(0);
    if (!isSpatial(result))
      return;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(elementwiseOperand(operand, rankOf(result)));
      if (!operands.back())
        return;
    }
    replace(op, rebuild(op, operands, NamedAttrList(op->getAttrDictionary())));
  }

  void sinkThroughReduction(ReductionOpInterface op) {
    const bool keepDims = op.getKeepDims();
    int64_t rank = rankOf(op->getOperand(0));
    SmallVector<int64_t> mapped;
    for (int64_t axis : op.getAxes())
      mapped.push_back(positionInLast(axis, rank));
    // What is left has the same order in both layouts if C is not, or no spatial dimension.
    auto isReduced = [&](int64_t axis) { return llvm::is_contained(mapped, axis); };
    if (rank == 3 && !keepDims)
      mapped.push_back(1);
    int64_t channel = rank == 5 ? 4 : 3;
    if (!keepDims && !isReduced(channel) &&
        !llvm::all_of(llvm::seq<int64_t>(1, channel), isReduced))
      return;
    llvm::sort(mapped);
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axes", DenseI64ArrayAttr::get(op->getContext(), mapped));
    Value input = toLast(op->getOperand(0));
    if (keepDims)
      return replace(op, rebuild(op, input, attributes));
    Type type = op->getResult(0).getType();
    op->getResult(0).replaceAllUsesWith(rebuild(op, input, attributes, type));
    op->erase();
  }

  // The dimension of a channels-last value with the elements of this one of an image, a signal or a
  // volume.
  static int64_t positionInLast(int64_t axis, int64_t rank) {
    axis = axis < 0 ? axis + rank : axis;
    if (rank == 3 && axis >= kRow)
      ++axis;
    ArrayRef<int64_t> order = toLastOrder(rank);
    return llvm::find(order, axis) - order.begin();
  }

  void sinkThroughConcat(ConcatOp op) {
    if (!llvm::all_of(op->getOperands(), [&](Value operand) {
          return last.contains(operand) || dependence.isPrepared(operand);
        }))
      return;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(toLast(operand));
    auto axis = static_cast<int64_t>(op.getAxis()); // the accessor is unsigned
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axis", b.getI64IntegerAttr(positionInLast(axis, rankOf(op))));
    replace(op, rebuild(op, operands, attributes));
  }

  void sinkThroughResize(ResizeOp op) {
    SmallVector<Value> operands(op->getOperands());
    operands[0] = last.lookup(op.getInput());
    SmallVector<int64_t> axes;
    for (int64_t axis : op.getAxes())
      axes.push_back(positionInLast(axis, rankOf(op)));
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axes", b.getDenseI64ArrayAttr(axes));
    replace(op, rebuild(op, operands, attributes));
  }

  // A mixed list with an entry for each dimension, in channels-last order.
  struct MixedList {
    SmallVector<Value> dynamic;
    SmallVector<int64_t> constants;
  };
  MixedList mixedInLast(ArrayRef<int64_t> constants, ValueRange dynamic, int64_t row) {
    MixedList list;
    SmallVector<OpFoldResult> values = inLast<OpFoldResult>(getMixedValues(constants, dynamic, b),
                                                            OpFoldResult(b.getI64IntegerAttr(row)));
    dispatchIndexOpFoldResults(values, list.dynamic, list.constants);
    return list;
  }

  void sinkThroughSlice(SliceOp op) {
    MixedList starts = mixedInLast(op.getStaticStarts(), op.getStarts(), 0);
    MixedList sizes = mixedInLast(op.getStaticSizes(), op.getSizes(), 1);
    SmallVector<int64_t> strides;
    if (!op.getStrides().empty())
      strides = inLast(op.getStrides(), int64_t(1));
    replace(op, created(SliceOp::create(b, op.getLoc(), typeInLast(op), last.lookup(op.getInput()),
                                        starts.dynamic, sizes.dynamic, starts.constants,
                                        sizes.constants, strides)));
  }

  void sinkThroughPad(PadOp op) {
    MixedList low = mixedInLast(op.getStaticLow(), op.getLow(), 0);
    MixedList high = mixedInLast(op.getStaticHigh(), op.getHigh(), 0);
    replace(op, created(PadOp::create(b, op.getLoc(), typeInLast(op), last.lookup(op.getInput()),
                                      op.getValue(), low.dynamic, high.dynamic, low.constants,
                                      high.constants, op.getMode())));
  }

  // A signal and the image with one row have the same channels-last form.
  void followRow(ReshapeOp op) {
    if (addsOrRemovesRow(op))
      last[op] = last.lookup(op.getInput());
  }

  // [N, W, C] is the channels-last form [N, 1, W, C] without its row.
  void becomeReshape(TransposeOp op) {
    if (!isSignal(op) || op.getPerm() != ArrayRef(kSwapLast))
      return;
    Value image = last.lookup(op.getInput());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, op.getLoc(), image);
    sizes.erase(sizes.begin() + 1);
    op.getResult().replaceAllUsesWith(reshaped(image, sizes));
    op->erase();
  }

  func::FuncOp function;
  bool sink;
  OpBuilder b;
  InputDependence dependence;
  DenseMap<Value, Value> last; // channels-first value -> its channels-last form
};

struct ConvertLayout : rlx::impl::ConvertLayoutPassBase<ConvertLayout> {
  using ConvertLayoutPassBase::ConvertLayoutPassBase;
  void runOnBody() override { LayoutConverter(getOperation(), sink).run(); }
};

} // namespace
