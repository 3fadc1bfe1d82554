// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A low-rank adapter (LoRA) of a language model: small matrices a and b beside some of the model's
// matrices, for scale * (x a^T) b^T beside x W^T. It is a GGUF file, as llama.cpp's converter
// writes it, or a folder of the library PEFT with adapter_config.json.
#ifndef RLX_FORMATS_LANGUAGE_MODEL_LORAADAPTER_H
#define RLX_FORMATS_LANGUAGE_MODEL_LORAADAPTER_H

#include <map>
#include <memory>
#include <string>

#include "formats/gguf/ModelSource.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

struct LoraFile {
  std::string path;
  double scale = 1; // of its updates, beside those of the file
};

// Threads: immutable.
class LoraAdapter {
public:
  // The update of one matrix, in the names of GGUF.
  struct Update {
    gguf::TensorView a, b; // [rank, columns] and [rows, rank] of a matrix [rows, columns]
    double scale = 1;      // the file's: alpha / rank
  };

  // Reads an adapter of `base`. NotFound for a missing file; InvalidArgument for a tensor that has
  // no matrix in the base or another size, for half of a pair, and for an adapter of another
  // architecture; Unsupported for adapters that change the model in other ways.
  static rt::StatusOr<std::shared_ptr<const LoraAdapter>> open(const std::string &path,
                                                               const gguf::ModelSource &base);
  LoraAdapter(const LoraAdapter &) = delete;

  // Null if the matrix has none. The name is GGUF's: "blk.0.attn_q.weight".
  const Update *find(std::string_view matrix) const;
  // By the names of their matrices.
  const std::map<std::string, Update, std::less<>> &all() const { return updates; }

private:
  LoraAdapter() = default;
  struct Reader;

  std::vector<std::shared_ptr<const void>> owners; // of the tensors' memory
  std::map<std::string, Update, std::less<>> updates;
};

} // namespace rlx

#endif // RLX_FORMATS_LANGUAGE_MODEL_LORAADAPTER_H
