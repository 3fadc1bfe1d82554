// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-quantized matmuls by ggml. Its library is loaded from where scripts/bench.sh puts it;
// without it these cases are skipped.
//
// ggml is the matmul library of llama.cpp. It quantizes the rows to 8 bits and then multiplies
// integers.
#ifndef RLX_BENCHMARKS_KERNELS_GGML_H
#define RLX_BENCHMARKS_KERNELS_GGML_H

#include <cstdint>
#include <memory>

#include "benchmarks/kernels/Bench.h"

namespace rlx::bench {

// Loads the library from a folder. Reports a failure once; then there is no ggml.
rt::Status loadGgml(const std::string &folder);
bool hasGgml();
std::string ggmlVersion();

struct BlocksCase {
  std::string scheme; // as in rlx.dequant_matmul
  int64_t m, n, k;
};

// y[m, n] = x[m, k] * w[n, k]. Contenders: weights as in the file, and repacked for the CPU if ggml
// does that.
class GgmlProduct {
public:
  static rt::StatusOr<std::unique_ptr<GgmlProduct>> make(const BlocksCase &c, unsigned threads,
                                                         const float *x, const float *w);
  virtual ~GgmlProduct() = default;
  virtual std::vector<Contender> contenders() = 0;
  // The quantized weights in the file's layout.
  virtual const std::vector<uint8_t> &blocks() const = 0;
  // The result of that contender's last run.
  virtual std::vector<float> output(size_t contender) = 0;
};

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_GGML_H
