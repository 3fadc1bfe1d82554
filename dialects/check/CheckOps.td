// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of the check dialect: two kinds of inputs (fill, literal) and three expectations (expect_eq,
// expect_close, expect_finite).
#ifndef RLX_CHECK_OPS_TD
#define RLX_CHECK_OPS_TD

include "dialects/check/CheckDialect.td"

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic,
         traits # [DeclareOpInterfaceMethods<RLX_SymbolicShapeOpInterface>,
                   DeclareOpInterfaceMethods<RLX_ReferenceOpInterface>]>;

def Check_FillOp : Check_Op<"fill", [Pure]> {
  let summary = "seeded random tensor";
  let description = [{
    Element `i` (its row-major index) depends only on `seed` and `i`; the generator is in
    dialects/check/Random.h. Floats are uniform in [low, high) and rounded to the element type.
    Integers are uniform in [low, high], both ends included (from 0 for unsigned types). An i1 is
    true with probability 1/2. The real and imaginary parts of complex element `i` are elements 2i
    and 2i + 1 of a float tensor. The element type must be able to represent both ends of the range.

    With `edges`, about half of the elements are special values instead. For floats, `finite` takes
    zeros of both signs, ones, the smallest normal values and the largest finite values; `all` adds
    subnormals, infinities and NaN. For integers, both take 0, 1, -1, the smallest and the largest
    value.

    `sizes` is required if the result type has `?`: the tensor has these sizes, but a compiled
    program sees only the type. `as` chooses how a compiled program receives the tensor (default
    `input`).

    *Example*:
    ```mlir
    %0 = check.fill seed 1 range [-2.0, 2.0] : tensor<2x3xf32>
    %1 = check.fill sizes [2, 3] seed 2 edges all as param : tensor<?x3xf32>
    ```
  }];
  let arguments = (ins OptionalAttr<DenseI64ArrayAttr>:$sizes, I64Attr:$seed,
                       DefaultValuedAttr<F64Attr, "-1.0">:$low,
                       DefaultValuedAttr<F64Attr, "1.0">:$high,
                       DefaultValuedAttr<Check_Edges, "::rlx::check::Edges::None">:$edges,
                       DefaultValuedAttr<Check_Role, "::rlx::check::Role::Input">:$role);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    (`sizes` $sizes^)? `seed` $seed (`range` ` ` `[` $low^ `,` $high `]`)? (`edges` $edges^)?
    (`as` $role^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Check_LiteralOp : Check_Op<"literal", [Pure]> {
  let summary = "tensor given by its elements";
  let description = [{
    Unlike a constant, a compiled program receives the tensor as an input or a param (`as`), so
    nothing is folded. The result type may hide static sizes behind `?`.

    *Example*:
    ```mlir
    %0 = check.literal dense<[1.0, 2.0]> : tensor<2xf32> to tensor<?xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value,
                       DefaultValuedAttr<Check_Role, "::rlx::check::Role::Input">:$role);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $value custom<LiteralType>(ref($value), type($result)) (`as` $role^)? attr-dict
  }];
  let hasVerifier = 1;
}

class Check_ExpectOp<string mnemonic> : Check_Op<mnemonic>;

def Check_ExpectEqOp : Check_ExpectOp<"expect_eq"> {
  let summary = "fails unless two tensors are equal";
  let description = [{
    Shapes, element types and values must be equal. NaN equals NaN. +0 equals -0 unless
    `signed_zeros` is set.

    *Example*:
    ```mlir
    check.expect_eq %actual, %expected : tensor<2xf32>, tensor<2xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected,
                       UnitAttr:$signed_zeros);
  let assemblyFormat =
      "$actual `,` $expected attr-dict `:` type($actual) `,` type($expected)";
}

def Check_ExpectCloseOp : Check_ExpectOp<"expect_close"> {
  let summary = "fails unless two tensors are close";
  let description = [{
    An element passes if it is within `ulp` units in the last place, or if
    `|actual - expected| <= atol + rtol * |expected|`. Each of the three must be finite and not
    negative. Without any of them, the tolerance is that of docs/reference/numerics.md for the ops
    that computed `actual`.

    *Example*:
    ```mlir
    check.expect_close %actual, %expected {atol = 1.0e-6} : tensor<2xf32>, tensor<2xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$actual, AnyRankedTensor:$expected,
                       OptionalAttr<F64Attr>:$atol, OptionalAttr<F64Attr>:$rtol,
                       OptionalAttr<I64Attr>:$ulp);
  let assemblyFormat =
      "$actual `,` $expected attr-dict `:` type($actual) `,` type($expected)";
  let hasVerifier = 1;
}

def Check_ExpectFiniteOp : Check_ExpectOp<"expect_finite"> {
  let summary = "fails if an element is NaN or infinite";
  let arguments = (ins AnyRankedTensor:$actual);
  let assemblyFormat = "$actual attr-dict `:` type($actual)";
}

#endif // RLX_CHECK_OPS_TD
