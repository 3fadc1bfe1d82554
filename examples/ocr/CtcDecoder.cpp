// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Greedy CTC decoding, step by step.
//
// The confidence is the mean probability of the characters that are kept.
#include "examples/ocr/CtcDecoder.h"

#include <algorithm>
#include <fstream>

using namespace rlx;

namespace ocr {

rt::StatusOr<std::vector<std::string>> readClasses(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return rt::notFound("cannot read the key file '" + path + "'");
  std::vector<std::string> classes{""};
  for (std::string line; std::getline(file, line);)
    classes.push_back(line);
  classes.push_back(" ");
  return classes;
}

rt::StatusOr<Text> decode(const rt::TensorView &probabilities,
                          const std::vector<std::string> &classes) {
  if (probabilities.dtype != rt::DType::F32 || probabilities.shape.size() != 3 ||
      probabilities.shape[2] != static_cast<int64_t>(classes.size()))
    return rt::invalidArgument("expected f32[1,steps," + std::to_string(classes.size()) +
                               "] for this key file, but the model gives " +
                               rt::typeText(probabilities.dtype, probabilities.shape));
  Text result;
  size_t characters = 0, previous = 0;
  for (int64_t step = 0; step < probabilities.shape[1]; ++step) {
    const float *row = probabilities.as<float>() + step * classes.size();
    size_t best = std::max_element(row, row + classes.size()) - row;
    if (best != 0 && best != previous) {
      result.text += classes[best];
      result.confidence += row[best];
      ++characters;
    }
    previous = best;
  }
  if (characters)
    result.confidence /= static_cast<double>(characters);
  return result;
}

} // namespace ocr
