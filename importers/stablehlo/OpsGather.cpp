// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gather: slices of the operand at computed indices, which are clamped to be inside of it.
//
// With the mapped dimensions in front, this is rlx.gather_nd of the indices of all elements. A
// gather of whole slices along one dimension is rlx.gather.
#include "importers/stablehlo/Indices.h"
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Regions.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

struct Gather {
  IntList offsetDims, collapsed, operandBatching, indicesBatching, indexMap, sizes;
  int64_t vectorDim = 0;
};

std::optional<Gather> readGather(Node &op) {
  Fields fields = op.fields("dimension_numbers", "gather");
  Gather g;
  g.offsetDims = fields.list("offset_dims");
  g.collapsed = fields.list("collapsed_slice_dims");
  g.operandBatching = fields.list("operand_batching_dims");
  g.indicesBatching = fields.list("start_indices_batching_dims");
  g.indexMap = fields.list("start_index_map");
  g.vectorDim = fields.integer("index_vector_dim", 0);
  op.expectAllRead("dimension_numbers", fields);
  Value x = op.in(0);
  g.sizes = op.integers("slice_sizes", rankOf(x));
  if (!op.hasFailed() && llvm::any_of(shapeOf(x), ShapedType::isDynamic))
    op.unsupported("of an operand with dynamic sizes is not supported");
  IntList mapped(g.indexMap);
  llvm::append_range(mapped, g.operandBatching);
  if (op.hasFailed() || !expectDims(op, mapped, x) || !expectDims(op, g.collapsed, x))
    return std::nullopt;
  for (auto [i, size] : llvm::enumerate(g.sizes))
    if (!op.expect(size >= 0 && size <= shapeOf(x)[i], "slice sizes of at most the operand's"))
      return std::nullopt;
  for (const IntList *dims : {&g.collapsed, &g.operandBatching})
    for (int64_t dim : *dims)
      if (!op.expect(g.sizes[dim] <= 1, "slices of size 1 in collapsed and batching dimensions"))
        return std::nullopt;
  return g;
}

// The result [batch.., slice dimensions..] with the slice dimensions at offset_dims.
Value arranged(Node &op, Value result, const Gather &g, int64_t numBatch) {
  const int64_t rank = rankOf(result);
  if (op.hasFailed() ||
      !op.expect(static_cast<int64_t>(g.offsetDims.size()) == rank - numBatch,
                 Twine(rank - numBatch) + " offset_dims, but got " + Twine(g.offsetDims.size())) ||
      !expectDims(op, g.offsetDims, result))
    return {};
  IntList permutation(rank, -1);
  for (auto [i, dim] : llvm::enumerate(g.offsetDims))
    permutation[dim] = numBatch + static_cast<int64_t>(i);
  int64_t next = 0;
  for (int64_t &from : permutation)
    if (from < 0)
      from = next++;
  return op.transpose(result, permutation);
}

// The slices of x, whose dimensions without an index are cut already: [batch.., x's dimensions..].
Value gatheredSlices(Node &op, const Gather &g, Value x, const StartIndices &start,
                     ArrayRef<int64_t> limits) {
  const int64_t rank = rankOf(x), numBatch = start.batch.size();
  IntList sizes(start.batch), window;
  if (start.dims.empty()) { // the same slice for each batch
    llvm::append_range(sizes, shapeOf(x));
    return op.expand(x, sizes);
  }
  for (int64_t dim : start.dims)
    window.push_back(g.sizes[dim]);
  IntList order = withFirst(start.dims, rank);
  Value indices = clampedIndices(op, start.indices, limits), first = op.transpose(x, order), result;
  if (start.dims.size() == 1 && window[0] == 1)
    result = op.emit("rlx.gather", {first, op.reshape(indices, start.batch)}, op.i64("axis", 0));
  else
    result = op.emit("rlx.gather_nd", {first, windowIndices(op, indices, window)},
                     op.i64("batch_dims", 0));
  // [batch.., window.., other dimensions..] in the order of x's dimensions.
  llvm::append_range(sizes, window);
  for (int64_t dim : ArrayRef(order).drop_front(start.dims.size()))
    sizes.push_back(shapeOf(x)[dim]);
  IntList back = rangeOf(0, numBatch);
  for (int64_t from : inversePermutation(order))
    back.push_back(numBatch + from);
  return op.transpose(op.reshape(result, sizes), back);
}

void importGather(Node &op) {
  std::optional<Gather> g = readGather(op);
  if (!g)
    return;
  Value x = op.in(0);
  StartIndices start =
      startIndices(op, op.in(1), g->vectorDim, g->indexMap, g->operandBatching, g->indicesBatching);
  if (op.hasFailed())
    return;
  if (productOf(start.batch) == 0 || productOf(g->sizes) == 0)
    return op.set(0, op.expand(op.scalar(elementOf(x), 0), op.resultShape()));
  const int64_t rank = rankOf(x);
  IntList cut(shapeOf(x)), limits, kept(start.batch);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!llvm::is_contained(start.dims, dim)) // without an index, slices start at 0
      cut[dim] = g->sizes[dim];
    if (!llvm::is_contained(g->collapsed, dim) && !llvm::is_contained(g->operandBatching, dim))
      kept.push_back(g->sizes[dim]);
  }
  for (int64_t dim : start.dims)
    limits.push_back(shapeOf(x)[dim] - g->sizes[dim]);
  x = op.slice(x, IntList(rank, 0), cut, IntList(rank, 1));
  Value slices = op.hasFailed() ? Value() : gatheredSlices(op, *g, x, start, limits);
  op.set(0, arranged(op, op.reshape(slices, kept), *g, start.batch.size()));
}

} // namespace

void rlx::shlo::addGatherOps(OpTable &table) {
  table.add("stablehlo.gather", importGather, {2});
}
