// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Body of tree_leaves. Each result element is a descent without branches, whose number of steps
// does not depend on the data: processors overlap the steps of several descents.
#include "dialects/rlx/ir/TreesOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/ComparePredicates.h"
#include "dialects/rlx/support/IndexChecks.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir;
using namespace rlx;

LogicalResult TreeLeavesOp::infer(InferContext &ctx, Adaptor op,
                                  SmallVectorImpl<InferredType> &results) {
  Dims x = ctx.shape(op.getX()), nodes = ctx.shape(op.getNodes()), roots = ctx.shape(op.getRoots());
  if (x.size() != 2) // tree_leaves_c1
    return ctx.fail("expects x of rank 2, but got rank " + Twine(x.size()));
  const int64_t fewest = ifTrueColumn(InferContext::elementType(op.getX())) + 2;
  const int64_t columns = nodes.size() == 2 ? InferContext::staticValue(nodes[1]).value_or(0) : 0;
  if (columns != fewest && columns != fewest + 1) // tree_leaves_c2
    return ctx.fail("expects nodes of shape [nodes, " + Twine(fewest) + "] or [nodes, " +
                    Twine(fewest + 1) + "], but got " + toString(nodes));
  if (failed(expectShape(ctx, "tests", op.getTests(), nodes[0]))) // tree_leaves_c2
    return failure();
  if (roots.size() != 1) // tree_leaves_c3
    return ctx.fail("expects roots of rank 1, but got rank " + Twine(roots.size()));
  if (failed(expectShape(ctx, "depths", op.getDepths(), roots))) // tree_leaves_c3
    return failure();
  for (auto [size, what] : {std::pair(x[1], "feature"), {nodes[0], "node"}}) // tree_leaves_c4
    if (failed(expectNonNegative(ctx, size - 1, Twine("expects at least one ") + what)))
      return failure();
  // Kernels number the elements of nodes with i32.
  const int64_t maxNodes = std::numeric_limits<int32_t>::max() / columns;
  if (failed(expectNonNegative(ctx, ctx.constant(maxNodes) - nodes[0], // tree_leaves_c5
                               "expects at most " + Twine(maxNodes) + " nodes with " +
                                   Twine(columns) + " columns")))
    return failure();
  results.push_back({{x[0], roots[0]}, IntegerType::get(ctx.getContext(), 32)});
  return success();
}

namespace {

// Emits the steps of descents; its values are operands of the op.
struct Descent {
  ComparePredicate predicate;
  int64_t ifTrue; // the column of nodes
  bool hasMissing;
  Value x, nodes, tests;       // tests may be null
  Value lastFeature, lastNode; // index

  // An i32 as an index in [0, last].
  static Value inRange(OpBuilder &b, Location loc, Value number, Value last) {
    // A negative number is a large one without a sign.
    Value index = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
    return arith::MinUIOp::create(b, loc, index, last);
  }

  Value column(OpBuilder &b, Location loc, Value node, Value number) const {
    return tensor::ExtractOp::create(b, loc, nodes, ValueRange{node, number});
  }

  Value thresholdOf(OpBuilder &b, Location loc, Value node) const {
    Type element = getElementTypeOrSelf(x.getType());
    Value bits = column(b, loc, node, indexConstant(b, loc, 1));
    if (element.isF64()) {
      Value high = column(b, loc, node, indexConstant(b, loc, 2));
      bits = arith::ExtUIOp::create(b, loc, b.getI64Type(), bits);
      high = arith::ExtUIOp::create(b, loc, b.getI64Type(), high);
      high = arith::ShLIOp::create(b, loc, high, arith::ConstantIntOp::create(b, loc, 32, 64));
      bits = arith::OrIOp::create(b, loc, high, bits);
    }
    return arith::BitcastOp::create(b, loc, element, bits);
  }

  Value passes(OpBuilder &b, Location loc, Value node, Value value) const {
    Value threshold = thresholdOf(b, loc, node);
    auto compare = [&](ComparePredicate which) -> Value {
      return arith::CmpFOp::create(b, loc, floatPredicate(which), value, threshold);
    };
    Value holds = compare(predicate);
    if (tests) {
      Value test = tensor::ExtractOp::create(b, loc, tests, node);
      holds = arith::ConstantIntOp::create(b, loc, 0, 1);
      for (int64_t k = 0; k <= int64_t(ComparePredicate::ge); ++k) {
        Value number = arith::ConstantIntOp::create(b, loc, k, 32);
        Value isThis = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, test, number);
        holds = arith::SelectOp::create(b, loc, isThis, compare(static_cast<ComparePredicate>(k)),
                                        holds);
      }
    }
    return holds;
  }

