// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that rearrange elements: reshapes, transposes, concatenation, slices, tiling, padding.
// Operators that are common in shape computations also fold known elements.
//
// Target shapes may be expressions over dynamic sizes, but not run-time data.
#include "importers/onnx/OnnxAxes.h"
#include "importers/onnx/OnnxOpTable.h"

#include <numeric>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
// The sizes of a folded value, which are static.
IntList staticSizes(ArrayRef<Dim> dims) {
  return llvm::map_to_vector(dims, [](Dim dim) { return *constantOf(dim); });
}

// Sets result 0 to input 0 with other sizes: folds known elements, or reshapes.
void reshapeTo(Node &n, ArrayRef<Dim> sizes) {
  if (n.hasFailed())
    return;
  const Dims *elements = n.foldable(0);
  bool isStatic = llvm::all_of(sizes, [](Dim dim) { return constantOf(dim).has_value(); });
  int64_t count = 1;
  if (isStatic)
    for (Dim dim : sizes) // bounded: the comparison below catches a wrong target
      count = std::min<int64_t>(count, kMaxKnownElements + 1) *
              std::clamp<int64_t>(*constantOf(dim), -1, kMaxKnownElements + 1);
  if (elements && isStatic && count == int64_t(elements->size()) &&
      llvm::all_of(sizes, [](Dim dim) { return *constantOf(dim) >= 0; }))
    return n.setKnown(0, *elements, staticSizes(sizes), n.elementType(0));
  n.set(0, n.reshape(n.tensor(0), sizes));
}

Dim product(Node &n, ArrayRef<Dim> dims) {
  MaybeDim result = n.size(1);
  for (Dim dim : dims)
    result = result ? mul(*result, dim) : result;
  return n.need(result, "a number of elements");
}

// The target sizes of a Reshape, of which an element of data may be 0 or -1 as well.
Dims sizesFromData(Node &n, ArrayRef<Dim> target, ArrayRef<Dim> from, bool allowZero) {
  Dims sizes;
  Dim others = n.size(1), zero = n.size(0), numInferred = n.size(0);
  SmallVector<Dim> isInferred;
  for (auto [i, size] : llvm::enumerate(target)) {
    n.require(size, n.size(-1), "a size of the shape must be at least -1");
    Dim copied = i < from.size() ? from[i] : zero; // the number of elements shows the mistake
    sizes.push_back(allowZero ? size : n.select(n.isEqual(size, zero), copied, size));
    isInferred.push_back(1 - n.atLeast(size, zero));
    numInferred = n.named(numInferred + isInferred.back());
    others = n.named(others * n.select(isInferred.back(), n.size(1), sizes.back()));
  }
  n.require(n.size(1), numInferred, "one size of the shape may be -1");
  Dim inferred = product(n, from).floorDiv(n.max(others, n.size(1)));
  for (auto [size, flag] : llvm::zip(sizes, isInferred))
    size = n.select(flag, inferred, size);
  return sizes;
}

// 0 copies the input's size (unless allowzero), -1 is inferred.
void importReshape(Node &n) {
  Dims target = n.knownInts(1, "the shape"), from(n.dims(0));
  bool allowZero = n.opset() >= 14 && n.flagAttr("allowzero", false);
  if (n.hasFailed())
    return;
  if (llvm::any_of(target, [&](Dim size) { return !n.isAtLeast(size, n.size(-1)); }) &&
      dependOnData(target))
    return reshapeTo(n, sizesFromData(n, target, from, allowZero));
  int64_t inferred = -1;
  for (auto [i, size] : llvm::enumerate(target)) {
    auto value = constantOf(size);
    if (value == 0 && !allowZero) {
      if (i >= from.size())
        return n.fail("size #" + Twine(i) + " of the shape is 0, but the input has rank " +
                      Twine(from.size()));
      size = from[i];
    } else if (value == -1 && inferred < 0) {
      inferred = i;
    } else if (value && *value < 0) {
      return n.fail("the shape has the invalid size " + Twine(*value));
    }
  }
  if (inferred >= 0) {
    Dims others(target);
    others.erase(others.begin() + inferred);
    target[inferred] = n.need(quotientOfProducts(from, others, n.getContext()), "size -1");
  }
  reshapeTo(n, target);
}

