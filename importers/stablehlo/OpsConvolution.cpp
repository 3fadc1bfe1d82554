// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions with any order of dimensions, dilated inputs, reversed windows and groups of
// batches.
//
// Operands are transposed to the order of rlx.conv: channels first or last, and the filter as
// [O, I / groups, k..]. A dilated input is padded between its elements first.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct Conv {
  ConvDims dims;
  IntList strides, inputDilation, filterDilation, low, high;
  SmallVector<bool> reversal;
  int64_t featureGroups = 1, batchGroups = 1;
  size_t rank() const { return dims.input.spatial.size(); }
};

// The boolean list `window_reversal`, array<i1: false, true> or dense<false>.
SmallVector<bool> reversalOf(Node &op, size_t rank) {
  Attribute attribute = op.attr("window_reversal");
  if (!attribute)
    return SmallVector<bool>(rank, false);
  SmallVector<bool> values;
  if (auto array = dyn_cast<DenseBoolArrayAttr>(attribute))
    values.assign(array.asArrayRef().begin(), array.asArrayRef().end());
  else if (std::optional<IntList> list = integersOf(attribute))
    for (int64_t value : *list)
      values.push_back(value != 0);
  op.expect(values.size() == rank, "attribute 'window_reversal' to have " + Twine(rank) +
                                       " booleans, but got " + attributeText(attribute));
  values.resize(rank);
  return values;
}

std::optional<Conv> readConv(Node &op) {
  std::optional<ConvDims> dims = ConvDims::parse(op.attr("dimension_numbers"));
  if (!op.expect(dims.has_value(),
                 "attribute 'dimension_numbers' to have the form #stablehlo.conv<[b, 0, 1, f]x"
                 "[0, 1, i, o]->[b, 0, 1, f]>, but got " +
                     attributeText(op.attr("dimension_numbers"))))
    return std::nullopt;
  Conv conv;
  conv.dims = *dims;
  const size_t rank = conv.rank();
  conv.strides = op.integers("window_strides", rank, 1);
  conv.inputDilation = op.integers("lhs_dilation", rank, 1);
  conv.filterDilation = op.integers("rhs_dilation", rank, 1);
  IntList padding = op.integers("padding", 2 * rank, 0);
  conv.reversal = reversalOf(op, rank);
  conv.featureGroups = op.integer("feature_group_count", 1);
  conv.batchGroups = op.integer("batch_group_count", 1);
  for (size_t i = 0; i < rank; ++i) {
    conv.low.push_back(padding[2 * i]);
    conv.high.push_back(padding[2 * i + 1]);
    expectPadding(op, conv.low[i], conv.high[i]);
    op.expect(conv.inputDilation[i] >= 1 && conv.inputDilation[i] < (1 << 20),
              "attribute 'lhs_dilation' of 1 or more");
  }
  const int64_t expected = static_cast<int64_t>(rank) + 2;
  op.expect(rankOf(op.in(0)) == expected && rankOf(op.in(1)) == expected,
            "operands of rank " + Twine(expected) + ", as attribute 'dimension_numbers' says");
  op.expect(conv.featureGroups >= 1 && conv.batchGroups >= 1, "group counts of 1 or more");
  if (!op.hasFailed() && rank > 3)
    op.unsupported("with " + Twine(rank) +
                   " spatial dimensions is not supported, only up to 3 are");
  return op.hasFailed() ? std::nullopt : std::optional(std::move(conv));
}

IntList permutationOf(int64_t first, int64_t second, ArrayRef<int64_t> spatial, bool isLast) {
  IntList permutation = {first};
  if (!isLast)
    permutation.push_back(second);
  llvm::append_range(permutation, spatial);
  if (isLast)
    permutation.push_back(second);
  return permutation;
}

IntList inverseOf(ArrayRef<int64_t> permutation) {
  IntList inverse(permutation.size());
  for (auto [i, dim] : llvm::enumerate(permutation))
    inverse[dim] = i;
  return inverse;
}

// Zeros between elements of the spatial dimensions, and before and behind them where rlx.conv has
// no such padding: negative padding cuts.
Value padInput(Node &op, Value input, Conv &conv, int64_t firstSpatial) {
  const size_t rank = rankOf(input);
  for (size_t i = 0; i < conv.rank(); ++i) {
    const int64_t axis = firstSpatial + i, between = conv.inputDilation[i] - 1;
    IntList sizes(shapeOf(input)), column(sizes), low(rank + 1, 0), high(rank + 1, 0);
    if (between > 0 && ShapedType::isDynamic(sizes[axis]))
      op.unsupported("with lhs_dilation of a dynamic size is not supported");
    if (op.hasFailed())
      return {};
    if (between > 0 && sizes[axis] > 1) {
      column.insert(column.begin() + axis + 1, 1);
      high[axis + 1] = between;
      const int64_t size = sizes[axis];
      sizes[axis] = size * (between + 1);
      input = op.reshape(op.pad(op.reshape(input, column), Value(), low, high), sizes);
      input = op.sliceAxis(input, axis, 0, sizes[axis] - between);
    }
    IntList before(rank, 0), after(rank, 0);
    before[axis] = std::min<int64_t>(conv.low[i], 0);
    after[axis] = std::min<int64_t>(conv.high[i], 0);
    input = op.pad(input, Value(), before, after);
    conv.low[i] = std::max<int64_t>(conv.low[i], 0);
    conv.high[i] = std::max<int64_t>(conv.high[i], 0);
  }
  return input;
}

