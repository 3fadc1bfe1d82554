// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Discrete Fourier transforms. All of them decompose to fft_planned, which carries the twiddle
// factors.
#ifndef RLX_SPECTRAL_TD
#define RLX_SPECTRAL_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_FftOp : RLX_CompositeOp<"fft"> {
  let summary = "discrete Fourier transform of complex numbers";
  let description = [{
    *Semantics*: along `axis`, `X[k] = s * sum over j < N of x[j] * e^(-2 pi i j k / N)`. With
    `inverse` the exponent is `+2 pi i j k / N`. `norm` chooses the scale s, with NumPy's names:

    | norm | forward | inverse |
    | --- | --- | --- |
    | `backward` (the default) | 1 | 1 / N |
    | `forward` | 1 / N | 1 |
    | `ortho` | N^(-1/2) | N^(-1/2) |
    | `none` | 1 | 1 |

    `layout` chooses how complex numbers are stored. With `complex` they are the elements. With
    `block`, `axis` holds all N real parts and then all N imaginary parts. With `pairs`, the last
    dimension, which is not `axis` and has size 2, holds real and imaginary part. NumPy `fft` and
    `ifft`; ONNX `DFT` (`pairs`).

    The adjoint, which gradients use, is the transform in the other direction with the norms
    `backward` and `forward` exchanged.

    *Shape rule*: `axis` must be in [-rank, rank) (fft_c1). Its size is static and at least 1
    (fft_c2), and even in layout `block` (fft_c3). In layout `pairs` the last dimension has the
    static size 2 and is not `axis` (fft_c4). The result is like the input.

    *Types*: complex in layout `complex`, floating-point in the others (fft_c5).

    *Numerics*: any N takes O(N log N) operations, and has an error that grows like log N. f16 and
    bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.fft block %x axis = -1 : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %1 = rlx.fft pairs %y axis = 1 norm = ortho {inverse = true} : (tensor<?x10x2xf32>) -> tensor<?x10x2xf32>
    %2 = rlx.fft complex %z axis = 0 : (tensor<12x?xcomplex<f32>>) -> tensor<12x?xcomplex<f32>>
    ```
  }];
  let arguments = (ins RLX_FloatOrComplexTensor:$input, RLX_FftLayout:$layout, I64Attr:$axis,
      DefaultValuedAttr<RLX_FftNorm, "::rlx::FftNorm::Backward">:$norm,
      DefaultValuedAttr<BoolAttr, "false">:$inverse);
  let results = (outs RLX_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $layout operands `axis` `=` $axis (`norm` `=` $norm^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_FftPartsOp : RLX_CompositeOp<"fft_parts"> {
  let summary = "discrete Fourier transform with real and imaginary parts in two tensors";
  let description = [{
    *Semantics*: `rlx.fft` of `real[..] + i * imag[..]`. The results are the real and imaginary
    parts of the transform.

    *Shape rule*: `axis` must be in [-rank, rank) (fft_parts_c1). Its size is static and at least 1
    (fft_parts_c2). Operands and results all have one shape (fft_parts_c3) and one element type
    (fft_parts_c4).

    *Types*: floating-point.

    *Numerics*: as `rlx.fft`.

    *Example*:
    ```mlir
    %re, %im = rlx.fft_parts %x, %y axis = -1 norm = forward : (tensor<?x30xf32>, tensor<?x30xf32>) -> (tensor<?x30xf32>, tensor<?x30xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$real, RLX_FloatTensor:$imag, I64Attr:$axis,
      DefaultValuedAttr<RLX_FftNorm, "::rlx::FftNorm::Backward">:$norm,
      DefaultValuedAttr<BoolAttr, "false">:$inverse);
  let results = (outs RLX_FloatTensor:$real_result, RLX_FloatTensor:$imag_result);
  let assemblyFormat = [{
    operands `axis` `=` $axis (`norm` `=` $norm^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_RfftOp : RLX_CompositeOp<"rfft"> {
  let summary = "discrete Fourier transform of real numbers";
  let description = [{
    *Semantics*: elements 0 to N / 2 (rounded down) of the forward transform of N real numbers along
    `axis`. The others follow by `X[N - k] = conj(X[k])`. The results are the real and imaginary
    parts. `norm` is as for `rlx.fft`. NumPy `rfft`.

    The adjoint is the real part of the adjoint of `rlx.fft`, applied to the gradient padded with
    zeros.

    *Shape rule*: `axis` must be in [-rank, rank) (rfft_c1). Its size N is static and at least 1
    (rfft_c2); in the results it is `N floordiv 2 + 1`.

    *Types*: floating-point.

    *Numerics*: as `rlx.fft`.

    *Example*:
    ```mlir
    %re, %im = rlx.rfft %x axis = 1 : (tensor<?x9xf32>) -> (tensor<?x5xf32>, tensor<?x5xf32>)
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, I64Attr:$axis,
      DefaultValuedAttr<RLX_FftNorm, "::rlx::FftNorm::Backward">:$norm);
  let results = (outs RLX_FloatTensor:$real_result, RLX_FloatTensor:$imag_result);
  let assemblyFormat = [{
    operands `axis` `=` $axis (`norm` `=` $norm^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_IrfftOp : RLX_CompositeOp<"irfft"> {
  let summary = "inverse discrete Fourier transform to real numbers";
  let description = [{
    *Semantics*: the real inverse transform of N = `length` complex numbers along `axis`. The
    operands hold elements 0 to N / 2 (rounded down); the others are the conjugates of these. The
    imaginary part of element 0 has no effect, and for even N that of element N / 2 has none either.
    `norm` is as for `rlx.fft`. NumPy `irfft`.

    *Shape rule*: `axis` must be in [-rank, rank) (irfft_c1). `length` is at least 1 (irfft_c2). The
    size of `axis` is `length floordiv 2 + 1` (irfft_c3), and `length` in the result. Both operands
    have one shape (irfft_c4) and one element type (irfft_c5).

    *Types*: floating-point.

    *Numerics*: as `rlx.fft`.

    *Example*:
    ```mlir
    %0 = rlx.irfft %re, %im axis = 1 length = 9 : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x9xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$real, RLX_FloatTensor:$imag, I64Attr:$axis, I64Attr:$length,
      DefaultValuedAttr<RLX_FftNorm, "::rlx::FftNorm::Backward">:$norm);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `axis` `=` $axis `length` `=` $length (`norm` `=` $norm^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_FftPlannedOp : RLX_CoreOp<"fft_planned", [RLX_NoFusion]> {
  let summary = "Fourier transform with a table of twiddle factors";
  let description = [{
    *Semantics*: the form to which the other transforms decompose: a transform of `length` numbers
    along `axis`, times `scale`. With `layout`, operand and result hold complex numbers as in
    `rlx.fft`. Without it, real and imaginary parts are separate tensors. Their numbers decide the
    form:

    - One operand is real. Two operands hold the parts. If they have `length floordiv 2 + 1`
      elements along `axis` and there is one result, they are the first half, as in `rlx.irfft`.
    - One result is the real part. Two results for one operand are the first half, as in `rlx.rfft`.

    `table` holds the constants of the transform's plan, first real and then imaginary parts. Its
    contents do not affect the defined result.

    *Shape rule*: there are one or two inputs (fft_planned_c1), of one shape and type
    (fft_planned_c2); with `layout` there is one input and one result (fft_planned_c3). `axis` must
    be in [-rank, rank) (fft_planned_c4), with the size that `length` implies (fft_planned_c5), and
    `length` is at least 1 (fft_planned_c6). In layout `pairs`, `axis` is not the last dimension,
    which has size 2 (fft_planned_c7). `table` is `[2, T]`, with the T of the plan (fft_planned_c8).

    *Types*: complex in layout `complex`, otherwise floating-point (fft_planned_c9). The table is
    f64 for f64 and complex<f64>, otherwise f32 (fft_planned_c10).

    *Numerics*: as `rlx.fft`. Transforms of a batch are vectorized: one per vector lane.

    *Example*:
    ```mlir
    %re, %im = rlx.fft_planned %x table %t axis = -1 length = 2 results = 2 : (tensor<?x2xf32>, tensor<2x0xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>)
    ```
  }];
  let arguments = (ins Variadic<RLX_FloatOrComplexTensor>:$inputs, RLX_PartTensor:$table,
      OptionalAttr<RLX_FftLayout>:$layout, I64Attr:$axis, I64Attr:$length, I64Attr:$result_count,
      DefaultValuedAttr<F64Attr, "1.0">:$scale, DefaultValuedAttr<BoolAttr, "false">:$inverse);
  let results = (outs Variadic<RLX_FloatOrComplexTensor>:$results);
  let assemblyFormat = [{
    ($layout^)? $inputs `table` $table `axis` `=` $axis `length` `=` $length
    `results` `=` $result_count attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_FftRadix2Op : RLX_CoreOp<"fft_radix2", [RLX_NoFusion]> {
  let summary = "Fourier transforms of a power of two that is known in the run only";
  let description = [{
    *Semantics*: the transforms of the rows of `real + i * imag`, without a scale: `result[r, j] = sum
    over k of input[r, k] * e^(-2 pi i j k / N)`, or of `e^(+2 pi i j k / N)` if `inverse`. The
    results are the real and the imaginary part. If N is not a power of two, their elements are
    unspecified. `table` holds `e^(-2 pi i k / N)` for `k < N / 2`, first real and then imaginary
    parts. Its contents do not affect the defined result. Transforms of other lengths are made of
    these by Bluestein's algorithm.

    *Shape rule*: `real` has rank 2, [rows, N] (fft_radix2_c1), and `imag` the same shape
    (fft_radix2_c2). Element types are equal (fft_radix2_c3). `table` has shape [2, N floordiv 2]
    (fft_radix2_c4).

    *Types*: f32 and f64.

    *Numerics*: log2(N) sums in the element type.

    *Example*:
    ```mlir
    %0:2 = rlx.fft_radix2 %re, %im table %t : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<2x4xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>)
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32, F64]>:$real, RankedTensorOf<[F32, F64]>:$imag,
      RankedTensorOf<[F32, F64]>:$table, DefaultValuedAttr<BoolAttr, "false">:$inverse);
  let results = (outs RankedTensorOf<[F32, F64]>:$result_real,
      RankedTensorOf<[F32, F64]>:$result_imag);
  let assemblyFormat = [{
    $real `,` $imag `table` $table attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_SPECTRAL_TD
