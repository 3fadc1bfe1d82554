// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model in GGUF's terms: metadata and tensors by GGUF's names, whatever files they are
// from. Code that makes graphs knows these names only.
//
// Other formats have their own names for tensors, which messages and params have. They may also
// have values in another form than GGUF's converters leave.
#ifndef RLX_FORMATS_GGUF_MODELSOURCE_H
#define RLX_FORMATS_GGUF_MODELSOURCE_H

#include <string>
#include <string_view>
#include <vector>

#include "formats/gguf/Metadata.h"
#include "formats/gguf/TensorView.h"

namespace rlx::gguf {

// Forms of values that converters to GGUF change.
struct ValueForms {
  // The rows of wq and wk are those of the checkpoint: rotated pairs lie half a head apart. Else,
  // for architectures that rotate adjacent elements, they are permuted.
  bool rotatesHalves = false;
  // Norms are less 1.
  bool normsLackOne = false;
  // "ssm_a" has the logarithms of decays, which are negative in GGUF.
  bool hasLogsOfDecays = false;
  // The rows of "attn_qkv" are q, k and v of one head after the other. Else all q come first.
  bool fusesByHead = false;
};

// A low-rank update of a matrix by an adapter (LoRA): x W^T gets scale * (x a^T) b^T.
struct LowRankUpdate {
  size_t adapter = 0; // its number
  const TensorView *a = nullptr, *b = nullptr;
  double scale = 1; // beside that of the adapter
};

// Threads: immutable.
class ModelSource {
public:
  ModelSource() = default;
  ModelSource(const ModelSource &) = delete;
  virtual ~ModelSource() = default;

  virtual const Metadata &metadata() const = 0;
  virtual const std::vector<TensorView> &tensors() const = 0;
  // Null if there is no such tensor.
  virtual const TensorView *find(std::string_view name) const = 0;
  // The name that the files have for a tensor, whether they have it or not.
  virtual std::string nameInFiles(std::string_view name) const { return std::string(name); }
  // The reverse; the name itself without a counterpart.
  virtual std::string nameInGguf(std::string_view name) const { return std::string(name); }
  virtual ValueForms forms() const { return {}; }
  // Whether matrices have GGUF's form, and not that of a folder.
  virtual bool isGguf() const { return true; }

  // ---- with adapters

  // Of each adapter.
  virtual std::vector<double> adapterScales() const { return {}; }
  // Those of a matrix, in the order of the adapters.
  virtual std::vector<LowRankUpdate> updates(std::string_view /*matrix*/) const { return {}; }
};

} // namespace rlx::gguf

#endif // RLX_FORMATS_GGUF_MODELSOURCE_H
