// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of the tensors that an architecture has. A row is a tensor's name and what its dimensions
// count, outermost first. For example, {"attn_q.weight", Size::Queries, Size::Embedding}.
#ifndef RLX_IMPORTERS_GGUF_TENSORTABLE_H
#define RLX_IMPORTERS_GGUF_TENSORTABLE_H

#include <span>
#include <vector>

#include "importers/gguf/DecoderSizes.h"
#include "importers/gguf/Weights.h"

namespace rlx::gguf {

enum class Size {
  None, // no such dimension
  Embedding,
  Queries,          // of all heads
  KeyValues,        // the keys of all key heads, or the values
  QueriesKeyValues, // the three behind each other
  HeadSize,
  FeedForward,
  GateAndUp, // two feed-forward matrices behind each other
  Pairs,     // that are rotated
  Experts,
  ExpertFeedForward,
  SharedFeedForward, // of the expert that all rows take
  Vocabulary,
  Context,
  Segments, // of an encoder's texts
  // Of a layer with a selective scan.
  ScanRows,
  ScanInputs, // the rows of the scan, and those of its gate
  ScanState,
  ScanParameters, // the rows that give delta, b and c
  DeltaRank,
  ConvolvedRows, // that a row of the convolution sees
};

constexpr bool kOptional = true;
constexpr bool kPerExpert = true;

struct TensorRow {
  std::string_view name; // those of layers without "blk.N."
  Size rows;
  Size columns = Size::None;
  bool isOptional = false;
  bool isPerExpert = false; // one such tensor behind the other
};

// Rows that belong together. TensorGroups.h has those that architectures share.
using TensorGroup = std::span<const TensorRow>;

struct TensorTable {
  std::vector<TensorGroup> model; // once in the file
  std::vector<TensorGroup> layer; // in each layer
};

// "blk.N."
std::string layerName(int64_t layer);
std::vector<TensorSpec> tensorSpecs(const TensorTable &table, const DecoderSizes &sizes);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_TENSORTABLE_H
