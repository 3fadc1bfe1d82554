// The interfaces through which every pass, the interpreter and every target meet an rlx op.
// Adding an op means implementing these; no pass or target names single ops.
#ifndef RLX_INTERFACES_TD
#define RLX_INTERFACES_TD

include "mlir/IR/OpBase.td"

def RLX_SymbolicShapeOpInterface : OpInterface<"SymbolicShapeOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    Infers result shapes as expressions over symbolic sizes. Every rlx op has it; the method is
    generated from the op's `static LogicalResult infer(InferContext &, Adaptor, results)`.
  }];
  let methods = [
    InterfaceMethod<"Infers the result shapes through `ctx`.", "::llvm::LogicalResult",
      "inferSymbolic", (ins "::rlx::InferContext &":$ctx,
                            "::llvm::SmallVectorImpl<::rlx::InferredType> &":$results)>
  ];
  // Before InferTypeOpInterface gets its turn, which would add "failed to infer returned types".
  let verify = [{ return ::rlx::verifyInference($_op); }];
}

def RLX_ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op whose result element depends only on the operands' elements at the same (broadcast)
    position. `buildScalar` emits that computation once, for scalars and for vectors alike: it
    serves the linalg lowering, elementwise regions and the epilogues of CPU and GPU kernels.
  }];
  let methods = [
    InterfaceMethod<[{
        Emits the computation on `values`, which have the signless form of the operands' element
        types, or are vectors of it (all of one shape). Returns a value of the signless result
        element type, likewise scalar or vector. Signedness is read from the op's own types.
        Only arith, math and ub ops may be created.
      }], "::llvm::FailureOr<::mlir::Value>", "buildScalar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::ValueRange":$values,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_LinalgLowerableOpInterface : OpInterface<"LinalgLowerableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    Rewrites the op as linalg, tensor, arith, math and scf on tensors. `operands` are the op's
    operands with unsigned element types made signless; results must be signless likewise.
  }];
  let methods = [
    InterfaceMethod<"Emits the lowering before the op and returns the values of its results.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerToLinalg",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_ElementLowerableOpInterface : OpInterface<"ElementLowerableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op whose `lowerToLinalg` computes several elements at a time in vectors, and that can also be
    a linalg.generic which computes each by itself: for targets that share out single elements, as
    GPUs do. Passes of these targets may tell it more of the op in attributes: `lir.sorted_run`
    (TopKInterface.td) and `lir.sorted_indices` (ScatterInterface.td). It believes them; models that
    have one are refused (`rlx-verify-input`). What `lowerToLinalg` computes is right without them.
  }];
  let methods = [
    InterfaceMethod<"Emits that form, like `lowerToLinalg`.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerToElements",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{Rewrites the op as simpler rlx ops.}];
  let methods = [
    InterfaceMethod<"Emits the simpler ops before the op and returns the values of its results.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder, "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_ReferenceOpInterface : OpInterface<"ReferenceOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    The op's meaning, executable: evaluated in double precision (64-bit integers for integer
    types), written from the definition and independently of decompose and lowerToLinalg. The
    interpreter allocates the results with the inferred shapes and rounds them to the element type
    afterwards. Index operands arrive as rank-0 i64 tensors.
  }];
  let methods = [
    InterfaceMethod<"Computes `results` from `inputs`.", "::llvm::Error", "evaluate",
      (ins "::rlx::ref::EvalContext &":$ctx, "::llvm::ArrayRef<::rlx::ref::Tensor>":$inputs,
           "::llvm::MutableArrayRef<::rlx::ref::Tensor>":$results)>
  ];
}

def RLX_UserKernelOpInterface : OpInterface<"UserKernelOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op that a kernel of the user computes: the runtime finds it by name when the model is loaded.
    No target makes code for it.
  }];
  let methods = [
    InterfaceMethod<"The name under which the kernel is registered.", "::llvm::StringRef",
      "getKernelName">,
    InterfaceMethod<"Bytes that the kernel gets with every call.", "::llvm::StringRef",
      "getKernelConfig">,
    InterfaceMethod<"Whether the op is computed by its kernel, and not by simpler ops.", "bool",
      "runsKernel">,
    InterfaceMethod<"Makes the kernel compute the op.", "void", "useKernel">
  ];
}

#endif // RLX_INTERFACES_TD
