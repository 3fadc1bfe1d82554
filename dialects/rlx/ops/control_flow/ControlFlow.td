// Ops that choose and repeat: their regions hold rlx ops and see the values around them.
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
    *Semantics*: runs the first region if `predicate` is true and the second one otherwise; what the
    region yields are the results. Nothing of the other region runs: an index out of range there is
    no error.

    *Shape rule*: `predicate` is a scalar (if_c1). Both regions yield equally many values (if_c2),
    with equal element types (if_c3) and equal shapes (if_c4); sizes that the types do not show to
    be equal are compared before a run starts, as all sizes are, whichever region will run.

    *Types*: numbers, complex ones too, and i1; the regions have no arguments (if_c5).

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
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $predicate `:` type($predicate) `->` `(` type($outputs) `)` $then_region `else` $else_region
    attr-dict-with-keyword
  }];
  let hasCanonicalizer = 1; // a known predicate leaves its region alone
  let builders = [
    // Each callback creates the ops of its region and the rlx.yield; result types are inferred.
    OpBuilder<(ins "::mlir::Value":$predicate,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>":$thenBody,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>":$elseBody)>
  ];
}

def RLX_WhileOp : RLX_ControlFlowOp<"while"> {
  let summary = "repeats a region while another one yields true";
  let description = [{
    *Semantics*: the carried values start as `inits`. While the first region, given the carried
    values, yields true, the second one is given them and yields the next ones. The results are the
    carried values at the end: `inits` themselves if the condition is false at once. There is no
    bound on how often that is.

    *Shape rule*: there is a carried value (while_c1). The condition is one scalar of i1 (while_c2).
    The second region yields a value for each carried one (while_c3), with its element type and
    shape (while_c4): shapes do not change from one turn to the next.

    *Types*: numbers, complex ones too, and i1; both regions have an argument for each carried value
    (while_c5) of its element type and a compatible shape (while_c6).

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
  let arguments = (ins Variadic<RLX_AnyTensor>:$inits);
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inits `:` functional-type(operands, results) `cond` $condition `do` $body
    attr-dict-with-keyword
  }];
  let builders = [
    // Each callback is given the carried values, creates the ops of its region and the rlx.yield.
    OpBuilder<(ins "::mlir::ValueRange":$inits,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$condition,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_ScanOp : RLX_ControlFlowOp<"scan", [AttrSizedOperandSegments]> {
  let summary = "repeats a region over the rows of tensors";
  let description = [{
    *Semantics*: the carried values start as `inits`. For t = 0, 1, …, L - 1 the body is given the
    carried values and row t (along axis 0) of each of `inputs`; it yields the next carried values
    and then any number of further values, row t of as many stacked results. The results are the
    carried values at the end and the stacked ones. This is ONNX's Scan and JAX's lax.scan; yielding
    the carried value as a further one gives its trajectory.

    `reverse`: t = L - 1, …, 0 instead. A row is stacked at the place its inputs came from.

    `num_checkpoints` = K > 0: of the stacked results K rows are kept, those of
    t = ceil((k + 1) L / K) - 1 for k = 0, …, K - 1. The others are never stored together.

    *Shape rule*: `inputs` have a rank of at least 1 (scan_c1) and L rows each; L is `length` where
    that is given, and without inputs it must be (scan_c2). The lengths agree (scan_c3). The body
    yields at least as many values as are carried (scan_c4); those have the carried values' element
    types and shapes (scan_c5). A stacked result is [L, row…], or [K, row…]; K is in [0, L], and 0
    with `reverse` (scan_c6).

    *Types*: numbers, complex ones too, and i1; the body has an argument for each carried value and
    each input (scan_c7), of its element type, and of its shape or its row's (scan_c8).

    *Numerics*: exact.

    *Example*:
    ```mlir
    // Running sums of the rows.
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
  let arguments = (ins Variadic<RLX_AnyTensor>:$inits, Variadic<RLX_AnyTensor>:$inputs,
                       UnitAttr:$reverse, OptionalAttr<I64Attr>:$length,
                       DefaultValuedAttr<I64Attr, "0">:$num_checkpoints);
  let results = (outs Variadic<RLX_AnyTensor>:$outputs);
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
    // `body` is given the carried values and the rows, creates the ops and the rlx.yield.
    OpBuilder<(ins "::mlir::ValueRange":$inits, "::mlir::ValueRange":$inputs, "bool":$reverse,
      "::std::optional<int64_t>":$length, "int64_t":$numCheckpoints,
      "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
}

def RLX_ScanBackwardOp : RLX_ControlFlowOp<"scan_backward",
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<RLX_DecomposableOpInterface>]> {
  let summary = "gradients of a scan";
  let description = [{
    *Semantics*: `init`, `over`, `reverse`, `length` and the first region are those of an `rlx.scan`;
    `gradients` are the gradients of some scalar with respect to its results, the carried values at
    the end first and then the stacked ones. The second region is the gradient of one turn: it is
    given the carried values and the rows that the turn began with, then the gradients of the values
    that the turn yielded, and yields the gradients of the carried values, then of the rows, then any
    further values. It runs from the last turn to the first.

    The results are the gradients of `inits`, then of `inputs`, then each further value summed over
    all turns: gradients of values that the regions take from outside, such as weights.

    What the turns began with is computed again, and kept for all L turns. `num_checkpoints` = K > 0
    cuts the turns into K blocks of equal length: only what the blocks began with is kept, and what
    the turns of a block began with is computed when the gradients reach it. The first region then
    runs twice, and K + L / K values are kept in the place of L.

    *Shape rule*: inits, inputs, length and the first region follow the rules of `rlx.scan`
    (scan_backward_c1). There is a gradient for each value that the first region yields, of the type
    of the scan's result (scan_backward_c2). K is not negative and divides L (scan_backward_c3). The
    second region yields a value of the type of each init and of each input's row
    (scan_backward_c4). Further values have static shapes (scan_backward_c5). K parts of an init, of
    an input or of a gradient have at most 2^44 elements (scan_backward_c7).

    *Types*: floating-point tensors; integers can be read from outside the regions. The regions'
    arguments fit what they are given (scan_backward_c6).

    *Numerics*: sums over turns are taken in the element type, from the last turn to the first.

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
