// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, also those composed of a reduction and elementwise ops, and ArgMax / ArgMin.
//
// Axes may be data (OnnxAxes.h). For example, ReduceL2 becomes mul, rlx.reduce_sum and sqrt.
#include <limits>

#include "importers/onnx/OnnxAxes.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
struct Reduction {
  IntList axes; // non-negative
  bool keepDims = true;
  bool reducesNothing = false; // no axes, and noop_with_empty_axes
};

using Compose = Value (*)(Node &, Value, const Reduction &);

// Axes are an attribute or, with `axesInput`, input 1.
Reduction readReduction(Node &n, bool axesInput) {
  Reduction r;
  r.keepDims = n.flagAttr("keepdims", true);
  IntList axes;
  if (!axesInput)
    axes = n.intsAttr("axes");
  else if (n.has(1))
    axes = n.constantInts(1, "axes");
  bool noop = axesInput && n.flagAttr("noop_with_empty_axes", false);
  r.reducesNothing = axes.empty() && noop;
  r.axes = axes.empty() ? axisRange(0, n.rank(0)) : n.axes(axes, n.rank(0));
  return r;
}

// The reduction over axes that are data, with the same sizes as for constant ones.
Value reduceDataAxes(Node &n, const Dims &axes, Compose compose) {
  const int64_t rank = n.rank(0);
  if (2 * rank > kMaxRank) {
    n.unsupported("axes that are data need an input of rank " + Twine(kMaxRank / 2) + " at most");
    return {};
  }
  const bool keepDims = n.flagAttr("keepdims", true);
  n.ignoreAttr("noop_with_empty_axes"); // there are axes
  Dims flags = axisFlags(n, axes, rank);
  if (n.hasFailed())
    return {};
  Reduction r;
  for (int64_t i = 0; i < rank; ++i)
    r.axes.push_back(2 * i + 1);
  r.keepDims = false;
  Value kept = compose(n, splitFlagged(n, n.tensor(0), flags), r);
  return keepDims ? kept : n.reshape(kept, withoutFlagged(n, n.dims(0), flags, axes.size()));
}

// ln sum e^x, shifted by the maximum to avoid overflow. An infinite maximum shifts by 0, since the
// difference of two infinities is NaN.
Value logSumExp(Node &n, Value x, const Reduction &r) {
  Expr maximum(n, n.reduce("rlx.reduce_max", x, r.axes, /*keepDims=*/true));
  Expr isInfinite =
      maximum.unary("rlx.abs") == maximum.number(std::numeric_limits<double>::infinity());
  Value shift = where(isInfinite, maximum.number(0), maximum).value();
  Value sum = n.reduce("rlx.reduce_sum", n.emit("rlx.exp", n.emit("rlx.sub", {x, shift})), r.axes,
                       /*keepDims=*/true);
  Value result = n.emit("rlx.add", {n.emit("rlx.log", sum), shift});
  if (r.keepDims || n.hasFailed())
    return result;
  Dims sizes;
  for (auto [i, dim] : llvm::enumerate(n.dimsOf(result)))
    if (!llvm::is_contained(r.axes, int64_t(i)))
      sizes.push_back(dim);
  return n.reshape(result, sizes);
}

// Computes integers in f64 and drops the fraction of the result.
template <Compose compose>
Value throughFloat(Node &n, Value x, const Reduction &r) {
  Type type = n.elementType(0);
  if (!isa<IntegerType>(type))
    return compose(n, x, r);
  return n.cast(compose(n, n.cast(x, n.builder().getF64Type()), r), type);
}

template <StringLiteral const &Op>
Value plain(Node &n, Value x, const Reduction &r) {
  return n.reduce(Op, x, r.axes, r.keepDims);
}
// False is less than true.
template <StringLiteral const &Op>
Value extreme(Node &n, Value x, const Reduction &r) {
  if (!n.elementType(0).isInteger(1))
    return plain<Op>(n, x, r);
  Type byte = n.builder().getIntegerType(8, /*isSigned=*/false);
  return n.cast(plain<Op>(n, n.cast(x, byte), r), n.builder().getI1Type());
}
Value sumOf(Node &n, Value x, const Reduction &r) {
  return n.reduce("rlx.reduce_sum", x, r.axes, r.keepDims);
}
Value square(Node &n, Value x) {
  return n.emit("rlx.mul", {x, x});
}
Value euclideanNorm(Node &n, Value x, const Reduction &r) {
  return n.emit("rlx.sqrt", sumOf(n, square(n, x), r));
}
Value logSum(Node &n, Value x, const Reduction &r) {
  return n.emit("rlx.log", sumOf(n, x, r));
}

