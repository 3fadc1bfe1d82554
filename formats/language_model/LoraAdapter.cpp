// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LoraAdapter.h.
#include "formats/language_model/LoraAdapter.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "formats/gguf/GgufModel.h"
#include "formats/huggingface/Config.h"
#include "formats/safetensors/SafetensorsFile.h"
#include "runtime/base/MappedFile.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx {

using namespace rt;
using gguf::ModelSource;
using gguf::TensorType;
using gguf::TensorView;

namespace {

constexpr std::string_view kConfig = "adapter_config.json", kWeights = "adapter_model.safetensors";
// Of names in PEFT's files, before the model's own names.
constexpr std::string_view kPeftStart = "base_model.model.";

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text;
  for (const int64_t size : shape)
    text += strCat(text.empty() ? "" : "x", size);
  return text;
}

Status checkFinite(double value, std::string_view name) {
  return std::isfinite(value) ? okStatus() : invalidArgument(strCat(name, " is not finite"));
}

} // namespace

// One file's tensors, matrix by matrix.
struct LoraAdapter::Reader {
  const ModelSource &base;
  LoraAdapter &adapter;
  std::optional<double> alpha; // none: updates have no scale of the file
  bool isRankStable = false;

  Status readGguf(const std::string &path);
  Status readPeft(const std::string &folder);
  Status readPeftSettings(const huggingface::Config &config);
  Status addPeftTensor(const safetensors::Tensor &tensor);
  // `name` is the matrix's in GGUF, and `shown` the tensor's in its file.
  Status add(const std::string &name, const std::string &shown, bool isA, TensorView tensor);
  Status check(const std::string &name, Update &update) const;
  Status finish();
};

Status LoraAdapter::Reader::add(const std::string &name, const std::string &shown, bool isA,
                                TensorView tensor) {
  const TensorView *matrix = base.find(name);
  if (!matrix)
    return invalidArgument(strCat("tensor '", shown, "' belongs to the matrix '",
                                  base.nameInFiles(name),
                                  "', which the model does not have; is "
                                  "the adapter of another model?"));
  const bool isRead = (name.starts_with("blk.") && !name.ends_with(".ssm_conv1d.weight") &&
                       !name.ends_with(".ssm_a")) ||
                      name == "output.weight";
  if (matrix->shape.size() != 2 || !isRead)
    return unsupported(strCat("tensor '", shown, "' changes '", base.nameInFiles(name),
                              "'; adapters of the matrices that rows are multiplied with are "
                              "supported, and not of embeddings, norms, convolutions and experts"));
  if (tensor.type != TensorType::F32 && tensor.type != TensorType::F16 &&
      tensor.type != TensorType::BF16)
    return unsupported(strCat("tensor '", shown, "' has type ", info(tensor.type).name,
                              "; F32, F16 and BF16 are supported for adapters"));
  if (tensor.shape.size() != 2)
    return invalidArgument(
        strCat("tensor '", shown, "' has shape ", shapeText(tensor.shape), ", expected a matrix"));
  Update &update = adapter.updates[name];
  TensorView &part = isA ? update.a : update.b;
  if (!part.data.empty())
    return dataLoss(strCat("tensor '", shown, "' is there twice"));
  part = std::move(tensor);
  return okStatus();
}

Status LoraAdapter::Reader::check(const std::string &name, Update &update) const {
  const std::string matrix = base.nameInFiles(name);
  for (const auto &[part, other] : {std::pair(&update.a, "B"), {&update.b, "A"}})
    if (part->data.empty())
      return invalidArgument(strCat("the update of '", matrix, "' has a matrix ", other,
                                    ", but no matrix ", other[0] == 'B' ? "A" : "B"));
  const std::vector<int64_t> &shape = base.find(name)->shape;
  const int64_t rank = update.a.shape[0];
  if (update.b.shape[1] != rank)
    return invalidArgument(strCat("the update of '", matrix, "' has matrices A of ",
                                  shapeText(update.a.shape), " and B of ",
                                  shapeText(update.b.shape), ", whose ranks differ"));
  if (update.a.shape[1] != shape[1] || update.b.shape[0] != shape[0])
    return invalidArgument(strCat("the update of '", matrix, "' has matrices A of ",
                                  shapeText(update.a.shape), " and B of ",
                                  shapeText(update.b.shape), ", but the model's matrix is ",
                                  shapeText(shape), "; is the adapter of another model?"));
  if (alpha)
    update.scale =
        *alpha / (isRankStable ? std::sqrt(static_cast<double>(rank)) : static_cast<double>(rank));
  return okStatus();
}

