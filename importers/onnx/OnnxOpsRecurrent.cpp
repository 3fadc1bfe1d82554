// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent layers: RNN, GRU, LSTM, and DynamicQuantizeLSTM of com.microsoft.
//
// The contribution of the inputs to the gates of all steps is one matmul before the steps, which
// are an rlx.scan.
//
// DynamicQuantizeLSTM multiplies in integers, as ONNX Runtime does: X is quantized once for all
// steps, and the hidden state in each step, each with one scale for all its elements. Elements past
// the end of a sequence count as 0. In direction reverse with sequences of different lengths, the
// steps that ONNX Runtime quantizes together differ, because it aligns the ends of sequences. It
// also quantizes parts of a batch separately, depending on its number of threads.
#include "importers/onnx/OnnxActivation.h"
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxQuant.h"
#include "importers/onnx/OnnxShared.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The common part of the three operators.
struct Layer {
  int64_t hidden = 0, directions = 1;
  bool reverse = false, batchFirst = false;
  std::optional<double> clip;
  SmallVector<Activation> activations; // of all directions
  Type element;
  Value x; // [length, batch, inputs]
  Dim length, batch;
};

// [inputs, gates * hidden]. Quantized weights have a scale and a zero point, of rank 0 or 1.
struct Weights {
  Value matrix, scale, zeroPoint;
};

class Recurrent {
public:
  virtual ~Recurrent() = default;

protected:
  // Quantized weights are transposed, and have scales and zero points as inputs 8 to 11.
  Recurrent(Node &n, unsigned numGates, unsigned numFunctions, bool isQuantized = false)
      : n(n), numGates(numGates), numFunctions(numFunctions), isQuantized(isQuantized) {}

  // The carried values of a step and the initial ones. The hidden state is the first.
  using States = SmallVector<Value>;
  // The states after a step in `direction`. `gates` is the contribution of inputs and biases.
  using Step = function_ref<States(unsigned direction, Value gates, ArrayRef<Value> states)>;

  bool readLayer(ArrayRef<StringRef> defaults);
  // `stateInputs` are the inputs with initial states; the step yields the same number. Sets all
  // results.
  void run(ArrayRef<unsigned> stateInputs, Step step);

  // The part of an input [directions, …] for `direction`.
  Value ofDirection(unsigned input, unsigned direction);
  // Part `gate` of the last axis, which has one part per gate.
  Value gate(Value gates, unsigned gate, unsigned count = 1);
  Value transposed(Value matrix) { return n.transpose(matrix, {1, 0}); }
  // The weights of input 1 or 2.
  Weights weightsOf(unsigned input, unsigned direction);
  Value times(Value x, Value matrix) { return n.emit("rlx.matmul", {x, matrix}); }
  Value times(Value x, const Weights &weights);
  // Applies function number `function` of a direction: to gates, which are clipped, or to other
  // values.
  Value activate(unsigned direction, unsigned function, Value gate);
  Value apply(unsigned direction, unsigned function, Value value);
  Value add(Value a, Value b) { return n.emit("rlx.add", {a, b}); }
  Value sub(Value a, Value b) { return n.emit("rlx.sub", {a, b}); }
  Value mul(Value a, Value b) { return n.emit("rlx.mul", {a, b}); }
  Value one() { return n.scalar(layer.element, 1); }
  // Both biases, or those of one side only; null if there are none.
  Value bias(unsigned direction, bool ofInputs, bool ofStates, unsigned firstGate, unsigned count);

  Node &n;
  Layer layer;

private:
  bool readActivations(ArrayRef<StringRef> defaults);
  bool readSizes();
  bool expectSizes(unsigned input, ArrayRef<int64_t> sizes);
  bool expectQuantization(unsigned scale);
  // A scale or zero point of quantized weights, of rank 0 if its elements are equal.
  Value quantization(unsigned input, unsigned direction);
  bool expectEqual(StringRef what, unsigned xDim, unsigned input, unsigned dim);
  States scan(unsigned direction, ArrayRef<unsigned> stateInputs, Step step);
  Value initialState(unsigned input, unsigned direction);
  // The contribution of inputs and biases to all gates of all steps: [length, batch, gates *
  // hidden]. Quantized layers add the biases in the steps.
  virtual Value inputGates(unsigned direction);
  // X with zeros behind the longest sequence.
  Value usedInputs();
  // The states as the multiplication of a quantized layer sees them: 0 past the end of a sequence.
  States quantizedStates(unsigned direction, Value index, Value lengths, ArrayRef<Value> states);
  // Prepares the weights that the steps need, once.
  virtual void prepare(unsigned direction) = 0;

