// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages for the error codes of KernelABI.h.
//
// The message has the op's label, since kernels report only a code and a detail.
#include "runtime/program/model/KernelError.h"

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/KernelABI.h"

namespace rlx::rt {

// "axis, whose size is 3"; with several sizes "axis; the sizes are [3, 4]".
static std::string axisText(const Command &command, std::span<const int64_t> values) {
  std::string list;
  for (const Expr &size : command.indexSizes) {
    const StatusOr<int64_t> value = evaluate(size, values);
    list += strCat(list.empty() ? "" : ", ", value.ok() ? std::to_string(*value) : "?");
  }
  if (command.indexSizes.size() == 1)
    return strCat("axis, whose size is ", list);
  return list.empty() ? "axis" : strCat("axis; the sizes are [", list, "]");
}

// "; check the inputs 'table' and 'starts'", if the command reads such integers as they are.
static std::string adviceText(const Program &program, const Command &command) {
  std::vector<std::string> names;
  const size_t numRead = command.buffers.size() - command.numOutputs;
  for (const uint32_t buffer : std::span(command.buffers).first(numRead))
    for (const TensorSpec &input : program.inputs)
      if (input.buffer == buffer && (input.dtype == DType::I32 || input.dtype == DType::I64))
        names.push_back(strCat("'", input.name, "'"));
  if (names.empty())
    return "";
  std::string list = names.front();
  for (size_t i = 1; i < names.size(); ++i)
    list += strCat(i + 1 == names.size() ? " and " : ", ", names[i]);
  return strCat("; check the input", names.size() == 1 ? " " : "s ", list);
}

static Status messageOf(const Program &program, const Command &command, int32_t error,
                        std::span<const int64_t> values) {
  const std::string location =
      strCat("command '", command.label, "' (kernel '", program.kernels[command.kernel].name, "')");
  const int32_t code = RLX_KERNEL_CODE(error), detail = RLX_KERNEL_DETAIL(error);
  switch (code) {
  case RLX_KERNEL_INDEX_OUT_OF_RANGE:
    return outOfRange(strCat(location, " met ",
                             detail == 0 || detail == RLX_KERNEL_MAX_DETAIL
                                 ? "an index"
                                 : strCat("index ", RLX_KERNEL_INDEX_OF(detail)),
                             " outside its ", axisText(command, values),
                             adviceText(program, command)));
  case RLX_KERNEL_SINGULAR_MATRIX:
    return invalidArgument(strCat(location, " cannot solve: matrix ", detail,
                                  detail == RLX_KERNEL_MAX_DETAIL ? " or a later one" : "",
                                  " of the batch is singular"));
  default:
    return internalError(strCat(location, " failed with the unknown code ", code));
  }
}

Status kernelError(const Program &program, const Command &command, int32_t error,
                   std::span<const int64_t> values) {
  return messageOf(program, command, error, values).at(command.place);
}

} // namespace rlx::rt
