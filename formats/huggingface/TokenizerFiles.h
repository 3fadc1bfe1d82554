// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of a folder that texts need:
//   tokenizer.json                             the vocabulary, and how text becomes tokens
//   tokenizer_config.json                      tokens that begin and end a text, chat template
//   chat_template.jinja                        the chat template of newer folders
//   generation_config.json, or config.json     the tokens after which a text ends
#ifndef RLX_FORMATS_HUGGINGFACE_TOKENIZERFILES_H
#define RLX_FORMATS_HUGGINGFACE_TOKENIZERFILES_H

#include <memory>
#include <string>
#include <vector>

#include "formats/huggingface/Translation.h"
#include "runtime/base/MappedFile.h"

namespace rlx::huggingface {

// Adds the metadata "tokenizer.*". A file that is not there is noted in the metadata: who asks for
// the vocabulary or the chat template then is told. `mapped` gets the files that values lie in.
rt::Status translateTokenizer(const std::string &folder, Translation &t,
                              std::vector<std::shared_ptr<const rt::MappedFile>> &mapped);

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_TOKENIZERFILES_H
