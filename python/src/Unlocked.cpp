// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Unlocked.h.
#include "Unlocked.h"

#include <atomic>
#include <chrono>
#include <pthread.h>
#include <thread>

namespace nb = nanobind;

namespace rlx::python {
namespace {

std::atomic<int> unlocked{0};
thread_local int unlockedHere = 0; // of them, those of this thread
std::atomic<bool> ending{false};

void end() {
  ending = true;
  const nb::gil_scoped_release released;
  while (unlocked > unlockedHere)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// The child of a fork has no other threads.
void startChild() {
  unlocked = unlockedHere;
}

} // namespace

Unlocked::Unlocked() {
  if (ending)
    return;
  ++unlocked;
  ++unlockedHere;
  released.emplace();
}

Unlocked::~Unlocked() {
  if (!released)
    return;
  released.reset(); // has the lock again
  --unlockedHere;
  --unlocked;
}

bool isEnding() {
  return ending;
}

void registerEnd() {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end));
  pthread_atfork(nullptr, nullptr, &startChild);
}

} // namespace rlx::python
