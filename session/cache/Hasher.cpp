// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// XXH3 in streaming mode, compiled in as a header.
//
// The state is allocated once, in the constructor.
#include "session/cache/Hasher.h"

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace rlx {

static XXH3_state_t *typed(void *state) {
  return static_cast<XXH3_state_t *>(state);
}

std::string Hash128::hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(32, '0');
  for (size_t i = 0; i < 16; ++i) {
    text[15 - i] = kDigits[high >> (4 * i) & 15];
    text[31 - i] = kDigits[low >> (4 * i) & 15];
  }
  return text;
}

Hasher::Hasher() : state(XXH3_createState()) {
  if (!state)
    throw std::bad_alloc();
  XXH3_128bits_reset(typed(state.get()));
}

void Hasher::Free::operator()(void *state) const {
  XXH3_freeState(typed(state));
}

void Hasher::raw(const void *data, size_t size) {
  if (size != 0)
    XXH3_128bits_update(typed(state.get()), data, size);
}

void Hasher::number(uint64_t value) {
  raw(&value, sizeof(value));
}

void Hasher::bytes(std::span<const uint8_t> value) {
  number(value.size());
  raw(value.data(), value.size());
}

void Hasher::text(std::string_view value) {
  number(value.size());
  raw(value.data(), value.size());
}

void Hasher::hash(const Hash128 &value) {
  number(value.high);
  number(value.low);
}

Hash128 Hasher::result() const {
  const XXH128_hash_t digest = XXH3_128bits_digest(typed(state.get()));
  return {digest.high64, digest.low64};
}

} // namespace rlx
