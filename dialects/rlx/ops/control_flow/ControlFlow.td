// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow: ops whose regions hold rlx ops and see the values around them. The host decides
// which regions run, and how often; the ops in them become kernels.
#ifndef RLX_CONTROLFLOW_TD
#define RLX_CONTROLFLOW_TD

include "dialects/rlx/interfaces/ControlFlowInterface.td"
include "dialects/rlx/ir/RLXBase.td"

class RLX_ControlFlowOp<string mnemonic, list<Trait> traits = []>
    : RLX_Op<mnemonic, traits # [SingleBlock,
                                 DeclareOpInterfaceMethods<RLX_ControlFlowOpInterface>]> {
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
}

def RLX_IfOp : RLX_ControlFlowOp<"if"> {
  let summary = "runs one of two regions";
  let description = [{
    *Semantics*: runs the first region if `predicate` is true, and otherwise the second one. The
    results are the values that the region yields. Nothing of the other region runs, so for example
    an index out of range there is no error. ONNX `If`.

    *Shape rule*: `predicate` has rank 0 (if_c1). Both regions yield the same number of values
    (if_c2), with equal element types (if_c3) and equal ranks (if_c4). A result whose sizes differ
    has the sizes of the region that runs, which are known only then.

    *Types*: all element types, narrow ones too. The regions have no arguments (if_c5).

    *Numerics*: exact.

    *Example*:
    ```mlir
    func.func @example(%p: tensor<i1>, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = rlx.if %p : tensor<i1> -> (tensor<?x4xf32>) {
        %1 = rlx.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
        rlx.yield %1 : tensor<?x4xf32>
      } else {
        rlx.yield %x : tensor<?x4xf32>
      }
      return %0 : tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins TensorOf<[I1]>:$predicate);
  let results = (outs Variadic<RLX_StoredTensor>:$outputs);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $predicate `:` type($predicate) `->` `(` type($outputs) `)` $then_region `else` $else_region
    attr-dict-with-keyword
  }];
  let hasCanonicalizer = 1; // inlines the region of a known predicate
  let builders = [
    // Each callback creates the ops and the rlx.yield of its region. Result types are inferred.
    OpBuilder<(ins "::mlir::Value":$predicate,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>":$thenBody,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>":$elseBody)>
  ];
}

def RLX_WhileOp : RLX_ControlFlowOp<"while"> {
  let summary = "repeats a region while another region yields true";
  let description = [{
    *Semantics*: the carried values start as `inits`. In each iteration the first region gets the
    carried values and yields the condition. While it is true, the second region gets the carried
    values and yields the next ones. The results are the final carried values; they are `inits` if
    the condition is false at first. The number of iterations is not bounded. ONNX `Loop` without
    stacked results.

    *Shape rule*: there is at least one carried value (while_c1). The condition is a single i1
    tensor of rank 0 (while_c2). The second region yields one value per carried value (while_c3),
    with its element type and shape (while_c4). Sizes do not change between iterations, except for
    those in `varying`: pairs of a carried value and one of its dimensions (while_c7). They are
    known only in a run. For example, `varying = [0, 1]` lets the second dimension of the first
    carried value change.

    *Types*: all element types, narrow ones too. Both regions have one argument per carried value (while_c5), with
    its element type and a compatible shape (while_c6).

    *Numerics*: exact.

    *Example*:
    ```mlir
    func.func @example(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) {
      %0:2 = rlx.while %n, %x : (tensor<i64>, tensor<?xf32>) -> (tensor<i64>, tensor<?xf32>) cond {
      ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
        %zero = rlx.constant dense<0> : tensor<i64>
        %more = rlx.compare gt %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
        rlx.yield %more : tensor<i1>
      } do {
      ^bb0(%i: tensor<i64>, %y: tensor<?xf32>):
        %one = rlx.constant dense<1> : tensor<i64>
        %1 = rlx.sub %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
        %2 = rlx.mul %y, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
        rlx.yield %1, %2 : tensor<i64>, tensor<?xf32>
      }
      return %0#0, %0#1 : tensor<i64>, tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_StoredTensor>:$inits,
                       OptionalAttr<DenseI64ArrayAttr>:$varying);
  let results = (outs Variadic<RLX_StoredTensor>:$outputs);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inits `:` functional-type(operands, results) (`varying` `=` $varying^)? `cond` $condition
    `do` $body attr-dict-with-keyword
  }];
  let builders = [
    // Each callback gets the carried values, and creates the ops and the rlx.yield of its region.
    OpBuilder<(ins "::mlir::ValueRange":$inits,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$condition,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_ScanOp : RLX_ControlFlowOp<"scan", [AttrSizedOperandSegments]> {
  let summary = "repeats a region over the rows of tensors";
  let description = [{
    *Semantics*: the carried values start as `inits`. For t = 0, 1, …, L - 1 the body gets the
    carried values and row t (along axis 0) of each of `inputs`. It yields the next carried values,
    and then any number of further values. Each of those is row t of a stacked result. The results
    are the final carried values and the stacked results. ONNX `Scan`; JAX `lax.scan`. If the body
    also yields a carried value as a further one, the stacked result is its trajectory.

    `reverse`: t = L - 1, …, 0. The row of iteration t is still stacked at index t.

    `num_checkpoints` = K > 0: the stacked results keep only K rows, those of
    t = ceil((k + 1) L / K) - 1 for k = 0, …, K - 1. The full stack is never stored.

    *Shape rule*: `inputs` have rank 1 or more (scan_c1) and L rows each. L is `length` if that is
    given; without inputs it must be given (scan_c2). All lengths must be equal (scan_c3). The body
    yields at least one value per carried value (scan_c4), with its element type and shape
    (scan_c5). A stacked result is [L, row…], or [K, row…] with checkpoints. K is in [0, L], and 0
    with `reverse` (scan_c6).

    *Types*: all element types, narrow ones too. The body has one argument per carried value and per input (scan_c7),
    with its element type, and with its shape or the shape of its row (scan_c8).

    *Numerics*: exact.

    *Example*:
    ```mlir
    // Cumulative sums of the rows.
    func.func @example(%x: tensor<?x4xf32>, %zero: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<?x4xf32>) {
      %0:2 = rlx.scan init(%zero : tensor<4xf32>) over(%x : tensor<?x4xf32>)
          -> (tensor<4xf32>, tensor<?x4xf32>) {
      ^bb0(%sum: tensor<4xf32>, %row: tensor<4xf32>):
        %1 = rlx.add %sum, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        rlx.yield %1, %1 : tensor<4xf32>, tensor<4xf32>
      }
      return %0#0, %0#1 : tensor<4xf32>, tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_StoredTensor>:$inits, Variadic<RLX_StoredTensor>:$inputs,
                       UnitAttr:$reverse, OptionalAttr<I64Attr>:$length,
                       DefaultValuedAttr<I64Attr, "0">:$num_checkpoints);
  let results = (outs Variadic<RLX_StoredTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`init` `(` $inits^ `:` type($inits) `)`)? (`over` `(` $inputs^ `:` type($inputs) `)`)?
    (`reverse` $reverse^)? (`length` `=` $length^)? (`num_checkpoints` `=` $num_checkpoints^)?
    `->` `(` type($outputs) `)` $body attr-dict-with-keyword
  }];
  let extraClassDeclaration = inferDeclaration # [{
    unsigned getNumCarried() { return getInits().size(); }
    // The results behind the carried values.
    ::mlir::ResultRange getStacked() { return (*this)->getResults().drop_front(getNumCarried()); }
  }];
  let builders = [
    // `body` gets the carried values and the rows, and creates the ops and the rlx.yield.
    OpBuilder<(ins "::mlir::ValueRange":$inits, "::mlir::ValueRange":$inputs, "bool":$reverse,
      "::std::optional<int64_t>":$length, "int64_t":$numCheckpoints,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_ScanBackwardOp : RLX_ControlFlowOp<"scan_backward",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<RLX_DecomposableOpInterface>]> {
  let summary = "gradients of a scan";
  let description = [{
    *Semantics*: `init`, `over`, `reverse`, `length` and the first region are those of an
    `rlx.scan`. `gradients` are the gradients of a scalar with respect to its results: first those
    of the final carried values, then those of the stacked results. The second region is the
    gradient of one iteration. It gets the carried values and the rows at the start of the
    iteration, and then the gradients of the values that the iteration yielded. It yields the
    gradients of the carried values, then of the rows, then any further values. It runs from the
    last iteration to the first.

    The results are the gradients of `inits`, then of `inputs`, and then the sum of each further
    value over all iterations. These sums are gradients of values from outside the regions, such as
    weights.

    The values at the start of each iteration are recomputed, and kept for all L iterations. With
    `num_checkpoints` = K > 0 the iterations are divided into K blocks of equal length (gradient
    checkpointing). Only the values at the starts of blocks are kept. Those of the iterations of a
    block are recomputed when the gradients reach it. The first region then runs twice, and K + L /
    K values are kept instead of L.

    *Shape rule*: inits, inputs, length and the first region follow the rules of `rlx.scan`
    (scan_backward_c1). There is one gradient per value that the first region yields, of the type of
    the scan's result (scan_backward_c2). K is not negative and divides L (scan_backward_c3). The
    second region yields a value with the type of each init and of each input's row
    (scan_backward_c4). Further values have static shapes (scan_backward_c5). K times an init, an
    input or a gradient has at most 2^44 elements (scan_backward_c7).

    *Types*: floating-point tensors. The regions may read integers from outside. Their arguments
    have the types of the values that they get (scan_backward_c6).

    *Numerics*: sums over iterations are computed in the element type, from the last iteration to
    the first.

    *Example*:
    ```mlir
    // h' = h * x_t; the gradients of the last h.
    func.func @example(%h: tensor<4xf32>, %x: tensor<?x4xf32>, %d: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<?x4xf32>) {
      %0:2 = rlx.scan_backward init(%h : tensor<4xf32>) over(%x : tensor<?x4xf32>)
          gradients(%d : tensor<4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) forward {
      ^bb0(%s: tensor<4xf32>, %row: tensor<4xf32>):
        %1 = rlx.mul %s, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        rlx.yield %1 : tensor<4xf32>
      } vjp {
      ^bb0(%s: tensor<4xf32>, %row: tensor<4xf32>, %ds: tensor<4xf32>):
        %1 = rlx.mul %ds, %row : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        %2 = rlx.mul %ds, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        rlx.yield %1, %2 : tensor<4xf32>, tensor<4xf32>
      }
      return %0#0, %0#1 : tensor<4xf32>, tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<RLX_FloatTensor>:$inits, Variadic<RLX_FloatTensor>:$inputs,
                       Variadic<RLX_FloatTensor>:$gradients, UnitAttr:$reverse,
                       OptionalAttr<I64Attr>:$length,
                       DefaultValuedAttr<I64Attr, "0">:$num_checkpoints);
  let results = (outs Variadic<RLX_FloatTensor>:$outputs);
  let regions = (region SizedRegion<1>:$forward, SizedRegion<1>:$vjp);
  let assemblyFormat = [{
    (`init` `(` $inits^ `:` type($inits) `)`)? (`over` `(` $inputs^ `:` type($inputs) `)`)?
    (`gradients` `(` $gradients^ `:` type($gradients) `)`)?
    (`reverse` $reverse^)? (`length` `=` $length^)? (`num_checkpoints` `=` $num_checkpoints^)?
    `->` `(` type($outputs) `)` `forward` $forward `vjp` $vjp attr-dict-with-keyword
  }];
  let skipDefaultBuilders = 0;
}

#endif // RLX_CONTROLFLOW_TD
