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

// Of a head: invocations hold the accumulators of a tile. Larger heads of paged attention take
// decode attention, row by row, whatever the number of rows.
constexpr int64_t kMaxTileSize = 128, kMaxSize = 256;
constexpr int64_t kSharedBytes = 24576;
// Weights of a tile's keys in f16, which emulated matrices pass through shared memory.
constexpr int64_t kEmulatedBytes = AttentionPlan::kQueries * AttentionPlan::kKeys * 2;

bool areMultiples(const AttentionPlan &plan, int64_t of) {
  return plan.headSize % of == 0 && plan.valueSize % of == 0;
}

// Rows of all operands are multiples of a vector.
LogicalResult checkSizes(const AttentionForm &form, const AttentionPlan &plan,
                         LoweringReason &why) {
  const int64_t most = form.isPaged() ? kMaxSize : kMaxTileSize;
  const int64_t lanes = maxLanes(getElementTypeOrSelf(form.key.getType()));
  for (int64_t size : {plan.headSize, plan.valueSize}) {
    if (ShapedType::isDynamic(size))
      return why.because("a head size is dynamic");
    if (size == 0 || size % lanes != 0 || size > most)
      return why.because("the head size " + Twine(size) + " is not a multiple of " + Twine(lanes) +
                         " up to " + Twine(most));
  }
  for (Value operand : form.op->getOperands())
    if (llvm::is_contained(cast<ShapedType>(operand.getType()).getShape(), 0))
      return why.because("an operand has no elements");
  return success();
}

// Counts all buffers that the kernel may need, as it is not written yet.
bool hasBuffers(const rt::DeviceProfile &profile, unsigned tensors, bool isPaged) {
  rt::KernelBindings like;
  like.operands = tensors;
  like.usesStatus = isPaged;
  return like.maxBindings() <= profile.maxBuffersPerKernel;
}

bool hasWorkgroups(const rt::DeviceProfile &profile, int64_t sharedBytes) {
  return profile.sharedMemoryBytes >= sharedBytes &&
         profile.invocationsInARow() >= AttentionPlan::kInvocations;
}

LogicalResult checkDevice(const AttentionForm &form, const rt::DeviceProfile &profile,
                          LoweringReason &why) {
  if (!hasBuffers(profile, form.op->getNumOperands() + form.op->getNumResults(), form.isPaged()))
    return why.because("the device allows too few buffers per kernel");
  Type element = getElementTypeOrSelf(form.result.getType());
  const bool emulates = !element.isF32() && profile.has("emulateCooperativeMatrix");
  if (!hasWorkgroups(profile, kSharedBytes + (emulates ? kEmulatedBytes : 0)))
    return why.because("the device's workgroups are too small");
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return why.because("its elements are neither f32 nor f16 nor bf16");
  for (Value integers : {form.blockTable, form.queryStarts, form.keyLengths})
    if (integers && !getElementTypeOrSelf(integers.getType()).isSignlessInteger())
      return why.because("its blocks, starts or lengths are unsigned");
  return success();
}

} // namespace

bool hasPagedAttention(const rt::DeviceProfile &profile, unsigned keyBits, int64_t headSize) {
  constexpr unsigned kTensors = 7; // operands and the result
  const int64_t lanes = int64_t(rt::kOperandAlignment) * 8 / keyBits;
  return profile.has("subgroupShuffle") && hasWorkgroups(profile, kSharedBytes) &&
         hasBuffers(profile, kTensors, /*isPaged=*/true) && headSize % lanes == 0 &&
         headSize <= kMaxSize && holdsHead(headSize, lanes, profile.subgroupSize);
}

// Other elements that it is computed from must exist.
std::optional<AffineMap> mapFromAttention(Value tensor, const AttentionForm &form) {
  if (tensor == form.result) {
    const auto rank = static_cast<unsigned>(cast<ShapedType>(tensor.getType()).getRank());
    return AffineMap::getMultiDimIdentityMap(rank, tensor.getContext());
  }
  auto linalg = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!linalg || linalg.getNumReductionLoops() != 0)
    return std::nullopt;
  AffineMap result = linalg.getIndexingMapMatchingResult(cast<OpResult>(tensor));
  if (!result.isPermutation())
    return std::nullopt;
  std::optional<AffineMap> found;
  for (OpOperand &operand : linalg->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (!producer || (producer != form.op && !isa<linalg::LinalgOp>(producer)))
      continue;
    AffineMap read = linalg.getMatchingIndexingMap(&operand);
    if (!read.isPermutation())
      return std::nullopt;
    std::optional<AffineMap> before = mapFromAttention(operand.get(), form);
    if (!before)
      continue;
    AffineMap here = result.compose(inversePermutation(read)).compose(*before);
    if (found && *found != here)
      return std::nullopt;
    found = here;
  }
  return found;
}

