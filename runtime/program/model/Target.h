// Which kind of device a program is for, and what of it the CPU beside that device runs.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_TARGET_H
#define RLX_RUNTIME_PROGRAM_MODEL_TARGET_H

#include <string>
#include <string_view>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// The target of its kernels other than "cpu", beside which kernels for "cpu" run on the host;
// "cpu" where there are no others (a program of copies runs anywhere). Unsupported for two.
StatusOr<std::string_view> targetOf(const Program &program);

// How many kernels of a program for a device the CPU runs.
size_t hostKernelCount(const Program &program);
// For people, of a program for a device: "2 of 3 kernels run on the CPU"; empty if the device runs
// all.
std::string hostKernelsText(const Program &program);
// The names of the first of these kernels.
std::string hostKernelNames(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_TARGET_H
