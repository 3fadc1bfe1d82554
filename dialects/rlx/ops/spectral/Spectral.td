// Fourier transforms.
#ifndef RLX_SPECTRAL_TD
#define RLX_SPECTRAL_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_FftOp : RLX_CompositeOp<"fft"> {
  let summary = "discrete Fourier transform of a tensor of complex numbers";
  let description = [{
    *Semantics*: along `axis`, `X[k] = s * sum over j < N of x[j] * e^(-2 pi i j k / N)`, and with
    `inverse` the same with `e^(+2 pi i j k / N)`. `norm` says what the scale s is, with NumPy's names:

    | norm | forward | inverse |
    | --- | --- | --- |
    | `backward` (the default) | 1 | 1 / N |
    | `forward` | 1 / N | 1 |
    | `ortho` | N^(-1/2) | N^(-1/2) |
    | `none` | 1 | 1 |

    `layout` says how the numbers lie in the tensor: `complex`: they are its elements; `block`: along
    `axis` stand all N real parts, then all N imaginary parts; `pairs`: the last dimension, which is
    not `axis` and has size 2, is a real and an imaginary part. NumPy `fft` and `ifft`; ONNX `DFT`
    (`pairs`).

    The adjoint, through which gradients go, is the transform in the other direction, with the norms
    `backward` and `forward` exchanged.

    *Shape rule*: `axis` lies in [-rank, rank) (fft_c1); its size is static and at least 1 (fft_c2),
    and even in layout `block` (fft_c3); in layout `pairs` the last dimension is static, of size 2,
    and not `axis` (fft_c4). The result is like the input.

    *Types*: complex in layout `complex`, floating-point in the others (fft_c5).

    *Numerics*: any N takes O(N log N) steps and has an error that grows as log N. f16 and bf16
    compute in f32 and round once.

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
  let summary = "discrete Fourier transform of real and imaginary parts in two tensors";
  let description = [{
    *Semantics*: as `rlx.fft`, of `real[..] + i * imag[..]`; the results are the parts of the
    transform.

    *Shape rule*: `axis` lies in [-rank, rank) (fft_parts_c1); its size is static and at least 1
    (fft_parts_c2); both operands have one shape (fft_parts_c3) and one element type (fft_parts_c4),
    which the results have too.

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
    *Semantics*: the elements 0 to N / 2 (rounded down) of the forward transform of N real numbers
    along `axis`; the others are the conjugates of these, `X[N - k] = conj(X[k])`. The results are
    their real and imaginary parts. `norm` as for `rlx.fft`. NumPy `rfft`.

    The adjoint: the real part of the adjoint of `rlx.fft` on the gradient followed by zeros.

    *Shape rule*: `axis` lies in [-rank, rank) (rfft_c1); its size N is static and at least 1
    (rfft_c2), and `N floordiv 2 + 1` in the results.

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
  let summary = "inverse of the discrete Fourier transform of real numbers";
  let description = [{
    *Semantics*: the inverse transform, which is real, of the N = `length` numbers along `axis` of
    which the operands hold the elements 0 to N / 2 (rounded down), the others being the conjugates
    of these. The imaginary part of element 0, and for even N that of element N / 2, has no
    influence. `norm` as for `rlx.fft`. NumPy `irfft`.

    *Shape rule*: `axis` lies in [-rank, rank) (irfft_c1); `length` is at least 1 (irfft_c2) and the
    size of `axis` is `length floordiv 2 + 1` (irfft_c3), in place of which the result has `length`;
    both operands have one shape (irfft_c4) and one element type (irfft_c5).

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
  let summary = "Fourier transform with a table of constants";
  let description = [{
    *Semantics*: what the other transforms become: the one of `length` numbers along `axis`, times
    `scale`. With `layout` the operand and the result hold complex numbers as in `rlx.fft`. Without
    it, real and imaginary parts are tensors of their own. A lone operand is real; two operands of
    `length floordiv 2 + 1` along `axis` for one result are the first half of numbers whose transform
    is real, as in `rlx.irfft`. A lone result is the real part; two results for one operand are the
    first half, as in `rlx.rfft`. `table` holds the constants of the transform's plan, real parts
    and then imaginary parts; its elements have no influence on what is computed.

    *Shape rule*: one or two inputs (fft_planned_c1), of one shape and type (fft_planned_c2), one
    each for input and result with `layout` (fft_planned_c3); `axis` lies in [-rank, rank)
    (fft_planned_c4), has the size that `length` asks for (fft_planned_c5), of at least 1
    (fft_planned_c6), and in layout `pairs` is not the last dimension, of size 2 (fft_planned_c7);
    `table` is `[2, T]` with T as the plan needs it (fft_planned_c8).

    *Types*: complex in layout `complex`, otherwise floating-point (fft_planned_c9); the table is f64
    for f64 and complex<f64>, otherwise f32 (fft_planned_c10).

    *Numerics*: as `rlx.fft`. Several transforms of a batch go side by side through vectors.

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

#endif // RLX_SPECTRAL_TD