void importFlatten(Node &n) {
  int64_t rank = n.rank(0), axis = n.intAttr("axis", 1);
  axis = axis == rank ? rank : n.axis(axis, rank);
  if (n.hasFailed())
    return;
  ArrayRef<Dim> dims = n.dims(0);
  reshapeTo(n, {product(n, dims.take_front(axis)), product(n, dims.drop_front(axis))});
}

// The axes of Squeeze and Unsqueeze: an attribute, since operator set 13 input 1.
IntList axesOf(Node &n, int64_t rank, bool &given) {
  bool isInput = n.opset() >= 13;
  given = isInput ? n.has(1) : n.hasAttr("axes");
  if (!given)
    return {};
  return n.axes(isInput ? n.constantInts(1, "axes") : n.intsAttr("axes"), rank);
}

// Whether the axes, input 1, are data.
bool hasDataAxes(Node &n) {
  return n.opset() >= 13 && n.has(1) && dependOnData(n.knownInts(1, "axes"));
}

void importSqueeze(Node &n) {
  if (hasDataAxes(n)) {
    Dims axes = n.knownInts(1, "axes"), flags = axisFlags(n, axes, n.rank(0));
    if (n.hasFailed())
      return;
    for (auto [dim, flag] : llvm::zip(n.dims(0), flags))
      n.require(n.size(1), n.select(flag, dim, n.size(1)), "a dimension to squeeze must be 1");
    return reshapeTo(n, withoutFlagged(n, n.dims(0), flags, axes.size()));
  }
  bool given;
  IntList axes = axesOf(n, n.rank(0), given);
  Dims sizes;
  for (auto [i, dim] : llvm::enumerate(n.dims(0))) {
    auto size = constantOf(dim);
    bool drop = given ? llvm::is_contained(axes, int64_t(i)) : size == 1;
    // The rank must be known, so a dynamic size stays. In a run, it must not be 1.
    if (!given && !size)
      n.require(n.size(0), n.isEqual(dim, n.size(1)),
                "dimension " + Twine(i) +
                    " has size 1 and would be dropped, since the node has no "
                    "axes; export the model with axes here");
    if (given && drop && size && *size != 1)
      return n.fail("dimension " + Twine(i) + " cannot be squeezed: its size is " + Twine(*size));
    if (!drop)
      sizes.push_back(dim);
    else if (!size)
      n.requireEqual(dim, n.size(1), "dimension " + Twine(i) + " is squeezed");
  }
  reshapeTo(n, sizes);
}

void importUnsqueeze(Node &n) {
  bool isInput = n.opset() >= 13, given;
  size_t added =
      isInput ? (n.has(1) && n.known(1) ? n.known(1)->size() : 0) : n.intsAttr("axes").size();
  if (hasDataAxes(n))
    added = n.knownInts(1, "axes").size();
  int64_t rank = n.rank(0) + added;
  if (rank > kMaxRank)
    return n.fail("the result has rank " + Twine(rank) + ", more than " + Twine(kMaxRank));
  if (hasDataAxes(n))
    return reshapeTo(n, withOnes(n, n.dims(0), axisFlags(n, n.knownInts(1, "axes"), rank)));
  IntList axes = axesOf(n, rank, given);
  if (!given)
    return n.fail("the axes are missing");
  Dims sizes;
  const Dim *next = n.dims(0).begin();
  if (n.hasFailed())
    return;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(llvm::is_contained(axes, i) ? n.size(1) : *next++);
  reshapeTo(n, sizes);
}

void importTranspose(Node &n) {
  int64_t rank = n.rank(0);
  IntList permutation = n.intsAttr("perm");
  if (!n.hasAttr("perm"))
    permutation = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  if (int64_t(permutation.size()) != rank)
    return n.fail("attribute 'perm' has " + Twine(permutation.size()) + " elements instead of " +
                  Twine(rank));
  for (int64_t axis : n.axes(permutation, rank))
    if (axis < 0)
      return;
  if (n.hasFailed())
    return;
  n.set(0, n.transpose(n.tensor(0), permutation));
}

// ---- concatenation and splitting ----

