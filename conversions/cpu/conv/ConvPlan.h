// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of a convolution with weights in panels: workgroups, register tiles, and how the kernel
// reads the image.
//
// For example, a 3x3 convolution with padding either clips taps at the borders or copies its image
// rows with zeros around them into the workspace. The plan decides; ScheduleConv.cpp emits the
// code.
#ifndef RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H
#define RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H

#include "conversions/cpu/conv/PaddedRows.h"
#include "conversions/cpu/matmul/RegisterTile.h"

namespace rlx::cpu {

// The columns [first, second) of a window that lie inside the image.
using TapRange = std::pair<int64_t, int64_t>;

// Values of the old kernel and attributes. Only `image` and `filter` are never null.
struct ConvOperands {
  mlir::Value image, filter, bias = nullptr;
  mlir::Value columnSums = nullptr, imageZero = nullptr, filterZero = nullptr; // for integers
  Window2D window;
  WindowDepth depth;
  int64_t outChannels, groups;

  bool isSigned() const { return !mlir::getElementTypeOrSelf(image.getType()).isUnsignedInteger(); }
};

struct ConvPlan {
  PanelShape panel;
  Window2D window;
  WindowDepth depth;
  int64_t channels;   // input channels of a group
  int64_t width;      // of the output; kDynamic if unknown
  int64_t imageWidth; // of the input; kDynamic if unknown
  int64_t tilePixels; // output pixels of a register tile
  int64_t rowBlock, panelGroup;
  // Border tiles have separate code that omits taps outside the image. Otherwise rows are copied
  // with zeros around them.
  bool clipsColumns;
  // Rows are copied into the workspace. A copy also converts 16-bit floats to f32 and signed bytes
  // to the microkernel's form (`flipsBytes`). Copies of bytes are surrounded by the zero point on
  // all sides, so the zero-point terms are the same for all pixels.
  bool copies, flipsBytes;

  bool isInteger() const { return llvm::isa<mlir::IntegerType>(panel.element); }
  int64_t imageChannels() const { return channels * panel.columnGroups; }
  int64_t windowRows() const { return depth.kernel * window.kernel[0]; } // of all slices
  // K-steps of one window row in a panel, and of one window column if each column has whole steps.
  int64_t rowSteps() const { return panel.steps() / windowRows(); }
  int64_t columnSteps() const { return channels / panel.group; }
  // Whether the columns of a window row are contiguous.
  bool rowIsRun() const { return window.dilations[1] == 1 && panel.columnGroups == 1; }
  // Element type of the rows that are read: the image's, or f32 if they are converted.
  mlir::Type rowElement() const;

  // The output columns [first, end) whose windows lie inside the image, for a static width.
  int64_t firstInner() const;
  int64_t endInner() const;
  // The whole tiles among them.
  int64_t firstInnerTile() const { return llvm::alignTo(firstInner(), tilePixels); }
  int64_t endInnerTiles() const {
    return std::max(firstInnerTile(), endInner() / tilePixels * tilePixels);
  }
  bool isPointwise() const {
    return window.isPointwise() && depth.isOneSlice() && depth.stride == 1;
  }
  bool clipsRows() const { return !isInteger() && window.padsRows(); }
  bool leavesTapsOut() const { return clipsColumns || clipsRows(); }
  TapRange allTaps() const { return {0, window.kernel[1]}; }
  // The tap ranges of the windows of `count` output columns.
  llvm::SmallVector<TapRange> tapsOf(int64_t column, int64_t count) const;

  bool pixelsFillTiles() const {
    return !mlir::ShapedType::isDynamic(width) && width % tilePixels == 0;
  }
  // The numbers of last pixels that have code, for a dynamic width.
  llvm::SmallVector<int64_t> tailSizes() const;
};

// Fails with a reason if there is no code for the convolution.
llvm::FailureOr<ConvPlan> planConv(const ConvOperands &operands, mlir::Type result,
                                   const CpuModel &target, LoweringReason &why);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H
