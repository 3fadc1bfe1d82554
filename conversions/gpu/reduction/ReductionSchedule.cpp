// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thresholds and heuristics of row reductions (see ReductionSchedule.h). Numbers of rows and
// lengths may be unknown; then usual ones are assumed. Tables and examples are in
// docs/targets/vulkan-schedules.md.
#include "conversions/gpu/reduction/ReductionSchedule.h"

#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/ElementEmitter.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kElementsPerInvocation = 4;
// Invocations of a workgroup: the usual number, the most, and the most if there are few rows.
// Invocations of a row: the fewest, and the fewest if the row has a workgroup to itself.
constexpr int64_t kUsual = 128, kMax = 256, kMaxOfFew = 1024, kMin = 4, kMinAlone = 32;
// Limits of few and of many rows. Many keep a device busy even if a workgroup reduces several.
constexpr int64_t kFewRows = 64, kManyRows = 1024;
// Invocations that keep a compute unit busy: nearly half of the 2,048 that a multiprocessor of an
// NVIDIA H100 has in flight.
constexpr int64_t kBusy = 992;

// Invocations of a row. Powers of two are tried from `first` to `last`, for one that gives each
// invocation the same elements, few enough for registers. Otherwise an invocation has about four
// elements, or 16 if a workgroup reduces several rows.
int64_t partsOf(int64_t length, int64_t first, int64_t last) {
  const int64_t steps = length % kElementsPerInvocation == 0 ? length / kElementsPerInvocation : 0;
  auto isEven = [&](int64_t parts) {
    return steps > 0 && steps % parts == 0 && steps / parts * kElementsPerInvocation <= kMaxKept;
  };
  const int64_t least = std::min(first, last), most = std::max(first, last);
  for (int64_t tried = least; tried <= most; tried *= 2)
    if (int64_t parts = first == least ? tried : most / (tried / least); isEven(parts))
      return parts;
  const int64_t each = first < kMinAlone ? kMaxKept : kElementsPerInvocation;
  const auto wanted = static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(length / each)));
  return std::clamp(wanted, least, most);
}

// Contiguous rows that fit one vector; 1 if vectors do not divide them.
int64_t lanesOf(const RowReductions &rows) {
  if (rows.reductions.size() != 1 || rows.across.empty())
    return 1;
  const RowReduction &row = rows.reductions.front().second;
  const AffineExpr last = getAffineDimExpr(rows.across.back(), rows.sizes.front().getContext());
  const auto *loop = llvm::find(row.loops, last);
  auto size = dyn_cast<AffineConstantExpr>(rows.sizes[rows.across.back()]);
  linalg::LinalgOp op = row.reduction.op;
  const auto number = static_cast<unsigned>(loop - row.loops.begin());
  if (!size || loop == row.loops.end() || !readsRows(op, row.reduction.element, number))
    return 1;
  int64_t lanes = 1;
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getMatchingIndexingMap(input).isFunctionOfDim(number)) {
      const int64_t own = maxLanes(getElementTypeOrSelf(input->get().getType()));
      lanes = lanes == 1 ? own : std::min(lanes, own);
    }
  return size.getValue() % lanes == 0 ? lanes : 1;
}

// Bytes of a row's partial result, for the reduction with the widest one.
int64_t bytesOfAccumulator(const RowReductions &rows) {
  int64_t bytes = 4;
  for (const auto &[loops, row] : rows.reductions)
    bytes = std::max<int64_t>(
        bytes, llvm::divideCeil(row.reduction.neutral.getType().getIntOrFloatBitWidth(), 8));
  return bytes;
}

// Contiguous rows: 32 or 64 for a workgroup, to fill cache lines and the device.
ReductionSchedule ofColumns(const RowReductions &rows, const rt::DeviceProfile &profile,
                            int64_t subgroup) {
  constexpr int64_t kUsualRows = 1 << 13, kWide = 64, kNarrow = 32;
  constexpr int64_t kMaxHeld = 16;
  const int64_t elementBytes = bytesOfAccumulator(rows);
  const int64_t computeUnits = profile.computeUnits;
  ReductionSchedule schedule{1, 1, true, lanesOf(rows), subgroup};
  const int64_t count = rows.numRows().value_or(kUsualRows);
  const int64_t wide = count / kWide >= computeUnits * 3 / 4 ? kWide : kNarrow;
  schedule.numRows = std::max<int64_t>(wide / schedule.lanes, 1);
  auto power = [](int64_t number) {
    return static_cast<int64_t>(
        llvm::bit_floor(static_cast<uint64_t>(std::max<int64_t>(number, 1))));
  };
  const int64_t most = rows.reuseRows * schedule.lanes > kMaxHeld ? kMaxOfFew / 2 : kMaxOfFew;
  int64_t invocations = std::clamp<int64_t>(
      llvm::divideCeil(2 * kBusy * computeUnits * wide, std::max<int64_t>(count, 1)), kUsual, most);
  invocations = power(std::min<int64_t>(invocations, profile.invocationsInARow()));
  schedule.parts = std::max<int64_t>(invocations / schedule.numRows, 1);
  if (std::optional<int64_t> length = rows.length())
    schedule.parts = std::min(schedule.parts, power(*length));
  auto bytes = [&] {
    return elementBytes * schedule.groups() * schedule.rowsOfWorkgroup() * rows.reuseRows;
  };
  // An invocation remains for each row of the workgroup, as each stores one result.
  while (schedule.parts > schedule.lanes && bytes() > profile.sharedMemoryBytes / 2)
    schedule.parts /= 2;
  // An invocation takes fewer rows, and fewer invocations share each of them.
  while (schedule.lanes > 1 && bytes() > profile.sharedMemoryBytes) {
    schedule.lanes /= 2;
    schedule.numRows *= 2;
    schedule.parts = std::max<int64_t>(schedule.parts / 2, 1);
  }
  return schedule;
}

