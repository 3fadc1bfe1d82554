// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that make an operand of another kernel, in the same runs.
#ifndef RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H
#define RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H

#include "conversions/gpu/matmul/Contraction.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace rlx {

// A kernel that makes an operand of another one, and which arguments of that it has.
struct OperandKernel {
  mlir::func::FuncOp kernel;
  llvm::SmallVector<unsigned> arguments;
};

// The elements of an operand of the contraction as a tensor [own loops.., terms] of f32, made
// before the contraction. Ops that it applies to elements of the operand are repeated there.
mlir::Value elementsOf(const Contraction &contraction, const Operand &side);

// A kernel, not yet in a module, with the result of `make`, which gets a builder before the
// contraction in a copy of `kernel`.
OperandKernel
makeOperandKernel(mlir::func::FuncOp kernel,
                  llvm::function_ref<mlir::Value(mlir::OpBuilder &, const Contraction &)> make);

// Reads an operand of the contraction, a linalg.generic, from an argument of the kernel of a
// narrower type, at these indices over the loops. What computed it is erased.
void readInstead(const Contraction &contraction, const Operand &side, mlir::Value argument,
                 llvm::ArrayRef<mlir::AffineExpr> indices);

// Makes room in the condition of a kernel's runs (lir::kWhenAttr) for `count` more dims, behind
// those of the arguments and before those of the results.
void addDims(mlir::func::FuncOp kernel, unsigned count);

// Adds kernels to a module, one of those that are the same.
class OperandKernels {
public:
  OperandKernels(mlir::SymbolTable &symbols, llvm::StringRef name) : symbols(symbols), name(name) {}
  // Erases the kernel if there is such a one, and replaces it by that.
  void add(OperandKernel &made, mlir::func::FuncOp before);

private:
  mlir::SymbolTable &symbols;
  llvm::StringRef name;
  llvm::SmallVector<mlir::func::FuncOp> different;
};

// For each kernel with a contraction, in a module of kernels. Fails if a profile or a call does.
mlir::LogicalResult
forEachContraction(mlir::ModuleOp kernels, llvm::StringRef device,
                   llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp, const Contraction &,
                                                          const rt::DeviceProfile &)>
                       visit);

// Dispatches `maker` before another dispatch, in the runs in which that has work (lir::kWhenAttr of
// its `kernel`), and appends the result, a temporary, to the inputs of the other. `sizes` are the
// dynamic sizes of the result over the dims of `kernel`. An earlier dispatch that makes the same is
// shared. For example, `label` is "decode of ".
void dispatchBefore(lir::DispatchOp dispatch, mlir::func::FuncOp kernel, const OperandKernel &maker,
                    llvm::StringRef label, llvm::ArrayRef<mlir::AffineExpr> sizes = {});

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_PROGRAM_OPERANDKERNELS_H