  unsigned numGates, numFunctions;
  const bool isQuantized;
};

bool Recurrent::readActivations(ArrayRef<StringRef> defaults) {
  SmallVector<std::string> names = n.stringsAttr("activations");
  if (names.empty())
    for (int64_t i = 0; i < layer.directions; ++i)
      names.append(defaults.begin(), defaults.end());
  if (static_cast<int64_t>(names.size()) != numFunctions * layer.directions) {
    n.fail("attribute 'activations' has " + Twine(names.size()) + " names, expected " +
           Twine(numFunctions * layer.directions));
    return false;
  }
  // Each value belongs to the next function with such a parameter.
  SmallVector<double> alphas = n.floatsAttr("activation_alpha"),
                      betas = n.floatsAttr("activation_beta");
  auto taking = [](SmallVector<double> &values) {
    return [&values, i = size_t(0)]() mutable {
      return i < values.size() ? std::optional(values[i++]) : std::nullopt;
    };
  };
  auto alpha = taking(alphas), beta = taking(betas);
  for (const std::string &name : names) {
    const KnownActivation *known = findActivation(name);
    if (!known) {
      n.unsupported("the activation function '" + name + "' is not supported here");
      return false;
    }
    layer.activations.emplace_back(*known, alpha, beta);
  }
  return !n.hasFailed();
}

bool Recurrent::readSizes() {
  for (unsigned i : {0u, 1u, 2u})
    if (n.rank(i) != 3) {
      n.fail("input #" + Twine(i) + " has rank " + Twine(n.rank(i)) + ", expected 3");
      return false;
    }
  const unsigned inner = isQuantized ? 1 : 2; // the dimension that a product sums over
  std::optional<int64_t> hidden = constantOf(n.dims(2)[inner]), given = constantOf(n.dims(2)[0]);
  if (!hidden || !given) {
    n.needsStatic("the shape of the recurrent weights");
    return false;
  }
  layer.hidden = n.intAttr("hidden_size", *hidden);
  if (layer.hidden != *hidden || layer.directions != *given) {
    n.fail("the recurrent weights are for " + Twine(*given) + " directions and a hidden size of " +
           Twine(*hidden) + ", expected " + Twine(layer.directions) + " and " +
           Twine(layer.hidden));
    return false;
  }
  // A state has the batch first or second. If that is unknown, the number of elements decides.
  constexpr int64_t kAny = ShapedType::kDynamic;
  SmallVector<int64_t> state = {layer.directions, kAny, layer.hidden};
  if (layer.batchFirst)
    std::swap(state[0], state[1]);
  unsigned batch = layer.batchFirst ? 0 : 1; // of X and of a state
  int64_t gates = int64_t(numGates) * layer.hidden;
  SmallVector<int64_t> weights = {layer.directions, gates, kAny},
                       recurrent = {layer.directions, gates, layer.hidden};
  if (isQuantized) {
    std::swap(weights[1], weights[2]);
    std::swap(recurrent[1], recurrent[2]);
  }
  return expectSizes(1, weights) && expectSizes(2, recurrent) &&
         expectSizes(3, {layer.directions, 2 * gates}) && expectSizes(4, {kAny}) &&
         expectSizes(5, state) && expectSizes(6, state) &&
         expectSizes(7, {layer.directions, 3 * layer.hidden}) &&
         expectEqual("input size", 2, 1, inner) && expectEqual("batch size", batch, 4, 0) &&
         expectEqual("batch size", batch, 5, batch) && expectEqual("batch size", batch, 6, batch) &&
         !n.hasFailed();
}

