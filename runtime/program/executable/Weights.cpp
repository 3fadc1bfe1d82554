// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weights of an executable as files keep them: taken out of one executable, and put into another.
//
// The CPU shares the memory; a Vulkan device downloads it. The receiver checks types and shapes.
#include <algorithm>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

StatusOr<std::unique_ptr<Executable>> Executable::load(Program program, const KernelTable &kernels,
                                                       const LoadOptions &options,
                                                       ModelWeights weights) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable,
                       load(std::move(program), kernels, options));
  Status adopted = catchAllocFailure([&] { return executable->adoptWeights(std::move(weights)); });
  if (!adopted.ok())
    return std::move(adopted).withContext("loading the weights of a program");
  return executable;
}

Status Executable::adoptWeights(ModelWeights weights) {
  using State = ModelWeights::State;
  const size_t count = program().params.size();
  if (weights.states.size() != count || weights.params.size() != count)
    return invalidArgument(strCat("there are weights for ", weights.states.size(),
                                  " params, but the program has ", count));
  for (size_t i = 0; i < count; ++i) {
    const bool isRead =
        shared->mainLifetimes.first[program().params[i].buffer] != Lifetimes::kUnused;
    if (weights.states[i] == State::Set)
      RLX_RETURN_IF_ERROR(adoptParam(program().params[i].name, std::move(weights.params[i])));
    else if (weights.states[i] == State::Released && (isRead || !weights.prepared))
      return invalidArgument(
          strCat("param '", program().params[i].name, "' has no value, but the program reads it"));
  }
  // After the params, because setting a param invalidates the prepared weights.
  for (size_t i = 0; i < count; ++i)
    paramSet[i] = weights.states[i] != State::Missing,
    paramReleased[i] = weights.states[i] == State::Released;
  if (!weights.prepared)
    return okStatus();
  RLX_RETURN_IF_ERROR(checkReady());
  RLX_RETURN_IF_ERROR(executor->adoptPersistent(std::move(weights.persistent)));
  notePrepared();
  return okStatus();
}

StatusOr<ModelWeights> Executable::weightsLocked() {
  using State = ModelWeights::State;
  // Only prepared weights stand for released params.
  if (!prepared && std::ranges::find(paramReleased, kReleased) != paramReleased.end() &&
      checkReady().ok())
    RLX_RETURN_IF_ERROR(prepareLocked());
  ModelWeights weights;
  for (uint32_t i = 0; i < paramSet.size(); ++i) {
    const bool isReleased = paramReleased[i] == kReleased;
    const State state = isReleased && prepared       ? State::Released
                        : paramSet[i] && !isReleased ? State::Set
                                                     : State::Missing;
    weights.states.push_back(state);
    weights.params.emplace_back();
    if (state == State::Set) {
      RLX_ASSIGN_OR_RETURN(weights.params.back(), executor->shareParam(i));
    }
  }
  weights.prepared = prepared;
  if (prepared) {
    RLX_ASSIGN_OR_RETURN(weights.persistent, executor->sharePersistent());
  }
  return weights;
}

StatusOr<ModelWeights> Executable::shareWeights() {
  return call([&]() -> StatusOr<ModelWeights> { return weightsLocked(); });
}

} // namespace rlx::rt
