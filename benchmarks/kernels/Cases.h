// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The benchmark cases: one list per family of kernels.
//
// Each case compiles a small model and compares its time with those of the peers. Whole models are
// measured by benchmarks/run.py.
#ifndef RLX_BENCHMARKS_KERNELS_CASES_H
#define RLX_BENCHMARKS_KERNELS_CASES_H

#include "benchmarks/kernels/Bench.h"

namespace rlx::bench {

struct Case {
  std::string family, name;
  std::function<rt::StatusOr<Measured>(const Run &)> measure;
};

std::vector<Case> matmulCases();
std::vector<Case> lowPrecisionCases();
std::vector<Case> convCases();
std::vector<Case> attentionCases();
std::vector<Case> blockCases(); // none without ggml

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_CASES_H
