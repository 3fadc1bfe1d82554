// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols that stand for the minimum or maximum of two sizes or for a long expression, and bounds
// of sizes.
//
// A size is an affine expression (Inference.h), which has no minimum. A derived symbol has one as
// its definition. For example, the rows of x[:16] are m, with m = min(n, 16). Equal definitions
// give one symbol, so equal sizes stay equal expressions.
#ifndef RLX_DIALECTS_RLX_SUPPORT_DERIVEDSIZES_H
#define RLX_DIALECTS_RLX_SUPPORT_DERIVEDSIZES_H

#include "dialects/rlx/interfaces/Inference.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rlx {

enum class Extremum : uint8_t { Min, Max };

class DerivedSizes {
public:
  /// The minimum or maximum of two sizes or, without a kind, the size `lhs`.
  struct Definition {
    std::optional<Extremum> kind;
    Dim lhs, rhs;
  };

  /// The minimum or maximum: one of the operands if bounds decide, otherwise the symbol that has
  /// this definition. `newSymbol` makes it.
  Dim get(Extremum kind, Dim lhs, Dim rhs, llvm::function_ref<Dim()> newSymbol);
  /// The expression if it has at most `mostTerms` terms, otherwise a symbol with this definition.
  Dim named(Dim dim, unsigned mostTerms, llvm::function_ref<Dim()> newSymbol);
  /// The size that broadcasting gives two sizes: `rhs` if `lhs` is 1, otherwise `lhs`. `isOne` is 1
  /// if lhs is 1, otherwise 0. With `areCompatible`, runs in which they differ and none is 1 do not
  /// go on, so that the order does not matter.
  Dim broadcast(Dim lhs, Dim rhs, Dim isOne, bool areCompatible,
                llvm::function_ref<Dim(const Definition &)> newSymbol);
  /// The operands of such a symbol; null for every other expression.
  const std::pair<Dim, Dim> *findBroadcast(Dim symbol) const;
  /// Whether both sizes depend on one symbol.
  bool shareSymbol(Dim lhs, Dim rhs) const;
  /// Whether one of two sizes may be 1 while the other one is not. Sizes above 1 that depend on the
  /// same symbol are compared only where a model's author knows them to be equal: h and (h floordiv
  /// 2) * 2 are equal if h is even.
  bool mayBroadcast(Dim lhs, Dim rhs) const;
  /// The definition of a symbol; null for every other expression.
  const Definition *find(Dim symbol) const;
  /// States that a symbol may be negative. Others are sizes, which are at least 0.
  void setSigned(Dim symbol) { signedSymbols.insert(symbol); }

  /// States that two sizes are equal in every run that goes on. If one is a derived symbol that the
  /// other does not depend on, `resolve` replaces it from now on. Returns that symbol, or null.
  Dim addEquality(Dim lhs, Dim rhs);
  void dropEquality(Dim symbol) { equalities.erase(symbol); }
  Dim resolve(Dim dim) const;

  /// A bound that holds for all values of the symbols; std::nullopt if none was found.
  std::optional<int64_t> lowerBound(Dim dim) const;
  std::optional<int64_t> upperBound(Dim dim) const;
  /// Whether lhs >= rhs for all values of the symbols. False if this could not be proved.
  bool isAtLeast(Dim lhs, Dim rhs) const;

private:
  struct Bounds {
    std::optional<int64_t> lower, upper;
  };
  Dim define(const Definition &definition, llvm::function_ref<Dim()> newSymbol);
  bool isOneElementOf(Dim dim, Dim whole) const;
  Bounds boundsOfBroadcast(Dim lhs, Dim rhs) const;
  void collectLeaves(Dim dim, llvm::SmallDenseSet<Dim> &leaves) const;
  void collectSymbols(Dim dim, llvm::SmallDenseSet<Dim> &symbols) const;
  std::optional<int64_t> bound(Dim dim, bool upper, unsigned depth) const;
  std::optional<int64_t> boundOfSum(Dim dim, bool upper, unsigned depth) const;
  llvm::SmallVector<Dim> replacements(Dim dim, bool upper) const;
  std::optional<int64_t> boundOf(const Definition &definition, bool upper) const;

  llvm::DenseMap<Dim, Definition> definitions;
  llvm::DenseMap<Dim, std::pair<Dim, Dim>> broadcastOperands;
  llvm::DenseMap<std::pair<Dim, Dim>, Dim> broadcastSymbols;
  llvm::DenseMap<Dim, Bounds> knownBounds;                // of derived symbols
  llvm::DenseMap<std::pair<Dim, Dim>, Dim> byOperands[3]; // by kind
  llvm::DenseSet<Dim> signedSymbols;
  llvm::DenseMap<Dim, Dim> equalities; // from a derived symbol
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_SUPPORT_DERIVEDSIZES_H
