// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators of ai.onnx.ml that look labels up: LabelEncoder, CategoryMapper, OneHotEncoder,
// DictVectorizer. Also CastMap.
//
// A key gives the index of its value in a table, whose last element is the default:
//
//   keys "a" "b"   values 7 9   default -1      x "b" "c"  ->  indices 1 2  ->  9 -1
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxMl.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"

#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// A list of keys or values: numbers of strings, integers, or floating-point numbers.
struct Labels {
  Type type;
  IntList integers;
  SmallVector<double> floats;

  bool isFloat() const { return isa<FloatType>(type); }
  size_t size() const { return isFloat() ? floats.size() : integers.size(); }
};

Labels stringLabels(Node &n, StringRef name) {
  return {stringType(n.getContext()), stringNumbers(n, n.stringsAttr(name)), {}};
}
Labels integerLabels(Node &n, StringRef name) {
  return {n.builder().getI64Type(), n.intsAttr(name), {}};
}
Labels floatLabels(Node &n, StringRef name) {
  return {n.builder().getF32Type(), {}, n.floatsAttr(name)};
}

// A tensor attribute; std::nullopt if it is absent, or after failing the node.
std::optional<Labels> tensorLabels(Node &n, const std::string &name) {
  const TensorProto *proto = n.tensorAttr(name);
  if (!proto)
    return std::nullopt;
  auto data = decodeTensor(n.getContext(), *proto, n.files());
  if (!data) {
    n.fail("attribute '" + name + "' " + llvm::toString(data.takeError()));
    return std::nullopt;
  }
  Labels labels{data->type.getElementType(), {}, {}};
  for (int64_t i = 0, e = data->numElements(); i < e; ++i)
    if (labels.isFloat())
      labels.floats.push_back(data->doubleAt(i));
    else
      labels.integers.push_back(data->intAt(i));
  return labels;
}

// The attribute among keys_strings, keys_int64s, …, that the node has.
std::optional<Labels> labelsOf(Node &n, const std::string &prefix) {
  if (n.hasAttr(prefix + "_strings"))
    return stringLabels(n, prefix + "_strings");
  if (n.hasAttr(prefix + "_int64s"))
    return integerLabels(n, prefix + "_int64s");
  if (n.hasAttr(prefix + "_floats"))
    return floatLabels(n, prefix + "_floats");
  return tensorLabels(n, prefix + "_tensor");
}

Expr vectorOf(Node &n, const Labels &labels) {
  if (labels.isFloat())
    return {n, mlTable(n, labels.type, labels.floats, static_cast<int64_t>(labels.size()))};
  Type type = labels.type;
  SmallVector<Attribute> elements =
      llvm::map_to_vector(labels.integers, [&](int64_t value) -> Attribute {
        return n.builder().getIntegerAttr(type, value);
      });
  return {n, n.literal(DenseElementsAttr::get(
                 RankedTensorType::get(static_cast<int64_t>(labels.size()), type), elements))};
}

Expr gather(Expr data, Expr indices) {
  Node &n = data.node();
  return {n, n.emit("rlx.gather", {data.value(), indices.value()}, n.i64("axis", 0))};
}

// Indices of strings: a table of all their numbers, since those of the model are the first ones.
Expr indicesOfStrings(Expr x, const Labels &keys) {
  Node &n = x.node();
  const auto none = static_cast<int64_t>(keys.size());
  const int64_t other = none ? *llvm::max_element(keys.integers) + 1 : 0;
  Labels indices{n.builder().getI64Type(), IntList(static_cast<size_t>(other) + 1, none), {}};
  for (size_t i = keys.size(); i-- > 0;) // the first one of equal keys
    indices.integers[static_cast<size_t>(keys.integers[i])] = static_cast<int64_t>(i);
  Value last =
      n.literal(DenseElementsAttr::get(RankedTensorType::get({}, x.elementType()),
                                       n.builder().getIntegerAttr(x.elementType(), other)));
  return gather(vectorOf(n, indices), min(x, {n, last}));
}

