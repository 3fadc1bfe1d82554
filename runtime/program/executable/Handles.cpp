// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles. New content is made in an entry's `next` memory and swapped in. So a failure changes
// nothing, and a value may be read from the content that it replaces. Updates in place are the
// exception.
//
// On a device the two buffers are DeviceBuffers (runtime/device/DeviceMemory.h).
#include "runtime/program/executable/Handles.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/Signature.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

// i for "out{i}" with i < numOutputs and no leading zero; otherwise kNone.
static uint32_t outputOfName(std::string_view name, size_t numOutputs) {
  if (name.size() < 4 || !name.starts_with("out") || (name[3] == '0' && name.size() > 4))
    return Handles::kNone;
  uint32_t number = 0;
  const char *end = name.data() + name.size();
  const auto [last, error] = std::from_chars(name.data() + 3, end, number);
  return error == std::errc() && last == end && number < numOutputs ? number : Handles::kNone;
}

Handles::Handles(const Program &loaded, const InputForms &inputForms, DeviceMemory *deviceMemory)
    : program(&loaded), forms(&inputForms), memory(deviceMemory), entries(loaded.inputs.size()),
      fedInputs(loaded.outputs.size(), kNone) {
  for (size_t i = 0; i < entries.size(); ++i) {
    entries[i].ruleOutput = outputOfName(program->inputs[i].name, program->outputs.size());
    entries[i].shape.reserve(program->inputs[i].shape.size());
  }
}

TensorView Handles::content(size_t input) const {
  const Entry &entry = entries[input];
  return {program->inputs[input].dtype, entry.shape, entry.content.data()};
}

StatusOr<int64_t> Handles::contentBytes(size_t input) const {
  return numBytes(program->inputs[input].dtype, entries[input].shape);
}

StatusOr<TensorView> Handles::read(size_t input) const {
  TensorView view = content(input);
  if (!isOnDevice(input))
    return view;
  const Entry &entry = entries[input];
  if ((view.data = entry.own->hostData()))
    return view;
  std::lock_guard lock(*reading);
  if (!entry.isMirrored) {
    RLX_ASSIGN_OR_RETURN(const int64_t bytes, contentBytes(input));
    if (!entry.mirror.reserve(static_cast<size_t>(bytes)))
      return outOfMemory(strCat("no memory for ", bytes, " bytes to read the content of input '",
                                program->inputs[input].name, "' from the device"));
    RLX_RETURN_IF_ERROR(memory->read(*entry.own, entry.mirror.data(), bytes));
    entry.isMirrored = true;
  }
  view.data = entry.mirror.data();
  return view;
}

// Reserves extra room for contents that grow with every run, such as a KV cache.
static bool reserveAhead(AlignedBuffer &next, size_t bytes) {
  const bool grows = next.data() && bytes > next.size();
  return (grows && next.reserve(bytes + bytes / 2)) || next.reserve(bytes);
}

Status Handles::reserveOwn(Entry &entry, size_t bytes) const {
  if (entry.ownNext && entry.ownNext->bytes() >= static_cast<int64_t>(bytes))
    return okStatus();
  const bool grows = entry.ownNext != nullptr;
  entry.ownNext.reset(); // free it before allocating more
  if (grows) {
    auto ahead = memory->allocate(static_cast<int64_t>(bytes + bytes / 2));
    if (ahead.ok()) {
      entry.ownNext = std::move(*ahead);
      return okStatus();
    }
  }
  RLX_ASSIGN_OR_RETURN(entry.ownNext, memory->allocate(static_cast<int64_t>(bytes)));
  return okStatus();
}

