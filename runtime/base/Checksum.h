// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checksums of file contents.
//
// They detect damage, such as a truncated download. They are no protection against malice: all
// readers still check every number they read.
#ifndef RLX_RUNTIME_BASE_CHECKSUM_H
#define RLX_RUNTIME_BASE_CHECKSUM_H

#include <cstdint>
#include <span>

namespace rlx::rt {

// XXH3 with 64 bits. Runs at about the speed of memory.
uint64_t checksum(std::span<const uint8_t> bytes) noexcept;

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_CHECKSUM_H