Status LoraAdapter::Reader::finish() {
  if (adapter.updates.empty())
    return invalidArgument("the adapter has no tensors");
  for (auto &[name, update] : adapter.updates)
    RLX_RETURN_IF_ERROR(check(name, update));
  return okStatus();
}

// ---- GGUF: "blk.0.attn_q.weight.lora_a"

Status LoraAdapter::Reader::readGguf(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const gguf::GgufModel> file,
                       gguf::GgufModel::open(path));
  const gguf::Metadata &metadata = file->metadata();
  RLX_ASSIGN_OR_RETURN(const std::string_view general, metadata.string("general.type", "model"));
  RLX_ASSIGN_OR_RETURN(const std::string_view type, metadata.string("adapter.type", ""));
  if (general != "adapter")
    return invalidArgument(strCat("general.type is '", general, "', expected 'adapter'"));
  if (type != "lora")
    return unsupported(strCat("adapter.type is '", type, "', expected 'lora'"));
  RLX_ASSIGN_OR_RETURN(const std::string_view mine, metadata.string("general.architecture"));
  RLX_ASSIGN_OR_RETURN(const std::string_view others,
                       base.metadata().string("general.architecture"));
  if (mine != others)
    return invalidArgument(
        strCat("the adapter is of the architecture '", mine, "', but the model is '", others, "'"));
  if (!base.isGguf())
    return unsupported("the model is a folder, whose matrices may have another form than GGUF's; "
                       "take the adapter's folder with adapter_config.json instead");
  if (metadata.find("adapter.alora.invocation_tokens"))
    return unsupported("the adapter begins at tokens of its own (aLoRA)");
  RLX_ASSIGN_OR_RETURN(const double given, metadata.number("adapter.lora.alpha", 0));
  RLX_RETURN_IF_ERROR(checkFinite(given, "adapter.lora.alpha"));
  if (given != 0) // as in llama.cpp
    alpha = given;
  for (const TensorView &tensor : file->tensors()) {
    const bool isA = tensor.name.ends_with(".lora_a");
    if (!isA && !tensor.name.ends_with(".lora_b"))
      return unsupported(strCat("tensor '", tensor.name,
                                "' is neither a '.lora_a' nor a "
                                "'.lora_b'"));
    const std::string name(tensor.name.substr(0, tensor.name.size() - 7));
    RLX_RETURN_IF_ERROR(add(name, std::string(tensor.name), isA, tensor));
  }
  adapter.owners.push_back(file);
  return finish();
}

// ---- PEFT: "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"

Status LoraAdapter::Reader::readPeftSettings(const huggingface::Config &config) {
  RLX_ASSIGN_OR_RETURN(const std::string_view type, config.string("peft_type", ""));
  if (type != "LORA")
    return unsupported(strCat(config.shown("peft_type"), " is '", type, "', expected LORA"));
  for (const std::string_view key : {"use_dora", "lora_bias", "use_qalora"}) {
    RLX_ASSIGN_OR_RETURN(const bool isUsed, config.boolean(key, false));
    if (isUsed)
      return unsupported(strCat(config.shown(key), " is true, expected false"));
  }
  RLX_ASSIGN_OR_RETURN(const std::string_view bias, config.string("bias", "none"));
  if (bias != "none")
    return unsupported(strCat(config.shown("bias"), " is '", bias, "', expected none"));
  for (const std::string_view key :
       {"modules_to_save", "rank_pattern", "alpha_pattern", "layer_replication",
        "trainable_token_indices", "alora_invocation_tokens"})
    if (!config.find(key).elements().empty())
      return unsupported(strCat(config.shown(key), " is not empty, which is not supported"));
  // Some initializations change the weights of the base model, too.
  const std::optional<std::string_view> start = config.find("init_lora_weights").string();
  if (start && *start != "gaussian" && *start != "eva" && *start != "orthogonal")
    return unsupported(
        strCat(config.shown("init_lora_weights"), " is '", *start,
               "', which changes the base model; convert the adapter to plain LoRA"));
  RLX_ASSIGN_OR_RETURN(alpha, config.number("lora_alpha", 8));
  RLX_RETURN_IF_ERROR(checkFinite(*alpha, config.shown("lora_alpha")));
  RLX_ASSIGN_OR_RETURN(isRankStable, config.boolean("use_rslora", false));
  return okStatus();
}

