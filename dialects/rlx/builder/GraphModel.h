// What GraphBuilder::finish gives: a model as IR, with the values of its params that are known.
// Session::fromGraph compiles it; what else takes a module can have it as well.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H

#include <map>
#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/tensor/Tensor.h"

namespace rlx {

// Threads: confined to one.
struct GraphModel {
  // The IR in its text form, with its constants, as tools and Session::fromSource read it. Params
  // are not in it.
  std::string text() const;

  std::unique_ptr<mlir::MLIRContext> context; // outlives the module
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::map<std::string, rt::Tensor> params; // those that were declared with a value
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H
