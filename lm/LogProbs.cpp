// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LogProbs.h.
#include "lm/LogProbs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rlx::lm {

double logProbs(std::span<const float> logits, Token token, size_t count,
                std::vector<TokenLogProb> &likely) {
  const auto valueOf = [&](Token each) {
    return std::isnan(logits[each]) ? -INFINITY : double(logits[each]);
  };
  double highest = -INFINITY, sum = 0;
  for (Token each = 0; each < logits.size(); ++each)
    highest = std::max(highest, valueOf(each));
  // Without a finite logit all tokens are as likely.
  const auto distance = [&](Token each) {
    return valueOf(each) == highest ? 0 : valueOf(each) - highest;
  };
  for (Token each = 0; each < logits.size(); ++each)
    sum += std::exp(distance(each));
  const double logSum = std::log(sum);
  if (count > 0) {
    std::vector<Token> order(logits.size());
    std::iota(order.begin(), order.end(), Token(0));
    count = std::min(count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count),
                      order.end(), [&](Token lhs, Token rhs) {
                        const double left = valueOf(lhs), right = valueOf(rhs);
                        return left > right || (left == right && lhs < rhs);
                      });
    for (size_t i = 0; i < count; ++i)
      likely.push_back({order[i], distance(order[i]) - logSum});
  }
  return distance(token) - logSum;
}

} // namespace rlx::lm
