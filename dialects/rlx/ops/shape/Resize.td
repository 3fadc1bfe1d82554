// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resampling of images, volumes and signals: nearest and linear interpolation with the coordinate
// rules of ONNX. Coordinates are computed in f64 at run time, so sizes may be dynamic. Cubic
// interpolation and antialiasing are not supported.
#ifndef RLX_RESIZE_TD
#define RLX_RESIZE_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ResizeOp : RLX_CoreOp<"resize"> {
  let summary = "resamples dimensions to other sizes";
  let description = [{
    *Semantics*: dimension `axes[i]` gets the size `sizes[i]` (a constant or an `index` operand).
    Other dimensions are unchanged. Let `in` and `out` be the sizes of a resized dimension. Index
    `x` of the result is at coordinate `c(x)` of the input. `coordinates` chooses `c`:

    | `coordinates` | `c(x)` |
    | --- | --- |
    | `half_pixel` | `(x + 0.5) * in / out - 0.5` |
    | `pytorch_half_pixel` | the same, but 0 if `out` is 1 |
    | `align_corners` | `x * (in - 1) / (out - 1)`, 0 if `out` is 1 |
    | `asymmetric` | `x * in / out` |
    | `tf_half_pixel_for_nn` | `(x + 0.5) * in / out` |

    With `scales` (one per axis), `* in / out` is replaced by `/ scales[i]`, except for
    `align_corners`. Mode `nearest` reads the input element at `c(x)`, rounded as `nearest` says.
    Mode `linear` interpolates between the two adjacent elements in every resized dimension (linear,
    bilinear, trilinear, …). Coordinates outside the input are clamped to its border. ONNX `Resize`
    without antialiasing, cropping and cubic interpolation.

    *Shape rule*: axes must be in [-rank, rank) (resize_c1) and distinct (resize_c2). There is one
    size per axis (resize_c3), at least 1 (resize_c4). `scales` is absent, or has one positive,
    finite value per axis (resize_c5). Resized dimensions of the input must not be empty
    (resize_c6). Mode `linear` allows at most four axes (resize_c7).

    *Types*: all except complex for `nearest`; floating-point for `linear` (resize_c8).

    *Numerics*: `c(x)` is computed in f64, from left to right as written. f16 and bf16 are
    interpolated in f32.

    *Example*:
    ```mlir
    %0 = rlx.resize nearest %x axes = [2, 3] to [%h, 32] : (tensor<1x3x?x16xf32>, index) -> tensor<1x3x?x32xf32>
    %1 = rlx.resize linear %x axes = [3] to [24] coordinates = align_corners : (tensor<1x3x?x16xf32>) -> tensor<1x3x?x24xf32>
    ```
  }];
  let arguments = (ins RLX_Tensor:$input, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes,
      DenseI64ArrayAttr:$axes, RLX_ResizeMode:$mode,
      DefaultValuedAttr<RLX_CoordinateTransformation,
                        "::rlx::CoordinateTransformation::HalfPixel">:$coordinate_transformation,
      DefaultValuedAttr<RLX_NearestMode, "::rlx::NearestMode::RoundPreferFloor">:$nearest_rounding,
      DefaultValuedAttr<DenseF64ArrayAttr, "{}">:$scales);
  let results = (outs RLX_Tensor:$result);
  let assemblyFormat = [{
    $mode $input `axes` `=` $axes `to` custom<DynamicIndexList>($sizes, $static_sizes)
    (`coordinates` `=` $coordinate_transformation^)? (`nearest` `=` $nearest_rounding^)? (`scales` `=` $scales^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_RESIZE_TD
