// What GraphBuilder is inside: the module being built, the first error, and the regions and scopes
// that are open. Handles point here. Not for users.
#ifndef RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H
#define RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H

#include <source_location>

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::graph {

// The number as an attribute of the type, null if the type does not hold it: integers must fit, and
// what is finite stays so.
mlir::TypedAttr scalarAttribute(mlir::Type elementType, const GraphScalar &number);

struct State {
  explicit State(std::source_location where);

  // Whether calls do anything. After finish() they are errors; nobody can ask for those then but
  // by status().
  bool isOpen(std::source_location where);
  // Runs `body`, which returns a LogicalResult; what it reports becomes the builder's error.
  template <typename Body>
  bool attempt(Body &&body) {
    DiagnosticCollector diagnostics(context.get());
    if (mlir::succeeded(body()))
      return true;
    error = diagnostics.status();
    return false;
  }
  // Makes an error at a call the first one.
  void fail(std::source_location where, const llvm::Twine &message) {
    attempt([&]() -> mlir::LogicalResult { return mlir::emitError(locationOf(where)) << message; });
  }

  mlir::Location locationOf(std::source_location where);

  // ---- handles
  GraphValue wrap(mlir::Value value) { return {this, value.getAsOpaquePointer()}; }
  GraphSize wrapSize(mlir::Value value, std::source_location where) {
    return {this, value.getAsOpaquePointer(), where};
  }
  // The value of a handle, for use where the builder stands; an error and null if it is none of
  // this builder, or one of a region that is closed or cannot be seen. `what` names it.
  mlir::Value use(GraphValue handle, std::source_location where, const llvm::Twine &what);
  mlir::Value use(const GraphSize &handle, std::source_location where, const llvm::Twine &what);
  // What a handle stands for, wherever it is; null if nothing.
  static mlir::RankedTensorType typeOf(GraphValue handle);
  static GraphSize compute(char operation, const GraphSize &lhs, const GraphSize &rhs);

  // The type of a tensor that is being declared; an error and null if there is none.
  mlir::RankedTensorType tensorType(std::source_location where, const llvm::Twine &what,
                                    rt::DType dtype, llvm::ArrayRef<int64_t> shape);
  // A constant where the builder stands.
  GraphValue constant(mlir::Location loc, mlir::ElementsAttr value);
  // Takes regions of an op that could not be made: values in them may still be asked for their
  // type.
  void keep(llvm::MutableArrayRef<std::unique_ptr<mlir::Region>> regions);

  struct Part {
    std::string name;
    std::optional<std::source_location> place;
  };

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<mlir::Region>> discarded; // uses values of the module: goes first
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  rt::Status error;
  bool isFinished = false;
  std::vector<Part> parts;
  // Regions of ops in the making that see nothing outside themselves, the innermost last.
  llvm::SmallVector<mlir::Region *> isolated;
  llvm::StringSet<> argumentNames, resultNames;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::Attribute> resultNameAttributes;
  std::map<std::string, rt::Tensor> params;

private:
  bool checkVisible(mlir::Value value, std::source_location where, const llvm::Twine &what);
};

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H
