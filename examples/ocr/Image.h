// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images in the form of the recognition model's input.
//
// readPng() decodes a file; toModelInput() scales and normalizes it to the tensor that the model
// takes.
#ifndef RLX_EXAMPLES_OCR_IMAGE_H
#define RLX_EXAMPLES_OCR_IMAGE_H

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace ocr {

// 8 bits per channel in the order red, green, blue, row by row.
struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

rlx::rt::StatusOr<Image> readPng(const std::string &path);

// f32[1,3,height,W]: scaled to `height` with the aspect ratio kept (bilinear). Channels in the
// order blue, green, red; values (x / 255 - 0.5) / 0.5.
rlx::rt::StatusOr<rlx::rt::Tensor> toModelInput(const Image &image, int height);

} // namespace ocr

#endif // RLX_EXAMPLES_OCR_IMAGE_H