bool foldConcat(Node &n) {
  Dims elements;
  for (unsigned i = 0; i < n.numInputs(); ++i) {
    if (!n.known(i) || n.rank(i) != 1 || n.elementType(i) != n.elementType(0))
      return false;
    llvm::append_range(elements, *n.known(i));
  }
  int64_t axis = n.requiredIntAttr("axis");
  if ((axis != 0 && axis != -1) || int64_t(elements.size()) > kMaxKnownElements)
    return false;
  n.setKnown(0, elements, int64_t(elements.size()), n.elementType(0));
  return true;
}

void importConcat(Node &n) {
  int64_t axis = n.axis(n.requiredIntAttr("axis"), n.rank(0));
  SmallVector<Value> operands = n.tensors();
  n.set(0,
        operands.size() == 1 ? operands[0] : n.emit("rlx.concat", operands, n.i64("axis", axis)));
}

// The lengths of the parts along `axis`: given, or equal ones.
Dims splitLengths(Node &n, int64_t axis) {
  bool isInput = n.opset() >= 13;
  if (isInput && n.has(1))
    return n.knownInts(1, "the lengths", n.numOutputs());
  if (!isInput && n.hasAttr("split"))
    return llvm::map_to_vector<4>(n.intsAttr("split"), [&](int64_t size) { return n.size(size); });
  const bool hasNumber = n.opset() >= 18 && n.hasAttr("num_outputs");
  if (hasNumber && n.intAttr("num_outputs", 0) != n.numOutputs()) {
    n.fail("attribute 'num_outputs' is " + Twine(n.intAttr("num_outputs", 0)) + ", but it has " +
           Twine(n.numOutputs()) + " outputs");
    return {};
  }
  Dim count = n.size(std::max(1u, n.numOutputs())), size = n.dims(0)[axis];
  if (hasNumber) { // the last part may be smaller
    Dim each = n.need(ceilDiv(size, count), "the length of a part");
    Dim others = n.need(mul(each, n.size(n.numOutputs() - 1)), "the length of the parts");
    Dims lengths(n.numOutputs(), each);
    lengths.back() = n.need(sub(size, others), "the length of the last part");
    return lengths;
  }
  Dim each = n.need(floorDiv(size, count), "the length of a part");
  auto total = constantOf(n.dims(0)[axis]);
  if (total && *total % *constantOf(count) != 0)
    n.fail("dimension " + Twine(axis) + " of size " + Twine(*total) + " cannot be split into " +
           Twine(n.numOutputs()) + " equal parts");
  return Dims(n.numOutputs(), each);
}

// Input 0, whose dimension `axis` must have size `total`. If that is not known, a reshape checks it
// at the start of a run.
Value wholeOfParts(Node &n, int64_t axis, Dim total) {
  Dims sizes(n.dims(0));
  std::optional<bool> fits = equal(sizes[axis], total);
  if (fits == false)
    n.mismatch("the lengths of the parts sum to " + toString(total) + ", but dimension " +
               Twine(axis) + " has size " + toString(sizes[axis]));
  if (fits)
    return n.tensor(0);
  n.requireEqual(total, sizes[axis], "the sum of the lengths is the size of the dimension");
  sizes[axis] = total;
  return n.reshape(n.tensor(0), sizes);
}

void importSplit(Node &n) {
  int64_t axis = n.axis(n.intAttr("axis", 0), n.rank(0));
  if (n.hasFailed())
    return;
  Dims lengths = splitLengths(n, axis), starts;
  if (!n.hasFailed() && lengths.size() != n.numOutputs())
    return n.fail("has " + Twine(n.numOutputs()) + " outputs, but " + Twine(lengths.size()) +
                  " lengths");
  Dim end = n.size(0);
  for (Dim length : lengths) {
    if (auto size = constantOf(length); size && *size < 0)
      return n.fail("has a part of length " + Twine(*size));
    starts.push_back(end);
    end = n.need(add(end, length), "the start of a part");
  }
  if (n.hasFailed())
    return;
  Value whole = wholeOfParts(n, axis, end);
  for (auto [i, start, length] : llvm::enumerate(starts, lengths))
    if (n.wants(i))
      n.set(i, n.sliceAxis(whole, axis, start, length));
}

