// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that repeat a graph: Loop, Scan.
//
// A Loop with a known trip count becomes rlx.scan, any other one rlx.while. So does one whose
// carried values change shape. Scan becomes rlx.scan.
//
// Regions have tensors only. So a Loop that carries sequences is unrolled if it is short, or else
// carries stacks; see OnnxLists.h.
#include "importers/onnx/OnnxControlFlow.h"
#include "importers/onnx/OnnxLists.h"
#include "importers/onnx/OnnxOpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// Loops with a constant trip count of at most this are unrolled if they carry sequences.
constexpr int64_t kMaxUnrolled = 64;

OnnxValue knownTrue(Node &n) {
  OnnxValue value;
  value.elementType = n.builder().getI1Type();
  value.known = Dims{n.size(1)};
  return value;
}

std::string outputText(const GraphProto &body, unsigned i) {
  return "output #" + std::to_string(i) + " '" + body.output[i].name + "' of the body";
}

// Fails if the body gives a carried value another type than it starts with. The first carried value
// is input `firstInput` of the node and output `firstOutput` of the body.
void expectCarried(Node &n, const GraphProto &body, unsigned firstInput, unsigned firstOutput,
                   ArrayRef<Value> initial, ArrayRef<OnnxValue> results) {
  for (auto [i, start] : llvm::enumerate(initial)) {
    const OnnxValue &next = results[firstOutput + i];
    Type type = cast<RankedTensorType>(start.getType()).getElementType();
    Dims dims = n.dimsOf(start);
    if (type == next.elementType && mayBeEqual(dims, next.dims))
      continue;
    std::string text = n.inputText(firstInput + i) + " (a carried value) starts as " +
                       valueText(type, dims) + ", but " + outputText(body, firstOutput + i) +
                       " is " + valueText(next.elementType, next.dims);
    if (type == next.elementType && n.op() == "Loop")
      n.unsupported(text + "; supported are carried values of one shape");
    else
      n.fail(text);
  }
}

void setResults(Node &n, Value first, unsigned skip) {
  if (!first)
    return;
  for (auto [i, result] : llvm::enumerate(first.getDefiningOp()->getResults().drop_front(skip)))
    n.set(i, result);
}

// ---- Loop ----

// Whether a Loop with a true initial condition keeps it true: the body's first output is its
// condition, or a constant true, possibly through Identity.
bool keepsCondition(const GraphProto &body) {
  std::string name = body.output[0].name;
  for (size_t step = 0; step <= body.node.size(); ++step) {
    if (name == body.input[1].name)
      return true;
    const NodeProto *producer = nullptr;
    for (const NodeProto &node : body.node)
      if (llvm::is_contained(node.output, name))
        producer = &node;
    if (producer && producer->opType == "Identity" && producer->input.size() == 1) {
      name = producer->input[0];
      continue;
    }
    const TensorProto *constant = nullptr;
    if (producer && producer->opType == "Constant")
      for (const AttributeProto &attribute : producer->attribute)
        constant = attribute.name == "value" ? &*attribute.t : constant;
    for (const TensorProto &tensor : body.initializer)
      constant = !producer && tensor.name == name ? &tensor : constant;
    if (!constant || constant->dataType != TensorProto::BOOL)
      return false;
    const StringRef raw = constant->rawData.value_or("");
    return raw.empty() ? constant->int32Data.size() == 1 && constant->int32Data[0] != 0
                       : raw.size() == 1 && raw[0] != 0;
  }
  return false;
}

struct Loop {
  const GraphProto &body;
  SmallVector<Value> initial;
  SmallVector<Type> types;
  SmallVector<Dims> dims;
  // Pairs of a carried value and a dimension that changes from iteration to iteration. The size in
  // `dims` is null.
  SmallVector<int64_t> varying;
  // Of each carried value: whether its tensor is the stack of a sequence.
  SmallVector<bool> isStack;

