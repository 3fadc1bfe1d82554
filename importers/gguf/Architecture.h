// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architectures of language models. Each has a file with its table of tensors and its graph.
#ifndef RLX_IMPORTERS_GGUF_ARCHITECTURE_H
#define RLX_IMPORTERS_GGUF_ARCHITECTURE_H

#include "dialects/rlx/builder/GraphBuilder.h"
#include "formats/gguf/ModelSource.h"
#include "importers/gguf/LanguageModelOptions.h"

namespace rlx::gguf {

using ModelPointer = std::shared_ptr<const ModelSource>;

// Checks metadata and tensors, and then builds the graph with its inputs and outputs. Errors of the
// graph are the builder's.
rt::Status buildBert(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options);
rt::Status buildGemma(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildGemma2(GraphBuilder &g, const ModelPointer &model,
                       const LanguageModelOptions &options);
rt::Status buildGemma3(GraphBuilder &g, const ModelPointer &model,
                       const LanguageModelOptions &options);
rt::Status buildGpt2(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options);
rt::Status buildGptNeox(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options);
rt::Status buildGranite(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options);
rt::Status buildLlama(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildMamba(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildNomicBert(GraphBuilder &g, const ModelPointer &model,
                          const LanguageModelOptions &options);
rt::Status buildOlmo2(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildPhi2(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options);
rt::Status buildPhi3(GraphBuilder &g, const ModelPointer &model,
                     const LanguageModelOptions &options);
rt::Status buildQwen2(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildQwen2Moe(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options);
rt::Status buildQwen3(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
rt::Status buildQwen3Moe(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options);
rt::Status buildSmollm3(GraphBuilder &g, const ModelPointer &model,
                        const LanguageModelOptions &options);
rt::Status buildStablelm(GraphBuilder &g, const ModelPointer &model,
                         const LanguageModelOptions &options);
rt::Status buildStarcoder2(GraphBuilder &g, const ModelPointer &model,
                           const LanguageModelOptions &options);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_ARCHITECTURE_H
