// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of tensors in the files and in GGUF, by the tables of a family. For example,
// "model.layers.3.self_attn.q_proj.weight" and "blk.3.attn_q.weight".
#ifndef RLX_FORMATS_HUGGINGFACE_TENSORNAMES_H
#define RLX_FORMATS_HUGGINGFACE_TENSORNAMES_H

#include <optional>
#include <string>
#include <string_view>

#include "formats/huggingface/Family.h"

namespace rlx::huggingface {

struct GgufName {
  std::string name;
  TensorForm form = TensorForm::Plain;
  std::optional<int64_t> expert; // the tensor is this one's part of it
};

class TensorNames {
public:
  // `hasBase`: the files' names begin with the family's base.
  TensorNames(const Family &family, bool hasBase) : family(family), hasBase(hasBase) {}

  // Nothing for a name that no table has.
  std::optional<GgufName> toGguf(std::string_view name) const;
  // The name itself if no table has it. Of a tensor of all experts, that of the first one.
  std::string toFiles(std::string_view ggufName) const;
  bool isIgnored(std::string_view name) const;

private:
  std::string inBase(std::string_view name) const;

  const Family &family;
  bool hasBase;
};

} // namespace rlx::huggingface

#endif // RLX_FORMATS_HUGGINGFACE_TENSORNAMES_H
