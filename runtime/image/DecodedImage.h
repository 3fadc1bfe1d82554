// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of librlx_image's decoders.
//
// A decoder reads the header, calls takeSize, and decodes if that returns true. Errors are kept in
// the image as text, since the libraries of C leave functions by longjmp.
#ifndef RLX_RUNTIME_IMAGE_DECODEDIMAGE_H
#define RLX_RUNTIME_IMAGE_DECODEDIMAGE_H

#include <cstddef>
#include <cstdint>

namespace rlx::image {

struct Bytes {
  const uint8_t *data;
  size_t size;
};

struct DecodedImage {
  int64_t height = 0, width = 0;
  uint8_t *rgb = nullptr; // null: only the size is wanted
  char why[160] = "";

  // Keeps the first reason. Returns false.
  bool fail(const char *reason);
  // Sets the size, or checks that it is the expected one. Whether elements are wanted, too; `why`
  // tells an error from a size without elements.
  bool takeSize(int64_t newHeight, int64_t newWidth);
  bool hasFailed() const { return why[0] != '\0'; }
  uint8_t *row(int64_t y) const { return rgb + 3 * y * width; }
};

// Whether the image was decoded, or its size was found.
bool decodeBmp(Bytes bytes, DecodedImage &decoded);
bool decodeJpeg(Bytes bytes, DecodedImage &decoded);
bool decodeJpeg2000(Bytes bytes, DecodedImage &decoded);
bool decodePng(Bytes bytes, DecodedImage &decoded);
bool decodePnm(Bytes bytes, DecodedImage &decoded);
bool decodeTiff(Bytes bytes, DecodedImage &decoded);
bool decodeWebp(Bytes bytes, DecodedImage &decoded);

} // namespace rlx::image

#endif // RLX_RUNTIME_IMAGE_DECODEDIMAGE_H