  OnnxValue carried(Graph &graph, unsigned i, Value tensor) const {
    return isStack[i] ? stackValue(graph, tensor) : tensorValue(graph, tensor);
  }
};

// Makes carried sequences stacks in the results of the body.
void stackSequences(Node &n, const Loop &loop, SubgraphResults &results) {
  for (auto [i, isStack] : llvm::enumerate(loop.isStack)) {
    OnnxValue &result = results[1 + i];
    const OnnxValue::Kind expected = isStack ? OnnxValue::Kind::Sequence : OnnxValue::Kind::Tensor;
    if (result.kind != expected && !n.hasFailed())
      n.fail(n.inputText(2 + i) + " (a carried value) is " +
             (isStack ? "a sequence" : valueText(n.in(2 + i))) + ", but " +
             outputText(loop.body, 1 + i) + " is " + valueText(result));
    if (!isStack || n.hasFailed())
      continue;
    std::optional<Dims> dims(Dims(ArrayRef<Dim>(loop.dims[i]).drop_front()));
    if (Value stack = emitStack(n, result, kLengthIsComputed, dims))
      result = tensorValue(n.graph(), stack);
  }
}

void setLoopResults(Node &n, const Loop &loop, Value first, unsigned skip) {
  setResults(n, first, skip);
  for (auto [i, isStack] : llvm::enumerate(loop.isStack))
    if (first && isStack)
      n.setValue(i, stackValue(n.graph(), first.getDefiningOp()->getResult(skip + i)));
}

// The body gives a condition, then the carried values.
void expectLoopResults(Node &n, const Loop &loop, ArrayRef<OnnxValue> results) {
  if (!results[0].isTensor())
    return n.fail(outputText(loop.body, 0) + " (the condition) must be one bool, but is " +
                  valueText(results[0]));
  expectCondition(n, outputText(loop.body, 0), results[0].elementType, results[0].dims);
  for (auto [i, dims] : llvm::enumerate(loop.dims))
    if (const OnnxValue &next = results[1 + i]; dims.size() != next.dims.size() && !n.hasFailed())
      n.unsupported(n.inputText(2 + i) + " (a carried value) has rank " + Twine(dims.size()) +
                    ", but " + outputText(loop.body, 1 + i) + " has rank " +
                    Twine(next.dims.size()) + "; supported are carried values of one rank");
  if (!n.hasFailed() && loop.varying.empty())
    expectCarried(n, loop.body, 2, 1, loop.initial, results);
}

// Whether a size of a carried value stays the same: exporters give equal sizes many names. One that
// starts as 0, or that the next one depends on, grows or shrinks.
bool staysEqual(Node &n, Dim first, Dim next, size_t firstInner) {
  if (first == next)
    return true;
  return mayBeEqual(first, next) && constantOf(first) != 0 &&
         !n.graph().bounds().shareSymbol(first, next) &&
         !n.graph().usesSymbolFrom(next, firstInner);
}

// Finds sizes of carried values that the body changes. `firstInner` is the number of symbols before
// the body. Whether there are new ones.
bool findVarying(Node &n, Loop &loop, ArrayRef<OnnxValue> results, size_t firstInner) {
  const size_t before = loop.varying.size();
  for (auto [i, dims] : llvm::enumerate(loop.dims)) {
    const Dims &next = results[1 + i].dims;
    if (next.size() != dims.size() ||
        results[1 + i].elementType !=
            cast<RankedTensorType>(loop.initial[i].getType()).getElementType())
      return false; // reported by expectLoopResults
    for (auto [d, dim] : llvm::enumerate(dims)) {
      if (!dim || staysEqual(n, dim, next[d], firstInner))
        continue;
      if (loop.isStack[i] && d > 0) {
        n.unsupported("the elements of the sequence " + n.inputText(2 + i) +
                      " (a carried value) change their shape, and " + kLengthIsComputed);
        return false;
      }
      dim = {};
      loop.varying.append({int64_t(i), int64_t(d)});
    }
    SmallVector<int64_t> sizes(cast<RankedTensorType>(loop.types[i]).getShape());
    for (auto [d, dim] : llvm::enumerate(dims))
      if (!dim)
        sizes[d] = ShapedType::kDynamic;
    loop.types[i] = cast<RankedTensorType>(loop.types[i]).clone(sizes);
  }
  return loop.varying.size() != before;
}

