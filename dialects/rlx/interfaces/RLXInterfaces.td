// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interfaces through which passes, the interpreter and the targets see an rlx op: shapes,
// scalar computation, lowering, decomposition, reference. A new op implements those that fit; no
// pass or target names single ops.
#ifndef RLX_INTERFACES_TD
#define RLX_INTERFACES_TD

include "mlir/IR/OpBase.td"

def RLX_SymbolicShapeOpInterface : OpInterface<"SymbolicShapeOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    Infers result shapes as expressions over symbolic sizes. Every rlx op has this interface. The
    method is generated from the op's
    `static LogicalResult infer(InferContext &, Adaptor, results)`.
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
    An op whose result element depends only on the operands' elements at the same (broadcast) index.
    `buildScalar` emits that computation, for scalars and for vectors. The linalg lowering,
    elementwise regions and the epilogues of CPU and GPU kernels all use it.
  }];
  let methods = [
    InterfaceMethod<[{
        Emits the computation on `values`: scalars in the signless form of the operands' element
        types, or vectors of them (all of one shape). Returns a scalar or vector of the signless
        result element type. Signedness is read from the op's own types. Only arith, math and ub ops
        may be created.
      }], "::llvm::FailureOr<::mlir::Value>", "buildScalar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::ValueRange":$values,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_LinalgLowerableOpInterface : OpInterface<"LinalgLowerableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    Rewrites the op as linalg, tensor, arith, math and scf ops on tensors. `operands` are the op's
    operands, with unsigned element types made signless; results must be signless too.
  }];
  let methods = [
    InterfaceMethod<"Emits the lowering before the op; returns the values of its results.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerToLinalg",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_ElementLowerableOpInterface : OpInterface<"ElementLowerableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op whose `lowerToLinalg` computes several elements at a time in vectors, but that also has a
    form as a linalg.generic with independent elements. Targets that distribute single elements,
    such as GPUs, use that form. Passes of these targets may pass facts to it in attributes:
    `lir.sorted_run` (TopKInterface.td) and `lir.sorted_indices` (ScatterInterface.td). The lowering
    trusts them, so models that contain one are rejected (`rlx-verify-input`). `lowerToLinalg` is
    right without them.
  }];
  let methods = [
    InterfaceMethod<"Emits the form with independent elements, like `lowerToLinalg`.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "lowerToElements",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    Rewrites the op as simpler rlx ops. For example, softmax becomes max, sub, exp, sum and div.
  }];
  let methods = [
    InterfaceMethod<"Emits the simpler ops before the op; returns the values of its results.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>", "decompose",
      (ins "::mlir::OpBuilder &":$builder, "::rlx::LoweringReason &":$why)>
  ];
}

def RLX_ReferenceOpInterface : OpInterface<"ReferenceOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    The executable definition of the op. It computes in double precision (64-bit integers for
    integer types), from the definition and independently of `decompose` and `lowerToLinalg`. The
    interpreter allocates the results with the inferred shapes, and rounds them to the element type
    afterwards. Index operands are rank-0 i64 tensors.
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
    An op that a user kernel computes. The runtime finds the kernel by name when the model is
    loaded. No target generates code for the op.
  }];
  let methods = [
    InterfaceMethod<"The name under which the kernel is registered.", "::llvm::StringRef",
      "getKernelName">,
    InterfaceMethod<"A byte string that the kernel receives with every call.", "::llvm::StringRef",
      "getKernelConfig">,
    InterfaceMethod<"Whether the kernel computes the op, rather than simpler ops.", "bool",
      "runsKernel">,
    InterfaceMethod<"Makes the kernel compute the op.", "void", "useKernel">
  ];
}

#endif // RLX_INTERFACES_TD
