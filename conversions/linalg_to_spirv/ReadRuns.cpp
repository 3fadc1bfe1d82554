// See ReadRuns.h.
#include "conversions/linalg_to_spirv/ReadRuns.h"

#include "conversions/linalg_to_spirv/ElementEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace rlx {
namespace {

// What an index is at the steps.
enum class Course {
  Same,
  Steps,   // one more at each
  Aligned, // the same, beginning with a multiple of their number
  Other,
};

class RunCheck {
public:
  RunCheck(linalg::LinalgOp op, unsigned loop, int64_t steps) : op(op), loop(loop), steps(steps) {}

  bool reads(Value value) {
    return llvm::all_of(valuesBehind(op, value), [&](Value each) {
      if (auto argument = dyn_cast<BlockArgument>(each))
        return readsRows(op, argument, loop);
      bool all = true;
      each.getDefiningOp()->walk([&](tensor::ExtractOp read) { all &= readsRun(read); });
      return all;
    });
  }

private:
  bool readsRun(tensor::ExtractOp read) {
    for (auto [i, index] : llvm::enumerate(read.getIndices())) {
      const Course course = of(index);
      const bool isLast = i + 1 == read.getIndices().size();
      if (course == Course::Other || (course != Course::Same && !isLast))
        return false;
    }
    return true;
  }

  Course of(Value index) {
    if (!loopsBehind(op, index).test(loop))
      return Course::Same;
    Operation *made = index.getDefiningOp();
    if (isa_and_nonnull<linalg::IndexOp>(made))
      return Course::Aligned;
    if (!made || made->getNumRegions() != 0 || isa<tensor::ExtractOp>(made))
      return Course::Other;
    SmallVector<Course> from =
        llvm::map_to_vector(made->getOperands(), [&](Value each) { return of(each); });
    if (llvm::all_of(from, [](Course each) { return each == Course::Same; }))
      return Course::Same;
    if (isa<arith::AddIOp>(made))
      return sum(from[0], from[1]);
    if (from[0] == Course::Aligned && isBlock(made))
      return isa<arith::DivUIOp>(made) ? Course::Same : Course::Aligned;
    return Course::Other;
  }

  static Course sum(Course lhs, Course rhs) {
    if (lhs == Course::Other || rhs == Course::Other ||
        (lhs != Course::Same && rhs != Course::Same))
      return Course::Other;
    return Course::Steps;
  }

  // The number of a block with room for the steps, or a place in it.
  bool isBlock(Operation *made) const {
    if (!isa<arith::DivUIOp, arith::RemUIOp>(made))
      return false;
    std::optional<int64_t> size = getConstantIntValue(made->getOperand(1));
    return size && *size > 0 && *size % steps == 0;
  }

  linalg::LinalgOp op;
  unsigned loop;
  int64_t steps;
};

} // namespace

bool readsRuns(linalg::LinalgOp op, Value value, unsigned loop, int64_t steps) {
  return RunCheck(op, loop, steps).reads(value);
}

} // namespace rlx
