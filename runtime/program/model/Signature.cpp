// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and look-up of the tensors in a signature.
//
// Dynamic dimensions are printed as formulas over the symbols.
#include "runtime/program/model/Signature.h"

#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/UserKernel.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

std::string signatureText(const Program &program, const TensorSpec &spec) {
  std::string result = strCat(spec.name, ": ", name(spec.dtype), "[");
  for (size_t i = 0; i < spec.shape.size(); ++i)
    result += strCat(i ? "," : "", sizeText(spec.shape[i], program.symbols));
  return result + "]";
}

std::string listSignature(const Program &program, const std::vector<TensorSpec> &specs) {
  std::string list;
  for (const TensorSpec &spec : specs)
    list += strCat(list.empty() ? "" : ", ", signatureText(program, spec));
  return list.empty() ? "none" : list;
}

StatusOr<std::vector<int64_t>> staticShape(const TensorSpec &spec) {
  std::vector<int64_t> shape;
  for (const Expr &dim : spec.shape) {
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(dim, {}));
    shape.push_back(size);
  }
  return shape;
}

Status checkParam(const Program &program, size_t index, DType dtype, std::span<const int64_t> shape,
                  bool isConverted) {
  const TensorSpec &spec = program.params[index];
  RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> wanted, staticShape(spec));
  if ((isConverted || dtype == spec.dtype) && std::ranges::equal(shape, wanted))
    return okStatus();
  return invalidArgument(strCat("param '", spec.name, "' expects ", signatureText(program, spec),
                                ", got ", typeText(dtype, shape)));
}

StatusOr<size_t> findParam(const Program &program, std::string_view name) {
  const size_t index = findSpec(program.params, name, 0);
  if (index == program.params.size())
    return notFound(strCat("there is no param '", name, "'; params are ",
                           listSignature(program, program.params)));
  return index;
}

bool usesStrings(const Program &program) {
  const auto isString = [](const TensorSpec &spec) { return spec.dtype == DType::String; };
  const auto worksOnStrings = [](const Kernel &kernel) {
    return kernel.user && kernel.user->name.starts_with(kBuiltInPrefix) &&
           !kernel.user->name.starts_with(kImagePrefix);
  };
  return !program.strings.empty() || std::ranges::any_of(program.inputs, isString) ||
         std::ranges::any_of(program.outputs, isString) ||
         std::ranges::any_of(program.kernels, worksOnStrings);
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
