// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses tiles, row blocks and panel groups of convolutions; see ConvPlan.h.
//
// A workgroup takes a block of output rows and a group of panels. Its image rows should fit half of
// the second-level cache, and rows that are copied should serve several panels.
#include "conversions/cpu/conv/ConvPlan.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Floating-point operations per workgroup.
constexpr int64_t kFlopsPerWorkgroup = 8'000'000;
// The minimum number of output rows that share a panel while it is cached, and of panels that share
// a padded copy of their input.
constexpr int64_t kMinRows = 8, kMinPanelsPerCopy = 2;
// Border tiles of wider windows would have too much code.
constexpr int64_t kMaxClipped = 7;
// So would more border columns than this.
constexpr int64_t kMaxBorder = 16;
// The most bytes per column of a copy.
constexpr int64_t kMaxCopiedColumn = int64_t(1) << 30;

// Equal shares: the smallest size that covers `total` with as few blocks as `most` would.
int64_t balanced(int64_t total, int64_t most) {
  return llvm::divideCeil(total, llvm::divideCeil(total, most));
}

int64_t planTile(const ConvPlan &p, const CpuModel &target) {
  int64_t most = std::min(target.tileRows, p.panel.tileRows);
  if (ShapedType::isDynamic(p.width))
    return most;
  // Long dot products keep more accumulators busy.
  if (p.panel.tileRows >= 14 && p.width % 14 == 0 && p.width % 8 != 0 && p.window.kernel[0] > 1 &&
      p.channels >= 128)
    return 14;
  return balanced(p.width, most);
}

bool hasNarrowBorders(const ConvPlan &p) {
  return p.firstInner() < p.endInner() && p.firstInner() <= kMaxBorder &&
         p.width - p.endInner() <= kMaxBorder;
}

// Decides whether image rows are copied, and how columns outside the image are left out.
LogicalResult planRows(ConvPlan &p, const ConvOperands &in, LoweringReason &why) {
  bool isOneRun = p.rowIsRun(), widens = widensLeft(p.panel.kind);
  if (!fillsGroups(p.channels, p.window.kernel[1], isOneRun, p.panel.group))
    return why.because(Twine(p.channels) + " channels are not a multiple of the packing group " +
                       Twine(p.panel.group));
  p.clipsColumns = p.window.padsColumns() && !p.isInteger() && !widens &&
                   p.channels % p.panel.group == 0 && !ShapedType::isDynamic(p.width) &&
                   !ShapedType::isDynamic(p.imageWidth) && p.window.kernel[1] <= kMaxClipped &&
                   hasNarrowBorders(p);
  p.flipsBytes = p.isInteger() && in.isSigned();
  p.copies = (p.window.padsColumns() && !p.clipsColumns) || widens || p.flipsBytes ||
             (p.isInteger() && p.window.padsRows());
  return success();
}

} // namespace

Type ConvPlan::rowElement() const {
  return widensLeft(panel.kind) ? Type(Float32Type::get(panel.element.getContext()))
                                : panel.element;
}

int64_t ConvPlan::firstInner() const {
  return std::min<int64_t>(llvm::divideCeil(window.low[1], window.strides[1]), width);
}

int64_t ConvPlan::endInner() const {
  int64_t reach = (window.kernel[1] - 1) * window.dilations[1] + 1;
  int64_t room = std::max<int64_t>(imageWidth + window.low[1] - reach + window.strides[1], 0);
  return std::min(room / window.strides[1], width);
}

SmallVector<TapRange> ConvPlan::tapsOf(int64_t column, int64_t count) const {
  SmallVector<TapRange> taps;
  for (int64_t i = column; i < column + count; ++i) {
    int64_t start = i * window.strides[1] - window.low[1], dilation = window.dilations[1];
    int64_t first =
        std::clamp<int64_t>(llvm::divideCeilSigned(-start, dilation), 0, window.kernel[1]);
    int64_t end = llvm::divideCeilSigned(imageWidth - start, dilation);
    taps.emplace_back(first, std::clamp<int64_t>(end, first, window.kernel[1]));
  }
  return taps;
}