// Whether the rows of all sequences are known, and few on average.
static bool hasFewRows(const AttentionForm &form) {
  const int64_t rows = cast<ShapedType>(form.query.getType()).getDimSize(form.sequenceDim);
  const int64_t sequences = cast<ShapedType>(form.keyLengths.getType()).getDimSize(0);
  return !ShapedType::isDynamic(rows) && !ShapedType::isDynamic(sequences) &&
         rows < AttentionPlan::kDecodeQueries * sequences;
}

// Whether a run decides that queries are few.
static bool hasDynamicRows(const AttentionForm &form) {
  auto isDynamic = [](Value tensor, unsigned dim) {
    return cast<ShapedType>(tensor.getType()).isDynamicDim(dim);
  };
  return isDynamic(form.query, form.sequenceDim) ||
         (form.isPaged() && isDynamic(form.keyLengths, 0));
}

FailureOr<AttentionPlan> planAttention(const AttentionForm &form, const rt::DeviceProfile &profile,
                                       LoweringReason &why) {
  auto query = cast<RankedTensorType>(form.query.getType());
  auto key = cast<RankedTensorType>(form.key.getType());
  auto value = cast<RankedTensorType>(form.value.getType());
  AttentionPlan plan;
  plan.headSize = query.getShape().back();
  if (ShapedType::isDynamic(plan.headSize))
    plan.headSize = key.getDimSize(3);
  plan.valueSize = value.getDimSize(3);
  if (failed(checkDevice(form, profile, why)) || failed(checkSizes(form, plan, why)))
    return failure();
  int64_t heads = query.getDimSize(form.headDim), keyHeads = key.getDimSize(form.headDim);
  if (ShapedType::isDynamic(keyHeads))
    keyHeads = value.getDimSize(form.headDim);
  const bool isShared = !ShapedType::isDynamic(heads) && !ShapedType::isDynamic(keyHeads);
  plan.group = isShared ? heads / keyHeads : 1;
  Type element = query.getElementType();
  plan.useCooperativeMatrices = !element.isF32() && hasMatricesOf(element, profile) &&
                                profile.has("accumulatorLayoutMatchesOperand") &&
                                areMultiples(plan, matrix::kSide);
  plan.workgroupWideRescale = profile.has("emulateCooperativeMatrix");
  plan.scale = form.scale.value_or(1.0 / std::sqrt(double(plan.headSize)));
  const bool isLarge = std::max(plan.headSize, plan.valueSize) > kMaxTileSize;
  plan.decode =
      planDecodeAttention(form, plan, profile, isLarge || (form.isPaged() && hasFewRows(form)));
  if (isLarge && !plan.decode)
    return why.because("the head size " + Twine(std::max(plan.headSize, plan.valueSize)) +
                       " is more than " + Twine(kMaxTileSize) + ", and decode attention does not " +
                       "take the op");
  if (hasDynamicRows(form) && !plan.decode)
    plan.mayBeFew = planDecodeAttention(form, plan, profile, /*isFew=*/true).has_value();
  return plan;
}

std::optional<AttentionForm> attentionOf(func::FuncOp kernel, const rt::DeviceProfile &profile,
                                         LoweringReason &why) {
  Block &body = kernel.getBody().front();
  SmallVector<AttentionForm> found;
  for (Operation &op : body)
    if (std::optional<AttentionForm> form = AttentionForm::find(&op))
      found.push_back(*form);
  auto fail = [&](const Twine &reason) {
    (void)why.because(reason);
    return std::nullopt;
  };
  if (found.size() != 1 || kernel.getNumResults() != 1)
    return fail("it is not the only attention of a kernel with one result");
  const AttentionForm &form = found.front();
  if (failed(planAttention(form, profile, why)))
    return std::nullopt;
  if (std::optional<HostReason> host = unsupportedReason(kernel, profile))
    return fail(host->why);
  if (!llvm::all_of(form.op->getOperands(), llvm::IsaPred<BlockArgument>))
    return fail("an operand is not a kernel argument");
  Value result = behindReshapes(body.getTerminator()->getOperand(0));
  ElementCheck check;
  check.setKnown(form.result);
  if (!body.getOps<tensor::ExtractOp>().empty() || !mapFromAttention(result, form) ||
      !check.canEmit(result))
    return fail("its consumers are not elementwise");
  return form;
}

} // namespace rlx
