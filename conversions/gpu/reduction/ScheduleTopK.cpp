// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of the first k elements of rows in an order, or all of them (sort). One workgroup
// sorts one row in shared memory, by a bitonic network (Batcher 1968).
//
// A longer row is streamed: the best k stay in front, and are sorted again with the next elements.
// Equal elements are ordered by index, so results are deterministic.
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/reduction/TopKPlan.h"
#include "conversions/kernel/KernelDims.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace {

// Nanoseconds per comparison, as lir.cost counts them.
constexpr int64_t kCompareCost = 1;

// An element and its index in the row.
struct Candidate {
  Value value, index; // index: in the row, i32
};

// Writes the kernel of a workgroup for one row.
class TopKKernel {
public:
  TopKKernel(func::FuncOp kernel, rlx::TopKOpInterface op, const rlx::TopKPlan &plan)
      : op(op), plan(plan), returned(kernel.getBody().front().getTerminator()->getOperands()),
        k(kernel) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    sizes = dims.sizes(cast<BlockArgument>(op.getInput()));
    AffineExpr rows = getAffineConstantExpr(1, op.getContext());
    for (auto [i, size] : llvm::enumerate(sizes))
      if (i != axis())
        rows = rows * size;
    AffineExpr cost = rows * sizes[axis()] * (kCompareCost * numSteps());
    kernel->setAttr(rlx::lir::kCostAttr, AffineMapAttr::get(AffineMap::get(0, dims.size(), cost)));
    k.begin(rows, plan.invocations);
  }

  void write() {
    SmallVector<AffineExpr> across(sizes);
    across.erase(across.begin() + plan.axis);
    row = k.delinearize(k.workgroup, across);
    row.insert(row.begin() + plan.axis, Value());
    length = k.size(sizes[axis()]);
    values = k.shared(plan.held, plan.tile);
    indices = k.shared(k.b.getI32Type(), plan.tile);
    const int64_t kept = static_cast<int64_t>(op.getK());
    fill(0, k.constant(0));
    sort();
    if (plan.streams())
      k.loop(k.constant(plan.tile), length, k.constant(plan.tile - kept), {},
             [&](Value start, ValueRange) -> SmallVector<Value> {
               fill(kept, start);
               sort();
               return {};
             });
    storeChosen();
    k.finish("one row per workgroup, " + Twine(plan.invocations) + " invocations, tiles of " +
             Twine(plan.tile) + " elements");
  }

