// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ctrl-C while a model answers.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_INTERRUPT_H
#define RLX_TOOLS_RLXRUN_GENERATE_INTERRUPT_H

#include <csignal>

namespace rlx::run {

// While it lives, SIGINT is counted instead of ending the process, and ends a read from a terminal.
// One at a time.
class Interrupt {
public:
  Interrupt();
  Interrupt(const Interrupt &) = delete;
  ~Interrupt();

  // Whether the signal has come since the last call.
  bool take();
  // Waits for a line on a terminal. True if the signal comes first, or has come before.
  bool endsWait();

private:
  struct sigaction before;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_INTERRUPT_H
