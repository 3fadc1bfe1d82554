// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of every form of run: arguments and handles, checks, memory, execution, results.
// Nothing changes before `execute`, except that another shape may be bound.
//
// Each step is a short function; RunForms.cpp calls them in order.
#include <algorithm>
#include <cstring>

#include "runtime/base/Overlap.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

// --- arguments

void Executable::clearArguments() {
  std::fill(given.begin(), given.end(), 0);
  std::fill(targets.begin(), targets.end(), Target());
}

StatusOr<size_t> Executable::findInput(std::string_view name, size_t guess) const {
  const size_t index = findSpec(program().inputs, name, guess);
  if (index == program().inputs.size())
    return invalidArgument(strCat("there is no input '", name, "'; inputs are ",
                                  listSignature(program(), program().inputs)));
  return index;
}

Status Executable::giveArgument(size_t index, const TensorView &value) {
  if (given[index])
    return invalidArgument(strCat("input '", program().inputs[index].name, "' is given twice"));
  if (handles.kind(index) == Handles::Kind::Device)
    return failedPrecondition(strCat("input '", program().inputs[index].name,
                                     "' has a device handle, which the value given would not "
                                     "replace; leave it out, or unbind the handle"));
  arguments[index] = value;
  given[index] = 1;
  return okStatus();
}

Status Executable::giveFlat(size_t index, const FlatView &values) {
  const std::span<int64_t> dims =
      std::span(argumentDims)
          .subspan(shared->inputForms.begin[index], program().inputs[index].shape.size());
  RLX_RETURN_IF_ERROR(shapeOfFlat(program(), shared->inputForms, index, values.elements, dims));
  return giveArgument(index, {values.dtype, dims, values.data});
}

Status Executable::takeNamed(std::span<const NamedTensor> inputs) {
  clearArguments();
  for (size_t i = 0; i < inputs.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(const size_t index, findInput(inputs[i].name, i));
    RLX_RETURN_IF_ERROR(giveArgument(index, inputs[i].tensor));
  }
  return okStatus();
}

Status Executable::takeHandles() {
  std::string missing;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (given[i])
      continue;
    RLX_RETURN_IF_ERROR(handles.checkWhole(i));
    if (handles.kind(i) != Handles::Kind::None)
      arguments[i] = handles.content(i);
    else
      missing += strCat(missing.empty() ? "'" : ", '", program().inputs[i].name, "'");
  }
  if (missing.empty())
    return okStatus();
  return invalidArgument(strCat("missing input ", missing, "; inputs are ",
                                listSignature(program(), program().inputs)));
}

// Numbers convert to each other, but not from or to strings.
bool Executable::accepts(TypeRule rule, DType wanted, DType given) {
  if (rule == TypeRule::Exact || wanted == DType::String || given == DType::String)
    return given == wanted;
  return byteSize(given) != 0;
}

Status Executable::checkArgumentTypes(TypeRule rule) const {
  const std::vector<TensorSpec> &specs = program().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    const TensorView &tensor = arguments[i];
    if (!accepts(rule, specs[i].dtype, tensor.dtype))
      return invalidArgument(strCat("input '", specs[i].name, "' expects element type ",
                                    name(specs[i].dtype), ", got ", name(tensor.dtype)));
    if (tensor.shape.size() != specs[i].shape.size())
      return invalidArgument(strCat("input '", specs[i].name, "' expects rank ",
                                    specs[i].shape.size(), " (", signatureText(program(), specs[i]),
                                    "), got rank ", tensor.shape.size(), " (",
                                    typeText(tensor.dtype, tensor.shape), ")"));
  }
  return okStatus();
}

