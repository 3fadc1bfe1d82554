// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The representation of Status. Errors allocate; success never does.
//
// An error is one allocated record with code, message, source position and contexts.
#include "runtime/base/Status.h"

#include <new>
#include <utility>
#include <vector>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

std::string_view name(StatusCode code) {
  switch (code) {
  case StatusCode::Ok:
    return "ok";
  case StatusCode::InvalidArgument:
    return "invalid_argument";
  case StatusCode::NotFound:
    return "not_found";
  case StatusCode::AlreadyExists:
    return "already_exists";
  case StatusCode::FailedPrecondition:
    return "failed_precondition";
  case StatusCode::OutOfRange:
    return "out_of_range";
  case StatusCode::Unsupported:
    return "unsupported";
  case StatusCode::OutOfMemory:
    return "out_of_memory";
  case StatusCode::DataLoss:
    return "data_loss";
  case StatusCode::Internal:
    return "internal";
  case StatusCode::Unavailable:
    return "unavailable";
  }
  return "unknown";
}

struct Status::Rep {
  StatusCode code = StatusCode::Internal;
  std::string message; // starts with the place
  std::source_location where;
  std::vector<std::string> contexts;
  size_t placeSize = 0;
};

// The status for failed allocations, shared and never freed: reporting out of memory needs no
// memory.
Status::Rep *Status::outOfMemoryRep() noexcept {
  // "out of memory" fits the small-string buffer, so this cannot throw.
  static Rep rep{StatusCode::OutOfMemory, "out of memory", std::source_location::current(), {}};
  return &rep;
}

Status::Status(StatusCode code, std::string_view message, std::source_location where) noexcept {
  if (code == StatusCode::Ok)
    return;
  try {
    rep = new Rep{code, std::string(message), where, {}};
  } catch (const std::bad_alloc &) {
    rep = outOfMemoryRep();
  }
}

Status Status::copy() const noexcept {
  Status result;
  if (!rep)
    return result;
  try {
    result.rep = rep == outOfMemoryRep() ? rep : new Rep(*rep);
  } catch (const std::bad_alloc &) {
    result.rep = outOfMemoryRep();
  }
  return result;
}

Status &Status::operator=(Status &&other) noexcept {
  if (this != &other) {
    release();
    rep = std::exchange(other.rep, nullptr);
  }
  return *this;
}

void Status::release() noexcept {
  if (rep && rep != outOfMemoryRep())
    delete rep;
  rep = nullptr;
}

StatusCode Status::code() const noexcept {
  return rep ? rep->code : StatusCode::Ok;
}

std::string_view Status::message() const noexcept {
  return rep ? std::string_view(rep->message) : std::string_view();
}

std::string_view Status::place() const noexcept {
  return message().substr(0, rep ? rep->placeSize : 0);
}

Status Status::at(std::string_view place) && noexcept {
  if (rep && rep != outOfMemoryRep() && !place.empty()) {
    try {
      const std::string_view known = rep->message;
      if (!known.starts_with(place) || !known.substr(place.size()).starts_with(": "))
        rep->message = strCat(place, ": ", rep->message);
      rep->placeSize = place.size();
    } catch (const std::bad_alloc &) {
      // As for a context.
    }
  }
  return std::move(*this);
}

std::string Status::toString() const {
  if (!rep)
    return "ok";
  std::string text = strCat(name(rep->code), rep->message.empty() ? "" : ": ", rep->message);
  for (const std::string &context : rep->contexts)
    text += strCat("; while ", context);
  return text;
}

std::string Status::location() const {
  return rep ? strCat(rep->where.file_name(), ":", rep->where.line()) : std::string();
}

Status Status::withContext(std::string_view context) && noexcept {
  if (rep && rep != outOfMemoryRep()) {
    try {
      rep->contexts.emplace_back(context);
    } catch (const std::bad_alloc &) {
      // The error matters more than a context that does not fit.
    }
  }
  return std::move(*this);
}

} // namespace rlx::rt