SmallVector<int64_t> ConvPlan::tailSizes() const {
  SmallVector<int64_t> sizes;
  for (int64_t size : {2, 4, 8})
    if (size < tilePixels)
      sizes.push_back(size);
  sizes.push_back(tilePixels);
  return sizes;
}

FailureOr<ConvPlan> planConv(const ConvOperands &in, Type resultType, const CpuModel &target,
                             LoweringReason &why) {
  auto filter = cast<RankedTensorType>(in.filter.getType());
  auto image = cast<RankedTensorType>(in.image.getType());
  int64_t group = filter.getRank() == 4 ? filter.getDimSize(3) : 1;
  int64_t k = filter.hasStaticShape() ? filter.getDimSize(1) * group : ShapedType::kDynamic;
  FailureOr<PanelShape> panel =
      planPanels(filter, image.getElementType(), k, in.outChannels, target, why);
  if (failed(panel))
    return failure();
  ConvPlan p;
  p.panel = *panel;
  p.window = in.window;
  p.depth = in.depth;
  p.panel.columnGroups = in.groups;
  p.channels = image.getShape().back() / in.groups;
  if (group == 1) // then the filter tells it, too
    p.channels = panel->k / (p.windowRows() * p.window.kernel[1]);
  else if (ShapedType::isDynamic(image.getShape().back()))
    return why.because("the number of channels is dynamic");
  auto result = cast<RankedTensorType>(resultType);
  p.width = result.getShape().take_back(2)[0];
  p.imageWidth = image.getShape().take_back(2)[0];
  if (failed(planRows(p, in, why)))
    return failure();
  p.tilePixels = planTile(p, target);

  int64_t width = ShapedType::isDynamic(p.width) ? kAssumedWidth : p.width;
  int64_t rowFlops =
      std::max<int64_t>(saturatingProduct({2, width, panel->k, panel->panelWidth}), 1);
  // Bytes are always copied and multiply faster, so more panels should share a copy. With large
  // strides the rows of adjacent blocks hardly overlap, so blocks may be smaller.
  int64_t reach = std::max(p.window.strides[0], p.window.strides[1]), perCopy = kMinPanelsPerCopy;
  if (p.isInteger())
    perCopy *= 2 * reach;
  int64_t minRows = p.isInteger() && p.copies && reach > 1 ? kMinRows / 2 : kMinRows;
  int64_t block = std::max(kFlopsPerWorkgroup / rowFlops, minRows);
  int64_t bytes = p.rowElement().getIntOrFloatBitWidth() / 8;
  int64_t rowBytes =
      saturatingProduct({p.depth.kernel, width, p.window.strides[1], p.imageChannels(), bytes});
  while (block > 1 && saturatingProduct({p.window.imageRows(block), rowBytes}) > target.l2Bytes / 2)
    block = (block + 1) / 2;
  int64_t height = result.getShape().take_back(3)[0];
  p.rowBlock = ShapedType::isDynamic(height) || height == 0
                   ? std::min<int64_t>(block, 16)
                   : balanced(height, std::min(block, height));
  if (p.panel.columnGroups > 1)
    perCopy = panel->panels;
  int64_t panels = std::max(kFlopsPerWorkgroup / saturatingProduct({rowFlops, p.rowBlock}),
                            p.copies ? perCopy : int64_t(1));
  int64_t copiedRows = saturatingProduct({p.depth.kernel, p.window.imageRows(p.rowBlock)});
  if (p.copies && saturatingProduct({copiedRows, p.imageChannels(), bytes}) > kMaxCopiedColumn)
    return why.because("copies of the image rows would be too large");
  p.panelGroup = balanced(panel->panels, std::min(panels, panel->panels));
  return p;
}

} // namespace rlx::cpu
