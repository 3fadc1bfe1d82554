// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of a run: how each takes its inputs and returns its results. The steps are in Run.cpp.
//
// Forms differ in how arguments are named and typed, and in where results go.
#include <algorithm>
#include <cstring>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

Status Executable::bind(std::span<const NamedTensor> inputs) {
  return call([&]() -> Status {
    RLX_RETURN_IF_ERROR(takeNamed(inputs));
    return bindArguments(TypeRule::Exact);
  });
}

Status Executable::run(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs) {
  return call([&] { return runLocked(inputs, outputs, TypeRule::Exact); });
}

Status Executable::runTyped(std::span<const NamedTensor> inputs,
                            std::span<const NamedOutput> outputs) {
  return call([&] { return runLocked(inputs, outputs, TypeRule::Convert); });
}

// Allocates memory for converted results before the run, so that nothing can fail after it.
Status Executable::reserveF32Results() {
  for (size_t k = 0; k < f32Results.size(); ++k) {
    if (program().outputs[k].dtype == DType::F32 || isComputed(k))
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(DType::F32, boundShapeOf(k)));
    if (!f32Results[k].reserve(static_cast<size_t>(bytes)))
      return outOfMemory(
          strCat("no memory for output '", program().outputs[k].name, "' as floats"));
  }
  return okStatus();
}

StatusOr<std::span<const std::span<const float>>> Executable::outputsAsF32() {
  for (size_t k = 0; k < f32Views.size(); ++k) {
    const DType dtype = program().outputs[k].dtype;
    RLX_ASSIGN_OR_RETURN(const void *data, readShown(k));
    if (dtype != DType::F32) {
      if (!f32Results[k].reserve(static_cast<size_t>(outputElements(k)) * sizeof(float)))
        return outOfMemory(
            strCat("no memory for output '", program().outputs[k].name, "' as floats"));
      convertElements(DType::F32, f32Results[k].data(), dtype, data, outputElements(k));
      data = f32Results[k].data();
    }
    f32Views[k] = {static_cast<const float *>(data), static_cast<size_t>(outputElements(k))};
  }
  return std::span<const std::span<const float>>(f32Views);
}

StatusOr<std::span<const std::span<const float>>>
Executable::runF32(std::span<const NamedF32> inputs) {
  return call([&]() -> StatusOr<std::span<const std::span<const float>>> {
    RLX_RETURN_IF_ERROR(refuseStrings("runs with floats"));
    clearArguments();
    for (size_t i = 0; i < inputs.size(); ++i) {
      RLX_ASSIGN_OR_RETURN(const size_t index, findInput(inputs[i].name, i));
      RLX_RETURN_IF_ERROR(giveFlat(index, inputs[i].values));
    }
    RLX_RETURN_IF_ERROR(bindForRun(TypeRule::Convert));
    RLX_RETURN_IF_ERROR(reserveF32Results());
    RLX_RETURN_IF_ERROR(execute());
    return outputsAsF32();
  });
}

Status Executable::checkOutputIndex(size_t index) const {
  if (index < program().outputs.size())
    return okStatus();
  return outOfRange(strCat("there is no output ", index, "; the ", program().outputs.size(),
                           " outputs are ", listSignature(program(), program().outputs)));
}

StatusOr<std::span<const TensorView>>
Executable::runReadOutputs(std::span<const NamedTensor> inputs, std::span<const size_t> outputs) {
  return call([&]() -> StatusOr<std::span<const TensorView>> {
    for (size_t index : outputs)
      RLX_RETURN_IF_ERROR(checkOutputIndex(index));
    listedOutputs.resize(outputs.size());
    RLX_RETURN_IF_ERROR(runLocked(inputs, {}, TypeRule::Exact));
    for (size_t i = 0; i < outputs.size(); ++i) {
      RLX_ASSIGN_OR_RETURN(const void *const data, readShown(outputs[i]));
      listedOutputs[i] = {program().outputs[outputs[i]].dtype, boundShapeOf(outputs[i]), data};
    }
    return std::span<const TensorView>(listedOutputs);
  });
}

