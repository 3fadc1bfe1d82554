// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-topk: rows that are too long for one workgroup are cut into parts.
//
// If k is small, each part selects its own top k, and the next kernel selects from these. Otherwise
// that would not converge: parts are sorted, and merged in pairs.
//
//   k = 50 of 128,256:   128 parts of 1,002  ->  8 parts of 800  ->  one row of 400
//   sort of 4,096:       4 sorted parts of 1,024  ->  2 of 2,048  ->  1 of 4,096
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/RowKernelChecks.h"
#include "conversions/gpu/device/Partitioning.h"
#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/graph/ProfilePattern.h"
#include "conversions/gpu/reduction/TopKPlan.h"
#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/GatherOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/SortedHints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITTOPKPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kTopKRemarks = {"SplitTopK", "rlx-split-topk"};

// For a k of up to 1 / kFewChosen of a tile, selecting again is less work than merging.
constexpr int64_t kFewChosen = 4;

// Elements of rows, along the last dimension, and their indices in the input; null if they are
// where they were.
struct Rows {
  Value elements, indices;

  int64_t length() const { return cast<ShapedType>(elements.getType()).getShape().back(); }
};

class TopKParts {
public:
  TopKParts(OpBuilder &b, rlx::TopKOpInterface op, int64_t tile)
      : c(b, op.getLoc()), op(op), chosen(static_cast<int64_t>(op.getK())), tile(tile) {}

  std::string what; // text of the remark

  // Selects along the last dimension.
  Rows run(Value input) {
    Rows rows{input, {}};
    if (chosen * kFewChosen <= tile) {
      const char *separator = "rows of ", *elements = "";
      while (rows.length() > tile) {
        const int64_t parts = evenParts(rows.length());
        what +=
            (separator + Twine(rows.length()) + elements + " in " + Twine(parts) + " partitions")
                .str();
        separator = ", then their ", elements = " candidates";
        rows = choose(rows, parts, /*isMerged=*/false);
      }
      return choose(rows, 1, false);
    }
    auto parts = static_cast<int64_t>(llvm::bit_ceil(numTiles(rows.length())));
    what = ("rows of " + Twine(rows.length()) + " in " + Twine(parts) +
            " partitions, sorted and merged")
               .str();
    rows = choose(rows, parts, false);
    while ((parts /= 2) != 0)
      rows = choose(rows, parts, true);
    return rows;
  }

private:
  uint64_t numTiles(int64_t length) const {
    return static_cast<uint64_t>(llvm::divideCeil(length, tile));
  }

  // Number of parts of a row: more than needed, up to twice, if that makes them equal.
  int64_t evenParts(int64_t length) const {
    const auto least = static_cast<int64_t>(numTiles(length));
    for (int64_t parts = least; parts < 2 * least; ++parts)
      if (length % parts == 0)
        return parts;
    return least;
  }

  // The top k of each of `parts` parts. If they are to be merged, each part has two sorted halves.
  Rows choose(const Rows &rows, int64_t parts, bool isMerged) {
    const int64_t size = llvm::divideCeil(rows.length(), parts);
    Type element = cast<ShapedType>(rows.elements.getType()).getElementType();
    Value elements =
        cut(padded(rows.elements, parts * size, op.getLastElement(element)), parts, size);
    const int64_t axis = cast<ShapedType>(elements.getType()).getRank() - 1;
    auto best = cast<rlx::TopKOpInterface>(c.builder.clone(*op));
    best.chooseFrom(elements, static_cast<uint64_t>(std::min(chosen, size)), axis);
    if (isMerged)
      best->setAttr(rlx::kSortedRunAttr, c.builder.getI64IntegerAttr(size / 2));
    Value indices = best->getResult(1);
    if (rows.indices) {
      indices = c.make<rlx::GatherElementsOp>(
          cut(padded(rows.indices, parts * size, c.builder.getI64IntegerAttr(0)), parts, size),
          indices, axis);
      indices.getDefiningOp()->setAttr(rlx::kInsideAttr, c.builder.getUnitAttr());
    } else if (parts > 1) {
      indices = c.make<rlx::AddOp>(indices, firstOfParts(parts, size));
    }
    return {joined(best->getResult(0)), joined(indices)};
  }

  Value padded(Value rows, int64_t length, Attribute with) {
    auto type = cast<RankedTensorType>(rows.getType());
    if (type.getShape().back() == length)
      return rows;
    SmallVector<int64_t> none(type.getRank(), 0), high(none);
    high.back() = length - type.getShape().back();
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value padding = c.make<rlx::ConstantOp>(DenseElementsAttr::get(scalar, ArrayRef(with)));
    return c.make<rlx::PadOp>(rows, padding, ValueRange(), ValueRange(), none, high,
                              rlx::PadMode::Constant);
  }

  SmallVector<OpFoldResult> sizesOf(Value rows) {
    return tensor::getMixedSizes(c.builder, c.loc, rows);
  }

