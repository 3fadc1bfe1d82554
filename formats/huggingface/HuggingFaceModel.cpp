// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See HuggingFaceModel.h.
#include "formats/huggingface/HuggingFaceModel.h"

#include <algorithm>
#include <utility>

#include "formats/huggingface/Rope.h"
#include "formats/huggingface/SentenceModules.h"
#include "formats/huggingface/TokenizerFiles.h"
#include "formats/huggingface/Windows.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;
using gguf::TensorType;
using gguf::TensorView;
using json::JsonValue;

namespace {

constexpr int64_t kMaxSize = int64_t(1) << 31; // more is refused by who reads the metadata

std::string textOf(JsonValue value) {
  if (const auto text = value.string())
    return std::string(*text);
  if (const auto flag = value.boolean())
    return *flag ? "true" : "false";
  if (const auto number = value.integer())
    return std::to_string(*number);
  return value.isArray() && value.elements().empty() ? "[]" : std::string(value.kind());
}

bool isAmong(std::string_view text, std::string_view values) {
  while (!values.empty()) {
    const size_t end = values.find('|');
    if (values.substr(0, end) == text)
      return true;
    values = end == std::string_view::npos ? "" : values.substr(end + 1);
  }
  return false;
}

Status checkExpected(const Family &family, const Config &config) {
  for (const ExpectedValue &each : family.expected) {
    const JsonValue value = config.find(each.key);
    if (value.exists() && !isAmong(textOf(value), each.values))
      return unsupported(strCat(config.shown(each.key), " is ", textOf(value),
                                ", which is not supported for ", family.className, "; expected ",
                                each.values));
  }
  return okStatus();
}

Status checkNotQuantized(const Config &config) {
  const JsonValue settings = config.find("quantization_config");
  if (!settings.exists())
    return okStatus();
  const std::string_view method = settings.find("quant_method").string().value_or("");
  return unsupported(strCat(config.shown("quantization_config"), ": weights quantized",
                            method.empty() ? "" : strCat(" by '", method, "'"),
                            " are not supported; take the folder of the model before it was "
                            "quantized, or a GGUF file"));
}

// 0 if it is missing or wrong, which who reads the metadata reports.
int64_t sizeIn(const Config &config, std::string_view keys) {
  const int64_t size = config.find(keys).integer().value_or(0);
  return size > 0 && size < kMaxSize ? size : 0;
}

Sizes sizesIn(const Config &config) {
  const int64_t heads = sizeIn(config, "num_attention_heads|n_head");
  const int64_t head = sizeIn(config, "head_dim");
  return {.layers = sizeIn(config, "num_hidden_layers|n_layer"),
          .headSize = head > 0 || heads == 0 ? head : sizeIn(config, "hidden_size|n_embd") / heads,
          .experts = sizeIn(config, "num_experts|num_local_experts")};
}

StatusOr<TensorType> typeOf(const safetensors::Tensor &tensor) {
  constexpr std::pair<std::string_view, TensorType> kTypes[] = {
      {"F32", TensorType::F32}, {"F16", TensorType::F16}, {"BF16", TensorType::BF16}};
  for (const auto &[name, type] : kTypes)
    if (tensor.dtype == name)
      return type;
  return unsupported(strCat("tensor '", tensor.name, "' has element type ", tensor.dtype,
                            "; F32, F16 and BF16 are supported"));
}

constexpr std::string_view kUnknown = "unknown:";
constexpr int64_t kMaxLayers = 10000;

// Whether the files name tensors as those of a model with a head.
bool hasBase(const Family &family, const std::vector<safetensors::Tensor> &tensors) {
  return std::ranges::any_of(tensors, [&](const safetensors::Tensor &tensor) {
    return tensor.name.starts_with(family.base);
  });
}

} // namespace

