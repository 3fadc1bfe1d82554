// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mapping of errno values to status codes.
//
// SystemError.h lists the codes with their meaning.
#include "runtime/base/SystemError.h"

#include <cerrno>
#include <cstring>

#include "runtime/base/StrCat.h"

namespace rlx::rt {

static StatusCode codeOf(int number) {
  switch (number) {
  case ENOENT:
  case ENOTDIR:
    return StatusCode::NotFound;
  case EACCES:
  case EPERM:
  case EROFS:
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
  case EBUSY:
  case ETXTBSY:
  case EMFILE:
  case ENFILE:
    return StatusCode::FailedPrecondition;
  case EEXIST:
    return StatusCode::AlreadyExists;
  case EISDIR:
  case EINVAL:
  case ENAMETOOLONG:
  case ELOOP:
    return StatusCode::InvalidArgument;
  case ENOMEM:
    return StatusCode::OutOfMemory;
  default:
    return StatusCode::DataLoss;
  }
}

Status systemError(int number, std::string_view what, std::source_location where) {
  return Status(codeOf(number), strCat(what, ": ", std::strerror(number)), where);
}

} // namespace rlx::rt
