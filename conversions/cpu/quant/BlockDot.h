// Sums of products with one block of all rows of a panel of weights, by dot products of bytes:
// the rows of weights in the lanes of vectors. One form for each kind of scheme.
#ifndef RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H
#define RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H

#include "conversions/cpu/quant/FixedPointRows.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"

namespace rlx::cpu {

constexpr int64_t kPanelLanes = 16, kPanelVectors = kPanelRows / kPanelLanes;

// A block of the rows of a panel that a vector has.
struct PanelVector {
  mlir::Value panel, block, vector;
};

class BlockDot {
public:
  // The form for a scheme that has panels.
  static std::unique_ptr<BlockDot> create(KernelBuilder &builder, BlockScheme scheme,
                                          mlir::Value weights);
  static std::unique_ptr<BlockDot> createQ4K(KernelBuilder &builder, mlir::Value weights);
  static std::unique_ptr<BlockDot> createQ6K(KernelBuilder &builder, mlir::Value weights);
  virtual ~BlockDot() = default;

  // The words that `addBlock` reads of every group of digits.
  virtual llvm::SmallVector<mlir::Value> words(const FixedPointRows::Sums &sums,
                                               mlir::Value scale) = 0;

  // The sums (for each row of lhs, the vectors of a panel) plus the products of that block.
  virtual llvm::SmallVector<mlir::Value> addBlock(FixedPointRows &digits,
                                                  llvm::ArrayRef<mlir::Value> rows,
                                                  mlir::Value panel, mlir::Value block,
                                                  llvm::ArrayRef<mlir::Value> sums) = 0;

  // The sum of one row and one vector of a panel likewise, element by element: `element` gives one
  // of the block's elements of the row, in all lanes.
  using Element = llvm::function_ref<mlir::Value(mlir::Value index)>;
  virtual mlir::Value addExactly(const PanelVector &at, mlir::Value sum, Element element) = 0;

protected:
  BlockDot(KernelBuilder &builder, mlir::Value weights);

  // Reading, at an offset in the block as the file has it: 4 bytes of every row, as they lie; an
  // f16 number of every row, as f32.
  mlir::Value quads(const PanelVector &at, mlir::Value offset);
  mlir::Value halves(const PanelVector &at, int64_t offset);
  // The vectors of a panel.
  std::array<PanelVector, kPanelVectors> vectorsOf(mlir::Value panel, mlir::Value block);

  // The sums of products with the digits of each place.
  using Products = std::array<mlir::Value, FixedPointRows::kDigits>;
  // Adds a quad of every row times that of every vector of the panel, as unsigned bytes.
  void addQuad(FixedPointRows &digits, llvm::ArrayRef<mlir::Value> rows, mlir::Value group,
               int64_t quad, llvm::ArrayRef<mlir::Value> weights,
               llvm::MutableArrayRef<Products> products);
  // The whole sum as f32, of weights so small that it fits an integer.
  mlir::Value joined(const Products &products);

  // The low (0) or high (1) nibbles of bytes.
  mlir::Value nibbles(mlir::Value quads, int64_t part);
  mlir::Value wordsOf(mlir::Value quads); // as i32
  // Arithmetic on vectors.
  mlir::Value field(mlir::Value value, int64_t shift, int64_t mask);
  mlir::Value shiftedSum(mlir::Value high, mlir::Value low); // 256 * high + low
  mlir::Value added(mlir::Value lhs, mlir::Value rhs);
  mlir::Value plus(mlir::Value value, int64_t addend);
  mlir::Value toFloat(mlir::Value value);
  mlir::Value times(mlir::Value lhs, mlir::Value rhs);
  mlir::Value fma(mlir::Value lhs, mlir::Value rhs, mlir::Value sum);
  // A byte of every quad, from 0 to 255.
  mlir::Value byteOf(mlir::Value quads, mlir::Value index);

  KernelBuilder &k;
  mlir::Value weights;
  mlir::VectorType floats, ints, bytes;
};

} // namespace rlx::cpu

#endif // RLX_CONVERSIONS_CPU_QUANT_BLOCKDOT_H
