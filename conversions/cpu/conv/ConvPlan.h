// How a convolution with weights in panels is cut into workgroups and register tiles, and how its
// kernel reads the image.
#ifndef RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H
#define RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H

#include "conversions/cpu/conv/PaddedRows.h"
#include "conversions/cpu/matmul/RegisterTile.h"

namespace rlx::cpu {

// The columns of a window that lie inside the image, [first, second).
using TapRange = std::pair<int64_t, int64_t>;

// Values of the old kernel, of which image and filter are there always, and attributes.
struct ConvOperands {
  mlir::Value image, filter, bias;
  mlir::Value columnSums, imageZero, filterZero; // of integers
  Window2D window;
  int64_t outChannels, groups;

  bool isSigned() const { return !mlir::getElementTypeOrSelf(image.getType()).isUnsignedInteger(); }
};

struct ConvPlan {
  PanelShape panel;
  Window2D window;
  int64_t channels;   // of the input, in a group
  int64_t width;      // of the output; kDynamic if unknown
  int64_t imageWidth; // the same of the input
  int64_t tilePixels; // output pixels of a register tile
  int64_t rowBlock, panelGroup;
  // Tiles at the borders have code of their own, which leaves out what lies outside the image;
  // otherwise rows are copied with zeros around them.
  bool clipsColumns;
  // Copies also widen 16-bit floats, and bring signed bytes to the form that products take. Those
  // of bytes have the zero point around them, on all sides: so the terms of zero points are the
  // same for all pixels.
  bool copies, flipsBytes;

  bool isInteger() const { return llvm::isa<mlir::IntegerType>(panel.element); }
  int64_t imageChannels() const { return channels * panel.columnGroups; }
  // Steps of a row of the window in a panel, and of one of its columns where each is whole steps.
  int64_t rowSteps() const { return panel.steps() / window.kernel[0]; }
  int64_t columnSteps() const { return channels / panel.group; }
  // The columns of a row of a window lie together.
  bool rowIsRun() const { return window.dilations[1] == 1 && panel.columnGroups == 1; }
  // Of the rows that are read: the image's element type, or a wider one.
  mlir::Type rowElement() const;

  // Output columns [first, end) whose windows lie inside the image, of a known width.
  int64_t firstInner() const;
  int64_t endInner() const;
  bool clipsRows() const { return !isInteger() && window.padsRows(); }
  bool leavesTapsOut() const { return clipsColumns || clipsRows(); }
  TapRange allTaps() const { return {0, window.kernel[1]}; }
  // Of the windows of `count` output columns.
  llvm::SmallVector<TapRange> tapsOf(int64_t column, int64_t count) const;

  bool pixelsFillTiles() const {
    return !mlir::ShapedType::isDynamic(width) && width % tilePixels == 0;
  }
};

// Fails with a reason if there is no code for it.
llvm::FailureOr<ConvPlan> planConv(const ConvOperands &operands, mlir::Type result,
                                   const CpuModel &target, LoweringReason &why);

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_CONV_CONVPLAN_H