// Groups of batches become groups of features: [G * N, C, ..] is [N, G * C, ..].
Value batchGroupsToFeatures(Node &op, Value input, int64_t groups, bool isLast) {
  IntList sizes(shapeOf(input));
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    op.unsupported("with batch_group_count and dynamic sizes is not supported");
  const int64_t rank = sizes.size(), feature = isLast ? rank - 1 : 1;
  if (op.hasFailed() ||
      !op.expect(sizes[0] % groups == 0, "a batch_group_count that divides the batch size"))
    return {};
  IntList split = {groups, sizes[0] / groups};
  split.append(sizes.begin() + 1, sizes.end());
  // The groups before the features.
  IntList permutation = rangeOf(1, rank + 1);
  permutation.insert(permutation.begin() + feature, 0);
  sizes[0] /= groups;
  sizes[feature] *= groups;
  return op.reshape(op.transpose(op.reshape(input, split), permutation), sizes);
}

// The type to compute in: operands of mixed types, and narrow ones that are summed in a wider type,
// take that of the result.
Type convType(Node &op, Value input, Value filter) {
  const Type to = op.resultElement(), from = elementOf(input);
  if (op.hasFailed() || from != elementOf(filter))
    return to;
  const bool isWider = to.isIntOrFloat() && from.isIntOrFloat() && bitWidth(to) > bitWidth(from);
  return isWider ? to : from;
}

// rlx.conv of operands in its order.
Value emitConv(Node &op, Conv conv, Value input, Value filter, int64_t groups, bool isLast) {
  const Type type = convType(op, input, filter);
  if (!op.hasFailed() && isComplex(type))
    op.unsupported("of complex numbers is not supported");
  if (op.hasFailed())
    return {};
  IntList pads(conv.low);
  llvm::append_range(pads, conv.high);
  const bool isPoint = conv.rank() == 0; // a matmul: one spatial dimension of size 1
  if (isPoint) {
    IntList sizes(shapeOf(input)), filterSizes(shapeOf(filter));
    sizes.push_back(1);
    filterSizes.push_back(1);
    input = op.reshape(input, sizes);
    filter = op.reshape(filter, filterSizes);
    pads = {0, 0};
    conv.strides = conv.filterDilation = {1};
  }
  const DataFormat format = isLast ? DataFormat::ChannelsLast : DataFormat::ChannelsFirst;
  Value result = op.emit("rlx.conv", {op.cast(input, type), op.cast(filter, type)},
                         {op.i64s("strides", conv.strides), op.i64s("pads", pads),
                          op.i64s("dilations", conv.filterDilation), op.i64("groups", groups),
                          op.enumerator("data_format", format)});
  return isPoint && result ? op.reshape(result, shapeOf(result).drop_back()) : result;
}

void importConvolution(Node &op) {
  std::optional<Conv> conv = readConv(op);
  if (!conv)
    return;
  const ConvDims &dims = conv->dims;
  const int64_t last = static_cast<int64_t>(conv->rank()) + 1;
  const bool isLast = dims.input.second == last && conv->rank() > 0; // channels last
  auto order = [](const ConvDims::Operand &operand, bool isLast) {
    return permutationOf(operand.first, operand.second, operand.spatial, isLast);
  };
  Value input = op.transpose(op.in(0), order(dims.input, isLast));
  Value filter = op.transpose(op.in(1), order(dims.filter, false));
  for (size_t i = 0; i < conv->rank() && !op.hasFailed(); ++i)
    if (const int64_t size = shapeOf(filter)[2 + i]; conv->reversal[i] && size > 1)
      filter = op.sliceAxis(filter, 2 + i, size - 1, size, -1);
  input = padInput(op, input, *conv, isLast ? 1 : 2);
  int64_t groups = conv->featureGroups;
  if (conv->batchGroups > 1) {
    if (!op.expect(groups == 1, "only one of feature_group_count and batch_group_count above 1"))
      return;
    groups = conv->batchGroups;
    input = batchGroupsToFeatures(op, input, groups, isLast);
  }
  Value result = emitConv(op, *conv, input, filter, groups, isLast);
  op.set(0,
         op.cast(op.transpose(result, inverseOf(order(dims.output, isLast))), op.resultElement()));
}

} // namespace

void rlx::shlo::addConvolutionOps(OpTable &table) {
  table.add("stablehlo.convolution", importConvolution, {2});
  table.limit("stablehlo.convolution", "complex numbers; more than 3 spatial dimensions");
}
