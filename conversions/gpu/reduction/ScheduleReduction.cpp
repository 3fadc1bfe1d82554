// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of reductions along rows, and elements of the rows that are computed from
// them (softmax, norms, sums, GEMV).
//
// One workgroup reduces one row, or several if they are short or contiguous (ReductionSchedule.h).
//
// before: %s = linalg.generic { %acc + %x } ins(%x : tensor<RxN>)     // on tensors
// after:  scf.for %i = %part to %N step %parts: partial sums           // on buffers
//         gpu.shuffle xor 1, 2, 4, ..: sums of a subgroup
//         shared memory, gpu barrier:  sums of a row
//         memref.store by the first invocation of the row
#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/reduction/RowLoops.h"
#include "conversions/kernel/KernelCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace {

// Writes the kernel of a workgroup for one row, or for several.
class RowKernel {
public:
  RowKernel(func::FuncOp kernel, rlx::RowReductions &rows, const rlx::ReductionSchedule &schedule,
            const rlx::rt::DeviceProfile &profile)
      : rows(rows), schedule(schedule), nests(rows, schedule), k(kernel) {
    k.begin(nests.product(nests.sizesAcross()).ceilDiv(schedule.numRows), schedule.invocations());
    if (schedule.partsInSubgroup() > 1)
      // Block-quantized GEMV is no faster with linear subgroups, and sometimes slower.
      k.numberBySubgroups(profile, !rlx::readsByIndex(rows));
  }

  void write() {
    SmallVector<Indices> ownRows = assignRows();
    if (schedule.contiguousRows && rows.reductions.size() == 1)
      writeColumns(ownRows);
    else
      writeRows(ownRows);
    k.finish(Twine(schedule.rowsOfWorkgroup() * rows.reuseRows) + " rows per workgroup, " +
             Twine(schedule.parts) + " invocations each");
  }

private:
  using Indices = SmallVector<Value>;

  void writeRows(ArrayRef<Indices> ownRows) {
    SmallVector<Value> last;
    for (auto &[op, row] : rows.reductions) {
      last = reduce(row, ownRows);
      k.elements.setKnown(op->getResult(0), last.front());
    }
    if (rows.within.empty())
      k.when(isWriter(), [&] { writeResults(ownRows, last); });
    else
      writeRow(ownRows.front());
  }

  // The invocation's row, or group of rows. Invocations beyond the last row compute it again, and
  // do not store it.
  Value assignRow() {
    part = k.local;
    own = k.constant(0);
    hasRow = {};
    if (schedule.numRows == 1)
      return k.workgroup;
    own = k.div(k.local, k.constant(schedule.parts));
    part = k.rem(k.local, k.constant(schedule.parts));
    if (schedule.contiguousRows) {
      part = k.div(k.local, k.constant(schedule.numRows));
      own = k.rem(k.local, k.constant(schedule.numRows));
    }
    Value row = k.add(k.mul(k.workgroup, k.constant(schedule.numRows)), own);
    Value rowCount = k.size(nests.product(nests.sizesAcross()));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  // The root's loops at the invocation's rows: for each row that shares reads, the contiguous rows.
  SmallVector<Indices> assignRows() {
    Indices loops(rows.sizes.size());
    setIndices(rows.across, k.delinearize(assignRow(), nests.sizesAcross()), loops);
    SmallVector<Indices> all;
    for (Indices &each : reuseRowsOf(loops)) {
      Value first = rows.across.empty() ? Value() : each[rows.across.back()];
      for (int64_t lane = 0; lane < schedule.lanes; ++lane) {
        if (schedule.lanes > 1)
          each[rows.across.back()] =
              k.add(k.mul(first, k.constant(schedule.lanes)), k.constant(lane));
        all.push_back(each);
      }
    }
    return all;
  }

  SmallVector<Indices> reuseRowsOf(const Indices &loops) {
    SmallVector<Indices> all(static_cast<size_t>(rows.reuseRows), loops);
    if (rows.reuseLoop)
      for (auto [i, each] : llvm::enumerate(all))
        each[*rows.reuseLoop] = k.constant(static_cast<int64_t>(i));
    return all;
  }

  static void setIndices(ArrayRef<unsigned> loops, ArrayRef<Value> values,
                         MutableArrayRef<Value> indices) {
    for (auto [loop, at] : llvm::zip_equal(loops, values))
      indices[loop] = at;
  }

  // Whether the invocation stores the result of its row.
  Value isWriter() {
    Value first = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, part, k.constant(0));
    return hasRow ? Value(arith::AndIOp::create(k.b, k.loc, first, hasRow)) : first;
  }

