// GraphBuilder: writes a model in C++, one call an op, for those who do not know MLIR.
//
//   GraphBuilder g;
//   GraphValue x = g.input("x", rt::DType::F32, {"batch", 64});
//   GraphValue w = g.param("w", rt::DType::F32, {64, 10});
//   g.output("y", g.softmax(g.matmul(x, w), -1));
//   rt::StatusOr<GraphModel> model = g.finish();
//
// There is a method for every op of the dialect (docs/generated has them, the op layer_norm_2d is
// layerNorm2d). It takes what the op must have, operands before attributes, and then what it may
// have, by name and in this order: g.conv(x, w, {.bias = b, .strides = {2, 2}}). Result types are
// inferred, shapes broadcast as in NumPy, element types never convert by themselves.
//
// Errors: a call that cannot be right gives results that are not valid() and changes nothing else.
// The builder keeps the first such error, with the place of the call in the user's file, the op and
// the reason; all later calls do nothing. status() tells at any time, finish() at the end. Nothing
// throws or ends the process.
//
// Ops carry the place of the call, so that errors of a run and profiles name it.
//
// Threads: a builder and its values are confined to one.
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

namespace rlx {

// What ops may have, and the results of those that have several: made from the ops' definitions.
namespace graph {
#include "dialects/rlx/builder/GraphOpTypes.h.inc"

// The type of a result of rlx.custom. Its sizes are known, or computed from sizes of the inputs.
struct TensorType {
  rt::DType dtype;
  std::vector<GraphSize> sizes;
};

// Builds the ops of a region with the same builder and returns what the region yields. It is called
// once, while the op is being built, or never if there was an error before. It may use values from
// around it unless the op says otherwise; values of its own it gives away by returning them only.
using Branch = std::function<GraphValues()>;
using Body = std::function<GraphValues(const GraphValues &arguments)>;

struct ScanOptions {
  bool reverse = false;
  std::optional<int64_t> length = std::nullopt;
  int64_t numCheckpoints = 0;
};
using ScanBackwardOptions = ScanOptions;
struct CustomOptions {
  std::string config = ""; // bytes that the kernel gets
  Body body = nullptr;     // the same with ops; sees its arguments only
};
struct CustomFnOptions {
  Body vjp = nullptr;
  Body jvp = nullptr;
};
} // namespace graph

class GraphBuilder {
public:
  using Place = std::source_location;

  // What is wrong with the model as a whole is said at `where`.
  explicit GraphBuilder(Place where = Place::current());
  ~GraphBuilder();
  GraphBuilder(const GraphBuilder &) = delete;
  GraphBuilder &operator=(const GraphBuilder &) = delete;

  // ---- arguments and results, by names that are given once each

  // A tensor that every run gets.
  GraphValue input(std::string_view name, rt::DType dtype, const std::vector<GraphDim> &shape,
                   Place where = Place::current());
  // A tensor that is set once and kept: a weight. Its sizes are not negative.
  GraphValue param(std::string_view name, rt::DType dtype, const std::vector<int64_t> &shape,
                   Place where = Place::current());
  // The same with its value, which goes to the session without a copy and can be set again.
  GraphValue param(std::string_view name, rt::Tensor value, Place where = Place::current());
  // Makes `value` a result of the model.
  void output(std::string_view name, GraphValue value, Place where = Place::current());

  // ---- constants

  // Takes the tensor over; large ones are not copied.
  GraphValue constant(rt::Tensor value, Place where = Place::current());
  // Copies the elements, in row-major order.
  GraphValue constant(const rt::TensorView &value, Place where = Place::current());
  // `number` everywhere.
  GraphValue full(rt::DType dtype, GraphScalar number, const std::vector<int64_t> &shape = {},
                  Place where = Place::current());
  // `number` as a scalar of the element type of `like`.
  GraphValue scalarLike(GraphValue like, GraphScalar number, Place where = Place::current());

  // ---- sizes

  // A size of `value`, from the end if `axis` is negative.
  GraphSize dim(GraphValue value, int64_t axis, Place where = Place::current());
  // All of them.
  std::vector<GraphSize> dims(GraphValue value, Place where = Place::current());

  // ---- ops with one result and those with several
#include "dialects/rlx/builder/GraphOps.h.inc"

  // ---- ops with bodies

  // What one of the branches returns; nothing of the other one runs. The predicate is a scalar.
  GraphValues if_(GraphValue predicate, const graph::Branch &thenBranch,
                  const graph::Branch &elseBranch, Place where = Place::current());
  // Repeats the body while the condition returns true. Both get the carried values; the body
  // returns the next ones, of the same types.
  GraphValues while_(const GraphValues &inits, const graph::Body &condition,
                     const graph::Body &body, Place where = Place::current());
  // Repeats the body for each row of the inputs. It gets the carried values and then the rows, and
  // returns the next carried values and then rows of results. The results are the carried values at
  // the end and the stacked rows.
  GraphValues scan(const GraphValues &inits, const GraphValues &inputs, const graph::Body &body,
                   const graph::ScanOptions &options = {}, Place where = Place::current());
  // Gradients of a scan, whose body is `forward`. `vjp` gets what `forward` gets and then the
  // gradients of what it returns; it returns the gradients of the carried values, of the rows, and
  // any further values, which are summed.
  GraphValues scanBackward(const GraphValues &inits, const GraphValues &inputs,
                           const GraphValues &gradients, const graph::Body &forward,
                           const graph::Body &vjp, const graph::ScanBackwardOptions &options = {},
                           Place where = Place::current());
  // Elementwise ops computed in one pass. The body sees its arguments only.
  GraphValues elementwiseRegion(const GraphValues &inputs, const graph::Body &body,
                                Place where = Place::current());
  // A kernel of the user's, found by name when the model is loaded (SessionOptions::userKernels);
  // where there is none, the body runs.
  GraphValues custom(std::string_view kernel, const GraphValues &inputs,
                     const std::vector<graph::TensorType> &results,
                     const graph::CustomOptions &options = {}, Place where = Place::current());
  // A function with derivatives of its own. The bodies see their arguments only: `vjp` those of
  // `body`, its results and their gradients, `jvp` those of `body` and their tangents.
  GraphValues customFn(const GraphValues &inputs, const graph::Body &body,
                       const graph::CustomFnOptions &options = {}, Place where = Place::current());

  // ---- names for parts of a model

  // While it lives, what is built carries its name in its place; scopes nest. With a `place` what
  // is built is there, wherever the calls are: for functions that build a part for their caller.
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
  Scope scope(std::string_view name, std::optional<Place> place = std::nullopt);
  // Makes an error, unless there is one: for functions that check what they are given.
  void fail(std::string_view message, Place where = Place::current());

  // ---- the end

  // Success, or the first error.
  rt::Status status() const;
  // The model, if there was no error, there is an output and no scope is open. A builder finishes
  // once; after a failure for want of an output or an open scope it can be used on.
  rt::StatusOr<GraphModel> finish();

private:
  friend struct graph::State;
  std::unique_ptr<graph::State> state;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHBUILDER_H
