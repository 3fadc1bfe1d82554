// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One k-step of a register tile: a few lhs elements, broadcast to all lanes, times the weights of
// the same number of panel rows.
//
// Decides, per element type, how panels are laid out and which instruction multiplies them:
//
//     weights   rows per step   instruction
//     f64       1               f64 FMA
//     f32, f16  1               f32 FMA (f16 is converted first)
//     bf16      2               vdpbf16ps, or two f32 FMAs
//     i8        4               vpdpbusd, or two vpmaddwd
#ifndef RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H
#define RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H

#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/model/CpuModel.h"

namespace rlx::cpu {

enum class MicrokernelKind {
  F64,       // one FMA, of half as many lanes
  F32,       // one FMA
  F16,       // one row, converted to f32
  Bf16Dot,   // two rows; one instruction adds both products in f32
  Bf16Split, // two rows, both converted to f32
  ByteDot,   // four rows of i8; one instruction adds their products with four ui8 in i32
  BytePairs  // four rows; even and odd ones are widened to i16
};

// Matmuls of static sizes with fewer operations, or fewer columns, do not pack an operand in each
// run. Few columns would fill a panel too little.
constexpr int64_t kMinPackedFlops = 1 << 15, kMinPackedColumns = 8;

// Fails unless all tensors among the values have elements that are accumulated in f32.
llvm::LogicalResult expectPanelTypes(mlir::ValueRange values, LoweringReason &why);
// The same, or f64: the types of contractions.
llvm::LogicalResult expectContractionTypes(mlir::ValueRange values, LoweringReason &why);

// The type in which products of elements of this type are accumulated.
mlir::Type accumulatorOf(mlir::Type element);

// The accumulators of a vector register, and the columns of a panel of weights of this type. A
// panel has the same number of registers for every type.
int64_t lanesOf(mlir::Type element, const CpuModel &target);
int64_t panelWidthOf(mlir::Type element, const CpuModel &target);

// The number of weight rows that are interleaved per column of a panel.
int64_t panelGroup(mlir::Type element);

// Fails with a reason if there is no microkernel for panels of `group` interleaved rows. lhs has
// the element type of the panels, or is f32 for panels of f16 and bf16: `isLeftWide`.
llvm::FailureOr<MicrokernelKind> microkernelKind(mlir::Type element, int64_t group,
                                                 const CpuModel &target, LoweringReason &why,
                                                 bool isLeftWide = false);

// Whether lhs should be converted to f32 once: otherwise each panel would convert it again.
bool widensLeft(MicrokernelKind kind);

// The number of vectors that one vector of weights, or one lhs element, is split into.
int64_t factorsOf(MicrokernelKind kind);

// Multiplications per second, relative to f32.
double speedOf(MicrokernelKind kind);

// Whether k-steps fit the contiguous runs of elements under one row of a convolution window. The
// row has `width` columns of `channels` elements. Either each column holds whole groups, or the row
// is one run (`isOneRun`, or a single column), whose last step may be partial.
inline bool fillsGroups(int64_t channels, int64_t width, bool isOneRun, int64_t group) {
  return channels % group == 0 || width == 1 || isOneRun;
}

// Bytes of lhs are multiplied as unsigned. Signed bytes are shifted by 128 first, so the result
// exceeds the dot product by 128 times the sum of the weights; ZeroPointTerms subtracts it.
class Microkernel {
public:
  Microkernel(KernelBuilder &builder, MicrokernelKind kind, int64_t lanes, bool isSigned)
      : k(builder), kind(kind), lanes(lanes), isSigned(isSigned) {}

  // The lhs vectors of a step that starts at column `first` of a row. lhs is [rows, k], and f32
  // where widensLeft() says so. `count` is the number of valid rows in the group: nothing is read
  // past the end of lhs, and the weights there are masked by `right`.
  llvm::SmallVector<mlir::Value> left(mlir::Value lhs, mlir::Value row, mlir::Value first,
                                      int64_t count);
  // The same for elements that are all 0, in floating point.
  llvm::SmallVector<mlir::Value> zeros();
  // The weight vectors of a step, from one vector of a panel.
  llvm::SmallVector<mlir::Value> right(mlir::Value weights, int64_t count);
  // sum + left * right
  mlir::Value add(llvm::ArrayRef<mlir::Value> left, llvm::ArrayRef<mlir::Value> right,
                  mlir::Value sum);

private:
  // The group broadcast to all 32-bit lanes, with its first element in the lowest bits.
  mlir::Value group(mlir::Value lhs, mlir::Value row, mlir::Value first, int64_t count);
  // One lhs element, f64, f32 or f16, broadcast to all lanes of an accumulator.
  mlir::Value floats(mlir::Value lhs, mlir::Value row, mlir::Value at);
  // Pairs of bf16 as two vectors of f32.
  llvm::SmallVector<mlir::Value> splitPairs(mlir::Value words, int64_t count);
  // Groups of four bytes as two vectors of i16 pairs.
  llvm::SmallVector<mlir::Value> splitBytes(mlir::Value bytes, bool isSigned);
  mlir::Value intrinsic(llvm::StringRef name, mlir::Type result, mlir::ValueRange operands);
  mlir::Type floatType() const; // of accumulators, and of factors that are no pairs
  mlir::VectorType vectorOf(mlir::Type element) const;
  mlir::Value as(mlir::Type element, mlir::Value vector); // bitcast

  KernelBuilder &k;
  MicrokernelKind kind;
  int64_t lanes;
  bool isSigned;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H
