// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of inputs from the signature's expressions.
//
// Expressions are evaluated once, so that runs compare plain numbers.
#include "runtime/program/executable/InputForms.h"

#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"

namespace rlx::rt {

StatusOr<InputForms> describeInputs(const Program &program) {
  InputForms forms;
  for (const TensorSpec &spec : program.inputs) {
    forms.begin.push_back(forms.dims.size());
    for (const Expr &dim : spec.shape) {
      forms.dims.push_back(InputForms::kDynamic);
      if (isStatic(dim)) {
        RLX_ASSIGN_OR_RETURN(forms.dims.back(), evaluate(dim, {}));
        if (forms.dims.back() < 0)
          return invalidArgument(
              strCat("input '", spec.name, "' has a negative dimension ", forms.dims.back()));
      }
    }
  }
  forms.begin.push_back(forms.dims.size());
  for (size_t i = 0; i < program.symbols.size(); ++i)
    if (program.symbols[i].source == SymbolSource::Element)
      forms.elements.push_back(i);
  return forms;
}

bool InputForms::fits(size_t input, std::span<const int64_t> shape) const {
  const std::span<const int64_t> wanted = of(input);
  return std::equal(
      wanted.begin(), wanted.end(), shape.begin(), shape.end(),
      [](int64_t want, int64_t size) { return size >= 0 && (want == kDynamic || want == size); });
}

Status shapeOfFlat(const Program &program, const InputForms &forms, size_t input, int64_t elements,
                   std::span<int64_t> dims) {
  const std::span<const int64_t> wanted = forms.of(input);
  const TensorSpec &spec = program.inputs[input];
  const auto what = [&] {
    return strCat("input '", spec.name, "' (", signatureText(program, spec));
  };
  int64_t known = 1;
  size_t dynamic = wanted.size();
  for (size_t d = 0; d < wanted.size(); ++d) {
    dims[d] = wanted[d];
    if (wanted[d] != InputForms::kDynamic) {
      if (__builtin_mul_overflow(known, wanted[d], &known))
        return outOfRange(strCat(what(), ") has more than 2^63 - 1 elements"));
    } else if (dynamic != wanted.size()) {
      return invalidArgument(strCat("the shape of ", what(),
                                    ") does not follow from a number of elements: several of its "
                                    "dimensions are dynamic; give it with its shape"));
    } else {
      dynamic = d;
    }
  }
  if (dynamic == wanted.size())
    return elements == known
               ? okStatus()
               : invalidArgument(strCat(what(), ") has ", known, " elements, got ", elements));
  if (known == 0)
    return invalidArgument(strCat("the shape of ", what(),
                                  ") does not follow from a number of elements: it has none; give "
                                  "it with its shape"));
  if (elements < 0 || elements % known != 0)
    return invalidArgument(
        strCat(what(), ") takes a multiple of ", known, " elements, got ", elements));
  dims[dynamic] = elements / known;
  return okStatus();
}

// The symbol if the dimension is just one; otherwise null.
static const Symbol *plainSymbol(const Program &program, const Expr &dim) {
  return dim.code.size() == 1 && dim.code[0].opcode == ExprOpcode::Symbol
             ? &program.symbols[static_cast<size_t>(dim.code[0].value)]
             : nullptr;
}

static bool uses(const Expr &dim, const Program &program, const Symbol *symbol) {
  return std::any_of(dim.code.begin(), dim.code.end(), [&](const ExprOp &op) {
    return op.opcode == ExprOpcode::Symbol &&
           &program.symbols[static_cast<size_t>(op.value)] == symbol;
  });
}

Status checkLeadingRows(const Program &program) {
  if (program.inputs.empty())
    return unsupported("an active extent needs inputs, and the model has none");
  const Symbol *leading = nullptr;
  for (const TensorSpec &spec : program.inputs) {
    const auto refuse = [&](std::string_view why) {
      return unsupported(strCat("an active extent cannot be used with this model: input '",
                                spec.name, "' (", signatureText(program, spec), ") ", why));
    };
    if (spec.shape.empty())
      return refuse("has no leading dimension");
    const Symbol *symbol = plainSymbol(program, spec.shape[0]);
    if (isStatic(spec.shape[0]))
      return refuse("has a static leading dimension");
    if (!symbol)
      return refuse("has a leading dimension that is no symbol of its own");
    if (leading && symbol != leading)
      return refuse(strCat("starts with '", symbol->name, "', but input '", program.inputs[0].name,
                           "' with '", leading->name, "'"));
    leading = symbol;
    for (size_t d = 1; d < spec.shape.size(); ++d)
      if (uses(spec.shape[d], program, symbol))
        return refuse(strCat("also has '", symbol->name, "' in dimension ", d));
  }
  return okStatus();
}

} // namespace rlx::rt
