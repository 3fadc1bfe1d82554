// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GraphBuilder: builds a model in C++, one call per op. You need not know MLIR.
//
//   GraphBuilder g;
//   GraphValue x = g.input("x", rt::DType::F32, {"batch", 64});
//   GraphValue w = g.param("w", rt::DType::F32, {64, 10});
//   g.output("y", g.softmax(g.matmul(x, w), -1));
//   rt::StatusOr<GraphModel> model = g.finish();
//
// Every op of the dialect has a method; docs/generated/rlx-ops.md lists the ops. The op
// layer_norm_2d, for example, is layerNorm2d. A method takes the required operands and then the
// required attributes. Optional ones follow by name, in the order of the definition:
//   g.conv(x, w, {.bias = b, .strides = {2, 2}})
// Result types are inferred. Shapes broadcast as in NumPy. Element types are never converted
// implicitly.
//
// Errors: an invalid call returns results that are not valid() and changes nothing else. The
// builder keeps the first error, with the place of the call in your file, the op and the reason.
// All later calls do nothing. status() returns the error at any time, finish() at the end. Nothing
// throws or ends the process.
//
// Ops carry the place of the call, so errors of a run and profiles name it.
//
// Threads: a builder and its values are confined to one thread.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHBUILDER_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHBUILDER_H

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "dialects/rlx/builder/GraphModel.h"
#include "dialects/rlx/builder/GraphValue.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace rlx {

/// Option structs and result structs, generated from the op definitions.
namespace graph {
#include "dialects/rlx/builder/GraphOpTypes.h.inc"

/// The type of a result of rlx.custom. Sizes are static, or computed from sizes of the inputs.
struct TensorType {
  rt::DType dtype;
  std::vector<GraphSize> sizes;
};

/// Builds the ops of a region with the same builder, and returns the values that the region yields.
/// It is called once while the op is being built, or never after an error. It may use outer values
/// unless the op's description excludes that. Values of the region may be used outside only if they
/// are returned.
using Branch = std::function<GraphValues()>;
using Body = std::function<GraphValues(const GraphValues &arguments)>;

/// Options of scan; their meaning is that of the attributes of rlx.scan.
struct ScanOptions {
  bool reverse = false;
  std::optional<int64_t> length = std::nullopt;
  int64_t numCheckpoints = 0;
};
using ScanBackwardOptions = ScanOptions;
/// Options of a user kernel.
struct CustomOptions {
  // Callers may leave it out. NOLINTNEXTLINE(readability-redundant-string-init)
  std::string config = ""; // byte string that the kernel receives
  Body body = nullptr;     // computes the same with ops; sees its arguments only
};
/// The derivatives of customFn; an absent one does not exist.
struct CustomFnOptions {
  Body vjp = nullptr;
  Body jvp = nullptr;
};
} // namespace graph

/// Builds one model. The head of this file explains methods, errors and threads.
class GraphBuilder {
public:
  using SourceLocation = std::source_location;

  /// Errors that concern the whole model are reported at `where`.
  explicit GraphBuilder(SourceLocation where = SourceLocation::current());
  /// The same in a context that the caller owns, which has loaded the dialects rlx, func, arith and
  /// tensor. For importers.
  explicit GraphBuilder(mlir::MLIRContext &context,
                        SourceLocation where = SourceLocation::current());
  ~GraphBuilder();
  GraphBuilder(const GraphBuilder &) = delete;
  GraphBuilder &operator=(const GraphBuilder &) = delete;

  // ---- arguments and results; each name may be used once

  /// A tensor that the caller supplies with every run.
  GraphValue input(std::string_view name, rt::DType dtype, const std::vector<GraphDim> &shape,
                   SourceLocation where = SourceLocation::current());
  /// A weight: set once and kept. Its sizes must not be negative.
  GraphValue param(std::string_view name, rt::DType dtype, const std::vector<int64_t> &shape,
                   SourceLocation where = SourceLocation::current());
  /// A weight with its value. The session takes the value without a copy; it can be set again.
  GraphValue param(std::string_view name, rt::Tensor value,
                   SourceLocation where = SourceLocation::current());
  /// Makes `value` a result of the model.
  void output(std::string_view name, GraphValue value,
              SourceLocation where = SourceLocation::current());

  // ---- constants

  /// A constant that takes ownership of the tensor; large tensors are not copied.
  GraphValue constant(rt::Tensor value, SourceLocation where = SourceLocation::current());
  /// A constant that copies the elements, in row-major order.
  GraphValue constant(const rt::TensorView &value,
                      SourceLocation where = SourceLocation::current());
  /// A tensor whose elements are all `number`.
  GraphValue full(rt::DType dtype, GraphScalar number, const std::vector<int64_t> &shape = {},
                  SourceLocation where = SourceLocation::current());
  /// `number` as a rank-0 tensor with the element type of `like`.
  GraphValue scalarLike(GraphValue like, GraphScalar number,
                        SourceLocation where = SourceLocation::current());

  // ---- sizes