// Whether dimension `xDim` of X and dimension `dim` of an input, if given, may have one size.
bool Recurrent::expectEqual(StringRef what, unsigned xDim, unsigned input, unsigned dim) {
  if (!n.has(input))
    return true;
  auto size = constantOf(n.dims(0)[xDim]), other = constantOf(n.dims(input)[dim]);
  if (!size || !other || *size == *other)
    return true;
  n.mismatch("expects one " + what + " of input #0 and input #" + Twine(input) + ", but got " +
             Twine(*size) + " and " + Twine(*other));
  return false;
}

// Whether an input, if given, has these sizes; kDynamic matches any size.
bool Recurrent::expectSizes(unsigned input, ArrayRef<int64_t> sizes) {
  if (!n.has(input))
    return true;
  ArrayRef<Dim> dims = n.dims(input);
  bool fits = dims.size() == sizes.size();
  for (size_t i = 0; fits && i < sizes.size(); ++i)
    fits = ShapedType::isDynamic(sizes[i]) || constantOf(dims[i]) == sizes[i];
  if (fits)
    return true;
  auto text = [](auto &&range, auto &&size) {
    std::string result;
    for (const auto &each : range) {
      std::optional<int64_t> known = size(each);
      result += (result.empty() ? "" : "x") + (known ? std::to_string(*known) : std::string("?"));
    }
    return "[" + result + "]";
  };
  n.mismatch("input #" + Twine(input) + " has shape " +
             text(dims, [](Dim dim) { return constantOf(dim); }) + ", expected " +
             text(sizes, [](int64_t size) {
               return ShapedType::isDynamic(size) ? std::nullopt : std::optional(size);
             }));
  return false;
}

bool Recurrent::readLayer(ArrayRef<StringRef> defaults) {
  std::string direction = n.stringAttr("direction", "forward");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional")
    n.fail("attribute 'direction' is '" + direction +
           "', expected 'forward', 'reverse' or 'bidirectional'");
  layer.directions = direction == "bidirectional" ? 2 : 1;
  layer.reverse = direction == "reverse";
  layer.batchFirst = n.flagAttr("layout", false);
  if (n.hasAttr("clip"))
    layer.clip = n.floatAttr("clip", 0);
  if (layer.clip && !(*layer.clip >= 0)) // also fails for NaN
    n.fail("attribute 'clip' is " + std::to_string(*layer.clip) + ", expected 0 or more");
  if (n.hasFailed() || !readSizes() || !readActivations(defaults))
    return false;
  layer.element = n.elementType(0);
  layer.x = n.tensor(0);
  if (layer.batchFirst)
    layer.x = n.transpose(layer.x, {1, 0, 2});
  if (n.hasFailed())
    return false;
  Dims dims = n.dimsOf(layer.x);
  layer.length = dims[0];
  layer.batch = dims[1];
  return true;
}

Value Recurrent::ofDirection(unsigned input, unsigned direction) {
  Value tensor = n.tensor(input);
  if (n.hasFailed())
    return {};
  Dims dims = n.dimsOf(tensor);
  Value part = n.sliceAxis(tensor, 0, n.size(direction), n.size(1));
  return n.reshape(part, ArrayRef(dims).drop_front());
}

bool Recurrent::expectQuantization(unsigned scale) {
  for (unsigned i : {scale, scale + 1}) {
    ArrayRef<Dim> dims = n.dims(i);
    if ((dims.size() != 1 && dims.size() != 2) || !mayBeEqual(dims[0], n.size(layer.directions)))
      n.fail(n.inputText(i) +
             " must have one element, or one for each column of the weights, for "
             "each direction, but has shape " +
             shapeText(dims));
  }
  return !n.hasFailed();
}

Value Recurrent::quantization(unsigned input, unsigned direction) {
  std::optional<SmallVector<double>> values = n.constantDoubles(input);
  if (!values || values->empty())
    return ofDirection(input, direction);
  const size_t count = values->size() / layer.directions;
  ArrayRef<double> part = ArrayRef(*values).slice(direction * count, count);
  return llvm::all_equal(part) ? n.scalar(n.elementType(input), part.front())
                               : ofDirection(input, direction);
}

