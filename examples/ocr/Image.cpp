// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoding of PNG images, and bilinear scaling.
//
// libpng decodes; scaling is plain code here.
#include "examples/ocr/Image.h"

#include <algorithm>
#include <cmath>
#include <png.h>

using rlx::rt::StatusOr;
using rlx::rt::Tensor;

namespace ocr {

StatusOr<Image> readPng(const std::string &path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  auto failed = [&] {
    rlx::rt::Status status = rlx::rt::invalidArgument("cannot read '" + path + "': " + png.message);
    png_image_free(&png);
    return status;
  };
  if (!png_image_begin_read_from_file(&png, path.c_str()))
    return failed();
  png.format = PNG_FORMAT_RGB;
  Image image;
  image.width = static_cast<int>(png.width);
  image.height = static_cast<int>(png.height);
  const size_t bytes = size_t(png.width) * png.height * 3;
  if (bytes > (size_t(1) << 28)) {
    png_image_free(&png);
    return rlx::rt::unsupported("cannot read '" + path + "': larger than 256 MiB");
  }
  image.pixels.resize(bytes);
  // Transparent parts become white.
  png_color white{255, 255, 255};
  if (!png_image_finish_read(&png, &white, image.pixels.data(), 0, nullptr))
    return failed();
  return image;
}

StatusOr<Tensor> toModelInput(const Image &image, int height) {
  constexpr double kWidest = 1 << 15;
  double exact = std::round(double(image.width) * height / image.height);
  if (exact > kWidest)
    return rlx::rt::invalidArgument("an image of " + std::to_string(image.width) + "x" +
                                    std::to_string(image.height) +
                                    " pixels is too wide for a line of text");
  int width = std::max(1, static_cast<int>(exact));
  const int64_t shape[] = {1, 3, height, width};
  RLX_ASSIGN_OR_RETURN(Tensor tensor, Tensor::allocate(rlx::rt::DType::F32, shape));
  float *out = tensor.as<float>();
  const double sx = double(image.width) / width, sy = double(image.height) / height;
  for (int y = 0; y < height; ++y) {
    double fy = std::clamp((y + 0.5) * sy - 0.5, 0.0, image.height - 1.0);
    int y0 = static_cast<int>(fy), y1 = std::min(y0 + 1, image.height - 1);
    for (int x = 0; x < width; ++x) {
      double fx = std::clamp((x + 0.5) * sx - 0.5, 0.0, image.width - 1.0);
      int x0 = static_cast<int>(fx), x1 = std::min(x0 + 1, image.width - 1);
      for (int c = 0; c < 3; ++c) {
        auto at = [&](int row, int column) {
          return double(image.pixels[(size_t(row) * image.width + column) * 3 + (2 - c)]);
        };
        double top = at(y0, x0) + (at(y0, x1) - at(y0, x0)) * (fx - x0);
        double bottom = at(y1, x0) + (at(y1, x1) - at(y1, x0)) * (fx - x0);
        double value = top + (bottom - top) * (fy - y0);
        out[(size_t(c) * height + y) * width + x] = static_cast<float>((value / 255 - 0.5) / 0.5);
      }
    }
  }
  return tensor;
}

} // namespace ocr
