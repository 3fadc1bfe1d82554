// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-graph-ops-gen: generates the methods of GraphBuilder from the ops' ODS, so that operands,
// attributes and defaults of an op are defined in one place. Its outputs are:
//   -gen-types    structs of options and of several results
//   -gen-methods  declarations, included in the class
//   -gen-defs     definitions
//   -gen-names    GRAPH_OP(op name, method), for tests
//   -gen-visitors functions that visit all fields of options, for tests
//
// A method takes the required operands and attributes in the order of the ODS, then a struct of the
// optional ones. Ops with regions, terminators and constants are written by hand.
#include "mlir/TableGen/Format.h"
#include "mlir/TableGen/Operator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;
using mlir::tblgen::NamedAttribute;
using mlir::tblgen::NamedTypeConstraint;
using mlir::tblgen::Operator;

namespace {

enum class Output { Types, Methods, Defs, Names, Visitors };
cl::opt<Output>
    output(cl::desc("What to write:"),
           cl::values(clEnumValN(Output::Types, "gen-types", "structs of options and results"),
                      clEnumValN(Output::Methods, "gen-methods", "declarations of the methods"),
                      clEnumValN(Output::Defs, "gen-defs", "definitions of the methods"),
                      clEnumValN(Output::Names, "gen-names", "names of ops and methods"),
                      clEnumValN(Output::Visitors, "gen-visitors", "visitors of options")));

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

bool isIndex(const NamedTypeConstraint &value) {
  return value.constraint.getDefName() == "Index";
}

// The array attribute with the static entries of a list of sizes; "" if there is none.
std::string staticAttribute(const Operator &op, const NamedTypeConstraint &sizes) {
  std::string name = ("static_" + sizes.name).str();
  for (const NamedAttribute &attribute : op.getAttributes())
    if (attribute.name == name)
      return name;
  return "";
}

// The C++ type of an attribute, and the method of OpCall that takes it. The type is empty if there
// is none.
std::pair<std::string, std::string> attributeType(const NamedAttribute &attribute) {
  mlir::tblgen::Attribute base = attribute.attr.getBaseAttr();
  StringRef storage = attribute.attr.getStorageType();
  if (base.isEnumAttr())
    return {base.getReturnType().str(), "enumeration"};
  if (storage == "::mlir::TypeAttr")
    return {"rt::DType", "attribute"};
  if (storage == "::mlir::TypedAttr")
    return {"GraphScalar", "attribute"};
  if (storage == "::mlir::UnitAttr")
    return {"bool", "unit"};
  if (storage == "::mlir::BoolAttr")
    return {"bool", "attribute"};
  if (storage == "::mlir::IntegerAttr")
    return {"int64_t", "attribute"};
  if (storage == "::mlir::FloatAttr")
    return {"double", "attribute"};
  if (storage == "::mlir::StringAttr")
    return {"std::string", "attribute"};
  if (storage == "::mlir::DenseI64ArrayAttr")
    return {"std::vector<int64_t>", "attribute"};
  if (storage == "::mlir::DenseF64ArrayAttr")
    return {"std::vector<double>", "attribute"};
  return {};
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

void addOperand(const Operator &op, const NamedTypeConstraint &operand, Method &method) {
  std::string name = camelCase(operand.name);
  if (isIndex(operand)) {
    std::string known = staticAttribute(op, operand);
    method.params.push_back(
        {operand.isVariadic() ? "std::vector<GraphSize>" : "GraphSize", name, ""});
    method.steps.push_back(operand.isVariadic() ? formatv("sizes(\"{0}\", {1})", known, name).str()
                                                : formatv("size({0})", name).str());
    return;
  }
  bool isOptional = operand.isOptional();
  if (isOptional)
    method.options.push_back({"std::optional<GraphValue>", name, "std::nullopt"});
  else
    method.params.push_back({operand.isVariadic() ? "GraphValues" : "GraphValue", name, ""});
  method.steps.push_back(formatv("operand(\"{0}\", {1}{2}, {3})", operand.name,
                                 isOptional ? "options." : "", name,
                                 constraintName(operand.constraint))
                             .str());
}

void addAttribute(const Operator &op, const NamedAttribute &attribute, Method &method) {
  std::string name = camelCase(attribute.name);
  auto [type, step] = attributeType(attribute);
  std::string value = name;
  if (step == "unit") {
    method.options.push_back({type, name, "false"});
    value = "options." + name;
  } else if (attribute.attr.hasDefaultValue()) {
    std::string init = attribute.attr.getDefaultValue().str();
    method.options.push_back({type, name, init});
    value = "options." + name;
  } else if (attribute.attr.isOptional()) {
    method.options.push_back({"std::optional<" + type + ">", name, "std::nullopt"});
    value = "options." + name;
  } else {
    method.params.push_back({type, name, ""});
  }
  method.steps.push_back(formatv("{0}(\"{1}\", {2})", step, attribute.name, value).str());
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
  if (op.getNumRegions() || !op.getNumResults())
    return std::nullopt;
  for (const NamedAttribute &attribute : op.getAttributes())
    if (attributeType(attribute).first.empty())
      return std::nullopt;
  Method method;
  StringRef mnemonic = op.getDef().getValueAsString("opName");
  method.name = camelCase(mnemonic);
  method.stem = StringRef(op.getCppClassName()).drop_back(strlen("Op")).str();
  StringSet<> knownSizes;
  for (const NamedTypeConstraint &operand : op.getOperands()) {
    addOperand(op, operand, method);
    if (isIndex(operand))
      knownSizes.insert(staticAttribute(op, operand));
  }
  for (const NamedAttribute &attribute : op.getAttributes())
    if (!knownSizes.contains(attribute.name))
      addAttribute(op, attribute, method);
  if (op.getTrait("::mlir::OpTrait::AttrSizedOperandSegments"))
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
    }
  }
  return false;
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], writeAll);
}
