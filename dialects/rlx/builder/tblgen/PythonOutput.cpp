// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -gen-python: a Python class with a method per op. A method has the op's mnemonic as its name; its
// docstring is the op's description. Required arguments come first, operands before attributes;
// optional ones are given by name. All that happens in a call is in python/rlx/_graph.py.
#include "Outputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::EnumInfo;
using mlir::tblgen::Operator;

namespace rlx::tblgen {

// A name of ODS as one of Python. "and" is "and_", as in C++.
static std::string pythonName(StringRef name) {
  static const StringSet<> keywords = {"and", "as",   "class", "def",    "del",    "for",
                                       "if",  "from", "in",    "is",     "lambda", "not",
                                       "or",  "pass", "while", "return", "with",   "yield"};
  return keywords.contains(name) ? (name + "_").str() : name.str();
}

// ---- types and values ----

static std::string typeOf(const Argument &argument) {
  switch (argument.kind) {
  case Kind::Value:
    return "Operand";
  case Kind::Values:
    return "Sequence[Operand]";
  case Kind::Size:
    return "SizeLike";
  case Kind::Sizes:
    return "Sequence[SizeLike]";
  case Kind::Bool:
  case Kind::Unit:
    return "bool";
  case Kind::Int:
    return "int";
  case Kind::Float:
    return "float";
  case Kind::String:
    return "str";
  case Kind::Ints:
    return "Sequence[int]";
  case Kind::Floats:
    return "Sequence[float]";
  case Kind::DType:
    return "DTypeLike";
  case Kind::Number:
    return "Union[int, float]";
  case Kind::Enum:
    return argument.enumeration->getEnumClassName().str();
  }
  llvm_unreachable("a kind without a type");
}

// A default value of ODS, which is C++, as Python. Numbers are the same in both.
static std::string defaultOf(const Argument &argument) {
  if (argument.init.empty())
    return "None";
  switch (argument.kind) {
  case Kind::Bool:
  case Kind::Unit:
    return argument.init == "true" ? "True" : "False";
  case Kind::Ints:
  case Kind::Floats: {
    std::string numbers = StringRef(argument.init).trim("{} ").str();
    return "(" + numbers + (numbers.empty() ? ")" : ",)");
  }
  case Kind::Enum: {
    StringRef symbol = StringRef(argument.init).rsplit("::").second;
    for (const mlir::tblgen::EnumCase &each : argument.enumeration->getAllCases())
      if (each.getSymbol() == symbol)
        return "\"" + each.getStr().str() + "\"";
    llvm_unreachable("an enum's default is none of its cases");
  }
  default:
    return argument.init;
  }
}

// How _add takes the argument.
static StringRef codeOf(Kind kind) {
  switch (kind) {
  case Kind::Value:
  case Kind::Values:
  case Kind::Size:
  case Kind::Sizes:
  case Kind::DType:
    return name(kind);
  default:
    return "attribute";
  }
}

// ---- docstrings ----

// The description in ODS without the labels of constraints and the example in MLIR, which are not
// for Python.
static std::string descriptionOf(const Operator &op) {
  std::string text = op.getDescription().str();
  text = StringRef(text).split("*Example*").first.str();
  Regex label(" \\([a-z0-9_]+_c[0-9]+\\)");
  while (label.match(text))
    text = label.sub("", text);
  StringRef body = StringRef(text);
  size_t indent = body.find_first_not_of(" \n");
  if (indent == StringRef::npos)
    return "";
  indent -= body.substr(0, indent).rfind('\n') + 1;
  std::string lines;
  for (StringRef line : split(body.trim(), '\n')) {
    StringRef margin = line.take_while([](char c) { return c == ' '; });
    line = line.drop_front(std::min(margin.size(), indent)).rtrim();
    lines += (line.empty() ? "" : "        " + line.str()) + "\n";
  }
  return lines;
}

static std::string casesOf(const EnumInfo &info) {
  std::string text;
  for (const mlir::tblgen::EnumCase &each : info.getAllCases())
    text += (text.empty() ? "" : ", ") + ("\"" + each.getStr() + "\"").str();
  return text;
}

static std::string meaningOf(const Argument &argument) {
  if (argument.constraint)
    return (argument.kind == Kind::Values ? "each a " : "a ") +
           argument.constraint->getSummary().str() + ".";
  if (argument.enumeration)
    return argument.enumeration->getSummary().str() + ": " + casesOf(*argument.enumeration) + ".";
  if (argument.kind == Kind::Number)
    return "a number of the first operand's element type.";
  return "";
}

static void writeDocstring(const Operator &op, ArrayRef<Argument> arguments, raw_ostream &os) {
  std::string summary = op.getSummary().str();
  if (!summary.empty())
    summary[0] = toUpper(summary[0]);
  os << "        r\"\"\"" << summary << ".\n\n" << descriptionOf(op);
  std::string list;
  for (const Argument &argument : arguments)
    if (std::string meaning = meaningOf(argument); !meaning.empty())
      list += "            " + pythonName(argument.name) + ": " + meaning + "\n";
  if (!list.empty())
    os << "\n        Args:\n" << list;
  if (op.getNumResults() > 1) {
    os << "\n        Returns:\n            ";
    ListSeparator comma;
    for (int i = 0; i < op.getNumResults(); ++i)
      os << comma << op.getResultName(i);
    os << ".\n";
  }
  os << "        \"\"\"\n";
}

// ---- methods ----

static std::string resultType(const Operator &op) {
  if (op.getNumResults() == 1)
    return op.getResult(0).isVariadic() ? "Tuple[Value, ...]" : "Value";
  std::string text = "Tuple[";
  for (int i = 0; i < op.getNumResults(); ++i)
    text += i ? ", Value" : "Value";
  return text + "]";
}

// Writes a list, broken into lines of 110 columns that begin below the first entry.
static void writeList(StringRef head, ArrayRef<std::string> entries, StringRef tail,
                      raw_ostream &os) {
  os << head;
  size_t column = head.size();
  for (const auto &[i, entry] : llvm::enumerate(entries)) {
    const bool isLast = i + 1 == entries.size();
    const size_t width = entry.size() + (isLast ? tail.size() : 1);
    if (i && column + 1 + width > 110) {
      os << "\n" << std::string(head.size(), ' ');
      column = head.size();
    } else if (i) {
      os << " ";
      ++column;
    }
    os << entry << (isLast ? tail : ",");
    column += width;
  }
  os << "\n";
}

static void writeMethod(const Operator &op, ArrayRef<Argument> arguments, raw_ostream &os) {
  std::vector<std::string> parameters = {"self"}, options,
                           call = {"\"" + mnemonic(op).str() + "\""};
  for (const Argument &argument : arguments) {
    std::string name = pythonName(argument.name), type = typeOf(argument);
    if (argument.isRequired)
      parameters.push_back(formatv("{0}: {1}", name, type).str());
    else if (argument.init.empty())
      options.push_back(formatv("{0}: Optional[{1}] = None", name, type).str());
    else
      options.push_back(formatv("{0}: {1} = {2}", name, type, defaultOf(argument)).str());
    call.push_back(
        formatv("(\"{0}\", \"{1}\", {2})", argument.name, codeOf(argument.kind), name).str());
  }
  if (!options.empty())
    parameters.push_back("*");
  llvm::append_range(parameters, options);
  bool isSingle = op.getNumResults() == 1 && !op.getResult(0).isVariadic();
  os << "\n";
  writeList("    def " + pythonName(mnemonic(op)) + "(", parameters, ") -> " + resultType(op) + ":",
            os);
  writeDocstring(op, arguments, os);
  writeList("        return self._add(", call,
            StringRef(isSingle                 ? ")[0]"
                      : op.getNumResults() > 1 ? ")  # type: ignore[return-value]"
                                               : ")"),
            os);
}

static const char kHead[] =
    R"py(# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The methods of `rlx.Graph` that the definitions of the ops give: one per op.

Written by rlx-graph-ops-gen when the package is built; not to be edited.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    from typing import Literal

    from ._values import DTypeLike, Operand, SizeLike, Value

)py";

static const char kClass[] = R"py(

class Ops:
    """A method per op."""

    def _add(self, op: str, *arguments: Tuple[str, str, Any]) -> Tuple[Value, ...]:
        raise NotImplementedError
)py";

void writePython(ArrayRef<const Record *> ops, raw_ostream &os) {
  os << kHead;
  StringSet<> enums;
  for (const Record *def : ops) {
    Operator op(def);
    for (const Argument &argument : argumentsOf(op).value_or(std::vector<Argument>()))
      if (argument.enumeration && enums.insert(argument.enumeration->getEnumClassName()).second)
        os << "    " << argument.enumeration->getEnumClassName() << " = Literal["
           << casesOf(*argument.enumeration) << "]\n";
  }
  os << kClass;
  for (const Record *def : ops) {
    Operator op(def);
    if (std::optional<std::vector<Argument>> arguments = argumentsOf(op))
      writeMethod(op, *arguments, os);
  }
}

} // namespace rlx::tblgen
