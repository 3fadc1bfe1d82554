// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of convolution and pooling: one to three spatial dimensions, every attribute, and
// windows that leave a remainder of the input unread.
#include "GradientTest.h"

using rlx::caseName;
using rlx::GradientCase;
using rlx::GradientTest;

namespace {

// "2x3x5" as a type.
std::string type(const std::string &shape) {
  return "tensor<" + shape + "xf64>";
}

// `sizes` and `kernel` are the spatial ones.
struct ConvForm {
  std::string name, x, w, y, sizes, kernel, attributes;
};

GradientCase conv(const ConvForm &form) {
  std::string x = type(form.x), w = type(form.w), y = type(form.y);
  return {form.name,
          "%x: " + x + ", %w: " + w,
          y,
          "%y = rlx.conv %x, %w " + form.attributes + " : (" + x + ", " + w + ") -> " + y,
          "%dx = rlx.conv_backward_input %dy, %w to " + form.sizes + " " + form.attributes +
              " : (" + y + ", " + w + ") -> " + x +
              "\n%dw = rlx.conv_backward_weight %x, %dy kernel = " + form.kernel + " " +
              form.attributes + " : (" + x + ", " + y + ") -> " + w,
          {{"%x", "%dx"}, {"%w", "%dw"}}};
}

std::vector<GradientCase> convCases() {
  std::vector<GradientCase> cases;
  for (const ConvForm &form : std::vector<ConvForm>{
           {"basic", "2x3x5x6", "4x3x3x2", "2x4x3x5", "[5, 6]", "[3, 2]", ""},
           {"pointwise", "2x3x4x3", "4x3x1x1", "2x4x4x3", "[4, 3]", "[1, 1]", ""},
           {"stride_2_pad_1", "2x3x6x5", "4x3x3x3", "2x4x3x3", "[6, 5]", "[3, 3]",
            "strides = [2, 2] pads = [1, 1, 1, 1]"},
           {"remainder", "1x2x7x9", "3x2x2x3", "1x3x3x2", "[7, 9]", "[2, 3]", "strides = [2, 4]"},
           {"asymmetric_pads", "1x2x4x5", "3x2x3x2", "1x3x3x6", "[4, 5]", "[3, 2]",
            "strides = [2, 1] pads = [0, 2, 3, 0]"},
           {"dilation_2", "2x2x7x6", "3x2x3x2", "2x3x3x4", "[7, 6]", "[3, 2]",
            "dilations = [2, 2]"},
           {"dilation_stride_remainder", "1x2x9x8", "2x2x2x3", "1x2x3x2", "[9, 8]", "[2, 3]",
            "strides = [3, 3] dilations = [2, 2]"},
           {"groups_2", "2x4x4x5", "6x2x3x3", "2x6x2x3", "[4, 5]", "[3, 3]", "groups = 2"},
           {"groups_3_stride_2", "1x3x5x5", "6x1x3x3", "1x6x3x3", "[5, 5]", "[3, 3]",
            "strides = [2, 2] pads = [1, 1, 1, 1] groups = 3"},
           {"depthwise", "2x4x5x5", "4x1x3x3", "2x4x5x5", "[5, 5]", "[3, 3]",
            "pads = [1, 1, 1, 1] groups = 4"},
           {"pads_beyond_window", "1x2x2x2", "2x2x1x2", "1x2x6x5", "[2, 2]", "[1, 2]",
            "pads = [2, 2, 2, 2]"},
           {"last_groups", "2x5x6x4", "6x2x2x3", "2x2x3x6", "[5, 6]", "[2, 3]",
            "strides = [2, 2] pads = [0, 0, 0, 1] groups = 2 data_format = channels_last"},
           {"one_dimension", "2x3x9", "2x3x3", "2x2x4", "[9]", "[3]",
            "strides = [2] pads = [1, 0] dilations = [1]"},
           {"three_dimensions", "1x2x4x3x5", "3x2x2x2x3", "1x3x2x3x3", "[4, 3, 5]", "[2, 2, 3]",
            "strides = [2, 1, 2] pads = [0, 0, 1, 0, 1, 1]"},
           {"three_dimensions_last", "1x3x3x4x4", "4x2x2x1x3", "1x2x3x2x4", "[3, 3, 4]",
            "[2, 1, 3]", "groups = 2 data_format = channels_last"}})
    cases.push_back(conv(form));
  return cases;
}

GradientCase maxPool(std::string name, std::string xShape, std::string yShape,
                     const std::string &attributes) {
  std::string x = type(xShape), y = type(yShape);
  return {name,
          "%x: " + x,
          y,
          "%y = rlx.pool max %x " + attributes + " : (" + x + ") -> " + y,
          "%dx = rlx.max_pool_backward %x, %dy " + attributes + " : (" + x + ", " + y + ") -> " + x,
          {{"%x", "%dx"}}};
}

GradientCase meanPool(std::string name, std::string xShape, std::string sizes, std::string yShape,
                      const std::string &attributes) {
  std::string x = type(xShape), y = type(yShape);
  return {name,
          "%x: " + x,
          y,
          "%y = rlx.pool mean %x " + attributes + " : (" + x + ") -> " + y,
          "%dx = rlx.mean_pool_backward %dy to " + sizes + " " + attributes + " : (" + y + ") -> " +
              x,
          {{"%x", "%dx"}}};
}

std::vector<GradientCase> poolCases() {
  return {
      maxPool("max_basic", "2x3x6x4", "2x3x3x2", "kernel = [2, 2] strides = [2, 2]"),
      maxPool("max_overlapping", "2x2x5x6", "2x2x3x4", "kernel = [3, 3]"),
      maxPool("max_padding", "2x2x5x5", "2x2x3x3",
              "kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]"),
      maxPool("max_asymmetric", "1x2x5x6", "1x2x5x3",
              "kernel = [2, 3] strides = [1, 2] pads = [0, 1, 1, 0]"),
      maxPool("max_ceil", "1x2x6x5", "1x2x3x2",
              "kernel = [3, 3] strides = [2, 3] {ceil_mode = true}"),
      maxPool("max_one", "1x2x3x3", "1x2x3x3", "kernel = [1, 1]"),
      maxPool("max_dilated_last", "1x7x6x2", "1x5x4x2",
              "kernel = [2, 2] dilations = [2, 2] data_format = channels_last"),
      maxPool("max_one_dimension", "2x2x9", "2x2x5", "kernel = [3] strides = [2] pads = [1, 1]"),
      maxPool("max_three_dimensions", "1x2x4x4x5", "1x2x2x3x2",
              "kernel = [2, 2, 3] strides = [2, 1, 2]"),
      meanPool("mean_basic", "2x3x6x4", "[6, 4]", "2x3x3x2", "kernel = [2, 2] strides = [2, 2]"),
      meanPool("mean_padding", "2x2x5x5", "[5, 5]", "2x2x3x3",
               "kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1]"),
      meanPool("mean_padding_counted", "2x2x5x5", "[5, 5]", "2x2x3x3",
               "kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] {count_include_pad = true}"),
      meanPool("mean_ceil_counted", "1x2x6x5", "[6, 5]", "1x2x3x3",
               "kernel = [3, 2] strides = [2, 2] pads = [0, 1, 0, 0] {ceil_mode = true, "
               "count_include_pad = true}"),
      meanPool("mean_ceil", "1x2x6x5", "[6, 5]", "1x2x3x3",
               "kernel = [3, 2] strides = [2, 2] pads = [0, 1, 0, 0] {ceil_mode = true}"),
      meanPool("mean_dilated_last", "1x7x6x2", "[7, 6]", "1x5x4x2",
               "kernel = [2, 2] dilations = [2, 2] data_format = channels_last"),
      meanPool("mean_one_dimension", "2x2x9", "[9]", "2x2x4", "kernel = [3] strides = [2]"),
      meanPool("mean_three_dimensions", "1x2x4x4x5", "[4, 4, 5]", "1x2x2x3x2",
               "kernel = [2, 2, 3] strides = [2, 1, 2]")};
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Convolution, GradientTest, ::testing::ValuesIn(convCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Pooling, GradientTest, ::testing::ValuesIn(poolCases()), caseName);
