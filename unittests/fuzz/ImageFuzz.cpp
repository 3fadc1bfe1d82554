// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to a picture: a size that is found must be a valid one, and a picture that decodes must
// have all its pixels.
#include <string>

#include "runtime/image/ImageLibrary.h"
#include "unittests/fuzz/Fuzz.h"

namespace {

#include "unittests/runtime/Pictures.inc"

void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

// Into memory of exactly the picture's size, filled with `fill`.
bool decode(const uint8_t *data, size_t size, int64_t height, int64_t width, uint8_t fill,
            std::vector<uint8_t> &pixels) {
  char why[256] = "";
  pixels.assign(static_cast<size_t>(3 * height * width), fill);
  const bool decoded = rlx_image_decode(data, size, height, width, pixels.data(), why, sizeof(why));
  check(decoded || why[0] != '\0');
  return decoded;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char why[256] = "";
  int64_t height = 0, width = 0;
  if (!rlx_image_size(data, size, &height, &width, why, sizeof(why))) {
    check(why[0] != '\0');
    return 0;
  }
  check(height > 0 && width > 0 && height <= rlx::rt::kMaxImagePixels / width);
  constexpr int64_t kMaxPixels = 1 << 16; // larger pictures only take longer
  if (height > kMaxPixels / width)
    return 0;
  std::vector<uint8_t> pixels, others;
  const bool decoded = decode(data, size, height, width, 0x00, pixels);
  check(decode(data, size, height, width, 0xff, others) == decoded);
  check(!decoded || pixels == others); // nothing of the memory is left
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  std::vector<std::vector<uint8_t>> seeds = {
      {std::begin(kBmp), std::end(kBmp)},   {std::begin(kJpeg), std::end(kJpeg)},
      {std::begin(kPng), std::end(kPng)},   {std::begin(kJpeg2000), std::end(kJpeg2000)},
      {std::begin(kPnm), std::end(kPnm)},   {std::begin(kTiff), std::end(kTiff)},
      {std::begin(kWebp), std::end(kWebp)},
  };
  for (const std::string text : {"P1\n# rows\n2 2\n10\n0 1", "P2 2 2\n4\n0 1 2 4", "P3 1 1 9 1 2 3",
                                 "P4 2 2\n\x80\x40", "P5 2 1 65535\n1234"})
    seeds.emplace_back(text.begin(), text.end());
  for (const std::vector<uint8_t> &seed : seeds) {
    char why[256] = "";
    int64_t height = 0, width = 0;
    check(rlx_image_size(seed.data(), seed.size(), &height, &width, why, sizeof(why)));
    std::vector<uint8_t> pixels;
    check(decode(seed.data(), seed.size(), height, width, 0, pixels));
  }
  return seeds;
}
