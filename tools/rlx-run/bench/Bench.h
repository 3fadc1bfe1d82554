// Measurements of --bench: what they are, and how they are printed and written as JSON.
#ifndef RLX_TOOLS_RLXRUN_BENCH_BENCH_H
#define RLX_TOOLS_RLXRUN_BENCH_BENCH_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

struct CaseTimes {
  std::string name, inputs;
  // The first run at these sizes: plans them, then runs. In mode lazy the very first one compiles.
  double firstMs = 0;
  double minMs = 0, medianMs = 0, p90Ms = 0, meanMs = 0;
  size_t runs = 0;
  double allocationsPerRun = 0; // tensor, arena and workspace memory taken after the first run
};

// Runs every case: once, then for options.benchSeconds (at least 5 runs, at most 100000).
rt::Status bench(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                 llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_BENCH_BENCH_H
