// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::from_chars and std::to_chars, with NumPy's choice between fixed and scientific notation.
//
// Types of fewer bits than f32 take the shortest digits that round to their own value.
#include "runtime/cpu/StringNumbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "runtime/base/StrCat.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

namespace {

template <typename T>
bool parseWhole(std::string_view text, T &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// Whether the decimal number `text`, which no float type has, is near 0 rather than infinity.
bool isTiny(std::string_view text) {
  const size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  const size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos)
    return true;
  int exponent = 0;
  if (e < text.size()) {
    const std::string_view written = text.substr(e + 1 + (text[e + 1] == '+'));
    if (std::from_chars(written.data(), written.data() + written.size(), exponent).ec !=
        std::errc())
      return written.starts_with('-'); // not even an int
  }
  // That of the first digit. Off by one on one side of the point, which is nothing this far from 1.
  const size_t point = std::min(digits.find('.'), digits.size());
  return static_cast<int64_t>(point) - static_cast<int64_t>(first) + exponent < 0;
}

// Numbers too large or too small for T are infinite or 0, with their sign.
template <typename T>
bool parseFloat(std::string_view text, T &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size())
    return false;
  if (error == std::errc())
    return true;
  if (error != std::errc::result_out_of_range)
    return false;
  value = isTiny(text) ? T(0) : std::numeric_limits<T>::infinity();
  value = text.starts_with('-') ? -value : value;
  return true;
}

// Whether an integer type has `value` without its fraction.
bool isInRange(DType dtype, double value) {
  const int bits = static_cast<int>(bitWidth(dtype));
  const double end = std::ldexp(1.0, isUnsigned(dtype) ? bits : bits - 1);
  const double whole = std::trunc(value);
  return whole < end && whole >= (isUnsigned(dtype) ? 0 : -end);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  const size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos)
    return {};
  text = text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-')
    text.remove_prefix(1); // from_chars takes none
  return text;
}

template <typename T>
void put(void *data, int64_t index, T value) {
  std::memcpy(static_cast<char *>(data) + index * int64_t(sizeof(T)), &value, sizeof(T));
}

template <typename T>
T get(const void *data, int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + index * int64_t(sizeof(T)), sizeof(T));
  return value;
}

// As NumPy: fixed from 1e-4 to below 1e16.
std::string withDigits(std::string_view scientific) {
  const size_t e = scientific.find('e');
  int exponent = 0;
  std::from_chars(scientific.data() + e + 1 + (scientific[e + 1] == '+'),
                  scientific.data() + scientific.size(), exponent);
  if (exponent < -4 || exponent >= 16)
    return std::string(scientific);
  const bool isNegative = scientific[0] == '-';
  std::string digits;
  for (const char c : scientific.substr(0, e))
    if (c >= '0' && c <= '9')
      digits += c;
  if (exponent < 0)
    digits.insert(0, static_cast<size_t>(-exponent), '0');
  const auto point = static_cast<size_t>(std::max(exponent, 0)) + 1;
  if (digits.size() <= point)
    digits.resize(point + 1, '0'); // at least one digit behind the point
  return strCat(isNegative ? "-" : "", digits.substr(0, point), ".", digits.substr(point));
}

template <typename T>
std::string floatText(T value) {
  if (std::isnan(value))
    return "NaN";
  if (std::isinf(value))
    return value < 0 ? "-INF" : "INF";
  char text[64];
  const auto end = std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific);
  return withDigits({text, end.ptr});
}

std::string narrowText(DType dtype, double value) {
  if (!std::isfinite(value))
    return floatText(value);
  char text[64];
  for (int digits = 0; digits < 17; ++digits) {
    const auto end =
        std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific, digits);
    double back = 0;
    std::from_chars(text, end.ptr, back);
    uint16_t element = 0;
    storeElement(dtype, &element, 0, back);
    if (std::bit_cast<uint64_t>(loadElement(dtype, &element, 0)) == std::bit_cast<uint64_t>(value))
      return withDigits({text, end.ptr});
  }
  return floatText(value);
}

} // namespace

Status parseNumber(std::string_view text, DType dtype, void *data, int64_t index) {
  const std::string_view number = trimmed(text);
  const auto fail = [&] {
    return invalidArgument(strCat("the string '", text.substr(0, 64), "' is not a number, which ",
                                  name(dtype), " needs"));
  };
  int64_t whole;
  uint64_t natural;
  float single;
  double value;
  if (dtype == DType::I64 && parseWhole(number, whole)) {
    put(data, index, whole);
  } else if (dtype == DType::U64 && parseWhole(number, natural)) {
    put(data, index, natural);
  } else if (dtype == DType::F32) {
    if (!parseFloat(number, single))
      return fail();
    put(data, index, single);
  } else {
    const bool isInteger = isIntegral(dtype) && dtype != DType::Bool;
    if (!parseFloat(number, value) || (isInteger && std::isnan(value)))
      return fail();
    if (isInteger && !isInRange(dtype, value))
      return invalidArgument(
          strCat("the string '", text.substr(0, 64), "' is out of the range of ", name(dtype)));
    storeElement(dtype, data, index, value);
  }
  return okStatus();
}

std::string numberText(DType dtype, const void *data, int64_t index) {
  if (dtype == DType::Bool)
    return get<uint8_t>(data, index) ? "True" : "False";
  if (dtype == DType::I64)
    return std::to_string(get<int64_t>(data, index));
  if (dtype == DType::U64)
    return std::to_string(get<uint64_t>(data, index));
  if (isIntegral(dtype))
    return std::to_string(static_cast<int64_t>(loadElement(dtype, data, index)));
  if (dtype == DType::F32)
    return floatText(get<float>(data, index));
  if (dtype == DType::F64)
    return floatText(get<double>(data, index));
  return narrowText(dtype, loadElement(dtype, data, index));
}

} // namespace rlx::rt
