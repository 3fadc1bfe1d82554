// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks types, sizes, shared memory and the epilogue of attention (see AttentionPlan.h). The
// target's capability table, rlx-decompose-attention and rlx-gpu-schedule all ask for the
// plan, so that they agree on which attention is one kernel.
#include "conversions/gpu/attention/AttentionPlan.h"

#include "conversions/gpu/attention/DecodeAttention.h"
#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/matmul/CooperativeMatmul.h"
#include "conversions/gpu/matmul/MmaShape.h"
#include "conversions/kernel/TileRoot.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "runtime/device/KernelBindings.h"

#include <cmath>

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kMaxSize = 128; // of a head: invocations hold the accumulators of a tile
constexpr int64_t kSharedBytes = 24576;
// Weights of a tile's keys in f16, which emulated matrices pass through shared memory.
constexpr int64_t kEmulatedBytes = AttentionPlan::kQueries * AttentionPlan::kKeys * 2;

bool areMultiples(const AttentionPlan &plan, int64_t of) {
  return plan.headSize % of == 0 && plan.valueSize % of == 0;
}

// Rows of all operands are multiples of a vector.
LogicalResult checkSizes(AttentionOp op, const AttentionPlan &plan, LoweringReason &why) {
  const int64_t lanes = maxLanes(op.getType().getElementType());
  for (int64_t size : {plan.headSize, plan.valueSize}) {
    if (ShapedType::isDynamic(size))
      return why.because("a head size is dynamic");
    if (size == 0 || size % lanes != 0 || size > kMaxSize)
      return why.because("the head size " + Twine(size) + " is not a multiple of " + Twine(lanes) +
                         " up to " + Twine(kMaxSize));
  }
  for (Value operand : op.getOperands())
    if (llvm::is_contained(cast<ShapedType>(operand.getType()).getShape(), 0))
      return why.because("an operand has no elements");
  return success();
}

LogicalResult checkDevice(AttentionOp op, const rt::DeviceProfile &profile, LoweringReason &why) {
  // Counts all buffers that the kernel may need, as it is not written yet.
  rt::KernelBindings like;
  like.operands = op->getNumOperands() + op->getNumResults();
  if (like.maxBindings() > profile.maxBuffersPerKernel)
    return why.because("the device allows too few buffers per kernel");
  Type element = op.getType().getElementType();
  const bool emulates = !element.isF32() && profile.has("emulateCooperativeMatrix");
  if (profile.sharedMemoryBytes < kSharedBytes + (emulates ? kEmulatedBytes : 0) ||
      profile.invocationsInARow() < AttentionPlan::kInvocations)
    return why.because("the device's workgroups are too small");
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return why.because("its elements are neither f32 nor f16 nor bf16");
  if (getElementTypeOrSelf(op.getKey().getType()) != element)
    return why.because("its keys and values are narrower than its queries");
  return success();
}

} // namespace

// Other elements that it is computed from must exist.
std::optional<AffineMap> mapFromAttention(Value tensor, AttentionOp op) {
  const auto rank = static_cast<unsigned>(op.getType().getRank());
  if (tensor == op.getResult())
    return AffineMap::getMultiDimIdentityMap(rank, op.getContext());
  auto linalg = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!linalg || linalg.getNumReductionLoops() != 0)
    return std::nullopt;
  AffineMap result = linalg.getIndexingMapMatchingResult(cast<OpResult>(tensor));
  if (!result.isPermutation())
    return std::nullopt;
  std::optional<AffineMap> found;
  for (OpOperand &operand : linalg->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (!producer || !isa<AttentionOp, linalg::LinalgOp>(producer))
      continue;
    AffineMap read = linalg.getMatchingIndexingMap(&operand);
    if (!read.isPermutation())
      return std::nullopt;
    std::optional<AffineMap> before = mapFromAttention(operand.get(), op);
    if (!before)
      continue;
    AffineMap here = result.compose(inversePermutation(read)).compose(*before);
    if (found && *found != here)
      return std::nullopt;
    found = here;
  }
  return found;
}

FailureOr<AttentionPlan> planAttention(AttentionOp op, const rt::DeviceProfile &profile,
                                       LoweringReason &why) {
  auto query = cast<RankedTensorType>(op.getQuery().getType());
  auto key = cast<RankedTensorType>(op.getKey().getType());
  auto value = cast<RankedTensorType>(op.getValue().getType());
  AttentionPlan plan;
  plan.headSize = query.isDynamicDim(3) ? key.getDimSize(3) : query.getDimSize(3);
  plan.valueSize = value.getDimSize(3);
  if (failed(checkDevice(op, profile, why)) || failed(checkSizes(op, plan, why)))
    return failure();
  int64_t heads = query.getDimSize(op.headDim()), keyHeads = key.getDimSize(op.headDim());
  if (ShapedType::isDynamic(keyHeads))
    keyHeads = value.getDimSize(op.headDim());
  const bool isShared = !ShapedType::isDynamic(heads) && !ShapedType::isDynamic(keyHeads);
  plan.group = isShared ? heads / keyHeads : 1;
  Type element = op.getType().getElementType();
  plan.useCooperativeMatrices = !element.isF32() && hasMatricesOf(element, profile) &&
                                profile.has("accumulatorLayoutMatchesOperand") &&
                                areMultiples(plan, matrix::kSide);
  plan.workgroupWideRescale = profile.has("emulateCooperativeMatrix");
  plan.scale = op.getScaleAttr() ? op.getScaleAttr().getValueAsDouble()
                                 : 1.0 / std::sqrt(double(plan.headSize));
  plan.decode = planDecodeAttention(op, plan, profile, /*isFew=*/false);
  if (query.isDynamicDim(op.sequenceDim()) && !plan.decode)
    plan.mayBeFew = planDecodeAttention(op, plan, profile, /*isFew=*/true).has_value();
  return plan;
}

AttentionOp attentionOf(func::FuncOp kernel, const rt::DeviceProfile &profile,
                        LoweringReason &why) {
  auto found = kernel.getBody().front().getOps<AttentionOp>();
  if (!llvm::hasSingleElement(found) || kernel.getNumResults() != 1) {
    (void)why.because("it is not the only attention of a kernel with one result");
    return {};
  }
  AttentionOp op = *found.begin();
  if (failed(planAttention(op, profile, why)))
    return {};
  if (std::optional<HostReason> host = unsupportedReason(kernel, profile)) {
    (void)why.because(host->why);
    return {};
  }
  if (!llvm::all_of(op->getOperands(), llvm::IsaPred<BlockArgument>)) {
    (void)why.because("an operand is not a kernel argument");
    return {};
  }
  Value result = behindReshapes(kernel.getBody().front().getTerminator()->getOperand(0));
  ElementCheck check;
  check.setKnown(op.getResult());
  if (!kernel.getBody().front().getOps<tensor::ExtractOp>().empty() ||
      !mapFromAttention(result, op) || !check.canEmit(result)) {
    (void)why.because("its consumers are not elementwise");
    return {};
  }
  return op;
}

} // namespace rlx