// Indices of numbers, by a search in the sorted keys.
Expr indicesOfNumbers(Expr x, const Labels &keys) {
  Node &n = x.node();
  const auto none = static_cast<double>(keys.size());
  const bool isFloat = keys.isFloat();
  SmallVector<int64_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::optional<int64_t> indexOfNan;
  if (isFloat) {
    for (int64_t i : llvm::reverse(order))
      if (std::isnan(keys.floats[i]))
        indexOfNan = i;
    llvm::erase_if(order, [&](int64_t i) { return std::isnan(keys.floats[i]); });
  }
  llvm::stable_sort(order, [&](int64_t a, int64_t b) {
    return isFloat ? keys.floats[a] < keys.floats[b] : keys.integers[a] < keys.integers[b];
  });
  Labels sorted{keys.type, {}, {}}, indices{n.builder().getI64Type(), {}, {}};
  for (int64_t i : order) {
    if (isFloat)
      sorted.floats.push_back(keys.floats[i]);
    else
      sorted.integers.push_back(keys.integers[i]);
    indices.integers.push_back(i);
  }
  Expr zeros = Expr(n, n.expand(n.scalar(indices.type, none), n.dimsOf(x.value())));
  Expr result = zeros;
  if (!order.empty()) {
    Expr list = vectorOf(n, sorted);
    Expr at{n, n.emit("rlx.search_sorted", {list.value(), x.value()}, n.flag("right", false))};
    at = min(at, at.number(static_cast<double>(order.size()) - 1));
    result = where(gather(list, at) == x, gather(vectorOf(n, indices), at), zeros);
  }
  if (indexOfNan)
    result = where({n, n.emit("rlx.is_nan", x.value())},
                   zeros.number(static_cast<double>(*indexOfNan)), result);
  return result;
}

// The values of the keys that x has, and the default, the last element of `values`, for others.
void setValues(Node &n, const Labels &keys, const Labels &values) {
  if (n.hasFailed())
    return;
  if (keys.size() + 1 != values.size())
    return n.fail("has " + Twine(keys.size()) + " keys, but " + Twine(values.size() - 1) +
                  " values");
  if (keys.type != n.elementType(0))
    return n.fail("has keys of type " + typeText(keys.type) + ", but its input is " +
                  typeText(n.elementType(0)));
  Expr flat = Expr(n, n.tensor(0)).reshaped({productOf(n, n.dims(0))});
  Expr indices = isString(keys.type) ? indicesOfStrings(flat, keys) : indicesOfNumbers(flat, keys);
  n.set(0, gather(vectorOf(n, values), indices).reshaped(n.dims(0)).value());
}

// The default of a type is the last element of the values then.
void appendDefault(Node &n, Labels &values) {
  const std::string text = n.stringAttr("default_string", "_Unused");
  const int64_t number = n.intAttr("default_int64", -1);
  const double real = n.floatAttr("default_float", -0.0);
  std::optional<Labels> given = tensorLabels(n, "default_tensor");
  if (given && (given->type != values.type || given->size() != 1))
    return n.fail("attribute 'default_tensor' must be one element of type " +
                  typeText(values.type));
  if (values.isFloat())
    values.floats.push_back(given ? given->floats[0] : real);
  else if (given)
    values.integers.push_back(given->integers[0]);
  else
    values.integers.push_back(isString(values.type) ? n.files().strings.of(text) : number);
}

void importLabelEncoder(Node &n) {
  std::optional<Labels> keys = labelsOf(n, "keys"), values = labelsOf(n, "values");
  if (n.hasFailed())
    return;
  if (!keys || !values)
    return n.fail("needs keys and values");
  appendDefault(n, *values);
  setValues(n, *keys, *values);
}

// For each key, whether it does not come again.
SmallVector<bool> areLast(ArrayRef<int64_t> keys) {
  std::set<int64_t> seen;
  SmallVector<bool> result(keys.size());
  for (size_t i = keys.size(); i-- > 0;)
    result[i] = seen.insert(keys[i]).second;
  return result;
}

// Drops entries whose key comes again: as in ONNX Runtime, the last one of equal keys holds.
void dropRepeated(Labels &keys, Labels &values) {
  if (keys.size() != values.size())
    return; // fails later
  Labels lastKeys{keys.type, {}, {}}, lastValues{values.type, {}, {}};
  for (auto [key, value, isLast] :
       llvm::zip(keys.integers, values.integers, areLast(keys.integers)))
    if (isLast) {
      lastKeys.integers.push_back(key);
      lastValues.integers.push_back(value);
    }
  keys = std::move(lastKeys);
  values = std::move(lastValues);
}

