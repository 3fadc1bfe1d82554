// One step of the sums of a register tile: a few elements of a row of lhs, the same for all lanes,
// times the weights of as many rows of a panel. The element types that products have code for, how
// their weights lie in panels, and with which instructions they are multiplied.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H
#define RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H

#include "conversions/cpu/builder/KernelBuilder.h"
#include "conversions/cpu/model/CpuModel.h"

namespace rlx::cpu {

enum class MicrokernelKind {
  F32,       // one multiply-add
  F16,       // one row, widened to f32
  Bf16Dot,   // pairs of rows, one instruction adds both products in f32
  Bf16Split, // pairs of rows, both widened to f32
  ByteDot,   // four rows of i8, one instruction adds their products with four ui8 in i32
  BytePairs  // four rows, the even and the odd ones widened to 16 bits
};

// Fails unless products have code for the element types of all tensors among the values.
llvm::LogicalResult expectPanelTypes(mlir::ValueRange values, LoweringReason &why);

// How many rows of weights lie together for every column of a panel.
int64_t panelGroup(mlir::Type element);

// Fails with a reason if there is no code for panels of `group` rows.
llvm::FailureOr<MicrokernelKind> microkernelKind(mlir::Type element, int64_t group,
                                                 const CpuModel &target, LoweringReason &why);

// Whether lhs should be f32: its narrower elements would be widened for every panel.
bool widensLeft(MicrokernelKind kind);

// Vectors that one vector of weights, or one element of lhs, becomes.
int64_t factorsOf(MicrokernelKind kind);

// Products a second, relative to those of f32.
double speedOf(MicrokernelKind kind);

// Whether the elements that lie under a row of a window of `width` columns, of `channels` each, are
// whole groups wherever they lie together. Otherwise only a row that does as a whole has steps.
inline bool fillsGroups(int64_t channels, int64_t width, bool isOneRun, int64_t group) {
  return channels % group == 0 || width == 1 || isOneRun;
}

// lhs of bytes counts as unsigned: of signed ones 128 more is multiplied, and the sum has 128 times
// that of the weights too much.
class Microkernel {
public:
  Microkernel(KernelBuilder &builder, MicrokernelKind kind, int64_t lanes, bool isSigned)
      : k(builder), kind(kind), lanes(lanes), isSigned(isSigned) {}

  // The elements of a step, from column `first` on of a row of lhs, which is [rows, k] and widened
  // where widensLeft() says so. The group has `count` rows: past the end of lhs nothing is read,
  // and what weights have there does not count.
  llvm::SmallVector<mlir::Value> left(mlir::Value lhs, mlir::Value row, mlir::Value first,
                                      int64_t count);
  // The same of elements that are all 0, in floating point.
  llvm::SmallVector<mlir::Value> zeros();
  // Weights of a step as they lie in a panel.
  llvm::SmallVector<mlir::Value> right(mlir::Value weights, int64_t count);
  // sum + left * right
  mlir::Value add(llvm::ArrayRef<mlir::Value> left, llvm::ArrayRef<mlir::Value> right,
                  mlir::Value sum);

private:
  // The group in every lane of 32 bits, its first element in the lowest bits.
  mlir::Value group(mlir::Value lhs, mlir::Value row, mlir::Value first, int64_t count);
  // An element of lhs, f32 or f16, in every lane.
  mlir::Value floats(mlir::Value lhs, mlir::Value row, mlir::Value at);
  // Pairs of bf16 as two vectors of f32.
  llvm::SmallVector<mlir::Value> splitPairs(mlir::Value words, int64_t count);
  // Groups of four bytes as two vectors of pairs of 16 bits.
  llvm::SmallVector<mlir::Value> splitBytes(mlir::Value bytes, bool isSigned);
  mlir::Value intrinsic(llvm::StringRef name, mlir::Type result, mlir::ValueRange operands);
  mlir::VectorType vectorOf(mlir::Type element) const;
  mlir::Value as(mlir::Type element, mlir::Value vector); // the same bits

  KernelBuilder &k;
  MicrokernelKind kind;
  int64_t lanes;
  bool isSigned;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_MICROKERNEL_H
