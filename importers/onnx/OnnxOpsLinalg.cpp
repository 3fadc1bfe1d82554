// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions: MatMul, Gemm, Einsum.
//
// Einsum contracts its operands pairwise with rlx.dot_general, the cheapest pair first.
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

Value rlx::onnxim::emitScaled(Node &n, Value value, double factor) {
  if (factor == 1.0 || !value)
    return value;
  Type type = cast<RankedTensorType>(value.getType()).getElementType();
  return n.emit("rlx.mul", {value, n.scalar(type, factor)});
}

Value rlx::onnxim::emitGemm(Node &n) {
  double alpha = n.floatAttr("alpha", 1), beta = n.floatAttr("beta", 1);
  bool transA = n.flagAttr("transA", false), transB = n.flagAttr("transB", false);
  if (n.opset() < 7)
    n.ignoreAttr("broadcast"); // NumPy broadcasting allows it anyway
  if (n.rank(0) != 2 || n.rank(1) != 2) {
    n.fail("expects matrices, but got ranks " + Twine(n.rank(0)) + " and " + Twine(n.rank(1)));
    return {};
  }
  auto columns = constantOf(n.dims(0)[transA ? 0 : 1]),
       rows = constantOf(n.dims(1)[transB ? 1 : 0]);
  if (columns && rows && *columns != *rows)
    n.mismatch("expects equal inner sizes of A and B, but got " + Twine(*columns) + " and " +
               Twine(*rows) + " with transA = " + Twine(transA) + " and transB = " + Twine(transB));
  Value a = n.tensor(0), b = n.tensor(1);
  if (transA)
    a = n.transpose(a, {1, 0});
  if (transB)
    b = n.transpose(b, {1, 0});
  Value result = emitScaled(n, n.emit("rlx.matmul", {a, b}), alpha);
  if (n.has(2) && beta != 0)
    result = n.emit("rlx.add", {result, emitScaled(n, n.tensor(2), beta)});
  return result;
}

namespace {
void importMatMul(Node &n) {
  if (n.rank(0) == 0 || n.rank(1) == 0)
    return n.fail("operands of rank 0 are not allowed");
  n.set(0, n.emit("rlx.matmul", {n.tensor(0), n.tensor(1)}));
}

// ---- Einsum ----

// The labels of the operands and the result: for example "bij,bjk->bik". The dimensions of an
// ellipsis have the labels kEllipsis, kEllipsis + 1, …, the last one first.
struct Equation {
  SmallVector<std::string> operands;
  std::string result;
};
constexpr char kEllipsis = '\x01';
constexpr int64_t kMaxEllipsis = '!' - kEllipsis;

bool isEllipsisLabel(char label) {
  return label < '!';
}

// An operand under contraction, and the labels of its dimensions.
struct Labelled {
  Value tensor;
  std::string labels;
};

class EinsumImport {
public:
  explicit EinsumImport(Node &node) : n(node) {}
  void run();

private:
  bool readEquation();
  void expandEllipsis(std::string &term, int64_t count);
  std::string implicitResult() const;
  bool checkResult(StringRef text);
  void readOperands();
  Value withoutOnes(unsigned i, std::string &labels);
  void takeDiagonal(Labelled &x, size_t first, size_t second);
  void sumLabels(Labelled &x, StringRef kept);
  std::string labelsOutside(size_t i, size_t j) const;
  double cost(size_t i, size_t j);
  void contract(size_t i, size_t j);

