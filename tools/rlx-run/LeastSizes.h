// Sizes for dynamic dimensions that a model takes, for an example of how to run it.
#ifndef RLX_TOOLS_RLXRUN_LEASTSIZES_H
#define RLX_TOOLS_RLXRUN_LEASTSIZES_H

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/program/Program.h"
#include "llvm/ADT/ArrayRef.h"

namespace rlx::run {

// A size for each of `symbols`, from 1 on, with which all guards hold: those that are 1 do not have
// to be larger, but a set of smaller ones may exist. None if raising single ones up to 1,024 leads
// to no such set.
std::optional<std::vector<int64_t>> leastSizes(size_t symbols, llvm::ArrayRef<rt::Guard> guards);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_LEASTSIZES_H
