// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of paged caches: a prefix that is found has the keys of exactly these tokens, whatever
// texts have come and gone. The content of a cache is modelled here by the tokens up to each place.
#include "lm/BlockPool.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

using namespace rlx::lm;

namespace {

using Tokens = std::vector<Token>;
using Blocks = std::vector<int32_t>;

Tokens tokensFrom(Token first, size_t count) {
  Tokens tokens(count);
  std::iota(tokens.begin(), tokens.end(), first);
  return tokens;
}

// A text that has written all of its keys.
Blocks written(BlockPool &pool, const Tokens &text) {
  BlockPool::Prefix prefix = pool.takePrefix(text);
  while (prefix.blocks.size() < blocksFor(text.size()))
    prefix.blocks.push_back(pool.allocate().value());
  pool.publish(prefix.blocks, text);
  return prefix.blocks;
}

TEST(BlockPool, WholeBlocksAreShared) {
  BlockPool pool(8);
  const Tokens first = tokensFrom(0, 200);
  Tokens second = first;
  second.resize(150);
  second[140] = 7;
  const Blocks held = written(pool, first);
  EXPECT_EQ(held.size(), 4u);
  BlockPool::Prefix prefix = pool.takePrefix(second);
  EXPECT_EQ(prefix.tokens, 128u);
  EXPECT_EQ(prefix.blocks, Blocks(held.begin(), held.begin() + 2));
  EXPECT_EQ(pool.available(), 4u);
  pool.release(held);
  EXPECT_EQ(pool.available(), 6u); // two are held still
  pool.release(prefix.blocks);
  EXPECT_EQ(pool.available(), 8u);
}

// Keys depend on the scales of adapters.
TEST(BlockPool, OtherScalesShareNothing) {
  BlockPool pool(8);
  const Tokens text = tokensFrom(0, 150);
  const std::vector<float> one = {1, 0}, other = {1, 0.5f};
  const auto take = [&](const std::vector<float> &scales) {
    BlockPool::Prefix prefix = pool.takePrefix(text, scales);
    const size_t found = prefix.tokens;
    while (prefix.blocks.size() < 3)
      prefix.blocks.push_back(pool.allocate().value());
    pool.publish(prefix.blocks, text, scales);
    pool.release(prefix.blocks);
    return found;
  };
  EXPECT_EQ(take(one), 0u);
  EXPECT_EQ(take(other), 0u);
  EXPECT_EQ(take(one), 149u);
  EXPECT_EQ(take({}), 0u); // takes the blocks that were used least recently: those of `other`
  EXPECT_EQ(take(one), 149u);
  EXPECT_EQ(take({}), 149u);
}

// A step needs a token.
TEST(BlockPool, TheLastTokenIsNeverFound) {
  BlockPool pool(4);
  const Tokens text = tokensFrom(0, 128);
  pool.release(written(pool, text));
  EXPECT_EQ(pool.takePrefix(text).tokens, 64u);
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 129)).tokens, 128u);
  EXPECT_EQ(pool.takePrefix({}).tokens, 0u);
}

// A conversation goes on in the block that it has filled in part, if nobody holds it.
TEST(BlockPool, APartOfABlockIsTakenByOne) {
  BlockPool pool(4);
  const Blocks held = written(pool, tokensFrom(0, 70));
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 90)).tokens, 64u);
  pool.release(held);
  pool.release(Blocks{held[0]});
  const BlockPool::Prefix next = pool.takePrefix(tokensFrom(0, 90));
  EXPECT_EQ(next.tokens, 70u);
  EXPECT_EQ(next.blocks, held);
  // It is this text's now.
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 90)).tokens, 64u);
}

// A full block that the text shares a part of is another one's, unless it takes the rest of it.
TEST(BlockPool, TheRestOfABlockIsTakenIfNobodyHoldsIt) {
  BlockPool pool(4);
  const Blocks held = written(pool, tokensFrom(0, 128));
  Tokens other = tokensFrom(0, 100);
  other.push_back(9999);
  other.push_back(9999);
  EXPECT_EQ(pool.takePrefix(other, {}, true).tokens, 64u);
  pool.release(Blocks{held[0]});
  pool.release(held);
  EXPECT_EQ(pool.takePrefix(other).tokens, 64u);
  pool.release(Blocks{held[0]});
  const BlockPool::Prefix taken = pool.takePrefix(other, {}, true);
  EXPECT_EQ(taken.tokens, 100u);
  EXPECT_EQ(taken.blocks, held);
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 128)).tokens, 64u);
}

// A text that finds no room for more leaves all as it was.
TEST(BlockPool, APrefixThatIsOnlyHeldKeepsItsRest) {
  BlockPool pool(4);
  pool.release(written(pool, tokensFrom(0, 150)));
  Tokens full = tokensFrom(0, 100), inPart = tokensFrom(0, 140);
  for (Tokens *each : {&full, &inPart}) {
    each->push_back(9999);
    each->push_back(9999);
    const BlockPool::Prefix prefix = pool.holdPrefix(*each, {}, true);
    EXPECT_EQ(prefix.tokens, each->size() - 2);
    pool.release(prefix.blocks);
  }
  const BlockPool::Prefix whole = pool.holdPrefix(tokensFrom(0, 151));
  EXPECT_EQ(whole.tokens, 150u);
  pool.release(whole.blocks);
  const BlockPool::Prefix cut = pool.takePrefix(full, {}, true);
  pool.release(cut.blocks);
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 151)).tokens, 64u);
}

