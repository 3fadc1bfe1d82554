// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages for the error codes of KernelABI.h.
//
// The message has the op's label, since kernels report only a code and a detail.
#include "runtime/program/model/KernelError.h"

#include "runtime/base/StrCat.h"
#include "runtime/program/model/KernelABI.h"

namespace rlx::rt {

Status kernelError(const Program &program, const Command &command, int32_t error) {
  const std::string location =
      strCat("command '", command.label, "' (kernel '", program.kernels[command.kernel].name, "')");
  const int32_t code = RLX_KERNEL_CODE(error), detail = RLX_KERNEL_DETAIL(error);
  switch (code) {
  case RLX_KERNEL_INDEX_OUT_OF_RANGE:
    return outOfRange(strCat(location, " met ",
                             detail == 0 || detail == RLX_KERNEL_MAX_DETAIL
                                 ? "an index"
                                 : strCat("index ", RLX_KERNEL_INDEX_OF(detail)),
                             " outside its axis"));
  case RLX_KERNEL_SINGULAR_MATRIX:
    return invalidArgument(strCat(location, " cannot solve: matrix ", detail,
                                  detail == RLX_KERNEL_MAX_DETAIL ? " or a later one" : "",
                                  " of the batch is singular"));
  default:
    return internalError(strCat(location, " failed with the unknown code ", code));
  }
}

} // namespace rlx::rt
