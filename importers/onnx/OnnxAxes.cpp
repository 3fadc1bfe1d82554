// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes as sums over the places where a dimension may go; see OnnxAxes.h.
//
// Flags are 0 or 1, so `flag * size` chooses.
#include "importers/onnx/OnnxAxes.h"

using namespace mlir;

namespace rlx::onnxim {

bool dependOnData(ArrayRef<Dim> axes) {
  return llvm::any_of(axes, [](Dim axis) { return !constantOf(axis); });
}

// Fails the node if some axes must be the same.
static void expectAtMost(Node &n, ArrayRef<Dim> axes, int64_t rank) {
  if (static_cast<int64_t>(axes.size()) > rank)
    n.fail("has more axes than dimensions: " + Twine(axes.size()) + " for rank " + Twine(rank));
}

// The axis as a number in [0, rank).
static Dim normalized(Node &n, Dim axis, int64_t rank) {
  n.require(axis, n.size(-rank), "an axis must be at least " + Twine(-rank));
  n.require(n.size(rank - 1), axis, "an axis must be less than " + Twine(rank));
  return n.named(axis + n.atLeast(n.size(-1), axis) * rank);
}

Dims axisFlags(Node &n, ArrayRef<Dim> axes, int64_t rank) {
  Dims flags(rank, n.size(0));
  expectAtMost(n, axes, rank);
  if (n.hasFailed())
    return flags;
  for (Dim given : axes) {
    Dim axis = normalized(n, given, rank);
    for (auto [i, flag] : llvm::enumerate(flags))
      flag = n.named(flag + n.isEqual(axis, n.size(i)));
  }
  if (axes.size() > 1)
    for (Dim flag : flags)
      n.require(n.size(1), flag, "axes must be distinct");
  return flags;
}

Dims spread(Node &n, ArrayRef<Dim> axes, ArrayRef<Dim> values, ArrayRef<Dim> none) {
  Dims result(none);
  expectAtMost(n, axes, none.size());
  if (n.hasFailed())
    return result;
  for (auto [given, value] : llvm::zip(axes, values)) {
    Dim axis = normalized(n, given, none.size());
    for (auto [i, size] : llvm::enumerate(result))
      size = n.select(n.isEqual(axis, n.size(i)), value, size);
  }
  return result;
}

Dims withoutFlagged(Node &n, ArrayRef<Dim> dims, ArrayRef<Dim> flags, int64_t count) {
  Dims result(dims.size() - count, n.size(0));
  Dim before = n.size(0); // dimensions that stay
  for (auto [dim, flag] : llvm::zip(dims, flags)) {
    for (auto [j, size] : llvm::enumerate(result))
      size = n.named(size + dim * ((1 - flag) * n.isEqual(before, n.size(j))));
    before = n.named(before + 1 - flag);
  }
  return result;
}

Dims withOnes(Node &n, ArrayRef<Dim> dims, ArrayRef<Dim> flags) {
  Dims result;
  Dim before = n.size(0); // flagged dimensions
  for (auto [i, flag] : llvm::enumerate(flags)) {
    Dim size = n.size(0);
    for (auto [j, dim] : llvm::enumerate(dims))
      size = n.named(size + dim * n.isEqual(n.size(i) - before, n.size(j)));
    result.push_back(n.select(flag, n.size(1), size));
    before = n.named(before + flag);
  }
  return result;
}

Value aroundAxis(Node &n, Value tensor, Dim axis) {
  Dims dims = n.dimsOf(tensor), flags = axisFlags(n, axis, dims.size());
  Dim before = n.size(1), size = n.size(1), after = n.size(1), isBehind = n.size(0);
  for (auto [dim, flag] : llvm::zip(dims, flags)) {
    before = n.named(before * n.select(isBehind + flag, n.size(1), dim));
    size = n.named(size * n.select(flag, dim, n.size(1)));
    after = n.named(after * n.select(isBehind, dim, n.size(1)));
    isBehind = n.named(isBehind + flag);
  }
  return n.reshape(tensor, {before, size, after});
}

Value splitFlagged(Node &n, Value tensor, ArrayRef<Dim> flags) {
  Dims sizes;
  for (auto [dim, flag] : llvm::zip(n.dimsOf(tensor), flags)) {
    sizes.push_back(n.select(flag, n.size(1), dim));
    sizes.push_back(n.select(flag, dim, n.size(1)));
  }
  return n.reshape(tensor, sizes);
}

} // namespace rlx::onnxim