// `isElementwiseToo`: a reduction over nothing is no identity. For example, that of ReduceL1 is
// abs.
Handler reduction(Compose compose, bool axesInput, int since, int until,
                  bool isElementwiseToo = false) {
  auto import = [=](Node &n) {
    if (axesInput && n.has(1))
      if (Dims axes = n.knownInts(1, "axes"); dependOnData(axes))
        return n.set(0, reduceDataAxes(n, axes, compose));
    Reduction r = readReduction(n, axesInput);
    if (n.hasFailed())
      return;
    if (!r.reducesNothing)
      return n.set(0, compose(n, n.tensor(0), r));
    if (!isElementwiseToo)
      return n.forward(0, 0);
    Dims rows(n.dims(0));
    rows.push_back(n.size(1));
    n.set(0, compose(n, n.reshape(n.tensor(0), rows), {{n.rank(0)}, /*keepDims=*/false}));
  };
  return {import, nullptr, since, until};
}

// Folds the number of elements of a shape vector: a product of known sizes.
bool foldProduct(Node &n) {
  const Dims *elements = n.known(0);
  bool keepDims = n.flagAttr("keepdims", true);
  if (!elements || n.rank(0) != 1 || n.hasFailed())
    return false;
  MaybeDim product = n.size(1);
  for (Dim dim : *elements)
    product = product ? mul(*product, dim) : product;
  if (!product || !(n.elementType(0).isInteger(64) || n.elementType(0).isInteger(32)))
    return false;
  n.setKnown(0, {*product}, keepDims ? IntList{1} : IntList{}, n.elementType(0));
  return true;
}

Handler argReduction(StringRef op) {
  return {[op = op.str()](Node &n) {
            int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
            bool keepDims = n.flagAttr("keepdims", true);
            bool last = n.opset() >= 12 && n.flagAttr("select_last_index", false);
            n.set(0, n.emit(op, n.tensor(0),
                            {n.i64("axis", axis), n.flag("keep_dims", keepDims),
                             n.flag("select_last", last)}));
          },
          nullptr};
}

constexpr StringLiteral kSum = "rlx.reduce_sum", kMean = "rlx.reduce_mean", kMax = "rlx.reduce_max",
                        kMin = "rlx.reduce_min", kProd = "rlx.reduce_prod";
} // namespace

void rlx::onnxim::addReductionOps(OpTable &table) {
  table.add("ReduceSum", reduction(plain<kSum>, false, kMinOpset, 12));
  table.add("ReduceSum", reduction(plain<kSum>, true, 13, kMaxOpset));
  constexpr bool kIsElementwiseToo = true;
  const std::tuple<StringRef, Compose, bool> others[] = {
      {"ReduceMean", plain<kMean>, !kIsElementwiseToo},
      {"ReduceMax", extreme<kMax>, !kIsElementwiseToo},
      {"ReduceMin", extreme<kMin>, !kIsElementwiseToo},
      {"ReduceL1",
       [](Node &n, Value x, const Reduction &r) { return sumOf(n, n.emit("rlx.abs", x), r); },
       kIsElementwiseToo},
      {"ReduceL2", throughFloat<euclideanNorm>, kIsElementwiseToo},
      {"ReduceSumSquare",
       [](Node &n, Value x, const Reduction &r) { return sumOf(n, square(n, x), r); },
       kIsElementwiseToo},
      {"ReduceLogSum", throughFloat<logSum>, kIsElementwiseToo},
      {"ReduceLogSumExp", throughFloat<logSumExp>, !kIsElementwiseToo}};
  // Axes are an input since version 18.
  for (bool axesInput : {false, true}) {
    const int since = axesInput ? 18 : kMinOpset, until = axesInput ? 18 : 17;
    for (auto [op, compose, isElementwiseToo] : others)
      table.add(op, reduction(compose, axesInput, since, until, isElementwiseToo));
    Handler product = reduction(plain<kProd>, axesInput, since, until);
    product.fold = foldProduct;
    table.add("ReduceProd", product);
  }
  table.add("ArgMax", argReduction("rlx.argmax"));
  table.add("ArgMin", argReduction("rlx.argmin"));
}
