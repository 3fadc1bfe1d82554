// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixtures of experts of com.microsoft: MoE, QMoE.
//
// Each token is a row for each of its experts. The layers of the experts are grouped matmuls of
// these rows. Quantized weights are dequantized first, which is done once if they are constant.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxShared.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

// The inputs of one layer. Those from the scales on are for QMoE.
struct ExpertLayer {
  unsigned weights = 0, bias = 0;
  std::optional<unsigned> scales = std::nullopt, zeroPoints = std::nullopt;
};

class MixtureImport {
public:
  MixtureImport(Node &node, bool isQuantized) : n(node), isQuantized(isQuantized) {}
  void run();

private:
  void readAttributes();
  bool check();
  void route();
  Value weightsOf(const ExpertLayer &layer);
  Value applied(Value rows, const ExpertLayer &layer);
  Value activated(Value rows, Value inputs);
  Expr gated(Expr gate, Expr linear);
  // Columns of the gate, or of the linear part.
  Expr half(Value rows, bool isSecond);

  Node &n;
  const bool isQuantized;
  ExpertLayer first, second, third;
  std::optional<unsigned> routerWeights;
  std::string activation;
  int64_t numChosen = 1, fusion = 0, bits = 4, block = 0;
  bool normalizes = false;
  double alpha = 1, beta = 0, limit = std::numeric_limits<double>::infinity();
  Dim tokens, hidden;
  Value chosen, shares; // [tokens * k], [tokens, k]
};

void MixtureImport::readAttributes() {
  numChosen = n.intAttr("k", 1);
  activation = n.stringAttr("activation_type", "relu");
  normalizes = n.flagAttr("normalize_routing_weights", false);
  fusion = n.intAttr("swiglu_fusion", 0);
  alpha = n.floatAttr("activation_alpha", 1);
  beta = n.floatAttr("activation_beta", 0);
  if (n.hasAttr("swiglu_limit"))
    limit = n.floatAttr("swiglu_limit", 0);
  n.expectIntAttr("use_sparse_mixer", 0);
  if (!isQuantized) {
    first = {2, 3};
    second = {4, 5};
    third = {6, 7};
    return;
  }
  first = {2, 4, 3, 11};
  second = {5, 7, 6, 12};
  third = {8, 10, 9, 13};
  routerWeights = 14;
  bits = n.intAttr("expert_weight_bits", 4);
  block = n.intAttr("block_size", 0);
  n.ignoreAttr("accuracy_level"); // how exact a backend must be at least
  if (const int64_t packing = n.intAttr("weights_prepacked", -1); packing == 1)
    n.unsupported("attribute 'weights_prepacked' is 1; supported are weights that are not packed");
  if (n.stringAttr("quant_type", "int") != "int")
    n.unsupported("attribute 'quant_type' is '" + n.stringAttr("quant_type", "") +
                  "'; supported is int");
  if (bits != 2 && bits != 4 && bits != 8)
    n.fail("attribute 'expert_weight_bits' is " + Twine(bits) + ", but must be 2, 4 or 8");
}

bool MixtureImport::check() {
  if (n.rank(0) != 2 && n.rank(0) != 3)
    n.fail("expects input #0 of rank 2 or 3, but got rank " + Twine(n.rank(0)));
  if (n.rank(1) != 2)
    n.fail("expects router_probs of rank 2, but got rank " + Twine(n.rank(1)));
  for (unsigned i : {first.weights, second.weights, third.weights})
    if (n.has(i) && n.rank(i) != 3)
      n.fail(n.inputText(i) + " must have rank 3, but has rank " + Twine(n.rank(i)));
  for (const ExpertLayer &layer : {first, second, third})
    if (layer.scales && n.has(layer.weights) && !n.has(*layer.scales))
      n.fail("input #" + Twine(*layer.scales) + " (the scales) is missing");
  if (fusion < 0 || fusion > 2)
    n.fail("attribute 'swiglu_fusion' is " + Twine(fusion) + ", but must be 0, 1 or 2");
  if (activation == "swiglu" && (fusion == 0) != n.has(third.weights))
    n.fail("expects fc3_experts_weights with swiglu_fusion = 0, and only then");
  if (numChosen < 1)
    n.fail("attribute 'k' is " + Twine(numChosen) + ", but must be at least 1");
  return !n.hasFailed();
}

// The experts of each token and their shares of the result.
void MixtureImport::route() {
  Value all = n.emit("rlx.softmax", n.tensor(1), n.i64("axis", 1));
  Value best = n.emit("rlx.top_k", all, {n.i64("axis", 1), n.i64("k", numChosen)});
  if (n.hasFailed())
    return;
  Value experts = best.getDefiningOp()->getResult(1);
  Expr share(n, best);
  if (routerWeights && n.has(*routerWeights))
    share = {n,
             n.emit("rlx.gather_elements", {n.tensor(*routerWeights), experts}, n.i64("axis", 1))};
  if (normalizes)
    share = share / Expr(n, n.reduce("rlx.reduce_sum", share.value(), int64_t(1), true));
  shares = share.value();
  chosen = n.reshape(experts, tokens * numChosen);
}

