// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first image of a TIFF file, by libtiff.
#include "runtime/image/DecodedImage.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <tiffio.h>

namespace rlx::image {

namespace {

struct Reader {
  Bytes bytes;
  size_t at;
};

tmsize_t readBytes(thandle_t handle, void *to, tmsize_t size) {
  auto &reader = *static_cast<Reader *>(handle);
  const size_t left = reader.bytes.size - std::min(reader.at, reader.bytes.size);
  const size_t taken = size < 0 ? 0 : std::min(left, static_cast<size_t>(size));
  if (taken > 0)
    std::memcpy(to, reader.bytes.data + reader.at, taken);
  reader.at += taken;
  return static_cast<tmsize_t>(taken);
}
tmsize_t writeBytes(thandle_t, void *, tmsize_t) {
  return 0;
}
toff_t seek(thandle_t handle, toff_t offset, int whence) {
  auto &reader = *static_cast<Reader *>(handle);
  const toff_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? reader.at : reader.bytes.size;
  return reader.at = base + offset;
}
int close(thandle_t) {
  return 0;
}
toff_t sizeOf(thandle_t handle) {
  return static_cast<Reader *>(handle)->bytes.size;
}
int map(thandle_t, void **, toff_t *) {
  return 0; // it is read instead
}
void unmap(thandle_t, void *, toff_t) {}

int onError(TIFF *, void *user, const char *, const char *format, va_list arguments) {
  char text[160];
  std::vsnprintf(text, sizeof(text), format, arguments);
  static_cast<DecodedImage *>(user)->fail(text);
  return 1; // no other handler is called
}
int onWarning(TIFF *, void *, const char *, const char *, va_list) {
  return 1;
}

TIFF *open(Reader &reader, DecodedImage &decoded) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options)
    return nullptr;
  constexpr tmsize_t kMaxAllocation = tmsize_t(1) << 30;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kMaxAllocation);
  TIFFOpenOptionsSetErrorHandlerExtR(options, onError, &decoded);
  TIFFOpenOptionsSetWarningHandlerExtR(options, onWarning, nullptr);
  TIFF *file = TIFFClientOpenExt("image", "rm", &reader, readBytes, writeBytes, seek, close, sizeOf,
                                 map, unmap, options);
  TIFFOpenOptionsFree(options);
  return file;
}

// How the alpha channel relates to the colours: EXTRASAMPLE_UNASSALPHA if they are independent of
// it, EXTRASAMPLE_ASSOCALPHA if they are multiplied by it.
uint16_t alphaOf(TIFF *file) {
  uint16_t count = 0, *kinds = nullptr;
  if (!TIFFGetField(file, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0)
    return EXTRASAMPLE_UNSPECIFIED;
  return kinds[0];
}

// libtiff would multiply independent colours by alpha. It leaves those that already are.
void keepColours(TIFF *file) {
  uint16_t count = 0, *kinds = nullptr;
  TIFFGetField(file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  std::vector<uint16_t> changed(kinds, kinds + count);
  changed[0] = EXTRASAMPLE_ASSOCALPHA;
  TIFFSetField(file, TIFFTAG_EXTRASAMPLES, count, changed.data());
}

// The colour before it was multiplied by alpha.
uint8_t divided(uint32_t colour, uint32_t alpha) {
  return static_cast<uint8_t>(alpha ? std::min(colour * 255 / alpha, 255U) : 0);
}

void readAll(TIFF *file, DecodedImage &decoded) {
  const uint16_t alpha = alphaOf(file);
  if (alpha == EXTRASAMPLE_UNASSALPHA)
    keepColours(file);
  char why[1024] = "";
  if (!TIFFRGBAImageOK(file, why)) {
    decoded.fail(why);
    return;
  }
  const auto count = static_cast<size_t>(decoded.height * decoded.width);
  const std::unique_ptr<uint32_t[]> pixels(new (std::nothrow) uint32_t[count]);
  if (!pixels) {
    decoded.fail("there is not enough memory");
    return;
  }
  if (!TIFFReadRGBAImageOriented(file, static_cast<uint32_t>(decoded.width),
                                 static_cast<uint32_t>(decoded.height), pixels.get(),
                                 ORIENTATION_TOPLEFT, /*stop=*/1)) {
    decoded.fail("its data is damaged");
    return;
  }
  uint8_t *to = decoded.rgb;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t pixel = pixels[i];
    const uint32_t by = alpha == EXTRASAMPLE_ASSOCALPHA ? TIFFGetA(pixel) : 255;
    *to++ = divided(TIFFGetR(pixel), by);
    *to++ = divided(TIFFGetG(pixel), by);
    *to++ = divided(TIFFGetB(pixel), by);
  }
}

} // namespace

bool decodeTiff(Bytes bytes, DecodedImage &decoded) {
  Reader reader = {bytes, 0};
  TIFF *file = open(reader, decoded);
  if (!file)
    return decoded.fail("it cannot be opened");
  uint32_t height = 0, width = 0;
  TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
  if (decoded.takeSize(height, width))
    readAll(file, decoded);
  TIFFClose(file);
  return !decoded.hasFailed();
}

} // namespace rlx::image