  // `totals`: results of the only reduction, for these rows.
  void writeResults(ArrayRef<Indices> ownRows, ArrayRef<Value> totals) {
    SmallVector<Indices> indices;
    SmallVector<Value> values;
    for (auto [loops, total] : llvm::zip_equal(ownRows, totals)) {
      k.elements.setKnown(rows.reductions.back().first->getResult(0), total);
      indices.push_back(indicesAt(loops));
      values.push_back(k.elements.element(k.b, rows.root->getResult(0), indices.back()));
    }
    for (auto [value, at] : llvm::zip_equal(values, indices))
      k.storeResult(value, at);
  }

  void writeRow(ArrayRef<Value> rowLoops) {
    const rlx::LoopNest nest = nests.nestWithin();
    emitNest(nest, {}, [&](ArrayRef<Indices> iterations, ValueRange) {
      SmallVector<Indices> indices;
      SmallVector<Value> values;
      for (const Indices &at : iterations) {
        SmallVector<Value> here(rowLoops);
        setIndices(nest.loops, at, here);
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
  void writeColumns(ArrayRef<Indices> taken) {
    rlx::RowReduction &row = rows.reductions.front().second;
    const int64_t columns = schedule.rowsOfWorkgroup(), groups = schedule.groups();
    SmallVector<Value> partials = partialsOf(row, loopsAt(row, taken));
    Value memory = k.shared(partials.front().getType(), rows.reuseRows * groups * columns);
    auto offsetOf = [&](Value group, Value column, int64_t reuse) {
      Value line = k.add(group, k.constant(reuse * groups));
      return k.add(k.mul(line, k.constant(columns)), column);
    };
    k.when(isFirstOfGroup(), [&] {
      Value group = k.div(part, k.constant(schedule.partsInSubgroup()));
      for (auto [i, partial] : llvm::enumerate(partials)) {
        const auto number = static_cast<int64_t>(i);
        Value column =
            k.add(k.mul(own, k.constant(schedule.lanes)), k.constant(number % schedule.lanes));
        k.store(partial, memory, offsetOf(group, column, number / schedule.lanes));
      }
    });
    k.barrier();
    Value at = k.add(k.mul(k.workgroup, k.constant(columns)), k.local);
    Value isColumn =
        arith::AndIOp::create(k.b, k.loc, k.less(k.local, k.constant(columns)),
                              k.less(at, k.size(nests.product(nests.sizesOf(rows.across)))));
    k.when(isColumn, [&] {
      Indices loops(rows.sizes.size());
      setIndices(rows.across, k.delinearize(at, nests.sizesOf(rows.across)), loops);
      SmallVector<Value> zeros(static_cast<size_t>(rows.reuseRows), row.reduction.start(k.b));
      SmallVector<Value> totals =
          k.loop(k.constant(0), k.constant(groups), k.constant(1), zeros,
                 [&](Value group, ValueRange sofar) {
                   SmallVector<Value> next;
                   for (auto [i, sum] : llvm::enumerate(sofar)) {
                     Value own = k.load(memory, offsetOf(group, k.local, static_cast<int64_t>(i)));
                     next.push_back(row.reduction.combine(k.b, sum, own));
                   }
                   return next;
                 });
      SmallVector<Indices> resultRows = reuseRowsOf(loops);
      writeResults(resultRows, withInit(row, loopsAt(row, resultRows), totals));
    });
  }

  // Results of the reduction for these rows. All invocations of a row have them.
  SmallVector<Value> reduce(const rlx::RowReduction &row, ArrayRef<Indices> taken) {
    SmallVector<Indices> loops = loopsAt(row, taken);
    return withInit(row, loops, combineGroups(row.reduction, partialsOf(row, loops)));
  }

  // The loops of the reduction at rows of the root; null for those that it reduces.
  SmallVector<Indices> loopsAt(const rlx::RowReduction &row, ArrayRef<Indices> taken) {
    SmallVector<Indices> loops(taken.size(), Indices(row.loops.size()));
    for (auto [own, root] : llvm::zip_equal(loops, taken))
      for (auto [loop, of] : llvm::zip_equal(own, row.loops))
        if (of)
          loop = rlx::applyToIndices(k.b, k.loc, of, root);
    return loops;
  }

  SmallVector<Value> withInit(const rlx::RowReduction &row, ArrayRef<Indices> loops,
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

  // Partial results of the subgroup, for each row. All of its invocations have them.
  SmallVector<Value> partialsOf(const rlx::RowReduction &row, ArrayRef<Indices> rowLoops) {
    const rlx::Reduction &reduction = row.reduction;
    const rlx::LoopNest nest = nests.nestOf(row);
    const size_t taken = rowLoops.size();
    // Separate accumulators for elements that are loaded at once, unless there are several rows
    // anyway.
    const size_t chains = schedule.lanes > 1 ? 1 : nests.unrollOf(nest);
    SmallVector<Value> partials(chains * taken, reduction.start(k.b));
    partials = emitNest(nest, partials, [&](ArrayRef<Indices> iterations, ValueRange sofar) {
      SmallVector<Value> elements, next(sofar);
      for (const Indices &at : iterations)
        for (Indices here : rowLoops) { // changed below; NOLINT(performance-for-range-copy)
          setIndices(nest.loops, at, here);
          elements.push_back(k.elements.inBody(k.b, reduction.op, reduction.element, here));
        }
      for (auto [i, element] : llvm::enumerate(elements)) {
        const size_t step = i / (taken * static_cast<size_t>(nest.lanes));
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
    Value width = k.b.createOrFold<arith::ConstantIntOp>(k.loc, schedule.subgroup, 32);
    for (int64_t step = 1; step < schedule.partsInSubgroup(); step *= 2) {
      Value distance =
          k.b.createOrFold<arith::ConstantIntOp>(k.loc, step * schedule.partStride(), 32);
      for (Value &partial : partials) {
        auto other =
            gpu::ShuffleOp::create(k.b, k.loc, partial, distance, width, gpu::ShuffleMode::XOR);
        partial = reduction.combine(k.b, partial, other.getShuffleResult());
      }
    }
    return partials;
  }

  // The elements of these iterations.
  SmallVector<Indices> elementsAt(const rlx::LoopNest &nest, ValueRange steps) {
    SmallVector<Indices> elements;
    for (Value step : steps) {
      Indices at = k.delinearize(step, nest.sizes);
      Value first = k.mul(at.back(), k.constant(nest.lanes));
      for (int64_t lane = 0; lane < nest.lanes; ++lane) {
        at.back() = k.add(first, k.constant(lane));
        elements.push_back(at);
      }
    }
    return elements;
  }

  // Emits the invocation's share of a nest. The body gets the elements of some iterations, and
  // loop-carried values.
  SmallVector<Value>
  emitNest(const rlx::LoopNest &nest, ValueRange init,
           function_ref<SmallVector<Value>(ArrayRef<Indices>, ValueRange)> body) {
    Value length = k.size(nests.product(nest.sizes)), stride = k.constant(schedule.parts);
    auto some = [&](ValueRange steps, ValueRange values) {
      return body(elementsAt(nest, steps), values);
    };
    auto one = [&](Value at, ValueRange values) { return some(at, values); };
    if (nests.isEven(nest)) {
      SmallVector<Value> steps, values(init);
      for (int64_t i = 0; i < *nests.iterationsOf(nest) / schedule.parts; ++i)
        steps.push_back(k.add(part, k.constant(i * schedule.parts)));
      ArrayRef<Value> rest = steps;
      while (!rest.empty()) {
        const size_t now = std::min(nests.unrollOf(nest), rest.size());
        values = some(rest.take_front(now), values);
        rest = rest.drop_front(now);
      }
      return values;
    }
    if (nests.unrollOf(nest) == 1)
      return k.loop(part, length, stride, init, one);
    // If the first iteration of a batch is before the bound, the last one is inside.
    const auto unroll = static_cast<int64_t>(nests.unrollOf(nest));
    Value rest = k.constant((unroll - 1) * schedule.parts),
          step = k.constant(unroll * schedule.parts);
    Value bound =
        arith::SelectOp::create(k.b, k.loc, k.less(rest, length),
                                arith::SubIOp::create(k.b, k.loc, length, rest), k.constant(0));
    SmallVector<Value> values = k.loop(part, bound, step, init, [&](Value at, ValueRange sofar) {
      SmallVector<Value> steps = {at};
      while (steps.size() < nests.unrollOf(nest))
        steps.push_back(k.add(steps.back(), stride));
      return some(steps, sofar);
    });
    // Batches of the first loop, for this invocation.
    Value before =
        arith::SelectOp::create(k.b, k.loc, k.less(part, bound),
                                arith::SubIOp::create(k.b, k.loc, bound, part), k.constant(0));
    Value steps = k.div(k.add(before, k.constant(unroll * schedule.parts - 1)), step);
    return k.loop(k.add(part, k.mul(steps, step)), length, stride, values, one);
  }

  // Whether the invocation stands for those of its row in its subgroup, which have the same values.
  Value isFirstOfGroup() {
    Value number = k.rem(part, k.constant(schedule.partsInSubgroup()));
    return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, number, k.constant(0));
  }

  // Combines the groups of a row in shared memory. Each round halves them, until all invocations
  // can read the rest.
  SmallVector<Value> combineGroups(const rlx::Reduction &reduction, SmallVector<Value> partials) {
    constexpr int64_t kReadByAll = 8;
    int64_t groups = schedule.groups();
    if (groups == 1)
      return partials;
    const auto numPartials = static_cast<int64_t>(partials.size());
    const int64_t each = schedule.numRows * groups;
    Value &memory = shared[partials.front().getType()];
    if (memory)
      k.barrier(); // all have read the previous values
    else
      memory = k.shared(partials.front().getType(), numPartials * each);
    Value first = k.mul(own, k.constant(groups));
    auto offsetOf = [&](Value group, int64_t i) {
      return k.add(k.add(first, group), k.constant(i * each));
    };
    k.when(isFirstOfGroup(), [&] {
      Value group = k.div(part, k.constant(schedule.partsInSubgroup()));
      for (int64_t i = 0; i < numPartials; ++i)
        k.store(partials[static_cast<size_t>(i)], memory, offsetOf(group, i));
    });
    k.barrier();
    auto combine = [&](int64_t i, Value sofar, Value group) {
      return reduction.combine(k.b, sofar, k.load(memory, offsetOf(group, i)));
    };
    for (; groups > kReadByAll; groups /= 2) {
      Value half = k.constant(groups / 2);
      k.when(k.less(part, half), [&] {
        for (int64_t i = 0; i < numPartials; ++i) {
          Value mine = k.load(memory, offsetOf(part, i));
          k.store(combine(i, mine, k.add(part, half)), memory, offsetOf(part, i));
        }
      });
      k.barrier();
    }
    for (int64_t i = 0; i < numPartials; ++i) {
      Value total = k.load(memory, offsetOf(k.constant(0), i));
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
  rlx::ReductionSchedule schedule;
  rlx::RowLoops nests;
  rlx::WorkgroupBuilder k;
  Value part;   // index of the invocation among those that share its row
  Value own;    // index of the row in the workgroup
  Value hasRow; // if the workgroup has several rows: whether this one exists
  DenseMap<Type, Value> shared;
};

struct PlannedReduction : rlx::GpuKernelPlan {
  PlannedReduction(rlx::RowReductions rows, const rlx::rt::DeviceProfile &profile)
      : rows(std::move(rows)), profile(profile),
        schedule(rlx::ReductionSchedule::of(this->rows, profile)) {
    iterations = rlx::RowLoops(this->rows, schedule).iterations();
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    RowKernel(kernel, rows, schedule, profile).write();
    return success();
  }

  rlx::RowReductions rows;
  rlx::rt::DeviceProfile profile;
  rlx::ReductionSchedule schedule;
};

std::unique_ptr<rlx::GpuKernelPlan>
planReduction(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &) {
  linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
  std::optional<rlx::RowReductions> rows;
  if (root)
    rows = rlx::RowReductions::find(root);
  return rows ? std::make_unique<PlannedReduction>(std::move(*rows), profile) : nullptr;
}

} // namespace

namespace rlx {
extern const Schedule kRowReduction;
const Schedule kRowReduction = {"row-reduction", planReduction};
} // namespace rlx
