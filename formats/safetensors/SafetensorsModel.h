// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors of a model in safetensors: one file, or several with an index.
//
//   model.safetensors
//   model.safetensors.index.json: {"weight_map": {"name": "model-00001-of-00002.safetensors", …}}
//
// The files are mapped, not read: tensors are views of them.
#ifndef RLX_FORMATS_SAFETENSORS_SAFETENSORSMODEL_H
#define RLX_FORMATS_SAFETENSORS_SAFETENSORSMODEL_H

#include <memory>
#include <string>
#include <vector>

#include "formats/safetensors/SafetensorsFile.h"
#include "runtime/base/MappedFile.h"

namespace rlx::safetensors {

// Threads: immutable. The files must not change in place while this lives.
class SafetensorsModel {
public:
  // Opens model.safetensors of a folder, or else the files of its index. NotFound if the folder has
  // neither. Errors of SafetensorsFile::parse and MappedFile::open, with the file's name. DataLoss
  // for an index that contradicts the files.
  static rt::StatusOr<SafetensorsModel> open(const std::string &folder);

  // All tensors, in the order of the files' names; names are distinct.
  const std::vector<Tensor> &tensors() const { return all; }

private:
  rt::Status openFile(const std::string &path);
  rt::Status openIndexed(const std::string &folder, const std::string &index);

  std::vector<std::shared_ptr<const rt::MappedFile>> mapped;
  std::vector<Tensor> all;
};

} // namespace rlx::safetensors

#endif // RLX_FORMATS_SAFETENSORS_SAFETENSORSMODEL_H
