// Comparison, selection, conversion between element types, clamping.
#ifndef RLX_COMPARE_TD
#define RLX_COMPARE_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def RLX_CompareOp : RLX_ElementwiseOp<"compare"> {
  let summary = "elementwise relation";
  let description = [{
    *Semantics*: `result[i] = lhs[i] <predicate> rhs[i]` for `eq`, `ne`, `lt`, `le`, `gt`, `ge`.
    ONNX `Equal`, `Less`, `LessOrEqual`, `Greater`, `GreaterOrEqual`.

    *Shape rule*: NumPy broadcasting (compare_c1).

    *Types*: every element type; both operands have the same (compare_c2). The result is i1.
    Unsigned integers compare as unsigned; false is less than true. Complex numbers have no order:
    only `eq` and `ne` take them (compare_c3).

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
  let summary = "elementwise choice of two tensors";
  let description = [{
    *Semantics*: `result[i] = condition[i] ? on_true[i] : on_false[i]`. ONNX `Where`.

    *Shape rule*: NumPy broadcasting of all three (where_c1).

    *Types*: every element type; `on_true` and `on_false` have the same (where_c2).

    *Numerics*: exact; what is not chosen has no influence, NaN neither.

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
    *Semantics*: `result[i]` is `input[i]` as a value of type `to`. ONNX `Cast`, with out-of-range
    values defined.

    *Shape rule*: result shape like the input.

    *Types*: every element type to every element type, but not a complex one to one that is not
    (cast_c1): `real`, `imag` and `complex_abs` say which number is meant.

    *Numerics*: to floating point: round to nearest, ties to even, once. Float to integer: toward
    zero, saturating at the ends of the type; NaN gives 0. Integer to integer: modulo 2^width.
    To i1: whether the value is not zero (NaN: true). From i1: 0 or 1. To complex: the real part is
    converted likewise, the imaginary part is +0.

    *Example*:
    ```mlir
    %0 = rlx.cast %x to f16 : (tensor<2x?xf32>) -> tensor<2x?xf16>
    ```
  }];
  let arguments = (ins RLX_AnyTensor:$input, TypeAttrOf<RLX_AnyElement>:$to);
  let results = (outs RLX_AnyTensor:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
}

def RLX_ClampOp : RLX_ElementwiseOp<"clamp"> {
  let summary = "restriction to an interval";
  let description = [{
    *Semantics*: `result[i] = min(max(input[i], min), max)`; an absent bound does not restrict.
    ONNX `Clip` with constant bounds. If `min > max` every result is `max`, as in ONNX and NumPy.

    *Shape rule*: result like the input.

    *Types*: numbers. A bound has the element type (clamp_c1).

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
