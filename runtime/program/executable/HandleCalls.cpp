// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of Executable for handles, feeds and the active extent.
//
// Handles has the contents and feeds; these functions check names and take the executable.
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

// The input's index, if it has a handle.
StatusOr<size_t> Executable::findHandle(std::string_view input) const {
  RLX_ASSIGN_OR_RETURN(const size_t index, findInput(input, 0));
  if (handles.kind(index) == Handles::Kind::None)
    return notFound(strCat("input '", input, "' has no handle; bind one first"));
  return index;
}

// Results that became the content of a handle disappear with it.
void Executable::hideOutputsOf(size_t input) {
  for (Shown &result : shown)
    if (result.handle == input)
      result = {};
}

Status Executable::bindHandleOf(std::string_view input, Handles::Kind kind,
                                const TensorView &value) {
  return call([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const size_t index, findInput(input, 0));
    if (program().inputs[index].dtype == DType::String || value.dtype == DType::String)
      return unsupported(strCat("a handle of input '", input, "' (",
                                signatureText(program(), program().inputs[index]), ") with ",
                                name(value.dtype),
                                " elements: handles do not keep strings; give them with each run"));
    RLX_RETURN_IF_ERROR(handles.bind(index, kind, value));
    hideOutputsOf(index);
    return okStatus();
  });
}

Status Executable::bindHandle(std::string_view input, const TensorView &value) {
  return bindHandleOf(input, Handles::Kind::Host, value);
}

Status Executable::bindDeviceHandle(std::string_view input, const TensorView &value) {
  return bindHandleOf(input, Handles::Kind::Device, value);
}

Status Executable::unbindHandle(std::string_view input) {
  return call([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const size_t index, findHandle(input));
    hideOutputsOf(index);
    handles.unbind(index);
    return okStatus();
  });
}

bool Executable::hasHandle(std::string_view input) const {
  if (!settle())
    return false;
  const size_t index = findSpec(program().inputs, input, 0);
  return index < program().inputs.size() && handles.kind(index) == Handles::Kind::Host;
}

bool Executable::hasDeviceHandle(std::string_view input) const {
  if (!settle())
    return false;
  const size_t index = findSpec(program().inputs, input, 0);
  return index < program().inputs.size() && handles.kind(index) == Handles::Kind::Device;
}

StatusOr<TensorView> Executable::readHandleOf(std::string_view input, Handles::Kind kind) const {
  return catchAllocFailure([&]() -> StatusOr<TensorView> {
    RLX_RETURN_IF_ERROR(settleOrRefuse());
    RLX_ASSIGN_OR_RETURN(const size_t index, findHandle(input));
    if (handles.kind(index) != kind)
      return notFound(strCat("input '", input, "' has no ",
                             kind == Handles::Kind::Host ? "host" : "device",
                             " handle, but one of the other kind"));
    RLX_RETURN_IF_ERROR(handles.checkWhole(index));
    return handles.read(index);
  });
}

StatusOr<TensorView> Executable::readHandle(std::string_view input) const {
  return readHandleOf(input, Handles::Kind::Host);
}

StatusOr<TensorView> Executable::readDeviceHandle(std::string_view input) const {
  return readHandleOf(input, Handles::Kind::Device);
}

Status Executable::setHandleFeed(std::string_view input, size_t index) {
  return call([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const size_t handle, findHandle(input));
    RLX_RETURN_IF_ERROR(checkOutputIndex(index));
    return handles.setFeed(handle, static_cast<uint32_t>(index));
  });
}

Status Executable::clearHandleFeed(std::string_view input) {
  return call([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const size_t handle, findHandle(input));
    return handles.clearFeed(handle);
  });
}

Status Executable::setActiveExtent(int64_t actual, int64_t upper) {
  return call([&]() -> Status {
    RLX_RETURN_IF_ERROR(checkLeadingRows(program()));
    if (actual < 0 || actual > upper)
      return invalidArgument(
          strCat("an active extent of ", actual, " of ", upper, "; expected 0 <= actual <= upper"));
    extent = {true, actual, upper};
    return okStatus();
  });
}

Status Executable::clearActiveExtent() {
  return call([&] {
    extent = {};
    return okStatus();
  });
}

} // namespace rlx::rt
