// Products whose factors have rows that are no multiple of 16 bytes read these element by element,
// which takes several times as long as the multiplications. Copies with padded rows are read whole.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/graph/MatmulOperands.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/InputDependence.h"

namespace rlx {
#define GEN_PASS_DEF_PADMATMULSPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

using Dims = SmallVector<int64_t>;

constexpr int64_t kMin = 512;  // rows, columns and terms: smaller products are short anyway
constexpr int64_t kPiece = 32; // terms of a piece that a workgroup brings

// What an H100 does in a microsecond: operations of a product that reads element by element, and of
// another one; bytes that a copy moves. A kernel takes a while to begin.
constexpr double kSlow = 53e6, kFast = 290e6, kBytes = 2.5e6, kKernel = 3;

struct Side : MatmulOperand {
  int64_t last() const { return type().getRank() - 1; }
  int64_t terms() const { return size(summed); }
  // Rows are in memory, which moves so many elements at once.
  bool hasOddRows() const {
    return type().getDimSize(last()) % maxLanes(type().getElementType()) != 0;
  }
  bool isAlongSum() const { return summed == last(); }
  bool isAcross() const { return !isAlongSum() && !llvm::is_contained(batch, last()); }

  double copied() const { // by one kernel, in microseconds
    return kKernel + 4 * static_cast<double>(type().getNumElements()) / kBytes;
  }

  // With its rows along the sum. The other dimensions stay in their order.
  void transpose(OpComposer &c) {
    Dims perm;
    for (int64_t dim = 0; dim <= last(); ++dim)
      if (dim != summed)
        perm.push_back(dim);
    perm.push_back(summed);
    for (int64_t &dim : batch)
      dim -= dim > summed ? 1 : 0;
    value = c.make<TransposeOp>(value, perm);
    summed = last();
  }

  void pad(OpComposer &c, int64_t terms) {
    Dims none(static_cast<size_t>(type().getRank()), 0), high = none;
    high[static_cast<size_t>(summed)] = terms - this->terms();
    value = c.make<PadOp>(value, /*value=*/Value(), ValueRange(), ValueRange(), none, high,
                          PadMode::Constant);
  }
};

// What becomes of a product's factors.
struct Plan {
  Operation *op;
  bool transposesLhs, transposesRhs;
  int64_t terms; // with those that are 0

  // Nothing if they stay.
  static std::optional<Plan> of(Operation *op, const InputDependence &dependence) {
    std::optional<MatmulOperands> sides = MatmulOperands::of(op);
    if (!sides)
      return std::nullopt;
    const Side lhs{sides->lhs}, rhs{sides->rhs};
    if (std::min({lhs.own(), rhs.own(), lhs.terms()}) < kMin ||
        !(lhs.hasOddRows() || rhs.hasOddRows()))
      return std::nullopt;
    Plan plan{op, lhs.hasOddRows() && lhs.isAcross(), rhs.hasOddRows() && rhs.isAcross(),
              lhs.terms()};
    const bool isOdd = plan.terms % maxLanes(lhs.type().getElementType()) != 0;
    if (isOdd && (lhs.isAlongSum() || rhs.isAlongSum() || plan.transposesLhs || plan.transposesRhs))
      plan.terms = llvm::alignTo(plan.terms, kPiece);
    const double flops =
        2.0 * static_cast<double>(lhs.type().getNumElements()) * static_cast<double>(rhs.own());
    const double copies = plan.copied(lhs, plan.transposesLhs, dependence) +
                          plan.copied(rhs, plan.transposesRhs, dependence);
    if (plan.isNothing(lhs) || flops / kSlow - flops / kFast < copies)
      return std::nullopt;
    return plan;
  }

  void apply() const {
    IRRewriter rewriter(op);
    OpComposer c(rewriter, op->getLoc());
    const MatmulOperands sides = *MatmulOperands::of(op);
    Side lhs{sides.lhs}, rhs{sides.rhs};
    if (transposesLhs)
      lhs.transpose(c);
    if (transposesRhs)
      rhs.transpose(c);
    if (terms != lhs.terms()) {
      lhs.pad(c, terms);
      rhs.pad(c, terms);
    }
    auto general = dyn_cast<DotGeneralOp>(op);
    Value product =
        c.make<DotGeneralOp>(lhs.value, rhs.value, lhs.batch, rhs.batch, ArrayRef(lhs.summed),
                             ArrayRef(rhs.summed), general ? general.getToAttr() : TypeAttr());
    product.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, product);
  }

private:
  // Rows of batches have no better order.
  bool isNothing(const Side &lhs) const {
    return !transposesLhs && !transposesRhs && terms == lhs.terms();
  }

  // What copies of the side take in each run.
  double copied(const Side &side, bool transposes, const InputDependence &dependence) const {
    if (dependence.isPrepared(side.value))
      return 0;
    return (transposes + (terms != side.terms())) * side.copied();
  }
};

struct PadMatmuls : rlx::impl::PadMatmulsPassBase<PadMatmuls> {
  using PadMatmulsPassBase::PadMatmulsPassBase;

  void runOnBody() override {
    SmallVector<Operation *> products;
    getOperation().walk([&](Operation *op) {
      if (isa<MatmulOp, DotGeneralOp>(op))
        products.push_back(op);
    });
    if (products.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    InputDependence dependence(getOperation());
    SmallVector<Plan> plans; // known before any changes
    for (Operation *op : products)
      if (isForMatrices(op, *profile))
        if (std::optional<Plan> plan = Plan::of(op, dependence))
          plans.push_back(*plan);
    for (const Plan &plan : plans)
      plan.apply();
  }

  static bool isForMatrices(Operation *op, const rt::DeviceProfile &profile) {
    auto lhs = cast<RankedTensorType>(op->getOperand(0).getType()),
         rhs = cast<RankedTensorType>(op->getOperand(1).getType());
    Type element = lhs.getElementType();
    // Copies are a little larger.
    auto hasRoom = [&](RankedTensorType type) {
      return 4 * static_cast<uint64_t>(type.getNumElements()) <= profile.maxBufferBytes;
    };
    return (element.isF16() || element.isBF16()) && lhs.hasStaticShape() && rhs.hasStaticShape() &&
           lhs.getNumElements() != 0 && rhs.getNumElements() != 0 && hasRoom(lhs) && hasRoom(rhs) &&
           hasCooperativeMatricesOf(element, profile);
  }
};

} // namespace
