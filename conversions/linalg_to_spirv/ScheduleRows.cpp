// Kernels that reduce along rows, and maybe compute with the result in each element of the row
// (softmax, norms, sums): a workgroup takes a row, whose elements its invocations share. Where not
// the elements of a row but the rows are neighbours in memory (sums of columns, products of a
// vector and a matrix), and there are few of them, it takes several; and so it does with short
// rows.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/linalg_to_spirv/PackedLanes.h"
#include "conversions/linalg_to_spirv/Rows.h"
#include "conversions/linalg_to_spirv/WorkgroupKernel.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEROWSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

constexpr int64_t kRowsTogether = 32;
constexpr int64_t kElementsPerInvocation = 4;
// Invocations of a workgroup: usually, at most, and at most where there are few rows; and of a row:
// at least, and at least where a row has the workgroup to itself.
constexpr int64_t kUsual = 128, kMost = 256, kMostOfFew = 1024, kLeast = 4, kSubgroup = 32;
// Fewer rows are few; so many keep a device busy though a workgroup takes several.
constexpr int64_t kFewRows = 64, kManyRows = 1024;
// So many elements of a row an invocation reads before it uses one: memory is far away.
constexpr int64_t kAtOnce = 4;

// So many elements an invocation keeps at most from one reduction of its row to the next.
constexpr int64_t kMostKept = 16;

// The invocations of a workgroup: so many for each of its rows. Those with neighbouring numbers are
// those of a row, or, where rows are neighbours, of one after the other.
struct Sharing {
  int64_t parts, numRows;
  bool together;

  int64_t invocations() const { return parts * numRows; }
  // From one invocation of a row to the next, and from one row to the next.
  int64_t partStride() const { return together ? numRows : 1; }
  int64_t rowStride() const { return together ? 1 : parts; }
};

// Writes the kernel of a workgroup for a row, or for several.
class RowKernel {
public:
  RowKernel(func::FuncOp kernel, rlx::Rows &rows, Sharing sharing)
      : rows(rows), sharing(sharing), k(kernel) {
    k.begin(product(sizesOf(rows.across)).ceilDiv(sharing.numRows), sharing.invocations());
  }

  void write() {
    SmallVector<Position> abreast = placeRows();
    SmallVector<Value> last;
    for (auto &[op, row] : rows.reductions) {
      last = reduce(row, abreast);
      k.elements.setKnown(op->getResult(0), last.front());
    }
    if (rows.within.empty())
      k.when(isWriter(), [&] { writeResults(abreast, last); });
    else
      writeRow(abreast.front());
    k.finish("rows (" + Twine(sharing.numRows * rows.numAbreast) + " a workgroup, " +
             Twine(sharing.parts) + " invocations each)");
  }

private:
  using Position = SmallVector<Value>;

  // Loops that the invocations of a row share, their steps in memory's order. So many neighbours
  // along the last one an invocation takes at once.
  struct Course {
    SmallVector<unsigned> loops;
    SmallVector<AffineExpr> sizes;
    int64_t lanes;
  };

  // `value`: of the op's body, what is computed along it.
  Course courseOf(linalg::LinalgOp op, Value value, SmallVector<unsigned> loops,
                  SmallVector<AffineExpr> sizes) const {
    int64_t lanes = sharing.together ? 1 : rlx::commonLanes(op->getOperands());
    auto last = dyn_cast<AffineConstantExpr>(sizes.back());
    if (!last || last.getValue() % lanes != 0 || !rlx::readsRows(op, value, loops.back()))
      lanes = 1;
    sizes.back() = sizes.back().floorDiv(lanes);
    return {std::move(loops), std::move(sizes), lanes};
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
  // The invocation's row. Behind the last one it computes that again, without writing it.
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
    Value rowCount = k.size(product(sizesOf(rows.across)));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  // The root's loops at the invocation's row, or at each of those abreast.
  SmallVector<Position> placeRows() {
    Position loops(rows.sizes.size());
    Value row = placeRow();
    place(rows.across, k.positionAt(row, sizesOf(rows.across)), loops);
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

  // Whether the invocation is the one that writes the result of its row.
  Value isWriter() {
    Value first = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, part, k.constant(0));
    return hasRow ? Value(arith::AndIOp::create(k.b, k.loc, first, hasRow)) : first;
  }

  // `totals`: of the only reduction, at the rows abreast.
  void writeResults(ArrayRef<Position> abreast, ArrayRef<Value> totals) {
    for (auto [loops, total] : llvm::zip_equal(abreast, totals)) {
      k.elements.setKnown(rows.reductions.back().first->getResult(0), total);
      SmallVector<Value> at = indicesAt(loops);
      k.storeResult(k.elements.element(k.b, rows.root->getResult(0), at), at);
    }
  }

  void writeRow(ArrayRef<Value> rowLoops) {
    Course course = courseOf(rows.root, rows.root.getBlock()->getTerminator()->getOperand(0),
                             rows.within, sizesOf(rows.within));
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

  // Its results at the rows abreast.
  SmallVector<Value> reduce(const rlx::RowReduction &row, ArrayRef<Position> abreast) {
    rlx::Reduction reduction = row.reduction;
    SmallVector<Position> loops(abreast.size(), Position(row.loops.size()));
    SmallVector<unsigned> reduced;
    SmallVector<AffineExpr> sizes;
    for (auto [i, loop] : llvm::enumerate(row.loops)) {
      if (loop) {
        for (auto [own, root] : llvm::zip_equal(loops, abreast))
          own[i] = rlx::applyToIndices(k.b, k.loc, loop, root);
        continue;
      }
      reduced.push_back(static_cast<unsigned>(i));
      sizes.push_back(row.sizes[i]);
    }
    Course course = courseOf(reduction.op, reduction.element, reduced, sizes);
    SmallVector<Value> totals = share(reduction, partialsOf(reduction, course, loops));
    OpOperand *init = reduction.op.getDpsInitOperand(0);
    for (auto [total, own] : llvm::zip_equal(totals, loops)) {
      SmallVector<Value> indices;
      for (AffineExpr expr : reduction.op.getMatchingIndexingMap(init).getResults())
        indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, own));
      total = reduction.combine(k.b, k.elements.element(k.b, init->get(), indices), total);
    }
    return totals;
  }

