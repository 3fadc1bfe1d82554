// What matrix products and convolutions with weights in column panels share: reading a panel,
// starting accumulators from the bias, and writing tiles (rows x one panel) through the epilogue.
#ifndef RLX_CONVERSIONS_FASTPATHS_CPU_PANELTILE_H
#define RLX_CONVERSIONS_FASTPATHS_CPU_PANELTILE_H

#include "conversions/fastpaths/cpu/Epilogue.h"
#include "conversions/linalg_to_cpu/CpuModel.h"

namespace rlx::cpu {

using Vectors = llvm::SmallVector<mlir::Value>;

// Weights [panels, k, panelWidth] for n output columns.
struct PanelShape {
  int64_t panels, k, panelWidth, n, lanes;
  int64_t vectors;  // of a panel row
  int64_t tileRows; // accumulators of a tile fit the registers up to this many rows

  bool hasPartialPanel() const { return n % panelWidth != 0; }
  int64_t panelBytes() const { return std::max<int64_t>(k * panelWidth * 4, 1); }
};

// Reads the shape off the weights' type; fails with a reason if it does not suit the target.
llvm::FailureOr<PanelShape> planPanels(mlir::RankedTensorType weights, int64_t n,
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
};

class PanelTile {
public:
  // `bias` may be null; `rows` is the output as [rows, n].
  PanelTile(KernelBuilder &builder, Epilogue &epilogue, const PanelShape &shape,
            const CpuModel &target, mlir::Value weights, mlir::Value bias, mlir::Value rows);

  mlir::VectorType vectorType() const { return type; }
  Columns columnsOf(mlir::Value panel);
  // One vector per column: the bias, or zero.
  Vectors initialValues(const Columns &columns);
  // Appends the vectors of row `step` of a panel, and prefetches rows to come: what the `panels`
  // that are read at once have ahead must fit the first-level cache together.
  void loadWeights(mlir::Value panel, mlir::Value step, Vectors &weights, int64_t panels = 1);

  // Asks for the memory that a row of a tile will write and read when its sums are there: they
  // are short, and would wait for it then.
  void prefetchRow(const RowPosition &position, const Columns &columns);

  // Applies the epilogue to one vector of the root's result and stores it.
  void store(mlir::Value value, const RowPosition &position, mlir::Value column, mlir::Value mask);

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
  // Where the epilogue's operands are read.
  llvm::SmallVector<mlir::Value> indicesOf(const RowPosition &position, mlir::Value column);

  KernelBuilder &k;
  Epilogue &epilogue;
  const PanelShape &s;
  const CpuModel &target;
  mlir::VectorType type;
  mlir::Value weights, bias, rows, scratchTile;
};

// Widest scratch tile, in panels, and highest, in rows.
constexpr int64_t kMaxPanelsAtOnce = 4;
constexpr int64_t kMaxTileRows = 14;

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_FASTPATHS_CPU_PANELTILE_H
