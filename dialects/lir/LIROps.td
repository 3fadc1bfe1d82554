// The lir dialect: a compiled model as a program of dispatches over buffers, with host control flow.
#ifndef LIR_OPS_TD
#define LIR_OPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def LIR_Dialect : Dialect {
  let name = "lir";
  let cppNamespace = "::rlx::lir";
  let summary = "Executable level: buffers in one planned arena and a program of dispatches";
  let description = [{
    A `lir.program` declares its buffers and holds two command lists, `lir.prepare` (run once,
    when all params are set) and `lir.run` (run every time). Kernels live beside it in modules
    named `kernels_<target>`, one for each target; a dispatch names its kernel as
    `@kernels_<target>::@<kernel>`. Nothing here knows how many targets exist.

    Sizes are affine maps over the program's symbols: the dynamic sizes that the inputs decide.
    A buffer's type shows its static sizes; its `sizes` map gives all of them.

    Command lists may hold `lir.if`, `lir.while` and `lir.for`, which the host decides: a device needs
    to run dispatches and to read a condition. Buffers are declared in the program, never in these.
  }];
}

class LIR_Op<string mnemonic, list<Trait> traits = []> : Op<LIR_Dialect, mnemonic, traits>;

def LIR_ProgramOp : LIR_Op<"program", [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock,
                                       NoRegionArguments]> {
  let summary = "a compiled model";
  let description = [{
    `symbols` names the dynamic sizes; symbol i is dimension `symbol_dims[i]` of input
    `symbol_inputs[i]`.

    *Example*:
    ```mlir
    lir.program @main symbols ["n"] from [0] at [0] {
      %x = lir.input "x" affine_map<()[n] -> (n, 4)> : memref<?x4xf32>
      %y = lir.output "y" affine_map<()[n] -> (n, 4)> : memref<?x4xf32>
      lir.run {
        lir.dispatch @kernels_cpu::@k0 ins(%x : memref<?x4xf32>) outs(%y : memref<?x4xf32>)
          dims affine_map<()[n] -> (n, n)> label "exp"
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$symbols,
                       DenseI64ArrayAttr:$symbol_inputs, DenseI64ArrayAttr:$symbol_dims);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `symbols` $symbols `from` $symbol_inputs `at` $symbol_dims
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

class LIR_BufferOp<string mnemonic, dag extra = (ins)> : LIR_Op<mnemonic, [HasParent<"ProgramOp">]> {
  let arguments = !con(extra, (ins AffineMapAttr:$sizes));
  let results = (outs AnyMemRef:$buffer);
  let hasVerifier = 1;
}

def LIR_InputOp : LIR_BufferOp<"input", (ins StrAttr:$name)> {
  let summary = "memory that the caller supplies with every run";
  let assemblyFormat = "$name $sizes attr-dict `:` type($buffer)";
}

def LIR_ParamOp : LIR_BufferOp<"param", (ins StrAttr:$name)> {
  let summary = "a weight: set once, kept";
  let assemblyFormat = "$name $sizes attr-dict `:` type($buffer)";
}

def LIR_OutputOp : LIR_BufferOp<"output", (ins StrAttr:$name)> {
  let summary = "memory that holds a result after a run";
  let assemblyFormat = "$name $sizes attr-dict `:` type($buffer)";
}

def LIR_ConstantOp : LIR_Op<"constant", [HasParent<"ProgramOp">]> {
  let summary = "read-only data compiled into the program";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = "$value attr-dict `:` type($buffer)";
}

def LIR_AllocOp : LIR_BufferOp<"alloc", (ins UnitAttr:$persistent, UnitAttr:$host)> {
  let summary = "a temporary of one run, or (persistent) of the executable's life";
  let description = [{
    A temporary is placed in the arena over its lifetime. A persistent buffer is written by
    `lir.prepare` and read by `lir.run`. In a program for a device with memory of its own, a `host`
    temporary lies where kernels of the CPU and conditions of control flow are; `lir.copy` goes
    from one memory to the other.
  }];
  let assemblyFormat = [{
    (`persistent` $persistent^)? (`host` $host^)? $sizes attr-dict `:` type($buffer)
  }];
}

def LIR_ViewOp : LIR_Op<"view", [HasParent<"ProgramOp">]> {
  let summary = "the same memory, from a byte offset, with other sizes";
  let description = [{
    `offset` has one result: bytes. Its dimensions, if any, are the counters of `lir.for` loops by
    number; such a view may be used inside these loops only.
  }];
  let arguments = (ins AnyMemRef:$source, AffineMapAttr:$sizes, AffineMapAttr:$offset);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = [{
    $source `sizes` $sizes `at` $offset attr-dict `:` type($source) `->` type($buffer)
  }];
  let hasVerifier = 1;
}

def LIR_GuardOp : LIR_Op<"guard", [HasParent<"ProgramOp">]> {
  let summary = "what two sizes must be to each other, checked when a shape is bound";
  let description = [{
    `sizes` has two results, which must be equal, or with `at_least` the first no smaller than the
    second; `message` says what the sizes are.
  }];
  let arguments = (ins AffineMapAttr:$sizes, StrAttr:$message, UnitAttr:$at_least);
  let assemblyFormat = "(`at_least` $at_least^)? $sizes $message attr-dict";
}

def LIR_MoeLayerOp : LIR_Op<"moe_layer", [HasParent<"ProgramOp">]> {
  let summary = "a layer of a mixture of experts";
  let description = [{
    The layers of a program are numbered in order. `products` matrix products of `experts` matrices
    share one routing, which commands name with `lir.experts`. `without_choice` says why no command
    does so for the choice of experts that it comes from.

    *Example*:
    ```mlir
    lir.moe_layer "grouped_matmul @ layer0" experts 8 products 3
    ```
  }];
  let arguments = (ins StrAttr:$label, I64Attr:$experts, I64Attr:$products,
                       OptionalAttr<StrAttr>:$without_choice);
  let assemblyFormat = [{
    $label `experts` $experts `products` $products (`without_choice` $without_choice^)? attr-dict
  }];
  let hasVerifier = 1;
}

class LIR_SequenceOp<string mnemonic>
    : LIR_Op<mnemonic, [HasParent<"ProgramOp">, NoTerminator, SingleBlock, NoRegionArguments]> {
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def LIR_PrepareOp : LIR_SequenceOp<"prepare"> {
  let summary = "commands run once, when all params are set; no size may depend on a symbol";
}

def LIR_RunOp : LIR_SequenceOp<"run"> {
  let summary = "commands of every run, in order";
}

// What stands in a list of commands.
class LIR_CommandOp<string mnemonic, list<Trait> traits = []>
    : LIR_Op<mnemonic,
             traits # [ParentOneOf<["PrepareOp", "RunOp", "IfOp", "WhileOp", "ForOp"]>]>;

def LIR_IfOp : LIR_CommandOp<"if", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "run one of two lists of commands";
  let description = [{
    `condition` holds one element, read when the command is reached; not zero means true.
  }];
  let arguments = (ins AnyMemRef:$condition);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $condition `:` type($condition) $then_region `else` $else_region attr-dict-with-keyword
  }];
}

def LIR_WhileOp : LIR_CommandOp<"while", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "repeat commands while others compute true";
  let description = [{
    Runs the first list, reads `condition`, and if that is not zero runs the second list and begins
    again.
  }];
  let arguments = (ins AnyMemRef:$condition);
  let regions = (region SizedRegion<1>:$condition_region, SizedRegion<1>:$body);
  let assemblyFormat = [{
    $condition `:` type($condition) `cond` $condition_region `do` $body attr-dict-with-keyword
  }];
}

def LIR_ForOp : LIR_CommandOp<"for", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "repeat commands a known number of times";
  let description = [{
    The loop's counter, number `counter` of the program, goes from 0 to `length` - 1. Offsets of views
    may use it.
  }];
  let arguments = (ins I64Attr:$counter, AffineMapAttr:$length);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$counter `to` $length $body attr-dict-with-keyword";
}

def LIR_DispatchOp : LIR_CommandOp<"dispatch", [AttrSizedOperandSegments]> {
  let summary = "run a kernel over a grid";
  let description = [{
    `dims` lists the kernel's dynamic sizes and index arguments, operand by operand, as the kernel
    ABI wants them. `grid` (three results), `workspace` (bytes a thread) and `cost` (nanoseconds
    on one core) are filled in once the kernel has been generated. `label` names the source ops in
    profiles.
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<AnyMemRef>:$inputs,
                       Variadic<AnyMemRef>:$outputs, AffineMapAttr:$dims, StrAttr:$label,
                       OptionalAttr<AffineMapAttr>:$grid, OptionalAttr<AffineMapAttr>:$workspace,
                       OptionalAttr<AffineMapAttr>:$cost);
  let assemblyFormat = [{
    $kernel (`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)`
    `dims` $dims `label` $label (`grid` $grid^)? (`workspace` $workspace^)? (`cost` $cost^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

def LIR_UserKernelOp : LIR_Op<"user_kernel", [Symbol]> {
  let summary = "a kernel of the user, which the runtime finds by name";
  let description = [{
    Stands in a module named `user_kernels_<target>`. A dispatch of it has the sizes of all its
    operands, static ones too, as its dims. `config` are bytes that the kernel gets with every call.

    *Example*:
    ```mlir
    lir.user_kernel @blend_0 "blend" config "0.25" : (memref<?x4xf32>, memref<?x4xf32>) -> memref<?x4xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$name, StrAttr:$config,
                       TypeAttrOf<FunctionType>:$type);
  let assemblyFormat = "$sym_name $name `config` $config attr-dict `:` $type";
}

