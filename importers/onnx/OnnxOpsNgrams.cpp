// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TfIdfVectorizer: how often n-grams of a constant pool occur in each row.
//
// Each element of the pool is compared with the elements of the rows at every start and distance.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

struct Ngrams {
  IntList pool, indexes, starts; // `starts`: where those of length 1, 2, … begin in the pool
  int64_t minLength, maxLength, maxSkips;
};

Ngrams readNgrams(Node &n) {
  Ngrams g{n.intsAttr("pool_int64s"),
           n.intsAttr("ngram_indexes"),
           n.intsAttr("ngram_counts"),
           n.requiredIntAttr("min_gram_length"),
           n.requiredIntAttr("max_gram_length"),
           n.requiredIntAttr("max_skip_count")};
  if (isString(n.elementType(0)))
    g.pool = stringNumbers(n, n.stringsAttr("pool_strings"));
  n.ignoreAttr("pool_strings");
  if (g.minLength < 1 || g.maxLength < g.minLength || g.maxSkips < 0 || g.maxSkips > (1 << 16))
    n.fail("expects lengths of at least 1 in ascending order, and a number of skips");
  size_t count = 0;
  for (auto [i, start] : llvm::enumerate(g.starts)) {
    const int64_t end = i + 1 < g.starts.size() ? g.starts[i + 1] : int64_t(g.pool.size());
    if (start < 0 || end < start || end > int64_t(g.pool.size()) || (end - start) % (i + 1) != 0)
      return n.fail("attribute 'ngram_counts' does not fit the number of elements of the pool"), g;
    count += (end - start) / (i + 1);
  }
  if (count != g.indexes.size())
    n.fail("attribute 'ngram_indexes' has " + Twine(g.indexes.size()) + " elements for " +
           Twine(count) + " n-grams");
  for (int64_t index : g.indexes)
    if (index < 0 || index > kMaxElements)
      n.fail("attribute 'ngram_indexes' has the invalid element " + Twine(index));
  return g;
}

Expr integers(Node &n, ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get(int64_t(values.size()), n.builder().getI64Type());
  return {n, n.literal(DenseElementsAttr::get(type, values))};
}

// How often each n-gram of `length` elements occurs in each row, as [rows, n-grams].
Expr countNgrams(Expr rows, ArrayRef<int64_t> pool, int64_t length, int64_t maxSkips) {
  Node &n = rows.node();
  Dims sizes = n.dimsOf(rows.value());
  const int64_t numNgrams = int64_t(pool.size()) / length;
  const Dim count = n.size(numNgrams), one = n.size(1);
  std::optional<Expr> total;
  for (int64_t distance = 1; distance <= (length == 1 ? 1 : maxSkips + 1); ++distance) {
    Dim starts = n.max(sizes[1] - distance * (length - 1), n.size(0));
    if (constantOf(starts) == 0)
      break;
    std::optional<Expr> matches;
    for (int64_t i = 0; i < length; ++i) {
      IntList wanted;
      for (int64_t k = 0; k < numNgrams; ++k)
        wanted.push_back(pool[k * length + i]);
      // Rows that are too short have no starts, and nothing to skip.
      Dim first = n.min(n.size(distance * i), n.max(sizes[1] - starts, n.size(0)));
      Expr part(n, n.sliceAxis(rows.value(), 1, first, starts));
      Expr equal = part.reshaped({sizes[0], starts, one}) == integers(n, wanted);
      matches = matches ? *matches & equal : equal;
    }
    Type i64 = n.builder().getI64Type();
    Expr sum(n, n.reduce("rlx.reduce_sum", matches->to(i64).value(), 1, /*keepDims=*/false));
    total = total ? *total + sum : sum;
  }
  if (total)
    return *total;
  return Expr(n, n.scalar(n.builder().getI64Type(), 0)).expanded({sizes[0], count});
}

// The numbers for each n-gram at its index in the result.
Expr placed(Expr counts, ArrayRef<int64_t> indexes, Dim rows, int64_t width) {
  Node &n = counts.node();
  Dims sizes = {rows, n.size(int64_t(indexes.size()))};
  Expr zeros = counts.number(0).expanded({rows, n.size(width)});
  Expr indices = integers(n, indexes).expanded(sizes);
  return {n, n.emit("rlx.scatter_elements", {zeros.value(), indices.value(), counts.value()},
                    {n.i64("axis", 1), n.choice("reduction", ScatterReduction::Add)})};
}

void importTfIdf(Node &n) {
  Ngrams g = readNgrams(n);
  const std::string mode = n.stringAttr("mode", "TF");
  SmallVector<double> weights = n.floatsAttr("weights");
  const int64_t rank = n.rank(0);
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    n.fail("attribute 'mode' is '" + Twine(mode) + "', but must be TF, IDF or TFIDF");
  if (rank != 1 && rank != 2)
    n.fail("expects rank 1 or 2, but got rank " + Twine(rank));
  const int64_t width = g.indexes.empty() ? 0 : *llvm::max_element(g.indexes) + 1;
  if (!weights.empty() && int64_t(weights.size()) != int64_t(g.indexes.size()))
    n.fail("attribute 'weights' has " + Twine(weights.size()) + " elements for " +
           Twine(g.indexes.size()) + " n-grams");
  if (n.hasFailed())
    return;
  Dim numRows = rank == 2 ? n.dims(0)[0] : n.size(1);
  Type i64 = n.builder().getI64Type(), f32 = n.builder().getF32Type();
  Expr rows = Expr(n, n.tensor(0)).to(i64).reshaped({numRows, n.dims(0).back()});
  SmallVector<Value> counts;
  for (auto [i, start] : llvm::enumerate(g.starts)) {
    const int64_t length = int64_t(i) + 1;
    const int64_t end = i + 1 < g.starts.size() ? g.starts[i + 1] : int64_t(g.pool.size());
    if (end == start)
      continue;
    ArrayRef<int64_t> pool = ArrayRef(g.pool).slice(start, end - start);
    if (length >= g.minLength && length <= g.maxLength)
      counts.push_back(countNgrams(rows, pool, length, g.maxSkips).value());
    else
      counts.push_back(n.expand(n.scalar(i64, 0), {numRows, n.size((end - start) / length)}));
  }
  if (counts.empty())
    return n.fail("has no n-grams");
  Value all = counts.size() == 1 ? counts[0] : n.emit("rlx.concat", counts, n.i64("axis", 1));
  Expr result = placed(Expr(n, all), g.indexes, numRows, width).to(f32);
  if (mode != "TF") {
    // Element i of the result has weight i, as in ONNX Runtime.
    weights.resize(width, weights.empty() ? 1 : 0);
    SmallVector<Attribute> factors;
    for (double weight : weights)
      factors.push_back(n.scalarAttr(f32, weight));
    Expr factor(n, n.literal(DenseElementsAttr::get(RankedTensorType::get(width, f32), factors)));
    result = mode == "TFIDF" ? result * factor : where(result > 0, factor, result.number(0));
  }
  Dims sizes(n.dims(0).drop_back());
  sizes.push_back(n.size(width));
  n.set(0, result.reshaped(sizes).value());
}

} // namespace

void rlx::onnxim::addNgramOps(OpTable &table) {
  table.add("TfIdfVectorizer", {importTfIdf, nullptr, 9});
}
