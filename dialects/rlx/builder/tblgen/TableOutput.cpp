// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -gen-table: names, kinds and enum cases of all ops as C++ data, for calls by name.
#include "Outputs.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::EnumInfo;
using mlir::tblgen::Operator;

namespace rlx::tblgen {

static void writeEnum(const EnumInfo &info, raw_ostream &os) {
  os << "static const graph::EnumCase kCasesOf" << info.getEnumClassName() << "[] = {";
  for (const mlir::tblgen::EnumCase &each : info.getAllCases())
    os << formatv("{{\"{0}\", {1}}, ", each.getStr(), each.getValue());
  os << "};\n";
}

static std::string tableRow(const Argument &argument, StringRef constraint) {
  std::string cases =
      argument.enumeration ? "kCasesOf" + argument.enumeration->getEnumClassName().str() : "{}";
  return formatv("    {{\"{0}\", graph::ArgumentKind::{1}, {2}, {3}, \"{4}\", {5}},\n",
                 argument.name, name(argument.kind), argument.isRequired ? "true" : "false",
                 constraint, argument.staticAttribute, cases)
      .str();
}

void writeTable(ArrayRef<const Record *> ops,
                function_ref<std::string(const mlir::tblgen::TypeConstraint &)> constraintName,
                raw_ostream &os) {
  StringSet<> enums;
  std::string rows;
  for (const Record *def : ops) {
    Operator op(def);
    std::optional<std::vector<Argument>> arguments = argumentsOf(op);
    if (!arguments)
      continue;
    std::string list = "kArgumentsOf" + op.getCppClassName().str();
    for (const Argument &argument : *arguments)
      if (argument.enumeration && enums.insert(argument.enumeration->getEnumClassName()).second)
        writeEnum(*argument.enumeration, os);
    // An op without arguments has no array of them.
    if (!arguments->empty()) {
      os << "static const graph::ArgumentInfo " << list << "[] = {\n";
      for (const Argument &argument : *arguments)
        os << tableRow(argument, argument.constraint ? "&" + constraintName(*argument.constraint)
                                                     : "nullptr");
      os << "};\n";
    }
    rows += formatv("    {{\"{0}\", {1}, {2}, nullptr},\n", op.getOperationName(),
                    arguments->empty() ? "{}" : list, hasSegments(op) ? "true" : "false")
                .str();
  }
  os << "static const graph::OpInfo kGeneratedOps[] = {\n" << rows << "};\n";
}

} // namespace rlx::tblgen
