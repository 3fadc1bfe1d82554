// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Weights.h.
#include "importers/gguf/Weights.h"
#include "importers/gguf/Q4Blocks.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

namespace rlx::gguf {
namespace {

// Ends of names. The scale of a matrix's rows is for kernels that round them to 4 bits.
constexpr std::string_view kWeight = ".weight", kScale = ".scale", kInputScale = ".input_scale";

struct TypeForm {
  TensorType type;
  std::optional<rt::DType> dtype;    // of plain numbers
  std::optional<BlockScheme> scheme; // of blocks
};

constexpr TypeForm kForms[] = {
    {TensorType::F32, rt::DType::F32, {}},
    {TensorType::F16, rt::DType::F16, {}},
    {TensorType::BF16, rt::DType::BF16, {}},
    {TensorType::Q4_0, {}, BlockScheme::Q4_0},
    {TensorType::Q4_1, {}, BlockScheme::Q4_1},
    {TensorType::Q5_0, {}, BlockScheme::Q5_0},
    {TensorType::Q5_1, {}, BlockScheme::Q5_1},
    {TensorType::Q8_0, {}, BlockScheme::Q8_0},
    {TensorType::Q2_K, {}, BlockScheme::Q2_K},
    {TensorType::Q3_K, {}, BlockScheme::Q3_K},
    {TensorType::Q4_K, {}, BlockScheme::Q4_K},
    {TensorType::Q5_K, {}, BlockScheme::Q5_K},
    {TensorType::Q6_K, {}, BlockScheme::Q6_K},
    {TensorType::Q8_K, {}, BlockScheme::Q8_K},
    {TensorType::IQ1_S, {}, BlockScheme::IQ1_S},
    {TensorType::IQ1_M, {}, BlockScheme::IQ1_M},
    {TensorType::IQ2_XXS, {}, BlockScheme::IQ2_XXS},
    {TensorType::IQ2_XS, {}, BlockScheme::IQ2_XS},
    {TensorType::IQ2_S, {}, BlockScheme::IQ2_S},
    {TensorType::IQ3_XXS, {}, BlockScheme::IQ3_XXS},
    {TensorType::IQ3_S, {}, BlockScheme::IQ3_S},
    {TensorType::IQ4_NL, {}, BlockScheme::IQ4_NL},
    {TensorType::IQ4_XS, {}, BlockScheme::IQ4_XS},
    {TensorType::MXFP4, {}, BlockScheme::MXFP4},
    {TensorType::NVFP4, {}, BlockScheme::NVFP4},
    {TensorType::TQ1_0, {}, BlockScheme::TQ1_0},
    {TensorType::TQ2_0, {}, BlockScheme::TQ2_0},
    {TensorType::Q1_0, {}, BlockScheme::Q4_0}, // with the values that Q4Blocks.h makes
    {TensorType::Q2_0, {}, BlockScheme::Q4_0},
};

// Null for types that no op knows.
const TypeForm *formOf(TensorType type) {
  const auto *found = std::find_if(std::begin(kForms), std::end(kForms),
                                   [&](const TypeForm &form) { return form.type == type; });
  return found == std::end(kForms) ? nullptr : found;
}

std::vector<int64_t> shapeInFile(const TensorView &tensor) {
  std::vector<int64_t> shape = tensor.shape;
  if (tensor.isTransposed)
    std::reverse(shape.begin(), shape.end());
  return shape;
}

int64_t elements(const TensorView &tensor) {
  int64_t count = 1;
  for (const int64_t each : tensor.shape)
    count *= each;
  return count;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text;
  for (const int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

rt::Status checkType(const std::string &name, const TensorView &tensor, bool isMatrix) {
  const TypeForm *form = formOf(tensor.type);
  if (form && (isMatrix || form->dtype))
    return rt::okStatus();
  std::string supported;
  for (const TypeForm &each : kForms)
    if (isMatrix || each.dtype)
      supported += (supported.empty() ? "" : ", ") + std::string(info(each.type).name);
  return rt::unsupported("tensor '" + name + "' has type " + std::string(info(tensor.type).name) +
                         ", but a " + (isMatrix ? "matrix" : "vector") + " may be " + supported);
}

rt::Status checkTensor(const std::string &name, const TensorView *tensor, const TensorSpec &spec) {
  if (!tensor)
    return spec.isOptional ? rt::okStatus()
                           : rt::invalidArgument("tensor '" + name + "' is missing");
  if (tensor->shape != spec.shape) {
    std::vector<int64_t> expected = spec.shape;
    if (tensor->isTransposed)
      std::reverse(expected.begin(), expected.end());
    return rt::invalidArgument("tensor '" + name + "' has shape " +
                               shapeText(shapeInFile(*tensor)) + ", expected " +
                               shapeText(expected));
  }
  return checkType(name, *tensor, spec.shape.size() >= 2);
}

// A tensor's bytes as they lie in the file, or as blocks that kernels know.
rt::StatusOr<rt::Tensor> valueOf(const TensorView &tensor, const ModelPointer &model) {
  std::vector<int64_t> shape = shapeInFile(tensor);
  if (becomesQ4_0(tensor.type))
    return q4_0Blocks(tensor);
  const TypeForm &form = *formOf(tensor.type);
  if (form.scheme)
    shape.back() = static_cast<int64_t>(tensor.data.size()) / (elements(tensor) / shape.back());
  // Nobody writes to params, although a tensor's memory is not const.
  return rt::Tensor::wrap(form.dtype.value_or(rt::DType::U8), shape,
                          const_cast<uint8_t *>(tensor.data.data()),
                          std::const_pointer_cast<ModelSource>(model));
}

// The matrix that a scale is of: "x.weight" for "x.scale" and "x.input_scale"; empty for others.
std::string scaledMatrix(std::string_view name) {
  for (const std::string_view end : {kInputScale, kScale})
    if (name.ends_with(end))
      return std::string(name.substr(0, name.size() - end.size())) + std::string(kWeight);
  return "";
}

// Scales beside NVFP4's blocks: one number, or one for each expert.
rt::Status checkScale(const std::string &name, const TensorView &tensor, const TensorView &matrix) {
  const bool isOne = elements(tensor) == 1;
  const bool isPerExpert = matrix.shape.size() == 3 && tensor.shape == std::vector{matrix.shape[0]};
  if (tensor.shape.size() <= 1 && (isOne || isPerExpert) && tensor.type == TensorType::F32)
    return rt::okStatus();
  return rt::unsupported("tensor '" + name + "' is a scale of type " +
                         std::string(info(tensor.type).name) + " and shape " +
                         shapeText(tensor.shape) + ", expected F32 and one element" +
                         (matrix.shape.size() == 3 ? ", or one for each expert" : ""));
}

} // namespace

rt::Status Weights::check(const std::vector<TensorSpec> &specs) const {
  std::set<std::string_view> known, matrices;
  for (const TensorSpec &spec : specs) {
    RLX_RETURN_IF_ERROR(checkTensor(model->nameInFiles(spec.name), model->find(spec.name), spec));
    known.insert(spec.name);
    if (spec.shape.size() >= 2)
      matrices.insert(spec.name);
  }
  for (const TensorView &tensor : model->tensors()) {
    const std::string matrix = scaledMatrix(tensor.name);
    if (known.contains(tensor.name))
      continue;
    if (matrices.contains(matrix) && has(matrix)) {
      RLX_RETURN_IF_ERROR(
          checkScale(model->nameInFiles(tensor.name), tensor, *model->find(matrix)));
      continue;
    }
    return rt::unsupported("tensor '" + model->nameInFiles(tensor.name) +
                           "' is none that the architecture has");
  }
  return rt::okStatus();
}

int64_t Weights::size(const std::string &name) const {
  return elements(*model->find(name));
}

rt::StatusOr<std::vector<float>> Weights::read(const std::string &name) const {
  const TensorView *tensor = model->find(name);
  if (!tensor)
    return std::vector<float>();
  if (tensor->type != TensorType::F32)
    return rt::unsupported("tensor '" + model->nameInFiles(name) + "' has type " +
                           std::string(info(tensor->type).name) + ", expected F32");
  std::vector<float> values(tensor->data.size() / sizeof(float));
  std::memcpy(values.data(), tensor->data.data(), values.size() * sizeof(float));
  return values;
}

GraphValue Weights::param(const TensorView &tensor) {
  const std::string key(tensor.name);
  return param(tensor, key, model->nameInFiles(key));
}

GraphValue Weights::param(const TensorView &tensor, const std::string &key,
                          const std::string &name) {
  if (const auto made = params.find(key); made != params.end())
    return made->second;
  if (!tensor.parts.empty())
    return params[key] = joined(tensor);
  rt::StatusOr<rt::Tensor> value = valueOf(tensor, model);
  if (!value.ok()) {
    g.fail("tensor '" + name + "': " + std::string(value.status().message()));
    return {};
  }
  return params[key] = g.param(name, std::move(*value));
}

GraphValue Weights::joined(const TensorView &tensor) {
  std::vector<GraphValue> parts;
  for (const TensorView &part : tensor.parts) {
    std::vector<GraphSize> shape(part.shape.begin(), part.shape.end());
    shape.insert(shape.begin(), 1);
    parts.push_back(g.reshape(param(part), shape));
  }
  return g.concat(parts, 0);
}

GraphValue Weights::toF32(GraphValue value) {
  return value.dtype() == rt::DType::F32 ? value : g.cast(value, rt::DType::F32);
}

GraphValue Weights::vector(const std::string &name) {
  return scaled(toF32(param(*model->find(name))), name);
}

GraphValue Weights::rows(const std::string &name, GraphValue numbers) {
  const TensorView &tensor = *model->find(name);
  GraphValue found = g.gather(param(tensor), numbers, 0);
  const std::optional<BlockScheme> scheme = formOf(tensor.type)->scheme;
  return scaled(scheme ? g.dequantizeBlocks(found, *scheme, rt::DType::F32) : toF32(found), name);
}

GraphValue Weights::matmul(GraphValue x, const std::string &name, RowPrecision precision) {
  return adapted(product(x, name, precision), x, name);
}

GraphValue Weights::product(GraphValue x, const std::string &name, RowPrecision precision) {
  const TensorView &tensor = *model->find(name);
  GraphValue weight = param(tensor);
  if (const std::optional<BlockScheme> scheme = formOf(tensor.type)->scheme)
    return scaled(g.dequantMatmul(x, weight, *scheme, {.rowPrecision = precision}), name);
  GraphValue values = toF32(weight);
  return scaled(g.matmul(x, tensor.isTransposed ? values : g.transpose(values, {1, 0})), name);
}

GraphValue Weights::scaled(GraphValue y, std::string_view matrix, const GraphValue *experts) {
  const std::string name =
      std::string(matrix.substr(0, matrix.size() - kWeight.size())) + std::string(kScale);
  if (!matrix.ends_with(kWeight) || !has(name))
    return y;
  GraphValue scale = vector(name);
  if (experts && size(name) > 1) {
    scale = g.gather(scale, *experts, 0);
    scale = g.reshape(scale, {g.dim(scale, 0), 1});
  }
  return g.mul(y, scale);
}

GraphValue Weights::scalarParam(const std::string &name, double scale) {
  if (const auto made = params.find(name); made != params.end())
    return made->second;
  rt::StatusOr<rt::Tensor> value = rt::Tensor::allocate(rt::DType::F32, {});
  if (!value.ok()) {
    g.fail(std::string(value.status().message()));
    return {};
  }
  *value->as<float>() = static_cast<float>(scale);
  return params[name] = g.param(name, std::move(*value));
}

GraphValue Weights::adapterScale(size_t adapter) {
  return scalarParam("lora." + std::to_string(adapter) + ".scale", model->adapterScales()[adapter]);
}

bool Weights::hasOneFileScale(size_t adapter) const {
  std::optional<double> scale;
  for (const TensorView &tensor : model->tensors())
    for (const LowRankUpdate &update : model->updates(tensor.name))
      if (update.adapter == adapter &&
          std::exchange(scale, update.scale).value_or(update.scale) != update.scale)
        return false;
  return true;
}

GraphValue Weights::withFileScale(GraphValue scale, const LowRankUpdate &update) {
  const auto [known, isNew] = oneFileScale.try_emplace(update.adapter);
  if (isNew)
    known->second = hasOneFileScale(update.adapter);
  if (!known->second)
    return g.mul(scale, g.scalarLike(scale, update.scale));
  return g.mul(scale,
               scalarParam("lora." + std::to_string(update.adapter) + ".file_scale", update.scale));
}

Weights::AdaptedRows Weights::declareRows(size_t adapter, const std::string &prefix) {
  const std::string number = std::to_string(adapter), name = "lora." + number + "." + prefix;
  const GraphDim count("lora_" + number + "_" + prefix + "rows");
  GraphValue rows = g.input(name + "rows", rt::DType::I64, {count});
  return {rows, g.input(name + "scales", rt::DType::F32, {count})};
}

void Weights::declareAdaptedRows() {
  for (size_t i = 0; i < model->adapterScales().size(); ++i) {
    adaptedRows.push_back(declareRows(i, ""));
    adaptedResultRows.push_back(declareRows(i, "result_"));
  }
}

const Weights::AdaptedRows &Weights::rowsOf(size_t adapter) const {
  return (hasResultRows ? adaptedResultRows : adaptedRows)[adapter];
}

GraphValue Weights::rowScales(const LowRankUpdate &update) {
  const AdaptedRows &those = rowsOf(update.adapter);
  const auto [made, isNew] = scalesOfRows.try_emplace({&those, update.scale});
  if (isNew) {
    const auto scope = g.scope("lora." + std::to_string(update.adapter));
    GraphValue scale = g.where(g.isNan(those.scales), adapterScale(update.adapter), those.scales);
    scale = withFileScale(scale, update);
    made->second = g.reshape(scale, {g.dim(scale, 0), 1});
  }
  return made->second;
}

// The small product comes first, and is scaled. Packed weights stay as they are.
GraphValue Weights::adapted(GraphValue y, GraphValue x, const std::string &name) {
  for (const LowRankUpdate &update : model->updates(name)) {
    const std::string start =
        "lora." + std::to_string(update.adapter) + "." + model->nameInFiles(name);
    const auto matrix = [&](const TensorView &tensor, const char *end) {
      return g.transpose(toF32(param(tensor, start + end, start + end)), {1, 0});
    };
    if (!adaptedRows.empty()) {
      GraphValue rows = rowsOf(update.adapter).rows;
      GraphValue low = g.matmul(g.gather(x, rows, 0), matrix(*update.a, ".a"));
      low = g.mul(low, rowScales(update));
      y = g.scatterNd(y, g.reshape(rows, {g.dim(rows, 0), 1}),
                      g.matmul(low, matrix(*update.b, ".b")), {.reduction = ScatterReduction::Add});
      continue;
    }
    GraphValue low = g.matmul(x, matrix(*update.a, ".a"));
    low = g.mul(low, withFileScale(adapterScale(update.adapter), update));
    y = g.add(y, g.matmul(low, matrix(*update.b, ".b")));
  }
  return y;
}

GraphValue Weights::expertMatmul(GraphValue x, const std::string &name, GraphValue numbers) {
  const auto scope = g.scope(name);
  const TensorView &tensor = *model->find(name + ".weight");
  GraphValue weight = param(tensor);
  if (const std::optional<BlockScheme> scheme = formOf(tensor.type)->scheme)
    return scaled(
        g.dequantGroupedMatmul(x, weight, numbers, *scheme, {.rowPrecision = RowPrecision::High}),
        name + std::string(kWeight), &numbers);
  return scaled(g.groupedMatmul(x, g.transpose(toF32(weight), {0, 2, 1}), numbers),
                name + std::string(kWeight), &numbers);
}

GraphValue Weights::linear(GraphValue x, const std::string &name, RowPrecision precision) {
  const auto scope = g.scope(name);
  const std::string weight = name + ".weight";
  GraphValue y = product(x, weight, precision);
  if (adaptedRows.empty())
    y = adapted(y, x, weight);
  if (has(name + ".bias"))
    y = g.add(y, vector(name + ".bias"));
  // Rows are changed in place, so the bias stays a part of the product.
  return adaptedRows.empty() ? y : adapted(y, x, weight);
}

} // namespace rlx::gguf
