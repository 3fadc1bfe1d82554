// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the tables of op support; see OpSupport.h.
//
// Rows follow the order of OpKinds.cpp, then families and names. Element types come from a
// generated list.
#include "conversions/OpSupport.h"

#include "conversions/OpKinds.h"
#include "conversions/Target.h"
#include "conversions/Targets.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr llvm::StringLiteral kNone = "-";

// From the ODS definitions; see scripts/op_types.py.
struct OpRecord {
  StringRef family; // the .td file that defines the op
  StringRef types;
};

OpRecord recordOf(StringRef op) {
  static const llvm::StringMap<OpRecord> records = {
#include "conversions/OpTypes.inc"
  };
  return records.lookup(op);
}

// The registered ops of the dialect, by name. MLIRContext::getRegisteredOperationsByDialect is
// unusable in MLIR 22: it binary-searches a list in reverse order of registration as if it were
// sorted by name, and finds nothing for most dialects.
std::vector<RegisteredOperationName> opsOfDialect(MLIRContext &context) {
  std::vector<RegisteredOperationName> ops;
  llvm::copy_if(context.getRegisteredOperations(), std::back_inserter(ops),
                [](RegisteredOperationName op) { return op.getDialectNamespace() == "rlx"; });
  llvm::sort(ops, [](RegisteredOperationName a, RegisteredOperationName b) {
    return a.getStringRef() < b.getStringRef();
  });
  return ops;
}

// The generic route of an op, which is the same for all targets.
StringRef commonRoute(OperationName op) {
  if (op.hasTrait<OpTrait::ReshapesOperand>() || op.hasTrait<mlir::OpTrait::ConstantLike>())
    return "no kernel";
  if (op.hasInterface<UserKernelOpInterface>())
    return "user kernel";
  if (op.hasInterface<LinalgLowerableOpInterface>())
    return op.hasTrait<OpTrait::NoFusion>() ? "own loops" : "linalg";
  if (op.hasInterface<DecomposableOpInterface>())
    return "as simpler ops";
  return op.hasInterface<ControlFlowOpInterface>() ? StringRef("host commands") : StringRef(kNone);
}

class SupportTable {
public:
  SupportTable(MLIRContext &context, llvm::raw_ostream &os) : context(context), os(os) {}

  std::vector<std::string> print() {
    printHeader("kind | op");
    for (const OpKind &kind : opKinds())
      printKind(kind);
    printOthers();
    return std::move(holes);
  }

private:
  void printHeader(StringRef first) {
    std::string header = ("| " + first + " | reference | decompose |").str();
    for (const Target *target : targets())
      header += (" " + target->name() + " native |").str();
    header += " common | element types |";
    os << header << "\n|" << std::string(" --- |");
    for (size_t i = 1, count = llvm::count(header, '|') - 1; i < count; ++i)
      os << " --- |";
    os << "\n";
  }

  void printKind(const OpKind &kind) {
    std::string first = ("| " + kind.name + " ").str();
    if (kind.ops.empty()) { // no op, so nothing can be missing
      os << first << "| " << kind.note;
      for (size_t i = 0; i < targets().size() + 4; ++i)
        os << " | " << kNone;
      os << " |\n";
    }
    SmallVector<StringRef> ops;
    kind.ops.split(ops, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef op : ops) {
      std::string name = ("rlx." + op).str();
      auto registered = RegisteredOperationName::lookup(name, &context);
      if (registered)
        printOp(first, *registered, kind.note);
      else
        holes.push_back(("kind " + kind.name + ": there is no op " + name).str());
    }
  }

  // The ops of no kind, by family, and the terminators.
  void printOthers() {
    std::vector<RegisteredOperationName> others;
    SmallVector<StringRef> terminators;
    for (RegisteredOperationName op : opsOfDialect(context))
      if (op.hasTrait<mlir::OpTrait::IsTerminator>())
        terminators.push_back(op.getStringRef());
      else if (!printed.contains(op.getStringRef()))
        others.push_back(op);
    llvm::sort(others, [](RegisteredOperationName a, RegisteredOperationName b) {
      const auto key = [](RegisteredOperationName op) {
        return std::pair(StringRef(recordOf(op.getStringRef()).family), op.getStringRef());
      };
      return key(a) < key(b);
    });
    os << "\nOps of no kind, by family:\n\n";
    printHeader("family | op");
    for (RegisteredOperationName op : others)
      printOp(("| " + recordOf(op.getStringRef()).family + " ").str(), op);
    os << "\nTerminators, which end regions and have no code:";
    for (StringRef op : terminators)
      os << " `" << op << "`";
    os << "\n";
  }

  void printOp(StringRef first, RegisteredOperationName op, StringRef note = "") {
    StringRef name = op.getStringRef(), common = commonRoute(op), types = recordOf(name).types;
    bool reference = op.hasInterface<ReferenceOpInterface>();
    os << first << "| `" << name << "`" << (note.empty() ? "" : ", ") << note << " | "
       << (reference ? "yes" : kNone) << " | "
       << (op.hasInterface<DecomposableOpInterface>() ? "yes" : "core") << " | ";
    for (const Target *target : targets()) {
      std::string native = target->nativePath(op);
      os << (native.empty() ? StringRef(kNone) : StringRef(native)) << " | ";
      if (native.empty() && common == kNone)
        holes.push_back((name + " has no route to target '" + target->name() + "'").str());
    }
    os << common << " | `" << types << "` |\n";
    printed.insert(name);
    if (!reference)
      holes.push_back((name + " has no reference").str());
    if (types.empty())
      holes.push_back((name + " declares no element types").str());
  }

  MLIRContext &context;
  llvm::raw_ostream &os;
  llvm::StringSet<> printed;
  std::vector<std::string> holes;
};

} // namespace

std::vector<std::string> printOpSupport(MLIRContext &context, llvm::raw_ostream &os) {
  registerTargets();
  return SupportTable(context, os).print();
}

} // namespace rlx
