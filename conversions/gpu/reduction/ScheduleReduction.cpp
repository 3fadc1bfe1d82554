// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-schedule-reduction: reductions along rows, and elements of the rows that are computed from
// them (softmax, norms, sums, GEMV).
//
// One workgroup reduces one row, or several if they are short or contiguous (ReductionSchedule.h).
//
// before: %s = linalg.generic { %acc + %x } ins(%x : tensor<RxN>)     // on tensors
// after:  scf.for %i = %part to %N step %parts: partial sums           // on buffers
//         gpu.shuffle xor 1, 2, 4, ..: sums of a subgroup
//         shared memory, gpu barrier:  sums of a row
//         memref.store by the first invocation of the row
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/reduction/ReductionSchedule.h"
#include "conversions/kernel/KernelCost.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEREDUCTIONPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Loads that an invocation starts before it uses the first one, to hide the latency of memory.
constexpr int64_t kAtOnce = 4;

// Writes the kernel of a workgroup for one row, or for several.
class RowKernel {
public:
  RowKernel(func::FuncOp kernel, rlx::RowReductions &rows, const rlx::ReductionSchedule &sharing,
            const rlx::rt::DeviceProfile &profile)
      : rows(rows), sharing(sharing), k(kernel) {
    k.begin(product(sizesAcross()).ceilDiv(sharing.numRows), sharing.invocations());
    if (sharing.partsInSubgroup() > 1)
      // Block-quantized GEMV is no faster with linear subgroups, and sometimes slower.
      k.numberBySubgroups(profile, !rlx::readsByIndex(rows));
  }

  void write() {
    SmallVector<Position> abreast = placeRows();
    if (sharing.together && rows.reductions.size() == 1)
      writeColumns(abreast);
    else
      writeRows(abreast);
    k.finish("row reduction (" + Twine(sharing.rowsOfWorkgroup() * rows.numAbreast) +
             " rows per workgroup, " + Twine(sharing.parts) + " invocations each)");
  }

private:
  using Position = SmallVector<Value>;

  void writeRows(ArrayRef<Position> abreast) {
    SmallVector<Value> last;
    for (auto &[op, row] : rows.reductions) {
      last = reduce(row, abreast);
      k.elements.setKnown(op->getResult(0), last.front());
    }
    if (rows.within.empty())
      k.when(isWriter(), [&] { writeResults(abreast, last); });
    else
      writeRow(abreast.front());
  }

  // Loops that the invocations of a row share, in the order of memory. An invocation takes `lanes`
  // contiguous iterations of the last one at once.
  struct LoopNest {
    SmallVector<unsigned> loops;
    SmallVector<AffineExpr> sizes;
    int64_t lanes;
  };

  // `value` of the op's body is computed along the loops, from tensors like these.
  LoopNest courseOf(linalg::LinalgOp op, Value value, ValueRange tensors,
                    SmallVector<unsigned> loops, SmallVector<AffineExpr> sizes) const {
    int64_t lanes = lanesAlong(op, value, tensors, loops.back(), sizes.back());
    sizes.back() = sizes.back().floorDiv(lanes);
    return {std::move(loops), std::move(sizes), lanes};
  }

  int64_t lanesAlong(linalg::LinalgOp op, Value value, ValueRange tensors, unsigned loop,
                     AffineExpr size) const {
    auto last = dyn_cast<AffineConstantExpr>(size);
    if (!last)
      return 1;
    auto fits = [&](int64_t lanes) { return last.getValue() % lanes == 0; };
    // The operand that several rows do not share is contiguous along K.
    if (sharing.together)
      return rows.numAbreast > 1 && fits(kAtOnce * sharing.parts) ? kAtOnce : 1;
    const int64_t lanes = rlx::commonLanes(tensors);
    if (rlx::readsRows(op, value, loop))
      return fits(lanes) ? lanes : 1;
    return lanesOfBlocks(op, value, loop, last.getValue());
  }

