// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JPEG 2000, as a file or a bare codestream, by OpenJPEG.
#include "runtime/image/DecodedImage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include <openjpeg.h>

namespace rlx::image {

namespace {

struct Reader {
  Bytes bytes;
  size_t at;
  size_t left() const { return bytes.size - at; }
};

OPJ_SIZE_T readBytes(void *to, OPJ_SIZE_T size, void *user) {
  auto &reader = *static_cast<Reader *>(user);
  const size_t taken = std::min<size_t>(size, reader.left());
  if (taken == 0)
    return static_cast<OPJ_SIZE_T>(-1);
  std::memcpy(to, reader.bytes.data + reader.at, taken);
  reader.at += taken;
  return taken;
}
OPJ_OFF_T skip(OPJ_OFF_T size, void *user) {
  auto &reader = *static_cast<Reader *>(user);
  if (size < 0 || static_cast<size_t>(size) > reader.left())
    return -1;
  reader.at += static_cast<size_t>(size);
  return size;
}
OPJ_BOOL seek(OPJ_OFF_T to, void *user) {
  auto &reader = *static_cast<Reader *>(user);
  if (to < 0 || static_cast<size_t>(to) > reader.bytes.size)
    return OPJ_FALSE;
  reader.at = static_cast<size_t>(to);
  return OPJ_TRUE;
}

void onError(const char *text, void *user) {
  static_cast<DecodedImage *>(user)->fail(text);
}

// Codecs and streams have one type in C.
struct FreeCodec {
  void operator()(opj_codec_t *codec) const { opj_destroy_codec(codec); }
};
struct FreeImage {
  void operator()(opj_image_t *image) const { opj_image_destroy(image); }
};
struct FreeStream {
  void operator()(opj_stream_t *stream) const { opj_stream_destroy(stream); }
};

std::unique_ptr<opj_stream_t, FreeStream> streamOf(Reader &reader) {
  std::unique_ptr<opj_stream_t, FreeStream> stream(opj_stream_default_create(OPJ_TRUE));
  if (!stream)
    return stream;
  opj_stream_set_user_data(stream.get(), &reader, nullptr);
  opj_stream_set_user_data_length(stream.get(), reader.bytes.size);
  opj_stream_set_read_function(stream.get(), readBytes);
  opj_stream_set_skip_function(stream.get(), skip);
  opj_stream_set_seek_function(stream.get(), seek);
  return stream;
}

// Whether the samples are those of a gray, RGB or sYCC image.
bool isSupported(const opj_image_t &image) {
  if (image.numcomps < 1 || image.numcomps > 4 || image.color_space == OPJ_CLRSPC_EYCC ||
      image.color_space == OPJ_CLRSPC_CMYK)
    return false;
  return std::all_of(image.comps, image.comps + image.numcomps, [](const opj_image_comp_t &each) {
    return each.dx == 1 && each.dy == 1 && each.prec >= 1 && each.prec <= 16;
  });
}

bool checkColours(const opj_image_t &image, DecodedImage &decoded) {
  return isSupported(image) ||
         decoded.fail("its colours are not supported; supported are gray, RGB and sYCC without "
                      "subsampling, of at most 16 bits");
}

uint8_t byteOf(const opj_image_comp_t &component, OPJ_INT32 sample) {
  const int maximum = (1 << component.prec) - 1;
  const int value =
      std::clamp(sample + (component.sgnd ? 1 << (component.prec - 1) : 0), 0, maximum);
  const auto bits = static_cast<int>(component.prec);
  return static_cast<uint8_t>(bits > 8 ? value >> (bits - 8) : value * 255 / maximum);
}

// From luma and two differences of colours (ITU-R 601, all 256 levels), as in JPEG.
void convertYcc(uint8_t *pixel) {
  const float y = pixel[0], blue = float(pixel[1]) - 128, red = float(pixel[2]) - 128;
  const float rgb[] = {y + 1.402f * red, y - 0.344136f * blue - 0.714136f * red, y + 1.772f * blue};
  for (int c = 0; c < 3; ++c)
    pixel[c] = static_cast<uint8_t>(std::lround(std::clamp(rgb[c], 0.0f, 255.0f)));
}

bool copySamples(const opj_image_t &image, DecodedImage &decoded) {
  const unsigned channels = image.numcomps < 3 ? 1 : 3;
  for (unsigned c = 0; c < channels; ++c)
    if (!image.comps[c].data || image.comps[c].w != decoded.width ||
        image.comps[c].h != decoded.height)
      return decoded.fail("its data is damaged");
  const int64_t count = decoded.height * decoded.width;
  for (unsigned c = 0; c < 3; ++c) {
    const opj_image_comp_t &component = image.comps[c < channels ? c : 0];
    for (int64_t i = 0; i < count; ++i)
      decoded.rgb[3 * i + c] = byteOf(component, component.data[i]);
  }
  if (channels == 3 && image.color_space == OPJ_CLRSPC_SYCC)
    for (int64_t i = 0; i < count; ++i)
      convertYcc(decoded.rgb + 3 * i);
  return true;
}

} // namespace

bool decodeJpeg2000(Bytes bytes, DecodedImage &decoded) {
  Reader reader = {bytes, 0};
  const auto stream = streamOf(reader);
  const std::unique_ptr<opj_codec_t, FreeCodec> codec(
      opj_create_decompress(bytes.data[0] == 0xff ? OPJ_CODEC_J2K : OPJ_CODEC_JP2));
  if (!stream || !codec)
    return decoded.fail("there is not enough memory");
  opj_set_error_handler(codec.get(), onError, &decoded);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  opj_image_t *read = nullptr;
  const bool hasHeader = opj_setup_decoder(codec.get(), &parameters) &&
                         opj_read_header(stream.get(), codec.get(), &read);
  const std::unique_ptr<opj_image_t, FreeImage> image(read);
  if (!hasHeader || !image)
    return decoded.fail("its header is damaged");
  if (!checkColours(*image, decoded))
    return false;
  if (!decoded.takeSize(int64_t(image->y1) - image->y0, int64_t(image->x1) - image->x0))
    return !decoded.hasFailed();
  if (!opj_decode(codec.get(), stream.get(), image.get()) ||
      !opj_end_decompress(codec.get(), stream.get()))
    return decoded.fail("its data is damaged");
  // Decoding sets the colour space, and replaces the components by those of a palette.
  if (!checkColours(*image, decoded))
    return false;
  return copySamples(*image, decoded);
}

} // namespace rlx::image
