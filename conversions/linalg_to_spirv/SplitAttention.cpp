// Attention that a GPU does not compute as one kernel becomes two products around a softmax: in a
// model, so that they are kernels of their own; in a kernel where what follows the attention rules
// out that form.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelPipelines.h"
#include "conversions/linalg_to_spirv/AttentionPlan.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/KnownSizes.h"
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
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITATTENTIONPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

struct SplitAttention : rlx::impl::SplitAttentionPassBase<SplitAttention> {
  using SplitAttentionPassBase::SplitAttentionPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    SmallVector<AttentionOp> work;
    function.walk([&](AttentionOp op) { work.push_back(op); });
    if (work.empty())
      return;
    FailureOr<rt::DeviceProfile> profile = findProfileFor(function, device);
    if (failed(profile))
      return signalPassFailure();
    const bool isKernel = function->hasAttr(lir::kKernelAttr);
    if (failed(isKernel ? splitKernel(*profile) : splitModel(work, *profile)))
      signalPassFailure();
  }

  LogicalResult splitModel(ArrayRef<AttentionOp> work, const rt::DeviceProfile &profile) {
    SmallVector<std::pair<AttentionOp, LoweringReason>> split;
    std::optional<SymbolicShapes> shapes;
    for (AttentionOp op : work) {
      LoweringReason why;
      if (failed(planAttention(op, profile, why)) || failed(expectManyQueries(op, shapes, why)))
        split.emplace_back(op, why);
    }
    return success(llvm::all_of(
        split, [&](auto &each) { return succeeded(decompose(each.first, each.second)); }));
  }

  // A tile walks over its keys one after the other: few tiles of many keys, or of few queries,
  // would leave most of the device without work.
  LogicalResult expectManyQueries(AttentionOp op, std::optional<SymbolicShapes> &shapes,
                                  LoweringReason &why) {
    const unsigned dim = op.sequenceDim();
    auto query = cast<ShapedType>(op.getQuery().getType());
    if (query.isDynamicDim(dim))
      return expectOwnKeys(op, shapes, why);
    const int64_t queries = query.getDimSize(dim);
    if (queries < AttentionPlan::kFewQueries)
      return why.because("there are only " + Twine(queries) + " queries");
    int64_t tiles = llvm::divideCeil(queries, AttentionPlan::kQueries);
    for (unsigned each : {0u, op.headDim()})
      tiles *= query.isDynamicDim(each) ? 1 : query.getDimSize(each);
    constexpr int64_t kFewTiles = 64, kManyKeys = 4096;
    const int64_t keys = cast<ShapedType>(op.getKey().getType()).getDimSize(dim);
    if (tiles < kFewTiles && keys > kManyKeys)
      return why.because("there are only " + Twine(tiles) + " tiles of " + Twine(keys) + " keys");
    return success();
  }

  // As many queries as keys are not few beside them.
  LogicalResult expectOwnKeys(AttentionOp op, std::optional<SymbolicShapes> &shapes,
                              LoweringReason &why) {
    if (!shapes) {
      FailureOr<SymbolicShapes> computed = SymbolicShapes::compute(getOperation());
      if (failed(computed))
        return why.because("sizes could not be computed");
      shapes = std::move(*computed);
    }
    const unsigned dim = op.sequenceDim();
    return shapes->shape(op.getQuery())[dim] == shapes->shape(op.getKey())[dim]
               ? success()
               : why.because("queries may be few beside the keys");
  }

  LogicalResult splitKernel(const rt::DeviceProfile &profile) {
    func::FuncOp kernel = getOperation();
    LoweringReason why;
    if (attentionOf(kernel, profile, why))
      return success();
    SmallVector<AttentionOp> all(kernel.getOps<AttentionOp>());
    for (AttentionOp op : all)
      if (failed(decompose(op, why)))
        return failure();
    OpPassManager passes(func::FuncOp::getOperationName());
    addLowerToLinalg(passes, /*elements=*/true, /*sliceSteps=*/1);
    addFuseElementwise(passes);
    return runPipeline(passes, kernel);
  }

  LogicalResult decompose(AttentionOp op, const LoweringReason &why) {
    remark::missed(op.getLoc(), remark::RemarkOpts::name("SplitAttention")
                                    .category("rlx-split-attention")
                                    .function(getOperation().getName()))
        << why.text;
    IRRewriter rewriter(op);
    LoweringReason declined;
    FailureOr<SmallVector<Value>> values = op.decompose(rewriter, declined);
    if (failed(values))
      return unsupported(op.emitOpError("could not be decomposed: ") << declined.text);
    rewriter.replaceOp(op, withType(rewriter, op.getLoc(), values->front(), op.getType()));
    return success();
  }
};

} // namespace
