// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A JSON file of a Hugging Face folder, such as config.json. Errors name the key and the file.
#ifndef RLX_FORMATS_HUGGINGFACE_CONFIG_H
#define RLX_FORMATS_HUGGINGFACE_CONFIG_H

#include <string>
#include <string_view>

#include "formats/json/Json.h"

namespace rlx::huggingface {

// "FOLDER/NAME".
std::string pathIn(const std::string &folder, std::string_view name);
bool fileExists(const std::string &path);

// Threads: immutable.
class Config {
public:
  // Errors of MappedFile::open; DataLoss for a file that is no JSON object.
  static rt::StatusOr<Config> read(const std::string &folder, std::string_view name);
  // The same, but a file that is not there is an empty object.
  static rt::StatusOr<Config> readIfThere(const std::string &folder, std::string_view name);

  // The value of the first of the keys that has one, "num_experts|num_local_experts". None for
  // null.
  json::JsonValue find(std::string_view keys) const;
  // Whether the key is there, with null maybe.
  bool has(std::string_view key) const { return root.find(key).exists(); }
  // "'hidden_size' of config.json", for messages.
  std::string shown(std::string_view keys) const;

  // `otherwise` without a value; InvalidArgument for a value of another kind.
  rt::StatusOr<bool> boolean(std::string_view keys, bool otherwise) const;
  rt::StatusOr<double> number(std::string_view keys, double otherwise) const;
  rt::StatusOr<int64_t> integer(std::string_view keys, int64_t otherwise) const;
  rt::StatusOr<std::string_view> string(std::string_view keys, std::string_view otherwise) const;

  // A value that is an object, whose keys messages show as "key.inner". Empty without one.
  Config within(std::string_view keys) const;

private:
  rt::Status wrongKind(std::string_view keys, std::string_view expected) const;

  json::JsonDocument document;
  json::JsonValue root;
  std::string file, prefix;
};

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_CONFIG_H
