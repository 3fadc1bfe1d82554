// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of GraphBuilder.h: arguments, results, constants, sizes, scopes and finish(). The
// methods of ops are generated (GraphOps.cpp) or in GraphRegions.cpp. Every method does nothing
// after an error.
#include "dialects/rlx/builder/GraphBuilder.h"

#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/builder/BuilderState.h"
#include "dialects/rlx/reference/Conversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace rlx {

using graph::State;

// Larger constants are resources beside the IR.
static constexpr int64_t kMaxInlineElements = 64;

GraphBuilder::GraphBuilder(SourceLocation where) : state(std::make_unique<State>(nullptr, where)) {}
GraphBuilder::GraphBuilder(MLIRContext &context, SourceLocation where)
    : state(std::make_unique<State>(&context, where)) {}
GraphBuilder::~GraphBuilder() = default;

// ---- arguments and results ----

// Null, with an error, if the name is empty or taken.
static StringAttr takeName(State &state, llvm::StringSet<> &names, std::string_view name,
                           const char *what, std::source_location where) {
  if (!state.isOpen(where))
    return {};
  if (name.empty())
    state.fail(where, Twine(what) + " needs a name");
  else if (names.contains(StringRef(name)))
    state.fail(where, Twine("there is already an ") + what + " named '" + StringRef(name) + "'");
  else
    return state.builder.getStringAttr(StringRef(name));
  return {};
}

static GraphValue addArgument(State &state, std::string_view name, const char *kind,
                              rt::DType dtype, ArrayRef<int64_t> shape, ArrayRef<Attribute> dims,
                              std::source_location where) {
  StringAttr nameAttr = takeName(state, state.argumentNames, name, "argument", where);
  if (!nameAttr)
    return {};
  RankedTensorType type =
      state.tensorType(where, Twine(kind) + " '" + nameAttr.getValue() + "'", dtype, shape);
  if (!type)
    return {};
  Builder &b = state.builder;
  SmallVector<NamedAttribute> attributes = {b.getNamedAttr("rlx.kind", b.getStringAttr(kind)),
                                            b.getNamedAttr("rlx.name", nameAttr)};
  if (!type.hasStaticShape())
    attributes.push_back(b.getNamedAttr("rlx.dims", b.getArrayAttr(dims)));
  unsigned index = state.function.getNumArguments();
  if (failed(state.function.insertArgument(index, type, b.getDictionaryAttr(attributes),
                                           state.locationOf(where)))) {
    state.fail(where, "the function takes no more arguments");
    return {};
  }
  state.argumentNames.insert(nameAttr.getValue());
  state.sizes.addArgument(state.function.getArgument(index), dims);
  return state.wrap(state.function.getArgument(index));
}

GraphValue GraphBuilder::input(std::string_view name, rt::DType dtype,
                               const std::vector<GraphDim> &shape, SourceLocation where) {
  if (!state->isOpen(where))
    return {};
  SmallVector<int64_t> sizes;
  SmallVector<Attribute> dims;
  for (const GraphDim &dim : shape) {
    if (dim.symbol.empty() && dim.size < 0) {
      state->fail(where, "a size of input '" + StringRef(name) + "' is " + Twine(dim.size) +
                             "; one that each run decides has a name");
      return {};
    }
    sizes.push_back(dim.symbol.empty() ? dim.size : ShapedType::kDynamic);
    dims.push_back(state->builder.getStringAttr(dim.symbol));
  }
  return addArgument(*state, name, "input", dtype, sizes, dims, where);
}

GraphValue GraphBuilder::param(std::string_view name, rt::DType dtype,
                               const std::vector<int64_t> &shape, SourceLocation where) {
  for (int64_t size : shape)
    if (size < 0 && state->isOpen(where)) {
      state->fail(where, "a size of param '" + StringRef(name) + "' is " + Twine(size));
      return {};
    }
  return addArgument(*state, name, "param", dtype, shape, {}, where);
}

