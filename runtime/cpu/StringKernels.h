// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of RLX that work on the characters of strings. They are called as user kernels.
//
// Strings are numbers of the run's StringTable. A program calls a kernel by its name:
//
//   rlx.string_concat(a, b)      each string of `a` with the one of `b` behind it
//   rlx.string_case(x)           config "lower" or "upper": changes the case of letters
//   rlx.string_split_count(x)    config "MAX:DELIMITER": the number of parts of each string
//   rlx.string_split(x, places)  the same config: the parts of each string, then empty strings, as
//                                many as `places` has elements
//   rlx.string_order(x)          the place of each string among all different ones in order
//   rlx.string_to_number(x)      numbers in decimal
//   rlx.number_to_string(x)      the shortest decimal number that is rounded to the same value
//   rlx.regex_full_match(x)      config: a pattern of RE2; whether it matches the whole string
#ifndef RLX_RUNTIME_CPU_STRINGKERNELS_H
#define RLX_RUNTIME_CPU_STRINGKERNELS_H

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::rt {

// Makes the kernel `spec.name`. InvalidArgument for an unknown one, and for operands or a config
// that it cannot have. Unsupported for a regular expression without librlx_regex.
StatusOr<UserKernel> makeStringKernel(const UserKernelSpec &spec);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_STRINGKERNELS_H
