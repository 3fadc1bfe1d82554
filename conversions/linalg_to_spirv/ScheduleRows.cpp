// Kernels that reduce along rows, and maybe compute with the result in each element of the row
// (softmax, norms, sums): a workgroup takes a row, whose elements its invocations share. Where not
// the elements of a row but the rows are neighbours in memory (sums of columns, products of a
// vector and a matrix), and there are few of them, it takes several.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
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
// So many elements of a row an invocation reads before it uses one: memory is far away.
constexpr int64_t kAtOnce = 4;

// Writes the kernel of a workgroup for each row.
class RowKernel {
public:
  RowKernel(func::FuncOp kernel, rlx::Rows &rows, int64_t invocations)
      : rows(rows), invocations(invocations), together(rows.together ? kRowsTogether : 1),
        k(kernel) {
    k.begin(count(rows, rows.across).ceilDiv(together), invocations);
  }

  void write() {
    SmallVector<Value> loops(rows.sizes.size());
    Value row = placeRow();
    place(rows.across, row, loops);
    for (auto &[op, row] : rows.reductions)
      k.elements.setKnown(op->getResult(0), reduce(row, loops));
    if (rows.within.empty())
      k.when(isWriter(), [&] {
        SmallVector<Value> at = indicesAt(loops);
        k.storeResult(k.elements.element(k.b, rows.root->getResult(0), at), at);
      });
    else
      along(k.size(count(rows, rows.within)), {}, [&](ArrayRef<Value> positions, ValueRange) {
        SmallVector<SmallVector<Value>> indices;
        SmallVector<Value> values;
        for (Value at : positions) {
          SmallVector<Value> here = loops;
          place(rows.within, at, here);
          indices.push_back(indicesAt(here));
          values.push_back(k.elements.element(k.b, rows.root->getResult(0), indices.back()));
        }
        for (auto [value, at] : llvm::zip(values, indices))
          k.storeResult(value, at);
        return SmallVector<Value>();
      });
    k.finish();
  }

private:
  static AffineExpr product(ArrayRef<AffineExpr> sizes, MLIRContext *context) {
    AffineExpr count = getAffineConstantExpr(1, context);
    for (AffineExpr size : sizes)
      count = count * size;
    return count;
  }
  static AffineExpr count(rlx::Rows &rows, ArrayRef<unsigned> loops) {
    auto sizes = llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
    return product(sizes, rows.root.getContext());
  }

  SmallVector<AffineExpr> sizesOf(ArrayRef<unsigned> loops) {
    return llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
  }
  // How many invocations share a row.
  int64_t parts() const { return invocations / together; }

  // The invocation's row. Behind the last one it computes that again, without writing it.
  Value placeRow() {
    part = k.local;
    hasRow = {};
    if (together == 1)
      return k.workgroup;
    part = k.div(k.local, k.constant(together));
    own = k.rem(k.local, k.constant(together));
    Value row = k.add(k.mul(k.workgroup, k.constant(together)), own);
    Value rowCount = k.size(count(rows, rows.across));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  void place(ArrayRef<unsigned> loops, Value number, MutableArrayRef<Value> steps) {
    for (auto [loop, at] : llvm::zip(loops, k.positionAt(number, sizesOf(loops))))
      steps[loop] = at;
  }

  // Whether the invocation is the one that writes the result of its row.
  Value isWriter() {
    Value first = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, part, k.constant(0));
    return hasRow ? Value(arith::AndIOp::create(k.b, k.loc, first, hasRow)) : first;
  }