GraphValue GraphBuilder::param(std::string_view name, rt::Tensor value, SourceLocation where) {
  GraphValue handle =
      addArgument(*state, name, "param", value.dtype(),
                  ArrayRef<int64_t>(value.shape().data(), value.shape().size()), {}, where);
  if (handle.valid())
    state->params[std::string(name)] = std::move(value);
  return handle;
}

void GraphBuilder::output(std::string_view name, GraphValue value, SourceLocation where) {
  StringAttr nameAttr = takeName(*state, state->resultNames, name, "output", where);
  if (!nameAttr)
    return;
  if (state->builder.getInsertionBlock() != &state->function.getBody().front())
    return state->fail(where, "output '" + nameAttr.getValue() +
                                  "' is declared in a body; bodies return their values");
  Value used = state->use(value, where, "output '" + nameAttr.getValue() + "'");
  if (!used)
    return;
  state->resultNames.insert(nameAttr.getValue());
  state->results.push_back(used);
  state->resultNameAttributes.push_back(
      state->builder.getDictionaryAttr(state->builder.getNamedAttr("rlx.name", nameAttr)));
}

// ---- constants ----

// A constant in the tensor's memory, which the attribute keeps alive.
static ElementsAttr asResource(RankedTensorType type, rt::Tensor value) {
  auto held = std::make_shared<rt::Tensor>(std::move(value));
  ArrayRef<char> bytes(held->as<char>(), held->bytes());
  size_t alignment = reinterpret_cast<uintptr_t>(bytes.data()) % 64 ? 1 : 64;
  return DenseResourceElementsAttr::get(
      type, "constant",
      AsmResourceBlob(
          bytes, alignment, [held](void *, size_t, size_t) mutable { held.reset(); },
          /*dataIsMutable=*/false));
}

static ElementsAttr asDense(RankedTensorType type, const rt::TensorView &value, int64_t bytes) {
  llvm::Expected<ref::Tensor> tensor =
      ref::fromBytes(type.getShape(), type.getElementType(),
                     ArrayRef<char>(value.as<char>(), static_cast<size_t>(bytes)));
  if (tensor)
    return ref::toElements(*tensor);
  llvm::consumeError(tensor.takeError()); // the type and the number of bytes are right
  return {};
}

GraphValue GraphBuilder::constant(rt::Tensor value, SourceLocation where) {
  if (!state->isOpen(where))
    return {};
  RankedTensorType type =
      state->tensorType(where, "a constant", value.dtype(),
                        ArrayRef<int64_t>(value.shape().data(), value.shape().size()));
  if (!type)
    return {};
  ElementsAttr elements = value.elements() <= kMaxInlineElements
                              ? asDense(type, value.view(), static_cast<int64_t>(value.bytes()))
                              : asResource(type, std::move(value));
  return state->constant(state->locationOf(where), elements);
}

GraphValue GraphBuilder::constant(const rt::TensorView &value, SourceLocation where) {
  if (!state->isOpen(where))
    return {};
  rt::StatusOr<rt::Tensor> copy = rt::Tensor::copyOf(value);
  if (copy.ok())
    return constant(std::move(*copy), where);
  state->fail(where, "a constant cannot be made: " + Twine(std::string(copy.status().message())));
  return {};
}

static GraphValue makeFull(State &state, RankedTensorType type, const GraphScalar &number,
                           std::source_location where) {
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  TypedAttr part = graph::scalarAttribute(complex ? complex.getElementType() : element, number);
  if (!part) {
    state.fail(where, "a constant's element type does not hold the number");
    return {};
  }
  Location loc = state.locationOf(where);
  if (!complex)
    return state.constant(loc, DenseElementsAttr::get(type, Attribute(part)));
  APFloat real = cast<FloatAttr>(part).getValue();
  return state.constant(
      loc, DenseElementsAttr::get(
               type, std::complex<APFloat>(real, APFloat::getZero(real.getSemantics()))));
}

