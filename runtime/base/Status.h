// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of every runtime call that can fail: a code, a message, and contexts.
//
// Success is a null pointer and costs nothing. Making an error never throws: if there is no memory
// for the message, the status becomes a fixed out_of_memory value. For example: "not_found: cannot
// open 'model.npy': No such file or directory; while reading param 'w'".
#ifndef RLX_RUNTIME_BASE_STATUS_H
#define RLX_RUNTIME_BASE_STATUS_H

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>

namespace rlx::rt {

// The numbers are part of the C API: append only.
enum class StatusCode : int32_t {
  Ok = 0,
  InvalidArgument = 1,    // the argument can never be right
  NotFound = 2,           // the name, file or device does not exist
  AlreadyExists = 3,      // the name is taken
  FailedPrecondition = 4, // right call, wrong moment: params missing, executable busy
  OutOfRange = 5,         // an index or size beyond the data
  Unsupported = 6,        // valid, but not implemented
  OutOfMemory = 7,
  DataLoss = 8,     // truncated, corrupt or hostile bytes
  Internal = 9,     // a bug in RLX
  Unavailable = 10, // the device is lost or does not answer; its users must be made anew
};

// "invalid_argument", …; "unknown" for a value outside the enum.
std::string_view name(StatusCode code);

// An error or success. Move-only.
// Threads: a value like std::string; distinct objects are independent.
class [[nodiscard]] Status {
public:
  Status() noexcept = default;
  Status(StatusCode code, std::string_view message,
         std::source_location where = std::source_location::current()) noexcept;
  Status(Status &&other) noexcept : rep(other.rep) { other.rep = nullptr; }
  Status &operator=(Status &&other) noexcept;
  Status(const Status &) = delete;
  Status &operator=(const Status &) = delete;
  ~Status() { release(); }

  bool ok() const noexcept { return rep == nullptr; }
  StatusCode code() const noexcept;
  // The message alone; empty when ok.
  std::string_view message() const noexcept;
  // The part of the user's model that the error is about, such as "model.mlir:3:8"; empty if it is
  // about none. The message starts with it and ": ".
  std::string_view place() const noexcept;
  // "<code>: <message>", or "<code>" without one, then "; while <context>" for each context,
  // innermost first.
  std::string toString() const;
  // The source position that made the error, as "file:line". Empty when ok.
  std::string location() const;

  // Says where in the model the error is: `place` and ": " come before the message, unless it
  // starts with them. No effect when ok or for an empty place.
  Status at(std::string_view place) && noexcept;

  // A copy of the error with its contexts, for one error that goes to several places.
  Status copy() const noexcept;

  // Adds the step that failed, e.g. "loading 'model.npy'". No effect when ok.
  Status withContext(std::string_view context) && noexcept;

  // Drops the error on purpose.
  void ignore() const noexcept {}

private:
  struct Rep;
  static Rep *outOfMemoryRep() noexcept;
  void release() noexcept;
  Rep *rep = nullptr;
};

inline Status okStatus() noexcept {
  return Status();
}

// One maker per code: `return invalidArgument("...")`.
#define RLX_STATUS_MAKER(NAME, CODE)                                                               \
  inline Status NAME(std::string_view message,                                                     \
                     std::source_location where = std::source_location::current()) noexcept {      \
    return Status(StatusCode::CODE, message, where);                                               \
  }
RLX_STATUS_MAKER(invalidArgument, InvalidArgument)
RLX_STATUS_MAKER(notFound, NotFound)
RLX_STATUS_MAKER(alreadyExists, AlreadyExists)
RLX_STATUS_MAKER(failedPrecondition, FailedPrecondition)
RLX_STATUS_MAKER(outOfRange, OutOfRange)
RLX_STATUS_MAKER(unsupported, Unsupported)
RLX_STATUS_MAKER(outOfMemory, OutOfMemory)
RLX_STATUS_MAKER(dataLoss, DataLoss)
RLX_STATUS_MAKER(internalError, Internal)
RLX_STATUS_MAKER(unavailable, Unavailable)
#undef RLX_STATUS_MAKER

} // namespace rlx::rt

// RLX_RETURN_IF_ERROR(checkShape(x)); returns the error of a Status expression, if it is one.
#define RLX_RETURN_IF_ERROR(expression)                                                            \
  do {                                                                                             \
    if (::rlx::rt::Status rlxStatus = (expression); !rlxStatus.ok())                               \
      return rlxStatus;                                                                            \
  } while (false)

#endif // RLX_RUNTIME_BASE_STATUS_H
