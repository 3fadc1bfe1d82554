// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architectures of language models. Each has a file with its table of tensors and its graph.
#ifndef RLX_IMPORTERS_GGUF_ARCHITECTURE_H
#define RLX_IMPORTERS_GGUF_ARCHITECTURE_H

#include "dialects/rlx/builder/GraphBuilder.h"
#include "formats/gguf/ModelSource.h"

namespace rlx::gguf {

using ModelPointer = std::shared_ptr<const ModelSource>;

// Checks metadata and tensors, and then builds the graph with its inputs and outputs. Errors of the
// graph are the builder's.
rt::Status buildBert(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGemma(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGemma2(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGemma3(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGpt2(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGptNeox(GraphBuilder &g, const ModelPointer &model);
rt::Status buildGranite(GraphBuilder &g, const ModelPointer &model);
rt::Status buildLlama(GraphBuilder &g, const ModelPointer &model);
rt::Status buildMamba(GraphBuilder &g, const ModelPointer &model);
rt::Status buildNomicBert(GraphBuilder &g, const ModelPointer &model);
rt::Status buildOlmo2(GraphBuilder &g, const ModelPointer &model);
rt::Status buildPhi2(GraphBuilder &g, const ModelPointer &model);
rt::Status buildPhi3(GraphBuilder &g, const ModelPointer &model);
rt::Status buildQwen2(GraphBuilder &g, const ModelPointer &model);
rt::Status buildQwen2Moe(GraphBuilder &g, const ModelPointer &model);
rt::Status buildQwen3(GraphBuilder &g, const ModelPointer &model);
rt::Status buildQwen3Moe(GraphBuilder &g, const ModelPointer &model);
rt::Status buildSmollm3(GraphBuilder &g, const ModelPointer &model);
rt::Status buildStablelm(GraphBuilder &g, const ModelPointer &model);
rt::Status buildStarcoder2(GraphBuilder &g, const ModelPointer &model);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_ARCHITECTURE_H
