// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JPEG, by libjpeg-turbo with its default upsampling, which ONNX asks for.
//
// Data that is damaged, which libjpeg fills up with a warning, is an error here.
#include "runtime/image/DecodedImage.h"

#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>
// After jpeglib.h.
#include <jerror.h>

namespace rlx::image {

namespace {

struct Decompressor {
  jpeg_decompress_struct info;
  jpeg_error_mgr errors;
  jpeg_progress_mgr progress;
  std::jmp_buf jump;
  DecodedImage *decoded;
};

Decompressor &decompressorOf(j_common_ptr info) {
  return *static_cast<Decompressor *>(info->client_data);
}

[[noreturn]] void onError(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX] = "";
  info->err->format_message(info, text);
  Decompressor &d = decompressorOf(info);
  d.decoded->fail(text);
  std::longjmp(d.jump, 1);
}

void onMessage(j_common_ptr info, int level) {
  const int code = info->err->msg_code;
  const bool isHarmless =
      code == JWRN_EXTRANEOUS_DATA || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR;
  if (level < 0 && !isHarmless)
    onError(info);
}

void onText(j_common_ptr) {}

// Small files may have very many scans, each of which takes the time of a whole image.
void onProgress(j_common_ptr info) {
  constexpr int kMaxScans = 200;
  Decompressor &d = decompressorOf(info);
  if (d.info.input_scan_number <= kMaxScans)
    return;
  d.decoded->fail("it has more than 200 scans");
  std::longjmp(d.jump, 1);
}

void readAll(Decompressor &d) {
  if (d.info.num_components > 3) {
    d.decoded->fail("its colours are CMYK, which is not supported");
    return;
  }
  d.info.out_color_space = JCS_RGB;
  jpeg_start_decompress(&d.info);
  while (d.info.output_scanline < d.info.output_height) {
    JSAMPROW row = d.decoded->row(d.info.output_scanline);
    jpeg_read_scanlines(&d.info, &row, 1);
  }
  jpeg_finish_decompress(&d.info);
}

} // namespace

bool decodeJpeg(Bytes bytes, DecodedImage &decoded) {
  Decompressor d = {};
  d.decoded = &decoded;
  d.info.client_data = &d;
  d.info.err = jpeg_std_error(&d.errors);
  d.errors.error_exit = onError;
  d.errors.emit_message = onMessage;
  d.errors.output_message = onText;
  if (setjmp(d.jump) == 0) {
    jpeg_create_decompress(&d.info); // keeps client_data and err
    d.progress.progress_monitor = onProgress;
    d.info.progress = &d.progress;
    jpeg_mem_src(&d.info, bytes.data, bytes.size);
    jpeg_read_header(&d.info, TRUE);
    if (decoded.takeSize(d.info.image_height, d.info.image_width))
      readAll(d);
  }
  jpeg_destroy_decompress(&d.info);
  return !decoded.hasFailed();
}

} // namespace rlx::image
