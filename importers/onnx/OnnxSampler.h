// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of images at computed positions, interpolated between neighbouring elements.
//
// A position has one coordinate for each spatial dimension. Each coordinate gives one or more taps:
// an index along the dimension and a weight. The result is the sum over all combinations of taps,
// one dimension inside the other: bilinear interpolation in two dimensions reads four elements. All
// is elementwise, apart from the reads, so it becomes one kernel.
#ifndef RLX_IMPORTERS_ONNX_ONNXSAMPLER_H
#define RLX_IMPORTERS_ONNX_ONNXSAMPLER_H

#include "importers/onnx/OnnxExpr.h"

namespace rlx::onnxim {

struct Tap {
  Expr index; // i64, inside the image
  std::optional<Expr> weight;
  std::optional<Expr> inside; // where it is false, 0 is read
};
// The taps of one dimension.
using Taps = std::vector<Tap>;

// Keeps an index in [0, size).
Expr clampIndex(Expr index, Dim size);
// An index and whether it is in [0, size): what is outside counts as 0.
Tap zeroPaddedTap(Expr index, Dim size, std::optional<Expr> weight);
// The elements before and after a coordinate; those outside the image count as 0.
Taps linearTaps(Expr coordinate, Dim size);

class Sampler {
public:
  // An image of these sizes. `read` gives the elements at indices into its elements.
  Sampler(Node &n, llvm::ArrayRef<Dim> sizes, std::function<Expr(Expr)> read);
  // Images [lead…, sizes…]: reads an element of each at indices [lead or 1…, count].
  static Sampler ofImages(Node &n, Value images, int64_t numLead, Dim count);
  // Images [N, C, sizes…]: reads all channels, [N, count, C], at indices [N, count, 1]. The
  // channels of an element are adjacent for it, so that a read is one of vectors.
  static Sampler ofChannels(Node &n, Value images, Dim count);

  // The weighted sum, in type `type` if there are weights.
  Expr sum(llvm::ArrayRef<Taps> taps, Type type) const;
  // The weighted elements, without the sum.
  std::vector<Expr> products(llvm::ArrayRef<Taps> taps, Type type) const;

private:
  Expr element(llvm::ArrayRef<const Tap *> chosen) const;

  Node &n;
  Dims sizes;
  std::function<Expr(Expr)> read;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXSAMPLER_H
