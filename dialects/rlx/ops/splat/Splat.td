// Rendering of 3D Gaussians (Gaussian splatting), and its gradients.
#ifndef RLX_SPLAT_TD
#define RLX_SPLAT_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_SplatFloat : AnyTypeOf<[F32, F64], "f32 or f64">;
def RLX_SplatTensor : RankedTensorOf<[RLX_SplatFloat]>;
def RLX_SplatIds : RankedTensorOf<[I64]>;

// Operands and attributes that the ops of the family share.
defvar splatScene = (ins RLX_SplatTensor:$positions, RLX_SplatTensor:$log_scales,
    RLX_SplatTensor:$rotations, RLX_SplatTensor:$opacity_logits, RLX_SplatTensor:$colors,
    RLX_SplatTensor:$sh, RLX_SplatTensor:$camera);
defvar splatImage = (ins DefaultValuedAttr<I64Attr, "64">:$width,
    DefaultValuedAttr<I64Attr, "64">:$height, DefaultValuedAttr<I64Attr, "16">:$tile_size,
    DefaultValuedAttr<F64Attr, "1.0 / 255.0">:$alpha_cutoff);
defvar splatBounds = (ins DefaultValuedAttr<F64Attr, "1.6">:$radius_scale);
defvar splatCapacity = (ins DefaultValuedAttr<I64Attr, "576">:$max_list_entries);
defvar splatBlending = (ins DefaultValuedAttr<I64Attr, "32">:$max_splat_steps,
    DefaultValuedAttr<F64Attr, "0.01">:$transmittance_threshold);
defvar splatTraining = (ins DefaultValuedAttr<I64Attr, "0">:$sh_band,
    DefaultValuedAttr<F64Attr, "10.0">:$max_anisotropy);
defvar splatRecords = (ins RLX_SplatTensor:$records, RLX_SplatIds:$ranges, RLX_SplatIds:$entries,
    RLX_SplatTensor:$background);

class RLX_SplatOp<string mnemonic, list<Trait> traits> : RLX_Op<mnemonic, traits> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
class RLX_SplatLoopsOp<string mnemonic, list<Trait> traits = []> : RLX_SplatOp<mnemonic, traits # [
    RLX_NoFusion, DeclareOpInterfaceMethods<RLX_LinalgLowerableOpInterface>]>;
// Both rasterize.
class RLX_SplatCompositeOp<string mnemonic> : RLX_SplatOp<mnemonic, [RLX_MayFail,
    DeclareOpInterfaceMethods<RLX_DecomposableOpInterface>]>;

