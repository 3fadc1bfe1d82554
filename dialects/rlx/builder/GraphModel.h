// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of GraphBuilder::finish: a model as IR, and the values of those params that were
// declared with one. Session::fromGraph compiles it. Other code may use the module too, for example
// to print it.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H

#include <map>
#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/tensor/Tensor.h"

namespace rlx {

/// A finished model. Threads: confined to one.
struct GraphModel {
  /// The IR as text, with its constants, as tools and Session::fromSource read it. It does not
  /// contain the values of params.
  std::string text() const;

  std::unique_ptr<mlir::MLIRContext> context; // outlives the module; null if the caller owns it
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::map<std::string, rt::Tensor> params; // those that were declared with a value
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHMODEL_H
