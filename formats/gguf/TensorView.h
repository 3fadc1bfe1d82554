// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tensor of a language model, in the memory of a mapped file.
#ifndef RLX_FORMATS_GGUF_TENSORVIEW_H
#define RLX_FORMATS_GGUF_TENSORVIEW_H

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/gguf/TensorType.h"

namespace rlx::gguf {

struct TensorView {
  std::string_view name; // GGUF's
  TensorType type = TensorType::F32;
  std::vector<int64_t> shape; // outermost first, so reversed from a GGUF file; at most 4
  std::span<const uint8_t> data;

  // ---- never in a GGUF file

  bool isTransposed = false;     // the data of a matrix of this shape are in columns
  std::vector<TensorView> parts; // the elements of the first dimension; `data` is empty then
};

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_TENSORVIEW_H
