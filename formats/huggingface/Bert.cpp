// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// BERT, RoBERTa, XLM-RoBERTa and Nomic's BERT: encoders, whose folders have no head here.
#include "formats/huggingface/Tables.h"
#include "runtime/base/StrCat.h"

namespace rlx::huggingface {
namespace {

// kSizeKeys without the number of positions.
constexpr KeyRow kRobertaKeys[] = {
    {"vocab_size", "vocab_size"},
    {"hidden_size", "embedding_length"},
    {"num_hidden_layers", "block_count"},
    {"intermediate_size", "feed_forward_length"},
    {"num_attention_heads", "attention.head_count"},
};

constexpr TensorRow kBertModelTensors[] = {
    {"embeddings.word_embeddings", "token_embd"},
    {"embeddings.position_embeddings", "position_embd"},
    {"embeddings.token_type_embeddings", "token_types"},
    {"embeddings.LayerNorm", "token_embd_norm"},
};
constexpr TensorRow kBertTensors[] = {
    {"attention.self.query", "attn_q"},
    {"attention.self.key", "attn_k"},
    {"attention.self.value", "attn_v"},
    {"attention.output.dense", "attn_output"},
    {"attention.output.LayerNorm", "attn_output_norm"},
    {"intermediate.dense", "ffn_up"},
    {"output.dense", "ffn_down"},
    {"output.LayerNorm", "layer_output_norm"},
};

// The first names are those of the code that Nomic's folders come with, the others those of
// transformers, which writes the tensors by the old names, too.
constexpr KeyRow kNomicKeys[] = {
    {"vocab_size", "vocab_size"},
    {"n_positions|max_position_embeddings", "context_length"},
    {"n_embd|hidden_size", "embedding_length"},
    {"n_layer|num_hidden_layers", "block_count"},
    {"n_inner|intermediate_size", "feed_forward_length"},
    {"n_head|num_attention_heads", "attention.head_count"},
    {"layer_norm_epsilon|layer_norm_eps", "attention.layer_norm_epsilon"},
};
constexpr TensorRow kNomicModelTensors[] = {
    {"embeddings.word_embeddings", "token_embd"},
    {"embeddings.token_type_embeddings", "token_types"},
    {"emb_ln", "token_embd_norm"},
};
constexpr TensorRow kNomicTensors[] = {
    {"attn.Wqkv", "attn_qkv"},      {"attn.out_proj", "attn_output"}, {"norm1", "attn_output_norm"},
    {"mlp.fc11", "ffn_up"},         {"mlp.fc12", "ffn_gate"},         {"mlp.fc2", "ffn_down"},
    {"norm2", "layer_output_norm"},
};

rt::Status translateEncoder(Translation &t) {
  t.add("attention.causal", false);
  return rt::okStatus();
}

// The positions of a text begin behind that of the padding, whose row and those before it are none
// of a text.
rt::Status translateRoberta(Translation &t) {
  constexpr std::string_view kKey = "max_position_embeddings", kPadding = "pad_token_id";
  RLX_ASSIGN_OR_RETURN(const int64_t rows, t.config.integer(kKey, 0));
  RLX_ASSIGN_OR_RETURN(const int64_t padding, t.config.integer(kPadding, 1));
  if (padding < 0 || padding + 1 >= rows)
    return rt::invalidArgument(rt::strCat(t.config.shown(kPadding), " is ", padding,
                                          ", expected 0 to ", rows - 2, ", since ",
                                          t.config.shown(kKey), " is ", rows));
  t.skippedPositions = padding + 1;
  t.setOrigin("context_length", kKey);
  t.add("context_length", rows - t.skippedPositions);
  return translateEncoder(t);
}

} // namespace

std::vector<Family> bertFamilies() {
  Family bert{.className = "BertModel",
              .architecture = "bert",
              .keys = {kSizeKeys, kLayerNormKeys},
              .expected = {{"hidden_act", "gelu"},
                           {"position_embedding_type", "absolute"},
                           {"is_decoder", "false"},
                           {"add_cross_attention", "false"}},
              .base = "bert.",
              .layers = "encoder.layer.",
              .model = {kBertModelTensors},
              .layer = {kBertTensors},
              .head = "",
              .ignored = {"pooler.dense.weight", "pooler.dense.bias", "embeddings.position_ids"},
              .rotates = false,
              .translate = translateEncoder};
  Family roberta = bert;
  roberta.className = "RobertaModel";
  roberta.base = "roberta.";
  roberta.keys = {kRobertaKeys, kLayerNormKeys};
  roberta.translate = translateRoberta;
  Family multilingual = roberta;
  multilingual.className = "XLMRobertaModel";
  Family nomic{.className = "NomicBertModel",
               .architecture = "nomic-bert",
               .keys = {kNomicKeys},
               .expected = {{"activation_function", "swiglu"},
                            {"hidden_act", "silu"},
                            {"prenorm", "false"},
                            {"parallel_block", "false"},
                            {"use_rms_norm", "false"},
                            {"causal", "false"},
                            {"rotary_emb_interleaved", "false"},
                            {"rotary_emb_fraction", "1"},
                            {"rotary_emb_scale_base", ""},
                            {"rotary_scaling_factor", ""},
                            {"num_experts", "0"}},
               .layers = "encoder.layers.",
               .model = {kNomicModelTensors},
               .layer = {kNomicTensors},
               .head = "",
               .ropeBase = 1000,
               .translate = translateEncoder};
  return {bert, roberta, multilingual, nomic};
}

} // namespace rlx::huggingface
