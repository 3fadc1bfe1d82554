// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers: construction, real and imaginary parts, absolute value, conjugate. Arithmetic on
// complex numbers is in Elementwise.td: the ops there take complex types if their description says
// so. Transforms are in spectral/Spectral.td.
#ifndef RLX_COMPLEX_TD
#define RLX_COMPLEX_TD

include "dialects/rlx/ir/RLXBase.td"

class RLX_ComplexUnaryOp<string mnemonic, string what, string formula, string numerics,
                         string resultType, string resultText> : RLX_ElementwiseOp<mnemonic> {
  let summary = what;
  let description = "*Semantics*: `result[i] = " # formula # "`." #
      "\n\n*Shape rule*: result shape like the input." #
      "\n\n*Types*: complex to " # resultText # "." #
      "\n\n*Numerics*: " # numerics #
      "\n\n*Example*:\n```mlir\n%0 = rlx." # mnemonic # " %z : (tensor<2x?xcomplex<f32>>) -> " #
      "tensor<2x?x" # resultType # ">\n```\n";
  let arguments = (ins RLX_ComplexTensor:$input);
}

// An op from complex numbers to the type of their parts.
class RLX_ComplexPartOp<string mnemonic, string what, string formula, string numerics>
    : RLX_ComplexUnaryOp<mnemonic, what, formula, numerics, "f32", "the type of its parts"> {
  let results = (outs RLX_PartTensor:$result);
}

def RLX_ComplexOp : RLX_ElementwiseOp<"complex"> {
  let summary = "complex numbers from real and imaginary parts";
  let description = [{
    *Semantics*: `result[i] = real[i] + imag[i] * i`.

    *Shape rule*: NumPy broadcasting (binary_c1).

    *Types*: f32 to complex<f32>, f64 to complex<f64>. The operands' element types must agree
    (binary_c2).

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.complex %re, %im : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xcomplex<f32>>
    ```
  }];
  let arguments = (ins RLX_PartTensor:$real, RLX_PartTensor:$imag);
  let results = (outs RLX_ComplexTensor:$result);
}

def RLX_RealOp : RLX_ComplexPartOp<"real", "real part", "re input[i]", "exact."> {
  let hasFolder = 1;
}
def RLX_ImagOp : RLX_ComplexPartOp<"imag", "imaginary part", "im input[i]", "exact."> {
  let hasFolder = 1;
}
def RLX_ComplexAbsOp : RLX_ComplexPartOp<"complex_abs", "absolute value of complex numbers",
    "(re input[i]^2 + im input[i]^2)^(1/2)",
    "does not overflow or underflow in between; infinite if either part is, also with NaN (C `hypot`).">;
def RLX_ComplexNormSqOp : RLX_ComplexPartOp<"complex_norm_sq", "squared absolute value",
    "re input[i]^2 + im input[i]^2", "computed by the formula, which may overflow.">;

def RLX_ConjOp : RLX_ComplexUnaryOp<"conj", "complex conjugate", "re input[i] - im input[i] * i",
    "exact.", "complex<f32>", "complex"> {
  let results = (outs RLX_ComplexTensor:$result);
  let hasFolder = 1;
}

def RLX_ComplexNormSqBackwardOp : RLX_ElementwiseOp<"complex_norm_sq_backward"> {
  let summary = "gradient of complex_norm_sq";
  let description = [{
    *Semantics*: `result[i] = grad[i] * input[i]`. The derivative of `|z|^2 = z conj(z)` by
    `conj(z)` is z; it is multiplied by the gradient of the result. This is Wirtinger's convention,
    without a factor of 2.

    *Shape rule*: NumPy broadcasting (complex_norm_sq_backward_c1).

    *Types*: complex input; `grad` has the type of its parts (complex_norm_sq_backward_c2).

    *Numerics*: each part is rounded once.

    *Example*:
    ```mlir
    %0 = rlx.complex_norm_sq_backward %z, %g : (tensor<2x?xcomplex<f32>>, tensor<2x?xf32>) -> tensor<2x?xcomplex<f32>>
    ```
  }];
  let arguments = (ins RLX_ComplexTensor:$input, RLX_PartTensor:$grad);
  let results = (outs RLX_ComplexTensor:$result);
}

#endif // RLX_COMPLEX_TD
