// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of an encoder, a language model whose rows see all rows of their text:
//   x = norm(embedding of the tokens, of their segments and of their positions)
//   for each layer:  x = norm(x + attention(x) wo);  x = norm(x + feed_forward(x))
// A run has several texts, filled up to the length of the longest one. Rows behind the end of a
// text are seen by none of its rows; their own results mean nothing.
#ifndef RLX_IMPORTERS_GGUF_ENCODER_H
#define RLX_IMPORTERS_GGUF_ENCODER_H

#include "importers/gguf/DecoderForm.h"

namespace rlx::gguf {

// The tensors that all encoders have: embeddings and norms.
TensorTable encoderTensors();

// Checks the tensors and then builds the graph. Errors of the graph are the builder's.
rt::Status buildEncoder(GraphBuilder &g, const ModelPointer &model,
                        const Hyperparameters &parameters, DecoderForm form);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_ENCODER_H