private:
  size_t axis() const { return static_cast<size_t>(plan.axis); }
  // Compare-exchange steps of the network. Each step takes every element once.
  int64_t numSteps() const {
    const int64_t levels = llvm::Log2_64(static_cast<uint64_t>(plan.tile));
    return levels * (levels + 1) / 2;
  }

  SmallVector<Value> at(Value index) {
    SmallVector<Value> full(row);
    full[axis()] = index;
    return full;
  }

  // Distributes the indices from `from` to `to` to the invocations.
  void distribute(Value from, Value to, function_ref<void(Value)> body) {
    k.loop(k.add(k.local, from), to, k.constant(plan.invocations), {},
           [&](Value i, ValueRange) -> SmallVector<Value> {
             body(i);
             return {};
           });
  }

  // Loads elements of the row, from `start` on, to shared memory, from `first` on. Elements that
  // sort last follow the end of the row.
  void fill(int64_t first, Value start) {
    Value last = arith::ConstantOp::create(k.b, k.loc, op.getLastElement(plan.held));
    distribute(k.constant(first), k.constant(plan.tile), [&](Value i) {
      Value index = k.add(start, sub(i, k.constant(first)));
      Value inside = k.less(index, length);
      Value nearest = arith::MinUIOp::create(k.b, k.loc, index, sub(length, k.constant(1)));
      Value value = held(k.elements.element(k.b, op.getInput(), at(nearest)));
      k.store(select(inside, value, last), values, i);
      k.store(arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), index), indices, i);
    });
    k.barrier();
  }

  // Ascending and descending sequences of 2, 4, .. elements are merged to sequences twice as long.
  void sort() {
    const int64_t levels = llvm::Log2_64(static_cast<uint64_t>(plan.tile));
    Value one = k.constant(1);
    k.loop(one, k.constant(levels + 1), one, {},
           [&](Value level, ValueRange) -> SmallVector<Value> {
             k.loop(k.constant(0), level, one, {}, [&](Value step, ValueRange) {
               compareAll(level, sub(sub(level, one), step));
               k.barrier();
               return SmallVector<Value>();
             });
             return {};
           });
  }

  // Compares elements 2^`distance` apart, in sequences of 2^`level`.
  void compareAll(Value level, Value distance) {
    Value one = k.constant(1), apart = shiftLeft(one, distance);
    Value mask = sub(apart, one);
    distribute(k.constant(0), k.constant(plan.tile / 2), [&](Value pair) {
      Value inside = arith::AndIOp::create(k.b, k.loc, pair, mask);
      Value lower = k.add(shiftLeft(sub(pair, inside), one), inside);
      Value upper = k.add(lower, apart);
      Candidate first = read(lower), second = read(upper);
      Value sequence = arith::ShRUIOp::create(k.b, k.loc, lower, level);
      Value falls =
          arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ne,
                                arith::AndIOp::create(k.b, k.loc, sequence, one), k.constant(0));
      Value wrong =
          arith::XOrIOp::create(k.b, k.loc, comesBefore(second, first), falls).getResult();
      k.when(wrong, [&] {
        write(second, lower);
        write(first, upper);
      });
    });
  }

  Candidate read(Value i) { return {k.load(values, i), k.load(indices, i)}; }
  void write(const Candidate &candidate, Value i) {
    k.store(candidate.value, values, i);
    k.store(candidate.index, indices, i);
  }

  // A total order: no two candidates are equal, as ties go by index.
  Value comesBefore(const Candidate &x, const Candidate &y) {
    Value nearer = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::ult, x.index, y.index);
    Value later = op.comesBefore(k.b, k.loc, y.value, x.value);
    Value isFalse = arith::ConstantIntOp::create(k.b, k.loc, 0, 1);
    return arith::OrIOp::create(k.b, k.loc, op.comesBefore(k.b, k.loc, x.value, y.value),
                                select(later, isFalse, nearer));
  }

  void storeChosen() {
    distribute(k.constant(0), k.constant(static_cast<int64_t>(op.getK())), [&](Value i) {
      Value index = k.load(indices, i);
      for (auto [number, result] : llvm::enumerate(returned)) {
        const bool isIndex = cast<OpResult>(result).getResultNumber() == 1;
        k.storeResult(isIndex ? arith::ExtUIOp::create(k.b, k.loc, k.b.getI64Type(), index)
                              : elementAt(index),
                      at(i), number);
      }
    });
  }

  // The element of the input, as shared memory may hold it in another type.
  Value elementAt(Value stored) {
    Value index = arith::IndexCastUIOp::create(k.b, k.loc, k.b.getIndexType(), stored);
    return k.elements.element(k.b, op.getInput(), at(index));
  }

  Value held(Value element) {
    if (isa<FloatType>(plan.held))
      return rlx::convertFloat(k.b, k.loc, element, plan.held);
    if (element.getType() == plan.held)
      return element;
    if (element.getType().isInteger(1))
      return arith::ExtUIOp::create(k.b, k.loc, plan.held, element);
    return arith::ExtSIOp::create(k.b, k.loc, plan.held, element);
  }

  Value sub(Value lhs, Value rhs) { return k.b.createOrFold<arith::SubIOp>(k.loc, lhs, rhs); }
  Value shiftLeft(Value value, Value by) { return arith::ShLIOp::create(k.b, k.loc, value, by); }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(k.b, k.loc, condition, yes, no);
  }

  rlx::TopKOpInterface op;
  rlx::TopKPlan plan;
  SmallVector<Value> returned; // by the kernel
  rlx::WorkgroupBuilder k;
  SmallVector<AffineExpr> sizes; // of the input
  SmallVector<Value> row;        // indices of the workgroup's row; null along it
  Value length;
  Value values, indices; // in shared memory
};

struct PlannedTopK : rlx::GpuKernelPlan {
  PlannedTopK(func::FuncOp kernel, rlx::TopKOpInterface op, const rlx::TopKPlan &plan)
      : op(op), plan(plan) {
    rlx::KernelDims dims(kernel, kernel.getNumArguments());
    AffineExpr length =
        dims.sizes(cast<BlockArgument>(op.getInput()))[static_cast<size_t>(plan.axis)];
    iterations = rlx::topKIterations(plan, static_cast<int64_t>(op.getK()), length);
  }

  LogicalResult emit(func::FuncOp kernel) override {
    TopKKernel(kernel, op, plan).write();
    return success();
  }

  rlx::TopKOpInterface op;
  rlx::TopKPlan plan;
};

std::unique_ptr<rlx::GpuKernelPlan> planTopKKernel(func::FuncOp kernel,
                                                   const rlx::rt::DeviceProfile &profile,
                                                   rlx::LoweringReason &why) {
  auto ops = kernel.getBody().front().getOps<rlx::TopKOpInterface>();
  if (ops.empty())
    return nullptr;
  rlx::TopKOpInterface op = *ops.begin();
  FailureOr<rlx::TopKPlan> plan = rlx::planTopK(op, profile, why);
  return succeeded(plan) ? std::make_unique<PlannedTopK>(kernel, op, *plan) : nullptr;
}

bool takesTopK(Operation *op) {
  return isa<rlx::TopKOpInterface>(op);
}

} // namespace

namespace rlx {
extern const Schedule kTopK;
const Schedule kTopK = {"top-k", planTopKKernel, takesTopK};
} // namespace rlx
