// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of kernels whose elements are independent and computed from few terms. An
// invocation computes a vector of contiguous elements, or in a transpose a square of them.
//
//    input          result
//    a b c d        a e i m      four vector loads and four vector stores
//    e f g h   ->   b f j n
//    i j k l        c g k o
//    m n o p        d h l p
#include "conversions/gpu/builder/ContiguousReads.h"
#include "conversions/gpu/builder/ReductionBody.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/kernel/KernelCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallBitVector.h"

#include <numeric>

using namespace mlir;

namespace {

// The kernel's result, and its distribution.
struct Elements {
  linalg::LinalgOp root;
  SmallVector<AffineExpr> sizes; // of the root's loops, in the order of the result's dimensions
  int64_t lanes;
  // The dimension along which reads are contiguous, if it is not the last one. An invocation
  // computes a square of `lanes` x `lanes` then.
  std::optional<unsigned> across;

  // std::nullopt if the kernel with this root has another form.
  static std::optional<Elements> find(linalg::LinalgOp root) {
    AffineMap map = root.getIndexingMapMatchingResult(root->getResult(0));
    rlx::ElementCheck check;
    if (linalg::LinalgOp few = fewTerms(root))
      check.allow(few);
    if (map.getNumResults() == 0 || map.getNumResults() != root.getNumParallelLoops() ||
        !map.isProjectedPermutation() || !check.canEmit(root->getResult(0)))
      return std::nullopt;
    SmallVector<AffineExpr> ofLoops = rlx::loopSizes(root);
    if (ofLoops.empty())
      return std::nullopt;
    Elements found{root, {}, rlx::commonLanes(root->getOperands()), {}};
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      found.sizes.push_back(ofLoops[map.getDimPosition(i)]);
    // Contiguous elements are computed from contiguous ones, or all from one quantized block, and
    // then share much of the code.
    Value element = root.getBlock()->getTerminator()->getOperand(0);
    const unsigned fastest = map.getDimPosition(map.getNumResults() - 1);
    const bool areRows = rlx::readsRows(root, element, fastest);
    if (areRows || rlx::readsContiguously(root, element, fastest, found.lanes))
      found.lanes = shortLanes(root, found.lanes, areRows ? kMaxOps : kMaxOpsOfBlocks);
    else if (!found.findAcross(element, map))
      return std::nullopt;
    auto row = dyn_cast<AffineConstantExpr>(found.sizes.back());
    if (found.lanes < 2 || !row || row.getValue() % found.lanes != 0)
      return std::nullopt;
    return found;
  }

private:
  // The only reduction of the kernel, if it is short enough to be unrolled, contiguous elements of
  // its result come from contiguous reads, and the root reads each of its elements once.
  static linalg::LinalgOp fewTerms(linalg::LinalgOp root) {
    SmallVector<linalg::LinalgOp> reductions;
    for (auto op : root->getBlock()->getOps<linalg::LinalgOp>())
      if (op.getNumReductionLoops() != 0)
        reductions.push_back(op);
    if (reductions.size() != 1 || rlx::fewSteps(reductions.front()) == 0)
      return {};
    linalg::LinalgOp only = reductions.front();
    AffineMap map = only.getIndexingMapMatchingResult(only->getResult(0));
    if (map.getNumResults() == 0 || map.getNumResults() != only.getNumParallelLoops())
      return {};
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    std::optional<rlx::Reduction> reduction = rlx::Reduction::find(only);
    auto shape = [](linalg::LinalgOp op) {
      return cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    };
    const bool isEach = llvm::equal(shape(only), shape(root));
    return last && isEach && rlx::readsRows(only, reduction->element, last.getPosition())
               ? only
               : linalg::LinalgOp();
  }

  int64_t size(unsigned dim) const {
    auto known = dyn_cast<AffineConstantExpr>(sizes[dim]);
    return known ? known.getValue() : 0;
  }

  // Whether reads are contiguous along another dimension, and the tensor is large.
  bool findAcross(Value element, AffineMap map) {
    int64_t count = 1;
    for (unsigned dim = 0; dim < sizes.size(); ++dim)
      count *= size(dim);
    const int64_t square = lanes * lanes;
    if (count < rlx::kMinForTranspose || shortLanes(root, square, kMaxOpsOfSquares) < square)
      return false;
    llvm::SmallBitVector loops = rlx::loopsBehind(root, element);
    for (unsigned dim = 0; dim + 1 < sizes.size(); ++dim) {
      const unsigned loop = map.getDimPosition(dim);
      if (loops.test(loop) && size(dim) % lanes == 0 &&
          rlx::readsContiguously(root, element, loop, lanes)) {
        across = dim;
        return true;
      }
    }
    return false;
  }

  // Ops of all lanes together, at most. Elements of a block share half of theirs.
  static constexpr int64_t kMaxOps = 512, kMaxOpsOfBlocks = 2 * kMaxOps;
  // For squares of up to 8 x 8: a transpose saves enough time of memory for long code.
  static constexpr int64_t kMaxOpsOfSquares = 16 * kMaxOps;

