// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model with low-rank adapters. Its own tensors stay as they are: graphs add the updates
// beside them.
#ifndef RLX_FORMATS_LANGUAGE_MODEL_ADAPTEDMODEL_H
#define RLX_FORMATS_LANGUAGE_MODEL_ADAPTEDMODEL_H

#include "formats/language_model/LoraAdapter.h"

namespace rlx {

// The model itself without adapters. Errors of LoraAdapter::open; InvalidArgument for a scale that
// is not finite.
rt::StatusOr<std::shared_ptr<const gguf::ModelSource>>
withAdapters(std::shared_ptr<const gguf::ModelSource> base, const std::vector<LoraFile> &files);

} // namespace rlx

#endif // RLX_FORMATS_LANGUAGE_MODEL_ADAPTEDMODEL_H
