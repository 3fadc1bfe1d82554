// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PNG, by libpng. Transparency is dropped, and 16 bits are scaled to 8.
#include "runtime/image/DecodedImage.h"

#include <csetjmp>
#include <cstring>

#include <png.h>

namespace rlx::image {

namespace {

struct Reader {
  Bytes rest;
  DecodedImage &decoded;
};

void onError(png_structp png, png_const_charp text) {
  static_cast<Reader *>(png_get_error_ptr(png))->decoded.fail(text);
  png_longjmp(png, 1);
}
void onWarning(png_structp, png_const_charp) {}

void readBytes(png_structp png, png_bytep to, size_t size) {
  auto &reader = *static_cast<Reader *>(png_get_io_ptr(png));
  if (size > reader.rest.size)
    png_error(png, "the file ends early");
  std::memcpy(to, reader.rest.data, size);
  reader.rest = {reader.rest.data + size, reader.rest.size - size};
}

// Asks for three bytes a pixel.
void setForm(png_structp png) {
  png_set_palette_to_rgb(png);
  png_set_expand_gray_1_2_4_to_8(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_strip_alpha(png);
}

void readAll(png_structp png, png_infop info, const DecodedImage &decoded) {
  setForm(png);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != static_cast<size_t>(3 * decoded.width))
    png_error(png, "its colours are not supported");
  for (int pass = 0; pass < passes; ++pass)
    for (int64_t y = 0; y < decoded.height; ++y)
      png_read_row(png, decoded.row(y), nullptr);
  png_read_end(png, nullptr);
}

} // namespace

bool decodePng(Bytes bytes, DecodedImage &decoded) {
  Reader reader = {bytes, decoded};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, onError, onWarning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    constexpr png_alloc_size_t kMaxChunk = size_t(1) << 24; // of those that are kept
    png_set_chunk_malloc_max(png, kMaxChunk);
    png_set_read_fn(png, &reader, readBytes);
    png_read_info(png, info);
    if (decoded.takeSize(png_get_image_height(png, info), png_get_image_width(png, info)))
      readAll(png, info, decoded);
  }
  const bool exists = info != nullptr;
  png_destroy_read_struct(&png, &info, nullptr);
  return exists ? !decoded.hasFailed() : decoded.fail("there is not enough memory");
}

} // namespace rlx::image