StatusOr<std::span<const RawOutput>> Executable::runRaw(std::span<const NamedTensor> inputs) {
  return call([&]() -> StatusOr<std::span<const RawOutput>> {
    RLX_RETURN_IF_ERROR(runLocked(inputs, {}, TypeRule::Exact));
    for (size_t k = 0; k < rawOutputs.size(); ++k) {
      RLX_ASSIGN_OR_RETURN(const void *const data, readShown(k));
      rawOutputs[k] = {data, static_cast<size_t>(outputBytes(k))};
    }
    return std::span<const RawOutput>(rawOutputs);
  });
}

StatusOr<std::span<const OutputSlot>> Executable::runSlots(std::span<const FlatView> inputs) {
  return call([&]() -> StatusOr<std::span<const OutputSlot>> {
    RLX_RETURN_IF_ERROR(refuseStrings("runs with slots"));
    if (inputs.size() != arguments.size())
      return invalidArgument(strCat("the model takes ", arguments.size(), " inputs, got ",
                                    inputs.size(), "; in order they are ",
                                    listSignature(program(), program().inputs)));
    clearArguments();
    // An input that is not given and has no handle is reported with the other missing ones.
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].data || (inputs[i].elements != 0 && handles.kind(i) == Handles::Kind::None))
        RLX_RETURN_IF_ERROR(giveFlat(i, inputs[i]));
    RLX_RETURN_IF_ERROR(bindForRun(TypeRule::Convert));
    RLX_RETURN_IF_ERROR(executor->reserveOutputs());
    RLX_RETURN_IF_ERROR(execute());
    if (std::ranges::count(shared->isComputedOutput, 0) != std::ssize(shown)) {
      RLX_RETURN_IF_ERROR(collectSlots());
      return std::span<const OutputSlot>(current->slots);
    }
    for (size_t k = 0; k < shown.size(); ++k) {
      if (handles.fedBy(k) == Handles::kNone || current->outputs.bytes[k] == 0)
        continue;
      RLX_ASSIGN_OR_RETURN(const void *const data, readShown(k));
      std::memcpy(executor->outputBlock().data() + current->outputs.offsets[k], data,
                  static_cast<size_t>(current->outputs.bytes[k]));
    }
    return std::span<const OutputSlot>(current->slots);
  });
}

// Copies all results into one block of their own: sizes that the run computes are too late for the
// executor's.
Status Executable::collectSlots() {
  int64_t total = 0;
  for (size_t k = 0; k < shown.size(); ++k) {
    current->slots[k].offset = total;
    if (__builtin_add_overflow(total, outputBytes(k), &total) ||
        __builtin_add_overflow(total, int64_t(kBufferAlignment - 1), &total))
      return outOfRange("the outputs have more than 2^63 - 1 bytes");
    total -= total % int64_t(kBufferAlignment);
  }
  if (!slotBlock.reserve(static_cast<size_t>(total)))
    return outOfMemory(strCat("no memory for ", total, " bytes of outputs"));
  for (size_t k = 0; k < shown.size(); ++k) {
    RLX_ASSIGN_OR_RETURN(const void *const data, readShown(k));
    if (outputBytes(k) != 0)
      std::memcpy(slotBlock.data() + current->slots[k].offset, data,
                  static_cast<size_t>(outputBytes(k)));
  }
  return okStatus();
}

int64_t Executable::outputBytes(size_t index) const {
  return outputElements(index) * byteSize(program().outputs[index].dtype);
}

