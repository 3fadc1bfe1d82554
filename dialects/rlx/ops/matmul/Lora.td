// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Low-rank adapters (LoRA): a matmul with a weight and its low-rank update. The op keeps the two
// small matmuls together, and the weight unchanged, so one weight can serve several adapters. It
// decomposes into plain matmuls.
#ifndef RLX_LORA_TD
#define RLX_LORA_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_LoraMatmulOp : RLX_CompositeOp<"lora_matmul"> {
  let summary = "matmul with a weight and a low-rank update of it (LoRA)";
  let description = [{
    *Semantics*: `x * weight + scale * (x * a) * b`. This is the product of x and
    `weight + scale * a * b`, without forming that sum. LoRA (Hu et al. 2021), where `scale` is
    alpha / r.

    *Shape rule*: x is `[.., K]` of rank 2 or more (lora_matmul_c1), weight `[K, N]`
    (lora_matmul_c2), a `[K, r]` (lora_matmul_c3), b `[r, N]` (lora_matmul_c4). Element types must
    be equal (lora_matmul_c5). The result is `[.., N]`.

    *Types*: floating-point.

    *Numerics*: f16 and bf16 compute in f32 and round once.

    *Example*:
    ```mlir
    %0 = rlx.lora_matmul %x, %w, %a, %b scale = 2.0 : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<64x4xf32>, tensor<4x128xf32>) -> tensor<?x128xf32>
    ```
  }];
  let arguments = (ins RLX_FloatTensor:$x, RLX_FloatTensor:$weight, RLX_FloatTensor:$a,
      RLX_FloatTensor:$b, DefaultValuedAttr<F64Attr, "1.0">:$scale);
  let results = (outs RLX_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $weight `,` $a `,` $b (`scale` `=` $scale^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // RLX_LORA_TD
