// Emits the way of a pixel through the Gaussians of its tile, for gaussian_splat_rasterize and its
// gradient; or of several pixels of one tile together, in the lanes of vectors.
#ifndef RLX_DIALECTS_RLX_OPS_SPLAT_SPLATBLEND_H
#define RLX_DIALECTS_RLX_OPS_SPLAT_SPLATBLEND_H

#include "dialects/rlx/ops/splat/SplatProject.h"

namespace rlx::splat {

// What gaussian_splat_rasterize reads.
struct Blending {
  mlir::Value records, ranges, entries, background;
  SplatSettings settings;
  mlir::Operation *op; // for messages
};

// Part of the entries, as index values; within the entries whatever the ranges say.
struct EntryRange {
  mlir::Value begin, end;
};
// Fails the run if the tile's range does not lie within [least, most].
EntryRange emitRange(const Emitter &e, const Blending &blending, mlir::Value tile,
                     mlir::Value least, mlir::Value most);

// A Gaussian at a pixel: the terms of the formula of gaussian_splat_prepare's description.
struct Hit {
  Expr x, y;                   // from its centre
  Expr numerator, denominator; // of rho^2
  Expr falloff;                // exp(-rho^2 / 2)
  Expr alpha;
  mlir::Value counts; // i1: not ignored
};
Hit emitHit(const Emitter &e, const Blending &blending, mlir::Value gaussian, Expr column,
            Expr row);

// A row or column of the image as the coordinate of its pixels' centres.
Expr pixelCenter(const Emitter &e, mlir::Value number);

// What has been blended so far.
struct Blend {
  Expr transmittance;
  Vec3 color;
};

// Called for every Gaussian of the range: `hit` is blended if hit.counts, as number `step` (i32) of
// those that are. `blend` is the state before. Returns the values that it carries.
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