// Strings and their positions, in the direction that the input's type gives.
void mapPositions(Node &n, const Labels &names, Labels numbers) {
  Labels from = names, to = std::move(numbers);
  if (!isString(n.elementType(0)))
    std::swap(from, to);
  dropRepeated(from, to);
  appendDefault(n, to);
  setValues(n, from, to);
}

void importLabelEncoder1(Node &n) {
  Labels names = stringLabels(n, "classes_strings");
  Labels numbers{n.builder().getI64Type(), axisRange(0, static_cast<int64_t>(names.size())), {}};
  mapPositions(n, names, numbers);
}

void importCategoryMapper(Node &n) {
  mapPositions(n, stringLabels(n, "cats_strings"), integerLabels(n, "cats_int64s"));
}

// Fails a run unless each row of the last axis has a 1.
void requireCategories(Expr rows) {
  Node &n = rows.node();
  const auto rank = static_cast<int64_t>(n.dimsOf(rows.value()).size());
  Expr known(n, n.reduce("rlx.reduce_max", rows.value(), rank - 1, /*keepDims=*/false));
  Expr isOther = known.compare(ComparePredicate::lt, known.number(1));
  Expr count(n, n.reduce("rlx.reduce_sum", isOther.to(n.builder().getI64Type()).value(),
                         axisRange(0, rank - 1), /*keepDims=*/false));
  if (!n.hasFailed())
    n.require(n.size(0), sizeOf(count), "an element is no category, and attribute 'zeros' is 0");
}

// One column per category, of equal ones the last; a row of zeros for others, or an error of the
// run.
void importOneHotEncoder(Node &n) {
  const bool isText = isString(n.elementType(0));
  Labels categories = isText ? stringLabels(n, "cats_strings") : integerLabels(n, "cats_int64s");
  n.ignoreAttr("cats_strings");
  n.ignoreAttr("cats_int64s");
  const bool allowsOthers = n.flagAttr("zeros", true);
  if (n.hasFailed())
    return;
  if (categories.size() == 0)
    return n.fail("has no categories of the type of its input");
  Dims sizes(n.dims(0));
  sizes.push_back(n.size(1));
  Expr x(n, n.tensor(0));
  if (!isText) {
    x = x.to(categories.type);
  }
  Expr isEqual = x.reshaped(sizes) == vectorOf(n, categories);
  Type f32 = n.builder().getF32Type();
  Expr result = isEqual.to(f32);
  SmallVector<bool> isLast = areLast(categories.integers);
  if (llvm::is_contained(isLast, false))
    result = result * Expr(n, mlTable(n, f32, SmallVector<double>(isLast.begin(), isLast.end()),
                                      static_cast<int64_t>(isLast.size())));
  if (!allowsOthers)
    requireCategories(result);
  n.set(0, result.value());
}

// ---- Maps: a vector of keys, and one of values

Expr scattered(Expr data, Expr indices, Expr values) {
  Node &n = data.node();
  return {n, n.emit("rlx.scatter_elements", {data.value(), indices.value(), values.value()},
                    n.i64("axis", 0))};
}
// `size` elements, all equal: a number, or the number of a string.
Expr filled(Node &n, Type type, int64_t value, int64_t size) {
  Labels one{type, {}, {}};
  if (one.isFloat())
    one.floats.push_back(static_cast<double>(value));
  else
    one.integers.push_back(value);
  return vectorOf(n, one).expanded({n.size(size)});
}
// A vector as one row.
Expr asRow(Expr x) {
  Node &n = x.node();
  return x.reshaped({n.size(1), n.dimsOf(x.value())[0]});
}

// The values of the keys in the vocabulary, and zeros or empty strings for others.
void importDictVectorizer(Node &n) {
  const OnnxValue &map = n.in(0);
  if (n.hasFailed())
    return;
  Expr keys(n, n.tensorOf(map.elements[0])), values(n, n.tensorOf(map.elements[1]));
  const bool isText = isString(map.elements[0].elementType);
  Labels words =
      isText ? stringLabels(n, "string_vocabulary") : integerLabels(n, "int64_vocabulary");
  if (n.hasFailed())
    return;
  const auto size = static_cast<int64_t>(words.size());
  if (size == 0)
    return n.fail("has no vocabulary of the type of its keys, " +
                  typeText(map.elements[0].elementType));
  Expr indices = isText ? indicesOfStrings(keys, words) : indicesOfNumbers(keys, words);
  // The last element takes what no word has.
  Expr all = scattered(filled(n, map.elementType, 0, size + 1), indices, values);
  std::map<int64_t, int64_t> first; // index of each word
  Labels order{n.builder().getI64Type(), {}, {}};
  for (auto [index, word] : llvm::enumerate(words.integers))
    order.integers.push_back(first.try_emplace(word, index).first->second);
  n.set(0, asRow(gather(all, vectorOf(n, order))).value());
}

