// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value, or the Status that says why there is none.
//
// RLX_ASSIGN_OR_RETURN unwraps one and returns its error from the calling function.
#ifndef RLX_RUNTIME_BASE_STATUSOR_H
#define RLX_RUNTIME_BASE_STATUSOR_H

#include <optional>
#include <type_traits>
#include <utility>

#include "runtime/base/Status.h"

namespace rlx::rt {

// Threads: a value; distinct objects are independent. Dereference only if ok().
template <typename T>
class [[nodiscard]] StatusOr {
public:
  // An error. An ok status carries no value and becomes an Internal error.
  StatusOr(Status status) : error(std::move(status)) {
    if (error.ok())
      error = internalError("StatusOr made from an ok status");
  }
  template <typename U = T>
    requires(std::is_constructible_v<T, U &&> &&
             !std::is_same_v<std::remove_cvref_t<U>, StatusOr> &&
             !std::is_same_v<std::remove_cvref_t<U>, Status>)
  StatusOr(U &&value) : held(std::forward<U>(value)) {}

  bool ok() const noexcept { return held.has_value(); }
  const Status &status() const & noexcept { return error; }
  Status status() && noexcept { return std::move(error); }

  T &value() & { return *held; }
  const T &value() const & { return *held; }
  T &&value() && { return std::move(*held); }
  T &operator*() & { return *held; }
  const T &operator*() const & { return *held; }
  T &&operator*() && { return std::move(*held); }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }

private:
  Status error;
  std::optional<T> held;
};

} // namespace rlx::rt

#define RLX_CONCAT_IMPL(a, b) a##b
#define RLX_CONCAT(a, b) RLX_CONCAT_IMPL(a, b)
#define RLX_ASSIGN_OR_RETURN_IMPL(temporary, target, expression)                                   \
  auto temporary = (expression);                                                                   \
  if (!temporary.ok())                                                                             \
    return std::move(temporary).status();                                                          \
  target = std::move(temporary).value()
// Example: RLX_ASSIGN_OR_RETURN(Tensor tensor, readNpy(path));
#define RLX_ASSIGN_OR_RETURN(target, expression)                                                   \
  RLX_ASSIGN_OR_RETURN_IMPL(RLX_CONCAT(rlxStatusOr, __LINE__), target, expression)

#endif // RLX_RUNTIME_BASE_STATUSOR_H