// Contiguous elements of quantized blocks that an invocation decodes at once, along the row.
int64_t runOf(const RowReductions &rows, int64_t parts) {
  const RowReduction &row = rows.reductions.front().second;
  for (size_t loop = row.loops.size(); loop-- > 0;)
    if (auto size = dyn_cast<AffineConstantExpr>(row.sizes[loop]); !row.loops[loop])
      return size ? blockRun(row.reduction.op, row.reduction.element, static_cast<unsigned>(loop),
                             size.getValue(), parts)
                  : 1;
  return 1;
}

// Rows that an invocation reduces, so that it loads and converts the other operand of a GEMV once
// for all of them. That pays off for block-quantized weights, which keep invocations busy, and if
// several rows share reads already. Enough rows have to remain for the device.
int64_t rowsOfInvocation(const RowReductions &rows, int64_t parts,
                         const rt::DeviceProfile &profile) {
  constexpr int64_t kSeveral = 4, kFew = 2, kEnoughRows = 1 << 13;
  // Elements in flight on the whole device.
  const int64_t enough = 16 * kBusy * profile.computeUnits;
  auto last = rows.across.empty() ? AffineConstantExpr()
                                  : dyn_cast<AffineConstantExpr>(rows.sizes[rows.across.back()]);
  const int64_t numRows = rows.numRows().value_or(0);
  auto divides = [&](int64_t several) { return last && last.getValue() % several == 0; };
  if (rows.reuseRows > 1)
    return divides(kSeveral) && numRows >= kEnoughRows ? kSeveral : 1;
  if (!readsByIndex(rows))
    return 1;
  const int64_t run = runOf(rows, parts);
  for (int64_t several : {kSeveral, kFew})
    if (divides(several) && numRows / several * parts * run >= enough)
      return several;
  return 1;
}

// Whether invocations of a subgroup can exchange all partial results by shuffles. Those of narrower
// types are another feature.
bool canExchange(const RowReductions &rows, const rt::DeviceProfile &profile) {
  return llvm::all_of(rows.reductions, [&](const auto &each) {
    return canShuffle(each.second.reduction.neutral.getType(), profile);
  });
}

ReductionSchedule choose(const RowReductions &rows, const rt::DeviceProfile &profile,
                         int64_t subgroup) {
  if (rows.contiguousRows)
    return ofColumns(rows, profile, subgroup);
  // Rows that share reads have separate partial results in shared memory.
  const auto reuse = static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(rows.reuseRows)));
  const int64_t device =
      std::min<int64_t>(llvm::bit_floor(profile.invocationsInARow()), kMaxOfFew / reuse);
  const int64_t usual = std::min(kUsual, device), most = std::min(kMax, device);
  auto shared = [&](int64_t parts, int64_t several) {
    return ReductionSchedule{parts, several, false, 1, subgroup};
  };
  std::optional<int64_t> length = rows.length();
  if (!length)
    return shared(usual, 1);
  const int64_t numRows = rows.numRows().value_or(kManyRows);
  const int64_t minAlone = std::max(kMinAlone, subgroup);
  if (numRows < kFewRows) // most of a device would be idle
    return shared(partsOf(*length, std::min(kMaxOfFew, device), minAlone), 1);
  if (numRows < kManyRows)
    return shared(partsOf(*length, minAlone, most), 1);
  // A row that is read once is not kept in registers. One subgroup needs no barrier, if the device
  // has enough invocations that way.
  const bool isReadOnce = rows.within.empty() && rows.reductions.size() == 1;
  int64_t atMost = most;
  if (isReadOnce && subgroup >= kMin)
    while (atMost > subgroup && atMost / 2 * numRows >= kBusy * profile.computeUnits)
      atMost /= 2;
  const int64_t parts = partsOf(*length, kMin, atMost);
  ReductionSchedule schedule = shared(parts, std::max<int64_t>(usual / parts, 1));
  if (isReadOnce && parts <= subgroup)
    schedule.lanes = rowsOfInvocation(rows, parts, profile);
  return schedule;
}

} // namespace

bool readsByIndex(const RowReductions &rows) {
  linalg::LinalgOp op = rows.reductions.front().second.reduction.op;
  return !op.getBlock()->getOps<tensor::ExtractOp>().empty();
}

ReductionSchedule ReductionSchedule::of(const RowReductions &rows,
                                        const rt::DeviceProfile &profile) {
  const int64_t subgroup = canExchange(rows, profile) ? profile.subgroupSize : 1;
  const ReductionSchedule schedule = choose(rows, profile, subgroup);
  // Shuffles need full subgroups.
  return schedule.invocations() % subgroup == 0 ? schedule : choose(rows, profile, 1);
}

} // namespace rlx
