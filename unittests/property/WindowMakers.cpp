// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random transposed convolutions, gradients of convolutions and poolings, and resizing;
// see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

struct Channels {
  int64_t in, out, groups;
};

// Channels for an image with this number of channels. None if the number is dynamic, zero or above
// 16.
std::optional<Channels> randomChannels(GraphBuilder &g, const Size &size) {
  if (size.isDynamic || size.runs[0] == 0 || size.runs[0] > 16)
    return std::nullopt;
  int64_t in = size.runs[0], groups = g.random.chance(30) ? in : 1;
  return Channels{in, groups * g.random.pick({1, 1, 2, 3}), groups};
}

Sizes filterSizes(GraphBuilder &g, int64_t first, int64_t second, const Window &window) {
  Sizes sizes = {g.fixed(first), g.fixed(second)};
  for (int64_t k : window.kernel)
    sizes.push_back(g.fixed(k));
  return sizes;
}

std::string format(const Window &window, int64_t groups, bool last) {
  return llvm::formatv("{0}, groups = {1}, data_format = {2} : i32", window.attributes(), groups,
                       int(last));
}

bool makeConvTranspose(GraphBuilder &g) {
  Value x = image(g);
  Sizes sizes = g.sizes(x);
  bool last = g.random.chance(20);
  Window window = randomWindow(g, sizes, last);
  auto channels = randomChannels(g, last ? sizes.back() : sizes[1]);
  if (!channels)
    return false;
  auto [in, out, groups] = *channels;
  Value w = weight(g, g.elementType(x), filterSizes(g, in, out / groups, window));
  Value bias = maybeWeight(g, g.elementType(x), g.fixed(out));
  SmallVector<int64_t> more;
  for (auto [stride, dilation] : llvm::zip(window.strides, window.dilations))
    more.push_back(g.random.between(0, std::max(stride, dilation) - 1));
  return g.addByName("rlx.conv_transpose", {x, w, bias},
                     format(window, groups, last) + ", output_padding = " + array(more));
}

// The spatial sizes of an image.
SmallVector<OpFoldResult> spatialSizes(GraphBuilder &g, Value x, bool last) {
  SmallVector<OpFoldResult> sizes;
  unsigned rank = g.sizes(x).size();
  for (unsigned i = last ? 1 : 2; i < (last ? rank - 1 : rank); ++i)
    sizes.push_back(g.sizeOf(x, i));
  return sizes;
}

bool makeConvBackward(GraphBuilder &g) {
  Value x = image(g);
  Sizes sizes = g.sizes(x);
  Type type = g.elementType(x);
  bool last = g.random.chance(20);
  Window window = randomWindow(g, sizes, last);
  auto channels = randomChannels(g, last ? sizes.back() : sizes[1]);
  if (!channels || !window.fits)
    return false;
  auto [in, out, groups] = *channels;
  Value w = weight(g, type, filterSizes(g, out, in / groups, window));
  std::string attributes = format(window, groups, last);
  if (!g.addByName("rlx.conv", {x, w}, attributes))
    return false;
  Value grad = g.random.chance(30) ? g.newest() : g.like(type, g.sizes(g.newest()));
  if (g.random.chance(50))
    return g.addByName("rlx.conv_backward_weight", {x, grad},
                       attributes + ", kernel = " + array(window.kernel));
  SmallVector<Value> operands = {grad, w};
  NamedAttribute to = sizesAttribute(g, spatialSizes(g, x, last), operands);
  return g.addByName("rlx.conv_backward_input", operands, attributes, to);
}

bool makePoolBackward(GraphBuilder &g) {
  Value x = image(g);
  bool last = g.random.chance(20), isMax = g.random.chance(50), ceil = g.random.chance(20);
  bool countPads = !isMax && g.random.chance(30);
  Sizes sizes = g.sizes(x);
  Window window = randomWindow(g, sizes, last);
  // Values are exact, so that the largest element is unambiguous.
  if (!window.fits || (isMax && g.isNoisy(x)))
    return false;
  std::string attributes =
      llvm::formatv("kernel = {0}, {1}, ceil_mode = {2}, data_format = {3} : i32",
                    array(window.kernel), window.attributes(), ceil ? "true" : "false", int(last));
  std::string pads = countPads ? ", count_include_pad = true" : "";
  if (!g.addByName("rlx.pool", {x},
                   attributes + (isMax ? ", kind = 0 : i32" : ", kind = 4 : i32") + pads))
    return false;
  Value grad = g.random.chance(30) ? g.newest() : g.like(g.elementType(x), g.sizes(g.newest()));
  if (isMax)
    return g.addByName("rlx.max_pool_backward", {x, grad}, attributes);
  SmallVector<Value> operands = {grad};
  NamedAttribute to = sizesAttribute(g, spatialSizes(g, x, last), operands);
  return g.addByName("rlx.mean_pool_backward", operands, attributes + pads, to);
}

bool makeResize(GraphBuilder &g) {
  bool isLinear = g.random.chance(50);
  Value x = g.pick(
      [&](Type type, size_t rank) { return rank >= 1 && (!isLinear || isa<FloatType>(type)); });
  if (!x)
    return false;
  SmallVector<int64_t> axes;
  SmallVector<OpFoldResult> to;
  int64_t rank = g.sizes(x).size();
  for (int64_t i = 0; i < rank; ++i)
    if (g.sizes(x)[i].least() > 0 && axes.size() < 3 && g.random.chance(50)) {
      axes.push_back(eitherWay(g, i, rank));
      to.push_back(g.builder.getIndexAttr(g.random.between(1, 9)));
      if (g.random.chance(30))
        to.back() = g.multiply(g.sizeOf(x, i), g.builder.getIndexAttr(2));
    }
  SmallVector<Value> operands = {x};
  NamedAttribute sizes = sizesAttribute(g, to, operands);
  return g.addByName("rlx.resize", operands,
                     llvm::formatv("axes = {0}, mode = {1} : i32, coordinate_transformation = {2} "
                                   ": i32, nearest_rounding = {3} : i32",
                                   array(axes), int(isLinear), g.random.between(0, 4),
                                   g.random.between(0, 3))
                         .str(),
                     sizes);
}

} // namespace

std::vector<Maker> windowMakers() {
  return {{4, makeConvTranspose}, {6, makeConvBackward}, {5, makePoolBackward}, {4, makeResize}};
}

} // namespace rlx::property
