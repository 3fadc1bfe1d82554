// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations of the ops' attributes. The names of cases are those of the IR's text form; changing
// one changes the syntax of ops. The description of an enumeration appears in verifier messages:
// "attribute … failed to satisfy constraint: …".
#ifndef RLX_ENUMS_TD
#define RLX_ENUMS_TD

include "mlir/IR/EnumAttr.td"

def RLX_ActivationKind : I32EnumAttr<"ActivationKind", "a function of one element", [
    I32EnumAttrCase<"Gelu", 0, "gelu">, I32EnumAttrCase<"GeluTanh", 1, "gelu_tanh">,
    I32EnumAttrCase<"Silu", 2, "silu">, I32EnumAttrCase<"Relu", 3, "relu">,
    I32EnumAttrCase<"Sigmoid", 4, "sigmoid">, I32EnumAttrCase<"Tanh", 5, "tanh">,
    I32EnumAttrCase<"Exp", 6, "exp">, I32EnumAttrCase<"Log", 7, "log">,
    I32EnumAttrCase<"Sqrt", 8, "sqrt">, I32EnumAttrCase<"Rsqrt", 9, "rsqrt">,
    I32EnumAttrCase<"Neg", 10, "neg">, I32EnumAttrCase<"Abs", 11, "abs">,
    I32EnumAttrCase<"Sin", 12, "sin">, I32EnumAttrCase<"Cos", 13, "cos">,
    I32EnumAttrCase<"Tan", 14, "tan">, I32EnumAttrCase<"Atan", 15, "atan">,
    I32EnumAttrCase<"Round", 16, "round">, I32EnumAttrCase<"Softplus", 17, "softplus">,
    I32EnumAttrCase<"Softsign", 18, "softsign">, I32EnumAttrCase<"Mish", 19, "mish">]> {
  let cppNamespace = "::rlx";
}

def RLX_AttentionLayout : I32EnumAttr<"AttentionLayout", "the order of an attention's dimensions", [
    I32EnumAttrCase<"BSHD", 0, "bshd">, I32EnumAttrCase<"BHSD", 1, "bhsd">]> {
  let cppNamespace = "::rlx";
}

def RLX_AttentionMask : I32EnumAttr<"AttentionMask", "which keys a query sees", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Causal", 1, "causal">,
    I32EnumAttrCase<"SlidingWindow", 2, "sliding_window">, I32EnumAttrCase<"Custom", 3, "custom">,
    I32EnumAttrCase<"Bias", 4, "bias">]> {
  let cppNamespace = "::rlx";
}

// The schemes of GGUF's files, then those that rlx.recode_blocks makes.
def RLX_BlockScheme : I32EnumAttr<"BlockScheme", "the block scheme of quantized weights", [
    I32EnumAttrCase<"Q4_0", 0, "q4_0">, I32EnumAttrCase<"Q4_1", 1, "q4_1">,
    I32EnumAttrCase<"Q5_0", 2, "q5_0">, I32EnumAttrCase<"Q5_1", 3, "q5_1">,
    I32EnumAttrCase<"Q8_0", 4, "q8_0">, I32EnumAttrCase<"Q2_K", 5, "q2_k">,
    I32EnumAttrCase<"Q3_K", 6, "q3_k">, I32EnumAttrCase<"Q4_K", 7, "q4_k">,
    I32EnumAttrCase<"Q5_K", 8, "q5_k">, I32EnumAttrCase<"Q6_K", 9, "q6_k">,
    I32EnumAttrCase<"Q8_K", 10, "q8_k">, I32EnumAttrCase<"IQ4_NL", 11, "iq4_nl">,
    I32EnumAttrCase<"IQ4_XS", 12, "iq4_xs">, I32EnumAttrCase<"MXFP4", 13, "mxfp4">,
    I32EnumAttrCase<"NVFP4", 14, "nvfp4">, I32EnumAttrCase<"TQ1_0", 15, "tq1_0">,
    I32EnumAttrCase<"TQ2_0", 16, "tq2_0">, I32EnumAttrCase<"IQ1_S", 17, "iq1_s">,
    I32EnumAttrCase<"IQ1_M", 18, "iq1_m">, I32EnumAttrCase<"IQ2_XXS", 19, "iq2_xxs">,
    I32EnumAttrCase<"IQ2_XS", 20, "iq2_xs">, I32EnumAttrCase<"IQ2_S", 21, "iq2_s">,
    I32EnumAttrCase<"IQ3_XXS", 22, "iq3_xxs">, I32EnumAttrCase<"IQ3_S", 23, "iq3_s">,
    I32EnumAttrCase<"IQ1_C32", 24, "iq1_c32">, I32EnumAttrCase<"IQ1_C16", 25, "iq1_c16">,
    I32EnumAttrCase<"IQ2_C32", 26, "iq2_c32">, I32EnumAttrCase<"IQ2_C16", 27, "iq2_c16">,
    I32EnumAttrCase<"IQ3_XXS_C32", 28, "iq3_xxs_c32">,
    I32EnumAttrCase<"IQ3_S_C32", 29, "iq3_s_c32">]> {
  let cppNamespace = "::rlx";
}