// For a trip count known from sizes: a scan over the iteration numbers. False if carried values
// change shape, which a scan does not allow.
bool importCountedLoop(Node &n, Loop &loop, Dim tripCount) {
  Value numbers = n.iota(n.size(0), tripCount, 0);
  if (n.hasFailed())
    return true;
  SmallVector<Type> types = loop.types;
  SmallVector<Dims> dims = loop.dims;
  types.push_back(RankedTensorType::get({}, n.builder().getI64Type()));
  dims.push_back({});
  Regions regions;
  {
    const size_t firstInner = n.graph().numSymbols();
    RegionScope scope(n.graph(), types, dims, n.loc());
    SmallVector<OnnxValue> inputs = {tensorValue(n.graph(), scope.argument(loop.initial.size())),
                                     knownTrue(n)};
    for (unsigned i = 0; i < loop.initial.size(); ++i)
      inputs.push_back(loop.carried(n.graph(), i, scope.argument(i)));
    FailureOr<SubgraphResults> results = importSubgraph(n, loop.body, inputs);
    if (failed(results))
      return true;
    stackSequences(n, loop, *results);
    if (n.hasFailed())
      return true;
    if (findVarying(n, loop, *results, firstInner))
      return false;
    expectLoopResults(n, loop, *results);
    regions.push_back(scope.yield(tensorsOf(n, ArrayRef(*results).drop_front())));
  }
  if (n.hasFailed())
    return true;
  SmallVector<Value> all = loop.initial;
  all.push_back(numbers);
  auto segments = n.builder().getDenseI32ArrayAttr({static_cast<int32_t>(loop.initial.size()), 1});
  setLoopResults(n, loop, n.emit("rlx.scan", all, n.attr("operandSegmentSizes", segments), regions),
                 0);
  return true;
}

// A while also carries the iteration number and the condition, before the carried values, and the
// stacked results behind them: each iteration appends a row.
class WhileImport {
public:
  WhileImport(Node &n, Loop &loop) : n(n), loop(loop) {}

  void run() {
    const unsigned numStacked = n.numOutputs() - loop.initial.size();
    initial = {n.scalar(i64, 0), n.has(1) ? n.single(1, "the condition") : n.scalar(i1, 1)};
    llvm::append_range(initial, loop.initial);
    Value limit = n.has(0) ? n.single(0, "the trip count") : Value();
    std::unique_ptr<Region> body;
    while (!n.hasFailed() && !body)
      body = importBody(numStacked);
    if (n.hasFailed())
      return;
    for (auto [dims, element] : llvm::zip(rows, rowElements)) {
      Dims sizes = {n.size(0)};
      llvm::append_range(sizes, dims);
      initial.push_back(n.expand(n.scalar(element, 0), sizes));
    }
    Regions regions;
    regions.push_back(condition(limit));
    regions.push_back(std::move(body));
    if (!n.hasFailed())
      setLoopResults(n, loop, n.emit("rlx.while", initial, attributes(), regions), 2);
  }

private:
  SmallVector<Type> types() const {
    SmallVector<Type> result = {RankedTensorType::get({}, i64), RankedTensorType::get({}, i1)};
    llvm::append_range(result, loop.types);
    return result;
  }
  SmallVector<Dims> dims() const {
    SmallVector<Dims> result(2);
    llvm::append_range(result, loop.dims);
    return result;
  }

