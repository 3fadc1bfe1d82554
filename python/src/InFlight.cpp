// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See InFlight.h.
#include "InFlight.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "Errors.h"

namespace rlx::python {
namespace {

std::atomic<int> calls{0};
std::atomic<bool> ending{false};

} // namespace

InFlight::InFlight() {
  if (ending)
    raise(RLX_FAILED_PRECONDITION, "the process ends");
  ++calls;
}

InFlight::~InFlight() {
  --calls;
}

bool isEnding() {
  return ending;
}

void endCalls() {
  ending = true;
  nanobind::gil_scoped_release unlocked;
  while (calls > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace rlx::python
