// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-decompose-attention: attention that gets no kernel of its own becomes two matmuls around a
// softmax.
//
// before: %r = rlx.attention %q, %k, %v
// after:  %s = rlx.dot_general %q, %k          // scores, scaled and masked
//         %w = softmax of %s
//         %r = rlx.dot_general %w, %v
//
// Paged attention becomes attention over keys that are gathered from their blocks, and then as
// above.
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
    if (attentionIn(function).empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(function, device);
    if (failed(profile))
      return signalPassFailure();
    const bool isKernel = function->hasAttr(lir::kKernelAttr);
    if (!isKernel)
      splitModel(*profile);
    else if (failed(splitKernel(*profile)))
      signalPassFailure();
  }

  static SmallVector<AttentionForm> attentionIn(func::FuncOp function) {
    SmallVector<AttentionForm> all;
    function.walk([&](Operation *op) {
      if (std::optional<AttentionForm> form = AttentionForm::find(op))
        all.push_back(*form);
    });
    return all;
  }

  void splitModel(const rt::DeviceProfile &profile) {
    for (const AttentionForm &form : attentionIn(getOperation())) {
      LoweringReason why;
      if (form.isPaged() && failed(planAttention(form, profile, why)))
        gatherKeys(cast<PagedAttentionOp>(form.op), why);
    }
    SmallVector<std::pair<AttentionOp, LoweringReason>> split;
    std::optional<SymbolicShapes> shapes;
    for (const AttentionForm &form : attentionIn(getOperation())) {
      LoweringReason why;
      if (isOneKernel(form, profile, shapes, why))
        takeTranspose(form);
      else
        split.emplace_back(cast<AttentionOp>(form.op), why);
    }
    for (auto &[op, why] : split)
      decompose(op, why);
  }

  bool isOneKernel(const AttentionForm &form, const rt::DeviceProfile &profile,
                   std::optional<SymbolicShapes> &shapes, LoweringReason &why) {
    FailureOr<AttentionPlan> plan = planAttention(form, profile, why);
    return succeeded(plan) && (form.isPaged() || plan->decode || plan->mayBeFew ||
                               succeeded(expectManyQueries(form, profile, shapes, why)));
  }

  // The only user may be a transpose that keeps the elements of a head contiguous.
  static void takeTranspose(const AttentionForm &form) {
    auto transpose = form.result.hasOneUse()
                         ? dyn_cast<TransposeOp>(*form.result.getUsers().begin())
                         : TransposeOp();
    const int64_t last = cast<ShapedType>(form.result.getType()).getRank() - 1;
    if (transpose && transpose.getPerm().back() == last)
      form.op->setAttr(kMovesResultAttr, UnitAttr::get(form.op->getContext()));
  }

  // A tile walks over its keys sequentially. Few tiles with many keys, or with few queries, would
  // leave most of the device idle.
  LogicalResult expectManyQueries(const AttentionForm &form, const rt::DeviceProfile &profile,
                                  std::optional<SymbolicShapes> &shapes, LoweringReason &why) {
    const unsigned dim = form.sequenceDim;
    auto query = cast<ShapedType>(form.query.getType());
    if (query.isDynamicDim(dim))
      return expectOwnKeys(form, shapes, why);
    const int64_t queries = query.getDimSize(dim);
    if (queries < AttentionPlan::kDecodeQueries)
      return why.because("there are only " + Twine(queries) + " queries");
    int64_t tiles = llvm::divideCeil(queries, AttentionPlan::kQueries);
    for (unsigned each : {0u, form.headDim})
      tiles *= query.isDynamicDim(each) ? 1 : query.getDimSize(each);
    constexpr int64_t kManyKeys = 4096;
    const int64_t keys = cast<ShapedType>(form.key.getType()).getDimSize(dim);
    if (!keepsBusy(tiles, profile) && keys > kManyKeys)
      return why.because("there are only " + Twine(tiles) + " tiles of " + Twine(keys) + " keys");
    return success();
  }

  // Queries are many if there is one for each key.
  LogicalResult expectOwnKeys(const AttentionForm &form, std::optional<SymbolicShapes> &shapes,
                              LoweringReason &why) {
    if (!shapes) {
      FailureOr<SymbolicShapes> computed = SymbolicShapes::compute(getOperation());
      if (failed(computed)) { // and has emitted an error
        signalPassFailure();
        return why.because("sizes could not be computed");
      }
      shapes = std::move(*computed);
    }
    const unsigned dim = form.sequenceDim;
    return shapes->shape(form.query)[dim] == shapes->shape(form.key)[dim]
               ? success()
               : why.because("there may be far fewer queries than keys");
  }

  LogicalResult splitKernel(const rt::DeviceProfile &profile) {
    func::FuncOp kernel = getOperation();
    LoweringReason why;
    if (attentionOf(kernel, profile, why))
      return success();
    for (const AttentionForm &form : attentionIn(kernel))
      if (form.isPaged())
        gatherKeys(cast<PagedAttentionOp>(form.op), why);
    for (const AttentionForm &form : attentionIn(kernel))
      decompose(cast<AttentionOp>(form.op), why);
    OpPassManager passes(func::FuncOp::getOperationName());
    addLowerToLinalg(passes, /*elements=*/true, /*sliceSteps=*/1);
    addFuseElementwise(passes);
    return runPipeline(passes, kernel);
  }

  void remarkOn(Operation *op, const LoweringReason &why) {
    remark::missed(op->getLoc(), remark::RemarkOpts::name("DecomposeAttention")
                                     .category("rlx-decompose-attention")
                                     .function(getOperation().getName()))
        << why.text;
  }

  void decompose(AttentionOp op, const LoweringReason &why) {
    remarkOn(op, why);
    IRRewriter rewriter(op);
    Value result = composeMatmuls(op, rewriter);
    rewriter.replaceOp(op, withType(rewriter, op.getLoc(), result, op.getType()));
  }

  void gatherKeys(PagedAttentionOp op, const LoweringReason &why) {
    remarkOn(op, why);
    IRRewriter rewriter(op);
    LoweringReason none;
    Value result = op.decompose(rewriter, none)->front();
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