StatusOr<TensorView> Executable::runFeed(std::span<const NamedTensor> inputs,
                                         std::string_view input, size_t index) {
  return call([&]() -> StatusOr<TensorView> {
    RLX_ASSIGN_OR_RETURN(const size_t handle, findHandle(input));
    RLX_RETURN_IF_ERROR(checkOutputIndex(index));
    const uint32_t before = handles.explicitFeed(handle);
    RLX_RETURN_IF_ERROR(handles.setFeed(handle, static_cast<uint32_t>(index)));
    if (Status status = runLocked(inputs, {}, TypeRule::Exact); !status.ok()) {
      handles.restoreFeed(handle, before);
      return status;
    }
    RLX_ASSIGN_OR_RETURN(const void *const data, readShown(index));
    return TensorView{program().outputs[index].dtype, boundShapeOf(index), data};
  });
}

// --- reading results

TensorView Executable::output(size_t index) const {
  if (index >= program().outputs.size() || !settle())
    return {};
  TensorView view{program().outputs[index].dtype, boundShapeOf(index), nullptr};
  // The functions with a status return the reason.
  StatusOr<const void *> data = readShown(index);
  if (data.ok())
    view.data = *data;
  else
    std::move(data).status().ignore();
  return view;
}

bool Executable::isOutputOnDevice(size_t index) const {
  if (!settle())
    return false;
  const uint32_t handle = shown[index].handle;
  return handle != Handles::kNone && handles.isHidden(handle);
}

StatusOr<TensorView> Executable::output(std::string_view name) const {
  return catchAllocFailure([&]() -> StatusOr<TensorView> {
    const size_t index = findSpec(program().outputs, name, 0);
    if (index == program().outputs.size())
      return notFound(strCat("there is no output '", name, "'; outputs are ",
                             listSignature(program(), program().outputs)));
    RLX_RETURN_IF_ERROR(settleOrRefuse());
    RLX_ASSIGN_OR_RETURN(const void *const data, readShown(index));
    return TensorView{program().outputs[index].dtype, boundShapeOf(index), data};
  });
}

StatusOr<FlatView> Executable::readOutputRow(size_t index, int64_t row, int64_t rowElements) const {
  return catchAllocFailure([&]() -> StatusOr<FlatView> {
    RLX_RETURN_IF_ERROR(checkOutputIndex(index));
    RLX_RETURN_IF_ERROR(settleOrRefuse());
    const TensorSpec &spec = program().outputs[index];
    if (!shown[index])
      return failedPrecondition(
          strCat("output '", spec.name,
                 "' is not in the executable: there was no successful run "
                 "yet, or the last run wrote it into memory of the caller or of a "
                 "commit"));
    const int64_t elements = outputElements(index);
    if (rowElements <= 0 || elements % rowElements != 0)
      return invalidArgument(strCat("output '", spec.name, "' (",
                                    typeText(spec.dtype, boundShapeOf(index)), ") has no rows of ",
                                    rowElements, " elements"));
    if (row < 0 || row >= elements / rowElements)
      return outOfRange(strCat("row ", row, " of output '", spec.name, "' (",
                               typeText(spec.dtype, boundShapeOf(index)), "), which has ",
                               elements / rowElements, " rows of ", rowElements, " elements"));
    RLX_ASSIGN_OR_RETURN(const void *const data, readShown(index));
    return FlatView(spec.dtype,
                    static_cast<const std::byte *>(data) + row * rowElements * byteSize(spec.dtype),
                    rowElements);
  });
}

const void *Executable::arena() const {
  if (!settle())
    return nullptr;
  return slotBlock.size() != 0 ? slotBlock.data() : executor->outputBlock().data();
}

std::span<const int64_t> Executable::outputShape(size_t index) const {
  return settle() ? boundShapeOf(index) : std::span<const int64_t>();
}

bool Executable::computesSize(size_t index, size_t dim) const {
  return isComputedSize(shared->mainLifetimes.stages, program().outputs[index].shape[dim]);
}

std::span<const int64_t> Executable::boundShapeOf(size_t index) const {
  if (!current || index >= current->outputShapes.size())
    return {};
  return current->outputShapes[index];
}

} // namespace rlx::rt
