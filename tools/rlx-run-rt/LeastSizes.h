// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Default sizes of dynamic dimensions that satisfy a model's guards. Needs no LLVM.
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

// Returns a size for each symbol that is no derived one, so that all guards hold: the size in
// `known`, or one from 1 on. Sizes that can stay 1 do, but a smaller set may exist. Returns nothing
// if raising single sizes up to 1,024 finds no set.
std::optional<NamedSizes> minSizes(const std::vector<rt::Symbol> &symbols,
                                   const std::vector<rt::Guard> &guards,
                                   const NamedSizes &known = {});

// The names of the symbols that are dimensions, which --dim sets.
std::vector<std::string> dimNames(const std::vector<rt::Symbol> &symbols);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_LEASTSIZES_H
