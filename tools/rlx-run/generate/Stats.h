// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --stats: the bound of an answer, beside its speeds.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_STATS_H
#define RLX_TOOLS_RLXRUN_GENERATE_STATS_H

#include <chrono>

#include "formats/gguf/ModelSource.h"
#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

// The bytes of weights that a step of one token reads, as the file has them: all matrices, but of
// experts those that a token uses, and of the embeddings a row only, unless they are the head too.
size_t weightBytesOfToken(const gguf::ModelSource &source);

// Prints nothing without the option.
class Stats {
public:
  // The begin is that of the call.
  explicit Stats(const Options &options) : options(options) {}

  // "rlx-run: first token: 0.75 s after the start", for an answer that ends now. Its time is
  // `seconds` behind its first token.
  void printFirstToken(double seconds) const;
  // "rlx-run: weights: 96.6 MB a token, 14.1 GB/s of 17.0 (83 %)" of `steps` in `seconds`. Drafts
  // have no such line: a step reads the weights for several tokens.
  void printWeights(const gguf::ModelSource &source, std::string_view device, size_t steps,
                    double seconds, size_t drafted) const;

private:
  const Options &options;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_STATS_H
