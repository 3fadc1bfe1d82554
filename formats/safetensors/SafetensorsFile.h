// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One .safetensors file: the names, element types, shapes and bytes of its tensors.
//
//   length of the header, 8 bytes | header: JSON | tensor data
//   {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …, "__metadata__": {…}}
//
// Nothing in a file is trusted: a tensor lies inside the file, has the bytes of its shape, and
// overlaps no other. Source of the semantics: the README of the safetensors project.
#ifndef RLX_FORMATS_SAFETENSORS_SAFETENSORSFILE_H
#define RLX_FORMATS_SAFETENSORS_SAFETENSORSFILE_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"

namespace rlx::safetensors {

struct Tensor {
  std::string name;
  std::string dtype;          // as in the file: "BF16"
  std::vector<int64_t> shape; // outermost first
  std::span<const uint8_t> data;
};

// Views of bytes that must stay. Threads: immutable.
struct SafetensorsFile {
  // DataLoss for bytes that are no safetensors file, or a damaged one. Unsupported for an element
  // type whose size is unknown.
  static rt::StatusOr<SafetensorsFile> parse(std::span<const uint8_t> bytes);

  std::vector<Tensor> tensors; // in the order of the header; names are distinct
};

} // namespace rlx::safetensors

#endif // RLX_FORMATS_SAFETENSORS_SAFETENSORSFILE_H
