// What matrix products and convolutions with weights in column panels share: reading a panel,
// starting accumulators from the bias, and writing tiles (rows x one panel) through the epilogue.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H
#define RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H

#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/matmul/Microkernel.h"
#include "conversions/cpu/model/CpuModel.h"

namespace rlx::cpu {

using Vectors = llvm::SmallVector<mlir::Value>;

// Weights [panels, k, panelWidth] or [panels, ceil(k / group), panelWidth, group] for n output
// columns. A step of a sum takes `group` rows of the weights.
struct PanelShape {
  int64_t panels, k, panelWidth, group, n, lanes;
  mlir::Type element; // of the weights
  MicrokernelKind kind;
  int64_t vectors;          // of accumulators of a panel row
  int64_t tileRows;         // accumulators of a tile fit the registers up to this many rows
  int64_t columnGroups = 1; // the columns of each of them have panels of their own

  int64_t groupColumns() const { return n / columnGroups; }
  int64_t groupPanels() const { return panels / columnGroups; }
  bool hasPartialPanel() const { return groupColumns() % panelWidth != 0; }
  int64_t fullSteps() const { return k / group; }
  bool hasPartialStep() const { return k % group != 0; }
  int64_t steps() const { return fullSteps() + hasPartialStep(); }
  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int64_t lineElements() const { return 64 / elementBytes(); } // of a cache line
  int64_t panelBytes() const { return std::max<int64_t>(k * panelWidth * elementBytes(), 1); }
};

// Reads the shape off the weights' type, for sums of k products; fails with a reason if it does not
// suit the target.
llvm::FailureOr<PanelShape> planPanels(mlir::RankedTensorType weights, int64_t k, int64_t n,
                                       const CpuModel &target, LoweringReason &why);

// One row of the result: its number when all dimensions but the last count as one, and its
// indices along these dimensions (needed only where the epilogue cannot join rows).
struct RowPosition {
  mlir::Value row;
  llvm::SmallVector<mlir::Value> indices;
};

// The columns of a panel's vectors. Masks are null where every lane is a column of the result.
struct Columns {
  Vectors begin, masks;
  Vectors zeroPoints; // of the weights, if they have any
};

// What the sums of a column start from, and what is taken off in the end; all may be null.
struct ColumnTerms {
  mlir::Value start;  // one a column
  mlir::Value factor; // of `start`; 1 if null
  // The sum of row r and column j is zeroPoints[j] * rowSums[r - firstRow] too large.
  mlir::Value zeroPoints, rowSums, firstRow;
};

class RegisterTile {
public:
  // `rows` is the output as [rows, n].
  RegisterTile(KernelBuilder &builder, Epilogue &epilogue, const PanelShape &shape,
               const CpuModel &target, mlir::Value weights, ColumnTerms terms, mlir::Value rows);

  mlir::VectorType vectorType() const { return type; } // of accumulators
  Columns columnsOf(mlir::Value panel);
  // One vector per column: where sums start.
  Vectors initialValues(const Columns &columns);
  // Appends the vectors of a panel's rows of one step, and prefetches steps to come: what the
  // `panels` that are read at once have ahead must fit the first-level cache together.
  void loadWeights(mlir::Value panel, mlir::Value step, Vectors &weights, int64_t panels = 1);

  // Asks for the memory that a row of a tile will write and read when its sums are there: they
  // are short, and would wait for it then.
  void prefetchRow(const RowPosition &position, const Columns &columns);

  // Rounds one vector of sums to the root's result, applies the epilogue and stores it.
  void store(mlir::Value value, const RowPosition &position, const Columns &columns, size_t vector);

  // The scratch tile: sums wait there for an epilogue that exists once, or for a check whether
  // their row is stored at all. `width` vectors a row.
  void toScratch(llvm::ArrayRef<mlir::Value> sums, int64_t width);
  // Epilogue and store of `count` rows of the scratch tile, read from column `offset` on.
  void storeScratch(mlir::Value count, mlir::Value offset, const Columns &columns,
                    llvm::function_ref<RowPosition(mlir::Value)> position);

  // Calls `body` for the smallest of `sizes` (ascending; the last one if none) that is not below
  // `count`, as a chain of branches.
  void forTailSize(llvm::ArrayRef<int64_t> sizes, mlir::Value count,
                   llvm::function_ref<void(int64_t)> body);

private:
  mlir::Value scratch();
  // Elements of a buffer of one a column; 0 past the last column.
  mlir::Value loadColumns(mlir::Value buffer, mlir::Value begin, mlir::Value mask);
  // One vector of sums as elements of the root's result.
  mlir::Value rounded(mlir::Value sums);
  // Where the epilogue's operands are read.
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

// Widest scratch tile, in panels, and highest, in rows.
constexpr int64_t kMaxPanelsAtOnce = 4;
constexpr int64_t kMaxTileRows = 14;

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_MATMUL_REGISTERTILE_H