  // Decodes elements of quantized blocks at once, as long as the code for all of them stays short.
  int64_t lanesOfBlocks(linalg::LinalgOp op, Value value, unsigned loop, int64_t size) const {
    constexpr int64_t kMaxAtOnce = 256;
    int64_t lanes = rlx::blockRun(op, value, loop, size, sharing.parts);
    while (lanes * sharing.lanes * rows.numAbreast > kMaxAtOnce && lanes % 2 == 0)
      lanes /= 2;
    return lanes;
  }

  AffineExpr product(ArrayRef<AffineExpr> sizes) const {
    AffineExpr count = getAffineConstantExpr(1, rows.root.getContext());
    for (AffineExpr size : sizes)
      count = count * size;
    return count;
  }
  SmallVector<AffineExpr> sizesOf(ArrayRef<unsigned> loops) const {
    return llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
  }
  // Sizes of the loops that select a row, or a group of contiguous rows.
  SmallVector<AffineExpr> sizesAcross() const {
    SmallVector<AffineExpr> sizes = sizesOf(rows.across);
    if (sharing.lanes > 1)
      sizes.back() = sizes.back().floorDiv(sharing.lanes);
    return sizes;
  }
  // The invocation's row, or group of rows. Invocations beyond the last row compute it again, and
  // do not store it.
  Value placeRow() {
    part = k.local;
    own = k.constant(0);
    hasRow = {};
    if (sharing.numRows == 1)
      return k.workgroup;
    own = k.div(k.local, k.constant(sharing.parts));
    part = k.rem(k.local, k.constant(sharing.parts));
    if (sharing.together) {
      part = k.div(k.local, k.constant(sharing.numRows));
      own = k.rem(k.local, k.constant(sharing.numRows));
    }
    Value row = k.add(k.mul(k.workgroup, k.constant(sharing.numRows)), own);
    Value rowCount = k.size(product(sizesAcross()));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  // The root's loops at the invocation's rows: for each row that shares reads, the contiguous rows.
  SmallVector<Position> placeRows() {
    Position loops(rows.sizes.size());
    place(rows.across, k.positionAt(placeRow(), sizesAcross()), loops);
    SmallVector<Position> all;
    for (Position &each : abreastOf(loops)) {
      Value first = rows.across.empty() ? Value() : each[rows.across.back()];
      for (int64_t lane = 0; lane < sharing.lanes; ++lane) {
        if (sharing.lanes > 1)
          each[rows.across.back()] =
              k.add(k.mul(first, k.constant(sharing.lanes)), k.constant(lane));
        all.push_back(each);
      }
    }
    return all;
  }

  SmallVector<Position> abreastOf(const Position &loops) {
    SmallVector<Position> all(static_cast<size_t>(rows.numAbreast), loops);
    if (rows.abreast)
      for (auto [i, each] : llvm::enumerate(all))
        each[*rows.abreast] = k.constant(static_cast<int64_t>(i));
    return all;
  }

  static void place(ArrayRef<unsigned> loops, ArrayRef<Value> position,
                    MutableArrayRef<Value> steps) {
    for (auto [loop, at] : llvm::zip_equal(loops, position))
      steps[loop] = at;
  }

  // Whether the invocation stores the result of its row.
  Value isWriter() {
    Value first = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, part, k.constant(0));
    return hasRow ? Value(arith::AndIOp::create(k.b, k.loc, first, hasRow)) : first;
  }

  // `totals`: results of the only reduction, for these rows.
  void writeResults(ArrayRef<Position> abreast, ArrayRef<Value> totals) {
    SmallVector<Position> indices;
    SmallVector<Value> values;
    for (auto [loops, total] : llvm::zip_equal(abreast, totals)) {
      k.elements.setKnown(rows.reductions.back().first->getResult(0), total);
      indices.push_back(indicesAt(loops));
      values.push_back(k.elements.element(k.b, rows.root->getResult(0), indices.back()));
    }
    for (auto [value, at] : llvm::zip_equal(values, indices))
      k.storeResult(value, at);
  }

