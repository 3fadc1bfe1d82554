// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ModelArguments.h.
#include "tools/rlx-run-rt/ModelArguments.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "runtime/base/NearestName.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/executable/BindShape.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"
#include "runtime/tensor/Convert.h"
#include "tools/rlx-run-rt/LeastSizes.h"
#include "tools/rlx-run-rt/Text.h"

namespace rlx::run {

using rt::invalidArgument;
using rt::okStatus;
using rt::Status;
using rt::strCat;

std::vector<NamedLine> linesOf(const rt::Program &program,
                               const std::vector<rt::TensorSpec> &specs) {
  std::vector<NamedLine> lines;
  for (const rt::TensorSpec &spec : specs)
    lines.push_back({spec.name, rt::signatureText(program, spec)});
  return lines;
}

std::string errorText(const Status &status) {
  const std::string all = status.toString();
  const std::string_view message = status.message();
  if (message.empty()) // then it is only the name of the code
    return strCat(all, "\n");
  const std::string_view contexts =
      std::string_view(all).substr(rt::name(status.code()).size() + 2 + message.size());
  const size_t end = message.find('\n');
  std::string text = strCat(message.substr(0, end), contexts, "\n");
  if (end != std::string_view::npos && end + 1 < message.size())
    text += strCat(message.substr(end + 1), "\n");
  return text;
}

std::string quoted(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

std::string suggestion(std::string_view name, const std::vector<std::string> &names) {
  const std::string_view found = rt::nearestName(name, names);
  return found.empty() ? "" : strCat("; did you mean '", found, "'?");
}

static std::string listOf(const std::vector<NamedLine> &lines) {
  std::string list;
  for (const NamedLine &line : lines)
    list += "\n  " + line.text;
  return list.empty() ? "\n  (none)" : list;
}

// Advice for a name that was cut at its '='.
static std::string quotingHint(std::string_view kind, std::string_view name,
                               const std::vector<std::string> &names) {
  for (const std::string &whole : names)
    if (whole.starts_with(strCat(name, "=")))
      return strCat("\na name that contains '=' needs double quotes: ",
                    argumentWord(strCat("--", kind), whole, "FILE.npy"));
  return "";
}

Status checkNames(std::string_view kind, const GivenValues &given,
                  const std::vector<NamedLine> &has) {
  std::vector<std::string> names;
  for (const NamedLine &line : has)
    names.push_back(line.name);
  for (const auto &[name, value] : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return invalidArgument(strCat("the model has no ", kind, " '", name, "'",
                                    suggestion(name, names), "\nits ", kind, "s are", listOf(has),
                                    quotingHint(kind, name, names)));
  return okStatus();
}

Status checkFileNames(std::string_view kind, const std::vector<NamedLine> &lines,
                      std::string_view remedy) {
  std::map<std::string, std::string> names; // by file
  for (const NamedLine &line : lines) {
    const std::string file = fileName(line.name) + ".npy";
    const auto [other, isNew] = names.try_emplace(file, line.name);
    if (!isNew)
      return invalidArgument(strCat(kind, "s '", other->second, "' and '", line.name,
                                    "' have the same file '", file, "'; ", remedy));
  }
  return okStatus();
}

// Returns the first name that is already earlier in the list.
template <typename Given>
static const std::string *findRepeated(const Given &given) {
  for (size_t i = 0; i < given.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (given[k].first == given[i].first)
        return &given[i].first;
  return nullptr;
}

Status checkOnce(std::string_view kind, const GivenValues &given) {
  const std::string *name = findRepeated(given);
  return name ? invalidArgument(strCat(kind, " '", *name, "' is given twice")) : okStatus();
}

Status checkOnce(const GivenSizes &given) {
  const std::string *name = findRepeated(given);
  return name ? invalidArgument(strCat("--dim: the size of '", *name, "' is given twice"))
              : okStatus();
}

Status checkAllGiven(const GivenValues &given, const std::vector<NamedLine> &inputs,
                     std::string_view how) {
  std::vector<std::string> missing;
  for (const NamedLine &input : inputs)
    if (std::none_of(given.begin(), given.end(),
                     [&](const auto &one) { return one.first == input.name; }))
      missing.push_back(input.name);
  if (missing.empty())
    return okStatus();
  return invalidArgument(strCat(missing.size(), " of ", inputs.size(), " inputs missing: ",
                                quoted(missing), "\n", how, "; the inputs are", listOf(inputs)));
}

Status checkDims(const GivenSizes &given, const std::vector<std::string> &dims) {
  const std::string has =
      dims.empty() ? "all its sizes are static" : strCat("it has ", quoted(dims));
  for (const auto &[name, size] : given) {
    if (std::find(dims.begin(), dims.end(), name) == dims.end())
      return invalidArgument(strCat("--dim: the model has no dynamic dimension '", name, "'; ", has,
                                    suggestion(name, dims)));
    if (size < 0)
      return invalidArgument(strCat("--dim: expected a size of at least 0 for '", name,
                                    "', but got ", size, "; of dynamic dimensions the model has ",
                                    quoted(dims)));
  }
  return okStatus();
}

Status checkParamsGiven(const rt::Program &program, const std::vector<std::string> &missing,
                        std::string_view how) {
  if (missing.empty())
    return okStatus();
  std::string list;
  for (const rt::TensorSpec &spec : program.params)
    if (std::find(missing.begin(), missing.end(), spec.name) != missing.end())
      list += "\n  " + rt::signatureText(program, spec);
  return rt::failedPrecondition(strCat(missing.size(),
                                       missing.size() == 1 ? " param has" : " params have",
                                       " no value: ", how, list));
}

// How a scalar is given, for a tensor of one element with dimensions. `path`: its file, or the text
// of its shape and type.
static std::string scalarHint(const rt::TensorSpec &spec, const rt::Tensor &tensor,
                              const std::string &path) {
  const bool isFile = path.ends_with(".npy") || path.ends_with(".pb");
  const rt::StatusOr<int64_t> count = rt::numElements(tensor.shape());
  if (isFile || !spec.shape.empty() || !count.ok() || *count != 1)
    return "";
  return strCat("; a scalar is given as ", spec.name, "=", rt::name(spec.dtype), "=VALUE");
}

Status checkFits(const rt::Program &program, const rt::TensorSpec &spec, const rt::Tensor &tensor,
                 const std::string &path) {
  bool fits = tensor.dtype() == spec.dtype && tensor.rank() == spec.shape.size();
  for (size_t d = 0; fits && d < spec.shape.size(); ++d) {
    if (!rt::isStatic(spec.shape[d]))
      continue; // the run checks sizes that must agree with each other
    RLX_ASSIGN_OR_RETURN(const int64_t size, rt::evaluate(spec.shape[d], {}));
    fits = tensor.shape()[d] == size;
  }
  if (fits)
    return okStatus();
  return invalidArgument(strCat("'", path, "' holds ", rt::typeText(tensor.dtype(), tensor.shape()),
                                ", but the model's input is ", rt::signatureText(program, spec),
                                tensor.dtype() == spec.dtype ? scalarHint(spec, tensor, path)
                                                             : conversionHint(path, spec.dtype)));
}

std::string conversionHint(const std::string &path, rt::DType dtype) {
  constexpr std::string_view names[rt::kNumDTypes] = {"bool",      "int8",
                                                      "int16",     "int32",
                                                      "int64",     "uint8",
                                                      "uint16",    "uint32",
                                                      "uint64",    "float16",
                                                      "",          "float32",
                                                      "float64",   "complex64",
                                                      "complex128"}; // others are ""
  const std::string_view name =
      dtype == rt::DType::String ? "U" : names[static_cast<size_t>(dtype)];
  if (name.empty() || (!path.ends_with(".npy") && !path.ends_with(".npz")))
    return "";
  return strCat("; in NumPy, array.astype('", name, "') converts it");
}

static std::string_view largestText(rt::DType dtype) {
  switch (rt::partType(dtype)) {
  case rt::DType::F16:
    return "65504";
  case rt::DType::BF16:
    return "3.3895314e+38";
  case rt::DType::F32:
    return "3.4028235e+38";
  case rt::DType::F8E4M3FN:
    return "448";
  case rt::DType::F8E4M3FNUZ:
    return "240";
  case rt::DType::F8E5M2:
  case rt::DType::F8E5M2FNUZ:
    return "57344";
  case rt::DType::F8E8M0:
    return "1.7014118e+38";
  case rt::DType::F4E2M1:
    return "6";
  default:
    return "1.7976931348623157e+308";
  }
}

Status checkFinite(std::string_view text, rt::DType dtype, double stored) {
  // "inf" and "nan" have an n, other numbers have none.
  if (std::isfinite(stored) || text.find_first_of("nN") != std::string_view::npos)
    return okStatus();
  return invalidArgument(strCat("'", text, "' is too large for type ", rt::name(dtype),
                                ", whose largest value is ", largestText(dtype),
                                "; inf stands for infinity"));
}

std::string rangeText(rt::DType dtype) {
  if (dtype == rt::DType::Bool)
    return "0 to 1";
  const size_t bits = rt::bitWidth(dtype);
  if (rt::isUnsigned(dtype))
    return strCat("0 to ", UINT64_MAX >> (64 - bits));
  return strCat(INT64_MIN >> (64 - bits), " to ", INT64_MAX >> (64 - bits));
}

void SymbolSizes::learn(const rt::TensorSpec &spec, const rt::Tensor &tensor) {
  if (tensor.rank() != spec.shape.size())
    return;
  for (size_t d = 0; d < spec.shape.size(); ++d) {
    const std::vector<rt::ExprOp> &dim = spec.shape[d].code;
    if (dim.size() != 1 || dim[0].opcode != rt::ExprOpcode::Symbol)
      continue;
    std::optional<int64_t> &size = sizes[static_cast<size_t>(dim[0].value)];
    size = size.value_or(tensor.shape()[d]);
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    const rt::Symbol &symbol = program.symbols[i];
    if (symbol.source == rt::SymbolSource::Element && &program.inputs[symbol.input] == &spec)
      if (const auto value = rt::readElement(program, symbol, tensor.view()); value.ok())
        sizes[i] = *value;
  }
}

Status SymbolSizes::apply(const GivenSizes &dims) {
  for (const auto &[name, given] : dims) {
    const auto found = std::find_if(
        program.symbols.begin(), program.symbols.end(), [&, &name = name](const auto &s) {
          return s.source == rt::SymbolSource::Dimension && s.name == name;
        });
    if (found == program.symbols.end())
      continue; // a dimension of the model that no size of the program depends on
    std::optional<int64_t> &size = sizes[static_cast<size_t>(found - program.symbols.begin())];
    if (size && *size != given)
      return invalidArgument(
          strCat("--dim=", name, "=", given, ", but the inputs have size ", *size, " there"));
    size = given;
  }
  return okStatus();
}

std::vector<std::string> SymbolSizes::fillUp(const std::vector<rt::Symbol> &symbols,
                                             const std::vector<rt::Guard> &guards) {
  NamedSizes known;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i])
      known[program.symbols[i].name] = *sizes[i];
  const std::optional<NamedSizes> least = minSizes(symbols, guards, known);
  std::vector<std::string> notes;
  values.assign(sizes.size(), 1);
  for (size_t i = 0; i < sizes.size(); ++i) {
    const rt::Symbol &symbol = program.symbols[i];
    if (sizes[i]) {
      values[i] = *sizes[i];
      continue;
    }
    if (least && least->contains(symbol.name))
      values[i] = least->at(symbol.name);
    if (symbol.source == rt::SymbolSource::Dimension)
      notes.push_back(strCat("dimension '", symbol.name, "' is dynamic; using ", values[i], " (",
                             argumentWord("--dim", symbol.name, "N"), " sets it)"));
    else if (symbol.source == rt::SymbolSource::Element)
      notes.push_back(strCat("sizes depend on element ", symbol.dim, " of input '",
                             program.inputs[symbol.input].name, "'; using ", values[i]));
  }
  return notes;
}

void SymbolSizes::setElements(size_t input, rt::Tensor &tensor) const {
  const unsigned bytes = rt::byteSize(tensor.dtype());
  for (size_t i = 0; i < values.size(); ++i) {
    const rt::Symbol &symbol = program.symbols[i];
    if (symbol.source == rt::SymbolSource::Element && symbol.input == input &&
        symbol.dim < tensor.elements())
      rt::convertElements(tensor.dtype(),
                          static_cast<std::byte *>(tensor.data()) + size_t(symbol.dim) * bytes,
                          rt::DType::I64, &values[i], 1);
  }
}

rt::StatusOr<std::vector<int64_t>> SymbolSizes::shapeOf(const rt::TensorSpec &spec) const {
  std::vector<int64_t> shape;
  for (const rt::Expr &dim : spec.shape) {
    RLX_ASSIGN_OR_RETURN(const int64_t size, rt::evaluate(dim, values));
    shape.push_back(size);
  }
  return shape;
}

} // namespace rlx::run
