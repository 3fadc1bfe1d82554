// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of a decoder:
//   x = embedding of the tokens
//   for each layer:  x += attention(norm(x)) wo;  x += feed_forward(norm(x))
//   logits = norm(x) head
// DecoderForm.h has the differences between architectures.
#ifndef RLX_IMPORTERS_GGUF_DECODER_H
#define RLX_IMPORTERS_GGUF_DECODER_H

#include "importers/gguf/DecoderForm.h"
#include "importers/gguf/LanguageModelOptions.h"

namespace rlx::gguf {

// Checks the tensors and then builds the graph. Errors of the graph are the builder's.
rt::Status buildDecoder(GraphBuilder &g, const ModelPointer &model,
                        const Hyperparameters &parameters, const DecoderForm &form,
                        const LanguageModelOptions &options);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_DECODER_H
