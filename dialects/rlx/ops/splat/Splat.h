// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definitions that the Gaussian splatting ops share: their attributes as one struct, and the
// columns of the records. The ops are documented in Splat.td. Lowerings and reference both use
// these definitions, but compute independently of each other.
#ifndef RLX_DIALECTS_RLX_OPS_SPLAT_SPLAT_H
#define RLX_DIALECTS_RLX_OPS_SPLAT_SPLAT_H

#include <algorithm>
#include <cstdint>
#include <limits>

#include "llvm/Support/MathExtras.h"

namespace rlx {

/// The columns of a record, named as in the description of gaussian_splat_prepare.
enum SplatColumn : unsigned {
  kSplatCenterX,
  kSplatCenterY,
  kSplatA,
  kSplatB,
  kSplatC,
  kSplatG,
  kSplatH,
  kSplatP,
  kSplatQ,
  kSplatR,
  kSplatOpacity,
  kSplatRed,
  kSplatGreen,
  kSplatBlue,
  kSplatDepth,
  kSplatColumns
};
constexpr unsigned kSplatCameraSize = 12;
/// The exponent that converts display-encoded colors to linear light.
constexpr double kSplatGamma = 2.2;

/// The attributes of an op of the family; defaults for those that it does not have.
struct SplatSettings {
  int64_t width = 1, height = 1, tileSize = 1, maxSteps = 1, maxEntries = 1, shBand = 0;
  double alphaCutoff = 0, radiusScale = 1, threshold = 0, lossGradClip = 1, maxAnisotropy = 1;

  /// The settings of an op or its adaptor.
  template <typename Op>
  static SplatSettings of(Op op) {
    SplatSettings s;
    s.width = op.getWidth();
    s.height = op.getHeight();
    s.tileSize = op.getTileSize();
    s.alphaCutoff = op.getAlphaCutoff().convertToDouble();
    if constexpr (requires { op.getMaxSplatSteps(); }) {
      s.maxSteps = op.getMaxSplatSteps();
      s.threshold = op.getTransmittanceThreshold().convertToDouble();
    }
    if constexpr (requires { op.getMaxListEntries(); })
      s.maxEntries = op.getMaxListEntries();
    if constexpr (requires { op.getRadiusScale(); })
      s.radiusScale = op.getRadiusScale().convertToDouble();
    if constexpr (requires { op.getLossGradClip(); })
      s.lossGradClip = op.getLossGradClip().convertToDouble();
    if constexpr (requires { op.getShBand(); }) {
      s.shBand = op.getShBand();
      s.maxAnisotropy = op.getMaxAnisotropy().convertToDouble();
    }
    return s;
  }

  int64_t tilesX() const { return llvm::divideCeil(width, tileSize); }
  int64_t tilesY() const { return llvm::divideCeil(height, tileSize); }
  int64_t numTiles() const { return tilesX() * tilesY(); }
  /// The number of spherical harmonics with gradients.
  int64_t numTrained(int64_t numHarmonics) const {
    return std::min(numHarmonics, (shBand + 1) * (shBand + 1));
  }
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_OPS_SPLAT_SPLAT_H
