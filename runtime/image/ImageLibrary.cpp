// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the format of an image by its first bytes.
#include "runtime/image/ImageLibrary.h"

#include <string_view>

#include "runtime/image/DecodedImage.h"

namespace rlx::image {

bool DecodedImage::fail(const char *reason) {
  if (!hasFailed())
    why[std::string_view(reason).copy(why, sizeof(why) - 1)] = '\0';
  return false;
}

bool DecodedImage::takeSize(int64_t newHeight, int64_t newWidth) {
  if (newHeight < 1 || newWidth < 1 || newHeight > rt::kMaxImagePixels ||
      newWidth > rt::kMaxImagePixels / newHeight)
    return fail("its size is 0, or more than 2^27 pixels");
  if (rgb && (newHeight != height || newWidth != width))
    return fail("it has another size than expected");
  height = newHeight;
  width = newWidth;
  return rgb != nullptr;
}

namespace {

using namespace std::string_view_literals;

using Decoder = bool (*)(Bytes, DecodedImage &);

Decoder decoderOf(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data), bytes.size);
  if (text.starts_with("\xff\xd8\xff"sv))
    return decodeJpeg;
  if (text.starts_with("\x89PNG\r\n\x1a\n"sv))
    return decodePng;
  if (text.starts_with("BM"sv))
    return decodeBmp;
  if (text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv) || text.starts_with("II+\0"sv) ||
      text.starts_with("MM\0+"sv))
    return decodeTiff;
  if (text.starts_with("RIFF"sv) && text.size() > 12 && text.substr(8, 4) == "WEBP"sv)
    return decodeWebp;
  if (text.starts_with("\0\0\0\x0cjP  \r\n\x87\n"sv) || text.starts_with("\xff\x4f\xff\x51"sv))
    return decodeJpeg2000;
  if (text.size() > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6')
    return decodePnm;
  return nullptr;
}

bool decode(Bytes bytes, DecodedImage &decoded) {
  const Decoder decoder = decoderOf(bytes);
  if (!decoder)
    return decoded.fail("its first bytes are those of no known format; known are BMP, JPEG, "
                        "JPEG 2000, PNG, PNM, TIFF and WebP");
  return (decoder(bytes, decoded) && !decoded.hasFailed()) || decoded.fail("its data is damaged");
}

bool tell(const DecodedImage &decoded, char *why, size_t whySize) {
  if (whySize != 0)
    why[std::string_view(decoded.why).copy(why, whySize - 1)] = '\0';
  return false;
}

} // namespace
} // namespace rlx::image

#define RLX_IMAGE_API __attribute__((visibility("default")))

extern "C" {

RLX_IMAGE_API bool rlx_image_size(const uint8_t *bytes, size_t size, int64_t *height,
                                  int64_t *width, char *why, size_t whySize) {
  rlx::image::DecodedImage decoded;
  if (!rlx::image::decode({bytes, size}, decoded))
    return rlx::image::tell(decoded, why, whySize);
  *height = decoded.height;
  *width = decoded.width;
  return true;
}

RLX_IMAGE_API bool rlx_image_decode(const uint8_t *bytes, size_t size, int64_t height,
                                    int64_t width, uint8_t *rgb, char *why, size_t whySize) {
  rlx::image::DecodedImage decoded;
  decoded.height = height;
  decoded.width = width;
  decoded.rgb = rgb;
  return rlx::image::decode({bytes, size}, decoded) || rlx::image::tell(decoded, why, whySize);
}

} // extern "C"
