// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of prefix scans (cumulative sums) of few long rows, one workgroup per row.
//
// A workgroup walks along its row in tiles. Invocations scan a run of elements each, exchange the
// totals (Blelloch, "Prefix Sums and Their Applications"), and add the sum before them:
//
//    elements:      | 3 1 | 4 1 | 5  9 |    runs of three invocations
//    scan of runs:  | 3 4 | 4 5 | 5 14 |
//    sum before:    |  0  |  4  |   9  |
//    result:        | 3 4 | 8 9 | 14 23|
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/reduction/ScanPlan.h"
#include "conversions/kernel/KernelDims.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace {

// Nanoseconds per element, as lir.cost counts them.
constexpr int64_t kElementCost = 2;

// Writes the kernel of a workgroup for one row.
class ScanKernel {
public:
  ScanKernel(func::FuncOp kernel, rlx::PrefixScanOpInterface op, const rlx::ScanPlan &plan,
             const rlx::rt::DeviceProfile &profile)
      : op(op), plan(plan), k(kernel) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    sizes = dims.sizes(cast<BlockArgument>(op.getInput()));
    AffineExpr cost = sizes[axis()] * (plan.numRows * kElementCost);
    kernel->setAttr(rlx::lir::kCostAttr, AffineMapAttr::get(AffineMap::get(0, dims.size(), cost)));
    k.begin(getAffineConstantExpr(plan.numRows, op.getContext()), plan.invocations);
    if (plan.shuffles)
      k.numberBySubgroups(profile);
  }

  void write() {
    assignRow();
    length = k.size(sizes[axis()]);
    start = arith::ConstantOp::create(k.b, k.loc, op.getStart());
    allocateShared();
    const int64_t tile = plan.tile();
    Value end = k.size(sizes[axis()].floorDiv(tile) * tile);
    Value before = k.loop(k.constant(0), end, k.constant(tile), start,
                          [&](Value tile, ValueRange before) -> SmallVector<Value> {
                            return {writeTile(tile, before.front(), /*isWhole=*/true)};
                          })
                       .front();
    if (!isKnown() || plan.length % tile != 0)
      k.when(k.less(end, length), [&] { writeTile(end, before, /*isWhole=*/false); });
    k.finish("one row per workgroup, " + Twine(plan.invocations) + " invocations");
  }

