// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language models of any format: a GGUF file, or a folder of Hugging Face's form.
#ifndef RLX_FORMATS_LANGUAGE_MODEL_LANGUAGEMODELFILE_H
#define RLX_FORMATS_LANGUAGE_MODEL_LANGUAGEMODELFILE_H

#include <memory>
#include <string>

#include "formats/gguf/ModelSource.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// Whether the path stands for a folder: it is one, or its config.json.
bool isModelFolder(const std::string &path);
// Whether it is that of a language model: of a folder, or it ends in .gguf.
bool isLanguageModelPath(const std::string &path);

// Advice for a file of GGUF whose name does not say so, e.g. a blob of a download cache: "" for
// any other.
std::string misnamedGguf(const std::string &path);

// InvalidArgument for a folder without config.json. Opens nothing.
rt::Status checkModelFolder(const std::string &path);

// Errors of GgufModel::open, HuggingFaceModel::open and checkModelFolder.
rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> openLanguageModel(const std::string &path);

} // namespace rlx

#endif // RLX_FORMATS_LANGUAGE_MODEL_LANGUAGEMODELFILE_H
