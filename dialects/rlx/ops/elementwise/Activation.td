// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Activation functions. Each is one elementwise op, so that the epilogue of a kernel can compute
// it. The classes write the parts of the documentation that are the same for all of them.
#ifndef RLX_ACTIVATION_TD
#define RLX_ACTIVATION_TD

include "dialects/rlx/ir/RLXBase.td"

class RLX_ActivationText<string mnemonic, string formula, string source, string types,
                         string numerics, string attributes> {
  string text = "*Semantics*: `result[i] = " # formula # "` with `x = input[i]`. " # source #
      "\n\n*Shape rule*: result like the input." #
      "\n\n*Types*: " # types #
      "\n\n*Numerics*: " # numerics #
      "\n\n*Example*:\n```mlir\n%0 = rlx." # mnemonic # " %x " # attributes #
      ": (tensor<2x?xf32>) -> tensor<2x?xf32>\n```\n";
}

// An activation of floats. f16 and bf16 are computed in f32.
class RLX_ActivationOp<string mnemonic, string what, string formula, string source,
                       string attributes = "">
    : RLX_UnaryOp<mnemonic, RLX_FloatTensor> {
  let summary = what;
  let description = RLX_ActivationText<mnemonic, formula, source, "floating-point.",
    [{f16 and bf16 compute in f32 and round once. Attributes are rounded to f32, except for f64
    elements. NaN gives NaN unless the formula says otherwise.}], attributes>.text;
}

class RLX_F64Default<string value> : DefaultValuedAttr<F64Attr, value>;

def RLX_ReluOp : RLX_UnaryOp<"relu", RLX_NumberTensor> {
  let summary = "rectified linear unit";
  let description = RLX_ActivationText<"relu", "max(x, 0)", "ONNX `Relu`.",
      "floating-point, signed and unsigned.", "exact; NaN gives NaN, -0 gives +0.", "">.text;
  let hasFolder = 1;
}
def RLX_SigmoidOp : RLX_ActivationOp<"sigmoid", "logistic function", "1 / (1 + e^-x)",
    "ONNX `Sigmoid`.">;
def RLX_SiluOp : RLX_ActivationOp<"silu", "sigmoid linear unit (swish)", "x / (1 + e^-x)",
    "Elfwing et al. 2017.">;
def RLX_GeluOp : RLX_ActivationOp<"gelu", "Gaussian error linear unit",
    "x / 2 * (1 + erf(x / sqrt 2))", "ONNX `Gelu` with `approximate = none`.">;
def RLX_GeluTanhOp : RLX_ActivationOp<"gelu_tanh", "Gaussian error linear unit, tanh form",
    "x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))",
    "ONNX `Gelu` with `approximate = tanh`.">;
def RLX_SoftplusOp : RLX_ActivationOp<"softplus", "smooth rectifier", "ln(1 + e^x)",
    "ONNX `Softplus`.">;
def RLX_SoftsignOp : RLX_ActivationOp<"softsign", "x divided by 1 + |x|", "x / (1 + |x|)",
    "ONNX `Softsign`.">;
def RLX_MishOp : RLX_ActivationOp<"mish", "self-regularized activation", "x * tanh(ln(1 + e^x))",
    "Misra 2019, ONNX `Mish`.">;
def RLX_HardSwishOp : RLX_ActivationOp<"hard_swish", "piecewise linear swish",
    "x * max(0, min(1, x / 6 + 1 / 2))", "ONNX `HardSwish`.">;
def RLX_HardSigmoidOp : RLX_ActivationOp<"hard_sigmoid", "piecewise linear sigmoid",
    "max(0, min(1, alpha * x + beta))", "ONNX `HardSigmoid`.", "{alpha = 0.2, beta = 0.5} "> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"0.2">:$alpha,
                       RLX_F64Default<"0.5">:$beta);
}
def RLX_EluOp : RLX_ActivationOp<"elu", "exponential linear unit",
    "x if x > 0 else alpha * (e^x - 1)", "ONNX `Elu`.", "{alpha = 1.0} "> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"1.0">:$alpha);
}
def RLX_SeluOp : RLX_ActivationOp<"selu", "scaled exponential linear unit",
    "gamma * (x if x > 0 else alpha * (e^x - 1))", "ONNX `Selu`."> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"1.67326319217681884765625">:$alpha,
                       RLX_F64Default<"1.05070102214813232421875">:$gamma);
}
def RLX_CeluOp : RLX_ActivationOp<"celu", "continuously differentiable exponential linear unit",
    "max(0, x) + min(0, alpha * (e^(x / alpha) - 1))", "ONNX `Celu`.", "{alpha = 2.0} "> {
  let description = RLX_ActivationText<"celu", "max(0, x) + min(0, alpha * (e^(x / alpha) - 1))",
      "ONNX `Celu`. `alpha` must not be 0 (celu_c1).", "floating-point.",
      "f16 and bf16 compute in f32 and round once; NaN gives NaN.", "{alpha = 2.0} ">.text;
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"1.0">:$alpha);
  let extraClassDefinition = elementwiseDefinition;
}
def RLX_LeakyReluOp : RLX_ActivationOp<"leaky_relu", "rectifier with a slope below zero",
    "x if x >= 0 else alpha * x", "ONNX `LeakyRelu`.", "{alpha = 0.01} "> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"0.01">:$alpha);
}
def RLX_ThresholdedReluOp : RLX_ActivationOp<"thresholded_relu", "identity above a threshold",
    "x if x > alpha else 0", "ONNX `ThresholdedRelu`. NaN gives 0.", "{alpha = 1.0} "> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_F64Default<"1.0">:$alpha);
}

def RLX_PreluOp : RLX_ElementwiseOp<"prelu"> {
  let summary = "rectifier with a learned slope below zero";
  let description = [{
    *Semantics*: `result[i] = x if x >= 0 else slope[i] * x` with `x = input[i]`. ONNX `PRelu`.

    *Shape rule*: NumPy broadcasting (binary_c1). Unlike in ONNX, the input may be broadcast too.

    *Types*: floating-point, signed and unsigned. The operands' element types must agree
    (binary_c2).

    *Numerics*: rounds once to the element type; integers wrap.

    *Example*:
    ```mlir
    %0 = rlx.prelu %x, %slope : (tensor<2x4x?xf32>, tensor<4x1xf32>) -> tensor<2x4x?xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, RLX_NumberTensor:$slope);
  let results = (outs RLX_NumberTensor:$result);
  let extraClassDefinition = elementwiseDefinition # sameTypeInfer;
}

#endif // RLX_ACTIVATION_TD
