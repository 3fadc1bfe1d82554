// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing and printing of tensors, and random values.
//
// Values are parsed in the exact range of their type.
#include "tools/rlx-run/common/TensorText.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "dialects/check/Random.h"
#include "tools/rlx-run-rt/ModelArguments.h"
#include "tools/rlx-run-rt/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

bool isFloat(rt::DType dtype) {
  return !rt::isIntegral(dtype) && dtype != rt::DType::String;
}
using rt::isUnsigned;

rt::Status invalid(const llvm::Twine &message) {
  return rt::invalidArgument(message.str());
}

// Parses "1.5-2i", "1.5" or "-2i".
bool storeComplex(StringRef text, rt::DType dtype, void *data, int64_t index) {
  double re = 0, im = 0;
  if (text.consume_back("i")) {
    // The sign between the parts: not the first character, and not an exponent's.
    size_t sign = text.find_last_of("+-");
    while (sign != StringRef::npos && sign > 0 && llvm::toLower(text[sign - 1]) == 'e')
      sign = text.take_front(sign).find_last_of("+-");
    bool onlyImaginary = sign == StringRef::npos || sign == 0;
    StringRef imaginary = onlyImaginary ? text : text.drop_front(sign);
    imaginary.consume_front("+");
    if (imaginary.getAsDouble(im))
      return false;
    text = onlyImaginary ? "0" : text.take_front(sign);
  }
  if (text.getAsDouble(re))
    return false;
  rt::storeElement(rt::partType(dtype), data, 2 * index, re);
  rt::storeElement(rt::partType(dtype), data, 2 * index + 1, im);
  return true;
}

// Parses an element in the type's exact range: a double would round large integers.
bool storeText(StringRef text, rt::DType dtype, void *data, int64_t index) {
  text = text.trim();
  if (rt::isComplex(dtype))
    return storeComplex(text, dtype, data, index);
  if (isFloat(dtype)) {
    double value = 0;
    if (text.getAsDouble(value))
      return false;
    rt::storeElement(dtype, data, index, value);
    return true;
  }
  if (dtype == rt::DType::Bool && (text == "true" || text == "false")) {
    rt::storeElement(dtype, data, index, text == "true");
    return true;
  }
  unsigned width = rt::byteSize(dtype), bits = rt::bitWidth(dtype);
  int64_t value = 0;
  if (isUnsigned(dtype)) {
    uint64_t number = 0;
    if (text.getAsInteger(10, number) || (bits < 64 && number >> bits))
      return false;
    value = static_cast<int64_t>(number);
  } else if (text.getAsInteger(10, value)) {
    return false;
  } else if (dtype == rt::DType::Bool
                 ? (value != 0 && value != 1)
                 : bits < 64 && (value >> (bits - 1)) != (value < 0 ? -1 : 0)) {
    return false;
  }
  if (bits < 8 && dtype != rt::DType::Bool)
    value &= (1 << bits) - 1;
  memcpy(static_cast<char *>(data) + index * width, &value, width);
  return true;
}

// The parsed parts of "SHAPExDTYPE=VALUE".
struct TensorForm {
  rt::DType dtype = rt::DType::F32;
  llvm::SmallVector<int64_t> shape;
  int64_t elements = 0;
  std::optional<uint64_t> seed;       // for random values
  llvm::SmallVector<StringRef> items; // otherwise: one value, or one per element
};

rt::Status checkValues(const TensorForm &form) {
  if (form.items.size() != 1 && static_cast<int64_t>(form.items.size()) != form.elements)
    return invalid("expected one value or " + llvm::Twine(form.elements) + ", but got " +
                   llvm::Twine(form.items.size()));
  if (form.dtype == rt::DType::String)
    return rt::okStatus();
  uint64_t scratch[2] = {}; // the size of the largest element
  for (StringRef item : form.items) {
    if (!storeText(item, form.dtype, scratch, 0))
      return invalid("'" + item + "' is not a value of type " + StringRef(rt::name(form.dtype)) +
                     (isFloat(form.dtype)
                          ? ""
                          : ", which has the whole numbers from " + rangeText(form.dtype)));
    for (int64_t part = 0; part < (rt::isComplex(form.dtype) ? 2 : 1); ++part)
      RLX_RETURN_IF_ERROR(checkFinite({item.data(), item.size()}, form.dtype,
                                      rt::loadElement(rt::partType(form.dtype), scratch, part)));
  }
  return rt::okStatus();
}

std::string allTypeNames() {
  std::string names;
  for (unsigned index = 0; index < rt::kNumDTypes; ++index) {
    std::string_view name = rt::name(static_cast<rt::DType>(index));
    (names += index == 0 ? "" : ", ") += name;
  }
  return names + ", " + std::string(rt::name(rt::DType::String));
}

bool isNumber(StringRef text) {
  double value = 0;
  return !text.getAsDouble(value);
}