  // What the invocation makes of its part of the rows.
  SmallVector<Value> partialsOf(rlx::Reduction &reduction, const Course &course,
                                ArrayRef<Position> rowLoops) {
    const size_t abreast = rowLoops.size();
    SmallVector<Value> partials(atOnce(course) * abreast, reduction.start(k.b));
    partials = along(course, partials, [&](ArrayRef<Position> positions, ValueRange sofar) {
      SmallVector<Value> elements, next(sofar);
      for (const Position &at : positions)
        for (Position here : rowLoops) {
          place(course.loops, at, here);
          elements.push_back(k.elements.inBody(k.b, reduction.op, reduction.element, here));
        }
      for (auto [i, element] : llvm::enumerate(elements)) {
        const size_t step = i / (abreast * static_cast<size_t>(course.lanes));
        Value &sum = next[step * abreast + i % abreast];
        sum = reduction.combine(k.b, sum, element);
      }
      return next;
    });
    for (size_t i = abreast; i < partials.size(); ++i)
      partials[i % abreast] = reduction.combine(k.b, partials[i % abreast], partials[i]);
    partials.truncate(abreast);
    return partials;
  }

  // Steps of a course, all loops together; nothing if the kernel's sizes decide.
  std::optional<int64_t> stepsOf(const Course &course) const {
    int64_t steps = 1;
    for (AffineExpr size : course.sizes)
      if (auto known = dyn_cast<AffineConstantExpr>(size))
        steps *= known.getValue();
      else
        return std::nullopt;
    return steps;
  }

  // Whether an invocation may have fewer steps than it can begin at once.
  bool isShort(const Course &course) const {
    std::optional<int64_t> steps = stepsOf(course);
    return steps && *steps < kAtOnce * sharing.parts;
  }

  // How many steps an invocation begins at once.
  size_t atOnce(const Course &course) const {
    constexpr int64_t kMostAbreast = 2 * kAtOnce; // of all rows together
    const int64_t each = std::clamp<int64_t>(kMostAbreast / rows.numAbreast, 1, kAtOnce);
    return isShort(course) ? 1 : static_cast<size_t>(each);
  }

  // Whether every invocation has the same few steps, which need no loop: what one reduction has
  // read is still there for the next.
  bool isEven(const Course &course) const {
    std::optional<int64_t> steps = stepsOf(course);
    return steps && *steps % sharing.parts == 0 &&
           *steps / sharing.parts * course.lanes <= kMostKept;
  }