  Node &n;
  Equation equation;
  SmallVector<Labelled> operands;
};

// Replaces "..." by `count` labels.
void EinsumImport::expandEllipsis(std::string &term, int64_t count) {
  std::string labels;
  for (int64_t i = count; i-- > 0;)
    labels += static_cast<char>(kEllipsis + i);
  if (size_t at = term.find("..."); at != std::string::npos)
    term.replace(at, 3, labels);
}

// Without "->" the result has the dimensions of the ellipsis, and then the labels that occur once,
// sorted.
std::string EinsumImport::implicitResult() const {
  std::string all, ellipsis, once;
  for (const std::string &operand : equation.operands)
    all += operand;
  for (int64_t i = kMaxEllipsis; i-- > 0;)
    if (auto label = static_cast<char>(kEllipsis + i); StringRef(all).contains(label))
      ellipsis += label;
  for (char label = 'A'; label <= 'z'; ++label)
    if (StringRef(all).count(label) == 1)
      once += label;
  return ellipsis + once;
}

bool EinsumImport::checkResult(StringRef text) {
  std::string all;
  for (const std::string &operand : equation.operands)
    all += operand;
  for (char label : equation.result) {
    StringRef shown = isEllipsisLabel(label) ? StringRef("...") : StringRef(&label, 1);
    if (!StringRef(all).contains(label))
      n.fail("equation '" + text + "': no operand has the label '" + shown + "' of the result");
    else if (StringRef(equation.result).count(label) != 1)
      n.fail("equation '" + text + "': the result has the label '" + shown + "' twice");
  }
  return !n.hasFailed();
}

bool EinsumImport::readEquation() {
  std::string text = n.stringAttr("equation", "");
  llvm::erase(text, ' ');
  auto [left, right] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != n.numInputs())
    return n.fail("equation '" + text + "' does not have " + Twine(n.numInputs()) + " operands"),
           false;
  equation.result = right.str();
  for (StringRef term : terms)
    equation.operands.push_back(term.str());
  int64_t longest = 0;
  for (auto [i, term] : llvm::enumerate(equation.operands)) {
    const bool hasEllipsis = StringRef(term).contains("...");
    const int64_t rank = n.rank(i),
                  named = static_cast<int64_t>(term.size()) - (hasEllipsis ? 3 : 0);
    if (hasEllipsis ? rank < named || rank - named > kMaxEllipsis : rank != named)
      return n.fail("operand '" + Twine(terms[i]) + "' of the equation has rank " + Twine(rank)),
             false;
    if (hasEllipsis)
      expandEllipsis(term, rank - named);
    longest = std::max(longest, hasEllipsis ? rank - named : 0);
  }
  if (StringRef(text).contains("->"))
    expandEllipsis(equation.result, longest);
  else
    equation.result = implicitResult();
  auto isLabel = [](char label) { return llvm::isAlpha(label) || isEllipsisLabel(label); };
  if (!llvm::all_of(equation.result, isLabel) ||
      !llvm::all_of(equation.operands,
                    [&](const std::string &term) { return llvm::all_of(term, isLabel); }))
    return n.fail("equation '" + text + "' has other labels than letters and an ellipsis"), false;
  return checkResult(text);
}

// Dimensions broadcast, as in NumPy and ONNX Runtime: one of size 1 is dropped if another operand
// has the label, too. A label that an operand has twice stays, since it is a diagonal.
Value EinsumImport::withoutOnes(unsigned i, std::string &labels) {
  Dims sizes;
  std::string kept;
  for (auto [label, size] : llvm::zip(labels, n.dims(i))) {
    bool isElsewhere = false;
    for (auto [j, term] : llvm::enumerate(equation.operands))
      if (size_t at = term.find(label); j != i && at != std::string::npos)
        isElsewhere |= constantOf(n.dims(j)[at]) != 1;
    if (constantOf(size) == 1 && isElsewhere && llvm::count(equation.operands[i], label) == 1)
      continue;
    kept += label;
    sizes.push_back(size);
  }
  Value tensor = n.tensor(i);
  if (kept.size() == labels.size())
    return tensor;
  labels = kept;
  return n.reshape(tensor, sizes);
}

// Keeps the elements whose indices along both dimensions are equal, in the first one.
void EinsumImport::takeDiagonal(Labelled &x, size_t first, size_t second) {
  Dims sizes = n.dimsOf(x.tensor);
  if (!equal(sizes[first], sizes[second]).value_or(true))
    return n.mismatch("equation: the label '" + Twine(x.labels[first]) + "' has two sizes");
  Dims along(sizes.size(), n.size(1)), across = along;
  along[first] = sizes[first];
  across[second] = sizes[second];
  Value isEqual = n.compare(ComparePredicate::eq, n.iota(n.size(0), along, first),
                            n.iota(n.size(0), across, second));
  Value kept = n.emit("rlx.where", {isEqual, x.tensor, n.scalar(n.elementType(0), 0)});
  x.tensor = n.reduce("rlx.reduce_sum", kept, static_cast<int64_t>(second), /*keepDims=*/false);
  x.labels.erase(second, 1);
}

