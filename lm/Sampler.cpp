// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Sampler.h.
#include "lm/Sampler.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "runtime/base/StrCat.h"

namespace rlx::lm {
namespace {

// Tokens with a weight below e^-48 cannot change a sum of doubles, whatever their number.
constexpr double kNegligible = 48;
// Logits that are compared at once. Nearly all of a large vocabulary are no candidates.
constexpr size_t kChunk = 64;

rt::Status outside(std::string_view name, double value, std::string_view range) {
  char number[32];
  std::snprintf(number, sizeof number, "%g", value);
  return rt::invalidArgument(rt::strCat(name, " must be ", range, ", got ", number));
}

// The finalizer of SplitMix64 (Steele, Lea and Flood: "Fast splittable pseudorandom number
// generators", 2014). Every bit of the argument changes half of the result's.
uint64_t mixed(uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

// Makes the seed of the chance that accepts guesses.
constexpr uint64_t kAcceptance = 0xA0761D6478BD642FU;

// A number in [0, 1) that the arguments decide, so that a text is the same whatever runs beside it.
double uniform(uint64_t seed, uint64_t index) {
  return std::ldexp(static_cast<double>(mixed(mixed(seed) + index) >> 11), -53);
}

// Whether a logit exceeds `least`. Has no branches for a whole chunk, so that it is vectorized.
bool anyExceeds(std::span<const float> chunk, float least) {
  if (chunk.size() != kChunk)
    return true;
  unsigned found = 0;
  for (size_t i = 0; i < kChunk; ++i)
    found |= static_cast<unsigned>(chunk[i] > least);
  return found != 0;
}

} // namespace

rt::Status SamplingOptions::check() const {
  if (!(temperature >= 0 && temperature <= 1e6))
    return outside("temperature", temperature, "from 0 to 1,000,000");
  if (topK < 0)
    return rt::invalidArgument(rt::strCat("top_k must be 0 or more, got ", topK));
  if (!(typicalP > 0 && typicalP <= 1))
    return outside("typical_p", typicalP, "above 0, to 1");
  if (!(topP >= 0 && topP <= 1))
    return outside("top_p", topP, "from 0 to 1");
  if (!(minP >= 0 && minP <= 1))
    return outside("min_p", minP, "from 0 to 1");
  if (!(repeatPenalty > 0 && std::isfinite(repeatPenalty)))
    return outside("repeat_penalty", repeatPenalty, "finite and above 0");
  if (!std::isfinite(frequencyPenalty))
    return outside("frequency_penalty", frequencyPenalty, "finite");
  if (!std::isfinite(presencePenalty))
    return outside("presence_penalty", presencePenalty, "finite");
  if (repeatLastN < -1)
    return rt::invalidArgument(rt::strCat("repeat_last_n must be -1 or more, got ", repeatLastN));
  for (const auto &[token, bias] : logitBias)
    if (std::isnan(bias))
      return rt::invalidArgument(rt::strCat("the bias of token ", token, " is NaN"));
  return rt::okStatus();
}

// The logits with biases and penalties.
std::span<const float> Sampler::adjusted(std::span<const float> logits,
                                         std::span<const Token> text) {
  const bool penalizes = (options.repeatPenalty != 1 || options.frequencyPenalty != 0 ||
                          options.presencePenalty != 0) &&
                         options.repeatLastN != 0 && !text.empty();
  if (!penalizes && options.logitBias.empty())
    return logits;
  changed.assign(logits.begin(), logits.end());
  for (const auto &[token, bias] : options.logitBias)
    if (token < changed.size())
      changed[token] += static_cast<float>(bias);
  if (!penalizes)
    return changed;
  const size_t last = options.repeatLastN < 0
                          ? text.size()
                          : std::min(text.size(), static_cast<size_t>(options.repeatLastN));
  std::unordered_map<Token, int64_t> counts;
  for (const Token token : text.last(last))
    ++counts[token];
  for (const auto &[token, count] : counts) {
    if (token >= changed.size())
      continue;
    double logit = changed[token];
    logit = logit > 0 ? logit / options.repeatPenalty : logit * options.repeatPenalty;
    logit -= static_cast<double>(count) * options.frequencyPenalty + options.presencePenalty;
    changed[token] = static_cast<float>(logit);
  }
  return changed;
}

// The logits without the tokens that the mask does not have.
std::span<const float> Sampler::masked(std::span<const float> logits,
                                       std::span<const uint32_t> mask) {
  if (logits.data() != changed.data())
    changed.assign(logits.begin(), logits.end());
  for (size_t first = 0; first < changed.size(); first += 32) {
    const uint32_t word = first / 32 < mask.size() ? mask[first / 32] : 0;
    if (word == ~uint32_t{0})
      continue;
    for (size_t i = first; i < std::min(changed.size(), first + 32); ++i)
      if ((word >> (i - first) & 1) == 0)
        changed[i] = -INFINITY;
  }
  return changed;
}

// Sets the candidates: the `most` most likely tokens, in no order.
void Sampler::choose(std::span<const float> logits, size_t most) {
  const auto isBetter = [](const Candidate &lhs, const Candidate &rhs) {
    return lhs.logit > rhs.logit || (lhs.logit == rhs.logit && lhs.token < rhs.token);
  };
  candidates.clear();
  float least = -INFINITY; // below it, a token is worse than all candidates
  const auto consider = [&](size_t i) {
    // Later tokens lose a tie. NaN and -infinity are never candidates.
    if (!(logits[i] > least))
      return;
    if (candidates.size() == most) {
      std::pop_heap(candidates.begin(), candidates.end(), isBetter);
      candidates.pop_back();
    }
    candidates.push_back({static_cast<Token>(i), logits[i], 0});
    if (most == logits.size())
      return;
    std::push_heap(candidates.begin(), candidates.end(), isBetter);
    if (candidates.size() == most)
      least = candidates.front().logit;
  };
  for (size_t begin = 0; begin < logits.size(); begin += kChunk) {
    const size_t end = std::min(begin + kChunk, logits.size());
    if (anyExceeds(logits.subspan(begin, end - begin), least))
      for (size_t i = begin; i < end; ++i)
        consider(i);
  }
}

// Sets the weights, the probabilities times a constant, and removes tokens that have none.
void Sampler::weigh(double temperature) {
  float highest = candidates.front().logit;
  for (const Candidate &each : candidates)
    highest = std::max(highest, each.logit);
  for (Candidate &each : candidates) {
    const double distance = each.logit == highest ? 0 : (highest - each.logit) / temperature;
    each.weight = distance <= kNegligible ? std::exp(-distance) : 0;
  }
  std::erase_if(candidates, [](const Candidate &each) { return each.weight == 0; });
}

// Puts the candidate of rank `count` in its place, if those before it are in theirs. `sorted`
// counts those that are. Sorts no more than it needs.
template <typename IsBefore>
void Sampler::sortUpTo(size_t count, size_t &sorted, IsBefore isBefore) {
  if (count < sorted)
    return;
  sorted = std::min(candidates.size(), std::max<size_t>(64, 8 * sorted));
  const auto begin = candidates.begin();
  std::partial_sort(begin + static_cast<std::ptrdiff_t>(count),
                    begin + static_cast<std::ptrdiff_t>(sorted), candidates.end(), isBefore);
}

// Keeps the candidates whose information is closest to the entropy. Weights are of temperature 1.
void Sampler::keepTypical() {
  double sum = 0, distances = 0;
  float highest = -INFINITY;
  for (const Candidate &each : candidates)
    highest = std::max(highest, each.logit);
  // The information of a token is its distance from the highest logit, plus a constant.
  const auto distance = [&](const Candidate &each) {
    return each.logit == highest ? 0.0 : static_cast<double>(highest) - each.logit;
  };
  for (const Candidate &each : candidates) {
    sum += each.weight;
    distances += each.weight * distance(each);
  }
  const double mean = distances / sum;
  size_t sorted = 0, count = 0;
  for (double kept = 0; count < candidates.size() && kept < options.typicalP * sum; ++count) {
    sortUpTo(count, sorted, [&](const Candidate &lhs, const Candidate &rhs) {
      const double left = std::abs(distance(lhs) - mean), right = std::abs(distance(rhs) - mean);
      return left < right || (left == right && lhs.token < rhs.token);
    });
    kept += candidates[count].weight;
  }
  candidates.resize(count);
}

// The number of the candidates that top-p and min-p leave, which are the first ones then.
size_t Sampler::filter() {
  double sum = 0, kept = 0;
  for (const Candidate &each : candidates)
    sum += each.weight;
  size_t sorted = 0, count = 0;
  do {
    sortUpTo(count, sorted, [](const Candidate &lhs, const Candidate &rhs) {
      return lhs.weight > rhs.weight || (lhs.weight == rhs.weight && lhs.token < rhs.token);
    });
    if (count > 0 && candidates[count].weight < options.minP)
      break;
    kept += candidates[count++].weight;
  } while (count < candidates.size() && kept < options.topP * sum);
  return count;
}

// Sets the candidates with their weights, of which one at least is not 0.
rt::Status Sampler::findCandidates(std::span<const float> given, std::span<const Token> text,
                                   std::span<const uint32_t> mask) {
  std::span<const float> logits = adjusted(given, text);
  if (!mask.empty())
    logits = masked(logits, mask);
  const bool isGreedy = options.temperature == 0;
  const auto topK = static_cast<size_t>(options.topK);
  choose(logits, isGreedy ? 1 : topK == 0 || topK > logits.size() ? logits.size() : topK);
  if (candidates.empty())
    return rt::invalidArgument(
        std::ranges::none_of(given, [](float logit) { return logit > -INFINITY; })
            ? "the model's logits are not numbers, so there is no next token"
        : mask.empty() ? "the biases and penalties leave no token"
                       : "the grammar, and the biases and penalties, leave no token");
  if (isGreedy) {
    candidates.front().weight = 1;
    return rt::okStatus();
  }
  if (options.typicalP != 1) {
    weigh(1);
    keepTypical();
  }
  if (options.topP != 1 || options.minP != 0) {
    weigh(1);
    candidates.resize(filter());
  }
  weigh(options.temperature);
  return rt::okStatus();
}

double Sampler::sum() const {
  double sum = 0;
  for (const Candidate &each : candidates)
    sum += each.weight;
  return sum;
}

// A candidate, by the chance of this place of the text.
Token Sampler::draw(size_t index) const {
  double place = uniform(options.seed, index) * sum();
  for (const Candidate &each : candidates) {
    place -= each.weight;
    if (place < 0)
      return each.token;
  }
  return candidates.back().token;
}

rt::StatusOr<Token> Sampler::sample(std::span<const float> logits, std::span<const Token> text,
                                    std::span<const uint32_t> mask) {
  RLX_RETURN_IF_ERROR(findCandidates(logits, text, mask));
  return draw(text.size());
}

Probabilities Sampler::probabilities() const {
  const double whole = sum();
  Probabilities all;
  for (const Candidate &each : candidates)
    all.emplace_back(each.token, each.weight / whole);
  std::ranges::sort(all);
  return all;
}

rt::StatusOr<Token> Sampler::accept(Token guess, const Probabilities &drawnFrom,
                                    std::span<const float> logits, std::span<const Token> text,
                                    std::span<const uint32_t> mask) {
  RLX_RETURN_IF_ERROR(findCandidates(logits, text, mask));
  const double whole = sum();
  const auto guessed = [&](Token token) {
    const auto found =
        std::ranges::lower_bound(drawnFrom, token, {}, &Probabilities::value_type::first);
    return found != drawnFrom.end() && found->first == token ? found->second : 0.0;
  };
  const double place = uniform(options.seed ^ kAcceptance, text.size()) * guessed(guess);
  for (const Candidate &each : candidates)
    if (each.token == guess && place < each.weight / whole)
      return guess;
  // Guesses took this part of the probabilities; the rest is for the others.
  const std::vector<Candidate> all = candidates;
  for (Candidate &each : candidates)
    each.weight = std::max(0.0, each.weight / whole - guessed(each.token));
  std::erase_if(candidates, [](const Candidate &each) { return each.weight == 0; });
  if (candidates.empty()) // equal ones, but for rounding
    candidates = all;
  return draw(text.size());
}

} // namespace rlx::lm
