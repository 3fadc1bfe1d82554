// Checksums of file contents: they detect damage, not malice.
#ifndef RLX_RUNTIME_BASE_CHECKSUM_H
#define RLX_RUNTIME_BASE_CHECKSUM_H

#include <cstdint>
#include <span>

namespace rlx::rt {

// XXH3, 64 bits: about as fast as memory is read.
uint64_t checksum(std::span<const uint8_t> bytes) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_CHECKSUM_H
