// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// xxHash, compiled in as a header: the runtime needs no other library on the device. XXH3 uses the
// vector instructions that the build's flags allow.
//
// Packages, programs and pipeline files use it.
#include "runtime/base/Checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace rlx::rt {

uint64_t checksum(std::span<const uint8_t> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace rlx::rt