// [experts, inputs, outputs].
Value MixtureImport::weightsOf(const ExpertLayer &layer) {
  Value weights = n.tensor(layer.weights);
  if (isQuantized) {
    Type type = n.elementType(0), f32 = n.builder().getF32Type();
    Expr q(n, emitUnpackedBits(n, weights, bits));
    Expr scale = Expr(n, n.tensor(*layer.scales)).to(f32);
    Dims sizes = n.dimsOf(q.value()), perBlock = n.dimsOf(scale.value());
    if (n.hasFailed())
      return {};
    if (perBlock.size() == 2) // of a whole row
      perBlock.push_back(n.size(1));
    Dims split = {sizes[0], sizes[1], perBlock[2],
                  n.need(floorDiv(sizes[2], perBlock[2]), "the "
                                                          "size of a block")};
    Dims column = {sizes[0], sizes[1], perBlock[2], n.size(1)};
    Expr zero = q.number(double(1 << (bits - 1)));
    if (n.has(*layer.zeroPoints)) {
      Value unpacked = emitUnpackedBits(n, n.tensor(*layer.zeroPoints), bits);
      if (n.hasFailed())
        return {};
      const int64_t axis = int64_t(n.dimsOf(unpacked).size()) - 1;
      const Dim count = n.rank(*layer.scales) == 2 ? sizes[1] : perBlock[2];
      zero = Expr(n, n.sliceAxis(unpacked, axis, n.size(0), count)).reshaped(column);
    }
    Expr difference = (q.reshaped(split) - zero).to(f32);
    weights = (difference * scale.reshaped(column)).to(type).reshaped(sizes).value();
  }
  return n.transpose(weights, {0, 2, 1});
}

Value MixtureImport::applied(Value rows, const ExpertLayer &layer) {
  Value result = n.emit("rlx.grouped_matmul", {rows, weightsOf(layer), chosen});
  if (!n.has(layer.bias))
    return result;
  Value bias = n.emit("rlx.gather", {n.tensor(layer.bias), chosen}, n.i64("axis", 0));
  return n.emit("rlx.add", {result, bias});
}

Expr MixtureImport::half(Value rows, bool isSecond) {
  Dims sizes = n.dimsOf(rows);
  if (n.hasFailed())
    return {n, Value()};
  Dim size = n.need(floorDiv(sizes[1], n.size(2)), "the size of a layer");
  if (fusion == 1) // interleaved
    return Expr(n, rows).reshaped({sizes[0], size, n.size(2)}).at(2, isSecond);
  return {n, n.sliceAxis(rows, 1, isSecond ? size : n.size(0), size)};
}

// gate * sigmoid(alpha * gate) * (linear + beta), of clamped operands.
Expr MixtureImport::gated(Expr gate, Expr linear) {
  if (limit != std::numeric_limits<double>::infinity()) {
    gate = min(gate, gate.number(limit));
    linear = max(min(linear, linear.number(limit)), -limit);
  }
  return Expr(n, emitSwish(n, gate.value(), alpha)) * (linear + beta);
}

// Of the first layer.
Value MixtureImport::activated(Value rows, Value inputs) {
  Value other = n.has(third.weights) ? applied(inputs, third) : Value();
  if (activation == "swiglu")
    return other ? gated({n, rows}, {n, other}).value()
                 : gated(half(rows, false), half(rows, true)).value();
  const std::pair<StringRef, StringRef> known[] = {
      {"relu", "rlx.relu"}, {"gelu", "rlx.gelu_tanh"}, {"silu", "rlx.silu"}};
  const auto *op = llvm::find_if(known, [&](auto each) { return each.first == activation; });
  if (op != std::end(known))
    rows = n.emit(op->second, rows);
  else if (activation != "identity")
    n.fail("attribute 'activation_type' is '" + activation +
           "', but must be relu, gelu, silu, swiglu or identity");
  return other ? n.emit("rlx.mul", {rows, other}) : rows;
}

void MixtureImport::run() {
  readAttributes();
  if (n.hasFailed() || !check())
    return;
  Dims sizes(n.dims(0));
  hidden = sizes.back();
  tokens = productOf(n, ArrayRef(sizes).drop_back());
  route();
  if (n.hasFailed())
    return;
  const Dim one = n.size(1), many = n.size(numChosen);
  Expr x = Expr(n, n.tensor(0)).reshaped({tokens, one, hidden}).expanded({tokens, many, hidden});
  Value rows = x.reshaped({tokens * numChosen, hidden}).value();
  Value result = applied(activated(applied(rows, first), rows), second);
  Expr weighted = Expr(n, result).reshaped({tokens, many, hidden}) *
                  Expr(n, shares).reshaped({tokens, many, one});
  Value sum = n.reduce("rlx.reduce_sum", weighted.value(), int64_t(1), /*keepDims=*/false);
  n.set(0, n.reshape(sum, sizes));
}

} // namespace

void rlx::onnxim::addExpertOps(OpTable &table) {
  for (bool isQuantized : {false, true})
    table.add(isQuantized ? "QMoE" : "MoE",
              {[isQuantized](Node &n) { MixtureImport(n, isQuantized).run(); }, nullptr},
              kContribDomain);
  table.limit("MoE", "`use_sparse_mixer`", kContribDomain);
  table.limit("QMoE", "`use_sparse_mixer`; `quant_type` other than int; `weights_prepacked` = 1",
              kContribDomain);
}