def RLX_ComparePredicate : I32EnumAttr<"ComparePredicate", "a relation between two elements", [
    I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>, I32EnumAttrCase<"lt", 2>,
    I32EnumAttrCase<"le", 3>, I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]> {
  let cppNamespace = "::rlx";
}

def RLX_RowPrecision : I32EnumAttr<"RowPrecision", "how far a block-quantized matmul may round its rows", [
    I32EnumAttrCase<"Exact", 0, "exact">, I32EnumAttrCase<"High", 1, "high">,
    I32EnumAttrCase<"Fast", 2, "fast">]> {
  let cppNamespace = "::rlx";
}

def RLX_DataFormat : I32EnumAttr<"DataFormat", "where the channel dimension stands", [
    I32EnumAttrCase<"ChannelsFirst", 0, "channels_first">,
    I32EnumAttrCase<"ChannelsLast", 1, "channels_last">]> {
  let cppNamespace = "::rlx";
}

def RLX_PoolKind : I32EnumAttr<"PoolKind", "what a pooling window computes", [
    I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Min", 1, "min">,
    I32EnumAttrCase<"Sum", 2, "sum">, I32EnumAttrCase<"Prod", 3, "prod">,
    I32EnumAttrCase<"Mean", 4, "mean">]> {
  let cppNamespace = "::rlx";
}

def RLX_FakeQuantScale : I32EnumAttr<"FakeQuantScale", "where the scale of a fake quantization comes from", [
    I32EnumAttrCase<"PerBatch", 0, "per_batch">,
    I32EnumAttrCase<"Fixed", 1, "fixed">,
    I32EnumAttrCase<"Ema", 2, "ema">]> {
  let cppNamespace = "::rlx";
}

def RLX_FusedActivation : I32EnumAttr<"FusedActivation", "the activation of a fused op", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Relu", 1, "relu">,
    I32EnumAttrCase<"Gelu", 2, "gelu">, I32EnumAttrCase<"GeluTanh", 3, "gelu_tanh">,
    I32EnumAttrCase<"Silu", 4, "silu">, I32EnumAttrCase<"Sigmoid", 5, "sigmoid">,
    I32EnumAttrCase<"Tanh", 6, "tanh">, I32EnumAttrCase<"Exp", 7, "exp">,
    I32EnumAttrCase<"Log", 8, "log">, I32EnumAttrCase<"Sqrt", 9, "sqrt">,
    I32EnumAttrCase<"Rsqrt", 10, "rsqrt">, I32EnumAttrCase<"Neg", 11, "neg">,
    I32EnumAttrCase<"Abs", 12, "abs">, I32EnumAttrCase<"Sin", 13, "sin">,
    I32EnumAttrCase<"Cos", 14, "cos">, I32EnumAttrCase<"Tan", 15, "tan">,
    I32EnumAttrCase<"Atan", 16, "atan">, I32EnumAttrCase<"Round", 17, "round">]> {
  let cppNamespace = "::rlx";
}

def RLX_RopeStyle : I32EnumAttr<"RopeStyle", "which dimensions a rotation turns together", [
    I32EnumAttrCase<"Half", 0, "half">, I32EnumAttrCase<"Interleaved", 1, "interleaved">]> {
  let cppNamespace = "::rlx";
}

def RLX_ResizeMode : I32EnumAttr<"ResizeMode", "how a resize computes an element", [
    I32EnumAttrCase<"Nearest", 0, "nearest">, I32EnumAttrCase<"Linear", 1, "linear">]> {
  let cppNamespace = "::rlx";
}

