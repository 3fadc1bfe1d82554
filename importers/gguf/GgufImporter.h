// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports language models as rlx modules, from GGUF files and from folders of Hugging Face.
//
// The metadata of a model names an architecture, such as "llama". The code of the architecture
// knows the names of the tensors, and builds the graph of one step: tokens and a cache of keys and
// values in, logits and the updated cache out. Params have the bytes of the mapped file. Quantized
// ones are block-quantized operands (rlx.dequant_matmul).
//
//   FailureOr<GraphModel> model = importLanguageModel(context, "model.gguf");
#ifndef RLX_IMPORTERS_GGUF_GGUFIMPORTER_H
#define RLX_IMPORTERS_GGUF_GGUFIMPORTER_H

#include "dialects/rlx/builder/GraphModel.h"
#include "importers/gguf/LanguageModelOptions.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

// Reads a model: a .gguf file, with the other files of a split one beside it, or a folder or its
// config.json. Loads the dialects that it needs.
// The result has no context, since `context` holds the module. Its params share the memory of the
// mapped files, which must not change in place. An error is a diagnostic of the context that names
// the tensor or the metadata. Adapters add their updates to the model's matrices.
mlir::FailureOr<GraphModel> importLanguageModel(mlir::MLIRContext *context, llvm::StringRef path,
                                                const LanguageModelOptions &options = {});

} // namespace rlx

#endif // RLX_IMPORTERS_GGUF_GGUFIMPORTER_H