Weights Recurrent::weightsOf(unsigned input, unsigned direction) {
  Value matrix = ofDirection(input, direction);
  if (!isQuantized)
    return {transposed(matrix), {}, {}};
  const unsigned scale = input == 1 ? 8 : 10;
  if (!expectQuantization(scale))
    return {};
  return {matrix, quantization(scale, direction), quantization(scale + 1, direction)};
}

Value Recurrent::times(Value x, const Weights &weights) {
  if (!weights.scale || n.hasFailed())
    return times(x, weights.matrix);
  DynamicallyQuantized q = emitDynamicallyQuantized(n, x);
  Value product = emitWithOptionals(n, "rlx.matmul_integer",
                                    {q.tensor, weights.matrix, q.zeroPoint, weights.zeroPoint});
  return mul(n.cast(product, layer.element), mul(q.scale, weights.scale));
}

Value Recurrent::gate(Value gates, unsigned gate, unsigned count) {
  if (n.hasFailed())
    return {};
  int64_t last = static_cast<int64_t>(n.dimsOf(gates).size()) - 1;
  return n.sliceAxis(gates, last, n.size(gate * layer.hidden), n.size(count * layer.hidden));
}

Value Recurrent::activate(unsigned direction, unsigned function, Value gate) {
  if (layer.clip)
    gate = n.emit("rlx.clamp", gate,
                  {n.attr("min", n.scalarAttr(layer.element, -*layer.clip)),
                   n.attr("max", n.scalarAttr(layer.element, *layer.clip))});
  return apply(direction, function, gate);
}

Value Recurrent::apply(unsigned direction, unsigned function, Value value) {
  return layer.activations[direction * numFunctions + function].apply(n, value);
}

Value Recurrent::bias(unsigned direction, bool ofInputs, bool ofStates, unsigned firstGate,
                      unsigned count) {
  if (!n.has(3))
    return {};
  Value both = ofDirection(3, direction), sum;
  if (ofInputs)
    sum = gate(both, firstGate, count);
  if (ofStates) {
    Value states = gate(both, numGates + firstGate, count);
    sum = sum ? add(sum, states) : states;
  }
  return sum;
}

Value Recurrent::usedInputs() {
  if (!n.has(4) || n.hasFailed())
    return layer.x;
  Value longest = n.cast(n.reduce("rlx.reduce_max", n.tensor(4), {0}, /*keepDims=*/false),
                         n.builder().getI64Type());
  Value index = n.iota(n.size(0), {layer.length, n.size(1), n.size(1)}, 0);
  Value inside = n.compare(ComparePredicate::lt, index, longest);
  return n.emit("rlx.where", {inside, layer.x, n.scalar(layer.element, 0)});
}

Recurrent::States Recurrent::quantizedStates(unsigned direction, Value index, Value lengths,
                                             ArrayRef<Value> states) {
  States result(states);
  const bool isReverse = direction == 1 || layer.reverse;
  Value inside = n.compare(isReverse ? ComparePredicate::lt : ComparePredicate::le, index, lengths);
  result[0] = n.emit("rlx.where", {inside, states[0], n.scalar(layer.element, 0)});
  return result;
}

Value Recurrent::inputGates(unsigned direction) {
  if (isQuantized)
    return times(usedInputs(), weightsOf(1, direction));
  Value gates = times(layer.x, weightsOf(1, direction));
  Value offset = bias(direction, true, true, 0, numGates);
  return offset ? add(gates, offset) : gates;
}

// [batch, hidden] of an input [directions, batch, hidden] or [batch, directions, hidden]; zeros if
// it is not given.
Value Recurrent::initialState(unsigned input, unsigned direction) {
  Dim sizes[] = {layer.batch, n.size(layer.hidden)};
  if (!n.has(input))
    return n.expand(n.scalar(layer.element, 0), sizes);
  Value tensor = n.tensor(input);
  if (n.hasFailed())
    return {};
  if (layer.batchFirst)
    tensor = n.transpose(tensor, {1, 0, 2});
  return n.reshape(n.sliceAxis(tensor, 0, n.size(direction), n.size(1)), sizes);
}