  /// The size of dimension `axis` of `value`; a negative axis counts from the end.
  GraphSize dim(GraphValue value, int64_t axis, SourceLocation where = SourceLocation::current());
  /// All sizes of `value`.
  std::vector<GraphSize> dims(GraphValue value, SourceLocation where = SourceLocation::current());
  /// A size as text for people: "4", "batch", "batch * 4". One without a name is "?" with a number.
  /// Equal texts are equal sizes; sizes with different texts may be equal, too. Empty if there is
  /// no such dimension, and after finish().
  std::string sizeText(GraphValue value, int64_t axis) const;

  // ---- ops with one result and those with several
#include "dialects/rlx/builder/GraphOps.h.inc"

  // ---- ops with bodies

  /// The values of one branch; nothing of the other one runs. The predicate is a rank-0 tensor.
  GraphValues if_(GraphValue predicate, const graph::Branch &thenBranch,
                  const graph::Branch &elseBranch,
                  SourceLocation where = SourceLocation::current());
  /// Repeats the body while the condition returns true. Both get the carried values. The body
  /// returns the next carried values, of the same types.
  GraphValues while_(const GraphValues &inits, const graph::Body &condition,
                     const graph::Body &body, SourceLocation where = SourceLocation::current());
  /// Repeats the body for each row of the inputs. The body gets the carried values and then the
  /// rows. It returns the next carried values and then rows of results. The results of the scan are
  /// the final carried values and the stacked rows.
  GraphValues scan(const GraphValues &inits, const GraphValues &inputs, const graph::Body &body,
                   const graph::ScanOptions &options = {},
                   SourceLocation where = SourceLocation::current());
  /// The gradients of a scan whose body is `forward`. `vjp` gets the arguments of `forward` and
  /// then the gradients of its results. It returns the gradients of the carried values, of the
  /// rows, and any further values, which are summed over the iterations.
  GraphValues scanBackward(const GraphValues &inits, const GraphValues &inputs,
                           const GraphValues &gradients, const graph::Body &forward,
                           const graph::Body &vjp, const graph::ScanBackwardOptions &options = {},
                           SourceLocation where = SourceLocation::current());
  /// Elementwise ops that are computed in one pass. The body sees its arguments only.
  GraphValues elementwiseRegion(const GraphValues &inputs, const graph::Body &body,
                                SourceLocation where = SourceLocation::current());
  /// A user kernel, found by name when the model is loaded (SessionOptions::userKernels). If there
  /// is none, the body runs.
  GraphValues custom(std::string_view kernel, const GraphValues &inputs,
                     const std::vector<graph::TensorType> &results,
                     const graph::CustomOptions &options = {},
                     SourceLocation where = SourceLocation::current());
  /// A function with user-defined derivatives. The bodies see their arguments only. `vjp` gets the
  /// arguments of `body`, its results and their gradients; `jvp` gets the arguments of `body` and
  /// their tangents.
  GraphValues customFn(const GraphValues &inputs, const graph::Body &body,
                       const graph::CustomFnOptions &options = {},
                       SourceLocation where = SourceLocation::current());

  // ---- for bindings to other languages; GraphCall.h has calls of ops by name

  /// The place of the calls that follow, whatever their `where` is. An empty file: no place, so
  /// that messages have none.
  void setPlace(std::string_view file, unsigned line, unsigned column);
  /// The first error, which is forgotten: the builder goes on as if the call that failed had not
  /// been.
  rt::Status takeError();
  /// The model so far, with the outputs so far, as MLIR that Session::fromSource reads: text, or
  /// bytecode. It does not contain the values of params. Changes nothing. `withConstants` is for
  /// people if false: constants of more than 64 elements are left out. An error while a body is
  /// being built, and after finish().
  rt::StatusOr<std::string> text(bool withConstants = true) const;
  /// The same as bytecode, with the places of the calls, if there is an output.
  rt::StatusOr<std::string> bytecode() const;

  // ---- names for parts of a model

  /// During the lifetime of a scope, new ops carry its name in their location; scopes nest. With a
  /// `location`, the ops have that location wherever the calls are, for functions that build a part
  /// of a model for their caller.
  class [[nodiscard]] Scope {
  public:
    Scope(Scope &&other) noexcept : state(other.state) { other.state = nullptr; }
    Scope &operator=(Scope &&) = delete;
    ~Scope();

  private:
    friend class GraphBuilder;
    explicit Scope(graph::State *state) : state(state) {}
    graph::State *state;
  };
  Scope scope(std::string_view name, std::optional<SourceLocation> location = std::nullopt);
  /// Reports an error, unless there is one already; for functions that check their arguments.
  void fail(std::string_view message, SourceLocation where = SourceLocation::current());

  // ---- the end

  /// Success, or the first error.
  rt::Status status() const;
  /// The model, if there was no error, there is an output and no scope is open. A builder finishes
  /// once. If only an output is missing or a scope is open, it can be used further.
  rt::StatusOr<GraphModel> finish();

private:
  friend struct graph::State;
  std::unique_ptr<graph::State> state;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHBUILDER_H