StatusOr<std::shared_ptr<const gguf::ModelSource>>
HuggingFaceModel::open(const std::string &folder) {
  using Result = StatusOr<std::shared_ptr<const gguf::ModelSource>>;
  return catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(Config config, Config::read(folder, "config.json"));
    RLX_ASSIGN_OR_RETURN(const Family *family, findFamily(config));
    RLX_RETURN_IF_ERROR(checkNotQuantized(config));
    RLX_RETURN_IF_ERROR(checkExpected(*family, config));
    RLX_ASSIGN_OR_RETURN(safetensors::SafetensorsModel weights,
                         safetensors::SafetensorsModel::open(folder));
    std::shared_ptr<HuggingFaceModel> model(
        new HuggingFaceModel(*family, std::move(config), std::move(weights)));
    RLX_RETURN_IF_ERROR(model->translate(folder));
    RLX_RETURN_IF_ERROR(model->addTensors());
    return Result(std::move(model));
  });
}

HuggingFaceModel::HuggingFaceModel(const Family &family, Config config,
                                   safetensors::SafetensorsModel weights)
    : family(family), translation(std::move(config), std::string(family.architecture)),
      weights(std::move(weights)), names(family, hasBase(family, this->weights.tensors())) {}

Status HuggingFaceModel::translate(const std::string &folder) {
  Translation &t = translation;
  t.addText("general.architecture", family.architecture);
  t.sizes = sizesIn(t.config);
  // Before lists are made with an element for each layer.
  if (t.sizes.layers > kMaxLayers)
    return invalidArgument(strCat(t.config.shown("num_hidden_layers"), " is ", t.sizes.layers,
                                  ", but at most ", kMaxLayers, " layers are supported"));
  for (const KeyGroup group : family.keys)
    for (const KeyRow &row : group)
      t.copy(row.keys, row.name);
  if (family.rotates)
    RLX_RETURN_IF_ERROR(translateRope(family, t));
  RLX_RETURN_IF_ERROR(translateWindows(family, t));
  if (family.translate)
    RLX_RETURN_IF_ERROR(family.translate(t));
  RLX_RETURN_IF_ERROR(translateSentenceModules(folder, t));
  return translateTokenizer(folder, t, mapped);
}

TensorView &HuggingFaceModel::append(TensorView tensor, const std::string &name) {
  indices.emplace(tensor.name, all.size());
  namesOfFile.emplace(tensor.name, name);
  return all.emplace_back(std::move(tensor));
}

Status HuggingFaceModel::addTensors() {
  RLX_ASSIGN_OR_RETURN(const bool isTied,
                       translation.config.boolean("tie_word_embeddings", family.isTied));
  for (const safetensors::Tensor &tensor : weights.tensors())
    RLX_RETURN_IF_ERROR(addTensor(tensor, isTied));
  RLX_RETURN_IF_ERROR(checkParts());
  RLX_RETURN_IF_ERROR(checkHead(isTied));
  for (const TensorView &tensor : translation.tensors)
    append(tensor, "rope_parameters of config.json");
  return okStatus();
}

// A head that is tied may be in the file, too.
Status HuggingFaceModel::addTensor(const safetensors::Tensor &tensor, bool isTied) {
  if (names.isIgnored(tensor.name))
    return okStatus();
  const std::optional<GgufName> name = names.toGguf(tensor.name);
  if (isTied && name && name->name == "output.weight")
    return okStatus();
  TensorView view;
  RLX_ASSIGN_OR_RETURN(view.type, typeOf(tensor));
  view.shape = tensor.shape;
  view.data = tensor.data;
  if (name && name->form == TensorForm::Transposed && view.shape.size() == 2) {
    std::swap(view.shape[0], view.shape[1]);
    view.isTransposed = true;
  }
  if (name && name->form == TensorForm::Row && view.shape.size() == 2 && view.shape[0] == 1)
    view.shape.erase(view.shape.begin());
  if (name && name->form == TensorForm::Channels && view.shape.size() == 3 && view.shape[1] == 1)
    view.shape.erase(view.shape.begin() + 1);
  if (name && name->name == "position_embd.weight")
    RLX_RETURN_IF_ERROR(skipPositions(view, tensor.name));
  if (name && name->expert) {
    view.name = translation.keep(strCat(name->name, ".", *name->expert));
    namesOfFile.emplace(view.name, tensor.name);
    return addPart(std::move(view), *name);
  }
  // One that no table has gets a name that no tensor of GGUF has.
  view.name = translation.keep(name ? name->name : strCat(kUnknown, tensor.name));
  if (indices.contains(view.name))
    return dataLoss(strCat("tensor '", tensor.name, "' is there twice: '",
                           namesOfFile.at(view.name), "' is the same one"));
  append(std::move(view), tensor.name);
  return okStatus();
}

