// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions: MatMul, Gemm, Einsum.
//
// Einsum takes one or two operands with distinct labels each. Two operands become rlx.dot_general.
#include "importers/onnx/OnnxOpTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {
void importMatMul(Node &n) {
  if (n.rank(0) == 0 || n.rank(1) == 0)
    return n.fail("operands of rank 0 are not allowed");
  n.set(0, n.emit("rlx.matmul", {n.tensor(0), n.tensor(1)}));
}

Value scaled(Node &n, Value value, double factor) {
  if (factor == 1.0 || !value)
    return value;
  return n.emit("rlx.mul", {value, n.scalar(n.elementType(0), factor)});
}

// alpha * A' * B' + beta * C.
void importGemm(Node &n) {
  double alpha = n.floatAttr("alpha", 1), beta = n.floatAttr("beta", 1);
  bool transA = n.flagAttr("transA", false), transB = n.flagAttr("transB", false);
  if (n.opset() < 7)
    n.ignoreAttr("broadcast"); // NumPy broadcasting allows it anyway
  if (n.rank(0) != 2 || n.rank(1) != 2)
    return n.fail("expects matrices, but got ranks " + Twine(n.rank(0)) + " and " +
                  Twine(n.rank(1)));
  auto columns = constantOf(n.dims(0)[transA ? 0 : 1]),
       rows = constantOf(n.dims(1)[transB ? 1 : 0]);
  if (columns && rows && *columns != *rows)
    return n.mismatch("expects equal inner sizes of A and B, but got " + Twine(*columns) + " and " +
                      Twine(*rows) + " with transA = " + Twine(transA) +
                      " and transB = " + Twine(transB));
  Value a = n.tensor(0), b = n.tensor(1);
  if (transA)
    a = n.transpose(a, {1, 0});
  if (transB)
    b = n.transpose(b, {1, 0});
  Value result = scaled(n, n.emit("rlx.matmul", {a, b}), alpha);
  if (n.has(2) && beta != 0)
    result = n.emit("rlx.add", {result, scaled(n, n.tensor(2), beta)});
  n.set(0, result);
}

// ---- Einsum ----

// The labels of the operands and the result, for example "bij,bjk->bik".
struct Equation {
  SmallVector<std::string> operands;
  std::string result;
};

// Without "->" the result has the labels that occur once, sorted.
std::string implicitResult(const Equation &e) {
  std::string result;
  for (char label = 'A'; label <= 'z'; ++label) {
    auto count = [&](const std::string &text) { return llvm::count(text, label); };
    int64_t total = 0;
    for (const std::string &operand : e.operands)
      total += count(operand);
    if (total == 1)
      result += label;
  }
  return result;
}

bool hasDistinctLabels(StringRef text) {
  return llvm::all_of(text,
                      [&](char label) { return llvm::isAlpha(label) && text.count(label) == 1; });
}

std::optional<Equation> readEquation(Node &n) {
  std::string text = n.stringAttr("equation", "");
  llvm::erase(text, ' ');
  auto [left, right] = StringRef(text).split("->");
  Equation e;
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  for (StringRef term : terms)
    e.operands.push_back(term.str());
  e.result = StringRef(text).contains("->") ? right.str() : implicitResult(e);
  bool isSupported =
      terms.size() <= 2 && hasDistinctLabels(e.result) && llvm::all_of(terms, hasDistinctLabels);
  for (char label : e.result)
    isSupported &= left.contains(label);
  if (!isSupported)
    n.unsupported("equation '" + Twine(text) +
                  "' is not supported; supported are one or two operands "
                  "with distinct labels each, and no ellipsis");
  else if (terms.size() != n.numInputs())
    n.fail("equation '" + Twine(text) + "' does not have " + Twine(n.numInputs()) + " operands");
  for (unsigned i = 0; i < n.numInputs() && !n.hasFailed(); ++i)
    if (int64_t(terms[i].size()) != n.rank(i))
      n.fail("operand '" + terms[i] + "' of the equation has rank " + Twine(n.rank(i)));
  return n.hasFailed() ? std::nullopt : std::optional<Equation>(e);
}

// Sums over the labels that occur nowhere else and removes them from `labels`.
Value sumPrivateLabels(Node &n, Value x, std::string &labels, StringRef others) {
  IntList axes;
  std::string kept;
  for (auto [i, label] : llvm::enumerate(labels)) {
    if (others.contains(label))
      kept += label;
    else
      axes.push_back(i);
  }
  labels = kept;
  return axes.empty() ? x : n.reduce("rlx.reduce_sum", x, axes, /*keepDims=*/false);
}

// Contracts the operands over their common labels. `labels` become those of the product.
Value contract(Node &n, Value lhs, Value rhs, std::string &labels, StringRef rhsLabels,
               StringRef result) {
  IntList batch[2], contracted[2];
  std::string common, free;
  for (auto [i, label] : llvm::enumerate(labels)) {
    size_t j = rhsLabels.find(label);
    if (j == StringRef::npos) {
      free += label;
      continue;
    }
    bool isBatch = result.contains(label);
    (isBatch ? batch : contracted)[0].push_back(i);
    (isBatch ? batch : contracted)[1].push_back(j);
    if (isBatch)
      common += label;
  }
  for (char label : rhsLabels)
    if (!StringRef(labels).contains(label))
      free += label;
  labels = common + free;
  return n.emit("rlx.dot_general", {lhs, rhs},
                {n.i64s("lhs_batch", batch[0]), n.i64s("rhs_batch", batch[1]),
                 n.i64s("lhs_contract", contracted[0]), n.i64s("rhs_contract", contracted[1])});
}

void importEinsum(Node &n) {
  std::optional<Equation> e = readEquation(n);
  if (!e)
    return;
  bool isBinary = e->operands.size() == 2;
  std::string labels = e->operands[0], rhsLabels = isBinary ? e->operands[1] : "";
  Value x = sumPrivateLabels(n, n.tensor(0), labels, e->result + rhsLabels);
  if (isBinary) {
    Value rhs = sumPrivateLabels(n, n.tensor(1), rhsLabels, e->result + labels);
    x = contract(n, x, rhs, labels, rhsLabels, e->result);
  }
  IntList permutation;
  for (char label : e->result)
    permutation.push_back(labels.find(label));
  n.set(0, n.transpose(x, permutation));
}
} // namespace

void rlx::onnxim::addLinalgOps(OpTable &table) {
  table.add("MatMul", {importMatMul, nullptr});
  table.add("Gemm", {importGemm, nullptr, 6});
  table.add("Einsum", {importEinsum, nullptr, 12});
  table.limit("Einsum", "more than 2 operands; a label twice in an operand; an ellipsis");
}