Status LoraAdapter::Reader::addPeftTensor(const safetensors::Tensor &tensor) {
  std::string_view name = tensor.name;
  if (name.starts_with(kPeftStart))
    name.remove_prefix(kPeftStart.size());
  constexpr std::string_view kA = ".lora_A.weight", kB = ".lora_B.weight";
  const bool isA = name.ends_with(kA);
  if (!isA && !name.ends_with(kB))
    return unsupported(
        strCat("tensor '", tensor.name, "' is neither a '", kA, "' nor a '", kB, "'"));
  const std::string matrix = strCat(name.substr(0, name.size() - kA.size()), ".weight");
  constexpr std::pair<std::string_view, TensorType> kTypes[] = {
      {"F32", TensorType::F32}, {"F16", TensorType::F16}, {"BF16", TensorType::BF16}};
  const auto *const type =
      std::ranges::find(kTypes, tensor.dtype, [](const auto &each) { return each.first; });
  if (type == std::end(kTypes))
    return unsupported(strCat("tensor '", tensor.name, "' has element type ", tensor.dtype,
                              "; F32, F16 and BF16 are supported"));
  TensorView view;
  view.type = type->second;
  view.shape = tensor.shape;
  view.data = tensor.data;
  return add(base.nameInGguf(matrix), tensor.name, isA, std::move(view));
}

Status LoraAdapter::Reader::readPeft(const std::string &folder) {
  if (!huggingface::fileExists(huggingface::pathIn(folder, kConfig)))
    return invalidArgument(strCat("the folder has no ", kConfig, ", as PEFT writes it"));
  RLX_ASSIGN_OR_RETURN(const huggingface::Config config,
                       huggingface::Config::read(folder, kConfig));
  RLX_RETURN_IF_ERROR(readPeftSettings(config));
  if (base.isGguf())
    return unsupported("the model is a GGUF file, whose matrices may have another form than those "
                       "of the folder; make a GGUF file of the adapter with llama.cpp's "
                       "convert_lora_to_gguf.py");
  const std::string path = huggingface::pathIn(folder, kWeights);
  RLX_ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> mapped, MappedFile::open(path));
  StatusOr<safetensors::SafetensorsFile> file =
      safetensors::SafetensorsFile::parse(mapped->bytes());
  if (!file.ok())
    return std::move(file).status().withContext(strCat("reading '", path, "'"));
  for (const safetensors::Tensor &tensor : file->tensors)
    RLX_RETURN_IF_ERROR(addPeftTensor(tensor));
  adapter.owners.push_back(std::move(mapped));
  return finish();
}

StatusOr<std::shared_ptr<const LoraAdapter>> LoraAdapter::open(const std::string &path,
                                                               const ModelSource &base) {
  using Result = StatusOr<std::shared_ptr<const LoraAdapter>>;
  return catchAllocFailure([&]() -> Result {
    std::shared_ptr<LoraAdapter> adapter(new LoraAdapter());
    Reader reader{base, *adapter};
    std::error_code ignored;
    Status status = std::filesystem::is_directory(path, ignored) ? reader.readPeft(path)
                                                                 : reader.readGguf(path);
    if (!status.ok())
      return std::move(status).withContext(strCat("reading the adapter '", path, "'"));
    return Result(std::move(adapter));
  });
}

const LoraAdapter::Update *LoraAdapter::find(std::string_view matrix) const {
  const auto found = updates.find(matrix);
  return found == updates.end() ? nullptr : &found->second;
}

} // namespace rlx