// Parts of a list of sizes.
bool foldSplit(Node &n) {
  const Dims *elements = n.rank(0) == 1 ? n.foldable(0) : nullptr;
  if (!elements || n.intAttr("axis", 0) > 0)
    return false;
  Dims all(*elements), lengths = splitLengths(n, 0);
  IntList counts;
  for (Dim length : lengths)
    if (auto count = constantOf(length); count && *count >= 0)
      counts.push_back(*count);
  if (n.hasFailed() || counts.size() != n.numOutputs() ||
      std::accumulate(counts.begin(), counts.end(), int64_t(0)) != int64_t(all.size()))
    return false;
  ArrayRef<Dim> rest = all;
  for (auto [i, count] : llvm::enumerate(counts)) {
    n.setKnown(i, Dims(rest.take_front(count)), count, n.elementType(0));
    rest = rest.drop_front(count);
  }
  return true;
}

// ---- tiling, expanding, padding ----

// The size of a dimension of size `have` that is expanded to `want`. Each may be 1.
Dim expandedSize(Node &n, Dim have, Dim want, size_t dim) {
  auto h = constantOf(have), w = constantOf(want);
  if (w && *w < 0)
    return n.fail("the shape has the invalid size " + Twine(*w)), have;
  if (h && w && *h != 1 && *w != 1 && *h != *w)
    return n.fail("size " + Twine(*h) + " cannot be expanded to " + Twine(*w)), have;
  if (w == 1 || have == want)
    return have;
  if (h == 1)
    return want;
  const std::string reason = "dimension " + std::to_string(dim) +
                             ": the sizes of the input and the shape differ, and neither is 1";
  if (w) // the op requires a size of 1 or this one
    return n.broadcast(have, want);
  if (!h && !n.mayBroadcast(have, want)) {
    n.requireEqual(have, want,
                   "dimension " + Twine(dim) +
                       ": sizes that depend on one dynamic size must be equal");
    return n.broadcast(have, want);
  }
  Dim isOne = n.max(n.min(want, n.size(2) - want), n.size(0));
  Dim size = h ? have : n.broadcast(have, want);
  n.requireEqual(size, n.select(isOne, have, want), reason);
  return size;
}

void importExpand(Node &n) {
  Dims target = n.knownInts(1, "the shape"), from(n.dims(0));
  if (n.hasFailed())
    return;
  size_t rank = std::max(target.size(), from.size());
  Dims sizes(rank, n.size(1));
  for (size_t i = 0; i < rank; ++i) { // from the last dimension
    Dim have = i < from.size() ? from[from.size() - 1 - i] : n.size(1);
    Dim want = i < target.size() ? target[target.size() - 1 - i] : n.size(1);
    sizes[rank - 1 - i] = expandedSize(n, have, want, rank - 1 - i);
    if (n.hasFailed())
      return;
  }
  n.set(0, n.expand(n.tensor(0), sizes));
}

// [a, b] tiled r, s times: reshape to [1, a, 1, b], expand to [r, a, s, b], reshape.
void importTile(Node &n) {
  Dims repeats = n.knownInts(1, "the repeats", n.rank(0)), dims(n.dims(0)), split, expanded, result;
  if (!n.hasFailed() && repeats.size() != dims.size())
    return n.fail("has " + Twine(repeats.size()) + " repeats for rank " + Twine(dims.size()));
  if (n.hasFailed())
    return;
  for (auto [dim, repeat] : llvm::zip(dims, repeats)) {
    if (auto count = constantOf(repeat); count && *count < 0)
      return n.fail("has " + Twine(*count) + " repeats, expected 0 or more");
    if (constantOf(repeat) != 1) {
      split.push_back(n.size(1));
      expanded.push_back(repeat);
    }
    split.push_back(dim);
    expanded.push_back(dim);
    result.push_back(n.need(mul(dim, repeat), "a size of the result"));
  }
  n.set(0, n.reshape(n.expand(n.reshape(n.tensor(0), split), expanded), result));
}

