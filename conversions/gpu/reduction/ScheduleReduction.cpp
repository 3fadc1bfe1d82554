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
  RowKernel(func::FuncOp kernel, rlx::RowReductions &rows, const rlx::ReductionSchedule &sharing,
            const rlx::rt::DeviceProfile &profile)
      : rows(rows), sharing(sharing), nests(rows, sharing), k(kernel) {
    k.begin(nests.product(nests.sizesAcross()).ceilDiv(sharing.numRows), sharing.invocations());
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
    Value rowCount = k.size(nests.product(nests.sizesAcross()));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  // The root's loops at the invocation's rows: for each row that shares reads, the contiguous rows.
  SmallVector<Position> placeRows() {
    Position loops(rows.sizes.size());
    place(rows.across, k.positionAt(placeRow(), nests.sizesAcross()), loops);
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
    const rlx::LoopNest nest = nests.nestWithin();
    along(nest, {}, [&](ArrayRef<Position> positions, ValueRange) {
      SmallVector<Position> indices;
      SmallVector<Value> values;
      for (const Position &at : positions) {
        SmallVector<Value> here(rowLoops);
        place(nest.loops, at, here);
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
    Value isColumn =
        arith::AndIOp::create(k.b, k.loc, k.less(k.local, k.constant(columns)),
                              k.less(at, k.size(nests.product(nests.sizesOf(rows.across)))));
    k.when(isColumn, [&] {
      Position loops(rows.sizes.size());
      place(rows.across, k.positionAt(at, nests.sizesOf(rows.across)), loops);
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

  // Partial results of the subgroup, for each row. All of its invocations have them.
  SmallVector<Value> partialsOf(const rlx::RowReduction &row, ArrayRef<Position> rowLoops) {
    const rlx::Reduction &reduction = row.reduction;
    const rlx::LoopNest nest = nests.nestOf(row);
    const size_t taken = rowLoops.size();
    // Separate accumulators for elements that are loaded at once, unless there are several rows
    // anyway.
    const size_t chains = sharing.lanes > 1 ? 1 : nests.unrollOf(nest);
    SmallVector<Value> partials(chains * taken, reduction.start(k.b));
    partials = along(nest, partials, [&](ArrayRef<Position> positions, ValueRange sofar) {
      SmallVector<Value> elements, next(sofar);
      for (const Position &at : positions)
        for (Position here : rowLoops) { // changed below; NOLINT(performance-for-range-copy)
          place(nest.loops, at, here);
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

  // The elements of these iterations.
  SmallVector<Position> elementsAt(const rlx::LoopNest &nest, ValueRange steps) {
    SmallVector<Position> positions;
    for (Value step : steps) {
      Position at = k.positionAt(step, nest.sizes);
      Value first = k.mul(at.back(), k.constant(nest.lanes));
      for (int64_t lane = 0; lane < nest.lanes; ++lane) {
        at.back() = k.add(first, k.constant(lane));
        positions.push_back(at);
      }
    }
    return positions;
  }

  // Emits the invocation's share of a nest. The body gets the elements of some iterations, and
  // loop-carried values.
  SmallVector<Value> along(const rlx::LoopNest &nest, ValueRange init,
                           function_ref<SmallVector<Value>(ArrayRef<Position>, ValueRange)> body) {
    Value length = k.size(nests.product(nest.sizes)), stride = k.constant(sharing.parts);
    auto some = [&](ValueRange steps, ValueRange values) {
      return body(elementsAt(nest, steps), values);
    };
    auto one = [&](Value at, ValueRange values) { return some(at, values); };
    if (nests.isEven(nest)) {
      SmallVector<Value> steps, values(init);
      for (int64_t i = 0; i < *nests.iterationsOf(nest) / sharing.parts; ++i)
        steps.push_back(k.add(part, k.constant(i * sharing.parts)));
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
    const auto together = static_cast<int64_t>(nests.unrollOf(nest));
    Value rest = k.constant((together - 1) * sharing.parts),
          step = k.constant(together * sharing.parts);
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
        sharing(rlx::ReductionSchedule::of(this->rows, profile)) {
    iterations = rlx::RowLoops(this->rows, sharing).iterations();
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    RowKernel(kernel, rows, sharing, profile).write();
    return success();
  }

  rlx::RowReductions rows;
  rlx::rt::DeviceProfile profile;
  rlx::ReductionSchedule sharing;
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
