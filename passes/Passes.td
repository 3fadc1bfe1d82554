// Declarations of the rlx -> rlx passes, in alphabetical order. One pass a file, named after it.
#ifndef RLX_PASSES_TD
#define RLX_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeOpsPass : Pass<"rlx-decompose-ops"> {
  let summary = "Rewrite composite ops as simpler rlx ops";
  let description = [{
    Calls `decompose` on every composite op until none is left, except the ops named by `keep`.
    Fails, naming op and reason, when a decomposition declines.
  }];
  let options = [
    ListOption<"keep", "keep", "std::string", "Names of ops to leave as they are">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def InterpretPass : Pass<"rlx-interpret", "::mlir::ModuleOp"> {
  let summary = "Run every function without arguments in the reference interpreter";
  let description = [{
    Leaves the module as it is. Fails, with an error at the op, when an op cannot be run or a
    `check.expect_*` fails. With `print`, prints each function's results as constants to standard
    error.
  }];
  let options = [
    Option<"print", "print", "bool", "false", "Print the results">
  ];
}

def OutlineKernelsPass : Pass<"rlx-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn models into lir programs of dispatches and outlined kernels";
  let description = [{
    Every function of the module becomes a `lir.program`; groups of ops become functions in the
    module `kernels_<target>`, still as rlx ops on tensors. Equal kernels are merged. Fails when a
    size depends on the data of a run.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "The target the kernels are for">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::func::FuncDialect"];
}

#endif // RLX_PASSES_TD