void EinsumImport::readOperands() {
  for (unsigned i = 0; i < n.numInputs() && !n.hasFailed(); ++i) {
    Labelled x;
    x.labels = equation.operands[i];
    x.tensor = withoutOnes(i, x.labels);
    for (size_t at = 0; at < x.labels.size() && !n.hasFailed(); ++at)
      for (size_t next; (next = x.labels.find(x.labels[at], at + 1)) != std::string::npos;) {
        takeDiagonal(x, at, next);
        if (n.hasFailed())
          return;
      }
    operands.push_back(x);
  }
}

// Sums over the labels that are not kept.
void EinsumImport::sumLabels(Labelled &x, StringRef kept) {
  IntList axes;
  std::string labels;
  for (auto [i, label] : llvm::enumerate(x.labels)) {
    if (kept.contains(label))
      labels += label;
    else
      axes.push_back(i);
  }
  x.labels = labels;
  if (!axes.empty())
    x.tensor = n.reduce("rlx.reduce_sum", x.tensor, axes, /*keepDims=*/false);
}

// The labels of the result and of all operands but two.
std::string EinsumImport::labelsOutside(size_t i, size_t j) const {
  std::string labels = equation.result;
  for (auto [k, operand] : llvm::enumerate(operands))
    if (k != i && k != j)
      labels += operand.labels;
  return labels;
}

// The number of multiplications to contract two operands; a size that is not known counts as 64.
double EinsumImport::cost(size_t i, size_t j) {
  constexpr double kUnknownSize = 64;
  double product = 1;
  for (const Labelled *x : {&operands[i], &operands[j]})
    for (auto [label, size] : llvm::zip(x->labels, n.dimsOf(x->tensor)))
      if (x == &operands[i] || !StringRef(operands[i].labels).contains(label))
        product *= static_cast<double>(constantOf(size).value_or(kUnknownSize));
  return product;
}

// Contracts operand j into operand i, over the common labels that nothing else has.
void EinsumImport::contract(size_t i, size_t j) {
  const std::string outside = labelsOutside(i, j);
  Labelled &lhs = operands[i], rhs = operands[j];
  sumLabels(lhs, outside + rhs.labels);
  sumLabels(rhs, outside + lhs.labels);
  IntList batch[2], contracted[2];
  std::string common, free;
  for (auto [at, label] : llvm::enumerate(lhs.labels)) {
    const size_t other = rhs.labels.find(label);
    if (other == std::string::npos) {
      free += label;
      continue;
    }
    const bool isBatch = StringRef(outside).contains(label);
    (isBatch ? batch : contracted)[0].push_back(at);
    (isBatch ? batch : contracted)[1].push_back(other);
    if (isBatch)
      common += label;
  }
  for (char label : rhs.labels)
    if (!StringRef(lhs.labels).contains(label))
      free += label;
  lhs.labels = common + free;
  lhs.tensor =
      n.emit("rlx.dot_general", {lhs.tensor, rhs.tensor},
             {n.i64s("lhs_batch", batch[0]), n.i64s("rhs_batch", batch[1]),
              n.i64s("lhs_contract", contracted[0]), n.i64s("rhs_contract", contracted[1])});
  operands.erase(operands.begin() + j);
}

void EinsumImport::run() {
  if (!readEquation())
    return;
  readOperands();
  while (operands.size() > 1 && !n.hasFailed()) {
    std::pair<size_t, size_t> cheapest = {0, 1};
    for (size_t j = 1; j < operands.size(); ++j)
      for (size_t i = 0; i < j; ++i)
        if (cost(i, j) < cost(cheapest.first, cheapest.second))
          cheapest = {i, j};
    contract(cheapest.first, cheapest.second);
  }
  if (n.hasFailed())
    return;
  Labelled &x = operands.front();
  sumLabels(x, equation.result);
  IntList permutation;
  for (char label : equation.result)
    permutation.push_back(x.labels.find(label));
  n.set(0, n.transpose(x.tensor, permutation));
}

void importEinsum(Node &n) {
  EinsumImport(n).run();
}
} // namespace

void rlx::onnxim::addLinalgOps(OpTable &table) {
  table.add("MatMul", {importMatMul, nullptr});
  table.add("Gemm", {[](Node &n) { n.set(0, emitGemm(n)); }, nullptr, 6});
  table.add("Einsum", {importEinsum, nullptr, 12});
}
