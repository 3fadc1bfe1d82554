// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture "mamba", which is Falcon Mamba's, too. A layer has no attention: a causal
// convolution and a selective scan carry the text so far, in states of fixed size.
//   x, z = norm(rows) in
//   x = silu(convolution(x));  delta, b, c = x x_projection
//   rows += (scan(x, softplus(delta dt), a, b, c) * silu(z)) out
//
// The states "conv.N" are the last rows before the convolution, and "ssm.N" those of the scan. A
// run whose first position is 0 begins a text, whatever the states are.
#include "importers/gguf/Architecture.h"
#include "importers/gguf/Norm.h"
#include "importers/gguf/TensorGroups.h"

namespace rlx::gguf {
namespace {

constexpr TensorRow kMambaLayer[] = {
    {"attn_norm.weight", Size::Embedding},
    {"ssm_in.weight", Size::ScanInputs, Size::Embedding},
    {"ssm_conv1d.weight", Size::ScanRows, Size::ConvolvedRows},
    {"ssm_conv1d.bias", Size::ScanRows},
    {"ssm_x.weight", Size::ScanParameters, Size::ScanRows},
    {"ssm_dt.weight", Size::ScanRows, Size::DeltaRank},
    {"ssm_dt.bias", Size::ScanRows},
    {"ssm_a", Size::ScanRows, Size::ScanState},
    {"ssm_d", Size::ScanRows},
    {"ssm_out.weight", Size::Embedding, Size::ScanRows},
};

// Those of sizes.scan.
class Mamba {
public:
  Mamba(GraphBuilder &g, const ModelPointer &model, const DecoderForm &form,
        double parameterEpsilon)
      : g(g), weights(g, model), form(form), parameterEpsilon(parameterEpsilon) {}

  rt::Status check(const ModelSource &model) const;
  void build();

private:
  struct Layer {
    GraphValue convolution, scan; // states
  };
  GraphValue fromStart(GraphValue state);
  GraphValue convolved(const std::string &name, GraphValue x, GraphValue &state);
  GraphValue scanned(const std::string &name, GraphValue x, GraphValue &state);
  GraphValue part(GraphValue rows, int64_t first, int64_t count);
  GraphValue normalized(GraphValue rows);
  GraphValue layer(int64_t number, GraphValue x);