  // Null if the body changes another size, or if the node has failed.
  std::unique_ptr<Region> importBody(unsigned numStacked) {
    const size_t firstInner = n.graph().numSymbols();
    RegionScope scope(n.graph(), types(), dims(), n.loc());
    SmallVector<OnnxValue> inputs = {tensorValue(n.graph(), scope.argument(0)),
                                     tensorValue(n.graph(), scope.argument(1))};
    for (unsigned i = 0; i < loop.initial.size(); ++i)
      inputs.push_back(loop.carried(n.graph(), i, scope.argument(2 + i)));
    Value next = n.emit("rlx.add", {scope.argument(0), n.scalar(i64, 1)});
    FailureOr<SubgraphResults> results = importSubgraph(n, loop.body, inputs);
    if (failed(results))
      return nullptr;
    stackSequences(n, loop, *results);
    if (n.hasFailed() || findVarying(n, loop, *results, firstInner))
      return nullptr;
    SmallVector<Value> values = {next};
    expectLoopResults(n, loop, *results);
    llvm::append_range(values, tensorsOf(n, *results));
    if (n.hasFailed())
      return nullptr;
    values[1] = n.reshape(values[1], {});
    rows.clear();
    rowElements.clear();
    for (unsigned i = 0; i < numStacked; ++i)
      values[values.size() - numStacked + i] =
          append(scope, values[values.size() - numStacked + i], i, firstInner);
    return n.hasFailed() ? nullptr : scope.yield(values);
  }

  // The stacked result `i` with one row more.
  Value append(RegionScope &scope, Value row, unsigned i, size_t firstInner) {
    Dims dims = n.dimsOf(row);
    if (llvm::any_of(dims, [&](Dim dim) { return n.graph().usesSymbolFrom(dim, firstInner); })) {
      n.unsupported("stacks " + outputText(loop.body, 1 + loop.initial.size() + i) +
                    ", whose size is known only in the loop; supported are rows of a size that is "
                    "known before");
      return {};
    }
    auto type = cast<RankedTensorType>(row.getType());
    SmallVector<int64_t> sizes = {ShapedType::kDynamic};
    llvm::append_range(sizes, type.getShape());
    Value stacked = scope.block().addArgument(type.clone(sizes), n.loc());
    Dims stackedDims = {n.graph().ownSize(stacked, 0)};
    llvm::append_range(stackedDims, dims);
    n.graph().setDims(stacked, stackedDims);
    rows.push_back(dims);
    rowElements.push_back(type.getElementType());
    dims.insert(dims.begin(), n.size(1));
    Value line = n.reshape(row, dims);
    return n.hasFailed() ? Value() : n.emit("rlx.concat", {stacked, line}, axis0());
  }
  NamedAttribute axis0() { return n.attr("axis", n.builder().getI64IntegerAttr(0)); }

  // The condition region has the arguments of the body.
  std::unique_ptr<Region> condition(Value limit) {
    SmallVector<Type> argumentTypes = types();
    SmallVector<Dims> argumentDims = dims();
    for (Value stacked : ArrayRef(initial).drop_front(argumentTypes.size())) {
      if (n.hasFailed())
        return nullptr;
      auto type = cast<RankedTensorType>(stacked.getType());
      SmallVector<int64_t> sizes(type.getShape());
      sizes[0] = ShapedType::kDynamic;
      argumentTypes.push_back(type.clone(sizes));
      argumentDims.push_back(n.dimsOf(stacked));
      argumentDims.back()[0] = {};
    }
    RegionScope scope(n.graph(), argumentTypes, argumentDims, n.loc());
    Value more = scope.argument(1);
    if (limit) {
      Value within = n.compare(ComparePredicate::lt, scope.argument(0), limit);
      more = n.emit("rlx.and", {more, within});
    }
    return n.hasFailed() ? nullptr : scope.yield(more);
  }

  SmallVector<NamedAttribute> attributes() {
    SmallVector<int64_t> varying;
    for (size_t i = 0; i < loop.varying.size(); i += 2)
      varying.append({loop.varying[i] + 2, loop.varying[i + 1]});
    for (size_t i = 0; i < rows.size(); ++i)
      varying.append({int64_t(2 + loop.initial.size() + i), 0});
    if (varying.empty())
      return {};
    return {n.attr("varying", n.builder().getDenseI64ArrayAttr(varying))};
  }