  // The elements of a step.
  SmallVector<Position> elementsAt(const Course &course, ValueRange steps) {
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

  // Takes the invocation along its part of a course: the body gets the elements of some steps, and
  // values that go from each time to the next.
  SmallVector<Value> along(const Course &course, ValueRange init,
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
    // The last of the steps is inside where the first is before the bound.
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
    // How many steps that were, for this invocation.
    Value before =
        arith::SelectOp::create(k.b, k.loc, k.less(part, bound),
                                arith::SubIOp::create(k.b, k.loc, bound, part), k.constant(0));
    Value steps = k.div(k.add(before, k.constant(together * sharing.parts - 1)), step);
    return k.loop(k.add(part, k.mul(steps, step)), length, stride, values, one);
  }

  // Halves what is left of each row until one invocation holds it all, for all to read.
  SmallVector<Value> share(const rlx::Reduction &reduction, SmallVector<Value> partials) {
    const auto abreast = static_cast<int64_t>(partials.size());
    Value &memory = shared[partials.front().getType()];
    if (!memory)
      memory = k.shared(partials.front().getType(), abreast * sharing.invocations());
    auto placeOf = [&](Value invocation, int64_t i) {
      return k.add(invocation, k.constant(i * sharing.invocations()));
    };
    for (int64_t i = 0; i < abreast; ++i)
      k.store(partials[i], memory, placeOf(k.local, i));
    k.barrier();
    for (int64_t half = sharing.parts / 2; half > 0; half /= 2) {
      k.when(k.less(part, k.constant(half)), [&] {
        Value from = k.add(k.local, k.constant(half * sharing.partStride()));
        for (int64_t i = 0; i < abreast; ++i) {
          Value other = k.load(memory, placeOf(from, i)),
                mine = k.load(memory, placeOf(k.local, i));
          k.store(reduction.combine(k.b, mine, other), memory, placeOf(k.local, i));
        }
      });
      k.barrier();
    }
    Value first = k.mul(own, k.constant(sharing.rowStride()));
    for (int64_t i = 0; i < abreast; ++i)
      partials[i] = k.load(memory, placeOf(first, i));
    k.barrier(); // the memory is written again by the next reduction
    return partials;
  }

  // Where the root's result is that has these loops.
  SmallVector<Value> indicesAt(ArrayRef<Value> loops) {
    SmallVector<Value> indices;
    OpResult result(rows.root->getResult(0));
    for (AffineExpr expr : rows.root.getIndexingMapMatchingResult(result).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, loops));
    return indices;
  }

  rlx::Rows &rows;
  Sharing sharing;
  rlx::WorkgroupKernel k;
  Value part;   // the number of the invocation among those that share its row
  Value own;    // the row's number among those of the workgroup
  Value hasRow; // where there are several: whether it is one
  DenseMap<Type, Value> shared;
};

struct ScheduleRows : rlx::impl::ScheduleRowsPassBase<ScheduleRows> {
  using ScheduleRowsPassBase::ScheduleRowsPassBase;

  void runOnBody() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::Schedulable> found = rlx::findSchedulable(kernel, device);
    if (failed(found))
      return signalPassFailure();
    std::optional<rlx::Rows> rows;
    if (found->root)
      rows = rlx::Rows::find(found->root);
    if (!rows)
      return;
    rlx::estimateCost(kernel);
    RowKernel(kernel, *rows, sharingOf(*rows, found->profile)).write();
  }

  static Sharing sharingOf(const rlx::Rows &rows, const rlx::rt::DeviceProfile &profile) {
    // Rows abreast have partial results of their own in shared memory.
    const auto abreast =
        static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(rows.numAbreast)));
    const int64_t device =
        std::min<int64_t>(llvm::bit_floor(profile.invocationsInARow()), kMostOfFew / abreast);
    if (rows.together)
      return sharingOfColumns(rows, device);
    const int64_t usual = std::min(kUsual, device), most = std::min(kMost, device);
    std::optional<int64_t> length = rows.length();
    if (!length)
      return {usual, 1, false};
    const int64_t numRows = rows.numRows().value_or(kManyRows);
    if (numRows < kFewRows) // most of a device would have nothing to do
      return {partsOf(*length, std::min(kMostOfFew, device), kSubgroup), 1, false};
    if (numRows < kManyRows)
      return {partsOf(*length, kSubgroup, most), 1, false};
    const int64_t parts = partsOf(*length, kLeast, most);
    return {parts, std::max<int64_t>(usual / parts, 1), false};
  }

  static Sharing sharingOfColumns(const rlx::Rows &rows, int64_t device) {
    constexpr int64_t kFewColumns = 1 << 13;
    const bool areFew = rows.numRows().value_or(kFewColumns) < kFewColumns;
    const int64_t invocations = std::min(areFew ? kMostOfFew : kMost, device);
    return {invocations / kRowsTogether, kRowsTogether, true};
  }

  // How many invocations share a row: from the first number to the last one that many, in which all
  // keep their elements, if there are so many; or about as many as have four elements each, or 16
  // if a workgroup takes several rows.
  static int64_t partsOf(int64_t length, int64_t first, int64_t last) {
    const int64_t steps =
        length % kElementsPerInvocation == 0 ? length / kElementsPerInvocation : 0;
    auto isEven = [&](int64_t parts) {
      return steps > 0 && steps % parts == 0 && steps / parts * kElementsPerInvocation <= kMostKept;
    };
    const int64_t least = std::min(first, last), most = std::max(first, last);
    for (int64_t tried = least; tried <= most; tried *= 2)
      if (int64_t parts = first == least ? tried : most / (tried / least); isEven(parts))
        return parts;
    const int64_t each = first < kSubgroup ? kMostKept : kElementsPerInvocation;
    const auto wanted = static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(length / each)));
    return std::clamp(wanted, least, most);
  }
};

} // namespace
