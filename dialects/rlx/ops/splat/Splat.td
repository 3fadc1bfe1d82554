// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rendering of 3D Gaussians (Gaussian splatting, Kerbl et al. 2023), and its gradients. Render is
// composite: it becomes prepare (project and sort into tiles) and rasterize (blend). Training uses
// the backward ops.
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
// Render and its gradient, which both contain a rasterization.
class RLX_SplatCompositeOp<string mnemonic> : RLX_SplatOp<mnemonic, [RLX_MayFail,
    DeclareOpInterfaceMethods<RLX_DecomposableOpInterface>]>;

def RLX_GaussianSplatRenderOp : RLX_SplatCompositeOp<"gaussian_splat_render"> {
  let summary = "image of a scene of 3D Gaussians";
  let description = [{
    *Semantics*: 3D Gaussian splatting (Kerbl et al. 2023), evaluated along rays in 3D.

    A scene is N Gaussians:

    - `positions` [N, 3];
    - `log_scales` [N, 3], natural logarithms of the standard deviations along the Gaussian's axes;
    - `rotations` [N, 4], quaternions x, y, z, w from the Gaussian's axes to the world's; they are
      normalized here;
    - `opacity_logits` [N] and `colors` [N, 3];
    - `sh` [N, K, 3], coefficients of spherical harmonics of degree 0 to 3: K is 0, 1, 4, 9 or 16.

    `camera` [12] is position, target and up (3 each), the vertical field of view in degrees, near
    and far. `background` [3] is a color. Let `f` be the unit vector from position to target, `r`
    the unit vector of `f x up`, `u = r x f`, and `focal = height / (2 tan(fov / 2))`. The ray of
    the pixel in row i and column j has the direction `f + ((j + 1/2 - width / 2) r + (height / 2 -
    i - 1/2) u) / focal`.

    1. The *depth* of a Gaussian is the component along `f` of its position relative to the camera.
       The Gaussian is visible if near <= depth <= far, depth > 0, `opacity = sigmoid(logit)` is at
       least `alpha_cutoff`, and its square intersects the image. The center of the square is the
       projected position, in pixels. Half its side is `radius = radius_scale * sqrt(2 ln(opacity /
       alpha_cutoff)) * focal * s / depth`, where s is the largest standard deviation. The root is
       the distance, in standard deviations, at which alpha has fallen to the cutoff. So a
       `radius_scale` of 1 bounds a small Gaussian exactly; larger values leave room for
       perspective.
    2. The image is divided into tiles with sides of `tile_size` pixels. A Gaussian belongs to the
       tiles that its square intersects. Visible Gaussians are sorted by depth, the nearest first,
       and for equal depths by index; the tiles of each are in row-major order. The first
       `max_list_entries` of these pairs are kept. So if the list overflows, the nearest Gaussians
       stay.
    3. A pixel visits the Gaussians of its tile in that order. Let `rho` be the smallest distance,
       in standard deviations, between the Gaussian's center and a point of the ray. `alpha =
       opacity * exp(-rho^2 / 2)`. The Gaussian is ignored if alpha is below `alpha_cutoff`, or if
       that point is behind the camera. Otherwise `T * alpha * color` is added to the accumulated
       color C, and then the transmittance T, which starts at 1, is multiplied by `1 - alpha`. The
       pixel ends when `T < transmittance_threshold`, or after `max_splat_steps` Gaussians that were
       not ignored.
    4. `rgb = max(C + T * background, 0)^2.2`: colors are display-encoded, and the image is linear.
       `a = 1 - T`.

    `color` is `colors + sum over k of Y_k(v) * sh[k]`, where v is the unit vector from the camera
    to the position. Y are the real spherical harmonics in the order and with the signs of Kerbl et
    al.: `Y_0 = 0.2820948`, `Y_1..3 = 0.4886025 (-y, z, -x)`, and so on. `color` is not clamped.

    The parameters as one vector of 23 numbers are `camera`, `background`, and the attributes width,
    height, tile_size, radius_scale, alpha_cutoff, max_splat_steps, transmittance_threshold and
    max_list_entries.

    *Shape rule*: the scene has the shapes above with one N (gaussian_splat_render_c1) and one of
    these K (gaussian_splat_render_c2); camera and background have the shapes above
    (gaussian_splat_render_c3). Element types must be equal (gaussian_splat_render_c4). Width,
    height, tile_size and max_splat_steps are in [1, 65536], and max_list_entries is in [1, 2^31)
    (gaussian_splat_render_c5). alpha_cutoff and transmittance_threshold are in [0, 1]; radius_scale
    is positive and finite (gaussian_splat_render_c6). The result is [height, width, 4].

    *Types*: f32 and f64.

    *Numerics*: every run gives the same bits. If a value that decides visibility is NaN, the
    Gaussian is invisible. If a value is within rounding of a bound (the cutoff, the threshold, an
    edge of a tile, equal depths), devices may decide differently.

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

    `records` [N, 15] has the parameters of each visible Gaussian that pixels need; other rows
    are 0. Let x and y be the pixel's offset in columns and rows from columns 0 and 1 of the
    record. Then `rho^2 = (A x^2 + 2 B x y + C y^2) / (1 + 2 (G x + H y) + P x^2 + 2 Q x y + R
    y^2)`, and the closest point is in front of the camera if `1 + G x + H y > 0`. The columns
    are:

    | 0, 1 | 2 to 4 | 5, 6 | 7 to 9 | 10 | 11 to 13 | 14 |
    | --- | --- | --- | --- | --- | --- | --- |
    | projected position: column, row | A, B, C | G, H | P, Q, R | opacity | color | depth |

    e, a and b are in the Gaussian's axes, in standard deviations. e is the position relative to the
    camera divided by the depth, `a = r / focal` and `b = -u / focal`.
    `A = |depth (e x a)|^2 / e.e`, B and C likewise; `G = e.a / e.e`, `H = e.b / e.e`;
    `P = a.a / e.e`, `Q = a.b / e.e`, `R = b.b / e.e`.

    `entries` [max_list_entries] lists Gaussians tile by tile, by depth within a tile; unused
    entries are -1. `ranges` [number of tiles, 2] holds the begin and end of each tile's entries.
    Tiles are in row-major order, and their ranges are adjacent.

    *Shape rule*: the scene has the shapes of `gaussian_splat_render` (gaussian_splat_prepare_c1,
    gaussian_splat_prepare_c2, gaussian_splat_prepare_c3, gaussian_splat_prepare_c4). The attributes
    are in the same intervals (gaussian_splat_prepare_c5, gaussian_splat_prepare_c6).

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: sorting takes O(N log N) operations; filling the list takes one per pair.

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
    *Semantics*: steps 3 and 4 of `gaussian_splat_render`, applied to the results of
    `gaussian_splat_prepare`. Both with the same attributes are `gaussian_splat_render`. If a range
    is not within the entries, or an entry of a range is not a row of the records, the run fails.

    *Shape rule*: records are [N, 15], and background is [3] (gaussian_splat_rasterize_c1). ranges
    are [number of tiles, 2] (gaussian_splat_rasterize_c2). entries have rank 1 and are not empty
    (gaussian_splat_rasterize_c3). Element types must be equal (gaussian_splat_rasterize_c4). The
    attributes are in the intervals of `gaussian_splat_render` (gaussian_splat_rasterize_c5,
    gaussian_splat_rasterize_c6). The result is [height, width, 4].

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: pixels are computed independently.

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
    gradient with respect to the image is `d_image`. Visibility, lists, ignored Gaussians and the
    ends of pixels are treated as constant.

    - `loss_grad_clip`: elements of `d_image` are first clamped to [-clip, clip]. Infinity disables
      this.
    - `sh_band`: coefficients of spherical harmonics with a higher degree get the gradient 0,
      because Kerbl et al. train one band after the other. The other gradients take all bands into
      account.
    - `max_anisotropy`: a step against the gradient must not stretch a Gaussian whose largest
      standard deviation is at least `max_anisotropy` times its smallest. For such a Gaussian, the
      gradient of the largest log-scale is 0 if it is negative, and that of the smallest is 0 if it
      is positive. Among equal ones the first counts. Infinity disables this.

    The gradients as one vector are in the order of the results.

    *Shape rule*: as `gaussian_splat_render` (gaussian_splat_render_backward_c1,
    gaussian_splat_render_backward_c2, gaussian_splat_render_backward_c3,
    gaussian_splat_render_backward_c4, gaussian_splat_render_backward_c5,
    gaussian_splat_render_backward_c6). `d_image` is [height, width, 4]
    (gaussian_splat_render_backward_c7). loss_grad_clip is positive, sh_band is in [0, 3], and
    max_anisotropy is at least 1 (gaussian_splat_render_backward_c8). The results are like the
    tensors of the scene.

    *Types*: f32 and f64.

    *Numerics*: every run gives the same bits. The pixels of a tile are added in row-major order,
    and so are the tiles of a Gaussian.

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
    *Semantics*: the gradient of `gaussian_splat_rasterize` with respect to the records, separately
    for each entry of the list. Row i of the result is the contribution of the pixels of entry i's
    tile to the gradient of row `entries[i]` of the records. Rows outside all ranges are 0, and so
    is column 14 (the depth). `scatter_add` at the entries gives the gradient of the records.

    *Shape rule*: as `gaussian_splat_rasterize` (gaussian_splat_rasterize_backward_c1,
    gaussian_splat_rasterize_backward_c2, gaussian_splat_rasterize_backward_c3,
    gaussian_splat_rasterize_backward_c4, gaussian_splat_rasterize_backward_c5,
    gaussian_splat_rasterize_backward_c6). `d_image` is [height, width, 4]
    (gaussian_splat_rasterize_backward_c7). The result is [number of entries, 15].

    *Types*: f32 and f64; the lists are i64.

    *Numerics*: tiles are computed in parallel, so their ranges must be adjacent; others fail the
    run. The pixels of a tile are added in row-major order.

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
    scene, given the gradient of the records. They are 0 for Gaussians that are not visible.
    `sh_band` and `max_anisotropy` are those of `gaussian_splat_render_backward`.

    *Shape rule*: as `gaussian_splat_prepare` (gaussian_splat_prepare_backward_c1,
    gaussian_splat_prepare_backward_c2, gaussian_splat_prepare_backward_c3,
    gaussian_splat_prepare_backward_c4, gaussian_splat_prepare_backward_c5,
    gaussian_splat_prepare_backward_c6). `d_records` is [N, 15]
    (gaussian_splat_prepare_backward_c7). sh_band is in [0, 3], and max_anisotropy is at least 1
    (gaussian_splat_prepare_backward_c8). The results are like the tensors of the scene.

    *Types*: f32 and f64.

    *Numerics*: Gaussians are computed independently.

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
