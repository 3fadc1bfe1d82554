// Part of rlx.hpp: errors as values. Include that.
#ifndef RLX_STATUS_HPP
#define RLX_STATUS_HPP

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "rlx/rlx.h"

namespace rlx {

namespace detail {

template <typename Handle, void (*Free)(Handle *)>
struct Deleter {
  void operator()(Handle *handle) const { Free(handle); }
};
template <typename Handle, void (*Free)(Handle *)>
using Owned = std::unique_ptr<Handle, Deleter<Handle, Free>>;

// A name for a call: text that ends in NUL and stays for the call. No copy.
class Name {
public:
  Name(const char *text) : text(text) {}
  Name(const std::string &text) : text(text.c_str()) {}
  const char *get() const { return text; }

private:
  const char *text;
};

} // namespace detail

// Threads: a value; reads may overlap.
class [[nodiscard]] Status {
public:
  Status() = default;
  // Takes over `handle`; null is success.
  explicit Status(rlx_status_t *handle) : handle(handle) {}
  // An error of your own; `message` is copied. RLX_OK is success.
  Status(rlx_status_code_t code, detail::Name message)
      : handle(rlx_status_create(code, message.get())) {}

  bool ok() const { return !handle; }
  rlx_status_code_t code() const { return rlx_status_get_code(handle.get()); }
  // "ok" on success. Lives as long as this object.
  const char *message() const { return rlx_status_get_message(handle.get()); }
  // Gives the handle away, as a kernel does that returns it; null on success, which this then is.
  [[nodiscard]] rlx_status_t *release() { return handle.release(); }
  // Says that an error is deliberately dropped.
  void ignore() const {}

private:
  detail::Owned<rlx_status_t, rlx_status_free> handle;
};

// A value, or the status that says why there is none. Dereference only after ok().
template <typename T>
class [[nodiscard]] StatusOr {
public:
  StatusOr(Status error) : error(std::move(error)) {}
  StatusOr(T value) : held(std::move(value)) {}
  bool ok() const { return held.has_value(); }
  const Status &status() const & { return error; }
  // To hand an error on: return std::move(result).status();
  Status status() && { return std::move(error); }
  T &operator*() & { return *held; }
  const T &operator*() const & { return *held; }
  T &&operator*() && { return std::move(*held); }
  T *operator->() { return &*held; }
  const T *operator->() const { return &*held; }

private:
  Status error;
  std::optional<T> held;
};

} // namespace rlx

#endif // RLX_STATUS_HPP
