// Products with weights in GGUF's blocks by ggml. Its library is loaded where scripts/bench.sh has
// put it; without it nothing here is measured.
#ifndef RLX_BENCHMARKS_KERNELS_GGML_H
#define RLX_BENCHMARKS_KERNELS_GGML_H

#include <cstdint>
#include <memory>

#include "benchmarks/kernels/Bench.h"

namespace rlx::bench {

// Loads the library from a folder. What fails is told once, and then there is no ggml.
rt::Status loadGgml(const std::string &folder);
bool hasGgml();
std::string ggmlVersion();

struct BlocksCase {
  std::string scheme; // as rlx.dequant_matmul has it
  int64_t m, n, k;
};

// y[m, n] = x[m, k] w[n, k], with weights as they lie in a file, and as ggml repacks them for the
// processor where it does.
class GgmlProduct {
public:
  static rt::StatusOr<std::unique_ptr<GgmlProduct>> make(const BlocksCase &c, unsigned threads,
                                                         const float *x, const float *w);
  virtual ~GgmlProduct() = default;
  virtual std::vector<Contender> contenders() = 0;
  // The rounded weights, in the file's layout.
  virtual const std::vector<uint8_t> &blocks() const = 0;
  // What the contender with that number has computed in its last run.
  virtual std::vector<float> output(size_t contender) = 0;
};

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_GGML_H
