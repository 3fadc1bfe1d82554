// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of AttributeReader.h. Each parser takes all of the text or fails.
#include "importers/stablehlo/AttributeReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx::shlo {
namespace {

// A cursor over the text of an attribute. All functions skip blanks first.
class Cursor {
public:
  explicit Cursor(StringRef text) : text(text) {}

  bool take(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  std::optional<int64_t> integer() {
    text = text.ltrim();
    int64_t value = 0;
    return text.consumeInteger(10, value) ? std::nullopt : std::optional(value);
  }
  StringRef name() {
    text = text.ltrim();
    StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    return word;
  }
  bool atEnd() { return text.trim().empty(); }

  // "[1, 2]"
  std::optional<IntList> list() {
    IntList values;
    if (!take("["))
      return std::nullopt;
    while (!take("]")) {
      if (!values.empty() && !take(","))
        return std::nullopt;
      std::optional<int64_t> value = integer();
      if (!value)
        return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }

private:
  StringRef text;
};

// The text behind `#stablehlo.`, or std::nullopt.
std::optional<StringRef> opaqueText(Attribute attribute) {
  auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute);
  return opaque ? std::optional(opaque.getAttrData()) : std::nullopt;
}

} // namespace

std::optional<Fields> Fields::parse(Attribute attribute, StringRef mnemonic) {
  std::optional<StringRef> text = opaqueText(attribute);
  Cursor cursor(text.value_or(""));
  if (!cursor.take(mnemonic) || !cursor.take("<"))
    return std::nullopt;
  Fields fields;
  for (bool isFirst = true; !cursor.take(">"); isFirst = false) {
    if (!isFirst && !cursor.take(","))
      return std::nullopt;
    const StringRef name = cursor.name();
    if (name.empty() || !cursor.take("="))
      return std::nullopt;
    if (std::optional<int64_t> value = cursor.integer()) {
      fields.integers[name] = *value;
    } else if (std::optional<IntList> values = cursor.list()) {
      fields.lists[name] = *values;
    } else {
      return std::nullopt;
    }
    fields.read[name] = false;
  }
  return cursor.atEnd() ? std::optional(std::move(fields)) : std::nullopt;
}

IntList Fields::list(StringRef name) {
  read[name] = true;
  return lists.lookup(name);
}

int64_t Fields::integer(StringRef name, int64_t fallback) {
  read[name] = true;
  auto it = integers.find(name);
  return it == integers.end() ? fallback : it->second;
}

std::string Fields::unread() const {
  for (const auto &field : read)
    if (!field.second)
      return field.first().str();
  return "";
}

// "[b, 0, 1, f]" with the letters for the first and the second dimension.
static std::optional<ConvDims::Operand> parseConvOperand(Cursor &cursor, StringRef first,
                                                         StringRef second) {
  ConvDims::Operand operand;
  if (!cursor.take("["))
    return std::nullopt;
  llvm::SmallVector<std::pair<int64_t, int64_t>> spatial; // number, dimension
  for (int64_t dim = 0; !cursor.take("]"); ++dim) {
    if (dim > 0 && !cursor.take(","))
      return std::nullopt;
    if (cursor.take(first)) {
      operand.first = dim;
    } else if (cursor.take(second)) {
      operand.second = dim;
    } else if (std::optional<int64_t> number = cursor.integer()) {
      spatial.push_back({*number, dim});
    } else {
      return std::nullopt;
    }
  }
  llvm::sort(spatial);
  for (auto [i, entry] : llvm::enumerate(spatial)) {
    if (entry.first != static_cast<int64_t>(i))
      return std::nullopt;
    operand.spatial.push_back(entry.second);
  }
  return operand.first < 0 || operand.second < 0 ? std::nullopt : std::optional(operand);
}

std::optional<ConvDims> ConvDims::parse(Attribute attribute) {
  std::optional<StringRef> text = opaqueText(attribute);
  Cursor cursor(text.value_or(""));
  if (!cursor.take("conv") || !cursor.take("<"))
    return std::nullopt;
  ConvDims dims;
  auto read = [&](Operand &into, StringRef first, StringRef second) {
    std::optional<Operand> operand = parseConvOperand(cursor, first, second);
    if (operand)
      into = *operand;
    return operand.has_value();
  };
  if (!read(dims.input, "b", "f") || !cursor.take("x") || !read(dims.filter, "o", "i") ||
      !cursor.take("->") || !read(dims.output, "b", "f") || !cursor.take(">") || !cursor.atEnd())
    return std::nullopt;
  const size_t rank = dims.input.spatial.size();
  if (dims.filter.spatial.size() != rank || dims.output.spatial.size() != rank)
    return std::nullopt;
  return dims;
}

std::string enumValue(Attribute attribute, StringRef name) {
  if (auto string = dyn_cast_or_null<StringAttr>(attribute))
    return string.str();
  std::optional<StringRef> text = opaqueText(attribute);
  Cursor cursor(text.value_or(""));
  if (!cursor.take(name))
    return "";
  // `#stablehlo<fft_type FFT>`, or `#chlo.precision<DEFAULT>`.
  const bool hasBrackets = cursor.take("<");
  const StringRef value = cursor.name();
  return (!hasBrackets || cursor.take(">")) && cursor.atEnd() ? value.str() : "";
}

std::optional<IntList> integersOf(Attribute attribute) {
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    return IntList(array.asArrayRef());
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!dense || !isa<IntegerType>(dense.getElementType()) || dense.getNumElements() > 4096 ||
      dense.getElementType().getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  const bool isUnsigned =
      dense.getElementType().isUnsignedInteger() || dense.getElementType().isInteger(1);
  IntList values;
  for (const APInt &value : dense.getValues<APInt>())
    values.push_back(isUnsigned ? static_cast<int64_t>(value.getZExtValue())
                                : value.getSExtValue());
  return values;
}

std::string attributeText(Attribute attribute) {
  constexpr size_t kMost = 80;
  if (auto elements = dyn_cast_or_null<ElementsAttr>(attribute);
      elements && elements.getNumElements() > static_cast<int64_t>(kMost))
    return "an array of many elements";
  std::string text;
  llvm::raw_string_ostream os(text);
  if (attribute)
    os << attribute;
  return text.size() > kMost ? text.substr(0, kMost) + "…" : text;
}

} // namespace rlx::shlo