def RLX_GaussianSplatRenderOp : RLX_SplatCompositeOp<"gaussian_splat_render"> {
  let summary = "image of a scene of 3D Gaussians";
  let description = [{
    *Semantics*: 3D Gaussian splatting (Kerbl et al. 2023), evaluated along rays in 3D.

    A scene is N Gaussians: `positions` [N, 3], `log_scales` [N, 3] (natural logarithms of the
    standard deviations along the Gaussian's own axes), `rotations` [N, 4] (quaternions x, y, z, w,
    which are normalised here, from its own axes to the world's), `opacity_logits` [N], `colors`
    [N, 3] and `sh` [N, K, 3], coefficients of spherical harmonics of degree 0 to 3: K is 0, 1, 4, 9
    or 16.

    `camera` [12] is position, target and up (3 each), the vertical field of view in degrees, near
    and far; `background` [3] is a colour. With `f` the unit vector from position to target, `r =
    f x up` made unit and `u = r x f`, and `focal = height / (2 tan(fov / 2))`, the pixel of row i
    and column j looks along `f + ((j + 1/2 - width / 2) r + (height / 2 - i - 1/2) u) / focal`.

    1. The *depth* of a Gaussian is its position along `f` from the camera. It is visible if near <=
       depth <= far, depth > 0, `opacity = sigmoid(logit)` is at least `alpha_cutoff`, and its
       square meets the image: centre the projected position, in pixels, and half side
       `radius = radius_scale * sqrt(2 ln(opacity / alpha_cutoff)) * focal * s / depth`, s being the
       largest standard deviation. The root is the distance, in standard deviations, at which alpha
       has fallen to the cutoff; so `radius_scale` of 1 bounds a small Gaussian exactly, and what is
       more leaves room for perspective.
    2. The image is cut in tiles of `tile_size` pixels a side. A Gaussian belongs to the tiles that
       its square meets. Visible Gaussians are taken by depth, the nearest first, of equal ones that
       of lower index; and the tiles of each in row-major order. Of these pairs the first
       `max_list_entries` are kept: where the list overflows, the nearest stay.
    3. A pixel goes through the Gaussians of its tile in that order. With `rho` the distance, in
       standard deviations, from the Gaussian's centre to the point of the ray that is closest in
       this measure, `alpha = opacity * exp(-rho^2 / 2)`. It is ignored if alpha is below
       `alpha_cutoff` or the point lies behind the camera. Otherwise the accumulated colour C grows
       by `T * alpha * color`, and then the transmittance T, at first 1, is multiplied by
       `1 - alpha`. The pixel is finished once `T < transmittance_threshold`, or when
       `max_splat_steps` Gaussians were not ignored.
    4. `rgb = max(C + T * background, 0)^2.2`: colours are display-encoded and the image is linear.
       `a = 1 - T`.

    `color` is `colors + sum over k of Y_k(v) * sh[k]`, where v is the unit vector from the camera
    to the position and Y the real spherical harmonics in the order and with the signs of Kerbl et
    al.: `Y_0 = 0.2820948`, `Y_1..3 = 0.4886025 (-y, z, -x)`, and so on. It is not clamped.

    Where parameters come as one vector of 23 numbers, they are `camera`, `background`, and the
    attributes width, height, tile_size, radius_scale, alpha_cutoff, max_splat_steps,
    transmittance_threshold and max_list_entries.

    *Shape rule*: the scene has the shapes above with one N (gaussian_splat_render_c1) and a K that
    is one of these (gaussian_splat_render_c2), camera and background theirs
    (gaussian_splat_render_c3); element types agree (gaussian_splat_render_c4). Width, height,
    tile_size and max_splat_steps lie in [1, 65536] and max_list_entries in [1, 2^31)
    (gaussian_splat_render_c5); alpha_cutoff and transmittance_threshold lie in [0, 1], radius_scale
    is positive and finite (gaussian_splat_render_c6). The result is [height, width, 4].

    *Types*: f32 and f64.

    *Numerics*: every run gives the same bits. NaN in what decides whether a Gaussian is visible
    makes it invisible. Where a value lies within rounding of a bound (the cutoff, the threshold, an
    edge of a tile, equal depths), devices may decide either way.

    *Example*:
    ```mlir
    %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %sh, %cam, %bg {width = 32, height = 24} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
    ```
  }];
  let arguments = !con(splatScene, (ins RLX_SplatTensor:$background), splatImage, splatBounds,
                       splatBlending, splatCapacity);
  let results = (outs RLX_SplatTensor:$image);
}

def RLX_GaussianSplatPrepareOp : RLX_SplatLoopsOp<"gaussian_splat_prepare"> {
  let summary = "projects 3D Gaussians and sorts them into tiles";
  let description = [{
    *Semantics*: steps 1 and 2 of `gaussian_splat_render`.

    `records` [N, 15] has for each visible Gaussian what a pixel needs; rows of the others are 0.
    With x and y the pixel's offset in columns and rows from column 0 and row 1 of the record,
    `rho^2 = (A x^2 + 2 B x y + C y^2) / (1 + 2 (G x + H y) + P x^2 + 2 Q x y + R y^2)`, and the
    closest point lies before the camera where `1 + G x + H y > 0`. Columns:

    | 0, 1 | 2 to 4 | 5, 6 | 7 to 9 | 10 | 11 to 13 | 14 |
    | --- | --- | --- | --- | --- | --- | --- |
    | projected position: column, row | A, B, C | G, H | P, Q, R | opacity | color | depth |

    With e, a and b what brings rays into the Gaussian's own axes, in standard deviations: e the
    position seen from the camera divided by the depth, `a = r / focal` and `b = -u / focal`;
    `A = |depth (e x a)|^2 / e.e`, B and C likewise; `G = e.a / e.e`, `H = e.b / e.e`;
    `P = a.a / e.e`, `Q = a.b / e.e`, `R = b.b / e.e`.

    `entries` [max_list_entries] lists Gaussians tile by tile, by depth within a tile, and -1 where
    nothing is left. `ranges` [number of tiles, 2] is where in it a tile begins and ends; tiles are
    in row-major order and follow each other without gaps.

    *Shape rule*: the scene has the shapes of `gaussian_splat_render` (gaussian_splat_prepare_c1,
    gaussian_splat_prepare_c2, gaussian_splat_prepare_c3, gaussian_splat_prepare_c4), and the
    attributes lie in its intervals (gaussian_splat_prepare_c5, gaussian_splat_prepare_c6).

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: sorting takes O(N log N) steps, filling the list one step a pair.

    *Example*:
    ```mlir
    %r, %t, %e = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %sh, %cam {width = 32, height = 24} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
    ```
  }];
  let arguments = !con(splatScene, splatImage, splatBounds, splatCapacity);
  let results = (outs RLX_SplatTensor:$records, RLX_SplatIds:$ranges, RLX_SplatIds:$entries);
}

def RLX_GaussianSplatRasterizeOp : RLX_SplatLoopsOp<"gaussian_splat_rasterize", [RLX_MayFail]> {
  let summary = "blends prepared Gaussians into an image";
  let description = [{
    *Semantics*: steps 3 and 4 of `gaussian_splat_render` on what `gaussian_splat_prepare` returns;
    both with the same attributes are `gaussian_splat_render`. A range that does not lie within the
    entries, or an entry of a range that is no row of the records, fails the run.

    *Shape rule*: records are [N, 15], the background [3] (gaussian_splat_rasterize_c1), ranges
    [number of tiles, 2] (gaussian_splat_rasterize_c2), entries of rank 1 and not empty
    (gaussian_splat_rasterize_c3); element types agree (gaussian_splat_rasterize_c4), and the
    attributes lie in the intervals of `gaussian_splat_render` (gaussian_splat_rasterize_c5,
    gaussian_splat_rasterize_c6). The result is [height, width, 4].

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: pixels are independent of each other.

    *Example*:
    ```mlir
    %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
    ```
  }];
  let arguments = !con(splatRecords, splatImage, splatBlending);
  let results = (outs RLX_SplatTensor:$image);
}

def RLX_GaussianSplatRenderBackwardOp : RLX_SplatCompositeOp<"gaussian_splat_render_backward"> {
  let summary = "gradients of gaussian_splat_render";
  let description = [{
    *Semantics*: the gradients, with respect to the six tensors of the scene, of a loss whose
    gradient with respect to the image is `d_image`. What is visible, the lists, what a pixel
    ignores and where it ends are taken as constant.

    - `loss_grad_clip`: elements of `d_image` are first clamped to [-clip, clip]. Infinity switches
      this off.
    - `sh_band`: coefficients of spherical harmonics of a degree above it get the gradient 0, as in
      Kerbl et al. one band after the other is trained. The other gradients take all bands into
      account.
    - `max_anisotropy`: a step against the gradient shall not stretch a Gaussian whose largest
      standard deviation is `max_anisotropy` times its smallest or more. There the gradient with
      respect to the largest log-scale is 0 if it is negative, and that with respect to the smallest
      if it is positive; of equal ones the first counts. Infinity switches this off.

    Where gradients go into one vector, they follow each other in the order of the results.

    *Shape rule*: as `gaussian_splat_render` (gaussian_splat_render_backward_c1,
    gaussian_splat_render_backward_c2, gaussian_splat_render_backward_c3,
    gaussian_splat_render_backward_c4, gaussian_splat_render_backward_c5,
    gaussian_splat_render_backward_c6); `d_image` is [height, width, 4]
    (gaussian_splat_render_backward_c7); loss_grad_clip is positive, sh_band lies in [0, 3] and
    max_anisotropy is at least 1 (gaussian_splat_render_backward_c8). The results are like the
    scene's tensors.

    *Types*: f32 and f64.

    *Numerics*: every run gives the same bits: the pixels of a tile are added in row-major order,
    and the tiles of a Gaussian likewise.

    *Example*:
    ```mlir
    %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %sh, %cam, %bg, %d {width = 32, height = 24, sh_band = 1} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
    ```
  }];
  let arguments = !con(splatScene, (ins RLX_SplatTensor:$background, RLX_SplatTensor:$d_image),
                       splatImage, splatBounds, splatBlending, splatCapacity,
                       (ins DefaultValuedAttr<F64Attr, "1.0">:$loss_grad_clip), splatTraining);
  let results = (outs RLX_SplatTensor:$d_positions, RLX_SplatTensor:$d_log_scales,
      RLX_SplatTensor:$d_rotations, RLX_SplatTensor:$d_opacity_logits, RLX_SplatTensor:$d_colors,
      RLX_SplatTensor:$d_sh);
}

def RLX_GaussianSplatRasterizeBackwardOp : RLX_SplatLoopsOp<"gaussian_splat_rasterize_backward", [RLX_MayFail]> {
  let summary = "gradients of gaussian_splat_rasterize";
  let description = [{
    *Semantics*: the gradient of `gaussian_splat_rasterize` with respect to the records, apart for
    each entry of the list: row i of the result is what the pixels of the tile that entry i belongs
    to contribute to row `entries[i]` of the records. Rows of no range are 0, as is column 14 (the
    depth). `scatter_add` at the entries gives the gradient of the records.

    *Shape rule*: as `gaussian_splat_rasterize` (gaussian_splat_rasterize_backward_c1,
    gaussian_splat_rasterize_backward_c2, gaussian_splat_rasterize_backward_c3,
    gaussian_splat_rasterize_backward_c4, gaussian_splat_rasterize_backward_c5,
    gaussian_splat_rasterize_backward_c6); `d_image` is [height, width, 4]
    (gaussian_splat_rasterize_backward_c7). The result is [number of entries, 15].

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: tiles are computed side by side, so their ranges must follow each other without
    gaps; others fail the run. Pixels of a tile are added in row-major order.

    *Example*:
    ```mlir
    %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
    ```
  }];
  let arguments = !con(splatRecords, (ins RLX_SplatTensor:$d_image), splatImage, splatBlending);
  let results = (outs RLX_SplatTensor:$d_records);
}

def RLX_GaussianSplatPrepareBackwardOp : RLX_SplatLoopsOp<"gaussian_splat_prepare_backward"> {
  let summary = "gradients of gaussian_splat_prepare";
  let description = [{
    *Semantics*: the gradients of the `records` of `gaussian_splat_prepare` with respect to the
    scene, given that with respect to the records; 0 for Gaussians that are not visible. `sh_band`
    and `max_anisotropy` are those of `gaussian_splat_render_backward`.

    *Shape rule*: as `gaussian_splat_prepare` (gaussian_splat_prepare_backward_c1,
    gaussian_splat_prepare_backward_c2, gaussian_splat_prepare_backward_c3,
    gaussian_splat_prepare_backward_c4, gaussian_splat_prepare_backward_c5,
    gaussian_splat_prepare_backward_c6); `d_records` is [N, 15]
    (gaussian_splat_prepare_backward_c7); sh_band lies in [0, 3] and max_anisotropy is at least 1
    (gaussian_splat_prepare_backward_c8). The results are like the scene's tensors.

    *Types*: f32 and f64.

    *Numerics*: Gaussians are independent of each other.

    *Example*:
    ```mlir
    %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %sh, %cam, %d {width = 32, height = 24} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<?x15xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
    ```
  }];
  let arguments = !con(splatScene, (ins RLX_SplatTensor:$d_records), splatImage, splatBounds,
                       splatTraining);
  let results = (outs RLX_SplatTensor:$d_positions, RLX_SplatTensor:$d_log_scales,
      RLX_SplatTensor:$d_rotations, RLX_SplatTensor:$d_opacity_logits, RLX_SplatTensor:$d_colors,
      RLX_SplatTensor:$d_sh);
}

#endif // RLX_SPLAT_TD