  Value reduce(const rlx::RowReduction &row, ArrayRef<Value> rootLoops) {
    rlx::Reduction reduction = row.reduction;
    SmallVector<Value> loops(row.loops.size());
    SmallVector<unsigned> reduced;
    SmallVector<AffineExpr> sizes;
    for (auto [i, loop] : llvm::enumerate(row.loops)) {
      if (loop) {
        loops[i] = rlx::applyToIndices(k.b, k.loc, loop, rootLoops);
        continue;
      }
      reduced.push_back(static_cast<unsigned>(i));
      sizes.push_back(row.sizes[i]);
    }
    Value length = k.size(product(sizes, rows.root.getContext()));
    SmallVector<Value> partials(isShort(length) ? 1 : kAtOnce, reduction.start(k.b));
    partials = along(length, partials, [&](ArrayRef<Value> positions, ValueRange sofar) {
      SmallVector<Value> elements, next(sofar);
      for (Value at : positions) {
        SmallVector<Value> here = loops;
        for (auto [loop, step] : llvm::zip(reduced, k.positionAt(at, sizes)))
          here[loop] = step;
        elements.push_back(k.elements.inBody(k.b, reduction.op, reduction.element, here));
      }
      for (auto [sum, element] : llvm::zip(next, elements))
        sum = reduction.combine(k.b, sum, element);
      return next;
    });
    Value partial = partials.front();
    for (Value other : llvm::drop_begin(partials))
      partial = reduction.combine(k.b, partial, other);
    Value total = share(reduction, partial);
    SmallVector<Value> indices;
    OpOperand *init = reduction.op.getDpsInitOperand(0);
    for (AffineExpr expr : reduction.op.getMatchingIndexingMap(init).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, loops));
    return reduction.combine(k.b, k.elements.element(k.b, init->get(), indices), total);
  }

  // Whether an invocation may have fewer elements than it can read at once.
  bool isShort(Value length) {
    std::optional<int64_t> known = getConstantIntValue(length);
    return known && *known < kAtOnce * parts();
  }

  // Takes the invocation along its part of a row of this length: the body gets kAtOnce positions,
  // or one behind the last that many, and values that go from step to step.
  SmallVector<Value> along(Value length, ValueRange init,
                           function_ref<SmallVector<Value>(ArrayRef<Value>, ValueRange)> body) {
    Value stride = k.constant(parts());
    auto one = [&](Value at, ValueRange values) { return body(at, values); };
    if (isShort(length))
      return k.loop(part, length, stride, init, one);
    // The last of the positions is inside where the first is before the bound.
    Value rest = k.constant((kAtOnce - 1) * parts()), step = k.constant(kAtOnce * parts());
    Value bound =
        arith::SelectOp::create(k.b, k.loc, k.less(rest, length),
                                arith::SubIOp::create(k.b, k.loc, length, rest), k.constant(0));
    SmallVector<Value> values = k.loop(part, bound, step, init, [&](Value at, ValueRange sofar) {
      SmallVector<Value> positions = {at};
      while (positions.size() < kAtOnce)
        positions.push_back(k.add(positions.back(), stride));
      return body(positions, sofar);
    });
    // How many steps that were, for this invocation.
    Value before =
        arith::SelectOp::create(k.b, k.loc, k.less(part, bound),
                                arith::SubIOp::create(k.b, k.loc, bound, part), k.constant(0));
    Value steps = k.div(k.add(before, k.constant(kAtOnce * parts() - 1)), step);
    return k.loop(k.add(part, k.mul(steps, step)), length, stride, values, one);
  }

  // Halves what is left of each row until one invocation holds it all, for all to read.
  Value share(const rlx::Reduction &reduction, Value partial) {
    Value &memory = shared[partial.getType()];
    if (!memory)
      memory = k.shared(partial.getType(), invocations);
    k.store(partial, memory, k.local);
    k.barrier();
    for (int64_t half = invocations / 2; half >= together; half /= 2) {
      k.when(k.less(k.local, k.constant(half)), [&] {
        Value other = k.load(memory, k.add(k.local, k.constant(half)));
        k.store(reduction.combine(k.b, k.load(memory, k.local), other), memory, k.local);
      });
      k.barrier();
    }
    Value total = k.load(memory, together == 1 ? k.constant(0) : own);
    k.barrier(); // the memory is written again by the next reduction
    return total;
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
  int64_t invocations, together;
  rlx::WorkgroupKernel k;
  Value part;        // the number of the invocation among those that share its row
  Value own, hasRow; // where there are several: the row's number among them, whether it is one
  DenseMap<Type, Value> shared;
};

struct ScheduleRows : rlx::impl::ScheduleRowsPassBase<ScheduleRows> {
  using ScheduleRowsPassBase::ScheduleRowsPassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(kernel, device);
    if (failed(profile))
      return signalPassFailure();
    linalg::LinalgOp root = rlx::findSchedulableRoot(kernel);
    if (!root)
      return;
    std::optional<rlx::Rows> rows = rlx::Rows::find(root);
    if (!rows)
      return;
    rlx::estimateCost(kernel);
    RowKernel(kernel, *rows, invocations(*rows, *profile)).write();
  }

  // About four elements for each, at least a subgroup of most devices; more where there are so few
  // rows that most of a device would have nothing to do.
  static int64_t invocations(const rlx::Rows &rows, const rlx::rt::DeviceProfile &profile) {
    constexpr uint64_t kLeast = 32, kUsual = 128, kMost = 256, kMostOfFew = 1024;
    const int64_t few = rows.together ? 1 << 13 : 64;
    uint64_t most = rows.numRows().value_or(few) < few ? kMostOfFew : kMost;
    uint64_t wanted = kUsual;
    if (rows.together)
      wanted = most;
    else if (std::optional<int64_t> length = rows.length())
      wanted = std::clamp(llvm::bit_ceil(static_cast<uint64_t>(*length / kElementsPerInvocation)),
                          kLeast, most);
    return static_cast<int64_t>(
        std::min<uint64_t>(wanted, llvm::bit_floor(profile.invocationsInARow())));
  }
};

} // namespace
