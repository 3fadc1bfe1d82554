// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-decompose-attention: attention that gets no kernel of its own becomes two matmuls around a
// softmax.
//
// before: %r = rlx.attention %q, %k, %v
// after:  %s = rlx.dot_general %q, %k          // scores, scaled and masked
//         %w = softmax of %s
//         %r = rlx.dot_general %w, %v
//
// In a model the parts become kernels. In a kernel that was outlined already, whose epilogue rules
// out the schedule, they become linalg ops at once.
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/attention/AttentionPlan.h"
#include "conversions/gpu/device/Partitioning.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/kernel/KernelPipelines.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/AttentionParts.h"
#include "dialects/rlx/support/ShapeCasts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "passes/KernelGroups.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_DECOMPOSEATTENTIONPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct DecomposeAttention : rlx::impl::DecomposeAttentionPassBase<DecomposeAttention> {
  using DecomposeAttentionPassBase::DecomposeAttentionPassBase;

  void runOnBody() override {
    func::FuncOp function = getOperation();
    SmallVector<AttentionOp> work;
    function.walk([&](AttentionOp op) { work.push_back(op); });
    if (work.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(function, device);
    if (failed(profile))
      return signalPassFailure();
    const bool isKernel = function->hasAttr(lir::kKernelAttr);
    if (!isKernel)
      splitModel(work, *profile);
    else if (failed(splitKernel(*profile)))
      signalPassFailure();
  }

  void splitModel(ArrayRef<AttentionOp> work, const rt::DeviceProfile &profile) {
    SmallVector<std::pair<AttentionOp, LoweringReason>> split;
    std::optional<SymbolicShapes> shapes;
    for (AttentionOp op : work) {
      LoweringReason why;
      FailureOr<AttentionPlan> plan = planAttention(op, profile, why);
      if (failed(plan) ||
          (!plan->decode && !plan->mayBeFew && failed(expectManyQueries(op, profile, shapes, why))))
        split.emplace_back(op, why);
      else
        takeTranspose(op);
    }
    for (auto &[op, why] : split)
      decompose(op, why);
  }

  // The only user may be a transpose that keeps the elements of a head contiguous.
  static void takeTranspose(AttentionOp op) {
    auto transpose =
        op->hasOneUse() ? dyn_cast<TransposeOp>(*op->getUsers().begin()) : TransposeOp();
    if (transpose && transpose.getPerm().back() == 3)
      op->setAttr(kMovesResultAttr, UnitAttr::get(op.getContext()));
  }

  // A tile walks over its keys sequentially. Few tiles with many keys, or with few queries, would
  // leave most of the device idle.
  LogicalResult expectManyQueries(AttentionOp op, const rt::DeviceProfile &profile,
                                  std::optional<SymbolicShapes> &shapes, LoweringReason &why) {
    const unsigned dim = op.sequenceDim();
    auto query = cast<ShapedType>(op.getQuery().getType());
    if (query.isDynamicDim(dim))
      return expectOwnKeys(op, shapes, why);
    const int64_t queries = query.getDimSize(dim);
    if (queries < AttentionPlan::kDecodeQueries)
      return why.because("there are only " + Twine(queries) + " queries");
    int64_t tiles = llvm::divideCeil(queries, AttentionPlan::kQueries);
    for (unsigned each : {0u, op.headDim()})
      tiles *= query.isDynamicDim(each) ? 1 : query.getDimSize(each);
    constexpr int64_t kManyKeys = 4096;
    const int64_t keys = cast<ShapedType>(op.getKey().getType()).getDimSize(dim);
    if (!keepsBusy(tiles, profile) && keys > kManyKeys)
      return why.because("there are only " + Twine(tiles) + " tiles of " + Twine(keys) + " keys");
    return success();
  }

  // Queries are many if there is one for each key.
  LogicalResult expectOwnKeys(AttentionOp op, std::optional<SymbolicShapes> &shapes,
                              LoweringReason &why) {
    if (!shapes) {
      FailureOr<SymbolicShapes> computed = SymbolicShapes::compute(getOperation());
      if (failed(computed)) { // and has emitted an error
        signalPassFailure();
        return why.because("sizes could not be computed");
      }
      shapes = std::move(*computed);
    }
    const unsigned dim = op.sequenceDim();
    return shapes->shape(op.getQuery())[dim] == shapes->shape(op.getKey())[dim]
               ? success()
               : why.because("there may be far fewer queries than keys");
  }

  LogicalResult splitKernel(const rt::DeviceProfile &profile) {
    func::FuncOp kernel = getOperation();
    LoweringReason why;
    if (attentionOf(kernel, profile, why))
      return success();
    SmallVector<AttentionOp> all(kernel.getOps<AttentionOp>());
    for (AttentionOp op : all)
      decompose(op, why);
    OpPassManager passes(func::FuncOp::getOperationName());
    addLowerToLinalg(passes, /*elements=*/true, /*sliceSteps=*/1);
    addFuseElementwise(passes);
    return runPipeline(passes, kernel);
  }

  void decompose(AttentionOp op, const LoweringReason &why) {
    remark::missed(op.getLoc(), remark::RemarkOpts::name("DecomposeAttention")
                                    .category("rlx-decompose-attention")
                                    .function(getOperation().getName()))
        << why.text;
    IRRewriter rewriter(op);
    Value result = composeMatmuls(op, rewriter);
    rewriter.replaceOp(op, withType(rewriter, op.getLoc(), result, op.getType()));
  }

  // Like AttentionOp::decompose, but matmuls read keys and values where they are, in their own
  // type, and weights are rounded to it. For few queries a matmul takes no longer than a copy of
  // all keys.
  static Value composeMatmuls(AttentionOp op, OpBuilder &b) {
    AttentionParts parts(op);
    AttentionComposer a(parts, b, op.getLoc());
    OpComposer &c = a.c;
    const int64_t head = op.headDim(), sequence = op.sequenceDim();
    using Dims = ArrayRef<int64_t>;
    Value query = op.getQuery();
    if (op.getLayout() == AttentionLayout::BSHD)
      query = c.make<TransposeOp>(query, Dims{0, 2, 1, 3});
    const Type narrow = getElementTypeOrSelf(query.getType());
    // Keys and values may be narrower than the queries.
    Value key = c.cast(op.getKey(), narrow), value = c.cast(op.getValue(), narrow);
    const TypeAttr sum = narrow != a.element ? TypeAttr::get(a.element) : TypeAttr();
    Value scores = c.make<DotGeneralOp>(a.rowsFromHeads(query, a.sizes.size), key, Dims{0, 1},
                                        Dims{0, head}, Dims{3}, Dims{3}, sum);
    scores = c.make<MulOp>(scores, c.scalar(a.element, a.scale()));
    if (Value squashed = a.squashed(scores))
      scores = c.make<MulOp>(squashed, c.scalar(a.element, *parts.softcap));
    Value weights = c.cast(a.weights(a.headsFromRows(scores, a.sizes.keys)), narrow);
    Value result = c.make<DotGeneralOp>(a.rowsFromHeads(weights, a.sizes.keys), value, Dims{0, 1},
                                        Dims{0, head}, Dims{3}, Dims{sequence}, sum);
    // The cast is fused with the matmul here: the op behind it reads the result in another shape.
    result = c.cast(result, op.getType().getElementType());
    return a.inLayout(a.headsFromRows(result, a.sizes.valueSize));
  }
};

} // namespace
