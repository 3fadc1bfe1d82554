// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the loop of a pixel over the Gaussians of its tile, for gaussian_splat_rasterize and its
// gradient. Several pixels of one tile can be computed together, in the lanes of vectors; the loop
// ends when all lanes have ended. The projection of Gaussians is in SplatProject.h.
#ifndef RLX_DIALECTS_RLX_OPS_SPLAT_SPLATBLEND_H
#define RLX_DIALECTS_RLX_OPS_SPLAT_SPLATBLEND_H

#include "dialects/rlx/ops/splat/SplatProject.h"

namespace rlx::splat {

/// The operands and attributes of a rasterization.
struct Blending {
  mlir::Value records, ranges, entries, background;
  SplatSettings settings;
  mlir::Operation *op; // for messages
};

/// A range of the entries, as index values. It is within the entries even if the ranges are
/// invalid.
struct EntryRange {
  mlir::Value begin, end;
};
/// The range of a tile. Fails the run if it is not within [least, most].
EntryRange emitRange(const Emitter &e, const Blending &blending, mlir::Value tile,
                     mlir::Value least, mlir::Value most);

/// A Gaussian at a pixel: the terms of the formula of gaussian_splat_prepare.
struct Hit {
  Expr x, y;                   // offset from its center
  Expr numerator, denominator; // of rho^2
  Expr falloff;                // exp(-rho^2 / 2)
  Expr alpha;
  mlir::Value counts; // i1: not ignored
};
Hit emitHit(const Emitter &e, const Blending &blending, mlir::Value gaussian, Expr column,
            Expr row);

/// The coordinate of the centers of the pixels in an image row or column.
Expr pixelCenter(const Emitter &e, mlir::Value number);

/// The accumulated color and the transmittance.
struct Blend {
  Expr transmittance;
  Vec3 color;
};

/// Called for every Gaussian of the range. If hit.counts, `hit` is blended, as number `step` (i32)
/// of the blended ones. `blend` is the state before it. Returns the carried values.
using HitStep = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    const Emitter &e, mlir::Value entry, const Hit &hit, mlir::Value step, const Blend &blend,
    mlir::ValueRange carried)>;

struct BlendResult {
  Blend blend;
  mlir::Value steps; // i32
  llvm::SmallVector<mlir::Value> carried;
};
BlendResult emitBlend(const Emitter &e, const Blending &blending, EntryRange range, Expr column,
                      Expr row, mlir::ValueRange initial, HitStep body);

} // namespace rlx::splat

#endif // RLX_DIALECTS_RLX_OPS_SPLAT_SPLATBLEND_H