// Rows are contiguous, so a prefix of them is the same memory with another shape.
Status Executable::applyExtent() {
  for (size_t i = 0; i < arguments.size(); ++i) {
    TensorView &argument = arguments[i];
    const int64_t rows = argument.shape[0];
    if (rows != extent.upper && (given[i] || rows != extent.actual))
      return invalidArgument(strCat("input '", program().inputs[i].name, "' has ", rows,
                                    " rows, but the active extent is ", extent.actual, " of ",
                                    extent.upper));
    const std::span<int64_t> dims =
        std::span(argumentDims).subspan(shared->inputForms.begin[i], argument.shape.size());
    if (argument.shape.data() != dims.data())
      std::copy(argument.shape.begin(), argument.shape.end(), dims.begin());
    dims[0] = extent.actual;
    argument.shape = dims;
  }
  return okStatus();
}

Status Executable::bindArguments(TypeRule rule) {
  RLX_RETURN_IF_ERROR(takeHandles());
  RLX_RETURN_IF_ERROR(checkArgumentTypes(rule));
  if (extent.set)
    RLX_RETURN_IF_ERROR(applyExtent());
  return bindShape();
}

// Whether the bytes lie in memory that runs overwrite with results.
bool Executable::liesInResults(const void *data, int64_t bytes) const {
  const std::span<const std::byte> block = executor->outputBlock();
  if (overlap(data, bytes, block.data(), static_cast<int64_t>(block.size())) ||
      overlap(data, bytes, slotBlock.data(), static_cast<int64_t>(slotBlock.size())))
    return true;
  for (size_t k = 0; k < targets.size(); ++k)
    if (isComputed(k))
      if (const std::span<const std::byte> memory = executor->computedOutput(k);
          overlap(data, bytes, memory.data(), static_cast<int64_t>(memory.size())))
        return true;
  const auto isIn = [&](const AlignedBuffer &result) {
    return overlap(data, bytes, result.data(), static_cast<int64_t>(result.size()));
  };
  return std::ranges::any_of(f32Results, isIn) || std::ranges::any_of(stringResults, isIn);
}

static Status checkElements(const TensorSpec &input, const TensorView &strings) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(strings.shape));
  for (int64_t i = 0; i < count; ++i)
    if (const StringElement &element = strings.as<StringElement>()[i];
        !element.data && element.size != 0)
      return invalidArgument(
          strCat("element ", i, " of input '", input.name, "' has bytes but a null data pointer"));
  return okStatus();
}

Status Executable::checkArgumentMemory() const {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorView &argument = arguments[i];
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(argument.dtype, argument.shape));
    if (!given[i] && handles.isOnDevice(i))
      continue;
    if (!argument.data && bytes != 0)
      return invalidArgument(
          strCat("input '", program().inputs[i].name, "' has a null data pointer"));
    if (liesInResults(argument.data, bytes))
      return invalidArgument(strCat("input '", program().inputs[i].name,
                                    "' lies in results of this executable, which the run "
                                    "overwrites; copy it, or let the output feed a handle"));
    for (size_t k = 0; given[i] && k < targets.size(); ++k) {
      if (!updatesInPlace(k) || handles.isOnDevice(handles.fedBy(k)))
        continue;
      const TensorView content = handles.content(handles.fedBy(k));
      RLX_ASSIGN_OR_RETURN(const int64_t size, numBytes(content.dtype, content.shape));
      if (overlap(argument.data, bytes, content.data, size))
        return invalidArgument(strCat(
            "input '", program().inputs[i].name, "' lies in the memory of the content of input '",
            program().inputs[handles.fedBy(k)].name, "', which the run updates in place; copy it"));
    }
    if (argument.dtype == DType::String)
      RLX_RETURN_IF_ERROR(checkElements(program().inputs[i], argument));
  }
  return okStatus();
}

Status Executable::bindForRun(TypeRule rule) {
  RLX_RETURN_IF_ERROR(bindArguments(rule));
  return checkArgumentMemory();
}

// --- outputs