  Node &n;
  Loop &loop;
  Type i64 = n.builder().getI64Type(), i1 = n.builder().getI1Type();
  SmallVector<Value> initial;
  SmallVector<Dims> rows; // of stacked results
  SmallVector<Type> rowElements;
};

// The iterations one behind the other: values may be lists of any kind.
void unrollLoop(Node &n, const GraphProto &body, int64_t tripCount) {
  const size_t numCarried = n.numInputs() - 2;
  std::vector<SmallVector<Value>> rows(n.numOutputs() - numCarried);
  SmallVector<OnnxValue> inputs(2);
  inputs[1] = knownTrue(n);
  for (unsigned i = 2; i < n.numInputs(); ++i)
    inputs.push_back(n.in(i));
  for (int64_t step = 0; step < tripCount; ++step) {
    inputs[0] = OnnxValue();
    inputs[0].elementType = n.builder().getI64Type();
    inputs[0].known = Dims{n.size(step)};
    Graph::Mark mark = n.graph().mark();
    FailureOr<SubgraphResults> results = importSubgraph(n, body, inputs);
    n.graph().forgetNames(mark);
    if (failed(results))
      return;
    for (size_t i = 0; i < numCarried; ++i)
      inputs[2 + i] = std::move((*results)[1 + i]);
    for (auto [i, list] : llvm::enumerate(rows)) {
      const OnnxValue &row = (*results)[1 + numCarried + i];
      Dims dims = row.dims;
      dims.insert(dims.begin(), n.size(1));
      list.push_back(n.reshape(n.tensorOf(row), dims));
    }
  }
  for (size_t i = 0; i < numCarried; ++i)
    n.setValue(i, inputs[2 + i]);
  for (auto [i, list] : llvm::enumerate(rows))
    n.set(numCarried + i, n.emit("rlx.concat", list, n.i64("axis", 0)));
}

// The shape of the elements that the body inserts into the empty sequence of input `input`.
std::optional<Dims> insertedDims(Node &n, const GraphProto &body, unsigned input) {
  if (!n.graph().mayRepeat(1)) {
    n.unsupported("carries sequences in loops that are nested too deeply");
    return std::nullopt;
  }
  const size_t firstInner = n.graph().numSymbols();
  SmallVector<Type> types = {RankedTensorType::get({}, n.builder().getI64Type()),
                             RankedTensorType::get({}, n.builder().getI1Type())};
  RegionScope scope(n.graph(), types, SmallVector<Dims>(2), n.loc());
  SmallVector<OnnxValue> inputs = {tensorValue(n.graph(), scope.argument(0)),
                                   tensorValue(n.graph(), scope.argument(1))};
  for (unsigned i = 2; i < n.numInputs(); ++i)
    inputs.push_back(n.in(i));
  FailureOr<SubgraphResults> results = importSubgraph(n, body, inputs);
  if (failed(results))
    return std::nullopt;
  const OnnxValue &result = (*results)[input - 1];
  std::optional<Dims> dims = elementDims(result);
  if (!dims ||
      llvm::any_of(*dims, [&](Dim dim) { return n.graph().usesSymbolFrom(dim, firstInner); })) {
    n.unsupported("the elements of the sequence " + n.inputText(input) +
                  " (a carried value) have a shape that is known only in the loop, and " +
                  kLengthIsComputed);
    return std::nullopt;
  }
  return dims;
}

// The initial value of a carried one as a tensor.
Value initialTensor(Node &n, const GraphProto &body, unsigned i) {
  const OnnxValue &value = n.in(i);
  if (value.isTensor())
    return n.tensor(i);
  if (value.kind == OnnxValue::Kind::Optional) {
    n.unsupported(n.inputText(i) +
                  " (a carried value) is an optional; supported are optionals in "
                  "loops with a constant trip count of at most " +
                  Twine(kMaxUnrolled));
    return {};
  }
  std::optional<Dims> dims = elementDims(value);
  if (!value.isStack() && value.elements.empty())
    dims = insertedDims(n, body, i);
  return n.hasFailed() ? Value() : emitStack(n, value, kLengthIsComputed, dims);
}