// A valid form with the given value and shape, as far as `text` has them.
std::string exampleFor(StringRef text) {
  if (isNumber(text))
    return ("1x3xf32=" + text).str();
  auto [shape, value] = text.split('=');
  llvm::SmallVector<StringRef> sizes;
  shape.split(sizes, 'x');
  if (!value.empty() && llvm::all_of(sizes, [](StringRef size) {
        uint64_t number = 0;
        return !size.getAsInteger(10, number);
      }))
    return (shape + "xf32=" + value).str();
  return "1x3xf32=0.5";
}

rt::StatusOr<TensorForm> parseForm(StringRef text) {
  auto [type, value] = text.split('=');
  llvm::SmallVector<StringRef> parts;
  type.split(parts, 'x');
  TensorForm form;
  bool knownType = rt::parseDType(parts.back(), form.dtype);
  if (parts.back() == StringRef(rt::name(rt::DType::String))) {
    form.dtype = rt::DType::String;
    knownType = true;
  }
  // "2x8=1" lacks a type, but has no wrong one.
  const bool isText = form.dtype == rt::DType::String && type.size() != text.size(); // with a '='
  bool ok = (!value.empty() || isText) && !isNumber(parts.back());
  for (StringRef part : llvm::ArrayRef(parts).drop_back()) {
    int64_t size = 0;
    ok = ok && !part.getAsInteger(10, size) && size >= 0;
    form.shape.push_back(size);
  }
  if (!ok)
    return invalid("expected FILE.npy, random[:SEED] or SHAPExDTYPE=VALUE such as " +
                   exampleFor(text) + ", but got '" + text + "'");
  if (!knownType)
    return invalid("'" + parts.back() + "' is not an element type; they are " + allTypeNames());
  RLX_ASSIGN_OR_RETURN(form.elements, rt::numElements(form.shape));
  RLX_ASSIGN_OR_RETURN(form.seed, parseRandom(value));
  if (form.seed)
    return form;
  value.split(form.items, ',');
  RLX_RETURN_IF_ERROR(checkValues(form));
  return form;
}

} // namespace

rt::StatusOr<std::optional<uint64_t>> parseRandom(StringRef text) {
  if (text == "random")
    return std::optional<uint64_t>(0);
  if (!text.consume_front("random:"))
    return std::optional<uint64_t>();
  uint64_t seed = 0;
  if (text.getAsInteger(10, seed))
    return invalid("expected random[:SEED] with a number, but got 'random:" + text + "'");
  return std::optional<uint64_t>(seed);
}

// A tensor of the strings that `textOf` gives for each index.
static rt::StatusOr<rt::Tensor> stringTensor(std::span<const int64_t> shape,
                                             llvm::function_ref<std::string(int64_t)> textOf) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, rt::numElements(shape));
  std::vector<std::string> texts;
  std::vector<rt::StringElement> elements;
  for (int64_t i = 0; i < count; ++i)
    texts.push_back(textOf(i));
  for (const std::string &text : texts)
    elements.push_back({text.data(), text.size()});
  elements.push_back({}); // an address, if there are none
  return rt::Tensor::copyOf({rt::DType::String, shape, elements.data()});
}

rt::StatusOr<rt::Tensor> randomTensor(rt::DType dtype, std::span<const int64_t> shape,
                                      uint64_t seed, StringRef name) {
  uint64_t lane = 1469598103934665603u; // FNV-1a of the name: inputs with one seed differ
  for (unsigned char c : name.bytes())
    lane = (lane ^ c) * 1099511628211u;
  if (dtype == rt::DType::String)
    return stringTensor(shape, [&](int64_t i) { // "0" to "9"
      return std::to_string(int(check::unitInterval(check::draw(seed, i, lane)) * 10));
    });
  RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, rt::Tensor::allocate(dtype, shape));
  int64_t count = tensor.elements() * (rt::isComplex(dtype) ? 2 : 1); // parts count separately
  dtype = rt::partType(dtype);
  // From 0 to 9, or to the largest value.
  const double wholeNumbers =
      std::min(10.0, std::ldexp(1.0, int(rt::bitWidth(dtype)) - (isUnsigned(dtype) ? 0 : 1)));
  for (int64_t i = 0; i < count; ++i) {
    double unit = check::unitInterval(check::draw(seed, i, lane));
    double value = isFloat(dtype)             ? 2 * unit - 1
                   : dtype == rt::DType::Bool ? std::floor(unit * 2)
                                              : std::floor(unit * wholeNumbers);
    rt::storeElement(dtype, tensor.data(), i, value);
  }
  return tensor;
}

rt::Status checkInputText(StringRef text) {
  if (text.ends_with(".npy"))
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(std::optional<uint64_t> seed, parseRandom(text));
  return seed ? rt::okStatus() : parseForm(text).status();
}

