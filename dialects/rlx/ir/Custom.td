// Ops that user code computes.
#ifndef RLX_CUSTOM_TD
#define RLX_CUSTOM_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_CustomOp : RLX_Op<"custom", [RLX_StandsAlone,
    DeclareOpInterfaceMethods<RLX_UserKernelOpInterface>]> {
  let summary = "a kernel of the user, found by name when the model is loaded";
  let description = [{
    *Semantics*: calls the kernel that is registered as `kernel` with the operands, the bytes of
    `config`, and memory for the results, all of which it must write. The kernel must be pure: equal
    operands give equal results. It is registered with `rlx_compile_options_add_kernel` of the C API
    (`UserKernel` in C++) and sees types and sizes of all its tensors; one kernel may serve several
    element types. On a machine without that kernel the model does not load.

    *Shape rule*: the results have the types `outs`. The sizes that these leave open are given by
    `sizes`, one map for each result, over the sizes of all operands from left to right
    (custom_c1: as many maps as results, with as many results as the result has dimensions, and as
    many symbols as the operands have). A static size in `outs` is a promise. There is a result
    (custom_c2), and the name is not empty (custom_c3).

    *Types*: all.

    *Numerics*: the kernel's own.

    *Example*:
    ```mlir
    %0 = rlx.custom "blend"(%x, %y) config = "0.25" outs = [tensor<?x4xf32>] sizes = [affine_map<()[n, a, m, b] -> (n, a)>] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = rlx.custom "histogram"(%y) outs = [tensor<256xi32>] : (tensor<?x4xf32>) -> tensor<256xi32>
    ```
  }];
  let arguments = (ins Variadic<RLX_Tensor>:$inputs, StrAttr:$kernel,
      DefaultValuedAttr<StrAttr, "\"\"">:$config, TypeArrayAttr:$outs,
      OptionalAttr<AffineMapArrayAttr>:$sizes);
  let results = (outs Variadic<RLX_Tensor>:$outputs);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` (`config` `=` $config^)? `outs` `=` $outs (`sizes` `=` $sizes^)?
    attr-dict `:` functional-type($inputs, results)
  }];
}

#endif // RLX_CUSTOM_TD