Status Executable::checkTargetMemory(size_t index, int64_t bytes) const {
  const auto clash = [&](std::string_view kind, std::string_view other) {
    return invalidArgument(strCat("the memory given for output '", program().outputs[index].name,
                                  "' overlaps ", kind, " '", other, "'"));
  };
  const void *data = targets[index].data;
  if (liesInResults(data, bytes))
    return invalidArgument(strCat("the memory given for output '", program().outputs[index].name,
                                  "' lies in results of this executable"));
  for (size_t k = 0; k < arguments.size(); ++k) {
    RLX_ASSIGN_OR_RETURN(const int64_t size, numBytes(arguments[k].dtype, arguments[k].shape));
    if (overlap(data, bytes, arguments[k].data, size))
      return clash("input", program().inputs[k].name);
  }
  for (size_t k = 0; k < targets.size(); ++k) {
    if (k == index || !targets[k].data)
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t size, numBytes(targets[k].dtype, targets[k].shape));
    if (overlap(data, bytes, targets[k].data, size))
      return clash("output", program().outputs[k].name);
  }
  return okStatus();
}

// Whether an output may have these sizes, as far as they are known before the run.
bool Executable::fitsBound(size_t index, std::span<const int64_t> shape) const {
  const std::span<const int64_t> bound = boundShapeOf(index);
  return shape.size() == bound.size() &&
         std::equal(shape.begin(), shape.end(), bound.begin(), [](int64_t given, int64_t known) {
           return given == known || (known == -1 && given >= 0);
         });
}

Status Executable::takeOutputs(std::span<const NamedOutput> outputs, TypeRule rule) {
  const std::vector<TensorSpec> &specs = program().outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const MutableTensorView &tensor = outputs[i].tensor;
    const size_t index = findSpec(specs, outputs[i].name, i);
    if (index == specs.size())
      return invalidArgument(strCat("there is no output '", outputs[i].name, "'; outputs are ",
                                    listSignature(program(), specs)));
    const std::span<const int64_t> dims = boundShapeOf(index);
    if (!accepts(rule, specs[index].dtype, tensor.dtype) || !fitsBound(index, tensor.shape))
      return invalidArgument(strCat("output '", specs[index].name, "' is ",
                                    typeText(specs[index].dtype, dims), " for these inputs, got ",
                                    typeText(tensor.dtype, tensor.shape)));
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(tensor.dtype, tensor.shape));
    if (!tensor.data && bytes != 0)
      return invalidArgument(strCat("output '", specs[index].name, "' has a null data pointer"));
    if (targets[index].data)
      return invalidArgument(strCat("output '", specs[index].name, "' is given twice"));
    targets[index] = {tensor.dtype, tensor.data, false, tensor.shape};
    RLX_RETURN_IF_ERROR(checkTargetMemory(index, bytes));
  }
  return okStatus();
}

int64_t Executable::outputElements(size_t index) const {
  return current->slots[index].elements;
}

void Executable::hideOutputs() {
  std::fill(shown.begin(), shown.end(), Shown());
}

// --- the run itself

Status Executable::pointInputs() {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorSpec &spec = program().inputs[i];
    runInputs[i] = {arguments[i].data, nullptr};
    if (!given[i] && handles.isOnDevice(i))
      runInputs[i] = {nullptr, handles.deviceContent(i)};
    if (arguments[i].dtype == spec.dtype) // strings get their numbers later
      continue;
    const int64_t bytes = current->plan.ranges[spec.buffer].size;
    if (!converted[i].reserve(static_cast<size_t>(bytes)))
      return outOfMemory(strCat("no memory to convert input '", spec.name, "'"));
    convertElements(spec.dtype, converted[i].data(), arguments[i].dtype, arguments[i].data,
                    bytes / byteSize(spec.dtype));
    runInputs[i].data = converted[i].data();
  }
  return okStatus();
}

// Whether output `index`, which feeds a handle, updates its content in place.
bool Executable::updatesInPlace(size_t index) const {
  const uint32_t fed = handles.fedBy(index);
  return fed != Handles::kNone && program().outputs[index].donor == fed && !isComputed(index) &&
         !given[fed] && !extent.set && executor->updatesInPlace() &&
         handles.isOnDevice(fed) == (executor->memory() != nullptr);
}

