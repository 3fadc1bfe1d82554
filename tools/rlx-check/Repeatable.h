// Whether a program's results depend on nothing but its inputs: not on the run, not on the number
// of threads, not on what memory held before.
#ifndef RLX_TOOLS_RLX_CHECK_REPEATABLE_H
#define RLX_TOOLS_RLX_CHECK_REPEATABLE_H

#include <span>

#include "runtime/program/executable/Executable.h"

namespace rlx::check {

// Runs the program (as encodeProgram writes it) with 1 to `maxThreads` threads, twice each, and
// compares every bit of every output. All dispatches of more than one workgroup use all threads,
// also those too small to be worth it. Internal, with the output and the element, when something
// differs.
rt::Status checkRepeatable(std::span<const uint8_t> program, const rt::KernelTable &kernels,
                           std::span<const rt::NamedTensor> params,
                           std::span<const rt::NamedTensor> inputs, unsigned maxThreads = 3);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_REPEATABLE_H
