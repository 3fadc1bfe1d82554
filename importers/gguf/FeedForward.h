// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The feed-forward layer of a decoder:
//   (activation(x gate) * (x up)) down     with a gate, which may be the first half of "ffn_up"
//   activation(x up) down                  without one
// In a mixture of experts each row takes the `expertsUsed` of them that the router "ffn_gate_inp"
// gives the highest probabilities, and these weigh their results. A shared expert, which all rows
// take, is added.
#ifndef RLX_IMPORTERS_GGUF_FEEDFORWARD_H
#define RLX_IMPORTERS_GGUF_FEEDFORWARD_H

#include "importers/gguf/Norm.h"

namespace rlx::gguf {

// `layer` is "blk.N.".
// It may be a mixture of experts.
GraphValue feedForward(const DecoderGraph &d, const std::string &layer, GraphValue x);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_FEEDFORWARD_H
