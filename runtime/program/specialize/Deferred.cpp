// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lazy executables: compiled by the first call that needs them. The compiled executable is moved
// into the lazy one, after a check that its signature is the promised one.
//
// Names that were returned before stay valid.
#include <algorithm>
#include <utility>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/executable/CallGuard.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"

namespace rlx::rt {

StatusOr<std::unique_ptr<Executable>> Executable::deferred(Program signature, Make make,
                                                           std::vector<uint8_t> hasValue,
                                                           std::string_view device) {
  return catchAllocFailure([&]() -> StatusOr<std::unique_ptr<Executable>> {
    if (!make || hasValue.size() != signature.params.size())
      return invalidArgument("expected a function, and a flag for each param");
    signature.kernels.clear();
    signature.prepare.clear();
    signature.main.clear();
    auto state = std::make_shared<Shared>();
    DeviceRegistry &registry = DeviceRegistry::get();
    RLX_ASSIGN_OR_RETURN(state->device,
                         device.empty() ? registry.findForTarget("cpu") : registry.find(device));
    RLX_ASSIGN_OR_RETURN(state->inputForms, describeInputs(signature));
    state->program = std::make_shared<const Program>(std::move(signature));
    RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executor> runner,
                         state->device->createExecutor(state->program, KernelTable(), 0, {1}));
    std::unique_ptr<Executable> executable(new Executable(std::move(state), std::move(runner)));
    executable->paramSet = std::move(hasValue);
    executable->deferral = std::make_unique<Deferral>();
    executable->deferral->make = std::move(make);
    executable->late = true;
    return executable;
  });
}

Status Executable::materialize() {
  CallGuard guard(*this);
  return guard.status();
}

Status Executable::makeLazy() {
  return catchAllocFailure([&]() -> Status {
    if (!deferral->make)
      return deferral->failure.copy();
    StatusOr<std::unique_ptr<Executable>> made = std::exchange(deferral->make, nullptr)();
    Status status = made.ok() ? takeOver(**made) : std::move(made).status();
    if (status.ok()) {
      deferral.reset();
      return status;
    }
    deferral->failure = status.copy();
    return status;
  });
}

namespace {

// Whether both sizes are static and equal, or both dynamic.
bool agree(const Expr &one, const Expr &other) {
  if (!isStatic(one) || !isStatic(other))
    return isStatic(one) == isStatic(other);
  const StatusOr<int64_t> a = evaluate(one, {}), b = evaluate(other, {});
  return a.ok() && b.ok() && *a == *b;
}

bool agree(const std::vector<TensorSpec> &some, const std::vector<TensorSpec> &others) {
  return std::ranges::equal(some, others, [](const TensorSpec &one, const TensorSpec &other) {
    return one.name == other.name && one.dtype == other.dtype &&
           std::ranges::equal(one.shape, other.shape,
                              [](const Expr &a, const Expr &b) { return agree(a, b); });
  });
}

} // namespace

Status Executable::takeOver(Executable &made) {
  const Program &promised = program(), &given = made.program();
  const auto check = [&](const char *what, const std::vector<TensorSpec> &some,
                         const std::vector<TensorSpec> &others) {
    return agree(some, others)
               ? okStatus()
               : internalError(strCat("'", given.name,
                                      "' has another signature than it was said to: ", what,
                                      " are ", listSignature(given, others), ", expected ",
                                      listSignature(promised, some)));
  };
  RLX_RETURN_IF_ERROR(check("inputs", promised.inputs, given.inputs));
  RLX_RETURN_IF_ERROR(check("params", promised.params, given.params));
  RLX_RETURN_IF_ERROR(check("outputs", promised.outputs, given.outputs));
  signatureOnly = std::exchange(shared, std::move(made.shared));
  view.store(shared.get(), std::memory_order_release);
  executor = std::move(made.executor);
  observeBy(made.givenObserver, std::move(made.keptObserver));
  paramSet = std::move(made.paramSet);
  paramReleased = std::move(made.paramReleased);
  prepared = made.prepared;
  hasPrepared = made.hasPrepared;
  paramStale = std::move(made.paramStale);
  handles = std::move(made.handles);
  strings = std::move(made.strings);
  specializer = std::move(made.specializer);
  moe = std::move(made.moe);
  late.store(false, std::memory_order_release);
  return okStatus();
}

} // namespace rlx::rt