void importLoop(Node &n) {
  const GraphProto *body = n.graphAttr("body");
  if (n.hasFailed())
    return;
  unsigned numCarried = n.numInputs() < 2 ? 0 : n.numInputs() - 2;
  if (body->input.size() != numCarried + 2 || body->output.size() != n.numOutputs() + 1 ||
      n.numOutputs() < numCarried)
    return n.fail("has " + Twine(numCarried) + " carried values and " + Twine(n.numOutputs()) +
                  " outputs, but its body has " + Twine(body->input.size()) + " inputs and " +
                  Twine(body->output.size()) + " outputs");
  bool carriesLists = false;
  for (unsigned i = 2; i < n.numInputs(); ++i) {
    if (!n.has(i))
      return n.fail("input #" + Twine(i) + " is missing");
    carriesLists |= !n.in(i).isTensor();
  }
  expectCondition(n, 1);
  const Dims *tripCount = n.has(0) ? n.known(0) : nullptr;
  bool goesOn = (!n.has(1) || knownCondition(n, 1) == true) && keepsCondition(*body);
  if (n.hasFailed())
    return;
  std::optional<int64_t> numSteps;
  if (tripCount && tripCount->size() == 1 && goesOn)
    numSteps = constantOf(tripCount->front());
  if (carriesLists && numSteps && *numSteps <= kMaxUnrolled &&
      (*numSteps > 0 || n.numOutputs() == numCarried) &&
      n.graph().mayRepeat(std::max<int64_t>(*numSteps, 0)))
    return unrollLoop(n, *body, *numSteps);
  Loop loop{*body, {}, {}, {}, {}, {}};
  for (unsigned i = 2; i < n.numInputs(); ++i) {
    loop.isStack.push_back(!n.in(i).isTensor());
    loop.initial.push_back(initialTensor(n, *body, i));
    if (n.hasFailed())
      return;
    loop.types.push_back(loop.initial.back().getType());
    loop.dims.push_back(n.dimsOf(loop.initial.back()));
  }
  if (tripCount && tripCount->size() == 1 && goesOn) {
    std::optional<int64_t> constant = constantOf((*tripCount)[0]);
    if (importCountedLoop(n, loop, constant && *constant < 0 ? n.size(0) : (*tripCount)[0]))
      return;
  }
  if (n.numOutputs() == 0)
    return n.unsupported("has no outputs");
  WhileImport(n, loop).run();
}

// ---- Scan ----

// A list with one axis or direction per tensor; the defaults are 0.
IntList listOrZeros(Node &n, StringRef name, unsigned count) {
  IntList list = n.intsAttr(name);
  if (list.empty())
    list.assign(count, 0);
  if (!n.hasFailed() && list.size() != count)
    n.fail("attribute '" + name + "' has " + Twine(list.size()) + " values, expected " +
           Twine(count));
  return list;
}

Value moveAxis(Node &n, Value tensor, int64_t from, int64_t to) {
  IntList order;
  for (int64_t i = 0, rank = n.dimsOf(tensor).size(); i < rank; ++i)
    order.push_back(i);
  if (n.hasFailed())
    return tensor;
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  return n.transpose(tensor, order);
}

