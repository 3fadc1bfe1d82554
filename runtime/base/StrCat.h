// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strCat("input '", name, "' has rank ", rank): joins text and numbers into one string.
// For error messages only; anything on a hot path must not build strings at all.
//
// Small as code: a call makes an array of pieces, and one function joins all arrays. With a
// function for each combination of types they were a sixth of rlx-run-rt.
#ifndef RLX_RUNTIME_BASE_STRCAT_H
#define RLX_RUNTIME_BASE_STRCAT_H

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace rlx::rt {

namespace detail {

// A piece as text. Digits of numbers are its own, so it stays where it is made.
class StrPiece {
public:
  template <typename T>
    requires std::is_convertible_v<const T &, std::string_view>
  StrPiece(const T &text) : text(text) {}
  StrPiece(char c) : text(digits, 1) { digits[0] = c; }
  template <typename T>
    requires std::is_integral_v<T>
  StrPiece(T number) {
    if constexpr (std::is_signed_v<T>)
      setSigned(number);
    else
      setUnsigned(number);
  }
  StrPiece(const StrPiece &) = delete;
  StrPiece &operator=(const StrPiece &) = delete;

  std::string_view text;

private:
  [[gnu::noinline]] void setSigned(long long number) {
    text = {digits, std::to_chars(digits, digits + sizeof(digits), number).ptr};
  }
  [[gnu::noinline]] void setUnsigned(unsigned long long number) {
    text = {digits, std::to_chars(digits, digits + sizeof(digits), number).ptr};
  }

  char digits[20]; // of the longest: -2^63, 2^64 - 1
};

[[gnu::noinline]] inline std::string join(const StrPiece *pieces, size_t count) {
  size_t length = 0;
  for (size_t i = 0; i < count; ++i)
    length += pieces[i].text.size();
  std::string out;
  out.reserve(length);
  for (size_t i = 0; i < count; ++i)
    out.append(pieces[i].text);
  return out;
}

} // namespace detail

template <typename... Pieces>
std::string strCat(const Pieces &...pieces) {
  const detail::StrPiece all[] = {pieces...};
  return detail::join(all, sizeof...(pieces));
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_STRCAT_H
