// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter: runs functions of rlx ops on host tensors, op by op. It uses each op's
// inference (with the real sizes) and `evaluate`. Every other route is compared with it, so it is
// plain and slow on purpose, and depends on no pass or lowering.
//
// Besides ops with ReferenceOpInterface, it runs func.call, constants, region ops (through
// EvalContext), tensor.dim/cast/extract/from_elements, cf.assert, and every scalar op whose folder
// computes a constant from constants (arith, affine.apply). An interpreter is not thread-safe.
#ifndef RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H
#define RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H

#include <functional>

#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace rlx::ref {

/// An error while running an op, with the op's location. Prints as "'rlx.add' op: <message>".
class InterpretError : public llvm::ErrorInfo<InterpretError> {
public:
  static char ID;
  InterpretError(mlir::Operation *op, const llvm::Twine &message);

  mlir::Location getLoc() const { return location; }
  llvm::StringRef getMessage() const { return message; }
  void log(llvm::raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  mlir::Location location;
  std::string message;
};

/// Emits a diagnostic for each contained error, at the op's location if the interpreter knows it,
/// and otherwise at `fallback`.
void emitDiagnostics(llvm::Error error, mlir::Location fallback);

/// Options of an interpreter.
struct InterpreterOptions {
  /// A larger result is an error.
  int64_t maxElements = int64_t(1) << 31;
  /// Computes ops that user kernels compute. Without it, such ops are errors.
  std::function<llvm::Error(llvm::StringRef name, llvm::StringRef config,
                            llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> outputs)>
      userKernel;
  /// The subnormals that the simulated device flushes: no argument and no result of an op
  /// (including constants) has subnormals of these types.
  LostSubnormals lost;
  /// Returns true for ops without results that should be skipped.
  std::function<bool(mlir::Operation *)> leavesOut;
  /// Called for every result of every op with tensor results, in order; an error stops the run.
  std::function<llvm::Error(mlir::OpResult, const Tensor &)> onResult;
};

/// The interpreter; see the head of this file.
class Interpreter : public EvalContext {
public:
  explicit Interpreter(InterpreterOptions options = {}) : options(std::move(options)) {}

  /// Runs `function` on `arguments`, which must match its argument types. `index` arguments and
  /// results are rank-0 i64 tensors.
  llvm::Expected<llvm::SmallVector<Tensor>> run(mlir::FunctionOpInterface function,
                                                llvm::SmallVector<Tensor> arguments);

  /// Runs one op outside of any function; `operands` are the values of its operands.
  llvm::Expected<llvm::SmallVector<Tensor>> runOp(mlir::Operation *op,
                                                  llvm::SmallVector<Tensor> operands);

  /// Called by region ops: runs the region's block and returns the operands of its terminator.
  /// Values from outside the region are those of the running function.
  llvm::Expected<llvm::SmallVector<Tensor>> run(mlir::Region &region,
                                                llvm::ArrayRef<Tensor> arguments) override;

  llvm::Expected<Tensor> zeros(llvm::ArrayRef<int64_t> shape, mlir::Type elementType) override;

  /// Called by ops that a user kernel computes.
  llvm::Error runUserKernel(llvm::StringRef name, llvm::StringRef config,
                            llvm::ArrayRef<Tensor> inputs,
                            llvm::MutableArrayRef<Tensor> outputs) override;

private:
  using Results = llvm::Expected<llvm::SmallVector<Tensor>>;
  using Frame = llvm::DenseMap<mlir::Value, Tensor>;

  Results runBlock(mlir::Block &block);
  llvm::Expected<llvm::SmallVector<Tensor>> takeOperands(mlir::Operation *op);
  Results dispatch(mlir::Operation *op, llvm::SmallVector<Tensor> operands);
  Results evaluate(mlir::Operation *op, llvm::ArrayRef<Tensor> operands);
  Results evaluateControlFlow(mlir::Operation *op, llvm::ArrayRef<Tensor> operands);
  Results call(mlir::Operation *op, llvm::SmallVector<Tensor> operands);

  InterpreterOptions options;
  Frame *frame = nullptr;
  unsigned depth = 0;
};

/// Zero tensors for the results of `op` on `operands`, allocated by the op's inference. Fails if
/// inference fails, if sizes that must be equal are not, or if a declared type differs.
llvm::Expected<llvm::SmallVector<Tensor>>
allocateResults(mlir::Operation *op, llvm::ArrayRef<Tensor> operands, int64_t maxElements);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H
