// The result of every runtime call that can fail: a code, a message and the contexts it passed.
//
// Success is a null pointer and costs nothing. Making an error never throws: when there is no
// memory for the message the status becomes a fixed out_of_memory value.
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
  InvalidArgument = 1,    // the caller passed something that can never be right
  NotFound = 2,           // a name, file or device that does not exist
  AlreadyExists = 3,      // a name given twice
  FailedPrecondition = 4, // right call, wrong moment: params missing, executable busy
  OutOfRange = 5,         // an index or size outside what the data allows
  Unsupported = 6,        // valid, but not implemented here
  OutOfMemory = 7,
  DataLoss = 8,     // bytes that are truncated, corrupt or hostile
  Internal = 9,     // a broken promise of RLX itself
  Unavailable = 10, // a device that was lost or does not answer; what uses it has to be made anew
};

// "invalid_argument", …; "unknown" for a value outside the enum.
std::string_view name(StatusCode code);

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
  // "<code>: <message>", or "<code>" without one, then "; while <context>" for each context,
  // innermost first.
  std::string toString() const;
  // Where the error was made, as "file:line"; empty when ok.
  std::string location() const;

  // The same error once more, with its contexts, for those who hand it to several.
  Status copy() const noexcept;

  // Adds what was being done, e.g. "loading 'model.npy'". No effect when ok.
  Status withContext(std::string_view context) && noexcept;

  // Says that this error is deliberately dropped.
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

// One maker a code, so that call sites read as sentences.
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

#define RLX_RETURN_IF_ERROR(expression)                                                            \
  do {                                                                                             \
    if (::rlx::rt::Status rlxStatus = (expression); !rlxStatus.ok())                               \
      return rlxStatus;                                                                            \
  } while (false)

#endif // RLX_RUNTIME_BASE_STATUS_H
