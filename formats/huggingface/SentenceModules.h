// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an embedding model makes a vector of its hidden states, as sentence-transformers writes it:
//   modules.json             the steps behind the model, each with a folder
//   1_Pooling/config.json    the pooling, in the folder that modules.json names
#ifndef RLX_FORMATS_HUGGINGFACE_SENTENCEMODULES_H
#define RLX_FORMATS_HUGGINGFACE_SENTENCEMODULES_H

#include <string>

#include "formats/huggingface/Translation.h"

namespace rlx::huggingface {

// Adds the metadata "pooling_type" if the folder has modules.json. Unsupported for a pooling or a
// step that RLX does not know.
rt::Status translateSentenceModules(const std::string &folder, Translation &t);

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_SENTENCEMODULES_H