def LIR_CopyOp : LIR_CommandOp<"copy"> {
  let summary = "copy the bytes of one buffer to another of the same size";
  let arguments = (ins AnyMemRef:$source, AnyMemRef:$target);
  let assemblyFormat = "$source `to` $target attr-dict `:` type($source) `to` type($target)";
}

def LIR_ExpertsOp : LIR_CommandOp<"experts"> {
  let summary = "where the experts of a layer are, once the dispatch before it is done";
  let description = [{
    No command of its own. The dispatch before it, with nothing but others of its kind between, has
    read in `ids` which expert each row uses; or, with `chosen`, it has written there the rows of
    experts that the layer's router has chosen.

    *Example*:
    ```mlir
    lir.dispatch @kernels_cpu::@top_k_0 ins(%s : memref<?x8xf32>) outs(%v, %i : memref<?x2xf32>, memref<?x2xi64>) dims affine_map<()[n] -> (n, n, n)> label "top_k"
    lir.experts chosen 0 %i : memref<?x2xi64>
    ```
  }];
  let arguments = (ins I64Attr:$layer, AnyMemRef:$ids, UnitAttr:$chosen);
  let assemblyFormat = "(`chosen` $chosen^)? $layer $ids attr-dict `:` type($ids)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    // Null where there is none, which does not verify.
    DispatchOp getDispatch();
  }];
}

// Values are the codes of runtime/cpu/KernelABI.h.
def LIR_KernelError : I32EnumAttr<"KernelError", "why a kernel fails", [
  I32EnumAttrCase<"IndexOutOfRange", 1, "index_out_of_range">,
  I32EnumAttrCase<"SingularMatrix", 2, "singular_matrix">
]> {
  let cppNamespace = "::rlx::lir";
}

def LIR_CheckOp : LIR_Op<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "fail the run unless a condition holds";
  let description = [{
    Stands in kernels, before and after bufferisation. The kernel goes on, so what follows must
    touch no foreign memory whatever the condition is. `detail` is a number that the error's message
    gives, say of the batch. Of several failed checks the CPU reports the first of
    the workgroup with the lowest number. (`cf.assert` in a kernel is a check for
    `index_out_of_range` with detail 0.)

    *Example*:
    ```mlir
    lir.check %regular, singular_matrix(%batch)
    ```
  }];
  let arguments = (ins I1:$condition, LIR_KernelError:$error, Index:$detail);
  let assemblyFormat = "$condition `,` $error `(` $detail `)` attr-dict";
}

#endif // LIR_OPS_TD
