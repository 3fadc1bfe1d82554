// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One GGUF file: metadata, and the names, shapes and bytes of its tensors.
//
//   "GGUF" | version | number of tensors and of metadata values | metadata | tensor descriptions
//   | padding to general.alignment | tensor data, each at a multiple of the alignment
//
// Versions 1 to 3, little-endian. Nothing in a file is trusted: numbers are checked against the
// file's length before memory is reserved, and tensors lie inside the file and do not overlap.
// Source of the semantics: docs/gguf.md of the ggml project.
#ifndef RLX_FORMATS_GGUF_GGUFFILE_H
#define RLX_FORMATS_GGUF_GGUFFILE_H

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/gguf/Metadata.h"
#include "formats/gguf/TensorView.h"
#include "runtime/base/StatusOr.h"

namespace rlx::gguf {

// Files begin with it.
inline constexpr std::string_view kMagic = "GGUF";

// Views of bytes that must stay. Threads: immutable.
struct GgufFile {
  // DataLoss with the offset for bytes that are no GGUF file, or a damaged one. Unsupported for
  // other versions, big-endian files and unknown types.
  static rt::StatusOr<GgufFile> parse(std::span<const uint8_t> bytes);

  uint32_t version = 0;
  Metadata metadata;
  std::vector<TensorView> tensors; // in the order of the file; names are distinct
};

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_GGUFFILE_H
