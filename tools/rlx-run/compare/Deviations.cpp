// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the outputs of all dispatches, and matches them with the reference's values.
//
// Values are matched by the places of ops, then by content.
#include "tools/rlx-run/compare/Deviations.h"

#include <set>

#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/reference/Conversion.h"
#include "tools/rlx-run/package/Probe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace rlx::run {
namespace {

// Copies the buffers as they come. takeStatus() returns the first failure.
class Recorder : public rt::RunObserver {
public:
  Recorder(const CompileInfo &info, std::vector<int64_t> symbols,
           std::vector<Deviations::Written> &into)
      : info(info), symbols(std::move(symbols)), into(into) {}

  bool wantsBuffers() const override { return true; }

  void onBuffers(const rt::DispatchRecord &record,
                 std::span<const rt::ProbedBuffer> buffers) override {
    for (const rt::ProbedBuffer &buffer : buffers) {
      rt::Status copied = record.inPrepare ? rt::okStatus() : copy(record, buffer);
      if (!copied.ok() && status.ok())
        status = std::move(copied);
    }
  }

  rt::Status takeStatus() { return std::move(status); }

private:
  rt::Status copy(const rt::DispatchRecord &record, const rt::ProbedBuffer &buffer) {
    Deviations::Written written;
    written.command = record.command;
    written.label = std::string(record.label);
    RLX_ASSIGN_OR_RETURN(std::vector<int64_t> shape, bufferShape(info, buffer.buffer, symbols));
    RLX_ASSIGN_OR_RETURN(
        written.value, rt::Tensor::copyOf({info.buffers[buffer.buffer].dtype, shape, buffer.data}));
    into.push_back(std::move(written));
    return rt::okStatus();
  }

  const CompileInfo &info;
  std::vector<int64_t> symbols;
  std::vector<Deviations::Written> &into;
  rt::Status status;
};

constexpr double kSlack = 10;

bool isChannelsLast(ArrayRef<int64_t> shape, ArrayRef<int64_t> ofShape) {
  return shape.size() == 4 && ofShape.size() == 4 &&
         shape == ArrayRef({ofShape[0], ofShape[2], ofShape[3], ofShape[1]});
}

ref::Tensor toChannelsLast(const ref::Tensor &tensor) {
  ArrayRef<int64_t> s = tensor.shape;
  ref::Tensor result({s[0], s[2], s[3], s[1]}, tensor.elementType);
  SmallVector<int64_t> from = ref::strides(s);
  ref::forEachIndex(result.shape, [&](ArrayRef<int64_t> at, int64_t i) {
    result.copyElement(i, tensor,
                       at[0] * from[0] + at[3] * from[1] + at[1] * from[2] + at[2] * from[3]);
  });
  return result;
}

void compareOne(Deviations::Written &written, const ref::Tensor &expected, OpResult result,
                bool certain) {
  ArrayRef<int64_t> shape(written.value.shape().data(), written.value.rank());
  llvm::Expected<ref::Tensor> actual = ref::fromBytes(
      shape, expected.elementType,
      ArrayRef(static_cast<const char *>(written.value.data()), written.value.bytes()));
  if (!actual)
    return llvm::consumeError(actual.takeError());
  ref::Tolerance tolerance = ref::toleranceFor(result);
  // The table is for ops on equal operands. Here the errors of all earlier ops have accumulated.
  for (double *bound : {&tolerance.atol, &tolerance.rtol, &tolerance.normwise})
    *bound *= kSlack;
  ref::Comparison found;
  found.ok = false;
  if (isChannelsLast(shape, expected.shape))
    found = ref::compare(*actual, toChannelsLast(expected), tolerance);
  if (!found.ok) {
    actual->shape = expected.shape; // the same elements in the same order
    ref::Comparison inOrder = ref::compare(*actual, expected, tolerance);
    if (found.numElements == 0 || inOrder.ok)
      found = std::move(inOrder);
  }
  // A dispatch of several ops usually writes the last op's value, unless another op's value
  // matches.
  bool taken = found.ok || (certain && !(written.compared && written.nearest.ok));
  if (!taken)
    return;
  written.compared = true;
  written.nearest = std::move(found);
  written.source = locationText(result.getLoc());
}

} // namespace

rt::Status Deviations::record(Model &model, const Case &one) {
  rt::Executable &executable = model.executable();
  RLX_ASSIGN_OR_RETURN(std::vector<int64_t> symbols, symbolValues(executable.program(), one));
  Recorder recorder(model.info(), std::move(symbols), values);
  RLX_RETURN_IF_ERROR(executable.setObserver(&recorder));
  rt::Status ran = executable.run(one.named(executable.program()));
  RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
  RLX_RETURN_IF_ERROR(std::move(ran));
  indexSources(model.info());
  return recorder.takeStatus();
}

// If one op has several dispatches, the last one should have its value. The others are
// intermediate, or it only moves the result of the one before.
void Deviations::indexSources(const CompileInfo &info) {
  for (auto [i, dispatch] : llvm::enumerate(info.mainInfo))
    for (const std::string &location : dispatch.sources)
      commandsAt[location].push_back(static_cast<uint32_t>(i));
}

Deviations::Claim Deviations::claim(OpResult result) const {
  Claim claim;
  for (const std::string &location : locationTexts(result.getLoc()))
    if (auto found = commandsAt.find(location); found != commandsAt.end()) {
      claim.certain.insert(found->second.back());
      claim.possible.insert(found->second.begin(), found->second.end());
    }
  if (!claim.possible.empty())
    return claim;
  // An op without a dispatch was fused into the one that computes its operand: bias, activation or
  // transpose after a matmul.
  for (Value operand : result.getOwner()->getOperands())
    if (auto found = claims.find(operand); found != claims.end())
      claim.possible.insert(found->second.possible.begin(), found->second.possible.end());
  return claim;
}

void Deviations::compareWith(OpResult result, const ref::Tensor &expected) {
  std::optional<rt::DType> dtype = dtypeOf(expected.elementType);
  Claim found = claim(result);
  for (Written &written : values)
    if (found.possible.contains(written.command) && dtype == written.value.dtype() &&
        written.value.elements() == expected.numElements())
      compareOne(written, expected, result, found.certain.contains(written.command));
  claims[result] = std::move(found);
}

void Deviations::print(llvm::raw_ostream &os, bool all) const {
  constexpr unsigned kMax = 5;
  const Written *first = nullptr;
  unsigned differ = 0;
  for (const Written &written : values) {
    bool differs = written.compared && !written.nearest.ok;
    first = differs && !first ? &written : first;
    differ += differs;
    if (!all && (!differs || differ > kMax))
      continue;
    os << llvm::format("%5u  ", written.command) << written.label << ": ";
    if (written.compared)
      os << (differs ? "DIFFERS: " : "") << written.nearest.report() << "\n";
    else
      os << "the reference has no value to compare with\n";
  }
  if (!all && differ > kMax)
    os << "       and " << differ - kMax << " more; --probe=DIR lists every dispatch\n";
  if (!first)
    os << "no dispatch differs from the reference by itself\n";
  else
    os << "the first dispatch that differs is " << first->command << ", " << first->label
       << ", from " << first->source << "\n";
}

} // namespace rlx::run
