// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model in a folder, as Hugging Face's transformers writes it: config.json, weights in
// safetensors, and the files of the tokenizer. Family.h has the models that are known.
#ifndef RLX_FORMATS_HUGGINGFACE_HUGGINGFACEMODEL_H
#define RLX_FORMATS_HUGGINGFACE_HUGGINGFACEMODEL_H

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/gguf/ModelSource.h"
#include "formats/huggingface/TensorNames.h"
#include "formats/safetensors/SafetensorsModel.h"

namespace rlx::huggingface {

// Threads: immutable. The files must not change in place while this lives.
class HuggingFaceModel : public gguf::ModelSource {
public:
  // NotFound if a file is missing, Unsupported for a model that RLX does not know, InvalidArgument
  // and DataLoss for files that are wrong. Messages have the names of the folder.
  static rt::StatusOr<std::shared_ptr<const gguf::ModelSource>> open(const std::string &folder);

  const gguf::Metadata &metadata() const override { return translation.metadata; }
  const std::vector<gguf::TensorView> &tensors() const override { return all; }
  const gguf::TensorView *find(std::string_view name) const override;
  std::string nameInFiles(std::string_view name) const override;
  std::string nameInGguf(std::string_view name) const override;
  gguf::ValueForms forms() const override { return family.forms; }
  bool isGguf() const override { return false; }

private:
  HuggingFaceModel(const Family &family, Config config, safetensors::SafetensorsModel weights);
  rt::Status translate(const std::string &folder);
  rt::Status addTensors();
  rt::Status addTensor(const safetensors::Tensor &tensor, bool isTied);
  rt::Status skipPositions(gguf::TensorView &view, std::string_view name) const;
  rt::Status addPart(gguf::TensorView part, const GgufName &name);
  rt::Status checkParts() const;
  rt::Status checkHead(bool isTied) const;
  gguf::TensorView &append(gguf::TensorView tensor, const std::string &name);

  const Family &family;
  Translation translation;
  safetensors::SafetensorsModel weights;
  TensorNames names;
  std::vector<std::shared_ptr<const rt::MappedFile>> mapped;
  std::vector<gguf::TensorView> all;
  int64_t numParts = 0; // of tensors in `all`, with those that are missing
  std::unordered_map<std::string_view, size_t> indices;          // in `all`
  std::unordered_map<std::string_view, std::string> namesOfFile; // of these and of parts
};

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_HUGGINGFACEMODEL_H
