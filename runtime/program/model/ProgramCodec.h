// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs to and from bytes: versioned, little-endian, checksummed.
//
// Packages and the on-disk cache hold programs in this form.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H
#define RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Raised when the layout changes. A decoder takes exactly its own version.
inline constexpr uint32_t kProgramFormatVersion = 11;

// Encodes a program. Its constants start at a multiple of 64 from the first byte.
StatusOr<std::vector<uint8_t>> encodeProgram(const Program &program);

// Decodes a program and verifies it (verifyProgram). Untrusted bytes are safe: never crashes, never
// reads out of bounds, and never allocates more than a small multiple of `bytes`.
//
// `owner` keeps the bytes alive. With one, constants are read in place if they start at a multiple
// of 64 in memory; otherwise they are copied.
StatusOr<Program> decodeProgram(std::span<const uint8_t> bytes,
                                std::shared_ptr<const void> owner = nullptr);

// Recomputes the size and checksum in the header, if there is a header. For tests and fuzzers,
// which alter bytes behind a valid checksum.
void resealProgram(std::span<uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H
