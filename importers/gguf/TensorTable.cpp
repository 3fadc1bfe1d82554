// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of TensorTable.h.
#include "importers/gguf/TensorTable.h"

namespace rlx::gguf {
namespace {

int64_t sizeOf(Size size, const DecoderSizes &sizes) {
  switch (size) {
  case Size::None:
    return 0;
  case Size::Embedding:
    return sizes.embedding;
  case Size::Queries:
    return sizes.queries();
  case Size::KeyValues:
    return sizes.keyValues();
  case Size::QueriesKeyValues:
    return sizes.queries() + 2 * sizes.keyValues();
  case Size::HeadSize:
    return sizes.headSize;
  case Size::FeedForward:
    return sizes.feedForward;
  case Size::GateAndUp:
    return 2 * sizes.feedForward;
  case Size::Pairs:
    return sizes.rotated / 2;
  case Size::Experts:
    return sizes.experts;
  case Size::ExpertFeedForward:
    return sizes.expertFeedForward;
  case Size::SharedFeedForward:
    return sizes.sharedFeedForward;
  case Size::Vocabulary:
    return sizes.vocabulary;
  case Size::Context:
    return sizes.context;
  case Size::Segments:
    return sizes.segments;
  case Size::ScanRows:
    return sizes.scan.rows;
  case Size::ScanInputs:
    return 2 * sizes.scan.rows;
  case Size::ScanState:
    return sizes.scan.state;
  case Size::ScanParameters:
    return sizes.scan.deltaRank + 2 * sizes.scan.state;
  case Size::DeltaRank:
    return sizes.scan.deltaRank;
  case Size::ConvolvedRows:
    return sizes.scan.kernel;
  }
  return 0;
}

TensorSpec specOf(const TensorRow &row, const std::string &prefix, const DecoderSizes &sizes) {
  std::vector<int64_t> shape{sizeOf(row.rows, sizes)};
  if (row.columns != Size::None)
    shape.push_back(sizeOf(row.columns, sizes));
  if (row.isPerExpert)
    shape.insert(shape.begin(), sizes.experts);
  return {prefix + std::string(row.name), std::move(shape), row.isOptional};
}

void append(std::vector<TensorSpec> &specs, const std::string &prefix,
            const std::vector<TensorGroup> &groups, const DecoderSizes &sizes) {
  for (const TensorGroup group : groups)
    for (const TensorRow &row : group)
      specs.push_back(specOf(row, prefix, sizes));
}

} // namespace

std::string layerName(int64_t layer) {
  return "blk." + std::to_string(layer) + ".";
}

std::vector<TensorSpec> tensorSpecs(const TensorTable &table, const DecoderSizes &sizes) {
  std::vector<TensorSpec> specs;
  append(specs, "", table.model, sizes);
  for (int64_t i = 0; i < sizes.layers; ++i)
    append(specs, layerName(i), table.layer, sizes);
  return specs;
}

} // namespace rlx::gguf
