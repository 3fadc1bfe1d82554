// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fused ops: the fusion passes make them from common chains, so that a target can take them whole.
// For example, matmul, bias and activation become rlx.fused_matmul_bias_act. Targets without such a
// kernel decompose them again.
#ifndef RLX_FUSED_TD
#define RLX_FUSED_TD

include "dialects/rlx/interfaces/ReductionInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_FusedMatmulBiasActOp : RLX_CompositeOp<"fused_matmul_bias_act"> {
  let summary = "activation of a matmul plus bias";
  let description = [{
    *Semantics*: `result = activation(matmul(lhs, rhs) + bias)`, with `matmul` as `rlx.matmul`. The
    activations are the ops of the same names; `none` is the identity. An absent bias is 0.

    *Shape rule*: as `rlx.matmul` for operands of rank 2 or more (fused_matmul_bias_act_c1). bias
    has rank 1 and the size of the result's last dimension (fused_matmul_bias_act_c2). Element types
    must be equal (fused_matmul_bias_act_c3).

    *Types*: floating-point.

    *Numerics*: sums accumulate in at least f32. The matmul and the sum with the bias may each be
    rounded to the element type.

    *Example*:
    ```mlir
    %0 = rlx.fused_matmul_bias_act %a, %b, %c activation = gelu : (tensor<?x8xf32>, tensor<8x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$lhs, RLX_FloatTensor:$rhs, Optional<RLX_FloatTensor>:$bias,
      RLX_FusedActivation:$activation);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    operands `activation` `=` $activation attr-dict `:` functional-type(operands, results)
  }];
}

class RLX_FusedResidualNormBase<string mnemonic>
    : RLX_CompositeOp<mnemonic, [AttrSizedOperandSegments, RLX_RowReductionComposite]> {
  let arguments = (ins RLX_FloatTensor:$input, RLX_FloatTensor:$residual,
      Optional<RLX_FloatTensor>:$bias, Optional<RLX_FloatTensor>:$gamma,
      Optional<RLX_FloatTensor>:$beta, DefaultValuedAttr<I64Attr, "-1">:$axis,
      DefaultValuedAttr<F64Attr, "1.0e-5">:$eps);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $residual (`bias` $bias^)? (`gamma` $gamma^)? (`beta` $beta^)? `axis` `=` $axis
    `eps` `=` $eps attr-dict `:` functional-type(operands, results)
  }];
}

def RLX_FusedResidualLNOp : RLX_FusedResidualNormBase<"fused_residual_ln"> {
  let summary = "layer normalization of a residual sum";
  let description = [{
    *Semantics*: `layer_norm(input + residual + bias)`, with gamma, beta, `axis` and `eps` as in
    `rlx.layer_norm`. An absent bias is 0.

    *Shape rule*: input, residual and result have the same shape (fused_residual_ln_c1). `axis` must
    be in [-rank, rank) (fused_residual_ln_c2). bias, gamma and beta have the input's sizes from
    `axis` on (fused_residual_ln_c3). Element types must be equal (fused_residual_ln_c4). `eps` is
    finite and not negative (fused_residual_ln_c5).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.fused_residual_ln %x, %r gamma %g beta %b axis = -1 eps = 1.0e-5 : (tensor<?x384xf32>, tensor<?x384xf32>, tensor<384xf32>, tensor<384xf32>) -> tensor<?x384xf32>
    ```
  }];
}

def RLX_FusedResidualRmsNormOp : RLX_FusedResidualNormBase<"fused_residual_rms_norm"> {
  let summary = "root-mean-square normalization of a residual sum";
  let description = [{
    *Semantics*: `rms_norm(input + residual + bias)`, with gamma, beta, `axis` and `eps` as in
    `rlx.rms_norm`. An absent bias is 0.

    *Shape rule*: input, residual and result have the same shape (fused_residual_rms_norm_c1).
    `axis` must be in [-rank, rank) (fused_residual_rms_norm_c2). bias, gamma and beta have the
    input's sizes from `axis` on (fused_residual_rms_norm_c3). Element types must be equal
    (fused_residual_rms_norm_c4). `eps` is finite and not negative (fused_residual_rms_norm_c5).

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.fused_residual_rms_norm %x, %r gamma %g axis = -1 eps = 1.0e-6 : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
    ```
  }];
}

def RLX_FusedSwiGLUOp : RLX_CompositeOp<"fused_swiglu"> {
  let summary = "gated linear unit with SiLU (SwiGLU)";
  let description = [{
    *Semantics*: splits the input's last dimension into two halves of size N. `result = silu(gate) *
    up`, where the gate is the second half or, with `gate_first`, the first. The result has the
    element type `cast_to` or, without it, that of the input. Shazeer 2020.

    *Shape rule*: the rank is at least 1 (fused_swiglu_c1), and the last size 2N is even
    (fused_swiglu_c2). The result is like the input with last size N. `cast_to` is a floating-point
    type (fused_swiglu_c3).

    *Types*: floating-point.

    *Numerics*: computed in f64 if input or result is f64, otherwise in f32, and rounded once to the
    result's element type.

    *Example*:
    ```mlir
    %0 = rlx.fused_swiglu %x : (tensor<2x?x16xf32>) -> tensor<2x?x8xf32>
    %1 = rlx.fused_swiglu %x {gate_first = true, cast_to = f16} : (tensor<2x?x16xf32>) -> tensor<2x?x8xf16>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$input, DefaultValuedAttr<BoolAttr, "false">:$gate_first,
      OptionalAttr<TypeAttrOf<RLX_Float>>:$cast_to);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_FUSED_TD
