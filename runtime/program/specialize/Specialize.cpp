// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of specialized code. Only the commands are another program's: arguments, results, handles
// and checks stay those of the executable that runs.
//
// The specializer compiles in the background; a run never waits for it.
#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

Specialization::Specialization() = default;
Specialization::~Specialization() = default;

Status Executable::setSpecializer(std::shared_ptr<Specializer> value) {
  return call([&]() -> Status {
    if (value && shared->releaseParams)
      return failedPrecondition("shape specialization prepares the params again, but this "
                                "executable was loaded to release them");
    forgetSpecializations();
    specialized = {};
    specializer = std::move(value);
    return okStatus();
  });
}

SpecializedUse Executable::specializedUse() const {
  if (!settle())
    return {};
  SpecializedUse use = specialized;
  for (const std::unique_ptr<BoundShape> &shape : shapes)
    use.kept += shape->special.executor != nullptr;
  return use;
}

void Executable::forgetSpecializations() {
  for (const std::unique_ptr<BoundShape> &shape : shapes)
    shape->special = {};
}

Executor &Executable::chooseExecutor(const OperandTaps *taps) {
  // Observers and taps refer to the commands of program().
  if (!specializer || observer || taps)
    return *executor;
  BoundShape::Special &special = current->special;
  if (special.executor)
    return *special.executor;
  if (!special.request)
    requestSpecialization();
  else if (!special.isTaken && special.request->isDone.load(std::memory_order_acquire))
    takeSpecialization();
  return special.executor ? *special.executor : *executor;
}

void Executable::requestSpecialization() {
  BoundShape::Special &special = current->special;
  if (++special.runs < specializer->runsBeforeRequest() * current->specialWait)
    return;
  Status asked = catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(ModelWeights weights, weightsLocked());
    special.request = specializer->request(current->key, std::move(weights));
    ++specialized.requested;
    return okStatus();
  });
  // Runs go on without it, and a later run tries again.
  if (!asked.ok())
    special = {};
}

// Whether the other executable's results can replace this one's.
bool Executable::agreesWith(const Executable &other) const {
  const auto sameType = [](const TensorSpec &a, const TensorSpec &b) {
    return a.dtype == b.dtype && (!a.donor || a.donor == b.donor);
  };
  const Program &mine = program(), &theirs = other.program();
  return other.prepared && other.current && other.current->key == current->key &&
         std::ranges::equal(mine.inputs, theirs.inputs, sameType) &&
         std::ranges::equal(mine.outputs, theirs.outputs, sameType) &&
         mine.strings == theirs.strings && other.current->outputShapes == current->outputShapes;
}

void Executable::takeSpecialization() {
  BoundShape::Special &special = current->special;
  special.isTaken = true;
  const std::unique_ptr<Executable> &made = special.request->executable;
  if (!made || !agreesWith(*made)) {
    ++specialized.failed;
    return;
  }
  special.executor = made->executor.get();
  const auto isSpecial = [](const auto &shape) { return shape->special.executor != nullptr; };
  if (std::ranges::count_if(shapes, isSpecial) <= std::ptrdiff_t(specializer->maxKept()))
    return;
  BoundShape *oldest = current;
  for (const std::unique_ptr<BoundShape> &shape : shapes)
    if (isSpecial(shape) && shape->lastUse < oldest->lastUse)
      oldest = shape.get();
  oldest->special = {};
  oldest->specialWait = std::min<uint64_t>(2 * oldest->specialWait, 1 << 20);
}

int64_t Executable::specializedBytes() const {
  int64_t bytes = specializer ? specializer->sharedBytes() : 0;
  for (const std::unique_ptr<BoundShape> &shape : shapes) {
    const Specialization *request = shape->special.request.get();
    if (!request || !request->isDone.load(std::memory_order_acquire) || !request->executable)
      continue;
    const MemoryUse use = request->executable->memoryUse(); // its params are ours
    bytes += use.arenaBytes + use.outputBytes + use.persistentBytes +
             static_cast<int64_t>(request->executable->program().constants.size());
  }
  return bytes;
}

Status Executable::runCommands(OperandTaps *taps) {
  Executor &runner = chooseExecutor(taps);
  lastRunner = &runner;
  if (&runner == executor.get())
    return executor->run(runInputs, runOutputs, observer, taps);
  // Results without the caller's memory stay in the usual block.
  const auto isInBlock = [](const RunOutput &to) { return !to.data && !to.buffer; };
  if (std::ranges::any_of(runOutputs, isInBlock))
    RLX_RETURN_IF_ERROR(executor->reserveOutputs());
  std::byte *block = executor->outputBlock().data();
  for (size_t k = 0; k < runOutputs.size(); ++k)
    if (isInBlock(runOutputs[k]))
      runOutputs[k].data = block + current->outputs.offsets[k];
  runner.useStrings(strings.get());
  Status ran = runner.run(runInputs, runOutputs, nullptr, nullptr);
  specialized.runs += ran.ok();
  return ran;
}

} // namespace rlx::rt