// Emits rlx.scan over the first axes of the operands after the carried values. The operands come
// from the inputs of the node from `firstInput` on. Returns the first result.
Value emitScan(Node &n, const GraphProto &body, unsigned firstInput, ArrayRef<Value> operands,
               unsigned numCarried, bool reverse) {
  SmallVector<Type> types;
  SmallVector<Dims> dims;
  for (auto [i, tensor] : llvm::enumerate(operands)) {
    auto type = cast<RankedTensorType>(tensor.getType());
    dims.push_back(n.dimsOf(tensor));
    if (i >= numCarried) {
      if (type.getRank() == 0)
        return n.fail("input #" + Twine(i) + " is a scalar and has no axis to scan"), Value();
      type = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
      dims.back().erase(dims.back().begin());
    }
    types.push_back(type);
  }
  Regions regions;
  {
    RegionScope scope(n.graph(), types, dims, n.loc());
    SmallVector<OnnxValue> inputs;
    for (Value argument : scope.block().getArguments())
      inputs.push_back(tensorValue(n.graph(), argument));
    FailureOr<SubgraphResults> results = importSubgraph(n, body, inputs);
    if (failed(results))
      return {};
    expectCarried(n, body, firstInput, 0, operands.take_front(numCarried), *results);
    regions.push_back(scope.yield(tensorsOf(n, *results)));
  }
  if (n.hasFailed())
    return {};
  auto segments = n.builder().getDenseI32ArrayAttr(
      {static_cast<int32_t>(numCarried), static_cast<int32_t>(operands.size() - numCarried)});
  SmallVector<NamedAttribute> attributes = {n.attr("operandSegmentSizes", segments)};
  if (reverse)
    attributes.push_back(n.attr("reverse", n.builder().getUnitAttr()));
  return n.emit("rlx.scan", operands, attributes, regions);
}

// The body and the number of carried values of a node whose first `skip` inputs are others. Null
// once the node has failed.
const GraphProto *scanBody(Node &n, unsigned skip, unsigned &numCarried) {
  const GraphProto *body = n.graphAttr("body");
  int64_t numScanned = n.requiredIntAttr("num_scan_inputs");
  if (n.hasFailed())
    return nullptr;
  int64_t numInputs = int64_t(n.numInputs()) - skip;
  if (numScanned < 1 || numScanned > numInputs) {
    n.fail("num_scan_inputs = " + Twine(numScanned) + ", but there are " + Twine(numInputs) +
           " inputs");
    return nullptr;
  }
  numCarried = numInputs - numScanned;
  if (n.numOutputs() < numCarried || body->output.size() != n.numOutputs()) {
    n.fail("has " + Twine(n.numOutputs()) + " outputs, but its body has " +
           Twine(body->output.size()));
    return nullptr;
  }
  return body;
}

// Which directions are backward: 0 is forward, 1 backward.
SmallVector<bool> readDirections(Node &n, StringRef name, size_t count) {
  SmallVector<bool> backward;
  for (int64_t direction : listOrZeros(n, name, count)) {
    if (direction != 0 && direction != 1 && !n.hasFailed())
      n.fail("the elements of attribute '" + name + "' must be 0 or 1, but got " +
             Twine(direction));
    backward.push_back(direction == 1);
  }
  return backward;
}

// The elements along the first axis in reverse order.
Value flip(Node &n, Value tensor) {
  Dims sizes = n.dimsOf(tensor), starts(sizes.size(), n.size(0));
  if (n.hasFailed())
    return tensor;
  starts[0] = n.need(sub(sizes[0], n.size(1)), "the last step of the scan");
  IntList strides(sizes.size(), 1);
  strides[0] = -1;
  return n.slice(tensor, starts, sizes, strides);
}