  GraphBuilder &g;
  Weights weights;
  const DecoderForm &form;
  const double parameterEpsilon; // of norms of delta, b and c; negative: there are none
  DecoderGraph graph{g, weights, form};
  std::vector<Layer> layers;
  GraphValue isStart, selected;
};

rt::Status Mamba::check(const ModelSource &model) const {
  RLX_RETURN_IF_ERROR(weights.check(tensorSpecs(form.tensors, form.sizes)));
  // Rows are not multiplied with these.
  for (int64_t i = 0; i < form.sizes.layers; ++i)
    for (const char *name : {"ssm_conv1d.weight", "ssm_a"}) {
      const TensorView &tensor = *model.find(layerName(i) + name);
      if (tensor.type != TensorType::F32 && tensor.type != TensorType::F16 &&
          tensor.type != TensorType::BF16)
        return rt::unsupported("tensor '" + model.nameInFiles(tensor.name) + "' has type " +
                               std::string(info(tensor.type).name) +
                               ", but F32, F16 and BF16 are supported for it");
    }
  return rt::okStatus();
}

GraphValue Mamba::fromStart(GraphValue state) {
  return g.where(isStart, g.scalarLike(state, 0), state);
}

// Columns of rows [T, n].
GraphValue Mamba::part(GraphValue rows, int64_t first, int64_t count) {
  return g.slice(rows, {0, first}, {g.dim(rows, 0), count});
}

GraphValue Mamba::normalized(GraphValue rows) {
  return parameterEpsilon < 0 ? rows : g.rmsNorm(rows, {.eps = parameterEpsilon});
}

// Each row sees itself and the `kernel` - 1 rows before it.
GraphValue Mamba::convolved(const std::string &name, GraphValue x, GraphValue &state) {
  const auto scope = g.scope(name + "ssm_conv1d");
  const ScanSizes &sizes = form.sizes.scan;
  const GraphSize count = g.dim(x, 0);
  GraphValue rows = g.concat({fromStart(state), x}, 0);
  GraphValue kernel = g.transpose(weights.vector(name + "ssm_conv1d.weight"), {1, 0});
  GraphValue sum = weights.vector(name + "ssm_conv1d.bias");
  for (int64_t i = 0; i < sizes.kernel; ++i) {
    GraphValue weight = g.reshape(g.slice(kernel, {i, 0}, {1, sizes.rows}), {sizes.rows});
    sum = g.add(g.mul(g.slice(rows, {i, 0}, {count, sizes.rows}), weight), sum);
  }
  state = g.slice(rows, {count, 0}, {sizes.kernel - 1, sizes.rows});
  return g.silu(sum);
}

GraphValue Mamba::scanned(const std::string &name, GraphValue x, GraphValue &state) {
  const ScanSizes &sizes = form.sizes.scan;
  GraphValue parameters = weights.linear(x, name + "ssm_x");
  GraphValue low = normalized(part(parameters, 0, sizes.deltaRank));
  GraphValue b = normalized(part(parameters, sizes.deltaRank, sizes.state));
  GraphValue c = normalized(part(parameters, sizes.deltaRank + sizes.state, sizes.state));
  GraphValue delta = g.softplus(weights.linear(low, name + "ssm_dt"));
  const auto scope = g.scope(name + "ssm");
  GraphValue a = weights.vector(name + "ssm_a");
  if (form.values.hasLogsOfDecays)
    a = g.neg(g.exp(a));
  const auto batched = [&](GraphValue rows) {
    return g.reshape(rows, {1, g.dim(rows, 0), rows.size(-1)});
  };
  graph::SelectiveScanResults results =
      g.selectiveScan(batched(x), batched(delta), a, batched(b), batched(c),
                      {.skip = weights.vector(name + "ssm_d"), .state = batched(fromStart(state))});
  state = g.reshape(results.lastState, {sizes.rows, sizes.state});
  return g.reshape(results.y, {g.dim(x, 0), sizes.rows});
}

GraphValue Mamba::layer(int64_t number, GraphValue x) {
  const std::string name = layerName(number);
  const int64_t width = form.sizes.scan.rows;
  Layer &states = layers[static_cast<size_t>(number)];
  GraphValue both = weights.linear(norm(graph, x, name + "attn_norm"), name + "ssm_in");
  GraphValue inner = convolved(name, part(both, 0, width), states.convolution);
  GraphValue y = scanned(name, inner, states.scan);
  GraphValue gate = part(both, width, width);
  if (number == form.sizes.layers - 1) { // the others have left their states
    y = g.gather(y, selected, 0);
    gate = g.gather(gate, selected, 0);
    x = g.gather(x, selected, 0);
  }
  return g.add(x, weights.linear(g.mul(y, g.silu(gate)), name + "ssm_out"));
}

void Mamba::build() {
  const DecoderSizes &sizes = form.sizes;
  GraphValue tokens = g.input("tokens", rt::DType::I64, {"tokens"});
  GraphValue positions = g.input("positions", rt::DType::I64, {"tokens"});
  selected = g.input("rows", rt::DType::I64, {"rows"});
  for (int64_t i = 0; i < sizes.layers; ++i) {
    Layer made;
    made.convolution = g.input("conv." + std::to_string(i), rt::DType::F32,
                               {sizes.scan.kernel - 1, sizes.scan.rows});
    made.scan =
        g.input("ssm." + std::to_string(i), rt::DType::F32, {sizes.scan.rows, sizes.scan.state});
    layers.push_back(made);
  }
  GraphValue first = g.reshape(g.slice(positions, {0}, {1}), {1, 1});
  isStart = g.compare(first, g.scalarLike(first, 0), ComparePredicate::eq);
  GraphValue x = weights.rows("token_embd.weight", tokens);
  for (int64_t i = 0; i < sizes.layers; ++i)
    x = layer(i, x);
  x = norm(graph, x, "output_norm");
  g.output("logits", weights.linear(x, weights.has("output.weight") ? "output" : "token_embd",
                                    RowPrecision::Exact));
  for (int64_t i = 0; i < sizes.layers; ++i) {
    g.output("conv." + std::to_string(i), layers[static_cast<size_t>(i)].convolution);
    g.output("ssm." + std::to_string(i), layers[static_cast<size_t>(i)].scan);
  }
  g.output("hidden", x);
}

} // namespace

rt::Status buildMamba(GraphBuilder &g, const ModelPointer &model, const LanguageModelOptions &) {
  const Hyperparameters parameters(model->metadata(), "mamba");
  DecoderForm form{.tensors = {.model = {kModel, kHead}, .layer = {kMambaLayer}},
                   .rotation = std::nullopt};
  form.values = model->forms();
  RLX_ASSIGN_OR_RETURN(form.sizes, readScanSizes(parameters, *model));
  RLX_ASSIGN_OR_RETURN(form.epsilon, parameters.number("attention.layer_norm_rms_epsilon"));
  RLX_ASSIGN_OR_RETURN(const bool hasNorms, parameters.boolean("ssm.dt_b_c_rms", false));
  RLX_ASSIGN_OR_RETURN(const double epsilon,
                       parameters.number("ssm.dt_b_c_rms_epsilon", form.epsilon));
  if (form.epsilon < 0 || epsilon < 0)
    return rt::invalidArgument(parameters.shown("attention.layer_norm_rms_epsilon") +
                               " is negative");
  Mamba mamba(g, model, form, hasNorms ? epsilon : -1);
  RLX_RETURN_IF_ERROR(mamba.check(*model));
  mamba.build();
  return g.status();
}

} // namespace rlx::gguf
