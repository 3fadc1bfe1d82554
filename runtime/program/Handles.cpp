// See Handles.h. Everything new is made in an entry's `next` memory and then swapped in, so that a
// failure changes nothing and a value may be read from the content that it replaces.
#include "runtime/program/Handles.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "runtime/base/StrCat.h"
#include "runtime/program/Signature.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

// i for "out{i}" with i < numOutputs and no leading zero.
static uint32_t outputOfName(std::string_view name, size_t numOutputs) {
  if (name.size() < 4 || !name.starts_with("out") || (name[3] == '0' && name.size() > 4))
    return Handles::kNone;
  uint32_t number = 0;
  const char *end = name.data() + name.size();
  const auto [last, error] = std::from_chars(name.data() + 3, end, number);
  return error == std::errc() && last == end && number < numOutputs ? number : Handles::kNone;
}

Handles::Handles(const Program &loaded, const InputForms &inputForms)
    : program(&loaded), forms(&inputForms), entries(loaded.inputs.size()),
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

Status Handles::bind(size_t input, Kind kind, const TensorView &value) {
  const TensorSpec &spec = program->inputs[input];
  Entry &entry = entries[input];
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(value.shape));
  RLX_RETURN_IF_ERROR(numBytes(value.dtype, value.shape).status());
  if (!value.data && count != 0)
    return invalidArgument(
        strCat("the value for handle '", spec.name, "' has a null data pointer"));
  const bool fits = forms->fits(input, value.shape);
  const bool expand = !fits && kind == Kind::Device && count == 1;
  const auto mismatch = [&] {
    return strCat("handle '", spec.name, "' expects ", signatureText(*program, spec), ", got ",
                  typeText(value.dtype, value.shape));
  };
  if (!fits && !expand)
    return invalidArgument(mismatch());
  const std::span<const int64_t> shape = expand ? forms->of(input) : value.shape;
  if (expand && std::find(shape.begin(), shape.end(), InputForms::kDynamic) != shape.end())
    return unsupported(strCat(mismatch(), "; one element is expanded to a static shape only"));
  if (entry.kind == Kind::None && entry.feed == kNone && entry.ruleOutput != kNone)
    RLX_RETURN_IF_ERROR(checkFeed(input, entry.ruleOutput));
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, numBytes(spec.dtype, shape));
  if (!entry.next.reserve(static_cast<size_t>(bytes)))
    return outOfMemory(strCat("no memory for ", bytes, " bytes of handle '", spec.name, "'"));
  // One element, and then copies of it; none into a shape without elements.
  convertElements(spec.dtype, entry.next.data(), value.dtype, value.data, bytes ? count : 0);
  if (expand)
    for (int64_t done = byteSize(spec.dtype); done < bytes; done += byteSize(spec.dtype))
      std::memcpy(entry.next.data() + done, entry.next.data(), byteSize(spec.dtype));
  entry.kind = kind;
  advance(input, shape);
  renewFeeds();
  if (feedOf(entry) == kNone)
    entry.next.reset();
  return okStatus();
}

void Handles::unbind(size_t input) {
  Entry &entry = entries[input];
  entry.kind = Kind::None;
  entry.content.reset();
  entry.next.reset();
  entry.shape.clear();
  entry.feed = kNone;
  renewFeeds();
}

uint32_t Handles::feedOf(const Entry &entry) const {
  return entry.kind == Kind::None ? kNone : entry.feed != kNone ? entry.feed : entry.ruleOutput;
}

Status Handles::checkFeed(size_t input, uint32_t output) const {
  const TensorSpec &to = program->inputs[input], &from = program->outputs[output];
  if (fedInputs[output] != kNone && fedInputs[output] != input)
    return alreadyExists(strCat("output ", output, " ('", from.name, "') already feeds handle '",
                                program->inputs[fedInputs[output]].name, "'"));
  if (to.dtype != from.dtype || to.shape.size() != from.shape.size())
    return invalidArgument(strCat("output ", output, " (", signatureText(*program, from),
                                  ") cannot feed handle '", to.name, "' (",
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
  std::fill(fedInputs.begin(), fedInputs.end(), kNone);
  for (size_t i = 0; i < entries.size(); ++i)
    if (const uint32_t output = feedOf(entries[i]); output != kNone)
      fedInputs[output] = static_cast<uint32_t>(i);
}

std::byte *Handles::reserveNext(size_t input, int64_t bytes) {
  AlignedBuffer &next = entries[input].next;
  // Contents that grow a little with every run (a cache of keys and values) get room ahead.
  const auto wanted = static_cast<size_t>(bytes);
  const bool grows = next.data() && wanted > next.size();
  if ((grows && next.reserve(wanted + wanted / 2)) || next.reserve(wanted))
    return next.data();
  return nullptr;
}

void Handles::advance(size_t input, std::span<const int64_t> shape) {
  Entry &entry = entries[input];
  std::swap(entry.content, entry.next);
  if (shape.data() != entry.shape.data()) // the same when a handle is bound to its own content
    entry.shape.assign(shape.begin(), shape.end());
}

Status Handles::copyFrom(const Handles &other) {
  // Feeds first: then no rule of names stands in the way of binding.
  for (size_t i = 0; i < entries.size(); ++i)
    entries[i].feed = other.entries[i].feed;
  for (size_t i = 0; i < entries.size(); ++i)
    if (other.kind(i) != Kind::None)
      RLX_RETURN_IF_ERROR(bind(i, other.kind(i), other.content(i)));
  return okStatus();
}

int64_t Handles::bytes() const {
  size_t total = 0;
  for (const Entry &entry : entries)
    total += entry.content.size() + entry.next.size();
  return static_cast<int64_t>(total);
}

} // namespace rlx::rt