TEST(BlockPool, TheOldestContentGoesFirst) {
  BlockPool pool(4);
  pool.release(written(pool, tokensFrom(0, 128)));
  pool.release(written(pool, tokensFrom(500, 128)));
  ASSERT_TRUE(pool.allocate().has_value());
  // The end of the older text went, and its begin is there.
  const BlockPool::Prefix older = pool.takePrefix(tokensFrom(0, 140));
  EXPECT_EQ(older.tokens, 64u);
  const BlockPool::Prefix newer = pool.takePrefix(tokensFrom(500, 140));
  EXPECT_EQ(newer.tokens, 128u);
  EXPECT_FALSE(pool.allocate().has_value());
  pool.release(older.blocks);
  EXPECT_TRUE(pool.allocate().has_value());
}

TEST(BlockPool, NothingIsFoundAfterClear) {
  BlockPool pool(2);
  pool.release(written(pool, tokensFrom(0, 128)));
  pool.clear();
  EXPECT_EQ(pool.takePrefix(tokensFrom(0, 200)).tokens, 0u);
  EXPECT_EQ(pool.available(), 2u);
}

// A text, and the content of its blocks.
struct Running {
  Tokens text;
  Blocks blocks;
};

class RandomTexts {
public:
  static constexpr size_t kBlocks = 24;
  RandomTexts() : pool(kBlocks), content(kBlocks * kBlockTokens) {}

  void begin() {
    Running text{prompt(), {}};
    BlockPool::Prefix prefix = pool.takePrefix(text.text, {}, engine() % 4 == 0);
    ASSERT_LT(prefix.tokens, text.text.size());
    ASSERT_EQ(prefix.blocks.size(), blocksFor(prefix.tokens));
    found += prefix.tokens;
    text.blocks = prefix.blocks;
    expectContent(text, prefix.tokens);
    if (!write(text, prefix.tokens))
      return pool.release(text.blocks);
    running.push_back(std::move(text));
  }
  void grow() {
    Running &text = any();
    const size_t length = text.text.size();
    for (size_t i = engine() % 90; i > 0; --i)
      text.text.push_back(token());
    if (!write(text, length))
      end(text);
  }
  void endAny() { end(any()); }

  // No block is held by more texts than share its tokens, and counts are right.
  void check() {
    std::set<int32_t> held;
    for (const Running &text : running) {
      expectContent(text, text.text.size());
      held.insert(text.blocks.begin(), text.blocks.end());
    }
    ASSERT_EQ(pool.available(), kBlocks - held.size());
  }
  bool isEmpty() const { return running.empty(); }

  std::mt19937_64 engine{5};
  size_t found = 0;

private:
  Token token() { return static_cast<Token>(engine() % 2); }
  Running &any() { return running[engine() % running.size()]; }
  // Few different begins, of tokens that are often equal.
  Tokens prompt() {
    Tokens text = tokensFrom(static_cast<Token>(engine() % 3), engine() % 150);
    for (size_t i = 1 + engine() % 100; i > 0; --i)
      text.push_back(token());
    return text;
  }
  void end(Running &text) {
    if (engine() % 4 != 0)
      pool.publish(text.blocks, text.text);
    pool.release(text.blocks);
    std::swap(text, running.back());
    running.pop_back();
  }
  // The keys behind the first `from` ones; false without room.
  bool write(Running &text, size_t from) {
    while (text.blocks.size() < blocksFor(text.text.size())) {
      const std::optional<int32_t> block = pool.allocate();
      if (!block) {
        text.text.resize(from);
        return false;
      }
      text.blocks.push_back(*block);
    }
    for (size_t i = from; i < text.text.size(); ++i)
      place(text, i) = Tokens(text.text.begin(), text.text.begin() + static_cast<long>(i) + 1);
    const size_t full = text.text.size() / kBlockTokens * kBlockTokens;
    pool.publish(text.blocks, std::span(text.text).first(full));
    return true;
  }
  void expectContent(const Running &text, size_t count) {
    for (size_t i = 0; i < count; ++i)
      ASSERT_TRUE(std::ranges::equal(place(text, i), std::span(text.text).first(i + 1)))
          << "key " << i << " of " << count;
  }
  Tokens &place(const Running &text, size_t i) {
    return content[static_cast<size_t>(text.blocks[i / kBlockTokens]) * kBlockTokens +
                   i % kBlockTokens];
  }

  BlockPool pool;
  std::vector<Tokens> content;
  std::vector<Running> running;
};

TEST(BlockPool, RandomTextsKeepTheirKeys) {
  RandomTexts texts;
  for (int i = 0; i < 10000; ++i) {
    const auto choice = texts.engine() % 8;
    if (choice < 3 || texts.isEmpty())
      texts.begin();
    else if (choice < 6)
      texts.grow();
    else
      texts.endAny();
    if (i % 50 == 0)
      texts.check();
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
  EXPECT_GT(texts.found, 10000u);
}

} // namespace
