// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient cases of cumulative sums, gather and rotary embeddings.
#include "GradientTest.h"

using namespace rlx;

namespace {

void addCumsum(std::vector<GradientCase> &cases) {
  const std::string type = "tensor<2x3x4xf64>", types = " : (" + type + ") -> " + type;
  for (int axis : {0, 1, 2, -1, -3})
    for (bool exclusive : {false, true})
      for (bool reverse : {false, true}) {
        std::string flag[] = {"false", "true"};
        std::string attributes = " axis = " + std::to_string(axis) +
                                 " {exclusive = " + flag[exclusive] +
                                 ", reverse = " + flag[reverse] + "}";
        cases.push_back({"cumsum_" + std::to_string(cases.size()),
                         "%x: " + type,
                         type,
                         "%y = rlx.cumsum %x" + attributes + types,
                         "%dx = rlx.cumsum_backward %dy" + attributes + types,
                         {{"%x", "%dx"}}});
      }
}

// `size` is that of the data, `y` the type of the result.
GradientCase gather(const std::string &name, const std::string &data, const std::string &indices,
                    const std::string &indexType, int axis, int size, const std::string &y) {
  std::string end = " axis = " + std::to_string(axis) + " : (";
  return {"gather_" + name,
          "%x: " + data,
          y,
          "%y = rlx.gather %x, %i" + end + data + ", " + indexType + ") -> " + y,
          "%dx = rlx.gather_backward %dy, %i into [" + std::to_string(size) + "]" + end + y + ", " +
              indexType + ") -> " + data,
          {{"%x", "%dx"}},
          "%i = rlx.constant dense<" + indices + "> : " + indexType};
}

void addGather(std::vector<GradientCase> &cases) {
  const std::string data = "tensor<4x3x2xf64>", list = "[2, 0, -1, 2]", matrix = "[[1, 1, -3]]";
  cases.push_back(gather("axis_0", data, list, "tensor<4xi64>", 0, 4, "tensor<4x3x2xf64>"));
  cases.push_back(gather("axis_1", data, list, "tensor<4xi32>", 1, 3, "tensor<4x4x2xf64>"));
  cases.push_back(
      gather("axis_2", data, "[1, 0, -2, 1, 1]", "tensor<5xi64>", 2, 2, "tensor<4x3x5xf64>"));
  cases.push_back(gather("matrix", data, matrix, "tensor<1x3xi64>", -2, 3, "tensor<4x1x3x2xf64>"));
  cases.push_back(gather("scalar", data, "1", "tensor<ui8>", -1, 2, "tensor<4x3xf64>"));
}

void addRope(std::vector<GradientCase> &cases) {
  const std::string type = "tensor<2x3x3x6xf64>";
  for (const char *layout : {"bshd", "bhsd"})
    for (const char *style : {"half", "interleaved"})
      for (int half : {3, 2}) // all dimensions, and fewer
        for (const char *positions : {"", "tensor<3xi64>", "tensor<2x3xi64>"}) {
          std::string table = "tensor<5x" + std::to_string(half) + "xf64>", at = positions;
          std::string tail = std::string(at.empty() ? "" : " at %p") + " style = " + style +
                             " layout = " + layout + " : (" + type + ", " + table + ", " + table +
                             (at.empty() ? "" : ", " + at) + ") -> " + type;
          std::string constants;
          if (!at.empty())
            constants =
                "%p = rlx.constant dense<" +
                std::string(at == "tensor<3xi64>" ? "[4, 0, -3]" : "[[0, 1, 4], [2, 2, -1]]") +
                "> : " + at;
          cases.push_back({"rope_" + std::to_string(cases.size()),
                           "%x: " + type + ", %c: " + table + ", %s: " + table,
                           type,
                           "%y = rlx.rope %x, %c, %s" + tail,
                           "%dx = rlx.rope_backward %dy, %c, %s" + tail,
                           {{"%x", "%dx"}},
                           constants});
        }
}

std::vector<GradientCase> indexCases() {
  std::vector<GradientCase> result;
  addCumsum(result);
  addGather(result);
  addRope(result);
  return result;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Index, GradientTest, ::testing::ValuesIn(indexCases()), caseName);