Expr castValues(Expr values, Type to) {
  Node &n = values.node();
  if (isString(values.elementType()) != isString(to))
    return {n, castStrings(n, values.value(), to)};
  return values.to(to);
}

// The element type that attribute cast_to names.
Type castMapType(Node &n) {
  const std::string name = n.stringAttr("cast_to", "TO_FLOAT");
  if (name == "TO_FLOAT")
    return n.builder().getF32Type();
  if (name == "TO_INT64")
    return n.builder().getI64Type();
  if (name != "TO_STRING")
    n.fail("attribute 'cast_to' is '" + name + "', but must be TO_FLOAT, TO_STRING or TO_INT64");
  else if (!isString(n.elementType(0)))
    n.unsupported("cast_to TO_STRING of numbers is not supported");
  return stringType(n.getContext());
}

// Values at the indices of their keys, and `0`, or "0.f" as in ONNX Runtime, at others. Greater
// keys are dropped; a negative one fails the run.
Expr sparseValues(Expr keys, Expr values, int64_t size) {
  Node &n = keys.node();
  Expr isNegative = keys < 0;
  Expr negatives(n, n.reduce("rlx.reduce_sum", isNegative.to(keys.elementType()).value(), 0,
                             /*keepDims=*/false));
  if (n.hasFailed())
    return values;
  n.require(n.size(0), sizeOf(negatives), "a key of the map is negative");
  const int64_t pad = isString(values.elementType()) ? n.files().strings.of("0.f") : 0;
  Expr end = keys.number(static_cast<double>(size));
  Expr indices = where(isNegative, end, min(keys, end));
  Expr all = scattered(filled(n, values.elementType(), pad, size + 1), indices, values);
  return {n, n.sliceAxis(all.value(), 0, n.size(0), n.size(size))};
}

void importCastMap(Node &n) {
  const std::string form = n.stringAttr("map_form", "DENSE");
  const int64_t size = n.intAttr("max_map", 1);
  if (form != "DENSE" && form != "SPARSE")
    return n.fail("attribute 'map_form' is '" + form + "', but must be DENSE or SPARSE");
  constexpr int64_t kMaxSize = int64_t(1) << 31;
  if (size < 0 || size > kMaxSize)
    return n.fail("attribute 'max_map' is " + Twine(size) + ", but must be in [0, " +
                  Twine(kMaxSize) + "]");
  const OnnxValue &map = n.in(0);
  Type type = castMapType(n);
  if (n.hasFailed())
    return;
  if (isString(map.elements[0].elementType))
    return n.fail("expects a map with keys of type INT64, but they are STRING");
  Expr keys(n, n.tensorOf(map.elements[0])), values(n, n.tensorOf(map.elements[1]));
  values = castValues(values, type);
  if (n.hasFailed())
    return;
  if (form == "SPARSE")
    return n.set(0, asRow(sparseValues(keys, values, size)).value());
  Value sorted = n.emit("rlx.sort", keys.value(), n.i64("axis", 0));
  if (sorted) // result 1: the indices
    n.set(0, asRow(gather(values, {n, sorted.getDefiningOp()->getResult(1)})).value());
}

} // namespace

void rlx::onnxim::addMlLabelOps(OpTable &table) {
  table.add("LabelEncoder", {importLabelEncoder1, nullptr, 1, 1}, kMlDomain);
  table.add("LabelEncoder", {importLabelEncoder, nullptr, 2, 4}, kMlDomain);
  table.add("CategoryMapper", {importCategoryMapper, nullptr, 1, 1}, kMlDomain);
  table.add("OneHotEncoder", {importOneHotEncoder, nullptr, 1, 1}, kMlDomain);
  table.add("DictVectorizer", {importDictVectorizer, nullptr, 1, 1}, kMlDomain);
  table.add("CastMap", {importCastMap, nullptr, 1, 1}, kMlDomain);
  table.limit("CastMap", "`cast_to` TO_STRING of numbers", kMlDomain);
}
