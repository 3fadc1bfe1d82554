// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lir dialect: a compiled model as a program of dispatches over buffers, with control flow of
// the host. The compiler writes it after outlining and bufferizing kernels; `ProgramWriter` turns
// it into the runtime's program. Kernel bodies are not part of it.
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
    A `lir.program` declares its buffers and holds two command lists: `lir.prepare` (run once, when
    all params are set) and `lir.run` (run every time). Kernels are in modules beside the program,
    one module per target, named `kernels_<target>`. A dispatch names its kernel as
    `@kernels_<target>::@<kernel>`. The dialect does not know how many targets exist.

    Sizes are affine maps over the program's symbols. A symbol is a dynamic size that the inputs
    decide. A buffer's type shows its static sizes; its `sizes` map gives all of them. For example,
    `affine_map<()[n] -> (n, 4)>` belongs to `memref<?x4xf32>`.

    Command lists may hold `lir.if`, `lir.while` and `lir.for`. The host decides them, so a device
    only needs to run dispatches and to return a condition. Buffers are declared in the program,
    never in these regions.
  }];
}

class LIR_Op<string mnemonic, list<Trait> traits = []> : Op<LIR_Dialect, mnemonic, traits>;

def LIR_ProgramOp : LIR_Op<"program", [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock,
                                       NoRegionArguments]> {
  let summary = "a compiled model";
  let description = [{
    `symbols` names the numbers that inputs decide. Symbol `i` is dimension `symbol_dims[i]` of
    input `symbol_inputs[i]`. `definitions` may say otherwise, with one entry per symbol:

    | entry | the symbol |
    | --- | --- |
    | `"dimension"` | as above |
    | `"element"` | element `symbol_dims[i]` of the input, in row-major order |
    | `"computed"` | `lir.set_size` commands of the run set it |
    | `["min", map]`, `["max", map]` | the minimum or maximum of two results |
    | `["value", map]` | one result |

    A map is over the symbols before it. The input of such a symbol is -1.

    `strings` are those that the program knows: string i has the number i. The first one is empty.

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
                       DenseI64ArrayAttr:$symbol_inputs, DenseI64ArrayAttr:$symbol_dims,
                       OptionalAttr<ArrayAttr>:$definitions,
                       OptionalAttr<StrArrayAttr>:$strings);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `symbols` $symbols `from` $symbol_inputs `at` $symbol_dims
    (`defined` $definitions^)? (`strings` $strings^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

class LIR_BufferOp<string mnemonic, dag extra = (ins), dag flags = (ins)>
    : LIR_Op<mnemonic, [HasParent<"ProgramOp">]> {
  let arguments = !con(extra, (ins AffineMapAttr:$sizes), flags);
  let results = (outs AnyMemRef:$buffer);
  let hasVerifier = 1;
}

def LIR_InputOp : LIR_BufferOp<"input", (ins StrAttr:$name), (ins UnitAttr:$text)> {
  let summary = "a buffer that the caller supplies with every run";
  let description = [{
    `text`: the caller supplies strings. Elements of the buffer are their numbers in the run's table
    of strings, i64.
  }];
  let assemblyFormat = "$name $sizes (`text` $text^)? attr-dict `:` type($buffer)";
}

def LIR_ParamOp : LIR_BufferOp<"param", (ins StrAttr:$name)> {
  let summary = "a weight, which is set once and kept";
  let assemblyFormat = "$name $sizes attr-dict `:` type($buffer)";
}

def LIR_OutputOp : LIR_BufferOp<"output", (ins StrAttr:$name),
                                (ins UnitAttr:$text, OptionalAttr<I64Attr>:$donor)> {
  let summary = "a buffer that holds a result after a run";
  let description = [{
    `text`: the elements are numbers of strings, as in `lir.input`. `donor`: the number of an input
    whose memory the output may have (`rlx-donate-inputs`).
  }];
  let assemblyFormat = [{
    $name $sizes (`text` $text^)? (`donor` $donor^)? attr-dict `:` type($buffer)
  }];
}

def LIR_ConstantOp : LIR_Op<"constant", [HasParent<"ProgramOp">]> {
  let summary = "read-only data compiled into the program";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = "$value attr-dict `:` type($buffer)";
}

def LIR_AllocOp : LIR_BufferOp<"alloc", (ins UnitAttr:$persistent, UnitAttr:$host)> {
  let summary = "a temporary of one run or, if persistent, of the executable's lifetime";
  let description = [{
    A temporary gets a slice of the arena for its lifetime within the run. A persistent buffer is
    written by `lir.prepare` and read by `lir.run`. If the program's device has its own memory, a
    `host` temporary is in the host's memory, where CPU kernels and conditions of control flow are.
    `lir.copy` moves data between the two memories.
  }];
  let assemblyFormat = [{
    (`persistent` $persistent^)? (`host` $host^)? $sizes attr-dict `:` type($buffer)
  }];
}

def LIR_ViewOp : LIR_Op<"view", [HasParent<"ProgramOp">]> {
  let summary = "the memory of another buffer, at a byte offset and with other sizes";
  let description = [{
    `offset` has one result, in bytes. Its dimensions, if any, are the counters of `lir.for` loops,
    by number. Such a view may be used only inside these loops.
  }];
  let arguments = (ins AnyMemRef:$source, AffineMapAttr:$sizes, AffineMapAttr:$offset);
  let results = (outs AnyMemRef:$buffer);
  let assemblyFormat = [{
    $source `sizes` $sizes `at` $offset attr-dict `:` type($source) `->` type($buffer)
  }];
  let hasVerifier = 1;
}

def LIR_GuardOp : LIR_Op<"guard", [HasParent<"ProgramOp">]> {
  let summary = "a relation between two sizes, checked when a shape is bound";
  let description = [{
    `sizes` has two results. They must be equal or, with `at_least`, the first must be at least as
    large as the second. `message` names the sizes. A violation fails the run before any kernel.
    With computed sizes the check waits until commands set them. With `branch`, it waits until a
    command sets this computed symbol, too, as a branch of `lir.if` does.

    *Example*:
    ```mlir
    lir.guard affine_map<()[s0, s1] -> (s0, 4)> "broadcast" branch 1
    ```
  }];
  let arguments = (ins AffineMapAttr:$sizes, StrAttr:$message, UnitAttr:$at_least,
                       OptionalAttr<I64Attr>:$branch);
  let assemblyFormat = "(`at_least` $at_least^)? $sizes $message (`branch` $branch^)? attr-dict";
  let hasVerifier = 1;
}

def LIR_MoeLayerOp : LIR_Op<"moe_layer", [HasParent<"ProgramOp">]> {
  let summary = "a layer of a mixture of experts (MoE)";
  let description = [{
    The layers of a program are numbered in order. A layer has `experts` weight matrices per matmul
    and `products` such matmuls, which share one routing. `lir.experts` commands refer to a layer by
    its number. If no command captures the router's selection, `without_choice` gives the reason.

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
  let summary = "commands that run once, when all params are set; no size may depend on a symbol";
}

def LIR_RunOp : LIR_SequenceOp<"run"> {
  let summary = "commands of every run, in order";
}

// An op of a command list.
class LIR_CommandOp<string mnemonic, list<Trait> traits = []>
    : LIR_Op<mnemonic,
             traits # [ParentOneOf<["PrepareOp", "RunOp", "IfOp", "WhileOp", "ForOp"]>]>;

def LIR_IfOp : LIR_CommandOp<"if", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "run one of two command lists";
  let description = [{
    `condition` holds one element. It is read when the command is reached; nonzero means true.
  }];
  let arguments = (ins AnyMemRef:$condition);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $condition `:` type($condition) $then_region `else` $else_region attr-dict-with-keyword
  }];
}

def LIR_WhileOp : LIR_CommandOp<"while", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "repeat a command list while another one computes true";
  let description = [{
    Runs the `cond` list and reads `condition`. If that is nonzero, runs the `do` list and starts
    again.
  }];
  let arguments = (ins AnyMemRef:$condition);
  let regions = (region SizedRegion<1>:$condition_region, SizedRegion<1>:$body);
  let assemblyFormat = [{
    $condition `:` type($condition) `cond` $condition_region `do` $body attr-dict-with-keyword
  }];
}

def LIR_ForOp : LIR_CommandOp<"for", [NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "repeat a command list a known number of times";
  let description = [{
    The loop's counter has the number `counter` in the program and runs from 0 to `length` - 1.
    Offsets of views may use it.
  }];
  let arguments = (ins I64Attr:$counter, AffineMapAttr:$length);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$counter `to` $length $body attr-dict-with-keyword";
}

def LIR_DispatchOp : LIR_CommandOp<"dispatch", [AttrSizedOperandSegments]> {
  let summary = "run a kernel over a grid of workgroups";
  let description = [{
    `dims` lists the kernel's dynamic sizes and index arguments, operand by operand, in the order of
    the kernel ABI. `grid` (three results), `workspace` (bytes per thread) and `cost` (nanoseconds
    on one core) are set once the kernel's code has been generated. `label` names the source ops in
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
  let summary = "a user kernel, which the runtime finds by name";
  let description = [{
    The op is in a module named `user_kernels_<target>`. The `dims` of a dispatch of it are the
    sizes of all operands, including the static ones. `config` is a byte string that the kernel
    receives with every call.

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

def LIR_SetSizeOp : LIR_CommandOp<"set_size"> {
  let summary = "give a computed symbol of the program a value";
  let description = [{
    The host reads one integer from `element`, or evaluates `value`. Buffers and commands behind it
    may depend on the symbol. A loop may set it again: no buffer that depends on it may be in use
    then.

    *Example*:
    ```mlir
    lir.dispatch @kernels_cpu::@count_0 ins(%x : memref<?xf32>) outs(%count : memref<i64>) dims affine_map<()[n, m] -> (n)> label "count"
    lir.set_size 1 from %count : memref<i64>
    ```
  }];
  let arguments = (ins I64Attr:$symbol, Optional<AnyMemRef>:$element,
                       OptionalAttr<AffineMapAttr>:$value);
  let assemblyFormat = [{
    $symbol (`from` $element^ `:` type($element))? (`to` $value^)? attr-dict
  }];
  let hasVerifier = 1;
}

def LIR_ExpertsOp : LIR_CommandOp<"experts"> {
  let summary = "the buffer that holds a layer's expert ids after the preceding dispatch";
  let description = [{
    This is an annotation of the preceding dispatch, not a command. Only other `lir.experts` may be
    between the two. Without `chosen`, the dispatch has read in `ids` the expert of each row. With
    `chosen`, it has written to `ids` the experts that the layer's router selected, row by row.

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
    // Null if there is no such dispatch; the op does not verify then.
    DispatchOp getDispatch();
  }];
}

// Values are the codes of runtime/program/model/KernelABI.h.
def LIR_KernelError : I32EnumAttr<"KernelError", "why a kernel fails", [
  I32EnumAttrCase<"IndexOutOfRange", 1, "index_out_of_range">,
  I32EnumAttrCase<"SingularMatrix", 2, "singular_matrix">
]> {
  let cppNamespace = "::rlx::lir";
}

def LIR_CheckOp : LIR_Op<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "fail the run unless a condition holds";
  let description = [{
    The op is valid in kernels, before and after bufferization. It does not stop the kernel, so the
    code behind it must stay within its buffers whatever the condition is. `detail` is a number for
    the error message, for example the batch index. If several checks fail, the CPU reports the
    first one of the workgroup with the lowest number. `cf.assert` in a kernel is a check for
    `index_out_of_range` with detail 0.

    *Example*:
    ```mlir
    lir.check %regular, singular_matrix(%batch)
    ```
  }];
  let arguments = (ins I1:$condition, LIR_KernelError:$error, Index:$detail);
  let assemblyFormat = "$condition `,` $error `(` $detail `)` attr-dict";
}

def LIR_SubgroupBarrierOp : LIR_Op<"subgroup_barrier"> {
  let summary = "wait for the invocations of the subgroup";
  let description = [{
    Valid in kernels of GPUs. Writes to shared memory before the barrier are visible to the subgroup
    behind it. All invocations of the subgroup have to reach it. `gpu.barrier` is the barrier of a
    workgroup; the gpu dialect has none for a subgroup (CUDA calls it `__syncwarp`).

    *Example*:
    ```mlir
    memref.store %sum, %shared[%lane] : memref<64xf32, #gpu.address_space<workgroup>>
    lir.subgroup_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def LIR_DotBytesOp : LIR_Op<"dot_bytes", [Pure]> {
  let summary = "the dot product of four signed bytes";
  let description = [{
    Valid in kernels of GPUs with integer dot products. Each operand is a word of four signed bytes;
    the result is the sum of their products. The arith dialect has no such op.

    *Example*:
    ```mlir
    %0 = lir.dot_bytes %codes, %digits
    ```
  }];
  let arguments = (ins I32:$lhs, I32:$rhs);
  let results = (outs I32:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict";
}

def LIR_DynamicSharedMemoryOp : LIR_Op<"dynamic_shared_memory", [Pure]> {
  let summary = "shared memory of a workgroup beyond the static limit";
  let description = [{
    Valid in kernels of CUDA devices, once in a kernel. The result is the address of `bytes` bytes in
    shared memory, a multiple of 1,024. A launch asks for them, so there may be more than the 48 KiB
    that allocations have together. (`gpu.dynamic_shared_memory` has no alignment.)

    *Example*:
    ```mlir
    %base = lir.dynamic_shared_memory 196608 : i32
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$bytes);
  let results = (outs I32:$address);
  let assemblyFormat = "$bytes attr-dict `:` type($address)";
}

def LIR_TensorMapOp : LIR_Op<"tensor_map", [Pure]> {
  let summary = "describe an operand for copies of boxes to shared memory";
  let description = [{
    Valid in kernels of CUDA devices of capability 9.0 and later. The result is a pointer to the tensor
    map (`CUtensorMap`) of an operand, which copies by the device's own engine (TMA) take. `sizes` are
    those of a contiguous tensor in the operand's memory, over the kernel's sizes and the fastest
    dimension first, each a product. `box` has the elements of each dimension that a copy takes; those
    of the first one are 128 bytes, the unit of the swizzle.

    *Example*:
    ```mlir
    %map = lir.tensor_map %x sizes affine_map<()[s0] -> (512, s0 * 8)> box [64, 128]
        : memref<8x?x512xf16> -> !llvm.ptr
    ```
  }];
  let arguments = (ins AnyMemRef:$operand, AffineMapAttr:$sizes, DenseI64ArrayAttr:$box);
  let results = (outs AnyType:$map);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $operand `sizes` $sizes `box` $box attr-dict `:` type($operand) `->` type($map)
  }];
}

def LIR_QuantizeRowsOp : LIR_Op<"quantize_rows", [Pure]> {
  let summary = "rows of floats as signed bytes with scales";
  let description = [{
    Valid in kernels of GPUs. Rounds the rows of `rows`, along the last dimension, as the precision
    says: `exact` to three bytes an element, `high` to two, `fast` to one. A row of the result has the
    words of one row, for a matmul by weights of the block scheme. The result may have more rows; these
    are unspecified.

    *Example*:
    ```mlir
    %0 = lir.quantize_rows %x for "q4_k" precision "high" : tensor<?x4096xf32> -> tensor<128x2304xi32>
    ```
  }];
  let arguments = (ins TensorOf<[F32]>:$rows, StrAttr:$scheme, StrAttr:$precision);
  let results = (outs 2DTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $rows `for` $scheme `precision` $precision attr-dict `:` type($rows) `->` type($result)
  }];
}

#endif // LIR_OPS_TD