// Negative pads crop: they become a slice before the padding.
Value cropNegative(Node &n, Value x, Dims &low, Dims &high) {
  Dims starts, sizes = n.dimsOf(x);
  Dim zero = n.size(0);
  bool any = false;
  for (size_t i = 0; i < low.size() && i < sizes.size(); ++i) {
    Dim front = n.max(0 - low[i], zero), back = n.max(0 - high[i], zero);
    any |= front != zero || back != zero;
    std::string text = "pads remove more than dimension " + std::to_string(i) + " has";
    if (auto l = constantOf(low[i]), h = constantOf(high[i]), size = constantOf(sizes[i]);
        l && h && size)
      text = "pads of " + std::to_string(*l) + " and " + std::to_string(*h) +
             " remove more than dimension " + std::to_string(i) + " has, which is " +
             std::to_string(*size);
    n.require(sizes[i], front + back, text);
    starts.push_back(front);
    sizes[i] = n.need(sub(sizes[i], front + back), "a size");
    low[i] = n.max(low[i], zero);
    high[i] = n.max(high[i], zero);
  }
  return any ? n.slice(x, starts, sizes, IntList(sizes.size(), 1)) : x;
}

// The pads of all dimensions, where those of the axes of input 3 are given.
Dims padsOfAxes(Node &n, ArrayRef<Dim> given) {
  Dims axes = n.knownInts(3, "axes"), none(n.rank(0), n.size(0));
  if (n.hasFailed())
    return {};
  if (given.size() != 2 * axes.size()) {
    n.fail("has " + Twine(given.size()) + " pads for " + Twine(axes.size()) + " axes");
    return {};
  }
  if (!dependOnData(axes))
    n.axes(llvm::map_to_vector(axes, [](Dim axis) { return *constantOf(axis); }), n.rank(0));
  Dims pads = spread(n, axes, given.take_front(axes.size()), none);
  llvm::append_range(pads, spread(n, axes, given.drop_front(axes.size()), none));
  return pads;
}

Dims readPads(Node &n) {
  if (n.opset() < 11)
    return llvm::map_to_vector<4>(n.intsAttr("pads"), [&](int64_t pad) { return n.size(pad); });
  const bool hasAxes = n.opset() >= 18 && n.has(3);
  std::optional<int64_t> length = n.rank(0);
  if (hasAxes)
    length = n.dims(3).size() == 1 ? constantOf(n.dims(3)[0]) : std::nullopt;
  if (length)
    length = 2 * *length;
  Dims pads = n.knownInts(1, "the pads", length);
  return hasAxes && !n.hasFailed() ? padsOfAxes(n, pads) : pads;
}

void importPad(Node &n) {
  bool isInput = n.opset() >= 11;
  std::string mode = n.stringAttr("mode", "constant");
  Dims pads = readPads(n);
  size_t rank = n.rank(0);
  if (n.hasFailed())
    return;
  if (pads.size() != 2 * rank)
    return n.fail("has " + Twine(pads.size()) + " pads for rank " + Twine(rank));
  const std::pair<StringRef, PadMode> modes[] = {{"constant", PadMode::Constant},
                                                 {"reflect", PadMode::Reflect},
                                                 {"edge", PadMode::Edge},
                                                 {"wrap", PadMode::Wrap}};
  auto known = llvm::find_if(modes, [&](auto &each) { return each.first == mode; });
  if (known == std::end(modes) || (known->second == PadMode::Wrap && n.opset() < 19))
    return n.unsupported("attribute 'mode' is '" + Twine(mode) +
                         "'; supported are constant, reflect, edge and, since operator set 19, "
                         "wrap");
  for (Dim pad : pads)
    if (auto value = constantOf(pad); value && llvm::AbsoluteValue(*value) > (uint64_t(1) << 31))
      return n.fail("has the invalid pad " + Twine(*value));
  double fill = isInput ? 0 : n.floatAttr("value", 0);
  Value value =
      isInput && n.has(2) ? n.single(2, "constant_value") : n.scalar(n.elementType(0), fill);
  Dims low(pads.begin(), pads.begin() + rank), high(pads.begin() + rank, pads.end());
  Value x = cropNegative(n, n.tensor(0), low, high);
  n.set(0, n.pad(x, value, low, high, known->second));
}

// ---- channels and blocks ----

struct BlockSizes {
  int64_t block;
  Dim batch, channels, height, width;
};

std::optional<BlockSizes> readBlocks(Node &n) {
  int64_t block = n.requiredIntAttr("blocksize");
  if (n.rank(0) != 4)
    n.fail("expects rank 4, but got " + Twine(n.rank(0)));
  else if (block < 1 || block > (1 << 16))
    n.fail("attribute 'blocksize' is " + Twine(block));
  if (n.hasFailed())
    return std::nullopt;
  ArrayRef<Dim> d = n.dims(0);
  return BlockSizes{block, d[0], d[1], d[2], d[3]};
}