  void writeRow(ArrayRef<Value> rowLoops) {
    LoopNest course = courseOf(rows.root, rows.root.getBlock()->getTerminator()->getOperand(0),
                               rows.root->getOperands(), rows.within, sizesOf(rows.within));
    along(course, {}, [&](ArrayRef<Position> positions, ValueRange) {
      SmallVector<Position> indices;
      SmallVector<Value> values;
      for (const Position &at : positions) {
        SmallVector<Value> here(rowLoops);
        place(course.loops, at, here);
        indices.push_back(indicesAt(here));
        values.push_back(k.elements.element(k.b, rows.root->getResult(0), indices.back()));
      }
      auto store = [&] {
        for (auto [value, at] : llvm::zip_equal(values, indices))
          k.storeResult(value, at);
      };
      if (hasRow)
        k.when(hasRow, store);
      else
        store();
      return SmallVector<Value>();
    });
  }

  // Contiguous rows: subgroups store their partial results in shared memory. Then each of the first
  // invocations combines those of one row:
  //
  //   group 0:  p p p p     columns of the array are rows of the kernel
  //   group 1:  p p p p
  //             | | | |
  //             v v v v
  void writeColumns(ArrayRef<Position> taken) {
    rlx::RowReduction &row = rows.reductions.front().second;
    const int64_t columns = sharing.rowsOfWorkgroup(), groups = sharing.groups();
    SmallVector<Value> partials = partialsOf(row, loopsAt(row, taken));
    Value memory = k.shared(partials.front().getType(), rows.numAbreast * groups * columns);
    auto placeOf = [&](Value group, Value column, int64_t abreast) {
      Value line = k.add(group, k.constant(abreast * groups));
      return k.add(k.mul(line, k.constant(columns)), column);
    };
    k.when(isFirstOfGroup(), [&] {
      Value group = k.div(part, k.constant(sharing.partsInSubgroup()));
      for (auto [i, partial] : llvm::enumerate(partials)) {
        const auto number = static_cast<int64_t>(i);
        Value column =
            k.add(k.mul(own, k.constant(sharing.lanes)), k.constant(number % sharing.lanes));
        k.store(partial, memory, placeOf(group, column, number / sharing.lanes));
      }
    });
    k.barrier();
    Value at = k.add(k.mul(k.workgroup, k.constant(columns)), k.local);
    Value isColumn = arith::AndIOp::create(k.b, k.loc, k.less(k.local, k.constant(columns)),
                                           k.less(at, k.size(product(sizesOf(rows.across)))));
    k.when(isColumn, [&] {
      Position loops(rows.sizes.size());
      place(rows.across, k.positionAt(at, sizesOf(rows.across)), loops);
      SmallVector<Value> zeros(static_cast<size_t>(rows.numAbreast), row.reduction.start(k.b));
      SmallVector<Value> totals =
          k.loop(k.constant(0), k.constant(groups), k.constant(1), zeros,
                 [&](Value group, ValueRange sofar) {
                   SmallVector<Value> next;
                   for (auto [i, sum] : llvm::enumerate(sofar)) {
                     Value own = k.load(memory, placeOf(group, k.local, static_cast<int64_t>(i)));
                     next.push_back(row.reduction.combine(k.b, sum, own));
                   }
                   return next;
                 });
      SmallVector<Position> abreast = abreastOf(loops);
      writeResults(abreast, withInit(row, loopsAt(row, abreast), totals));
    });
  }

  // Results of the reduction for these rows. All invocations of a row have them.
  SmallVector<Value> reduce(const rlx::RowReduction &row, ArrayRef<Position> taken) {
    SmallVector<Position> loops = loopsAt(row, taken);
    return withInit(row, loops, share(row.reduction, partialsOf(row, loops)));
  }