private:
  size_t axis() const { return static_cast<size_t>(plan.axis); }

  bool isKnown() const { return !ShapedType::isDynamic(plan.length); }

  void assignRow() {
    team = k.div(k.local, k.constant(plan.team));
    member = k.rem(k.local, k.constant(plan.team));
    SmallVector<AffineExpr> across(sizes);
    across.erase(across.begin() + plan.axis);
    row = k.delinearize(k.workgroup, across);
    row.insert(row.begin() + plan.axis, Value());
  }

  void allocateShared() {
    Type type = op.getScanType();
    if (!plan.shuffles)
      ofInvocations = k.shared(type, plan.invocations);
    if (plan.numTeams() > 1)
      ofTeams = k.shared(type, plan.numTeams());
  }

  // Elements of a tile that an invocation has.
  struct Chunk {
    SmallVector<Value> indices; // indices in the row
    SmallVector<Value> inside;  // whether they are inside; null: all of them are
  };

  Chunk chunkAt(Value tile, bool isWhole) {
    const bool isEven = isKnown() && plan.length % plan.run == 0;
    Value number = k.local, inside;
    if (!isWhole && isEven) { // all elements of the invocation are inside, or none is
      Value count = k.constant(plan.length % plan.tile() / plan.run);
      inside = k.less(number, count);
      number = arith::MinUIOp::create(k.b, k.loc, number, sub(count, k.constant(1)));
    }
    Value first = k.add(tile, k.mul(number, k.constant(plan.run)));
    Chunk chunk;
    for (int64_t i = 0; i < plan.run; ++i) {
      chunk.indices.push_back(k.add(first, k.constant(i)));
      chunk.inside.push_back(inside);
    }
    if (!isWhole && !isEven)
      for (auto [index, isInside] : llvm::zip_equal(chunk.indices, chunk.inside)) {
        isInside = k.less(index, length);
        index = arith::MinUIOp::create(k.b, k.loc, index, lastIndex());
      }
    return chunk;
  }

  Value lastIndex() { return sub(length, k.constant(1)); }

  // Indices of the element in input and result. A reverse scan counts from the end.
  SmallVector<Value> indicesAt(Value index) {
    SmallVector<Value> indices(row);
    indices[axis()] = index;
    if (op.getReverse())
      indices[axis()] = sub(lastIndex(), index);
    return indices;
  }

  Value sub(Value lhs, Value rhs) { return arith::SubIOp::create(k.b, k.loc, lhs, rhs); }
  Value combine(Value lhs, Value rhs) { return op.combineScan(k.b, k.loc, lhs, rhs); }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(k.b, k.loc, condition, yes, no);
  }

  // `before`: total of all tiles before this one. Returns the total with this one.
  Value writeTile(Value tile, Value before, bool isWhole) {
    Chunk chunk = chunkAt(tile, isWhole);
    SmallVector<Value> sums = sumsOf(chunk);
    Total total = exchange(sums.back());
    if (isWhole && (ofInvocations || ofTeams))
      k.barrier(); // all have read what the next tile overwrites
    Value base = combine(before, total.before);
    SmallVector<Value> results;
    for (auto [i, sum] : llvm::enumerate(sums)) {
      if (op.getExclusive())
        results.push_back(i == 0 ? base : combine(base, sums[i - 1]));
      else
        results.push_back(combine(base, sum));
    }
    store(chunk, results);
    return combine(before, total.all);
  }

  // Inclusive scan of the chunk.
  SmallVector<Value> sumsOf(const Chunk &chunk) {
    SmallVector<Value> elements;
    for (Value index : chunk.indices)
      elements.push_back(k.elements.element(k.b, op.getInput(), indicesAt(index)));
    SmallVector<Value> sums;
    for (auto [element, inside] : llvm::zip_equal(elements, chunk.inside)) {
      Value x = rlx::convertFloat(k.b, k.loc, element, op.getScanType());
      if (inside)
        x = select(inside, x, start);
      sums.push_back(sums.empty() ? x : combine(sums.back(), x));
    }
    return sums;
  }

  void store(const Chunk &chunk, ArrayRef<Value> results) {
    Type element = getElementTypeOrSelf(op->getResult(0).getType());
    auto storeOne = [&](size_t i) {
      k.storeResult(rlx::convertFloat(k.b, k.loc, results[i], element),
                    indicesAt(chunk.indices[i]));
    };
    auto storeAll = [&] {
      for (size_t i = 0; i < results.size(); ++i)
        storeOne(i);
    };
    if (!chunk.inside.front())
      storeAll();
    else if (llvm::all_equal(chunk.inside))
      k.when(chunk.inside.front(), storeAll);
    else
      for (size_t i = 0; i < results.size(); ++i)
        k.when(chunk.inside[i], [&] { storeOne(i); });
  }

  // Total of the invocations before this one, and of all.
  struct Total {
    Value before, all;
  };

  Total exchange(Value own) {
    Total total = plan.shuffles ? shuffled(own) : withinTeam(own);
    if (plan.numTeams() == 1)
      return total;
    Value isFirst =
        arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, member, k.constant(0));
    k.when(isFirst, [&] { k.store(total.all, ofTeams, team); });
    k.barrier();
    Total ofAll = read(ofTeams, k.constant(0), plan.numTeams(), team);
    return {combine(ofAll.before, total.before), ofAll.all};
  }

  Total withinTeam(Value own) {
    k.store(own, ofInvocations, k.local);
    k.barrier();
    return read(ofInvocations, k.mul(team, k.constant(plan.team)), plan.team, member);
  }

  // Reads `count` totals from shared memory, of which `number` are before this one.
  Total read(Value memory, Value first, int64_t count, Value number) {
    Total total{start, {}};
    for (int64_t i = 0; i < count; ++i) {
      Value value = k.load(memory, k.add(first, k.constant(i)));
      total.all = i == 0 ? value : combine(total.all, value);
      // No invocation follows the last one.
      if (i + 1 < count)
        total.before = combine(total.before, select(k.less(k.constant(i), number), value, start));
    }
    return total;
  }

  // A butterfly over teams that double each time. The upper half of a team adds the total of the
  // lower half to its prefix (Sklansky's parallel prefix).
  Total shuffled(Value own) {
    Total total{start, own};
    Value width = arith::ConstantIntOp::create(k.b, k.loc, plan.team, 32);
    for (int64_t half = 1; half < plan.team; half *= 2) {
      Value distance = arith::ConstantIntOp::create(k.b, k.loc, half, 32);
      Value other =
          gpu::ShuffleOp::create(k.b, k.loc, total.all, distance, width, gpu::ShuffleMode::XOR)
              .getShuffleResult();
      Value isLower = k.less(k.rem(member, k.constant(2 * half)), k.constant(half));
      total.before = combine(total.before, select(isLower, start, other));
      total.all = combine(total.all, other);
    }
    return total;
  }

  rlx::PrefixScanOpInterface op;
  rlx::ScanPlan plan;
  rlx::WorkgroupBuilder k;
  SmallVector<AffineExpr> sizes; // of the input
  SmallVector<Value> row;        // indices of the workgroup's row; null along it
  Value team, member;            // the invocation's team, and its index there
  Value length, start;
  Value ofInvocations, ofTeams; // in shared memory
};

struct PlannedScan : rlx::GpuKernelPlan {
  PlannedScan(func::FuncOp kernel, rlx::PrefixScanOpInterface op, const rlx::ScanPlan &plan,
              const rlx::rt::DeviceProfile &profile)
      : op(op), plan(plan), profile(profile) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr length =
        dims.sizes(cast<BlockArgument>(op.getInput()))[static_cast<size_t>(plan.axis)];
    iterations = length.floorDiv(plan.tile()); // the rest of a row needs no loop
  }

  LogicalResult emit(func::FuncOp kernel) override {
    ScanKernel(kernel, op, plan, profile).write();
    return success();
  }

  rlx::PrefixScanOpInterface op;
  rlx::ScanPlan plan;
  rlx::rt::DeviceProfile profile;
};

std::unique_ptr<rlx::GpuKernelPlan> planScanKernel(func::FuncOp kernel,
                                                   const rlx::rt::DeviceProfile &profile,
                                                   rlx::LoweringReason &why) {
  auto ops = kernel.getBody().front().getOps<rlx::PrefixScanOpInterface>();
  if (ops.empty())
    return nullptr;
  rlx::PrefixScanOpInterface op = *ops.begin();
  FailureOr<rlx::ScanPlan> plan = rlx::planScan(op, profile, why);
  return succeeded(plan) ? std::make_unique<PlannedScan>(kernel, op, *plan, profile) : nullptr;
}

bool takesScan(Operation *op) {
  return isa<rlx::PrefixScanOpInterface>(op);
}

} // namespace

namespace rlx {
extern const Schedule kPrefixScan;
const Schedule kPrefixScan = {"prefix-scan", planScanKernel, takesScan};
} // namespace rlx