rt::StatusOr<rt::Tensor> parseTensor(StringRef text, StringRef name) {
  RLX_ASSIGN_OR_RETURN(TensorForm form, parseForm(text));
  if (form.seed)
    return randomTensor(form.dtype, form.shape, *form.seed, name);
  if (form.dtype == rt::DType::String)
    return stringTensor(
        form.shape, [&](int64_t i) { return form.items[form.items.size() == 1 ? 0 : i].str(); });
  RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, rt::Tensor::allocate(form.dtype, form.shape));
  const auto count = static_cast<int64_t>(form.items.size());
  for (int64_t i = 0; i < std::min(count, form.elements); ++i)
    storeText(form.items[i], form.dtype, tensor.data(), i);
  if (count == 1) // is parsed once, and fills the tensor
    for (size_t width = rt::byteSize(form.dtype), at = width; at < tensor.bytes(); at += width)
      memcpy(static_cast<char *>(tensor.data()) + at, tensor.data(), width);
  return tensor;
}

// The bits of an integer, sign- or zero-extended by its type.
static uint64_t loadInteger(const rt::TensorView &tensor, int64_t i) {
  size_t width = rt::byteSize(tensor.dtype);
  uint64_t bits = 0;
  memcpy(&bits, static_cast<const char *>(tensor.data) + i * width, width);
  bool isSigned = !isUnsigned(tensor.dtype) && tensor.dtype != rt::DType::Bool;
  const unsigned valueBits = rt::bitWidth(tensor.dtype);
  return isSigned ? static_cast<uint64_t>(llvm::SignExtend64(bits, valueBits))
                  : bits & llvm::maskTrailingOnes<uint64_t>(valueBits);
}

std::string elementText(const rt::TensorView &tensor, int64_t i) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (tensor.dtype == rt::DType::String) {
    const std::string_view element = tensor.as<rt::StringElement>()[i].view();
    os << '"' << printable(element) << '"';
  } else if (rt::isComplex(tensor.dtype)) {
    rt::DType part = rt::partType(tensor.dtype);
    os << llvm::format("%g%+gi", rt::loadElement(part, tensor.data, 2 * i),
                       rt::loadElement(part, tensor.data, 2 * i + 1));
  } else if (isFloat(tensor.dtype)) {
    os << llvm::format("%g", rt::loadElement(tensor.dtype, tensor.data, i));
  } else if (isUnsigned(tensor.dtype)) {
    os << loadInteger(tensor, i);
  } else {
    os << static_cast<int64_t>(loadInteger(tensor, i));
  }
  return text;
}

// As integers: doubles would round large ones.
static void printIntegerStatistics(llvm::raw_ostream &os, const rt::TensorView &tensor,
                                   int64_t count) {
  auto less = [&](int64_t lhs, int64_t rhs) {
    uint64_t a = loadInteger(tensor, lhs), b = loadInteger(tensor, rhs);
    return isUnsigned(tensor.dtype) ? a < b : static_cast<int64_t>(a) < static_cast<int64_t>(b);
  };
  int64_t low = 0, high = 0;
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    low = less(i, low) ? i : low;
    high = less(high, i) ? i : high;
    sum += rt::loadElement(tensor.dtype, tensor.data, i);
  }
  os << "  min " << elementText(tensor, low) << "  mean " << llvm::format("%g", sum / count)
     << "  max " << elementText(tensor, high);
}

// Statistics of the finite values.
static void printFloatStatistics(llvm::raw_ostream &os, const rt::TensorView &tensor,
                                 int64_t count) {
  double low = INFINITY, high = -INFINITY, sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0; i < count; ++i) {
    double value = rt::loadElement(tensor.dtype, tensor.data, i);
    if (!std::isfinite(value))
      continue;
    low = std::min(low, value), high = std::max(high, value);
    sum += value;
    ++finite;
  }
  if (finite)
    os << llvm::format("  min %g  mean %g  max %g", low, sum / finite, high);
  if (finite != count)
    os << "  not finite: " << count - finite << " of " << count;
}

int64_t countNotFinite(const rt::TensorView &tensor) {
  const rt::StatusOr<int64_t> elements = rt::numElements(tensor.shape);
  if (!elements.ok() || !isFloat(tensor.dtype))
    return 0;
  const rt::DType part = rt::partType(tensor.dtype);
  const int64_t parts = rt::isComplex(tensor.dtype) ? 2 : 1;
  int64_t count = 0;
  for (int64_t i = 0; i < *elements; ++i) {
    bool isFinite = true;
    for (int64_t k = 0; k < parts; ++k)
      isFinite &= std::isfinite(rt::loadElement(part, tensor.data, i * parts + k));
    count += !isFinite;
  }
  return count;
}

std::string summarize(const rt::TensorView &tensor) {
  std::string text = rt::typeText(tensor.dtype, tensor.shape);
  llvm::raw_string_ostream os(text);
  rt::StatusOr<int64_t> count = rt::numElements(tensor.shape);
  if (!count.ok() || *count == 0)
    return text;
  if (isFloat(tensor.dtype) && !rt::isComplex(tensor.dtype))
    printFloatStatistics(os, tensor, *count);
  else if (rt::isIntegral(tensor.dtype))
    printIntegerStatistics(os, tensor, *count);
  constexpr int64_t kShown = 8;
  os << "\n  [";
  for (int64_t i = 0; i < std::min(*count, kShown); ++i)
    os << (i ? ", " : "") << elementText(tensor, i);
  os << (*count > kShown ? ", …]" : "]");
  return text;
}

} // namespace rlx::run
