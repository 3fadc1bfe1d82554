// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ImageDecoder.
#include "unittests/importers/OnnxExpect.h"

using namespace rlx;
using namespace rlx::test;
using P = onnx::TensorProto;

namespace {

TEST(OnnxImage, ImageDecoder) {
  ModelBuilder b(20);
  b.input("x", {"n"}, P::UINT8).output("y");
  onnx::NodeProto *node = b.node("ImageDecoder", {"x"}, {"y"});
  expectParts(b, {"rlx.image_size", "rlx.image_decode", "\"RGB\"", "-> (tensor<?x?x3xui8> {"});
  setString(node, "pixel_format", "Grayscale");
  expectParts(b, {"\"Grayscale\"", "-> (tensor<?x?x1xui8> {"});
  node->mutable_attribute(0)->set_s("RGBA");
  expectError(b, "node 'ImageDecoder_under_test' (ImageDecoder, opset 20): attribute "
                 "'pixel_format' is 'RGBA', but must be RGB, BGR or Grayscale");
  ModelBuilder wide(20);
  wide.input("x", {"n", 2}, P::UINT8).output("y");
  wide.node("ImageDecoder", {"x"}, {"y"});
  expectError(wide, "node 'ImageDecoder_under_test' (ImageDecoder, opset 20): expects input #0 of "
                    "rank 1, but got [?x2]");
}

} // namespace
