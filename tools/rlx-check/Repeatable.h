// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a program's results depend only on its inputs: not on the run, the number of threads,
// or the previous content of memory.
//
// Kernels are cut into workgroups by sizes alone, and a thread takes whole workgroups, so this must
// hold.
#ifndef RLX_TOOLS_RLX_CHECK_REPEATABLE_H
#define RLX_TOOLS_RLX_CHECK_REPEATABLE_H

#include <span>

#include "runtime/program/executable/Executable.h"

namespace rlx::check {

// Runs the program (as encodeProgram writes it) with 1 to `maxThreads` threads, twice each, and
// compares every bit of every output. Dispatches with several workgroups use all threads, even
// small ones, from now on in all of this process. Internal names the output and the element that
// differ.
rt::Status checkRepeatable(std::span<const uint8_t> program, const rt::KernelTable &kernels,
                           std::span<const rt::NamedTensor> params,
                           std::span<const rt::NamedTensor> inputs, unsigned maxThreads = 3);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_REPEATABLE_H
