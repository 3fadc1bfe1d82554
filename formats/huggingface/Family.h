// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The models of one class of transformers, such as LlamaForCausalLM: which architecture of GGUF
// they are, and tables from the names of the folder to those of GGUF.
//
// The graph of an architecture is in importers/gguf. A family has the differences of the files
// only.
#ifndef RLX_FORMATS_HUGGINGFACE_FAMILY_H
#define RLX_FORMATS_HUGGINGFACE_FAMILY_H

#include <span>
#include <string_view>
#include <vector>

#include "formats/gguf/ModelSource.h"
#include "formats/huggingface/Translation.h"

namespace rlx::huggingface {

struct KeyRow {
  std::string_view keys; // of config.json; the first one with a value counts: "n_inner|n_ff"
  std::string_view name; // of GGUF's metadata, without the architecture
};

// A value of config.json that a graph cannot differ from. Missing ones and null are as expected.
struct ExpectedValue {
  std::string_view key;
  std::string_view values; // "silu|swish", "false", "[]"
};

enum class TensorForm {
  Plain,
  Transposed, // a matrix by columns
  Row,        // a matrix of one row that is a vector in GGUF
  Channels,   // a filter for each channel, [channels, 1, size], that is a matrix in GGUF
};

// Stands for the tensors with the endings ".weight" and ".bias", and for one without. "{}" is the
// number of an expert, whose tensors are one behind the other in GGUF.
struct TensorRow {
  std::string_view name;     // in the files
  std::string_view ggufName; // of layers without "blk.N."
  TensorForm form = TensorForm::Plain;
};

using KeyGroup = std::span<const KeyRow>;
using TensorGroup = std::span<const TensorRow>;

// How attention windows are told.
enum class WindowUse {
  IfSize,   // sliding_window is a number
  IfWanted, // and use_sliding_window is true
};

struct Family {
  std::string_view className;    // of transformers
  std::string_view architecture; // of GGUF
  std::vector<KeyGroup> keys;
  std::vector<ExpectedValue> expected;
  // Names of all tensors but the head begin with this; in files of the model without a head they do
  // not.
  std::string_view base = "model.";
  std::string_view layers = "layers.";   // of layers, behind the base
  std::vector<TensorGroup> model;        // once, behind the base
  std::vector<TensorGroup> layer;        // in each layer
  std::string_view head = "lm_head";     // none of an encoder
  std::vector<std::string_view> ignored; // endings of buffers that are no weights
  gguf::ValueForms forms = {};
  bool isTied = false; // unless config.json says something else
  WindowUse windows = WindowUse::IfSize;
  int64_t window = 0; // unless config.json says something else
  bool rotates = true;
  double ropeBase = 10000, rotatedPart = 1; // unless config.json says something else
  // The rest, which tables do not say.
  rt::Status (*translate)(Translation &) = nullptr;
};

// Unsupported for a class that no family has, with those that there are.
rt::StatusOr<const Family *> findFamily(const Config &config);

// Each in a file of its name.
std::vector<Family> bertFamilies();
std::vector<Family> gemmaFamilies();
std::vector<Family> gptFamilies();
std::vector<Family> graniteFamilies();
std::vector<Family> llamaFamilies();
std::vector<Family> mambaFamilies();
std::vector<Family> mixtralFamilies();
std::vector<Family> olmoFamilies();
std::vector<Family> phiFamilies();
std::vector<Family> qwenFamilies();
std::vector<Family> smollmFamilies();
std::vector<Family> stablelmFamilies();
std::vector<Family> starcoderFamilies();

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_FAMILY_H