// Fills the next content, of `bytes`, with `count` elements of `value`; a single element is
// repeated.
Status Handles::fill(size_t input, bool onDevice, const TensorView &value, int64_t count,
                     int64_t bytes) {
  Entry &entry = entries[input];
  const DType dtype = program->inputs[input].dtype;
  const bool isWhole = count * byteSize(dtype) >= bytes;
  if (onDevice)
    RLX_RETURN_IF_ERROR(reserveOwn(entry, static_cast<size_t>(bytes)));
  if (onDevice && isWhole && value.dtype == dtype)
    return memory->write(*entry.ownNext, value.data, bytes);
  AlignedBuffer made;
  AlignedBuffer &to = onDevice ? made : entry.next;
  if (!to.reserve(static_cast<size_t>(bytes)))
    return outOfMemory(strCat("no memory for ", bytes, " bytes for the content of input '",
                              program->inputs[input].name, "'"));
  // Converts one element and repeats it. A shape without elements gets none.
  convertElements(dtype, to.data(), value.dtype, value.data, bytes ? count : 0);
  for (int64_t done = count * byteSize(dtype); done < bytes; done += byteSize(dtype))
    std::memcpy(to.data() + done, to.data(), byteSize(dtype));
  return onDevice ? memory->write(*entry.ownNext, to.data(), bytes) : okStatus();
}

Status Handles::bind(size_t input, Kind kind, const TensorView &value) {
  const TensorSpec &spec = program->inputs[input];
  Entry &entry = entries[input];
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(value.shape));
  RLX_RETURN_IF_ERROR(numBytes(value.dtype, value.shape).status());
  if (!value.data && count != 0)
    return invalidArgument(strCat("the value for input '", spec.name, "' has a null data pointer"));
  const bool fits = forms->fits(input, value.shape);
  const bool expand = !fits && kind == Kind::Device && count == 1;
  const auto mismatch = [&] {
    const size_t rank = spec.shape.size(), got = value.shape.size();
    const std::string expected = signatureText(*program, spec),
                      given = typeText(value.dtype, value.shape);
    return rank == got ? strCat("input '", spec.name, "' expects ", expected, ", got ", given)
                       : strCat("input '", spec.name, "' expects rank ", rank, " (", expected,
                                "), got rank ", got, " (", given, ")");
  };
  if (!fits && !expand)
    return invalidArgument(mismatch());
  const std::span<const int64_t> shape = expand ? forms->of(input) : value.shape;
  if (expand && std::find(shape.begin(), shape.end(), InputForms::kDynamic) != shape.end())
    return unsupported(strCat(mismatch(), "; one element is expanded to a static shape only"));
  if (entry.kind == Kind::None && entry.feed == kNone && entry.ruleOutput != kNone)
    RLX_RETURN_IF_ERROR(checkFeed(input, entry.ruleOutput));
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(spec.dtype, shape));
  const bool onDevice = memory && kind == Kind::Device;
  RLX_RETURN_IF_ERROR(fill(input, onDevice, value, count, bytes));
  entry.kind = kind;
  advance(input, shape);
  renewFeeds();
  const bool isFed = feedOf(entry) != kNone;
  if (!onDevice || !isFed)
    entry.ownNext.reset();
  if (onDevice || !isFed)
    entry.next.reset();
  if (onDevice) {
    entry.content.reset();
  } else {
    entry.own.reset();
    entry.mirror.reset();
  }
  return okStatus();
}

void Handles::unbind(size_t input) {
  Entry &entry = entries[input];
  entry.kind = Kind::None;
  entry.content.reset();
  entry.next.reset();
  entry.own.reset();
  entry.ownNext.reset();
  entry.mirror.reset();
  entry.shape.clear();
  entry.feed = kNone;
  entry.isBroken = false;
  renewFeeds();
}

uint32_t Handles::feedOf(const Entry &entry) const {
  return entry.kind == Kind::None ? kNone : entry.feed != kNone ? entry.feed : entry.ruleOutput;
}

Status Handles::checkFeed(size_t input, uint32_t output) const {
  const TensorSpec &to = program->inputs[input], &from = program->outputs[output];
  if (fedInputs[output] != kNone && fedInputs[output] != input)
    return alreadyExists(strCat("output ", output, " ('", from.name, "') already feeds input '",
                                program->inputs[fedInputs[output]].name, "'"));
  if (to.dtype != from.dtype || to.shape.size() != from.shape.size())
    return invalidArgument(strCat("output ", output, " (", signatureText(*program, from),
                                  ") cannot feed input '", to.name, "' (",
                                  signatureText(*program, to), ")"));
  return okStatus();
}

Status Handles::setFeed(size_t input, uint32_t output) {
  RLX_RETURN_IF_ERROR(checkFeed(input, output));
  entries[input].feed = output;
  renewFeeds();
  return okStatus();
}

