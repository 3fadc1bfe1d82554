// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of librlx_image, which decodes pictures. The runtime looks them up by name.
//
// Formats: BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP. Bytes are untrusted: damaged ones are an
// error. Threads: any.
#ifndef RLX_RUNTIME_IMAGE_IMAGELIBRARY_H
#define RLX_RUNTIME_IMAGE_IMAGELIBRARY_H

#include <cstddef>
#include <cstdint>

namespace rlx::rt {
inline constexpr char kImageLibrary[] = "librlx_image.so";
// Of an image; others are an error.
inline constexpr int64_t kMaxImagePixels = int64_t(1) << 27;
} // namespace rlx::rt

extern "C" {
// The size of an image, from its header. False if the bytes are no image of a known format;
// `why` then has the reason, cut to its size.
bool rlx_image_size(const uint8_t *bytes, size_t size, int64_t *height, int64_t *width, char *why,
                    size_t whySize);
// Decodes an image of the size that rlx_image_size gives: rows of red, green and blue bytes. False
// if the bytes are damaged or have another size.
bool rlx_image_decode(const uint8_t *bytes, size_t size, int64_t height, int64_t width,
                      uint8_t *rgb, char *why, size_t whySize);
}

#endif // RLX_RUNTIME_IMAGE_IMAGELIBRARY_H
