// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes for dynamic dimensions that a model takes, where nobody says which. Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_LEASTSIZES_H
#define RLX_TOOLS_RLXRUNRT_LEASTSIZES_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/program/model/Program.h"

namespace rlx::run {

using NamedSizes = std::map<std::string, int64_t>;

// A size for each of the dimensions, over which the guards are, with which all of these hold: as
// `known` has it, or else from 1 on. Those that are 1 do not have to be larger, but a set of
// smaller ones may exist. None if raising single ones up to 1,024 leads to no such set.
std::optional<NamedSizes> minSizes(const std::vector<std::string> &dims,
                                   const std::vector<rt::Guard> &guards,
                                   const NamedSizes &known = {});

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_LEASTSIZES_H
