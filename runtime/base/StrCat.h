// strCat("input '", name, "' has rank ", rank): joins text and numbers into one string.
// For error messages only; anything on a hot path must not build strings at all.
#ifndef RLX_RUNTIME_BASE_STRCAT_H
#define RLX_RUNTIME_BASE_STRCAT_H

#include <string>
#include <string_view>
#include <type_traits>

namespace rlx::rt {

namespace detail {
inline void appendPiece(std::string &out, std::string_view piece) {
  out.append(piece);
}
inline void appendPiece(std::string &out, const char *piece) {
  out.append(piece);
}
inline void appendPiece(std::string &out, char piece) {
  out.push_back(piece);
}
template <typename T>
  requires std::is_arithmetic_v<T>
void appendPiece(std::string &out, T piece) {
  out.append(std::to_string(piece));
}
} // namespace detail

template <typename... Pieces>
std::string strCat(const Pieces &...pieces) {
  std::string out;
  (detail::appendPiece(out, pieces), ...);
  return out;
}

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_STRCAT_H
