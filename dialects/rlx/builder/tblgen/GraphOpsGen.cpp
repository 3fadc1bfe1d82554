// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-graph-ops-gen: generates the methods of GraphBuilder from the ops' ODS, so that operands,
// attributes and defaults of an op are defined in one place. Its outputs are:
//   -gen-types    structs of options and of several results
//   -gen-methods  declarations, included in the class
//   -gen-defs     definitions
//   -gen-names    GRAPH_OP(op name, method), for tests
//   -gen-visitors functions that visit all fields of options, for tests
//   -gen-table    the ops as data, for calls by name (OpTable.h)
//   -gen-python   the methods of rlx.Graph, a Python module
//
// A method takes the required operands and attributes in the order of the ODS, then a struct of the
// optional ones. Ops with regions, terminators and constants are written by hand.
#include "OpArguments.h"
#include "Outputs.h"
#include "mlir/TableGen/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::Operator;
using rlx::tblgen::Argument;
using rlx::tblgen::Kind;

namespace {

enum class Output { Types, Methods, Defs, Names, Visitors, Table, Python };
cl::opt<Output>
    output(cl::desc("What to write:"),
           cl::values(clEnumValN(Output::Types, "gen-types", "structs of options and results"),
                      clEnumValN(Output::Methods, "gen-methods", "declarations of the methods"),
                      clEnumValN(Output::Defs, "gen-defs", "definitions of the methods"),
                      clEnumValN(Output::Names, "gen-names", "names of ops and methods"),
                      clEnumValN(Output::Visitors, "gen-visitors", "visitors of options"),
                      clEnumValN(Output::Table, "gen-table", "the ops as data"),
                      clEnumValN(Output::Python, "gen-python", "methods of Python")));

struct Field {
  std::string type, name, init;
};

// The method of one op.
struct Method {
  std::string name;                   // of the method
  std::string stem;                   // of its structs' names
  std::vector<Field> params, options; // required and optional ones
  std::vector<std::string> steps;     // statements that fill the call
  std::string resultType, resultExpression;
  std::vector<std::string> resultNames; // if there are several
};

// The distinct type constraints of operands, by summary, and their definitions.
SmallVector<std::string> constraints;
std::string constraintText;

std::string camelCase(StringRef name) {
  static const StringSet<> keywords = {"and", "or", "not", "xor", "if", "while"};
  if (keywords.contains(name))
    return (name + "_").str();
  std::string text = convertToCamelFromSnakeCase(name);
  llvm::erase(text, '_'); // an underscore before a digit remains
  return text;
}

// The C++ type of an argument, and the method of OpCall that takes it.
std::pair<std::string, std::string> typeOf(const Argument &argument) {
  switch (argument.kind) {
  case Kind::Value:
    return {"GraphValue", "operand"};
  case Kind::Values:
    return {"GraphValues", "operand"};
  case Kind::Size:
    return {"GraphSize", "size"};
  case Kind::Sizes:
    return {"std::vector<GraphSize>", "sizes"};
  case Kind::Bool:
    return {"bool", "attribute"};
  case Kind::Unit:
    return {"bool", "unit"};
  case Kind::Int:
    return {"int64_t", "attribute"};
  case Kind::Float:
    return {"double", "attribute"};
  case Kind::String:
    return {"std::string", "attribute"};
  case Kind::Ints:
    return {"std::vector<int64_t>", "attribute"};
  case Kind::Floats:
    return {"std::vector<double>", "attribute"};
  case Kind::DType:
    return {"rt::DType", "attribute"};
  case Kind::Number:
    return {"GraphScalar", "attribute"};
  case Kind::Enum:
    return {
        (argument.enumeration->getCppNamespace() + "::" + argument.enumeration->getEnumClassName())
            .str(),
        "enumeration"};
  }
  llvm_unreachable("a kind without a type");
}

// The variable that holds the constraint on an operand's type. Operands with the same summary share
// one.
std::string constraintName(const mlir::tblgen::TypeConstraint &constraint) {
  StringRef summary = constraint.getSummary();
  auto *found = llvm::find(constraints, summary);
  if (found == constraints.end()) {
    constraints.push_back(summary.str());
    found = constraints.end() - 1;
    mlir::tblgen::FmtContext context;
    context.withSelf("type");
    constraintText +=
        formatv("static const graph::OperandType kOperand{0} = {{\n    \"{1}\", "
                "[](::mlir::Type type) -> bool {{\n      return {2};\n    }};\n",
                constraints.size() - 1, summary,
                mlir::tblgen::tgfmt(constraint.getConditionTemplate(), &context).str())
            .str();
  }
  return "kOperand" + std::to_string(found - constraints.begin());
}

void addArgument(const Argument &argument, Method &method) {
  std::string name = camelCase(argument.name), value = name;
  auto [type, step] = typeOf(argument);
  if (argument.isRequired) {
    method.params.push_back({type, name, ""});
  } else {
    bool hasInit = !argument.init.empty();
    method.options.push_back({hasInit ? type : "std::optional<" + type + ">", name,
                              hasInit ? argument.init : "std::nullopt"});
    value = "options." + name;
  }
  if (argument.kind == Kind::Size)
    method.steps.push_back(formatv("size({0})", value).str());
  else if (argument.kind == Kind::Sizes)
    method.steps.push_back(formatv("sizes(\"{0}\", {1})", argument.staticAttribute, value).str());
  else if (argument.constraint)
    method.steps.push_back(formatv("operand(\"{0}\", {1}, {2})", argument.name, value,
                                   constraintName(*argument.constraint))
                               .str());
  else
    method.steps.push_back(formatv("{0}(\"{1}\", {2})", step, argument.name, value).str());
}

void addResults(const Operator &op, Method &method) {
  for (int i = 0; i < op.getNumResults(); ++i)
    method.resultNames.push_back(camelCase(op.getResultName(i)));
  if (op.getNumResults() == 1) {
    bool isVariadic = op.getResult(0).isVariadic();
    method.resultType = isVariadic ? "GraphValues" : "GraphValue";
    method.resultExpression = isVariadic ? "call.values()" : "call.value()";
    method.resultNames.clear();
    return;
  }
  method.resultType = "graph::" + method.stem + "Results";
  method.resultExpression = "{";
  for (size_t i = 0; i < method.resultNames.size(); ++i)
    method.resultExpression += formatv("{0}results[{1}]", i ? ", " : "", i).str();
  method.resultExpression += "}";
}

// std::nullopt for an op whose method is written by hand.
std::optional<Method> methodOf(const Operator &op) {
  std::optional<std::vector<Argument>> arguments = rlx::tblgen::argumentsOf(op);
  if (!arguments)
    return std::nullopt;
  Method method;
  method.name = camelCase(rlx::tblgen::mnemonic(op));
  method.stem = StringRef(op.getCppClassName()).drop_back(strlen("Op")).str();
  for (const Argument &argument : *arguments)
    addArgument(argument, method);
  if (rlx::tblgen::hasSegments(op))
    method.steps.push_back("segments()");
  addResults(op, method);
  return method;
}

// ---- writing ----

void writeTypes(const Method &method, raw_ostream &os) {
  if (!method.options.empty()) {
    os << "struct " << method.stem << "Options {\n";
    for (const Field &field : method.options)
      os << "  " << field.type << " " << field.name << " = " << field.init << ";\n";
    os << "};\n";
  }
  if (!method.resultNames.empty()) {
    os << "struct " << method.stem << "Results {\n";
    for (const std::string &name : method.resultNames)
      os << "  GraphValue " << name << ";\n";
    os << "};\n";
  }
}

void writeSignature(const Method &method, bool isDeclaration, raw_ostream &os) {
  os << method.resultType << (isDeclaration ? " " : " GraphBuilder::") << method.name << "(";
  for (const Field &param : method.params) {
    bool isPlain =
        is_contained({"GraphValue", "GraphSize", "int64_t", "double", "bool", "rt::DType"},
                     param.type) ||
        StringRef(param.type).starts_with("::rlx::");
    os << (isPlain ? param.type + " " : "const " + param.type + " &") << param.name << ", ";
  }
  if (!method.options.empty())
    os << "const graph::" << method.stem << "Options &options" << (isDeclaration ? " = {}" : "")
       << ", ";
  os << "std::source_location where"
     << (isDeclaration ? " = std::source_location::current());\n" : ") {\n");
}

void writeDefinition(const Operator &op, const Method &method, raw_ostream &os) {
  writeSignature(method, /*isDeclaration=*/false, os);
  os << "  graph::OpCall call(*state, \"" << op.getOperationName() << "\", where);\n";
  for (const std::string &step : method.steps)
    os << "  call." << step << ";\n";
  if (!method.resultNames.empty())
    os << "  GraphValues results = call.values();\n";
  os << "  return " << method.resultExpression << ";\n}\n\n";
}

void writeVisitor(const Method &method, raw_ostream &os) {
  if (method.options.empty())
    return;
  os << "void visit(graph::" << method.stem << "Options &options, auto &&each) {\n";
  for (const Field &field : method.options)
    os << "  each(options." << field.name << ");\n";
  os << "}\n";
}

bool writeAll(raw_ostream &os, const RecordKeeper &records) {
  std::vector<const Record *> defs(records.getAllDerivedDefinitions("Op"));
  llvm::sort(defs, [](const Record *a, const Record *b) {
    return a->getValueAsString("opName") < b->getValueAsString("opName");
  });
  if (output == Output::Defs) {
    for (const Record *def : defs)
      methodOf(Operator(def));
    os << constraintText << "\n";
  }
  if (output == Output::Table || output == Output::Python) {
    if (output == Output::Python)
      rlx::tblgen::writePython(defs, os);
    else
      rlx::tblgen::writeTable(defs, constraintName, os);
    return false;
  }
  for (const Record *def : defs) {
    Operator op(def);
    std::optional<Method> method = methodOf(op);
    if (!method)
      continue;
    switch (output.getValue()) {
    case Output::Types:
      writeTypes(*method, os);
      break;
    case Output::Methods:
      os << "// " << op.getSummary() << "\n";
      writeSignature(*method, /*isDeclaration=*/true, os);
      break;
    case Output::Defs:
      writeDefinition(op, *method, os);
      break;
    case Output::Names:
      os << "GRAPH_OP(\"" << op.getOperationName() << "\", " << method->name << ")\n";
      break;
    case Output::Visitors:
      writeVisitor(*method, os);
      break;
    case Output::Table:
    case Output::Python:
      break; // written above
    }
  }
  return false;
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], writeAll);
}