Status Handles::clearFeed(size_t input) {
  if (entries[input].kind != Kind::None && entries[input].ruleOutput != kNone)
    RLX_RETURN_IF_ERROR(checkFeed(input, entries[input].ruleOutput));
  entries[input].feed = kNone;
  renewFeeds();
  return okStatus();
}

void Handles::restoreFeed(size_t input, uint32_t output) {
  entries[input].feed = output;
  renewFeeds();
}

void Handles::renewFeeds() {
  fedBefore = fedInputs;
  std::fill(fedInputs.begin(), fedInputs.end(), kNone);
  for (size_t i = 0; i < entries.size(); ++i)
    if (const uint32_t output = feedOf(entries[i]); output != kNone)
      fedInputs[output] = static_cast<uint32_t>(i);
  version += fedInputs != fedBefore;
}

StatusOr<RunOutput> Handles::reserveNext(size_t input, int64_t bytes) {
  Entry &entry = entries[input];
  if (isOnDevice(input)) {
    RLX_RETURN_IF_ERROR(reserveOwn(entry, static_cast<size_t>(bytes)));
    return RunOutput{nullptr, entry.ownNext.get(), false};
  }
  if (!reserveAhead(entry.next, static_cast<size_t>(bytes)))
    return outOfMemory(strCat("no memory for ", bytes, " bytes for the content of input '",
                              program->inputs[input].name, "'"));
  return RunOutput{entry.next.data(), nullptr, false};
}

RunOutput Handles::beginUpdate(size_t input) {
  Entry &entry = entries[input];
  entry.isBroken = true;
  if (!isOnDevice(input))
    return {entry.content.data(), nullptr, false};
  entry.ownNext.reset();
  return {nullptr, entry.own.get(), false};
}

Status Handles::checkWhole(size_t input) const {
  if (!entries[input].isBroken)
    return okStatus();
  return failedPrecondition(
      strCat("a run that failed has updated only a part of the content of input '",
             program->inputs[input].name, "'; set it again"));
}

void Handles::finishUpdate(size_t input) {
  entries[input].isBroken = entries[input].isMirrored = false;
}

void Handles::advance(size_t input, std::span<const int64_t> shape) {
  Entry &entry = entries[input];
  if (isOnDevice(input))
    std::swap(entry.own, entry.ownNext);
  else
    std::swap(entry.content, entry.next);
  entry.isMirrored = false;
  entry.isBroken = false;
  if (shape.data() != entry.shape.data()) // the same if a handle is bound to its own content
    entry.shape.assign(shape.begin(), shape.end());
}

// Takes the content of another executable's handle, on the same device, without leaving it.
Status Handles::take(size_t input, const Handles &other) {
  const Entry &from = other.entries[input];
  Entry &entry = entries[input];
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, other.contentBytes(input));
  RLX_ASSIGN_OR_RETURN(entry.own, memory->allocate(bytes));
  RLX_RETURN_IF_ERROR(memory->copy(*from.own, *entry.own, bytes));
  entry.kind = from.kind;
  entry.shape = from.shape;
  renewFeeds();
  return okStatus();
}

Status Handles::copyFrom(const Handles &other) {
  // Feeds first, so that the rule for names does not get in the way.
  for (size_t i = 0; i < entries.size(); ++i)
    entries[i].feed = other.entries[i].feed;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (other.isOnDevice(i))
      RLX_RETURN_IF_ERROR(take(i, other));
    else if (other.kind(i) != Kind::None)
      RLX_RETURN_IF_ERROR(bind(i, other.kind(i), other.content(i)));
    entries[i].isBroken = other.entries[i].isBroken;
  }
  return okStatus();
}

int64_t Handles::bytes() const {
  size_t total = 0;
  for (const Entry &entry : entries) {
    total += entry.content.size() + entry.next.size() + entry.mirror.size();
    for (const DeviceBuffer *buffer : {entry.own.get(), entry.ownNext.get()})
      total += buffer ? static_cast<size_t>(buffer->bytes()) : 0;
  }
  return static_cast<int64_t>(total);
}

} // namespace rlx::rt
