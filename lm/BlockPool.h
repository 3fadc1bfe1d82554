// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of paged caches: which are free, which texts hold them, and which tokens they have.
//
// A block holds the keys and values of kBlockTokens tokens. A text is a list of blocks, of which
// the last one may be filled in part. Texts that begin with equal tokens share the whole blocks of
// their common prefix (prefix caching), since a key depends on the tokens before it and the scales
// of adapters alone: texts with other scales share nothing. Blocks that no text holds any more keep
// their content until another text needs them, the least recently used first.
#ifndef RLX_LM_BLOCKPOOL_H
#define RLX_LM_BLOCKPOOL_H

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "formats/language_model/CacheLayout.h"
#include "lm/Vocabulary.h"

namespace rlx::lm {

constexpr size_t kBlockTokens = rlx::kBlockTokens;

inline size_t blocksFor(size_t tokens) {
  return (tokens + kBlockTokens - 1) / kBlockTokens;
}

// One thread at a time. A function that throws std::bad_alloc has changed nothing.
class BlockPool {
public:
  explicit BlockPool(size_t blocks);

  size_t size() const { return blocks.size(); }
  // The blocks that no text holds.
  size_t available() const { return unused.size(); }

  // A block for one text, whose content is lost; none if texts hold all blocks.
  std::optional<int32_t> allocate();
  // Blocks whose content is the begin of `text`, at most all of its tokens but the last one, which
  // a step must read for its logits. The caller's text holds them from now on.
  struct Prefix {
    std::vector<int32_t> blocks;
    size_t tokens = 0;
  };
  // A full block that the text shares a part of is left to others, unless it `takesRest`: then it
  // is taken if nobody holds it. The rest of the last block is lost with forgetRest,
  // which comes before the text writes there; without it, release() leaves all as it was.
  Prefix holdPrefix(std::span<const Token> text, std::span<const float> scales = {},
                    bool takesRest = false);
  void forgetRest(std::span<const int32_t> held, size_t tokens);
  // Both.
  Prefix takePrefix(std::span<const Token> text, std::span<const float> scales = {},
                    bool takesRest = false);
  // Lets other texts find the blocks of `text`, which hold all of its tokens. Blocks that are not
  // full are found only once nobody holds them. Without memory for it, fewer are found.
  void publish(std::span<const int32_t> held, std::span<const Token> text,
               std::span<const float> scales = {}) noexcept;
  // A text holds these blocks no more.
  void release(std::span<const int32_t> held);
  // Forgets all content. No text may hold a block.
  void clear();

private:
  static constexpr int32_t kRoot = -1;
  struct Block {
    size_t uses = 0; // texts that hold it
    // What it has, if it can be found: its tokens behind those of `parent`.
    bool isKnown = false;
    int32_t parent = kRoot;
    std::vector<Token> tokens;
    std::vector<float> scales; // of the first block of a text; others have those of its parent
    std::list<int32_t>::iterator place; // in `unused`, or in `used`
  };
  Block &at(int32_t block) { return blocks[static_cast<size_t>(block)]; }
  void hold(int32_t block);
  void forget(int32_t block);
  void publishAll(std::span<const int32_t> held, std::span<const Token> text,
                  std::span<const float> scales);
  // The known block behind `parent`, or the first one of a text with these scales, with the most of
  // these tokens at its begin.
  std::optional<int32_t> child(int32_t parent, std::span<const Token> tokens,
                               std::span<const float> scales);

  std::vector<Block> blocks;
  // Blocks move between the two without an allocation, which could fail.
  std::list<int32_t> unused, used;          // the least recently used one first; in any order
  std::multimap<int32_t, int32_t> children; // of known blocks, by their parents
};

} // namespace rlx::lm

#endif // RLX_LM_BLOCKPOOL_H
