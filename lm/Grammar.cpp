// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Grammar.h.
#include "lm/Grammar.h"

#include "lm/TextLibrary.h"

namespace rlx::lm {

void GrammarState::Free::operator()(rlx_text_grammar *grammar) const {
  rlx_text_grammar_free(grammar);
}

rt::StatusOr<std::span<const uint32_t>> GrammarState::mask() {
  rlx_text_error_t error{};
  if (!rlx_text_grammar_mask(grammar.get(), bits.data(), bits.size(), &error))
    return statusOf(error);
  return std::span<const uint32_t>(bits);
}

rt::Status GrammarState::accept(Token token) {
  rlx_text_error_t error{};
  return rlx_text_grammar_accept(grammar.get(), token, &error) ? rt::okStatus() : statusOf(error);
}

bool GrammarState::isFinished() const {
  return rlx_text_grammar_is_finished(grammar.get()) != 0;
}

rt::StatusOr<std::shared_ptr<const Grammar>> Grammar::create(const Vocabulary &vocabulary,
                                                             Kind kind, std::string_view source) {
  RLX_ASSIGN_OR_RETURN(const rlx_text_trie *trie, vocabulary.trie());
  auto made = std::make_shared<Grammar>();
  rlx_text_error_t error{};
  made->empty.grammar.reset(rlx_text_grammar_create(
      trie, kind == Kind::JsonSchema ? RLX_TEXT_JSON_SCHEMA : RLX_TEXT_GRAMMAR, textOf(source),
      &error));
  if (!made->empty.grammar)
    return statusOf(error).withContext(kind == Kind::JsonSchema ? "reading the JSON schema"
                                                                : "reading the grammar");
  made->empty.bits.resize((vocabulary.size() + 31) / 32);
  return std::shared_ptr<const Grammar>(std::move(made));
}

rt::StatusOr<GrammarState> Grammar::begin() const {
  GrammarState state;
  rlx_text_error_t error{};
  state.grammar.reset(rlx_text_grammar_clone(empty.grammar.get(), &error));
  if (!state.grammar)
    return statusOf(error);
  state.bits.resize(empty.bits.size());
  return state;
}

} // namespace rlx::lm
