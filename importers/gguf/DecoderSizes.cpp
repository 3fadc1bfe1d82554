// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of DecoderSizes.h.
#include "importers/gguf/DecoderSizes.h"

#include <algorithm>

namespace rlx::gguf {
namespace {

constexpr int64_t kMaxContext = int64_t(1) << 24; // bounds the tables of rotations
constexpr int64_t kMaxQueries = int64_t(1) << 31;
constexpr int64_t kMaxKernel = 64; // of a convolution, whose rows are added one by one

// The rows of the embedding, which are tokens, unless the file says something else.
rt::StatusOr<int64_t> readVocabulary(const Hyperparameters &parameters, const ModelSource &model) {
  const TensorView *embedding = model.find("token_embd.weight");
  const bool hasRows = embedding && !embedding->shape.empty();
  return parameters.size("vocab_size",
                         hasRows ? std::max<int64_t>(1, embedding->shape.front()) : 1);
}

// Before a list of tensors is made for each layer.
rt::Status checkLayers(const Hyperparameters &parameters, const ModelSource &model,
                       int64_t layers) {
  if (layers <= static_cast<int64_t>(model.tensors().size()))
    return rt::okStatus();
  return rt::invalidArgument(parameters.shown("block_count") + " is " + std::to_string(layers) +
                             ", but the model has " + std::to_string(model.tensors().size()) +
                             " tensors");
}

rt::Status checkSizes(const Hyperparameters &parameters, const ModelSource &model,
                      const DecoderSizes &sizes) {
  const auto invalid = [&](std::string_view name, const std::string &problem) {
    return rt::invalidArgument(parameters.shown(name) + " " + problem);
  };
  RLX_RETURN_IF_ERROR(checkLayers(parameters, model, sizes.layers));
  if (sizes.context > kMaxContext)
    return invalid("context_length",
                   "is " + std::to_string(sizes.context) + ", expected 2^24 at most");
  if (sizes.heads % sizes.keyHeads != 0)
    return invalid("attention.head_count",
                   "is " + std::to_string(sizes.heads) + ", expected a multiple of " +
                       std::to_string(sizes.keyHeads) + " (" +
                       parameters.shortName("attention.head_count_kv") + ")");
  if (sizes.queries() > kMaxQueries)
    return invalid("attention.head_count", "is " + std::to_string(sizes.heads) +
                                               ", which is too many for heads of " +
                                               std::to_string(sizes.headSize) + " elements");
  if (!parameters.has("attention.key_length") && sizes.embedding % sizes.heads != 0)
    return invalid("embedding_length", "is " + std::to_string(sizes.embedding) +
                                           ", expected a multiple of " +
                                           std::to_string(sizes.heads) + " (" +
                                           parameters.shortName("attention.head_count") + ")");
  if (sizes.rotated % 2 != 0 || sizes.rotated > sizes.headSize)
    return invalid("rope.dimension_count", "is " + std::to_string(sizes.rotated) +
                                               ", expected an even number up to " +
                                               std::to_string(sizes.headSize));
  RLX_ASSIGN_OR_RETURN(const int64_t valueSize,
                       parameters.size("attention.value_length", sizes.headSize));
  if (valueSize != sizes.headSize)
    return rt::unsupported(parameters.shown("attention.value_length") + " is " +
                           std::to_string(valueSize) + ", but keys have " +
                           std::to_string(sizes.headSize) + " elements");
  return rt::okStatus();
}

rt::Status readExpertSizes(const Hyperparameters &parameters, DecoderSizes &sizes) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, parameters.integer("expert_count", 0));
  if (count == 0)
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(sizes.experts, parameters.size("expert_count"));
  RLX_ASSIGN_OR_RETURN(sizes.expertsUsed, parameters.size("expert_used_count"));
  RLX_ASSIGN_OR_RETURN(sizes.expertFeedForward,
                       parameters.size("expert_feed_forward_length", sizes.feedForward));
  RLX_ASSIGN_OR_RETURN(sizes.sharedFeedForward,
                       parameters.size("expert_shared_feed_forward_length", sizes.feedForward));
  if (sizes.expertsUsed > sizes.experts)
    return rt::invalidArgument(parameters.shown("expert_used_count") + " is " +
                               std::to_string(sizes.expertsUsed) + ", but there are " +
                               std::to_string(sizes.experts) + " experts");
  return rt::okStatus();
}

} // namespace

rt::StatusOr<DecoderSizes> readSizes(const Hyperparameters &parameters, const ModelSource &model) {
  DecoderSizes sizes;
  RLX_ASSIGN_OR_RETURN(sizes.layers, parameters.size("block_count"));
  RLX_ASSIGN_OR_RETURN(sizes.embedding, parameters.size("embedding_length"));
  RLX_ASSIGN_OR_RETURN(sizes.feedForward, parameters.size("feed_forward_length"));
  RLX_ASSIGN_OR_RETURN(sizes.context, parameters.size("context_length"));
  RLX_ASSIGN_OR_RETURN(sizes.heads, parameters.size("attention.head_count"));
  RLX_ASSIGN_OR_RETURN(sizes.keyHeads, parameters.size("attention.head_count_kv", sizes.heads));
  RLX_ASSIGN_OR_RETURN(sizes.headSize,
                       parameters.size("attention.key_length", sizes.embedding / sizes.heads));
  RLX_ASSIGN_OR_RETURN(sizes.rotated, parameters.size("rope.dimension_count", sizes.headSize));
  RLX_RETURN_IF_ERROR(readExpertSizes(parameters, sizes));
  RLX_ASSIGN_OR_RETURN(sizes.vocabulary, readVocabulary(parameters, model));
  RLX_RETURN_IF_ERROR(checkSizes(parameters, model, sizes));
  return sizes;
}

rt::StatusOr<DecoderSizes> readScanSizes(const Hyperparameters &parameters,
                                         const ModelSource &model) {
  DecoderSizes sizes;
  RLX_ASSIGN_OR_RETURN(sizes.layers, parameters.size("block_count"));
  RLX_ASSIGN_OR_RETURN(sizes.embedding, parameters.size("embedding_length"));
  RLX_ASSIGN_OR_RETURN(sizes.context, parameters.size("context_length"));
  RLX_ASSIGN_OR_RETURN(sizes.scan.rows, parameters.size("ssm.inner_size"));
  RLX_ASSIGN_OR_RETURN(sizes.scan.state, parameters.size("ssm.state_size"));
  RLX_ASSIGN_OR_RETURN(sizes.scan.kernel, parameters.size("ssm.conv_kernel"));
  RLX_ASSIGN_OR_RETURN(sizes.scan.deltaRank, parameters.size("ssm.time_step_rank"));
  RLX_ASSIGN_OR_RETURN(sizes.vocabulary, readVocabulary(parameters, model));
  RLX_RETURN_IF_ERROR(checkLayers(parameters, model, sizes.layers));
  if (sizes.scan.kernel < 2 || sizes.scan.kernel > kMaxKernel)
    return rt::invalidArgument(parameters.shown("ssm.conv_kernel") + " is " +
                               std::to_string(sizes.scan.kernel) + ", expected 2 to " +
                               std::to_string(kMaxKernel));
  return sizes;
}

} // namespace rlx::gguf