// The last states, and the hidden states of all steps [length, batch, hidden].
Recurrent::States Recurrent::scan(unsigned direction, ArrayRef<unsigned> stateInputs, Step step) {
  SmallVector<Value> inits, inputs;
  for (unsigned input : stateInputs)
    inits.push_back(initialState(input, direction));
  inputs.push_back(inputGates(direction));
  Value lengths;
  if (n.has(4) && !n.hasFailed()) {
    lengths = n.reshape(n.cast(n.tensor(4), n.builder().getI64Type()), {layer.batch, n.size(1)});
    inputs.push_back(n.iota(n.size(0), layer.length, 0));
  }
  prepare(direction);
  auto body = [&](ArrayRef<Value> before, ArrayRef<Value> rows) {
    States after =
        step(direction, rows[0],
             lengths && isQuantized ? quantizedStates(direction, rows[1], lengths, before)
                                    : States(before));
    if (n.hasFailed())
      return after;
    Value stacked = after.front();
    if (lengths) {
      // Past the end of a sequence its state stays and the output is 0. Lengths below 0 count as 0,
      // and those beyond the input as its length.
      Value inside = n.compare(ComparePredicate::lt, rows[1], lengths);
      for (auto [state, old] : llvm::zip(after, before))
        state = n.emit("rlx.where", {inside, state, old});
      stacked = n.emit("rlx.where", {inside, stacked, n.scalar(layer.element, 0)});
    }
    after.push_back(stacked);
    return after;
  };
  return emitScan(n, inits, inputs, direction == 1 || layer.reverse, body);
}

void Recurrent::run(ArrayRef<unsigned> stateInputs, Step step) {
  unsigned numResults = 1 + stateInputs.size();
  SmallVector<SmallVector<Value>> parts(numResults); // parts of Y, then of the last states
  for (int64_t direction = 0; direction < layer.directions; ++direction) {
    States results = scan(direction, stateInputs, step);
    if (n.hasFailed())
      return;
    Dim one = n.size(1), hidden = n.size(layer.hidden);
    parts[0].push_back(n.reshape(results.back(), {layer.length, one, layer.batch, hidden}));
    for (unsigned i = 1; i < numResults; ++i)
      parts[i].push_back(n.reshape(results[i - 1], {one, layer.batch, hidden}));
  }
  for (unsigned i = 0; i < numResults; ++i) {
    if (!n.wants(i) || n.hasFailed())
      continue;
    Value result = parts[i].front();
    if (layer.directions > 1)
      result = n.emit("rlx.concat", parts[i], n.i64("axis", i == 0 ? 1 : 0));
    if (layer.batchFirst)
      result = i == 0 ? n.transpose(result, {2, 0, 1, 3}) : n.transpose(result, {1, 0, 2});
    n.set(i, result);
  }
}

class Rnn : public Recurrent {
public:
  explicit Rnn(Node &n) : Recurrent(n, 1, 1) {}

  void import() {
    if (readLayer({"Tanh"}))
      run({5}, [&](unsigned direction, Value gates, ArrayRef<Value> states) {
        return States{activate(direction, 0, add(gates, times(states[0], weights)))};
      });
  }

private:
  void prepare(unsigned direction) override { weights = transposed(ofDirection(2, direction)); }

  Value weights; // [hidden, hidden]
};

// Gates in the order update (z), reset (r), hidden (h).
class Gru : public Recurrent {
public:
  explicit Gru(Node &n) : Recurrent(n, 3, 2) {}

  void import() {
    resetsAfter = n.flagAttr("linear_before_reset", false);
    if (readLayer({"Sigmoid", "Tanh"}))
      run({5}, [&](unsigned direction, Value gates, ArrayRef<Value> states) {
        return States{step(direction, gates, states[0])};
      });
  }

private:
  // With `linear_before_reset` the state bias of the hidden gate is reset, too.
  Value inputGates(unsigned direction) override {
    Value gates = times(layer.x, transposed(ofDirection(1, direction)));
    if (!n.has(3))
      return gates;
    Value offsets[] = {bias(direction, true, true, 0, 2),
                       bias(direction, true, !resetsAfter, 2, 1)};
    return add(gates, n.emit("rlx.concat", offsets, n.i64("axis", 0)));
  }

