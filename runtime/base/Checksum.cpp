// xxHash, compiled in: the runtime needs no further library where it runs.
#include "runtime/base/Checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace rlx::rt {

uint64_t checksum(std::span<const uint8_t> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace rlx::rt
