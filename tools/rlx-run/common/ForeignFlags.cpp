// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ForeignFlags.h.
#include "tools/rlx-run/common/ForeignFlags.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace rlx::run {
namespace {

struct Entry {
  std::vector<std::string_view> names;
  std::string_view instead;
};

// Options with the same name and meaning are not here.
const std::initializer_list<Entry> kEntries = {
    {{"-m", "--model"}, "the model needs no option: rlx-run FILE"},
    {{"-p"}, "it is --prompt=TEXT here"},
    {{"-f", "--file"}, "it is --prompt-file=FILE here"},
    {{"-n", "--predict", "--n-predict"}, "it is --max-tokens=N here"},
    {{"-c", "--ctx-size", "--context"}, "it is --ctx=N here"},
    {{"-s"}, "it is --seed=N here"},
    {{"-t", "-tb", "--threads-batch"}, "it is --threads=N here"},
    {{"--temp"}, "it is --temperature=X here"},
    {{"--typical"}, "it is --typical-p=X here"},
    {{"-cnv", "--conversation", "-i", "--interactive"}, "it is --chat here"},
    {{"-no-cnv", "--no-conversation"}, "without --chat a text is continued: leave it out"},
    {{"-st", "--single-turn"}, "--chat with --prompt=TEXT answers one message"},
    {{"-sys", "--system-prompt"}, "it is --system=TEXT here, with --chat"},
    {{"-r", "--reverse-prompt"}, "--stop=TEXT ends the answer before a text"},
    {{"-md", "--model-draft"}, "it is --draft=FILE here"},
    {{"--draft-n", "--draft-min"}, "--draft-max=N is the most tokens of a draft"},
    {{"-ngl", "--gpu-layers", "--n-gpu-layers"}, "--device=vulkan computes all layers on a GPU"},
    {{"-mg", "--main-gpu"}, "--device=vulkan:N chooses a GPU"},
    {{"-dev"}, "it is --device=NAME here"},
    {{"-ctk", "--cache-type-k", "-ctv", "--cache-type-v"},
     "it is --cache-type=TYPE here, for keys and values"},
    {{"--lora-scaled"}, "it is --lora=FILE:SCALE here"},
    {{"-j", "-jf", "--json-schema-file"}, "it is --json-schema=FILE here, or the schema itself"},
    {{"--grammar-file"}, "it is --grammar=FILE here"},
    {{"-b", "--batch-size", "-ub", "--ubatch-size", "-fa", "--flash-attn", "--mlock", "--no-mmap"},
     "rlx-run chooses this itself: leave it out"},
    {{"-hf", "-hfr", "--hf-repo"}, "rlx-run downloads nothing: give the path of a file or folder"},
};

} // namespace

std::string_view foreignFlag(std::string_view name) {
  const auto found = std::ranges::find_if(kEntries, [&](const Entry &entry) {
    return std::ranges::find(entry.names, name) != entry.names.end();
  });
  return found == kEntries.end() ? std::string_view() : found->instead;
}

} // namespace rlx::run
