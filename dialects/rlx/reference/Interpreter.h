// The reference interpreter: runs functions of rlx ops on host tensors, op by op, through each op's
// own inference (with the real sizes) and `evaluate`. The judge of every other route, so it is
// plain and slow on purpose; nothing here depends on a pass or a lowering.
//
// Besides ops with ReferenceOpInterface it runs func.call, constants, region ops (through
// EvalContext), tensor.dim/cast/extract/from_elements, cf.assert, and every scalar op whose folder
// computes a constant from constants (arith, affine.apply). One thread at a time.
#ifndef RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H
#define RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H

#include <functional>

#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace rlx::ref {

// What went wrong while running an op, and where. Prints as "'rlx.add' op: <message>".
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

// Emits an error diagnostic for each contained error: at the op's location if the interpreter knows
// it, otherwise at `fallback`.
void emitDiagnostics(llvm::Error error, mlir::Location fallback);

struct InterpreterOptions {
  // Results larger than this are refused rather than allocated.
  int64_t maxElements = int64_t(1) << 31;
  // Computes what a kernel of the user computes; without it, ops with such kernels are errors.
  std::function<llvm::Error(llvm::StringRef name, llvm::StringRef config,
                            llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> outputs)>
      userKernel;
  // What a device that loses them computes: no argument and no result of an op, constants among
  // them, has subnormal numbers of these types.
  LostSubnormals lost;
  // Ops without results that are not run.
  std::function<bool(mlir::Operation *)> leavesOut;
  // Called for every result of every op with tensor results, in order; an error stops the run.
  std::function<llvm::Error(mlir::OpResult, const Tensor &)> onResult;
};

class Interpreter : public EvalContext {
public:
  explicit Interpreter(InterpreterOptions options = {}) : options(std::move(options)) {}

  // Runs `function` on `arguments`, which must match its argument types. `index` arguments and
  // results are rank-0 i64 tensors.
  llvm::Expected<llvm::SmallVector<Tensor>> run(mlir::FunctionOpInterface function,
                                                llvm::SmallVector<Tensor> arguments);

  // Runs one op outside of any function; operands defined elsewhere come from `operands`.
  llvm::Expected<llvm::SmallVector<Tensor>> runOp(mlir::Operation *op,
                                                  llvm::SmallVector<Tensor> operands);

  // Called by region ops: runs the region's block and returns the operands of its terminator.
  // Values from outside the region are those of the running function.
  llvm::Expected<llvm::SmallVector<Tensor>> run(mlir::Region &region,
                                                llvm::ArrayRef<Tensor> arguments) override;

  llvm::Expected<Tensor> zeros(llvm::ArrayRef<int64_t> shape, mlir::Type elementType) override;

  // Called by ops that a kernel of the user computes.
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

// The result tensors of `op` on `operands`: allocated through the op's inference, zero. Fails when
// inference does, when sizes that must be equal are not, or when a declared type says otherwise.
llvm::Expected<llvm::SmallVector<Tensor>>
allocateResults(mlir::Operation *op, llvm::ArrayRef<Tensor> operands, int64_t maxElements);

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_INTERPRETER_H
