// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measurements of --bench: of compiling and of runs. The figures themselves are in Figures.h.
#ifndef RLX_TOOLS_RLXRUN_BENCH_BENCH_H
#define RLX_TOOLS_RLXRUN_BENCH_BENCH_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Runs every case: once, then for options.benchSeconds. Prints the figures, and writes them where
// --json says.
rt::Status bench(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                 llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_BENCH_BENCH_H