  void prepare(unsigned direction) override {
    Value all = ofDirection(2, direction); // [3 * hidden, hidden]
    auto rows = [&](unsigned first, unsigned count) {
      return n.sliceAxis(all, 0, n.size(first * layer.hidden), n.size(count * layer.hidden));
    };
    weights = transposed(resetsAfter ? all : rows(0, 2));
    hiddenWeights = resetsAfter ? Value() : transposed(rows(2, 1));
    hiddenBias = resetsAfter ? bias(direction, false, true, 2, 1) : Value();
  }

  Value step(unsigned direction, Value gates, Value state) {
    Value products = times(state, weights);
    Value z = activate(direction, 0, add(gate(gates, 0), gate(products, 0)));
    Value r = activate(direction, 0, add(gate(gates, 1), gate(products, 1)));
    Value hidden;
    if (resetsAfter) {
      hidden = gate(products, 2);
      hidden = mul(r, hiddenBias ? add(hidden, hiddenBias) : hidden);
    } else {
      hidden = times(mul(r, state), hiddenWeights);
    }
    hidden = activate(direction, 1, add(gate(gates, 2), hidden));
    return add(mul(sub(one(), z), hidden), mul(z, state));
  }

  Value weights, hiddenWeights, hiddenBias;
  bool resetsAfter = false;
};

// Gates in the order input (i), output (o), forget (f), cell (c).
class Lstm : public Recurrent {
public:
  explicit Lstm(Node &n, bool isQuantized = false) : Recurrent(n, 4, 3, isQuantized) {}

  void import() {
    couplesForget = n.flagAttr("input_forget", false);
    if (readLayer({"Sigmoid", "Tanh", "Tanh"}))
      run({5, 6}, [&](unsigned direction, Value gates, ArrayRef<Value> states) {
        return step(direction, gates, states[0], states[1]);
      });
  }

private:
  void prepare(unsigned direction) override {
    weights = weightsOf(2, direction);
    lateBias = weights.scale ? bias(direction, true, true, 0, 4) : Value();
    for (unsigned i = 0; i < 3; ++i)
      peepholes[i] = n.has(7) ? gate(ofDirection(7, direction), i) : Value();
  }

  // Adds the peephole connection of a gate to the cell. Peepholes are in the order i, o, f.
  Value peep(unsigned which, Value gate, Value cell) {
    return peepholes[which] ? add(gate, mul(peepholes[which], cell)) : gate;
  }

  States step(unsigned direction, Value gates, Value state, Value cell) {
    Value sums = add(gates, times(state, weights));
    if (lateBias)
      sums = add(sums, lateBias);
    Value i = activate(direction, 0, peep(0, gate(sums, 0), cell));
    Value f = couplesForget ? sub(one(), i) : activate(direction, 0, peep(2, gate(sums, 2), cell));
    Value c = activate(direction, 1, gate(sums, 3));
    Value next = add(mul(f, cell), mul(i, c));
    Value o = activate(direction, 0, peep(1, gate(sums, 1), next));
    return {mul(o, apply(direction, 2, next)), next};
  }

  Weights weights;
  Value lateBias; // of quantized layers
  Value peepholes[3];
  bool couplesForget = false;
};

template <typename Layer>
void importLayer(Node &n) {
  Layer(n).import();
}

} // namespace

void rlx::onnxim::addRecurrentOps(OpTable &table) {
  // Before operator set 7, GRU summed its gates in another form, and there was 'output_sequence'.
  table.add("RNN", {importLayer<Rnn>, nullptr, 7});
  table.add("GRU", {importLayer<Gru>, nullptr, 7});
  table.add("LSTM", {importLayer<Lstm>, nullptr, 7});
  table.add("DynamicQuantizeLSTM",
            {[](Node &n) { Lstm(n, /*isQuantized=*/true).import(); }, nullptr}, kContribDomain);
  constexpr StringLiteral kRefused =
      "the activations `Affine`, `ScaledTanh` and `ThresholdedRelu`; weights of dynamic shape";
  for (StringRef op : {"RNN", "GRU", "LSTM"})
    table.limit(op, kRefused);
  table.limit("DynamicQuantizeLSTM", kRefused, kContribDomain);
}