  // The largest number of lanes, up to `lanes`, whose code stays short.
  static int64_t shortLanes(linalg::LinalgOp root, int64_t lanes, int64_t maxOps) {
    constexpr int64_t kOpsOfFunction = 16;
    int64_t ops = 0;
    root.getBlock()->walk([&](Operation *op) {
      ops += isa<math::MathDialect>(op->getDialect()) ? kOpsOfFunction : 1;
    });
    while (lanes > 1 && lanes * ops > maxOps)
      lanes /= 2;
    return lanes;
  }
};

struct PlannedElementwise : rlx::GpuKernelPlan {
  PlannedElementwise(Elements elements, const rlx::rt::DeviceProfile &profile)
      : elements(std::move(elements)), profile(profile) {
    // It has no loops but those of elements.
    iterations = getAffineConstantExpr(0, this->elements.root.getContext());
    elementsOfInvocation =
        this->elements.lanes * (this->elements.across ? this->elements.lanes : 1);
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    write(kernel, elements, profile);
    return success();
  }

private:
  static void write(func::FuncOp kernel, Elements &elements,
                    const rlx::rt::DeviceProfile &profile) {
    constexpr int64_t kUsual = 128;
    const int64_t invocations =
        std::min<int64_t>(kUsual, llvm::bit_floor(profile.invocationsInARow()));
    SmallVector<AffineExpr> sizes = sizesOfGroups(elements);
    AffineExpr groups = getAffineConstantExpr(1, kernel.getContext());
    for (AffineExpr size : sizes)
      groups = groups * size;
    rlx::WorkgroupBuilder k(kernel);
    k.begin(groups.ceilDiv(invocations), invocations);
    Value group = k.add(k.mul(k.workgroup, k.constant(invocations)), k.local);
    k.when(k.less(group, k.size(groups)), [&] {
      SmallVector<Value> first = k.delinearize(group, sizes);
      if (elements.across)
        writeSquare(k, elements, first, sizes);
      else
        writeGroup(k, elements, first);
    });
    k.finish(Twine(elements.lanes) + " contiguous elements per invocation" +
             (elements.across ? ", square tiles" : ""));
  }

  // Groups in each dimension. Squares are numbered in tiles of up to 8 x 16, so that a workgroup
  // both reads and writes contiguous memory. The last two sizes are those of such a tile.
  static SmallVector<AffineExpr> sizesOfGroups(const Elements &elements) {
    constexpr int64_t kDown = 8, kAcross = 16;
    SmallVector<AffineExpr> sizes = elements.sizes;
    sizes.back() = sizes.back().floorDiv(elements.lanes);
    if (!elements.across)
      return sizes;
    AffineExpr &down = sizes[*elements.across];
    down = down.floorDiv(elements.lanes);
    auto part = [&](AffineExpr &size, int64_t most) {
      const int64_t each = std::gcd(cast<AffineConstantExpr>(size).getValue(), most);
      size = size.floorDiv(each);
      return getAffineConstantExpr(each, size.getContext());
    };
    AffineExpr ofDown = part(down, kDown), ofRow = part(sizes.back(), kAcross);
    sizes.append({ofDown, ofRow});
    return sizes;
  }

  // Computes a square in the order of its contiguous reads, and then stores its rows.
  static void writeSquare(rlx::WorkgroupBuilder &k, Elements &elements, ArrayRef<Value> at,
                          ArrayRef<AffineExpr> sizes) {
    const size_t rank = elements.sizes.size();
    const unsigned across = *elements.across;
    auto first = [&](size_t dim, size_t part) {
      Value group = k.add(k.mul(at[dim], k.size(sizes[part])), at[part]);
      return k.mul(group, k.constant(elements.lanes));
    };
    SmallVector<Value> indices(at.take_front(rank));
    Value down = first(across, rank), row = first(rank - 1, rank + 1);
    auto move = [&](int64_t i, int64_t j) {
      indices[across] = k.add(down, k.constant(i));
      indices.back() = k.add(row, k.constant(j));
      return ValueRange(indices);
    };
    SmallVector<SmallVector<Value>> rows(static_cast<size_t>(elements.lanes));
    for (int64_t j = 0; j < elements.lanes; ++j)
      for (auto [i, values] : llvm::enumerate(rows))
        values.push_back(
            k.elements.element(k.b, elements.root->getResult(0), move(static_cast<int64_t>(i), j)));
    for (auto [i, values] : llvm::enumerate(rows))
      for (auto [j, value] : llvm::enumerate(values))
        k.storeResult(value, move(static_cast<int64_t>(i), static_cast<int64_t>(j)));
  }

  static void writeGroup(rlx::WorkgroupBuilder &k, Elements &elements, ArrayRef<Value> group) {
    SmallVector<Value> indices(group);
    Value first = k.mul(indices.back(), k.constant(elements.lanes));
    SmallVector<Value> values;
    Value result = elements.root->getResult(0);
    auto at = [&](int64_t lane) {
      indices.back() = k.add(first, k.constant(lane));
      return ValueRange(indices);
    };
    for (int64_t lane = 0; lane < elements.lanes; ++lane)
      values.push_back(k.elements.element(k.b, result, at(lane)));
    for (auto [lane, value] : llvm::enumerate(values))
      k.storeResult(value, at(static_cast<int64_t>(lane)));
  }

  Elements elements;
  rlx::rt::DeviceProfile profile;
};

std::unique_ptr<rlx::GpuKernelPlan>
planElementwise(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &) {
  linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
  std::optional<Elements> elements;
  if (root)
    elements = Elements::find(root);
  return elements ? std::make_unique<PlannedElementwise>(std::move(*elements), profile) : nullptr;
}

} // namespace

namespace rlx {
extern const Schedule kElementwise;
const Schedule kElementwise = {"elementwise", planElementwise};
} // namespace rlx
