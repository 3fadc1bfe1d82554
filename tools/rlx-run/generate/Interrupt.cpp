// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Interrupt.h.
#include "tools/rlx-run/generate/Interrupt.h"

#include <poll.h>
#include <unistd.h>

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

// Between a look at the flag and the read, the signal would be lost: ppoll lets it in only while it
// waits.
bool Interrupt::endsWait() {
  sigset_t blocked, others;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigprocmask(SIG_BLOCK, &blocked, &others);
  sigdelset(&others, SIGINT);
  pollfd input{STDIN_FILENO, POLLIN, 0};
  const bool came = take() || (ppoll(&input, 1, nullptr, &others) < 0 && take());
  sigprocmask(SIG_SETMASK, &others, nullptr);
  return came;
}

bool Interrupt::take() {
  const bool had = hasCome != 0;
  hasCome = 0;
  return had;
}

} // namespace rlx::run
