// See Signature.h.
#include "runtime/program/Signature.h"

#include "runtime/base/StrCat.h"
#include "runtime/program/ExprEval.h"

namespace rlx::rt {

std::string signatureText(const Program &program, const TensorSpec &spec) {
  std::string result = strCat(spec.name, ": ", name(spec.dtype), "[");
  for (size_t i = 0; i < spec.shape.size(); ++i)
    result += strCat(i ? "," : "", text(spec.shape[i], program.symbols));
  return result + "]";
}

std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs) {
  std::string list;
  for (const TensorSpec &spec : specs)
    list += strCat(list.empty() ? "" : ", ", signatureText(program, spec));
  return list.empty() ? "none" : list;
}

size_t findSpec(const std::vector<TensorSpec> &specs, std::string_view name, size_t guess) {
  if (guess < specs.size() && specs[guess].name == name)
    return guess;
  for (size_t i = 0; i < specs.size(); ++i)
    if (specs[i].name == name)
      return i;
  return specs.size();
}

} // namespace rlx::rt
