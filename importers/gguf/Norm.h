// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Norms of rows and of heads, by the kind and the epsilon of an architecture.
#ifndef RLX_IMPORTERS_GGUF_NORM_H
#define RLX_IMPORTERS_GGUF_NORM_H

#include "importers/gguf/DecoderForm.h"

namespace rlx::gguf {

// The parts of a decoder build their ops with it.
struct DecoderGraph {
  GraphBuilder &g;
  Weights &weights;
  const DecoderForm &form;
};

// Over the last axis, with NAME.weight and, if there is one, NAME.bias.
GraphValue norm(const DecoderGraph &d, GraphValue x, const std::string &name);
// x itself if there is no NAME.weight.
GraphValue optionalNorm(const DecoderGraph &d, GraphValue x, const std::string &name);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_NORM_H
