// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-split-scan: cuts long rows of prefix scans into parts, if there are too few rows to fill the
// device. Reduce-then-scan over three steps (Blelloch 1990):
//
//   parts:          | 3 1 4 | 1 5 9 |
//   scan of parts:  | 3 4 8 | 1 6 15|    one workgroup per part
//   scan of totals: |   0   |   8   |    exclusive, over the last element of each part
//   combined:       | 3 4 8 | 9 14 23|
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/RowKernelChecks.h"
#include "conversions/gpu/device/Partitioning.h"
#include "conversions/gpu/device/PassRemarks.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/graph/ProfilePattern.h"
#include "dialects/rlx/interfaces/PrefixScanInterface.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITSCANPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr rlx::PassRemarks kScanRemarks = {"SplitScan", "rlx-split-scan"};

// Shorter parts leave most of a workgroup idle.
constexpr int64_t kMinPart = 1024;
// Fewer than 1 / kFewParts of the possible parts are not worth avoiding a padded copy.
constexpr int64_t kFewParts = 4;

// Number and size of the parts of a row. If no good number divides the length, the last part is
// padded.
struct Parts {
  int64_t count, size;

  static Parts of(int64_t length, int64_t most) {
    for (int64_t count = most; count * kFewParts > most; --count)
      if (length % (count * rlx::kPartGranularity) == 0)
        return {count, length / count};
    const auto least = static_cast<int64_t>(llvm::divideCeil(length, most));
    const auto size = static_cast<int64_t>(llvm::alignTo(least, rlx::kPartGranularity));
    return {static_cast<int64_t>(llvm::divideCeil(length, size)), size};
  }
};

class Split {
public:
  Split(OpBuilder &b, rlx::PrefixScanOpInterface op, int64_t rows, int64_t length,
        const Parts &parts)
      : c(b, op.getLoc()), op(op), rows(rows), length(length), parts(parts) {}

  // Scans rows along the last dimension.
  Value run(Value input) {
    auto type = cast<RankedTensorType>(input.getType());
    // Narrow floats are rounded once, at the end.
    Value wide = isa<FloatType>(type.getElementType()) ? c.cast(input, op.getScanType()) : input;
    Value cut =
        c.reshapeTo(padded(c.reshapeTo(wide, {rows, length})), {rows, parts.count, parts.size});
    Value sums = along(cut, 2, op.getExclusive());
    Value totals = lastOfParts(sums);
    if (op.getExclusive())
      totals = op.combineTensors(c.builder, c.loc, totals, lastOfParts(cut));
    Value before = along(totals, 1, /*isExclusive=*/true);
    Value all = op.combineTensors(c.builder, c.loc, sums, before);
    all = c.reshapeTo(c.cast(all, type.getElementType()), {rows, parts.count * parts.size});
    return c.reshapeTo(trimmed(all), type.getShape());
  }

private:
  Value along(Value input, int64_t axis, bool isExclusive) {
    auto copy = cast<rlx::PrefixScanOpInterface>(c.builder.clone(*op));
    copy.runAlong(input, axis);
    copy.setExclusive(isExclusive);
    return copy->getResult(0);
  }

  // The last element of each part in the order of the scan.
  Value lastOfParts(Value cut) {
    return slice(cut, {0, 0, op.getReverse() ? 0 : parts.size - 1}, {rows, parts.count, 1});
  }

  // With neutral elements behind each row.
  Value padded(Value value) {
    const int64_t missing = parts.count * parts.size - length;
    if (missing == 0)
      return value;
    Type element = getElementTypeOrSelf(value.getType());
    Value none = c.make<rlx::ConstantOp>(DenseElementsAttr::get(
        RankedTensorType::get({}, element), ArrayRef<Attribute>(op.getStart())));
    return c.make<rlx::PadOp>(value, none, ValueRange(), ValueRange(), ArrayRef<int64_t>{0, 0},
                              ArrayRef<int64_t>{0, missing}, rlx::PadMode::Constant);
  }

  Value trimmed(Value value) {
    return parts.count * parts.size == length ? value : slice(value, {0, 0}, {rows, length});
  }

  Value slice(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes) {
    return c.make<rlx::SliceOp>(value, ValueRange(), ValueRange(), starts, sizes,
                                ArrayRef<int64_t>());
  }

  rlx::OpComposer c;
  rlx::PrefixScanOpInterface op;
  int64_t rows, length;
  Parts parts;
};

struct SplitScanPattern : rlx::ProfilePattern<rlx::PrefixScanOpInterface> {
  using ProfilePattern::ProfilePattern;

  LogicalResult matchAndRewrite(rlx::PrefixScanOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getInput().getType());
    const int64_t axis = rlx::normalizedAxis(op.getAxis(), type.getRank());
    const int64_t rows = rlx::numRowsAlong(type, axis), length = type.getDimSize(axis);
    rlx::LoweringReason why;
    FailureOr<int64_t> most = maxParts(op, type, rows, length, why);
    if (failed(most)) {
      kScanRemarks.left(op, why);
      return failure();
    }
    const Parts parts = Parts::of(length, *most);
    kScanRemarks.done(op, "each of " + Twine(rows) + " rows split into " + Twine(parts.count) +
                              " partitions of " + Twine(parts.size) + " elements");
    rlx::OpComposer c(rewriter, op.getLoc());
    // With a single row, trailing dimensions have size 1 and need no transpose.
    auto transposed = [&](Value value) { return rows == 1 ? value : c.swapWithLast(value, axis); };
    Split split(rewriter, op, rows, length, parts);
    rewriter.replaceOp(op, transposed(split.run(transposed(op.getInput()))));
    return success();
  }

  FailureOr<int64_t> maxParts(rlx::PrefixScanOpInterface op, RankedTensorType type, int64_t rows,
                              int64_t length, rlx::LoweringReason &why) const {
    if (!type.hasStaticShape() || rows == 0 || rlx::keepsBusy(rows, profile) ||
        length < rlx::kLongRow)
      return failure();
    if (type.getElementType().isUnsignedInteger())
      return why.because("the workgroup schedule does not support unsigned elements");
    if (!rlx::hasElements(type.getElementType(), profile))
      return failure(); // the CPU needs no parts
    // All partial sums are in a buffer before they are rounded, which is a little larger if padded.
    const auto bytes = op.getScanType().getIntOrFloatBitWidth() / 8;
    if (static_cast<uint64_t>(type.getNumElements()) * bytes > profile.maxBufferBytes / 8 * 7)
      return why.because("partial sums need more than 7/8 of maxBufferBytes (" +
                         Twine(profile.maxBufferBytes) + ")");
    // More parts would get an invocation each.
    const int64_t maxRows = std::min<int64_t>(rlx::kPartsPerComputeUnit * profile.computeUnits,
                                              rlx::fewRows(/*isPacked=*/true, profile));
    const int64_t most = std::min(maxRows / rows, length / kMinPart);
    if (most < 2)
      return why.because("the device takes " + Twine(maxRows) +
                         " partitions, fewer than two for each of " + Twine(rows) + " rows");
    return most;
  }
};

struct SplitScan : rlx::impl::SplitScanPassBase<SplitScan> {
  using SplitScanPassBase::SplitScanPassBase;

  void runOnBody() override {
    if (failed(rlx::applyProfilePattern<SplitScanPattern>(getOperation(), device)))
      signalPassFailure();
  }
};

} // namespace