  Value step(OpBuilder &b, Location loc, Value row, Value node) const {
    Value feature = inRange(b, loc, column(b, loc, node, indexConstant(b, loc, 0)), lastFeature);
    Value value = tensor::ExtractOp::create(b, loc, x, ValueRange{row, feature});
    Value child =
        arith::SelectOp::create(b, loc, passes(b, loc, node, value), indexConstant(b, loc, ifTrue),
                                indexConstant(b, loc, ifTrue + 1));
    if (hasMissing)
      child = arith::SelectOp::create(
          b, loc, arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, value, value),
          indexConstant(b, loc, ifTrue + 2), child);
    return inRange(b, loc, column(b, loc, node, child), lastNode);
  }
};

} // namespace

FailureOr<SmallVector<Value>> TreeLeavesOp::lowerToLinalg(OpBuilder &b, ValueRange operands,
                                                          LoweringReason &) {
  Adaptor in(operands, *this);
  Location loc = getLoc();
  auto last = [&](Value tensor, int64_t dim) -> Value {
    return arith::SubIOp::create(b, loc, sizeOf(b, loc, tensor, dim), indexConstant(b, loc, 1));
  };
  const Descent descent = {getPredicate(),     ifTrueColumn(getX().getType().getElementType()),
                           hasMissing(),       in.getX(),
                           in.getNodes(),      in.getTests(),
                           last(in.getX(), 1), last(in.getNodes(), 0)};
  Value zero = indexConstant(b, loc, 0), one = indexConstant(b, loc, 1);
  AffineMap ofTree = AffineMap::get(2, 0, b.getAffineDimExpr(1));
  return SmallVector<Value>{parallelGeneric(
      b, loc, emptyResult(b, *this, operands), {in.getRoots(), in.getDepths()}, {ofTree, ofTree},
      [&](OpBuilder &nested, Location l, ValueRange at, ValueRange v) -> Value {
        Value root = Descent::inRange(nested, l, v[0], descent.lastNode);
        Value depth = arith::IndexCastOp::create(nested, l, nested.getIndexType(), v[1]);
        auto loop = scf::ForOp::create(
            nested, l, zero, depth, one, root,
            [&](OpBuilder &body, Location bodyLoc, Value, ValueRange carried) {
              scf::YieldOp::create(body, bodyLoc, descent.step(body, bodyLoc, at[0], carried[0]));
            });
        return arith::IndexCastOp::create(nested, l, nested.getI32Type(), loop.getResult(0));
      })};
}

llvm::Error TreeLeavesOp::evaluate(ref::EvalContext &, ArrayRef<ref::Tensor> in,
                                   MutableArrayRef<ref::Tensor> out) {
  const ref::Tensor &x = in[0], &nodes = in[1], &roots = in[2], &depths = in[3];
  const ref::Tensor *tests = getTests() ? &in[4] : nullptr;
  const int64_t count = nodes.shape[0], columns = nodes.shape[1],
                ifTrue = ifTrueColumn(x.elementType);
  auto inRange = [](int64_t number, int64_t size) {
    return number < 0 || number >= size ? size - 1 : number;
  };
  auto thresholdOf = [&](const int64_t *node) -> double {
    const auto low = static_cast<uint32_t>(node[1]);
    return x.elementType.isF64() ? llvm::bit_cast<double>(uint64_t(node[2]) << 32 | low)
                                 : llvm::bit_cast<float>(low);
  };
  auto childColumn = [&](int64_t node, double value) {
    if (std::isnan(value) && hasMissing())
      return ifTrue + 2;
    const int64_t test = tests ? tests->ints[node] : static_cast<int64_t>(getPredicate());
    const bool holds = test >= 0 && test <= 5 &&
                       rlx::holds(static_cast<ComparePredicate>(test), value,
                                  thresholdOf(&nodes.ints[columns * node]));
    return holds ? ifTrue : ifTrue + 1;
  };
  ref::forEachIndex(out[0].shape, [&](ArrayRef<int64_t> index, int64_t i) {
    int64_t node = inRange(roots.ints[index[1]], count);
    for (int64_t step = 0; step < depths.ints[index[1]]; ++step) {
      const int64_t feature = inRange(nodes.ints[columns * node], x.shape[1]);
      const double value = x.floats[index[0] * x.shape[1] + feature];
      node = inRange(nodes.ints[columns * node + childColumn(node, value)], count);
    }
    out[0].setInt(i, node);
  });
  return llvm::Error::success();
}