// Called when nothing can fail before the commands.
void Executable::beginUpdates() {
  for (size_t k = 0; k < targets.size(); ++k) {
    if (!updatesInPlace(k))
      continue;
    void *const wanted = runOutputs[k].data;
    runOutputs[k] = handles.beginUpdate(handles.fedBy(k));
    if (runOutputs[k].buffer)
      runOutputs[k].data = wanted;
  }
}

// After a run that failed: contents that it has not begun to update are whole.
void Executable::revertUpdates(const Executor &runner) {
  for (size_t k = 0; k < targets.size(); ++k)
    if (updatesInPlace(k) && !runner.hasBegunUpdate(k))
      handles.finishUpdate(handles.fedBy(k));
}

// Decides where each result goes. A result of another type goes through the output block. A result
// that feeds a handle goes into the handle's memory, and is copied from there unless the device
// does it.
Status Executable::pointOutputs() {
  for (size_t k = 0; k < targets.size(); ++k) {
    const TensorSpec &spec = program().outputs[k];
    const uint32_t fed = handles.fedBy(k);
    void *const wanted = targets[k].dtype == bufferType(spec.dtype) ? targets[k].data : nullptr;
    runOutputs[k] = {isComputed(k) ? nullptr : wanted, nullptr, targets[k].isLeft};
    if (fed == Handles::kNone || isComputed(k))
      continue;
    if (updatesInPlace(k))
      continue; // when nothing can fail before the commands
    RLX_RETURN_IF_ERROR(checkFeedFits(k));
    RLX_ASSIGN_OR_RETURN(runOutputs[k], handles.reserveNext(fed, current->outputs.bytes[k]));
    if (runOutputs[k].buffer)
      runOutputs[k].data = wanted;
  }
  return okStatus();
}

Status Executable::execute() {
  RLX_RETURN_IF_ERROR(prepareLocked());
  RLX_RETURN_IF_ERROR(pointInputs());
  RLX_RETURN_IF_ERROR(pointOutputs());
  RLX_ASSIGN_OR_RETURN(OperandTaps *const taps, moe.begin(current->plan));
  hideOutputs();
  forgetComputedSizes();
  if (strings)
    RLX_RETURN_IF_ERROR(numberStrings());
  beginUpdates();
  if (Status ran = runCommands(taps); !ran.ok()) {
    revertUpdates(*lastRunner);
    return ran;
  }
  if (taps)
    moe.finish();
  RLX_RETURN_IF_ERROR(deliverOutputs());
  if (strings)
    strings->keep();
  return okStatus();
}

Status Executable::deliverOutputs() {
  const std::byte *block = executor->outputBlock().data();
  for (size_t k = 0; k < targets.size(); ++k) {
    if (isComputed(k)) {
      RLX_RETURN_IF_ERROR(showComputed(k));
      continue;
    }
    const uint32_t fed = handles.fedBy(k);
    if (updatesInPlace(k)) {
      handles.finishUpdate(fed);
      shown[k] = {nullptr, fed};
    } else if (fed != Handles::kNone) {
      handles.advance(fed, current->outputShapes[k]);
      shown[k] = {nullptr, fed};
    } else if (!targets[k].data && !targets[k].isLeft) {
      shown[k] = {block + current->outputs.offsets[k], Handles::kNone};
    }
  }
  for (size_t k = 0; k < targets.size(); ++k) {
    if (!targets[k].data || targets[k].data == runOutputs[k].data)
      continue;
    const void *result = nullptr;
    if (isComputed(k) && !std::ranges::equal(targets[k].shape, boundShapeOf(k)))
      return invalidArgument(strCat("output '", program().outputs[k].name, "' is ",
                                    typeText(program().outputs[k].dtype, boundShapeOf(k)),
                                    " in this run, but the memory given for it is ",
                                    typeText(targets[k].dtype, targets[k].shape)));
    if (isComputed(k)) {
      result = executor->computedOutput(k).data();
    } else if (handles.fedBy(k) == Handles::kNone) {
      result = block + current->outputs.offsets[k];
    } else {
      RLX_ASSIGN_OR_RETURN(result, readShown(k));
    }
    if (targets[k].dtype == DType::String) {
      RLX_RETURN_IF_ERROR(writeStrings(result, targets[k].data, outputElements(k)));
      continue;
    }
    convertElements(targets[k].dtype, targets[k].data, program().outputs[k].dtype, result,
                    outputElements(k));
  }
  return strings ? showStrings() : okStatus();
}