def RLX_NearestMode : I32EnumAttr<"NearestMode", "which neighbour is nearest", [
    I32EnumAttrCase<"RoundPreferFloor", 0, "round_prefer_floor">,
    I32EnumAttrCase<"RoundPreferCeil", 1, "round_prefer_ceil">,
    I32EnumAttrCase<"Floor", 2, "floor">, I32EnumAttrCase<"Ceil", 3, "ceil">]> {
  let cppNamespace = "::rlx";
}

def RLX_RoundMode : I32EnumAttr<"RoundMode", "how a number is rounded to a power of two", [
    I32EnumAttrCase<"Up", 0, "up">, I32EnumAttrCase<"Down", 1, "down">,
    I32EnumAttrCase<"Nearest", 2, "nearest">]> {
  let cppNamespace = "::rlx";
}

def RLX_Rounding : I32EnumAttr<"Rounding", "which of two equally near integers a number is rounded to", [
    I32EnumAttrCase<"HalfToEven", 0, "half_to_even">,
    I32EnumAttrCase<"HalfAwayFromZero", 1, "half_away_from_zero">]> {
  let cppNamespace = "::rlx";
}

def RLX_ScaledFormat : I32EnumAttr<"ScaledFormat", "what stands for a weight beside its scale", [
    I32EnumAttrCase<"Int8", 0, "int8">, I32EnumAttrCase<"Int4", 1, "int4">,
    I32EnumAttrCase<"Fp8E4M3", 2, "fp8_e4m3">, I32EnumAttrCase<"Fp8E5M2", 3, "fp8_e5m2">,
    I32EnumAttrCase<"Nvfp4", 4, "nvfp4">]> {
  let cppNamespace = "::rlx";
}

def RLX_ScatterReduction : I32EnumAttr<"ScatterReduction", "how an update changes an element", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Add", 1, "add">,
    I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"Max", 3, "max">,
    I32EnumAttrCase<"Min", 4, "min">]> {
  let cppNamespace = "::rlx";
}

def RLX_PadMode : I32EnumAttr<"PadMode", "what a tensor is padded with", [
    I32EnumAttrCase<"Constant", 0, "constant">, I32EnumAttrCase<"Reflect", 1, "reflect">,
    I32EnumAttrCase<"Edge", 2, "edge">, I32EnumAttrCase<"Wrap", 3, "wrap">]> {
  let cppNamespace = "::rlx";
}

def RLX_SteKind : I32EnumAttr<"SteKind", "how gradients pass a fake quantization (a straight-through estimator)", [
    I32EnumAttrCase<"Identity", 0, "identity">,
    I32EnumAttrCase<"ClippedIdentity", 1, "clipped_identity">,
    I32EnumAttrCase<"Tanh", 2, "tanh">,
    I32EnumAttrCase<"HardTanh", 3, "hard_tanh">]> {
  let cppNamespace = "::rlx";
}

def RLX_FftLayout : I32EnumAttr<"FftLayout", "how complex numbers lie in a tensor", [
    I32EnumAttrCase<"Complex", 0, "complex">, I32EnumAttrCase<"Block", 1, "block">,
    I32EnumAttrCase<"Pairs", 2, "pairs">]> {
  let cppNamespace = "::rlx";
}

def RLX_FftNorm : I32EnumAttr<"FftNorm", "which directions of a Fourier transform are scaled", [
    I32EnumAttrCase<"Backward", 0, "backward">, I32EnumAttrCase<"Forward", 1, "forward">,
    I32EnumAttrCase<"Ortho", 2, "ortho">, I32EnumAttrCase<"None", 3, "none">]> {
  let cppNamespace = "::rlx";
}

def RLX_CoordinateTransformation
    : I32EnumAttr<"CoordinateTransformation", "where in the input a result's position lies", [
    I32EnumAttrCase<"HalfPixel", 0, "half_pixel">,
    I32EnumAttrCase<"PytorchHalfPixel", 1, "pytorch_half_pixel">,
    I32EnumAttrCase<"AlignCorners", 2, "align_corners">,
    I32EnumAttrCase<"Asymmetric", 3, "asymmetric">,
    I32EnumAttrCase<"TfHalfPixelForNN", 4, "tf_half_pixel_for_nn">]> {
  let cppNamespace = "::rlx";
}

#endif // RLX_ENUMS_TD
