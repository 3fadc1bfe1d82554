// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ImageDecoder: calls of the runtime's kernels (runtime/cpu/ImageKernels.h).
//
// The first call gives the size of the picture, which the run computes. The second one gets it as
// the lengths of two vectors.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// A call whose result has the sizes `sizes` of its inputs' sizes.
Value callOnImage(Node &n, StringRef kernel, ValueRange inputs, StringRef config,
                  RankedTensorType type, ArrayRef<AffineExpr> sizes) {
  Builder &b = n.builder();
  std::unique_ptr<Region> regions[] = {std::make_unique<Region>()};
  AffineMap map = AffineMap::get(0, static_cast<unsigned>(inputs.size()), sizes, n.getContext());
  return n.emit(
      "rlx.custom", inputs,
      {n.attr("kernel", b.getStringAttr(kernel)), n.attr("config", b.getStringAttr(config)),
       n.attr("outs", b.getTypeArrayAttr(type)), n.attr("sizes", b.getAffineMapArrayAttr(map))},
      regions);
}

void importImageDecoder(Node &n) {
  const std::string format = n.stringAttr("pixel_format", "RGB");
  if (format != "RGB" && format != "BGR" && format != "Grayscale")
    return n.fail("attribute 'pixel_format' is '" + format +
                  "', but must be RGB, BGR or Grayscale");
  Value bytes = n.tensor(0);
  if (n.hasFailed())
    return;
  if (n.rank(0) != 1)
    return n.fail("expects input #0 of rank 1, but got " + shapeText(n.dims(0)));
  MLIRContext *context = n.getContext();
  const int64_t channels = format == "Grayscale" ? 1 : 3;
  auto sizeType = RankedTensorType::get(2, n.builder().getI64Type());
  Expr size(
      n, callOnImage(n, "rlx.image_size", bytes, "", sizeType, getAffineConstantExpr(2, context)));
  if (n.hasFailed())
    return;
  const Dim height = sizeOf(size.at(0, 0)), width = sizeOf(size.at(0, 1));
  Value rows = n.iota(n.size(0), height, 0), columns = n.iota(n.size(0), width, 0);
  if (n.hasFailed())
    return;
  auto type = RankedTensorType::get({ShapedType::kDynamic, ShapedType::kDynamic, channels},
                                    n.elementType(0));
  n.set(0, callOnImage(n, "rlx.image_decode", {bytes, rows, columns}, format, type,
                       {getAffineSymbolExpr(1, context), getAffineSymbolExpr(2, context),
                        getAffineConstantExpr(channels, context)}));
}

} // namespace

void rlx::onnxim::addImageOps(OpTable &table) {
  table.add("ImageDecoder", {importImageDecoder, nullptr, 20, 20});
  table.limit("ImageDecoder", "a picture that cannot be decoded fails the run; compressed BMP, "
                              "CMYK, subsampled JPEG 2000, animations; more than 2^27 pixels");
}