GraphValue GraphBuilder::full(rt::DType dtype, GraphScalar number,
                              const std::vector<int64_t> &shape, SourceLocation where) {
  if (!state->isOpen(where))
    return {};
  for (int64_t size : shape)
    if (size < 0) {
      state->fail(where, "a size of a constant is " + Twine(size));
      return {};
    }
  RankedTensorType type = state->tensorType(where, "a constant", dtype, shape);
  return type ? makeFull(*state, type, number, where) : GraphValue();
}

GraphValue GraphBuilder::scalarLike(GraphValue like, GraphScalar number, SourceLocation where) {
  if (!state->isOpen(where))
    return {};
  Value used = state->use(like, where, "what a scalar is to be like");
  if (!used)
    return {};
  auto type = cast<RankedTensorType>(used.getType());
  return makeFull(*state, RankedTensorType::get({}, type.getElementType()), number, where);
}

// ---- sizes ----

GraphSize GraphBuilder::dim(GraphValue value, int64_t axis, SourceLocation where) {
  if (!state->isOpen(where))
    return kDynamicSize;
  Value used = state->use(value, where, "the tensor whose size is asked for");
  if (!used)
    return kDynamicSize;
  auto type = cast<RankedTensorType>(used.getType());
  int64_t d = axis < 0 ? axis + type.getRank() : axis;
  if (d < 0 || d >= type.getRank()) {
    state->fail(where, "axis " + Twine(axis) + " is not in [-" + Twine(type.getRank()) + ", " +
                           Twine(type.getRank()) + ")");
    return kDynamicSize;
  }
  if (!type.isDynamicDim(d))
    return type.getDimSize(d);
  Value size = tensor::DimOp::create(state->builder, state->locationOf(where), used, d);
  state->sizes.addSize(size, used, static_cast<unsigned>(d));
  return state->wrapSize(size, where);
}

std::vector<GraphSize> GraphBuilder::dims(GraphValue value, SourceLocation where) {
  std::vector<GraphSize> sizes;
  for (int64_t d = 0, rank = value.rank(); d < rank; ++d)
    sizes.push_back(dim(value, d, where));
  return sizes;
}

std::string GraphBuilder::sizeText(GraphValue value, int64_t axis) const {
  return state->textOf(value, axis);
}

// ---- scopes ----

GraphBuilder::Scope GraphBuilder::scope(std::string_view name,
                                        std::optional<SourceLocation> location) {
  state->parts.push_back({std::string(name), location});
  return Scope(state.get());
}

GraphBuilder::Scope::~Scope() {
  if (state)
    state->parts.pop_back();
}

void GraphBuilder::fail(std::string_view message, SourceLocation where) {
  if (state->isOpen(where))
    state->fail(where, StringRef(message));
}

// ---- the end ----

static rt::Status copyOf(const rt::Status &status) {
  return status.ok() ? rt::okStatus() : rt::Status(status.code(), status.message());
}

rt::Status GraphBuilder::status() const {
  return copyOf(state->error);
}

rt::StatusOr<GraphModel> GraphBuilder::finish() {
  if (!state->error.ok())
    return copyOf(state->error);
  if (state->isFinished)
    return rt::failedPrecondition("the builder has given its model away with finish()");
  if (state->builder.getInsertionBlock() != &state->function.getBody().front())
    return rt::failedPrecondition("a body is being built");
  if (!state->parts.empty())
    return rt::failedPrecondition("the scope '" + state->parts.back().name + "' is open");
  if (state->results.empty())
    return rt::failedPrecondition("the graph has no outputs; declare them with output()");
  func::FuncOp function = state->function;
  function.setType(state->builder.getFunctionType(function.getArgumentTypes(),
                                                  ValueRange(state->results).getTypes()));
  function.setAllResultAttrs(ArrayRef<Attribute>(state->resultNameAttributes));
  func::ReturnOp::create(state->builder, function.getLoc(), state->results);
  if (!state->attempt([&] { return verify(*state->module); }))
    return copyOf(state->error);
  state->isFinished = true;
  state->discarded.clear(); // uses values of the module
  return GraphModel{std::move(state->own), std::move(state->module), std::move(state->params)};
}

} // namespace rlx
