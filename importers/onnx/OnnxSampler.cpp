// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of images at computed positions; see OnnxSampler.h.
//
// Dimensions are walked from the first to the last, so that weights of the last are applied first.
#include "importers/onnx/OnnxSampler.h"

using namespace mlir;

namespace rlx::onnxim {

Expr clampIndex(Expr index, Dim size) {
  Node &n = index.node();
  return min(max(index, 0), sizeAs(n, size, index.elementType()) - 1);
}

Tap zeroPaddedTap(Expr index, Dim size, std::optional<Expr> weight) {
  Expr end = sizeAs(index.node(), size, index.elementType());
  return {clampIndex(index, size), weight, (index >= 0) & (index < end)};
}

Taps linearTaps(Expr coordinate, Dim size) {
  Expr below = floor(coordinate), upper = coordinate - below;
  Expr index = below.to(coordinate.node().builder().getI64Type());
  return {zeroPaddedTap(index, size, 1 - upper), zeroPaddedTap(index + 1, size, upper)};
}

Sampler::Sampler(Node &n, ArrayRef<Dim> sizes, std::function<Expr(Expr)> read)
    : n(n), sizes(sizes), read(std::move(read)) {}

Sampler Sampler::ofImages(Node &n, Value images, int64_t numLead, Dim count) {
  Dims all = n.dimsOf(images);
  ArrayRef<Dim> spatial = ArrayRef(all).drop_front(images ? numLead : 0);
  Dims flat(ArrayRef(all).take_front(images ? numLead : 0)), positions(flat);
  flat.push_back(productOf(n, spatial));
  positions.push_back(count);
  Value data = n.reshape(images, flat);
  return {n, spatial, [&n, data, positions, numLead](Expr index) -> Expr {
            Value expanded = index.expanded(positions).value();
            return {n, n.emit("rlx.gather_elements", {data, expanded}, n.i64("axis", numLead))};
          }};
}

Sampler Sampler::ofChannels(Node &n, Value images, Dim count) {
  Dims all = n.dimsOf(images);
  if (!images)
    return {n, all, [](Expr index) { return index; }};
  Dim batch = all[0], channels = all[1];
  Dims spatial(ArrayRef(all).drop_front(2));
  Dim size = productOf(n, spatial), one = n.size(1);
  Value last = n.transpose(n.reshape(images, {batch, channels, size}), {0, 2, 1});
  Value rows = n.reshape(last, {productOf(n, {batch, size}), channels});
  return {n, spatial, [=, &n](Expr index) -> Expr {
            Type i64 = index.elementType();
            if (constantOf(batch) != 1)
              index = index + iotaAlong(n, batch, 0, 3, i64) * sizeAs(n, size, i64);
            Expr flat = index.expanded({batch, count, one}).reshaped(productOf(n, {batch, count}));
            Expr read{n, n.emit("rlx.gather", {rows, flat.value()}, n.i64("axis", 0))};
            return read.reshaped({batch, count, channels});
          }};
}

Expr Sampler::element(ArrayRef<const Tap *> chosen) const {
  Expr index = chosen.front()->index;
  std::optional<Expr> inside = chosen.front()->inside;
  for (size_t i = 1; i < chosen.size(); ++i) {
    index = index * sizeAs(n, sizes[i], index.elementType()) + chosen[i]->index;
    if (const std::optional<Expr> &next = chosen[i]->inside)
      inside = inside ? *inside & *next : *next;
  }
  Expr value = read(index);
  return inside ? where(*inside, value, zeroOf(n, value.elementType())) : value;
}

Expr Sampler::sum(ArrayRef<Taps> taps, Type type) const {
  SmallVector<const Tap *> chosen;
  std::function<Expr()> inner = [&]() -> Expr {
    if (chosen.size() == taps.size())
      return taps.front().front().weight ? element(chosen).to(type) : element(chosen);
    std::optional<Expr> total;
    for (const Tap &tap : taps[chosen.size()]) {
      chosen.push_back(&tap);
      Expr part = inner();
      chosen.pop_back();
      Expr term = tap.weight ? part * *tap.weight : part;
      total = total ? *total + term : term;
    }
    return *total;
  };
  return inner();
}

std::vector<Expr> Sampler::products(ArrayRef<Taps> taps, Type type) const {
  std::vector<Expr> all;
  SmallVector<const Tap *> chosen;
  std::function<void(std::optional<Expr>)> walk = [&](std::optional<Expr> weight) {
    if (chosen.size() == taps.size())
      return all.push_back(element(chosen).to(type) * *weight);
    for (const Tap &tap : taps[chosen.size()]) {
      chosen.push_back(&tap);
      walk(weight ? *weight * *tap.weight : *tap.weight);
      chosen.pop_back();
    }
  };
  walk(std::nullopt);
  return all;
}

} // namespace rlx::onnxim
