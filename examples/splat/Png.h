// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes PNG files without compression, and so without a library.
//
// The files are as large as their pixels. For real use, take a library such as libpng.
#ifndef RLX_EXAMPLES_SPLAT_PNG_H
#define RLX_EXAMPLES_SPLAT_PNG_H

#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/Status.h"

namespace splat {

// `pixels`: 8 bits per channel in the order red, green, blue, row by row.
rlx::rt::Status writePng(const std::string &path, uint32_t width, uint32_t height,
                         std::span<const uint8_t> pixels);

} // namespace splat

#endif // RLX_EXAMPLES_SPLAT_PNG_H
