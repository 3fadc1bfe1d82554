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
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ReductionInterface.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/ResizeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
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

constexpr int64_t kToLast[] = {0, 2, 3, 1};
constexpr int64_t kToFirst[] = {0, 3, 1, 2};
constexpr llvm::StringLiteral kFormat = "data_format";

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
    if (isa<ConvOp, ConvIntegerOp, ConvTransposeOp, PoolOp>(op)) {
      if (isImage(op->getOperand(0)) && !isChannelsLast(op))
        wrap(op);
    } else if (sink && op->getNumResults() == 1 && anyLast(op)) {
      if (isElementwiseOp(op) && op->getNumRegions() == 0)
        sinkThroughElementwise(op);
      else if (auto reduction = dyn_cast<ReductionOpInterface>(op))
        sinkThroughReduction(reduction);
      else if (auto concat = dyn_cast<ConcatOp>(op))
        sinkThroughConcat(concat);
      else if (auto resize = dyn_cast<ResizeOp>(op))
        sinkThroughResize(resize);
    }
  }

  static bool isChannelsLast(Operation *op) {
    auto format = op->getAttrOfType<DataFormatAttr>(kFormat);
    return format && format.getValue() == DataFormat::ChannelsLast;
  }

  static bool isImage(Value value) { return cast<ShapedType>(value.getType()).getRank() == 4; }

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
    return transposed(value, kToLast);
  }

  // Replaces the op's result by `result`, which is in channels-last order.
  void replace(Operation *op, Value result) {
    Value first = transposed(result, kToFirst);
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

  // A copy of the op with other operands and attributes. If its result is an image, it keeps the
  // declared sizes: there may be more of them than inference knows.
  Value rebuild(Operation *op, ValueRange operands, const NamedAttrList &attributes) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (isImage(op->getResult(0)))
      type = type.clone(applyPermutation(type.getShape(), ArrayRef(kToLast)));
    Operation *copy = Operation::create(op->getLoc(), op->getName(), type, operands,
                                        attributes.getDictionary(op->getContext()),
                                        op->getPropertiesStorage(), BlockRange(), 0);
    copy->setAttrs(attributes.getDictionary(op->getContext()));
    b.insert(copy);
    return created(copy);
  }

  // A form of an elementwise operand that broadcasts against a channels-last image as the operand
  // does against a channels-first one. Null if it would take a transpose in every run.
  Value elementwiseOperand(Value operand) {
    if (last.contains(operand))
      return last.lookup(operand);
    auto type = cast<RankedTensorType>(operand.getType());
    if (type.getRank() == 0 ||
        (type.hasStaticShape() && type.getNumElements() == 1 && type.getRank() == 1))
      return operand;
    bool oneDimension = llvm::count_if(type.getShape(), [](int64_t s) { return s != 1; }) <= 1;
    if (!oneDimension && dependence.isRuntime(operand))
      return {};
    if (type.getRank() < 4) {
      SmallVector<int64_t> shape(4 - type.getRank(), 1);
      llvm::append_range(shape, type.getShape());
      if (!type.hasStaticShape())
        return {};
      operand = created(ReshapeOp::create(b, operand.getLoc(),
                                          RankedTensorType::get(shape, type.getElementType()),
                                          operand, ValueRange(), shape));
    }
    return transposed(operand, kToLast);
  }

  void sinkThroughElementwise(Operation *op) {
    if (!isImage(op->getResult(0)))
      return;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      operands.push_back(elementwiseOperand(operand));
      if (!operands.back())
        return;
    }
    replace(op, rebuild(op, operands, NamedAttrList(op->getAttrDictionary())));
  }

  void sinkThroughReduction(ReductionOpInterface op) {
    const bool keepDims = op.getKeepDims();
    SmallVector<int64_t> mapped;
    for (int64_t axis : op.getAxes())
      mapped.push_back(positionInLast(axis < 0 ? axis + 4 : axis));
    // If H and W are reduced and C stays, the result is the same in both layouts.
    auto isReduced = [&](int64_t axis) { return llvm::is_contained(mapped, axis); };
    if (!keepDims && (!isReduced(1) || !isReduced(2) || isReduced(3)))
      return;
    llvm::sort(mapped);
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axes", DenseI64ArrayAttr::get(op->getContext(), mapped));
    Value result = rebuild(op, toLast(op->getOperand(0)), attributes);
    if (keepDims)
      return replace(op, result);
    op->getResult(0).replaceAllUsesWith(result); // [N, C] or [C]
    op->erase();
  }

  static int64_t positionInLast(int64_t axis) {
    return std::find(std::begin(kToLast), std::end(kToLast), axis) - std::begin(kToLast);
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
    axis = axis < 0 ? axis + 4 : axis;
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axis", b.getI64IntegerAttr(positionInLast(axis)));
    replace(op, rebuild(op, operands, attributes));
  }

  void sinkThroughResize(ResizeOp op) {
    SmallVector<Value> operands(op->getOperands());
    operands[0] = last.lookup(op.getInput());
    SmallVector<int64_t> axes;
    for (int64_t axis : op.getAxes())
      axes.push_back(positionInLast(axis < 0 ? axis + 4 : axis));
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.set("axes", b.getDenseI64ArrayAttr(axes));
    replace(op, rebuild(op, operands, attributes));
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
