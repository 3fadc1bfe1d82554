// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the operands and results of every command, and attributes commands to ops of the model.
//
// Ops are matched by the sources that mode eager records for each command.
#include "session/FiniteCheck.h"

#include <algorithm>
#include <cmath>

#include "runtime/base/StrCat.h"
#include "runtime/tensor/Tensor.h"

namespace rlx {
namespace {

struct Found {
  int64_t elements = 0; // of a complex tensor, its real and imaginary parts
  int64_t nonFinite = 0, first = -1;
  double value = 0; // the first of them
};

template <typename T>
bool allFinite(const void *data, int64_t elements) {
  // x - x is 0 for finite x and NaN otherwise, which vectorizes.
  const T *values = static_cast<const T *>(data);
  bool finite = true;
  for (int64_t i = 0; i < elements; ++i)
    finite &= values[i] - values[i] == 0;
  return finite;
}

Found search(rt::DType dtype, const rt::ProbedBuffer &buffer) {
  Found found;
  dtype = rt::partType(dtype);
  bool isFloat = dtype == rt::DType::F16 || dtype == rt::DType::BF16 || dtype == rt::DType::F32 ||
                 dtype == rt::DType::F64;
  if (!isFloat || !buffer.data)
    return found;
  found.elements = buffer.bytes / rt::byteSize(dtype);
  if ((dtype == rt::DType::F32 && allFinite<float>(buffer.data, found.elements)) ||
      (dtype == rt::DType::F64 && allFinite<double>(buffer.data, found.elements)))
    return found;
  for (int64_t i = 0; i < found.elements; ++i) {
    double value = rt::loadElement(dtype, buffer.data, i);
    if (std::isfinite(value))
      continue;
    if (found.nonFinite++ == 0) {
      found.first = i;
      found.value = value;
    }
  }
  return found;
}

} // namespace

std::string FiniteCheck::takeFinding() {
  return std::exchange(finding, std::string());
}

const CommandSource &FiniteCheck::sourceOf(uint32_t command, bool inPrepare) const {
  static const CommandSource none;
  const std::vector<CommandSource> &list = inPrepare ? sources->prepare : sources->main;
  return command < list.size() ? list[command] : none;
}

void FiniteCheck::onInputs(uint32_t command, bool inPrepare,
                           std::span<const rt::ProbedBuffer> buffers) {
  const CommandSource &source = sourceOf(command, inPrepare);
  if (source.op == CommandSource::kNone)
    return;
  // The same op in the next iteration of a loop starts anew.
  bool goesOn = op.number == source.op && op.inPrepare == inPrepare && command > op.lastCommand;
  if (!goesOn) {
    op.number = source.op;
    op.inPrepare = inPrepare;
    op.excused = source.usesNonFinite;
    op.nonFinite.clear();
  }
  op.lastCommand = command;
  for (const rt::ProbedBuffer &buffer : buffers)
    if (!op.excused && !op.nonFinite.contains(buffer.buffer) &&
        buffer.buffer < sources->bufferTypes.size())
      op.excused = search(sources->bufferTypes[buffer.buffer], buffer).nonFinite > 0;
}

void FiniteCheck::onBuffers(const rt::DispatchRecord &record,
                            std::span<const rt::ProbedBuffer> buffers) {
  const CommandSource &source = sourceOf(record.command, record.inPrepare);
  if (source.op == CommandSource::kNone || op.excused)
    return;
  for (const rt::ProbedBuffer &buffer : buffers)
    if (buffer.buffer < sources->bufferTypes.size())
      judge(source, buffer);
}

void FiniteCheck::judge(const CommandSource &source, const rt::ProbedBuffer &buffer) {
  Found found = search(sources->bufferTypes[buffer.buffer], buffer);
  if (!found.nonFinite)
    return;
  if (!source.writesResult) {
    op.nonFinite.insert(buffer.buffer);
    return;
  }
  if (!finding.empty())
    return;
  finding =
      rt::strCat(source.location, source.location.empty() ? "" : ": ", source.name, " made ",
                 std::isnan(found.value) ? "NaN"
                 : found.value > 0       ? "+inf"
                                         : "-inf",
                 " of finite operands (element ", found.first, " of ", found.elements,
                 found.nonFinite > 1 ? rt::strCat(" is the first of ", found.nonFinite) : "", ")");
}

rt::Status FiniteCheck::verdict() {
  if (action == Action::Note || finding.empty())
    return rt::okStatus();
  return rt::invalidArgument(takeFinding());
}

} // namespace rlx
