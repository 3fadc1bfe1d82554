// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of rlx.hpp: errors as values. Include rlx.hpp.
//
// Status is an error or success. StatusOr is a value or an error. Both are [[nodiscard]]: an
// unchecked error is a compiler warning. Nothing here throws.
#ifndef RLX_STATUS_HPP
#define RLX_STATUS_HPP

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "rlx/rlx.h"

namespace rlx {

namespace detail {

// Frees a C handle.
template <typename Handle, void (*Free)(Handle *)>
struct Deleter {
  void operator()(Handle *handle) const { Free(handle); }
};
// A C handle that frees itself.
template <typename Handle, void (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Deleter<Handle, Free>>;

// The name argument of a call: NUL-terminated text that must stay for the call. Not copied.
class Name {
public:
  Name(const char *text) : text(text) {}
  Name(const std::string &text) : text(text.c_str()) {}
  const char *get() const { return text; }

private:
  const char *text;
};

} // namespace detail

/// An error with a code and a message, or success. Move-only.
/// Threads: a value; reads may overlap.
class [[nodiscard]] Status {
public:
  /// Success.
  Status() = default;
  /// Takes ownership of `handle`. Null is success.
  explicit Status(rlx_status_t *handle) : handle(handle) {}
  /// An error of your own. `message` is copied. RLX_OK is success.
  Status(rlx_status_code_t code, detail::Name message)
      : handle(rlx_status_create(code, message.get())) {}

  /// Whether this is success.
  bool ok() const { return !handle; }
  /// The error's code; RLX_OK for success.
  rlx_status_code_t code() const { return rlx_status_get_code(handle.get()); }
  /// The error's text; "ok" for success. Lives as long as this object.
  const char *message() const { return rlx_status_get_message(handle.get()); }
  /// The same without the code at its start. Lives as long as this object.
  const char *text() const { return rlx_status_get_text(handle.get()); }
  /// The part of a model that the error is about, with which the text starts; null if it is about
  /// none. Lives as long as this object.
  const char *place() const { return rlx_status_get_place(handle.get()); }
  /// Gives the handle to the caller, as a user kernel does that returns an error to C. Null for
  /// success. Afterwards this is success.
  [[nodiscard]] rlx_status_t *release() { return handle.release(); }
  /// Drops an error on purpose.
  void ignore() const {}

private:
  detail::Owned<rlx_status_t, rlx_status_free> handle;
};

/// A value, or the status that says why there is none. Dereference only if ok().
///
/// Example: `if (!result.ok()) return std::move(result).status();`
template <typename T>
class [[nodiscard]] StatusOr {
public:
  /// An error. `error` must not be success.
  StatusOr(Status error) : error(std::move(error)) {}
  /// A value.
  StatusOr(T value) : held(std::move(value)) {}
  /// Whether there is a value.
  bool ok() const { return held.has_value(); }
  /// The error; success if there is a value.
  const Status &status() const & { return error; }
  /// Moves the error out, to return it: `return std::move(result).status();`
  Status status() && { return std::move(error); }
  /// The value. Undefined without one.
  T &operator*() & { return *held; }
  /// The value. Undefined without one.
  const T &operator*() const & { return *held; }
  /// Moves the value out. Undefined without one.
  T &&operator*() && { return std::move(*held); }
  /// The value's members. Undefined without a value.
  T *operator->() { return &*held; }
  /// The value's members. Undefined without a value.
  const T *operator->() const { return &*held; }

private:
  Status error;
  std::optional<T> held;
};

} // namespace rlx

#endif // RLX_STATUS_HPP