  // The loops of the reduction at rows of the root; null for those that it reduces.
  SmallVector<Position> loopsAt(const rlx::RowReduction &row, ArrayRef<Position> taken) {
    SmallVector<Position> loops(taken.size(), Position(row.loops.size()));
    for (auto [own, root] : llvm::zip_equal(loops, taken))
      for (auto [loop, of] : llvm::zip_equal(own, row.loops))
        if (of)
          loop = rlx::applyToIndices(k.b, k.loc, of, root);
    return loops;
  }

  SmallVector<Value> withInit(const rlx::RowReduction &row, ArrayRef<Position> loops,
                              SmallVector<Value> totals) {
    const rlx::Reduction &reduction = row.reduction;
    OpOperand *init = linalg::LinalgOp(reduction.op).getDpsInitOperand(0);
    AffineMap map = linalg::LinalgOp(reduction.op).getMatchingIndexingMap(init);
    for (auto [total, own] : llvm::zip_equal(totals, loops)) {
      SmallVector<Value> indices;
      for (AffineExpr expr : map.getResults())
        indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, own));
      total = reduction.combine(k.b, k.elements.element(k.b, init->get(), indices), total);
    }
    return totals;
  }

  LoopNest courseOf(const rlx::RowReduction &row) const {
    SmallVector<unsigned> reduced;
    SmallVector<AffineExpr> sizes;
    for (auto [i, loop] : llvm::enumerate(row.loops))
      if (!loop) {
        reduced.push_back(static_cast<unsigned>(i));
        sizes.push_back(row.sizes[i]);
      }
    linalg::LinalgOp op = row.reduction.op;
    // Elements that stay in registers have to be the same ones for all reductions.
    ValueRange tensors = op->getOperands();
    if (rows.within.empty() && rows.reductions.size() == 1)
      tensors = tensors.take_front(static_cast<size_t>(op.getNumDpsInputs()));
    return courseOf(op, row.reduction.element, tensors, reduced, sizes);
  }

  // Partial results of the subgroup, for each row. All of its invocations have them.
  SmallVector<Value> partialsOf(const rlx::RowReduction &row, ArrayRef<Position> rowLoops) {
    const rlx::Reduction &reduction = row.reduction;
    const LoopNest course = courseOf(row);
    const size_t taken = rowLoops.size();
    // Separate accumulators for elements that are loaded at once, unless there are several rows
    // anyway.
    const size_t chains = sharing.lanes > 1 ? 1 : atOnce(course);
    SmallVector<Value> partials(chains * taken, reduction.start(k.b));
    partials = along(course, partials, [&](ArrayRef<Position> positions, ValueRange sofar) {
      SmallVector<Value> elements, next(sofar);
      for (const Position &at : positions)
        for (Position here : rowLoops) { // changed below; NOLINT(performance-for-range-copy)
          place(course.loops, at, here);
          elements.push_back(k.elements.inBody(k.b, reduction.op, reduction.element, here));
        }
      for (auto [i, element] : llvm::enumerate(elements)) {
        const size_t step = i / (taken * static_cast<size_t>(course.lanes));
        Value &sum = next[step % chains * taken + i % taken];
        sum = reduction.accumulate(k.b, sum, element);
      }
      return next;
    });
    for (size_t i = taken; i < partials.size(); ++i)
      partials[i % taken] = reduction.combine(k.b, partials[i % taken], partials[i]);
    partials.truncate(taken);
    return withinSubgroup(reduction, partials);
  }

  // A butterfly: exchanges values at twice the distance each time.
  SmallVector<Value> withinSubgroup(const rlx::Reduction &reduction, SmallVector<Value> partials) {
    Value width = k.b.createOrFold<arith::ConstantIntOp>(k.loc, sharing.subgroup, 32);
    for (int64_t step = 1; step < sharing.partsInSubgroup(); step *= 2) {
      Value distance =
          k.b.createOrFold<arith::ConstantIntOp>(k.loc, step * sharing.partStride(), 32);
      for (Value &partial : partials) {
        auto other =
            gpu::ShuffleOp::create(k.b, k.loc, partial, distance, width, gpu::ShuffleMode::XOR);
        partial = reduction.combine(k.b, partial, other.getShuffleResult());
      }
    }
    return partials;
  }

  // Iterations of all loops of a nest; std::nullopt if the kernel's sizes decide.
  std::optional<int64_t> stepsOf(const LoopNest &course) const {
    int64_t steps = 1;
    for (AffineExpr size : course.sizes)
      if (auto known = dyn_cast<AffineConstantExpr>(size))
        steps *= known.getValue();
      else
        return std::nullopt;
    return steps;
  }

  // Whether an invocation may have fewer iterations than it can start at once.
  bool isShort(const LoopNest &course) const {
    std::optional<int64_t> steps = stepsOf(course);
    return steps && *steps < kAtOnce * sharing.parts;
  }

  // Iterations that an invocation starts at once.
  size_t atOnce(const LoopNest &course) const {
    // Limits for all rows, and for all elements, of one invocation.
    constexpr int64_t kMaxAbreast = 2 * kAtOnce, kMaxLanes = 8 * kAtOnce;
    const int64_t each = std::clamp<int64_t>(
        std::min(kMaxAbreast / rows.numAbreast, kMaxLanes / (course.lanes * sharing.lanes)), 1,
        kAtOnce);
    return isShort(course) ? 1 : static_cast<size_t>(each);
  }

  // Whether all invocations have the same few iterations. They need no loop, and elements that one
  // reduction has loaded are in registers for the next.
  bool isEven(const LoopNest &course) const {
    std::optional<int64_t> steps = stepsOf(course);
    return steps && *steps % sharing.parts == 0 &&
           *steps / sharing.parts * course.lanes <= rlx::kMaxKept;
  }

  // The elements of these iterations.
  SmallVector<Position> elementsAt(const LoopNest &course, ValueRange steps) {
    SmallVector<Position> positions;
    for (Value step : steps) {
      Position at = k.positionAt(step, course.sizes);
      Value first = k.mul(at.back(), k.constant(course.lanes));
      for (int64_t lane = 0; lane < course.lanes; ++lane) {
        at.back() = k.add(first, k.constant(lane));
        positions.push_back(at);
      }
    }
    return positions;
  }

  // Emits the invocation's share of a nest. The body gets the elements of some iterations, and
  // loop-carried values.
  SmallVector<Value> along(const LoopNest &course, ValueRange init,
                           function_ref<SmallVector<Value>(ArrayRef<Position>, ValueRange)> body) {
    Value length = k.size(product(course.sizes)), stride = k.constant(sharing.parts);
    auto some = [&](ValueRange steps, ValueRange values) {
      return body(elementsAt(course, steps), values);
    };
    auto one = [&](Value at, ValueRange values) { return some(at, values); };
    if (isEven(course)) {
      SmallVector<Value> steps, values(init);
      for (int64_t i = 0; i < *stepsOf(course) / sharing.parts; ++i)
        steps.push_back(k.add(part, k.constant(i * sharing.parts)));
      ArrayRef<Value> rest = steps;
      while (!rest.empty()) {
        const size_t now = std::min(atOnce(course), rest.size());
        values = some(rest.take_front(now), values);
        rest = rest.drop_front(now);
      }
      return values;
    }
    if (atOnce(course) == 1)
      return k.loop(part, length, stride, init, one);
    // If the first iteration of a batch is before the bound, the last one is inside.
    const auto together = static_cast<int64_t>(atOnce(course));
    Value rest = k.constant((together - 1) * sharing.parts),
          step = k.constant(together * sharing.parts);
    Value bound =
        arith::SelectOp::create(k.b, k.loc, k.less(rest, length),
                                arith::SubIOp::create(k.b, k.loc, length, rest), k.constant(0));
    SmallVector<Value> values = k.loop(part, bound, step, init, [&](Value at, ValueRange sofar) {
      SmallVector<Value> steps = {at};
      while (steps.size() < atOnce(course))
        steps.push_back(k.add(steps.back(), stride));
      return some(steps, sofar);
    });
    // Batches of the first loop, for this invocation.
    Value before =
        arith::SelectOp::create(k.b, k.loc, k.less(part, bound),
                                arith::SubIOp::create(k.b, k.loc, bound, part), k.constant(0));
    Value steps = k.div(k.add(before, k.constant(together * sharing.parts - 1)), step);
    return k.loop(k.add(part, k.mul(steps, step)), length, stride, values, one);
  }

  // Whether the invocation stands for those of its row in its subgroup, which have the same values.
  Value isFirstOfGroup() {
    Value number = k.rem(part, k.constant(sharing.partsInSubgroup()));
    return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, number, k.constant(0));
  }

  // Combines the groups of a row in shared memory. Each round halves them, until all invocations
  // can read the rest.
  SmallVector<Value> share(const rlx::Reduction &reduction, SmallVector<Value> partials) {
    constexpr int64_t kReadByAll = 8;
    int64_t groups = sharing.groups();
    if (groups == 1)
      return partials;
    const auto abreast = static_cast<int64_t>(partials.size());
    const int64_t each = sharing.numRows * groups;
    Value &memory = shared[partials.front().getType()];
    if (memory)
      k.barrier(); // all have read the previous values
    else
      memory = k.shared(partials.front().getType(), abreast * each);
    Value first = k.mul(own, k.constant(groups));
    auto placeOf = [&](Value group, int64_t i) {
      return k.add(k.add(first, group), k.constant(i * each));
    };
    k.when(isFirstOfGroup(), [&] {
      Value group = k.div(part, k.constant(sharing.partsInSubgroup()));
      for (int64_t i = 0; i < abreast; ++i)
        k.store(partials[static_cast<size_t>(i)], memory, placeOf(group, i));
    });
    k.barrier();
    auto combine = [&](int64_t i, Value sofar, Value group) {
      return reduction.combine(k.b, sofar, k.load(memory, placeOf(group, i)));
    };
    for (; groups > kReadByAll; groups /= 2) {
      Value half = k.constant(groups / 2);
      k.when(k.less(part, half), [&] {
        for (int64_t i = 0; i < abreast; ++i) {
          Value mine = k.load(memory, placeOf(part, i));
          k.store(combine(i, mine, k.add(part, half)), memory, placeOf(part, i));
        }
      });
      k.barrier();
    }
    for (int64_t i = 0; i < abreast; ++i) {
      Value total = k.load(memory, placeOf(k.constant(0), i));
      for (int64_t group = 1; group < groups; ++group)
        total = combine(i, total, k.constant(group));
      partials[static_cast<size_t>(i)] = total;
    }
    return partials;
  }

  // Indices of the root's result at these loops.
  SmallVector<Value> indicesAt(ArrayRef<Value> loops) {
    SmallVector<Value> indices;
    OpResult result(rows.root->getResult(0));
    for (AffineExpr expr : rows.root.getIndexingMapMatchingResult(result).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, loops));
    return indices;
  }

  rlx::RowReductions &rows;
  rlx::ReductionSchedule sharing;
  rlx::WorkgroupBuilder k;
  Value part;   // index of the invocation among those that share its row
  Value own;    // index of the row in the workgroup
  Value hasRow; // if the workgroup has several rows: whether this one exists
  DenseMap<Type, Value> shared;
};

struct ScheduleReduction : rlx::impl::ScheduleReductionPassBase<ScheduleReduction> {
  using ScheduleReductionPassBase::ScheduleReductionPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::Schedulable> found = rlx::findSchedulable(kernel, device);
    if (failed(found))
      return signalPassFailure();
    std::optional<rlx::RowReductions> rows;
    if (found->root)
      rows = rlx::RowReductions::find(found->root);
    if (!rows)
      return;
    rlx::estimateCost(kernel);
    RowKernel(kernel, *rows, rlx::ReductionSchedule::of(*rows, found->profile), found->profile)
        .write();
  }
};

} // namespace
