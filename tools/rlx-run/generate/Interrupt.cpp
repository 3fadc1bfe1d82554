// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Interrupt.h.
#include "tools/rlx-run/generate/Interrupt.h"

namespace rlx::run {

static volatile std::sig_atomic_t hasCome = 0;

Interrupt::Interrupt() {
  hasCome = 0;
  struct sigaction action = {};
  action.sa_handler = [](int) { hasCome = 1; };
  sigemptyset(&action.sa_mask); // without SA_RESTART: reads end
  sigaction(SIGINT, &action, &before);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before, nullptr);
}

bool Interrupt::take() {
  const bool had = hasCome != 0;
  hasCome = 0;
  return had;
}

} // namespace rlx::run
