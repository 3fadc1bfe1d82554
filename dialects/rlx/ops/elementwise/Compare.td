// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison, select, conversion between element types, clamping. All are elementwise, and all but
// rlx.cast are exact. Their definitions cover every value: NaN, signed zeros, and values out of the
// range of a type.
#ifndef RLX_COMPARE_TD
#define RLX_COMPARE_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def RLX_CompareOp : RLX_ElementwiseOp<"compare"> {
  let summary = "elementwise comparison";
  let description = [{
    *Semantics*: `result[i] = lhs[i] <predicate> rhs[i]` for `eq`, `ne`, `lt`, `le`, `gt`, `ge`.
    ONNX `Equal`, `Less`, `LessOrEqual`, `Greater`, `GreaterOrEqual`.

    *Shape rule*: NumPy broadcasting (compare_c1).

    *Types*: all element types; both operands have the same one (compare_c2). The result is i1.
    Unsigned integers compare as unsigned; false is less than true. Complex numbers have no order,
    so they support only `eq` and `ne` (compare_c3).

    *Numerics*: exact. A comparison with NaN is false, except `ne`, which is true. -0 equals +0.

    *Example*:
    ```mlir
    %0 = rlx.compare lt %a, %b : (tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
    ```
  }];
  let arguments = (ins RLX_ComparePredicate:$predicate, RLX_AnyTensor:$lhs, RLX_AnyTensor:$rhs);
  let results = (outs RLX_BoolTensor:$result);
  let extraClassDefinition = elementwiseDefinition;
  let assemblyFormat = "$predicate operands attr-dict `:` functional-type(operands, results)";
}

def RLX_WhereOp : RLX_ElementwiseOp<"where"> {
  let summary = "elementwise select between two tensors";
  let description = [{
    *Semantics*: `result[i] = condition[i] ? on_true[i] : on_false[i]`. ONNX `Where`.

    *Shape rule*: NumPy broadcasting of all three (where_c1).

    *Types*: all element types; `on_true` and `on_false` have the same one (where_c2).

    *Numerics*: exact. The element that is not selected has no effect, even if it is NaN.

    *Example*:
    ```mlir
    %0 = rlx.where %c, %a, %b : (tensor<2x1xi1>, tensor<2x?xf32>, tensor<f32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins RLX_BoolTensor:$condition, RLX_AnyTensor:$on_true,
      RLX_AnyTensor:$on_false);
  let results = (outs RLX_AnyTensor:$result);
  let hasFolder = 1;
}

def RLX_CastOp : RLX_ElementwiseOp<"cast", [RLX_KeepsElements]> {
  let summary = "conversion to another element type";
  let description = [{
    *Semantics*: `result[i]` is `input[i]` converted to the type `to`. Like ONNX `Cast`, but values
    out of range are defined. `saturate` and `round_mode` apply to narrow floats only.

    *Shape rule*: result shape like the input.

    *Types*: all element types and narrow types to all of them, except complex to non-complex types (cast_c1),
    for which `real`, `imag` and `complex_abs` exist, and narrow types from or to complex types
    (cast_c2). `saturate` is false for float8 types only (cast_c3), and `round_mode` is not `up` for
    f8E8M0FNU only (cast_c4).

    *Numerics*: To floating point: rounds once, to nearest even. Float to integer: rounds toward
    zero and saturates at the ends of the type; NaN gives 0. Integer to integer: wraps modulo
    2^width. To i1: true if the value is not zero (so NaN gives true). From i1: 0 or 1. To complex:
    the real part is converted likewise, the imaginary part is +0.

    To narrow floats: rounds once, to nearest even. Values out of range, infinities among them,
    become the largest value of their sign. With `saturate = false` they become infinity in f8E5M2
    and NaN in the other float8 types. NaN stays; f4E2M1FN, which has none, gets 0. To f8E8M0FNU,
    `round_mode` rounds `up`, `down`, or to the `nearest` power of two with ties up. Values below
    its range, among them 0, become the smallest value, or NaN with `saturate = false`; negative
    values become NaN.

    *Example*:
    ```mlir
    %0 = rlx.cast %x to f16 : (tensor<2x?xf32>) -> tensor<2x?xf16>
    %1 = rlx.cast %x to f8E8M0FNU round_mode = nearest : (tensor<2x?xf32>) -> tensor<2x?xf8E8M0FNU>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, TypeAttrOf<RLX_StoredElement>:$to,
      DefaultValuedAttr<BoolAttr, "true">:$saturate,
      DefaultValuedAttr<RLX_RoundMode, "::rlx::RoundMode::Up">:$round_mode);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $input `to` $to (`round_mode` `=` $round_mode^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def RLX_BitcastOp : RLX_ElementwiseOp<"bitcast"> {
  let summary = "the bits of each element, read as another type";
  let description = [{
    *Semantics*: `result[i]` has the bits of `input[i]`, read as an element of the type `to`. ONNX
    `BitCast`; NumPy `view`.

    *Shape rule*: result shape like the input.

    *Types*: numbers and narrow types to such of the same width (bitcast_c1).

    *Numerics*: exact. A signalling NaN may become a quiet one.

    *Example*:
    ```mlir
    %0 = rlx.bitcast %x to i32 : (tensor<2x?xf32>) -> tensor<2x?xi32>
    ```
  }];
  let arguments = (ins RLX_NumberOrNarrowTensor:$input, TypeAttrOf<RLX_NumberOrNarrow>:$to);
  let results = (outs RLX_NumberOrNarrowTensor:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
}

def RLX_ClampOp : RLX_ElementwiseOp<"clamp"> {
  let summary = "clamping to an interval";
  let description = [{
    *Semantics*: `result[i] = min(max(input[i], min), max)`. An absent bound has no effect. ONNX
    `Clip` with constant bounds. If `min > max`, all results are `max`, as in ONNX and NumPy.

    *Shape rule*: result like the input.

    *Types*: numbers. A bound must have the element type (clamp_c1).

    *Numerics*: exact; NaN gives NaN.

    *Example*:
    ```mlir
    %0 = rlx.clamp %x {min = 0.0 : f32, max = 6.0 : f32} : (tensor<2x?xf32>) -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, OptionalAttr<TypedAttrInterface>:$min,
                       OptionalAttr<TypedAttrInterface>:$max);
  let results = (outs RLX_NumberTensor:$result);
  let hasFolder = 1;
}

#endif // RLX_COMPARE_TD