void Executable::forgetComputedSizes() {
  for (size_t k = 0; k < targets.size(); ++k)
    for (size_t d = 0; isComputed(k) && d < current->outputShapes[k].size(); ++d)
      if (isComputedSize(shared->mainLifetimes.stages, program().outputs[k].shape[d]))
        current->outputShapes[k][d] = -1;
}

// Takes the sizes and the memory of an output that the run has sized. A handle that it feeds gets a
// copy.
Status Executable::showComputed(size_t index) {
  const TensorSpec &spec = program().outputs[index];
  std::vector<int64_t> &dims = current->outputShapes[index];
  for (size_t d = 0; d < dims.size(); ++d) {
    RLX_ASSIGN_OR_RETURN(dims[d], evaluate(spec.shape[d], current->plan.values));
  }
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(bufferType(spec.dtype), dims));
  const std::span<const std::byte> memory = executor->computedOutput(index);
  if (bytes > static_cast<int64_t>(memory.size()))
    return internalError(strCat("output '", spec.name, "' has ", bytes, " bytes as ",
                                typeText(spec.dtype, dims), ", but its memory has ",
                                memory.size()));
  current->slots[index].elements = bytes / byteSize(bufferType(spec.dtype));
  const uint32_t fed = handles.fedBy(index);
  if (fed == Handles::kNone) {
    static constexpr std::byte kNoElements{};
    shown[index] = {memory.data() ? memory.data() : &kNoElements, Handles::kNone};
    return okStatus();
  }
  RLX_RETURN_IF_ERROR(checkFeedFits(index));
  RLX_ASSIGN_OR_RETURN(const RunOutput to, handles.reserveNext(fed, bytes));
  if (to.buffer)
    RLX_RETURN_IF_ERROR(executor->memory()->write(*to.buffer, memory.data(), bytes));
  else if (bytes != 0)
    std::memcpy(to.data, memory.data(), static_cast<size_t>(bytes));
  handles.advance(fed, dims);
  shown[index] = {nullptr, fed};
  return okStatus();
}

Status Executable::checkFeedFits(size_t index) const {
  const uint32_t fed = handles.fedBy(index);
  if (shared->inputForms.fits(fed, boundShapeOf(index)))
    return okStatus();
  const TensorSpec &spec = program().outputs[index];
  return invalidArgument(strCat("output '", spec.name, "' is ",
                                typeText(spec.dtype, boundShapeOf(index)),
                                " for these inputs, which cannot feed input '",
                                signatureText(program(), program().inputs[fed]), "'"));
}

StatusOr<const void *> Executable::readShown(size_t index) const {
  const Shown &result = shown[index];
  if (result.handle == Handles::kNone)
    return result.data;
  RLX_ASSIGN_OR_RETURN(const TensorView content, handles.read(result.handle));
  return content.data;
}

Status Executable::runLocked(std::span<const NamedTensor> inputs,
                             std::span<const NamedOutput> outputs, TypeRule rule) {
  RLX_RETURN_IF_ERROR(takeNamed(inputs));
  RLX_RETURN_IF_ERROR(bindForRun(rule));
  RLX_RETURN_IF_ERROR(takeOutputs(outputs, rule));
  return execute();
}

} // namespace rlx::rt
