// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs that are queued and computed in order on a thread of the executable: commits of the C API.
//
// One thread's at a time: a call that overlaps another one is an error.
#ifndef RLX_PYTHON_PIPELINE_H
#define RLX_PYTHON_PIPELINE_H

#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include <nanobind/nanobind.h>

#include "Arrays.h"
#include "Signature.h"
#include "rlx/rlx.h"

namespace rlx::python {

class Pipeline {
public:
  // Takes the executable.
  explicit Pipeline(rlx_executable_t *executable);
  Pipeline(const Pipeline &) = delete;
  ~Pipeline();

  // Queues a run. Its arrays are held until it is done.
  void start(nanobind::dict feeds);
  // Waits for the oldest run, and returns its outputs by name or raises its error.
  nanobind::dict finish();
  // Waits for all runs, and frees everything.
  void close();

private:
  struct Queued;
  class Use;

  const Signature signature;
  const int process;
  std::atomic<bool> isBusy{false};
  rlx_executable_t *executable; // null once it is closed
  std::deque<std::unique_ptr<Queued>> queue;
  std::vector<std::unique_ptr<Queued>> idle;
};

} // namespace rlx::python

#endif // RLX_PYTHON_PIPELINE_H
