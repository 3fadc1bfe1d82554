// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of op kinds, by family; see OpKinds.h.
//
// An entry has a name, the mnemonics that cover it, and a note. A static_assert keeps the count at
// 92.
#include "conversions/OpKinds.h"

namespace rlx {

llvm::ArrayRef<OpKind> opKinds() {
  static constexpr OpKind kinds[] = {
      // Leaves.
      {"Input", "", "an argument with rlx.kind = \"input\""},
      {"Param", "", "an argument with rlx.kind = \"param\""},
      {"Constant", "constant"},
      // Elementwise.
      {"Activation", "gelu gelu_tanh silu relu sigmoid tanh exp log sqrt rsqrt neg abs sin cos tan "
                     "atan round"},
      {"Cast", "cast"},
      {"Binary", "add sub mul div max min pow"},
      {"Compare", "compare"},
      {"Where", "where"},
      {"ElementwiseRegion", "elementwise_region"},
      // Quantization.
      {"Quantize", "quantize"},
      {"Dequantize", "dequantize"},
      {"FakeQuantize", "fake_quantize"},
      {"FakeQuantizeLSQ", "fake_quantize_lsq"},
      {"FakeQuantizeLSQBackwardX", "fake_quantize_lsq_backward", "its first result"},
      {"FakeQuantizeLSQBackwardScale", "fake_quantize_lsq_backward", "its second result"},
      {"FakeQuantizeBackward", "fake_quantize_backward"},
      {"QMatMul", "q_matmul"},
      {"QConv2d", "q_conv"},
      // Linear algebra.
      {"MatMul", "matmul"},
      {"DotGeneral", "dot_general"},
      {"DenseSolve", "dense_solve"},
      {"BatchedDenseSolve", "dense_solve", "with batch dimensions"},
      {"LoraMatMul", "lora_matmul"},
      // Normalization and resizing.
      {"LayerNorm", "layer_norm"},
      {"LayerNorm2d", "layer_norm_2d"},
      {"GroupNorm", "group_norm"},
      {"RmsNorm", "rms_norm"},
      {"ResizeNearest2x", "resize"},
      // Attention and position.
      {"Attention", "attention"},
      {"Rope", "rope"},
      {"AxialRope2d", "axial_rope_2d"},
      // Shape, index, reduction.
      {"Reshape", "reshape"},
      {"Transpose", "transpose"},
      {"Narrow", "slice"},
      {"Concat", "concat"},
      {"Expand", "expand"},
      {"Gather", "gather"},
      {"Reduce", "reduce_sum reduce_mean reduce_max reduce_min reduce_prod"},
      {"Softmax", "softmax"},
      {"Cumsum", "cumsum"},
      {"TopK", "top_k"},
      {"Sample", "sample"},
      {"ScatterAdd", "scatter_add"},
      // Convolution and pooling.
      {"Conv", "conv"},
      {"ConvTranspose2d", "conv_transpose"},
      {"Pool", "pool"},
      // Gradients.
      {"ReluBackward", "relu_backward"},
      {"ActivationBackward", "activation_backward"},
      {"ComplexNormSq", "complex_norm_sq"},
      {"ComplexNormSqBackward", "complex_norm_sq_backward"},
      {"Conjugate", "conj"},
      {"MaxPool2dBackward", "max_pool_backward"},
      {"Conv2dBackwardInput", "conv_backward_input"},
      {"Conv2dBackwardWeight", "conv_backward_weight"},
      {"SoftmaxCrossEntropyWithLogits", "softmax_cross_entropy"},
      {"SoftmaxCrossEntropyBackward", "softmax_cross_entropy_backward"},
      {"AttentionBackward", "attention_backward"},
      {"LayerNormBackwardInput", "layer_norm_backward", "its first result"},
      {"LayerNormBackwardGamma", "layer_norm_backward", "its second result"},
      {"RmsNormBackwardInput", "rms_norm_backward", "its first result"},
      {"RmsNormBackwardGamma", "rms_norm_backward", "its second result"},
      {"RmsNormBackwardBeta", "rms_norm_backward", "its third result"},
      {"RopeBackward", "rope_backward"},
      {"GroupNormBackwardInput", "group_norm_backward", "its first result"},
      {"GroupNormBackwardGamma", "group_norm_backward", "its second result"},
      {"GroupNormBackwardBeta", "group_norm_backward", "its third result"},
      {"CumsumBackward", "cumsum_backward"},
      {"GatherBackward", "gather_backward"},
      // Mixtures of experts, quantized weights.
      {"GroupedMatMul", "grouped_matmul"},
      {"DequantGroupedMatMul", "dequant_grouped_matmul"},
      {"DequantMoEWeights", "dequantize_blocks", "and `rlx.transpose` for [E, K, N]"},
      {"DequantMatMul", "dequant_matmul dequant_matmul_scaled"},
      // Sequences, fused ops, control flow, spectra, splats, user code.
      {"SelectiveScan", "selective_scan"},
      {"GatedDeltaNet", "gated_delta_net"},
      {"FusedSwiGLU", "fused_swiglu"},
      {"FusedMatMulBiasAct", "fused_matmul_bias_act"},
      {"FusedResidualLN", "fused_residual_ln"},
      {"FusedResidualRmsNorm", "fused_residual_rms_norm"},
      {"FusedAttentionBlock", "fused_attention_block"},
      {"FusedTransformerLayer", "fused_transformer_layer"},
      {"If", "if"},
      {"While", "while"},
      {"Scan", "scan"},
      {"ScanBackward", "scan_backward"},
      {"ScanBackwardXs", "scan_backward"},
      {"Fft", "fft"},
      {"GaussianSplatRender", "gaussian_splat_render"},
      {"GaussianSplatRenderBackward", "gaussian_splat_render_backward"},
      {"GaussianSplatPrepare", "gaussian_splat_prepare"},
      {"GaussianSplatRasterize", "gaussian_splat_rasterize"},
      {"Custom", "custom"},
      {"CustomFn", "custom_fn"},
  };
  static_assert(std::size(kinds) == 92);
  return kinds;
}

} // namespace rlx
