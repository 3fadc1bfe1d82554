// Programs to and from bytes: versioned, little-endian, checksummed.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H
#define RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Raised whenever the layout changes; a decoder takes exactly its own version.
inline constexpr uint32_t kProgramFormatVersion = 6;

// The constants start at a multiple of 64 bytes from the first byte.
StatusOr<std::vector<uint8_t>> encodeProgram(const Program &program);

// Never crashes, reads outside `bytes` or allocates more than a small multiple of them, whatever
// they hold. What it returns has passed verifyProgram.
//
// With an `owner`, who keeps the bytes as long as anyone holds it, constants are read where they
// are if they start at a multiple of 64 there; otherwise they are copied.
StatusOr<Program> decodeProgram(std::span<const uint8_t> bytes,
                                std::shared_ptr<const void> owner = nullptr);

// Makes the size and checksum in the header fit the bytes again, if there is a header. For tests
// and fuzzers, which want to get past the checksum with altered bytes.
void resealProgram(std::span<uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PROGRAMCODEC_H
