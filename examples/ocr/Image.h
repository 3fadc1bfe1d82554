// Images as the recognition model wants them.
#ifndef RLX_EXAMPLES_OCR_IMAGE_H
#define RLX_EXAMPLES_OCR_IMAGE_H

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace ocr {

// Eight bits a channel, red, green, blue, row by row.
struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> pixels;
};

rlx::rt::StatusOr<Image> readPng(const std::string &path);

// f32[1,3,height,W]: scaled to the height with its aspect ratio kept (bilinear), channels in the
// order blue, green, red, values (x / 255 - 0.5) / 0.5.
rlx::rt::StatusOr<rlx::rt::Tensor> toModelInput(const Image &image, int height);

} // namespace ocr

#endif // RLX_EXAMPLES_OCR_IMAGE_H
