// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of one architecture in a model's metadata. For example, "block_count" is the value of
// "llama.block_count".
#ifndef RLX_IMPORTERS_GGUF_HYPERPARAMETERS_H
#define RLX_IMPORTERS_GGUF_HYPERPARAMETERS_H

#include <string>
#include <vector>

#include "formats/gguf/Metadata.h"

namespace rlx::gguf {

class Hyperparameters {
public:
  Hyperparameters(const Metadata &metadata, std::string_view architecture)
      : metadata(metadata), prefix(std::string(architecture) + ".") {}

  std::string key(std::string_view name) const { return prefix + std::string(name); }
  // The key in messages: that of the file.
  std::string shown(std::string_view name) const { return metadata.shown(key(name)); }
  // The same without the architecture.
  std::string shortName(std::string_view name) const;
  // Null without a value.
  const Value *find(std::string_view name) const { return metadata.find(key(name)); }
  bool has(std::string_view name) const { return find(name) != nullptr; }

  // A size or a count: InvalidArgument unless it is in [1, 2^31). NotFound without a value.
  rt::StatusOr<int64_t> size(std::string_view name) const;
  rt::StatusOr<int64_t> size(std::string_view name, int64_t otherwise) const;
  rt::StatusOr<int64_t> integer(std::string_view name, int64_t otherwise) const {
    return metadata.integer(key(name), otherwise);
  }
  rt::StatusOr<bool> boolean(std::string_view name, bool otherwise) const {
    return metadata.boolean(key(name), otherwise);
  }
  // InvalidArgument unless it is finite.
  rt::StatusOr<double> number(std::string_view name) const;
  rt::StatusOr<double> number(std::string_view name, double otherwise) const;
  rt::StatusOr<std::string_view> string(std::string_view name, std::string_view otherwise) const {
    return metadata.string(key(name), otherwise);
  }

  // Unsupported if there is a key that begins with `group`, but is not in `known`. For example, the
  // keys "rope.…".
  rt::Status checkGroup(std::string_view group, const std::vector<std::string_view> &known) const;

private:
  const Metadata &metadata;
  std::string prefix;
};

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_HYPERPARAMETERS_H
