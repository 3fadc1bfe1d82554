// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of families, and the choice among them by config.json.
#include <iterator>

#include "formats/huggingface/Family.h"
#include "runtime/base/StrCat.h"

namespace rlx::huggingface {

using namespace rt;

namespace {

const std::vector<Family> &families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> made;
    for (const auto make : {bertFamilies, llamaFamilies, qwenFamilies, phiFamilies, gemmaFamilies,
                            graniteFamilies, olmoFamilies, stablelmFamilies, starcoderFamilies,
                            gptFamilies, smollmFamilies, mixtralFamilies, mambaFamilies}) {
      std::vector<Family> some = make();
      std::move(some.begin(), some.end(), std::back_inserter(made));
    }
    return made;
  }();
  return all;
}

std::string knownNames() {
  std::string names;
  for (const Family &family : families())
    names += strCat(names.empty() ? "" : ", ", family.className);
  return names;
}

} // namespace

StatusOr<const Family *> findFamily(const Config &config) {
  const std::string shown = config.shown("architectures");
  const json::JsonValue names = config.find("architectures");
  if (!names.exists())
    return invalidArgument(
        strCat(shown, " is missing; it names the class of the model, one of ", knownNames()));
  std::string first;
  for (const json::JsonValue &name : names.elements()) {
    const std::string_view text = name.string().value_or("");
    if (first.empty())
      first = text;
    for (const Family &family : families())
      if (family.className == text)
        return &family;
  }
  if (first.empty())
    return invalidArgument(strCat(shown, " is ", names.isArray() ? "empty" : names.kind(),
                                  ", expected a list of texts, such as [\"LlamaForCausalLM\"]"));
  return unsupported(
      strCat(shown, " is '", first, "', which is not supported; supported are ", knownNames()));
}

} // namespace rlx::huggingface
