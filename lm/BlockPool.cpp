// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See BlockPool.h.
#include "lm/BlockPool.h"

#include <algorithm>
#include <new>

namespace rlx::lm {
namespace {

size_t commonPrefix(std::span<const Token> a, std::span<const Token> b) {
  return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace

BlockPool::BlockPool(size_t count) : blocks(count) {
  for (size_t i = 0; i < blocks.size(); ++i)
    blocks[i].place = unused.insert(unused.end(), static_cast<int32_t>(i));
}

void BlockPool::clear() {
  children.clear();
  unused.splice(unused.end(), used);
  unused.sort();
  for (Block &block : blocks) {
    const auto place = block.place;
    block = Block();
    block.place = place;
  }
}

void BlockPool::hold(int32_t block) {
  if (at(block).uses++ == 0)
    used.splice(used.end(), unused, at(block).place);
}

// Blocks behind it cannot be found without it, and their parent would be another one. The last ones
// go first, since a list of them would need memory.
void BlockPool::forget(int32_t block) {
  if (!at(block).isKnown)
    return;
  for (int32_t each = block;;) {
    if (const auto behind = children.find(each); behind != children.end()) {
      each = behind->second;
      continue;
    }
    const int32_t parent = at(each).parent;
    at(each).isKnown = false;
    at(each).tokens.clear();
    const auto [sibling, last] = children.equal_range(parent);
    children.erase(
        std::find_if(sibling, last, [&](const auto &entry) { return entry.second == each; }));
    if (each == block)
      return;
    each = parent;
  }
}

std::optional<int32_t> BlockPool::allocate() {
  if (unused.empty())
    return std::nullopt;
  const int32_t block = unused.front();
  forget(block);
  hold(block);
  return block;
}

std::optional<int32_t> BlockPool::child(int32_t parent, std::span<const Token> tokens,
                                        std::span<const float> scales) {
  const auto [first, end] = children.equal_range(parent);
  std::optional<int32_t> best;
  size_t most = 0;
  for (auto i = first; i != end; ++i) {
    if (parent == kRoot && !std::ranges::equal(at(i->second).scales, scales))
      continue;
    if (const size_t common = commonPrefix(at(i->second).tokens, tokens); common > most) {
      best = i->second;
      most = common;
    }
  }
  return best;
}

BlockPool::Prefix BlockPool::takePrefix(std::span<const Token> text, std::span<const float> scales,
                                        bool takesRest) {
  Prefix prefix = holdPrefix(text, scales, takesRest);
  forgetRest(prefix.blocks, prefix.tokens);
  return prefix;
}

void BlockPool::forgetRest(std::span<const int32_t> held, size_t tokens) {
  if (tokens % kBlockTokens != 0)
    forget(held.back());
}

BlockPool::Prefix BlockPool::holdPrefix(std::span<const Token> text, std::span<const float> scales,
                                        bool takesRest) {
  Prefix prefix;
  const std::span<const Token> wanted = text.first(text.empty() ? 0 : text.size() - 1);
  prefix.blocks.reserve(blocksFor(wanted.size())); // a block that is held must be in the list
  int32_t parent = kRoot;
  while (prefix.tokens < wanted.size()) {
    const std::span<const Token> rest = wanted.subspan(prefix.tokens);
    const std::optional<int32_t> found = child(parent, rest, scales);
    if (!found)
      break;
    const size_t common = commonPrefix(at(*found).tokens, rest);
    const bool isWhole = common == kBlockTokens;
    // The text continues the last block of another one by itself. A full block stays, if others may
    // need it.
    const bool isFull = at(*found).tokens.size() == kBlockTokens;
    if (!isWhole && (at(*found).uses > 0 || (isFull && !takesRest)))
      break;
    hold(*found);
    prefix.blocks.push_back(*found);
    prefix.tokens += common;
    if (!isWhole)
      break;
    parent = *found;
  }
  return prefix;
}

void BlockPool::publish(std::span<const int32_t> held, std::span<const Token> text,
                        std::span<const float> scales) noexcept {
  try {
    publishAll(held, text, scales);
  } catch (const std::bad_alloc &) { // the other blocks are not found
  }
}

void BlockPool::publishAll(std::span<const int32_t> held, std::span<const Token> text,
                           std::span<const float> scales) {
  int32_t parent = kRoot;
  for (size_t i = 0; i < held.size() && i * kBlockTokens < text.size(); ++i) {
    const std::span<const Token> rest = text.subspan(i * kBlockTokens);
    const std::span<const Token> tokens = rest.first(std::min(rest.size(), kBlockTokens));
    Block &block = at(held[i]);
    block.tokens.reserve(kBlockTokens);
    if (!block.isKnown) {
      const std::optional<int32_t> same = child(parent, tokens, scales);
      if (same && at(*same).tokens.size() >= tokens.size() &&
          commonPrefix(at(*same).tokens, tokens) == tokens.size())
        return; // another text has computed the same, and the rest of this one lies behind it
      block.scales.assign(scales.begin(), parent == kRoot ? scales.end() : scales.begin());
      children.emplace(parent, held[i]); // the last that can fail
      block.isKnown = true;
      block.parent = parent;
    }
    block.tokens.assign(tokens.begin(), tokens.end());
    parent = held[i];
  }
}

void BlockPool::release(std::span<const int32_t> held) {
  // The end of a text is needed less often than its begin.
  for (size_t i = held.size(); i-- > 0;)
    if (--at(held[i]).uses == 0)
      unused.splice(at(held[i]).isKnown ? unused.end() : unused.begin(), used, at(held[i]).place);
}

} // namespace rlx::lm
