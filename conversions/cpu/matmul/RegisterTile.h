// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Register tiles over weight panels, shared by matmuls and convolutions.
//
// A tile keeps rows x one panel of accumulators in registers while k advances:
//
//               panel (NR columns)
//               +----+----+
//     k         | w0 | w1 |     one weight vector per `lanes` columns
//               +----+----+
//     row 0  a0 |acc |acc |     acc[i][j] += broadcast(a_i) * w_j
//     row 1  a1 |acc |acc |
//     ...       +----+----+     then bias, epilogue, store
//
// The class loads panels, starts accumulators from the bias, and stores tiles through the epilogue.
// The loops belong to the schedules.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H
#define RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H

#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "conversions/cpu/model/CpuModel.h"

namespace rlx::cpu {

using Vectors = llvm::SmallVector<mlir::Value>;

// Weights [panels, k, panelWidth] or [panels, ceil(k / group), panelWidth, group] for n output
// columns. One k-step takes `group` rows of the weights. `k` and `n` may be dynamic if the kernel
// packs the panels.
struct PanelShape {
  int64_t panels, k, panelWidth, group, n, lanes;
  mlir::Type element; // element type of the weights
  MicrokernelKind kind;
  int64_t vectors;          // accumulator vectors per row of a panel
  int64_t tileRows;         // largest number of rows whose accumulators fit the registers
  int64_t columnGroups = 1; // groups of a convolution; each has its own panels

  int64_t groupColumns() const { return n / columnGroups; }
  int64_t groupPanels() const { return panels / columnGroups; }
  bool hasPartialPanel() const {
    return mlir::ShapedType::isDynamic(n) || groupColumns() % panelWidth != 0;
  }
  int64_t fullSteps() const { return k / group; }
  bool hasPartialStep() const { return k % group != 0; }
  int64_t steps() const { return fullSteps() + hasPartialStep(); }
  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int64_t lineElements() const { return 64 / elementBytes(); } // elements of a cache line
  // The largest number for a dynamic k.
  int64_t panelBytes() const {
    return mlir::ShapedType::isDynamic(k) ? INT64_MAX
                                          : std::max<int64_t>(k * panelWidth * elementBytes(), 1);
  }
  bool hasShortSums() const { return !mlir::ShapedType::isDynamic(k) && k <= kShortSum; }

  // Dot products up to this length finish before the memory of their tile would arrive.
  static constexpr int64_t kShortSum = 512;
};

// Reads the shape off the type of the weights, for dot products of length k with elements of `lhs`.
// Fails with a reason if it does not suit the target.
llvm::FailureOr<PanelShape> planPanels(mlir::RankedTensorType weights, mlir::Type lhs, int64_t k,
                                       int64_t n, const CpuModel &target, LoweringReason &why);

// The shape of a panel that the kernel packs: columns of a matrix [k, n] with any sizes, of f32 or
// f64.
llvm::FailureOr<PanelShape> planPackedPanel(int64_t k, int64_t n, mlir::Type element,
                                            const CpuModel &target, LoweringReason &why);

// One row of the result: its index with all dimensions but the last collapsed, and its indices
// along these dimensions (needed only if the epilogue cannot join rows).
struct RowPosition {
  mlir::Value row;
  llvm::SmallVector<mlir::Value> indices;
};

// The columns of a panel's vectors. A mask is null if every lane is a column of the result.
struct Columns {
  Vectors begin, masks;
  Vectors zeroPoints; // zero points of the weights, if any
};

// The initial values of a column's accumulators and the correction at the end; all may be null.
struct ColumnTerms {
  mlir::Value start = nullptr;  // one per column
  mlir::Value factor = nullptr; // multiplies `start`; 1 if null
  // The accumulator of row r and column j exceeds the result by zeroPoints[j] * rowSums[r -
  // firstRow].
  mlir::Value zeroPoints = nullptr, rowSums = nullptr, firstRow = nullptr;
};

class RegisterTile {
public:
  // `rows` is the output as [rows, n]. `weights` of a dynamic k are [panels, k, panelWidth].
  RegisterTile(KernelBuilder &builder, Epilogue &epilogue, const PanelShape &shape,
               const CpuModel &target, mlir::Value weights, ColumnTerms terms, mlir::Value rows);

  mlir::VectorType vectorType() const { return type; } // type of the accumulators
  Columns columnsOf(mlir::Value panel);
  // Where a row of the output lies, given its index with all dimensions but the last collapsed.
  RowPosition positionOf(mlir::Value row);
  // The initial accumulators, one vector per vector of columns.
  Vectors initialValues(const Columns &columns);
  // Appends the weight vectors of one k-step and prefetches later steps. `panels` is the number of
  // panels read at once: their prefetched data must fit the first-level cache together.
  void loadWeights(mlir::Value panel, mlir::Value step, Vectors &weights, int64_t panels = 1);

  // Prefetches the memory that a row of a tile will read and write in its epilogue. Short dot
  // products would otherwise wait for it.
  void prefetchRow(const RowPosition &position, const Columns &columns);

  // Rounds one accumulator vector to the root's element type, applies the epilogue and stores it.
  void store(mlir::Value value, const RowPosition &position, const Columns &columns, size_t vector);

  // Writes accumulators to the scratch tile, `width` vectors per row, from column `offset` on. They
  // wait there for an epilogue whose code exists once, or for the check whether their row is stored
  // at all.
  void toScratch(llvm::ArrayRef<mlir::Value> accumulators, int64_t width, mlir::Value offset = {});
  // Applies the epilogue to `count` rows of the scratch tile, read from column `offset` on, and
  // stores them.
  void storeScratch(mlir::Value count, mlir::Value offset, const Columns &columns,
                    llvm::function_ref<RowPosition(mlir::Value)> position);

  // Calls `body` with the smallest of `sizes` that is at least `count`, or with the last one.
  // `sizes` is ascending; the code is a chain of branches.
  void forTailSize(llvm::ArrayRef<int64_t> sizes, mlir::Value count,
                   llvm::function_ref<void(int64_t)> body);

private:
  mlir::Value scratch();
  // Loads from a buffer with one element per column; 0 past the last column.
  mlir::Value loadColumns(mlir::Value buffer, mlir::Value begin, mlir::Value mask);
  // One accumulator vector in the element type of the root's result.
  mlir::Value rounded(mlir::Value accumulators);
  // The indices at which the epilogue's operands are read.
  llvm::SmallVector<mlir::Value> indicesOf(const RowPosition &position, mlir::Value column);

  KernelBuilder &k;
  Epilogue &epilogue;
  const PanelShape &s;
  const CpuModel &target;
  mlir::VectorType type;
  mlir::Value weights;
  ColumnTerms terms;
  mlir::Value rows, scratchTile;
};

// The largest scratch tile, in panels and in rows.
constexpr int64_t kMaxPanelsAtOnce = 4;
constexpr int64_t kMaxTileRows = 14;

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H
