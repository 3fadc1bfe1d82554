// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a GraphBuilder: the module under construction, the first error, and the open regions
// and scopes. Handles point to it, so they must not outlive it. Internal to the builder: users
// include GraphBuilder.h. Like the builder, it is confined to one thread.
#ifndef RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H
#define RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H

#include <source_location>

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "dialects/rlx/builder/SizeExpressions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::graph {

/// The number as an attribute of the type; null if the type cannot represent it. Integers must fit,
/// and a finite number must stay finite.
mlir::TypedAttr scalarAttribute(mlir::Type elementType, const GraphScalar &number);

/// The state of one GraphBuilder.
struct State {
  /// Builds in `given`, or in a new context if it is null.
  State(mlir::MLIRContext *given, std::source_location where);
  static State &of(GraphBuilder &builder) { return *builder.state; }

  /// Whether calls have an effect. A call after finish() is an error, which only status() can
  /// report then.
  bool isOpen(std::source_location where);
  /// Runs `body`. Its diagnostics become the builder's error.
  bool attempt(llvm::function_ref<mlir::LogicalResult()> body) {
    DiagnosticCollector diagnostics(context);
    if (mlir::succeeded(body()))
      return true;
    error = diagnostics.status();
    return false;
  }
  /// Makes an error at a call the builder's error.
  void fail(std::source_location where, const llvm::Twine &message) {
    attempt([&]() -> mlir::LogicalResult { return mlir::emitError(locationOf(where)) << message; });
  }

  mlir::Location locationOf(std::source_location where);

  // ---- handles
  GraphValue wrap(mlir::Value value) { return {this, value.getAsOpaquePointer()}; }
  GraphSize wrapSize(mlir::Value value, std::source_location where) {
    return {this, value.getAsOpaquePointer(), where};
  }
  /// The value of a handle, for use at the insertion point. It is an error, and the result null, if
  /// the handle is not of this builder, or is of a region that is closed or not visible here.
  /// `what` describes the value in the message.
  mlir::Value use(GraphValue handle, std::source_location where, const llvm::Twine &what);
  mlir::Value use(const GraphSize &handle, std::source_location where, const llvm::Twine &what);
  /// The type of a handle's value, wherever it is; null if the handle has none.
  static mlir::RankedTensorType typeOf(GraphValue handle);
  /// GraphBuilder::sizeText.
  std::string textOf(GraphValue handle, int64_t axis);
  static GraphSize compute(char operation, const GraphSize &lhs, const GraphSize &rhs);

  /// The type of a tensor that is being declared; an error and null if it is invalid.
  mlir::RankedTensorType tensorType(std::source_location where, const llvm::Twine &what,
                                    rt::DType dtype, llvm::ArrayRef<int64_t> shape);
  /// A constant at the insertion point.
  GraphValue constant(mlir::Location loc, mlir::ElementsAttr value);
  /// Takes ownership of the regions of an op that could not be created. Handles to their values may
  /// still be asked for a type.
  void keep(llvm::MutableArrayRef<std::unique_ptr<mlir::Region>> regions);

  struct Part {
    std::string name;
    std::optional<std::source_location> location;
  };

  std::unique_ptr<mlir::MLIRContext> own; // null if the context was given
  mlir::MLIRContext *context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::unique_ptr<mlir::Region>>
      discarded; // uses values of the module: destroyed first
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  rt::Status error;
  bool isFinished = false;
  /// The location of all calls, whatever their own is (GraphBuilder::setPlace).
  std::optional<mlir::Location> place;
  std::vector<Part> parts;
  /// Open regions that cannot use values from outside, the innermost last.
  llvm::SmallVector<mlir::Region *> isolated;
  llvm::StringSet<> argumentNames, resultNames;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::Attribute> resultNameAttributes;
  std::map<std::string, rt::Tensor> params;
  SizeExpressions sizes;

private:
  bool checkVisible(mlir::Value value, std::source_location where, const llvm::Twine &what);
};

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_BUILDERSTATE_H
