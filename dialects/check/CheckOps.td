// Ops of the check dialect.
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
    Element `i` depends only on `seed` and `i` (the row-major position), see check/Random.h for the
    generator. Floats are uniform in [low, high), rounded to the element type; integers are uniform
    in [low, high], both ends included (from 0 for unsigned ones); i1 is a fair coin. The parts of
    complex numbers are elements 2i and 2i + 1 of a float tensor. With `edges`, about every second element
    is a special value instead: `finite` takes zeros of both signs, ones, and the smallest normal
    and largest numbers; `all` adds subnormal numbers, infinities and NaN. For integers both take
    0, 1, -1, the smallest and the largest. The element type holds both ends of the range.

    `sizes` is needed where the result type has `?`: the tensor has these sizes, while a compiled
    program only knows the type. `as` says how a compiled program receives the tensor (default
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
    Unlike a constant, a compiled program receives it as an input or param (`as`), so that nothing
    is folded away. The result type may hide static sizes behind `?`.

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
    Equal shapes, element types and values; NaN equals NaN. +0 equals -0 unless `signed_zeros`.

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
    An element passes within `ulp` units in the last place, or when
    `|actual - expected| <= atol + rtol * |expected|`; each is finite and not negative. Without any
    of the three the tolerance is that of docs/reference/numerics.md for the ops that computed `actual`.

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
