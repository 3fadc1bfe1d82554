// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-pad-matmuls: pads K of f16 and bf16 matmuls for cooperative matrices.
//
// Operands whose rows are no multiple of 16 bytes are loaded element by element, which takes
// several times as long as the multiplications. Copies with padded rows are loaded by vectors.
// Zeros add nothing to the result.
//
// before: rlx.matmul tensor<600x1001xf16>, tensor<1001x777xf16>
// after:  rlx.dot_general tensor<600x1024xf16>, tensor<777x1024xf16>    // rhs transposed
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

constexpr int64_t kMin = 512;       // rows, columns and terms; smaller matmuls are fast anyway
constexpr int64_t kSliceTerms = 32; // terms of a K-slice in the matmul's tiles

// Rates of an H100 per microsecond: operations of a matmul that loads single elements, and of one
// that loads vectors; bytes that a copy moves. Starting a kernel takes `kKernel` microseconds.
constexpr double kSlow = 53e6, kFast = 290e6, kBytes = 2.5e6, kKernel = 3;

struct PaddedOperand : MatmulOperand {
  int64_t last() const { return type().getRank() - 1; }
  int64_t terms() const { return size(summed); }
  // Whether rows in memory are no multiple of a vector.
  bool hasOddRows() const {
    return type().getDimSize(last()) % maxLanes(type().getElementType()) != 0;
  }
  bool isAlongSum() const { return summed == last(); }
  bool isAcross() const { return !isAlongSum() && !llvm::is_contained(batch, last()); }

  double copied() const { // time of one kernel that copies it, in microseconds
    return kKernel + 4 * static_cast<double>(type().getNumElements()) / kBytes;
  }

  // Moves K to the last dimension. The others keep their order.
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

// The copies for one matmul.
struct Plan {
  Operation *op;
  bool transposesLhs, transposesRhs;
  int64_t terms; // padded K

  // std::nullopt if the operands stay.
  static std::optional<Plan> of(Operation *op, const InputDependence &dependence) {
    std::optional<MatmulOperands> operands = MatmulOperands::of(op);
    if (!operands)
      return std::nullopt;
    const PaddedOperand lhs{operands->lhs}, rhs{operands->rhs};
    if (std::min({lhs.own(), rhs.own(), lhs.terms()}) < kMin ||
        !(lhs.hasOddRows() || rhs.hasOddRows()))
      return std::nullopt;
    Plan plan{op, lhs.hasOddRows() && lhs.isAcross(), rhs.hasOddRows() && rhs.isAcross(),
              lhs.terms()};
    const bool isOdd = plan.terms % maxLanes(lhs.type().getElementType()) != 0;
    if (isOdd && (lhs.isAlongSum() || rhs.isAlongSum() || plan.transposesLhs || plan.transposesRhs))
      plan.terms = llvm::alignTo(plan.terms, kSliceTerms);
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
    const MatmulOperands operands = *MatmulOperands::of(op);
    PaddedOperand lhs{operands.lhs}, rhs{operands.rhs};
    if (transposesLhs)
      lhs.transpose(c);
    if (transposesRhs)
      rhs.transpose(c);
    if (terms != lhs.terms()) {
      lhs.pad(c, terms);
      rhs.pad(c, terms);
    }
    auto general = dyn_cast<DotGeneralOp>(op);
    Value matmul =
        c.make<DotGeneralOp>(lhs.value, rhs.value, lhs.batch, rhs.batch, ArrayRef(lhs.summed),
                             ArrayRef(rhs.summed), general ? general.getToAttr() : TypeAttr());
    matmul.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, matmul);
  }

private:
  // No copy helps if rows are odd along a batch dimension.
  bool isNothing(const PaddedOperand &lhs) const {
    return !transposesLhs && !transposesRhs && terms == lhs.terms();
  }

  // Time that copies of an operand take in each run.
  double copied(const PaddedOperand &operand, bool transposes,
                const InputDependence &dependence) const {
    if (dependence.isPrepared(operand.value))
      return 0;
    return (transposes + (terms != operand.terms())) * operand.copied();
  }
};

struct PadMatmuls : rlx::impl::PadMatmulsPassBase<PadMatmuls> {
  using PadMatmulsPassBase::PadMatmulsPassBase;

  void runOnBody() override {
    SmallVector<Operation *> matmuls;
    getOperation().walk([&](Operation *op) {
      if (isa<MatmulOp, DotGeneralOp>(op))
        matmuls.push_back(op);
    });
    if (matmuls.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    InputDependence dependence(getOperation());
    SmallVector<Plan> plans; // complete before anything changes
    for (Operation *op : matmuls)
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
