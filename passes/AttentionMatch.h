// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention that a model writes as primitive ops: where its operands, its scale and its masks are.
//
// `matchAttention` walks from the product with the values back to that of query and key. It never
// changes the IR.
#ifndef RLX_PASSES_ATTENTIONMATCH_H
#define RLX_PASSES_ATTENTIONMATCH_H

#include "passes/HeadsOperand.h"

namespace rlx {

/// An op that masks scores. Each changes the result of the one before it.
struct ScoreMask {
  enum Kind : uint8_t {
    Add,    // adds factor * value
    Select, // keeps the scores where `value` is `keepIf`; others become `number`
    Floor,  // scores below `number` become it
  };
  Kind kind;
  mlir::Value value;
  bool keepIf = true;
  double number = 0, factor = 1;
};

struct AttentionMatch {
  mlir::Operation *product = nullptr; // weights times values
  bool isTransposed = false;          // the product is [.., size, queries]
  HeadsOperand query, key, value;
  HeadsOperand flatQuery; // the query as its product has it
  double scale = 1.0;
  std::optional<double> softcap;
  // Tensors that scale whole matrices of scores, by multiplication or division.
  llvm::SmallVector<std::pair<mlir::Value, bool>> multipliers;
  llvm::SmallVector<ScoreMask> masks; // in the order in which they apply
  bool isCausal = false;              // which the only mask says
  mlir::Value scores;                 // of rank 4, if the products have rank 3
};

/// A softmax between two products that is no attention, and why.
struct MissedAttention {
  mlir::Operation *softmax = nullptr;
  std::string why;
};

/// Whether the op is a product with the result of a softmax, which is worth a match.
bool mayBeAttention(mlir::Operation *product);

/// Fails with `missed`, whose softmax is null if there is none between two products.
llvm::FailureOr<AttentionMatch>
matchAttention(mlir::Operation *product, const SymbolicShapes &shapes, MissedAttention &missed);

} // namespace rlx

#endif // RLX_PASSES_ATTENTIONMATCH_H