  Value cut(Value rows, int64_t parts, int64_t size) {
    SmallVector<OpFoldResult> sizes = sizesOf(rows);
    sizes.back() = c.builder.getIndexAttr(parts);
    sizes.push_back(c.builder.getIndexAttr(size));
    return c.reshape(rows, sizes);
  }

  Value joined(Value parts) {
    SmallVector<OpFoldResult> sizes = sizesOf(parts);
    ArrayRef<int64_t> shape = cast<ShapedType>(parts.getType()).getShape().take_back(2);
    sizes.pop_back();
    sizes.back() = c.builder.getIndexAttr(shape[0] * shape[1]);
    return c.reshape(parts, sizes);
  }

  // 0, size, 2 size, .. as a column.
  Value firstOfParts(int64_t parts, int64_t size) {
    SmallVector<int64_t> starts;
    for (int64_t i = 0; i < parts; ++i)
      starts.push_back(i * size);
    auto type = RankedTensorType::get({parts, 1}, c.builder.getI64Type());
    return c.make<rlx::ConstantOp>(DenseElementsAttr::get(type, ArrayRef<int64_t>(starts)));
  }

  rlx::OpComposer c;
  rlx::TopKOpInterface op;
  int64_t chosen, tile;
};

// Whether the selected indices reach a matmul of experts. The runtime records that choice, which
// has to be the result of one op (passes/MoeLayers.h).
bool choosesExperts(Value indices) {
  SmallVector<Value> work{indices};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      auto matmul = dyn_cast<rlx::ExpertMatmulOpInterface>(user);
      if (matmul && matmul.getIndices() == value)
        return true;
      if (use.getOperandNumber() == 0 && (user->hasTrait<rlx::OpTrait::KeepsElements>() ||
                                          user->hasTrait<rlx::OpTrait::ReshapesOperand>()))
        work.push_back(user->getResult(0));
    }
  }
  return false;
}

struct SplitTopKPattern : rlx::ProfilePattern<rlx::TopKOpInterface> {
  using ProfilePattern::ProfilePattern;

  LogicalResult matchAndRewrite(rlx::TopKOpInterface op, PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getInput().getType());
    const int64_t axis = rlx::normalizedAxis(op.getAxis(), type.getRank());
    const int64_t tile = rlx::maxSortedAtOnce(type.getElementType(), profile);
    rlx::LoweringReason why;
    if (failed(expectLongRows(op, type, axis, tile, why))) {
      kTopKRemarks.left(op, why);
      return failure();
    }
    rlx::OpComposer c(rewriter, op.getLoc());
    TopKParts split(rewriter, op, tile);
    Rows rows = split.run(c.swapWithLast(op.getInput(), axis));
    kTopKRemarks.done(op, split.what);
    rewriter.replaceOp(op,
                       {c.swapWithLast(rows.elements, axis), c.swapWithLast(rows.indices, axis)});
    return success();
  }

  LogicalResult expectLongRows(rlx::TopKOpInterface op, RankedTensorType type, int64_t axis,
                               int64_t tile, rlx::LoweringReason &why) const {
    const int64_t length = type.getDimSize(axis), rows = rlx::numRowsAlong(type, axis);
    if (op->hasAttr(rlx::kSortedRunAttr) || rows == 0 || op.getK() == 0 ||
        (!ShapedType::isDynamic(length) && length <= tile) || rlx::hasManyRows(type, axis, profile))
      return failure();
    // Rows that are longer than a tile, or may be.
    const bool isBusy = !ShapedType::isDynamic(rows) && rlx::keepsBusy(rows, profile);
    if (isBusy && rlx::canStream(static_cast<int64_t>(op.getK()), tile))
      return failure();
    if (rlx::canStream(static_cast<int64_t>(op.getK()), tile) && choosesExperts(op->getResult(1)))
      return why.because("it selects experts, which must stay one op");
    if (ShapedType::isDynamic(length))
      return why.because("the length of its rows is dynamic");
    if (type.getElementType().isUnsignedInteger())
      return why.because("the workgroup schedule does not sort unsigned elements");
    if (!profile.has("shaderInt64"))
      return why.because("indices are i64, but the device lacks shaderInt64");
    if (!rlx::hasElements(type.getElementType(), profile))
      return failure(); // the CPU sorts them
    // Indices that the parts select are a buffer.
    if (type.hasStaticShape() &&
        static_cast<uint64_t>(type.getNumElements()) * sizeof(int64_t) > profile.maxBufferBytes)
      return why.because("the indices of all elements need a buffer of more than " +
                         Twine(profile.maxBufferBytes) + " bytes");
    return success();
  }
};

struct SplitTopK : rlx::impl::SplitTopKPassBase<SplitTopK> {
  using SplitTopKPassBase::SplitTopKPassBase;

  void runOnBody() override {
    if (failed(rlx::applyProfilePattern<SplitTopKPattern>(getOperation(), device)))
      signalPassFailure();
  }
};

} // namespace
