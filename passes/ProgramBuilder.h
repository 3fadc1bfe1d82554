// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the lir.program of a model function: buffers for tensors, dispatches for kernels, host
// control flow for control flow ops.
//
// Reshapes become views, and results are computed directly in output buffers where possible.
// ProgramControlFlow.cpp handles the bodies of control flow.
#ifndef RLX_PASSES_PROGRAMBUILDER_H
#define RLX_PASSES_PROGRAMBUILDER_H

#include "dialects/lir/LIRDialect.h"
#include "passes/KernelModule.h"
#include "passes/MoeLayers.h"
#include "llvm/ADT/DenseSet.h"

namespace rlx {

class IfOp;
class ScanOp;
class WhileOp;

class ProgramBuilder {
public:
  struct Options {
    bool fuse = true; // false: each dispatch computes one op of the model, or a part of one
    bool updateInPlace = false; // a scatter is a copy of its data, and a kernel that changes it
  };
  ProgramBuilder(mlir::func::FuncOp function, const SymbolicShapes &shapes, KernelModule &kernels,
                 Options options)
      : function(function), shapes(shapes), dependence(function), kernels(kernels),
        moeLayers(shapes), options(options), context(function.getContext()), builder(function) {}

  // Both emit an error and fail if a size depends on the data of a run.
  mlir::LogicalResult build();
  // A program with the buffers of the signature only, and no commands.
  mlir::FailureOr<lir::ProgramOp> buildSignature();

private:
  // A list of commands, and whether it is in the part that runs once.
  struct Scope {
    mlir::Block *commands;
    bool prepare;
  };

  // ---- the program and its buffers
  void createProgram();
  bool isParam(unsigned argument);
  llvm::SmallVector<int64_t> numberInputs();
  mlir::AffineMap sizesMap(llvm::ArrayRef<Dim> dims);
  mlir::AffineMapAttr sizesOf(mlir::Value tensor);
  mlir::MemRefType bufferType(mlir::Value tensor);
  void addArguments();
  mlir::LogicalResult addOutputs();
  void addGuards();
  mlir::Value view(mlir::Value tensor, mlir::Value of);
  mlir::Value bufferOf(mlir::Value value);
  mlir::Value outputBuffer(mlir::Value result, bool prepare);
  bool bindResult(mlir::Value value, mlir::Value buffer, mlir::Block &block);
  void findValuesUsedByRun();
  mlir::Value updatedOperand(mlir::Operation *op) const;
  bool isOwn(mlir::Value value) const;
  void shareUpdated(mlir::Value updated, mlir::Value result);

  // ---- commands
  // Adds the ops of `block`. Without a scope, for the function's body, each op goes to the part to
  // which it belongs.
  mlir::LogicalResult addBlock(mlir::Block &block, std::optional<Scope> scope);
  void addSetSize(mlir::Operation *cast, unsigned symbol, Scope scope);
  void addSetSize(mlir::Location loc, unsigned symbol, Dim value, Scope scope);
  // The symbol of a size of `result`, if its op decides the size in the run.
  std::optional<unsigned> decidedSymbol(mlir::Value result, Dim dim) const;
  // Sets the sizes of `target` that its op decides to those of `value`, or to the symbols of the
  // next iteration. False if there are none.
  bool decideSizes(mlir::Value target, mlir::Value value, Scope scope, bool forNext = false);
  // Decides for the ops of `block` that keep the elements of operands of equal shape when they run.
  void planExpansions(mlir::Block &block, llvm::ArrayRef<KernelGroup> groups);
  bool readsEither(const KernelGroup &group) const;
  Dim readsOperands(const KernelGroup &group);
  mlir::LogicalResult addGroup(const KernelGroup &group, Scope scope);
  mlir::LogicalResult addUserDispatch(UserKernelOpInterface op, const KernelGroup &group,
                                      Scope scope);
  mlir::LogicalResult addDispatch(const KernelGroup &group, mlir::SymbolRefAttr kernel,
                                  mlir::ValueRange inputs, mlir::ValueRange outs,
                                  llvm::ArrayRef<Dim> dims, Scope scope, Dim when = {});
  void describeFailure(const KernelGroup &group, lir::DispatchOp dispatch);
  static bool isInline(mlir::OpOperand &operand);
  void appendDynamic(mlir::Value tensor, mlir::Type type, Dims &dims);
  mlir::Location groupLocation(const KernelGroup &group);
  std::string label(const KernelGroup &group);
  void addCopy(mlir::Location loc, mlir::Value from, mlir::Value to, Scope scope);
  void copyRemainingOutputs();

  // ---- control flow
  mlir::LogicalResult addControlFlow(mlir::Operation *op, Scope scope);
  mlir::LogicalResult addIf(IfOp op, Scope scope);
  mlir::LogicalResult addWhile(WhileOp op, Scope scope);
  mlir::LogicalResult addScan(ScanOp op, Scope scope);
  void addEntry(ScanOp op, Dim length, Scope scope);
  mlir::LogicalResult addBranch(IfOp op, mlir::Region &region, Scope scope);
  llvm::SmallVector<mlir::Value> startCarried(mlir::ValueRange inits, mlir::ResultRange results,
                                              Scope scope);
  void carryOver(mlir::Block &body, mlir::ValueRange next, mlir::ResultRange results, Scope scope);
  mlir::Value saveForNext(mlir::Value result, mlir::Value value, Scope scope);
  mlir::Value rowView(mlir::Value row, mlir::Value of, Dim position);

  mlir::func::FuncOp function;
  const SymbolicShapes &shapes;
  InputDependence dependence;
  KernelModule &kernels;
  MoeLayers moeLayers;
  Options options;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder; // inserts buffers
  lir::ProgramOp program;
  lir::PrepareOp prepare;
  lir::RunOp run;
  llvm::DenseMap<mlir::Value, mlir::Value> buffers; // tensor -> buffer
  llvm::SmallVector<mlir::Value> outputs;
  llvm::SmallVector<bool> computedInPlace; // one per output
  llvm::DenseSet<mlir::Value> usedByRun;   // roots of values that runs read
  // By op with trait KeepsEqualShape: 1 if a kernel reads its result, 0 if all of them read its
  // operand.
  llvm::DenseMap<mlir::Operation *, Dim> expansions;
  unsigned numCounters = 0;
};

} // namespace rlx

#endif // RLX_PASSES_PROGRAMBUILDER_H
