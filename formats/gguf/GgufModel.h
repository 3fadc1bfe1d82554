// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model in GGUF: one file, or several that hold the tensors together.
//
// The files of a split model are NAME-00001-of-00003.gguf and so on. The first one has all
// metadata. The files are mapped, not read: tensors are views of them.
#ifndef RLX_FORMATS_GGUF_GGUFMODEL_H
#define RLX_FORMATS_GGUF_GGUFMODEL_H

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/gguf/GgufFile.h"
#include "formats/gguf/ModelSource.h"
#include "runtime/base/MappedFile.h"

namespace rlx::gguf {

// Whether the path ends in ".gguf", in any case.
bool isGgufPath(std::string_view path);

// Threads: immutable. The files must not change in place while this lives.
class GgufModel : public ModelSource {
public:
  // Opens the file, and the other files of a split model beside it. Errors of GgufFile::parse and
  // MappedFile::open, with the file's name. InvalidArgument for another file than the first.
  static rt::StatusOr<std::shared_ptr<const GgufModel>> open(const std::string &path);

  const Metadata &metadata() const override { return files.front().metadata; }
  // All tensors, in the order of the files.
  const std::vector<TensorView> &tensors() const override { return all; }
  const TensorView *find(std::string_view name) const override;

private:
  GgufModel() = default;
  rt::Status openFile(const std::string &path);
  rt::Status openOthers(const std::string &path);

  std::vector<std::shared_ptr<const rt::MappedFile>> mapped;
  std::vector<GgufFile> files;
  std::vector<TensorView> all;
  std::unordered_map<std::string_view, size_t> indices; // in `all`
};

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_GGUFMODEL_H
