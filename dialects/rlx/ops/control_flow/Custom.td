// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that user code computes: user kernels (rlx.custom), and functions with user-defined
// derivatives (rlx.custom_fn). Their optional regions define them in rlx ops, for the interpreter
// and for differentiation.
#ifndef RLX_CUSTOM_TD
#define RLX_CUSTOM_TD

include "dialects/rlx/interfaces/ControlFlowInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_CustomOp : RLX_CompositeOp<"custom", [RLX_NoFusion, RLX_MayFail, IsolatedFromAbove,
    DeclareOpInterfaceMethods<RLX_UserKernelOpInterface>]> {
  let summary = "a user kernel, found by name when the model is loaded";
  let description = [{
    *Semantics*: calls the kernel that is registered as `kernel`. It gets the operands, the byte
    string `config`, and memory for the results, which it must write completely. The kernel must be
    pure: equal operands give equal results. You register it with `rlx_compile_options_add_kernel`
    of the C API (`UserKernel` in C++). It sees types and sizes of all its tensors, so one kernel
    may serve several element types.

    The optional region computes the same with rlx ops. Its arguments are the operands, and it
    yields the results. The reference interpreter runs it. Compiled models run it if the kernel is
    not registered at compile time. Without region and kernel, the model does not load.

    *Shape rule*: the results have the types `outs`. Their dynamic sizes are given by `sizes`: one
    map per result over the sizes of all operands, in order. So there is one map per result, with
    one map result per dimension and one symbol per operand size (custom_c1). A static size in
    `outs` is a promise. There is at least one result (custom_c2), and the name is not empty
    (custom_c3). The region's arguments have the operands' types (custom_c4), and it yields the
    results' types (custom_c5). Sizes must not be negative (custom_c6). If the region yields sizes
    other than those of `sizes`, the run fails (custom_c7).

    *Types*: all element types.

    *Numerics*: those of the kernel.

    *Example*:
    ```mlir
    func.func @example(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<256xi32>, tensor<?x4xf32>) {
      %0 = rlx.custom "blend"(%x, %y) config = "0.25" outs = [tensor<?x4xf32>] sizes = [affine_map<()[n, a, m, b] -> (n, a)>] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
      %1 = rlx.custom "histogram"(%y) outs = [tensor<256xi32>] : (tensor<?x4xf32>) -> tensor<256xi32>
      %2 = rlx.custom "square"(%x) outs = [tensor<?x4xf32>] sizes = [affine_map<()[n, a] -> (n, a)>] : (tensor<?x4xf32>) -> tensor<?x4xf32> {
      ^bb0(%a: tensor<?x4xf32>):
        %3 = rlx.mul %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
        rlx.yield %3 : tensor<?x4xf32>
      }
      return %0, %1, %2 : tensor<?x4xf32>, tensor<256xi32>, tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_AnyTensor>:$inputs, StrAttr:$kernel,
      DefaultValuedAttr<StrAttr, "\"\"">:$config, TypeArrayAttr:$outs,
      OptionalAttr<AffineMapArrayAttr>:$sizes, UnitAttr:$use_kernel);
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` (`config` `=` $config^)? `outs` `=` $outs (`sizes` `=` $sizes^)?
    (`use_kernel` $use_kernel^)? attr-dict `:` functional-type($inputs, results) ($body^)?
  }];
  let regions = (region MaxSizedRegion<1>:$body);
  let hasVerifier = 1;
}

def RLX_CustomFnOp : RLX_CompositeOp<"custom_fn", [IsolatedFromAbove,
    DeclareOpInterfaceMethods<RLX_ControlFlowOpInterface>]> {
  let summary = "a function with user-defined derivatives";
  let description = [{
    *Semantics*: the results are the values that `body` yields for the operands. Differentiation
    does not look into the body. The region `vjp` computes the gradients of the operands from the
    operands, the results and the gradients of the results, in this order. The region `jvp` computes
    the tangents of the results from the operands and their tangents. Either may be absent; then the
    function has no derivative of that kind. Compilation replaces the op by its body. JAX's
    `custom_vjp` and `custom_jvp`.

    *Shape rule*: the body's arguments have the operands' types (custom_fn_c1). The arguments of
    `vjp` and `jvp` have the types of the values above (custom_fn_c2). `vjp` yields one value per
    operand, of its type (custom_fn_c3); `jvp` yields one value per result, of its type
    (custom_fn_c4).

    *Types*: all element types.

    *Numerics*: those of the body.

    *Example*:
    ```mlir
    func.func @example(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = rlx.custom_fn %x : (tensor<?xf32>) -> tensor<?xf32> {
      ^bb0(%a: tensor<?xf32>):
        %1 = rlx.round %a : (tensor<?xf32>) -> tensor<?xf32>
        rlx.yield %1 : tensor<?xf32>
      } vjp {
      ^bb0(%a: tensor<?xf32>, %y: tensor<?xf32>, %dy: tensor<?xf32>):
        rlx.yield %dy : tensor<?xf32>
      }
      return %0 : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_AnyTensor>:$inputs);
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$vjp, MaxSizedRegion<1>:$jvp);
  let assemblyFormat = [{
    $inputs attr-dict `:` functional-type($inputs, results) $body (`vjp` $vjp^)? (`jvp` $jvp^)?
  }];
  let hasVerifier = 1;
}

#endif // RLX_CUSTOM_TD
