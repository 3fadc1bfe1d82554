// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimates the cycles of each tile; see WgmmaTile.h.
#include "conversions/nvvm/wgmma/WgmmaTile.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr int64_t kMany = 1024; // dynamic sizes count as this

// Cycles of a multiprocessor for all tiles, by what its parts do in a cycle: 2,048 multiplications
// of 16 bits, 64 bytes from the second-level cache. A tile that is stored costs 16 elements a
// cycle, and some cycles until the first stage is there.
double cyclesOf(const Contraction &contraction, const WgmmaTile &tile, uint32_t computeUnits) {
  constexpr double kMultiplications = 2048, kBytes = 64, kStored = 16, kStart = 1500;
  // A kernel for at least so many rows has up to four times as many.
  auto known = [&](const Operand &side) {
    const bool isAssumed = contraction.assumed && contraction.known(side.own, 0) == 0;
    return isAssumed ? 2 * *contraction.assumed : contraction.known(side, kMany);
  };
  const auto tiles = static_cast<double>(
      contraction.known(contraction.batch, 1) *
      static_cast<int64_t>(llvm::divideCeil(known(contraction.rows), tile.tileRows())) *
      static_cast<int64_t>(llvm::divideCeil(known(contraction.columns), tile.tileColumns())));
  const double terms = static_cast<double>(contraction.known(contraction.sum, kMany));
  const double area = static_cast<double>(tile.rows() * tile.columns);
  const double perTerm = std::max(area / kMultiplications,
                                  static_cast<double>(tile.rows() + tile.columns) * 2 / kBytes);
  return std::ceil(tiles / computeUnits) * (terms * perTerm + area / kStored + kStart);
}

} // namespace

AffineExpr WgmmaTile::tilesDown(const Contraction &contraction) const {
  return contraction.count(contraction.rows.own).ceilDiv(tileRows());
}
AffineExpr WgmmaTile::tilesAcross(const Contraction &contraction) const {
  return contraction.count(contraction.columns.own).ceilDiv(tileColumns());
}

WgmmaTile chooseWgmmaTile(const Contraction &contraction, uint32_t computeUnits) {
  constexpr WgmmaTile kTiles[] = {{2, 256, false}, {2, 128, false}, {2, 64, false}, {1, 256, false},
                                  {1, 128, false}, {1, 64, false},  {2, 64, true},  {2, 32, true},
                                  {2, 16, true},   {2, 8, true},    {1, 64, true},  {1, 32, true},
                                  {1, 16, true},   {1, 8, true}};
  const WgmmaTile *best = nullptr;
  double least = 0;
  for (const WgmmaTile &tile : kTiles) {
    const double cycles = cyclesOf(contraction, tile, computeUnits);
    if (!best || cycles < least) {
      best = &tile;
      least = cycles;
    }
  }
  return *best;
}

} // namespace rlx
