// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that the architectures "gemma", "gemma2" and "gemma3" share.
#ifndef RLX_IMPORTERS_GGUF_GEMMA_H
#define RLX_IMPORTERS_GGUF_GEMMA_H

#include "importers/gguf/DecoderForm.h"

namespace rlx::gguf {

// Sets the scales that files do not have: of embeddings and, for the model of `largest` layers
// (27B), whose heads have another size than embedding / heads, of attention. 0: there is no such
// model.
void setGemmaScales(DecoderForm &form, int64_t largest);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_GEMMA_H
