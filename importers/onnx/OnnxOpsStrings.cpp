// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that read characters: StringConcat, StringSplit, StringNormalizer, RegexFullMatch.
//
// Kernels of the runtime do that, element by element. Other ops do the rest on numbers of strings.
#include "dialects/bridge/Regex.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

void importStringConcat(Node &n) {
  Value x = n.tensor(0), y = n.tensor(1);
  if (n.hasFailed())
    return;
  if (ArrayRef(n.dims(0)) != ArrayRef(n.dims(1))) {
    Value sizes = n.compare(ComparePredicate::eq, x, y); // has those that both broadcast to
    if (n.hasFailed())
      return;
    x = n.expand(x, n.dimsOf(sizes));
    y = n.expand(y, n.dimsOf(sizes));
  }
  n.set(0, callOnStrings(n, "rlx.string_concat", {x, y}, "", n.elementType(0)));
}

// The greatest number of parts is a size that the run computes.
void importStringSplit(Node &n) {
  const int64_t maxSplit = n.hasAttr("maxsplit") ? n.intAttr("maxsplit", 0) : -1;
  if (n.hasAttr("maxsplit") && maxSplit < 0)
    return n.fail("attribute 'maxsplit' is " + Twine(maxSplit) + ", but must not be negative");
  const std::string config = std::to_string(maxSplit) + ":" + n.stringAttr("delimiter", "");
  Value x = n.tensor(0);
  Type i64 = n.builder().getI64Type();
  Value counts = callOnStrings(n, "rlx.string_split_count", x, config, i64);
  if (n.hasFailed())
    return;
  n.set(1, counts);
  if (!n.wants(0))
    return;
  Value none = n.literal(DenseElementsAttr::get(RankedTensorType::get(1, i64), int64_t(0)));
  Value flat = n.reshape(counts, {productOf(n, n.dimsOf(counts))});
  Value all = n.emit("rlx.concat", {none, flat}, n.i64("axis", 0));
  Value greatest = n.reduce("rlx.reduce_max", all, int64_t(0), /*keepDims=*/false);
  if (n.hasFailed())
    return;
  Value parts = n.iota(n.size(0), {n.graph().computedSize(greatest)}, 0);
  n.set(0, callOnStrings(n, "rlx.string_split", {x, parts}, config, n.elementType(0),
                         /*appended=*/true));
}

// Whether each element of a vector is in a list.
Expr isAmong(Expr x, Expr list) {
  Node &n = x.node();
  Expr equal = x.reshaped({n.dimsOf(x.value())[0], n.size(1)}) == list;
  return {n, n.reduce("rlx.reduce_max", equal.value(), int64_t(1), /*keepDims=*/false)};
}

// The elements that the flags select; one empty string if there are none.
Expr keep(Expr x, Expr flags) {
  Node &n = x.node();
  Type i64 = n.builder().getI64Type();
  Expr ones = flags.to(i64);
  Expr total{n, n.reduce("rlx.reduce_sum", ones.value(), int64_t(0), /*keepDims=*/false)};
  Expr isNone = (total == 0).to(i64).reshaped(n.size(1));
  Value none = n.literal(DenseElementsAttr::get(RankedTensorType::get(1, x.elementType()),
                                                n.builder().getIntegerAttr(x.elementType(), 0)));
  Value all = n.emit("rlx.concat", {x.value(), none}, n.i64("axis", 0));
  Value counted = n.emit("rlx.concat", {ones.value(), isNone.value()}, n.i64("axis", 0));
  Value sums = n.emit("rlx.cumsum", counted, n.i64("axis", 0));
  Value count = n.reduce("rlx.reduce_sum", counted, int64_t(0), /*keepDims=*/false);
  if (n.hasFailed())
    return {n, {}};
  Expr wanted = Expr(n, n.iota(n.size(0), n.graph().computedSize(count), 0)) + 1;
  Value indices = n.emit("rlx.search_sorted", {sums, wanted.value()}, n.flag("right", false));
  return {n, n.emit("rlx.gather", {all, indices}, n.i64("axis", 0))};
}

// "lower" or "upper", or no change.
std::string caseChange(Node &n) {
  const std::string change = n.stringAttr("case_change_action", "NONE");
  if (change != "NONE" && change != "LOWER" && change != "UPPER")
    n.fail("attribute 'case_change_action' is '" + change + "', but must be NONE, LOWER or UPPER");
  return change == "NONE" ? "" : StringRef(change).lower();
}

void importStringNormalizer(Node &n) {
  const std::string change = caseChange(n);
  const bool isCaseSensitive = n.flagAttr("is_case_sensitive", false);
  SmallVector<std::string> stopwords = n.stringsAttr("stopwords");
  const std::string language = StringRef(n.stringAttr("locale", "")).take_front(2).lower();
  if (language == "tr" || language == "az" || language == "lt")
    return n.unsupported("attribute 'locale' has a language with case rules of its own, which are "
                         "not supported");
  const int64_t rank = n.rank(0);
  Expr x(n, n.tensor(0));
  if (n.hasFailed())
    return;
  if (rank != 1 && !(rank == 2 && mayBeOneElement(n.dims(0)[0])))
    return n.fail("expects input #0 of shape [C] or [1, C], but got " + shapeText(n.dims(0)));
  Type text = n.elementType(0);
  x = x.reshaped({n.dims(0).back()});
  auto withCase = [&](Expr from, StringRef to) -> Expr {
    return to.empty() ? from : Expr(n, callOnStrings(n, "rlx.string_case", from.value(), to, text));
  };
  Expr result = withCase(x, change);
  if (!stopwords.empty() && !n.hasFailed()) {
    const StringRef compared = isCaseSensitive ? "" : "lower";
    Expr list = withCase({n, stringVector(n, stopwords)}, compared);
    result = keep(result, Expr(n, n.emit("rlx.not", isAmong(withCase(x, compared), list).value())));
  }
  if (rank == 2 && !n.hasFailed())
    result = result.reshaped({n.size(1), n.dimsOf(result.value())[0]});
  n.set(0, result.value());
}

void importRegexFullMatch(Node &n) {
  if (!n.hasAttr("pattern"))
    return n.fail("attribute 'pattern' is missing");
  const std::string pattern = n.stringAttr("pattern", "");
  if (rt::Status status = checkRegex(pattern); status.code() == rt::StatusCode::Unsupported)
    return n.unsupported(std::string(status.message()));
  else if (!status.ok())
    return n.fail("attribute 'pattern': " + std::string(status.message()));
  n.set(0, callOnStrings(n, "rlx.regex_full_match", n.tensor(0), pattern, n.builder().getI1Type()));
}

} // namespace

void rlx::onnxim::addStringOps(OpTable &table) {
  table.add("StringConcat", {importStringConcat, nullptr, 20, 20});
  table.add("StringSplit", {importStringSplit, nullptr, 20, 20});
  table.add("StringNormalizer", {importStringNormalizer, nullptr, 10});
  table.add("RegexFullMatch", {importRegexFullMatch, nullptr, 20, 20});
  table.limit("StringNormalizer", "locales of Turkish, Azerbaijani and Lithuanian");
}