// The shape that is left is compared with config.json by who reads the tensor.
Status HuggingFaceModel::skipPositions(TensorView &view, std::string_view name) const {
  const int64_t skipped = translation.skippedPositions;
  if (skipped == 0)
    return okStatus();
  if (view.shape.size() != 2 || view.shape[0] <= skipped)
    return invalidArgument(strCat("tensor '", name, "' has too few rows: the first ", skipped,
                                  " are no positions of a text, by ",
                                  translation.config.shown("pad_token_id")));
  view.data = view.data.subspan(view.data.size() / static_cast<size_t>(view.shape[0]) *
                                static_cast<size_t>(skipped));
  view.shape[0] -= skipped;
  return okStatus();
}

Status HuggingFaceModel::addPart(TensorView part, const GgufName &name) {
  const std::string &file = namesOfFile.at(part.name);
  const int64_t count = translation.sizes.experts;
  if (*name.expert >= count)
    return invalidArgument(strCat("tensor '", file, "' is one of expert ", *name.expert, ", but ",
                                  translation.config.shown("num_experts|num_local_experts"), " is ",
                                  count));
  if (!indices.contains(name.name)) {
    // Of a config.json that is not trusted: no more parts in all than there are tensors.
    const auto most = static_cast<int64_t>(weights.tensors().size());
    numParts += std::min(count, most + 1);
    if (numParts > most)
      return invalidArgument(strCat(translation.config.shown("num_experts|num_local_experts"),
                                    " is ", count, ", but the files have ",
                                    weights.tensors().size(),
                                    " tensors, too few for the experts of each layer"));
    TensorView whole;
    whole.name = translation.keep(name.name);
    whole.type = part.type;
    whole.shape = part.shape;
    whole.shape.insert(whole.shape.begin(), count);
    whole.parts.resize(static_cast<size_t>(count));
    append(std::move(whole), names.toFiles(name.name));
  }
  TensorView &whole = all[indices.at(name.name)];
  if (whole.parts.empty())
    return dataLoss(strCat("tensor '", file, "' is there twice: '", namesOfFile.at(name.name),
                           "' has all experts"));
  if (part.type != whole.type || !std::ranges::equal(part.shape, std::span(whole.shape).subspan(1)))
    return invalidArgument(strCat(
        "tensor '", file, "' has another shape or element type than other experts' tensors"));
  whole.parts[static_cast<size_t>(*name.expert)] = std::move(part);
  return okStatus();
}

Status HuggingFaceModel::checkParts() const {
  for (const TensorView &tensor : all)
    for (size_t i = 0; i < tensor.parts.size(); ++i)
      if (tensor.parts[i].name.empty())
        return invalidArgument(
            strCat("tensor '", names.toFiles(tensor.name), "' has no counterpart for expert ", i));
  return okStatus();
}

Status HuggingFaceModel::checkHead(bool isTied) const {
  if (isTied || family.head.empty() || find("output.weight"))
    return okStatus();
  return invalidArgument(strCat("tensor '", names.toFiles("output.weight"), "' is missing, and ",
                                translation.config.shown("tie_word_embeddings"),
                                " does not say that it is that of the tokens"));
}

const TensorView *HuggingFaceModel::find(std::string_view name) const {
  const auto found = indices.find(name);
  return found == indices.end() ? nullptr : &all[found->second];
}

std::string HuggingFaceModel::nameInFiles(std::string_view name) const {
  const auto found = namesOfFile.find(name);
  return found == namesOfFile.end() ? names.toFiles(name) : found->second;
}

std::string HuggingFaceModel::nameInGguf(std::string_view name) const {
  const std::optional<GgufName> found = names.toGguf(name);
  return found && !found->expert ? found->name : std::string(name);
}

} // namespace rlx::huggingface