void importScan(Node &n) {
  unsigned numCarried = 0;
  const GraphProto *body = scanBody(n, 0, numCarried);
  if (!body)
    return;
  unsigned numScanned = n.numInputs() - numCarried, numStacked = n.numOutputs() - numCarried;
  IntList inputAxes = listOrZeros(n, "scan_input_axes", numScanned);
  IntList outputAxes = listOrZeros(n, "scan_output_axes", numStacked);
  SmallVector<bool> inputsBackward = readDirections(n, "scan_input_directions", numScanned);
  SmallVector<bool> outputsBackward = readDirections(n, "scan_output_directions", numStacked);
  // The steps run backward if this agrees with most; the others are flipped.
  const auto backward = llvm::count(inputsBackward, true) + llvm::count(outputsBackward, true);
  const bool reverse = 2 * backward > numScanned + numStacked;
  SmallVector<Value> operands;
  for (unsigned i = 0; i < n.numInputs() && !n.hasFailed(); ++i) {
    operands.push_back(n.tensor(i));
    if (i < numCarried || n.hasFailed())
      continue;
    operands[i] = moveAxis(n, operands[i], n.axis(inputAxes[i - numCarried], n.rank(i)), 0);
    if (!n.hasFailed() && inputsBackward[i - numCarried] != reverse)
      operands[i] = flip(n, operands[i]);
  }
  Value first = n.hasFailed() ? Value() : emitScan(n, *body, 0, operands, numCarried, reverse);
  if (!first)
    return;
  Operation *op = first.getDefiningOp();
  for (unsigned i = 0; i < n.numOutputs(); ++i) {
    Value result = op->getResult(i);
    if (i >= numCarried) {
      if (!n.hasFailed() && outputsBackward[i - numCarried] != reverse)
        result = flip(n, result);
      result = moveAxis(n, result, 0, n.axis(outputAxes[i - numCarried], n.dimsOf(result).size()));
    }
    n.set(i, result);
  }
}

// Before operator set 9 all inputs have a leading batch axis, which the body does not see. This
// becomes a scan over the batch, of scans.
void importBatchedScan(Node &n) {
  unsigned numCarried = 0;
  const GraphProto *body = scanBody(n, 1, numCarried);
  if (n.has(0))
    return n.unsupported("sequences of different lengths are not supported");
  if (!body)
    return;
  SmallVector<bool> backward = readDirections(n, "directions", n.numInputs() - 1 - numCarried);
  SmallVector<Value> operands;
  SmallVector<Type> types;
  SmallVector<Dims> dims;
  for (unsigned i = 1; i < n.numInputs() && !n.hasFailed(); ++i) {
    if (!n.has(i))
      return n.fail("input #" + Twine(i) + " is missing");
    if (n.rank(i) == 0)
      return n.fail("input #" + Twine(i) + " has no batch axis");
    operands.push_back(n.tensor(i));
    if (n.hasFailed())
      return;
    auto type = cast<RankedTensorType>(operands.back().getType());
    types.push_back(RankedTensorType::get(type.getShape().drop_front(), type.getElementType()));
    dims.push_back(n.dimsOf(operands.back()));
    dims.back().erase(dims.back().begin());
  }
  if (n.hasFailed())
    return;
  Regions regions;
  {
    RegionScope scope(n.graph(), types, dims, n.loc());
    SmallVector<Value> rows(scope.block().args_begin(), scope.block().args_end());
    for (unsigned i = numCarried; i < rows.size() && !n.hasFailed(); ++i)
      if (backward[i - numCarried])
        rows[i] = flip(n, rows[i]);
    Value first =
        n.hasFailed() ? Value() : emitScan(n, *body, 1, rows, numCarried, /*reverse=*/false);
    if (!first)
      return;
    regions.push_back(scope.yield(first.getDefiningOp()->getResults()));
  }
  auto segments = n.builder().getDenseI32ArrayAttr({0, static_cast<int32_t>(operands.size())});
  setResults(n, n.emit("rlx.scan", operands, n.attr("operandSegmentSizes", segments), regions), 0);
}

} // namespace

void rlx::onnxim::addControlFlowOps(OpTable &table) {
  table.add("Loop", {importLoop, nullptr});
  table.add("Scan", {importBatchedScan, nullptr, 8, 8});
  table.add("Scan", {importScan, nullptr, 9});
  table.limit("Loop",
              "stacked rows of a size that is known only in the loop; carried values whose rank "
              "changes; sequences of different shapes, and optionals, unless the trip count is a "
              "constant of at most 64");
  table.limit("Scan", "sequence lengths (operator set 8)");
}
