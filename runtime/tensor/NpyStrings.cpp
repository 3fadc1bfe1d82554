// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Characters of 4 bytes and UTF-8, both ways; see NpyStrings.h.
#include "runtime/tensor/NpyStrings.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "runtime/base/StrCat.h"
#include "runtime/base/Utf8.h"

namespace rlx::rt {

StatusOr<Tensor> stringsFromNpy(std::span<const int64_t> shape, int64_t letters,
                                std::span<const uint8_t> bytes) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(shape));
  int64_t each = 0, size = 0;
  if (letters < 0 || (letters == 0 && count != 0) ||
      __builtin_mul_overflow(letters, int64_t(4), &each) ||
      __builtin_mul_overflow(each, count, &size) || static_cast<uint64_t>(size) != bytes.size())
    return dataLoss(strCat(".npy file of ", count, " strings of ", letters, " characters has ",
                           bytes.size(), " bytes of elements"));
  std::vector<std::string> texts(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    std::vector<char32_t> characters(static_cast<size_t>(letters));
    std::memcpy(characters.data(), bytes.data() + i * each, static_cast<size_t>(each));
    while (!characters.empty() && characters.back() == 0)
      characters.pop_back();
    for (const char32_t character : characters)
      if (!appendUtf8(character, texts[static_cast<size_t>(i)]))
        return dataLoss(strCat(".npy file: string ", i, " has the number ",
                               static_cast<uint32_t>(character), ", which is no character"));
  }
  std::vector<StringElement> elements;
  for (const std::string &text : texts)
    elements.push_back({text.data(), text.size()});
  const StringElement none{};
  return Tensor::copyOf({DType::String, shape, elements.empty() ? &none : elements.data()});
}

StatusOr<std::vector<uint8_t>> stringsForNpy(const TensorView &strings, int64_t &letters) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(strings.shape));
  std::vector<std::vector<char32_t>> texts(static_cast<size_t>(count));
  size_t most = 1;
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string_view text = strings.as<StringElement>()[i].view();
    while (!text.empty()) {
      const size_t length = decodeUtf8(text, texts[i].emplace_back());
      if (length == 0)
        return invalidArgument(
            strCat("string ", i, " is not UTF-8, so it cannot be in a .npy file"));
      text.remove_prefix(length);
    }
    most = std::max(most, texts[i].size());
  }
  letters = static_cast<int64_t>(most);
  std::vector<uint8_t> bytes(texts.size() * most * sizeof(char32_t));
  for (size_t i = 0; i < texts.size(); ++i)
    if (!texts[i].empty())
      std::memcpy(bytes.data() + i * most * sizeof(char32_t), texts[i].data(),
                  texts[i].size() * sizeof(char32_t));
  return bytes;
}

} // namespace rlx::rt