// Fails if a size is known not to be a multiple of `divisor`. Reshapes check other sizes at the
// start of a run.
void expectMultiple(Node &n, StringRef what, Dim size, int64_t divisor) {
  if (auto value = constantOf(size); value && *value % divisor != 0)
    n.fail(what + " is " + Twine(*value) + ", but attribute 'blocksize' needs a multiple of " +
           Twine(divisor));
}

void importDepthToSpace(Node &n) {
  std::string mode = n.stringAttr("mode", "DCR");
  std::optional<BlockSizes> s = readBlocks(n);
  if (!s)
    return;
  if (mode != "DCR" && mode != "CRD")
    return n.unsupported("attribute 'mode' is '" + Twine(mode) + "'; supported are DCR and CRD");
  expectMultiple(n, "the number of channels", s->channels, s->block * s->block);
  Dim b = n.size(s->block);
  Dim depth = n.need(floorDiv(s->channels, n.size(s->block * s->block)), "the number of channels");
  bool dcr = mode == "DCR";
  Value x = n.reshape(n.tensor(0), dcr ? Dims{s->batch, b, b, depth, s->height, s->width}
                                       : Dims{s->batch, depth, b, b, s->height, s->width});
  x = n.transpose(x, dcr ? IntList{0, 3, 4, 1, 5, 2} : IntList{0, 1, 4, 2, 5, 3});
  n.set(0, n.reshape(x, {s->batch, depth, n.need(mul(s->height, b), "the height"),
                         n.need(mul(s->width, b), "the width")}));
}

void importSpaceToDepth(Node &n) {
  const std::string mode = n.opset() < 28 ? "DCR" : n.stringAttr("mode", "DCR");
  std::optional<BlockSizes> s = readBlocks(n);
  if (!s)
    return;
  if (mode != "DCR" && mode != "CRD")
    return n.unsupported("attribute 'mode' is '" + Twine(mode) + "'; supported are DCR and CRD");
  expectMultiple(n, "the height", s->height, s->block);
  expectMultiple(n, "the width", s->width, s->block);
  Dim b = n.size(s->block);
  Dim height = n.need(floorDiv(s->height, b), "the height");
  Dim width = n.need(floorDiv(s->width, b), "the width");
  Value x = n.reshape(n.tensor(0), {s->batch, s->channels, height, b, width, b});
  x = n.transpose(x, mode == "DCR" ? IntList{0, 3, 5, 1, 2, 4} : IntList{0, 1, 3, 5, 2, 4});
  Dim depth = n.need(mul(s->channels, n.size(s->block * s->block)), "the number of channels");
  n.set(0, n.reshape(x, {s->batch, depth, height, width}));
}
} // namespace

void rlx::onnxim::addShapeOps(OpTable &table) {
  table.add("Reshape", {importReshape, nullptr, 5});
  table.add("Flatten", {importFlatten, nullptr});
  table.add("Squeeze", {importSqueeze, nullptr, kMinOpset, 12});
  table.add("Squeeze", {importSqueeze, nullptr, 13});
  table.add("Unsqueeze", {importUnsqueeze, nullptr, kMinOpset, 12});
  table.add("Unsqueeze", {importUnsqueeze, nullptr, 13});
  table.add("Transpose", {importTranspose, nullptr});
  table.add("Concat", {importConcat, foldConcat, 4});
  table.add("Split", {importSplit, foldSplit, 2, 12});
  table.add("Split", {importSplit, foldSplit, 13, 18});
  table.add("Expand", {importExpand, nullptr, 8});
  table.add("Tile", {importTile, nullptr, 6});
  table.add("Pad", {importPad, nullptr, 2, 10});
  table.add("Pad", {importPad, nullptr, 11, 18});
  table.add("DepthToSpace", {importDepthToSpace, nullptr});
  table.add("SpaceToDepth", {importSpaceToDepth, nullptr, kMinOpset, 28});
  table.limit("Reshape", "-1 for a size that no expression of the inputs' sizes gives");
  table.limit("Squeeze", "without axes, a dynamic size that is 1 in a run");
}
