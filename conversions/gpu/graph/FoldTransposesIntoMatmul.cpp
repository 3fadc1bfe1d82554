// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-fold-transposes-into-matmul: matmuls read their operands in any order of dimensions. A
// transpose before one would be a separate kernel, which reads and writes all that the matmul reads
// again.
//
// before: %t = rlx.transpose %b perm = [1, 0]
//         %c = rlx.matmul %a, %t
// after:  %c = rlx.dot_general %a, %b contract [1] x [1]
//
// A transpose stays where the matmul reads its result much faster.
#include "conversions/gpu/Passes.h"

#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/InputDependence.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_FOLDTRANSPOSESINTOMATMULPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// An operand as the matmul would read it.
struct Operand {
  rlx::TransposeOp transpose; // null if the operand is read itself
  SmallVector<int64_t> dims;  // of the tensor that is read, in the order of the operand's

  // Reads the operand itself if `stays`, otherwise the input of its transpose.
  Operand(Value operand, bool stays)
      : transpose(stays ? rlx::TransposeOp() : operand.getDefiningOp<rlx::TransposeOp>()) {
    if (transpose)
      llvm::append_range(dims, transpose.getPerm());
    else
      llvm::append_range(dims,
                         llvm::seq<int64_t>(0, cast<ShapedType>(operand.getType()).getRank()));
  }

  size_t rank() const { return dims.size(); }
  ArrayRef<int64_t> batches() const { return ArrayRef(dims).drop_back(2); }
  // Whether contiguous elements are in the same matrix.
  bool hasRows() const {
    return llvm::is_contained(ArrayRef(dims).take_back(2), static_cast<int64_t>(rank()) - 1);
  }
  // Whether columns of the matrix are contiguous.
  bool hasColumns() const {
    return transpose && rank() >= 2 && dims[rank() - 2] == static_cast<int64_t>(rank()) - 1;
  }
  Value read(Value operand) { return transpose ? transpose.getInput() : operand; }
  void eraseUnused() {
    if (transpose && transpose.use_empty())
      transpose.erase();
  }
};

// A matmul that may read its operands where they are.
struct FoldableMatmul {
  rlx::MatmulOp op;
  Operand lhs, rhs;

  // Prepared operands are in the layout that matmuls with many rows read best.
  FoldableMatmul(rlx::MatmulOp op, const rlx::InputDependence &dependence)
      : op(op), lhs(op.getLhs(), dependence.isPrepared(op.getLhs())),
        rhs(op.getRhs(), /*stays=*/false) {
    const bool isPrepared = dependence.isPrepared(op.getRhs());
    std::optional<int64_t> rows = numRows();
    if (rhs.hasColumns() ? !isBestInColumns(rows, isPrepared) : isPrepared)
      rhs = Operand(op.getRhs(), /*stays=*/true);
  }

  // A matmul reads columns a little more slowly: from this number of rows on, one transpose pays
  // off. Few rows are a GEMV along the columns, for which no other layout is as good.
  static bool isBestInColumns(std::optional<int64_t> rows, bool isPrepared) {
    constexpr int64_t kFew = 8;
    return rows ? *rows < (isPrepared ? kFew : kMany) : !isPrepared;
  }

  // The number of rows, up to kMany; std::nullopt if it is dynamic.
  std::optional<int64_t> numRows() {
    ArrayRef<int64_t> sizes = op.getLhs().getType().getShape();
    if (rhs.rank() > 2)
      sizes = sizes.take_back(2);
    int64_t rows = 1;
    for (int64_t size : sizes.drop_back())
      if (ShapedType::isDynamic(size))
        return std::nullopt;
      else
        rows = std::min(rows * std::min(size, kMany), kMany);
    return rows;
  }
  static constexpr int64_t kMany = 1024;

  bool applies(const rlx::SymbolicShapes &shapes) {
    if (lhs.rank() < 2 || rhs.rank() < 2 || !(lhs.transpose || rhs.transpose) || !lhs.hasRows() ||
        !rhs.hasRows())
      return false;
    if (rhs.rank() == 2) // rows of the result are in the order of the operand's dimensions
      return llvm::is_sorted(ArrayRef(lhs.dims).drop_back());
    ArrayRef<rlx::Dim> left = shapes.shape(op.getLhs()), right = shapes.shape(op.getRhs());
    return left.size() == right.size() && left.drop_back(2) == right.drop_back(2);
  }

  void fold() {
    OpBuilder b(op);
    // Batches of both are paired; a lhs with a rhs of two dimensions has more rows instead.
    auto matmul = rlx::DotGeneralOp::create(
        b, op.getLoc(), op.getType(), lhs.read(op.getLhs()), rhs.read(op.getRhs()),
        rhs.rank() == 2 ? ArrayRef<int64_t>() : lhs.batches(), rhs.batches(),
        ArrayRef(lhs.dims).take_back(), ArrayRef(rhs.dims).take_back(2).take_front(),
        /*to=*/TypeAttr());
    matmul->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op.replaceAllUsesWith(matmul.getResult());
    op.erase();
    lhs.eraseUnused();
    if (rhs.transpose != lhs.transpose)
      rhs.eraseUnused();
  }
};

struct FoldTransposesIntoMatmul
    : rlx::impl::FoldTransposesIntoMatmulPassBase<FoldTransposesIntoMatmul> {
  void runOnBody() override {
    FailureOr<rlx::SymbolicShapes> shapes = rlx::SymbolicShapes::compute(getOperation());
    if (failed(shapes))
      return signalPassFailure();
    rlx::InputDependence dependence(getOperation());
    SmallVector<FoldableMatmul> matmuls; // complete before anything changes
    getOperation().walk([&](rlx::MatmulOp op) {
      FoldableMatmul matmul(op, dependence);
      if (matmul.applies(*shapes))
        matmuls.push_back(matmul);
    });
    for (FoldableMatmul &matmul : matmuls)
      matmul.fold();
  }
};

} // namespace
