// Implementation of the table of support; see OpSupport.h.
#include "conversions/OpSupport.h"

#include "conversions/OpKinds.h"
#include "conversions/Target.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace rlx {
namespace {

constexpr llvm::StringLiteral kNone = "-";

// From the ODS constraints; see scripts/op_types.py.
StringRef declaredTypes(StringRef op) {
  static const llvm::StringMap<StringRef> types = {
#include "conversions/OpTypes.inc"
  };
  return types.lookup(op);
}

// The generic route of an op, the same for all targets.
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
    os << "\nOps beyond these kinds:\n\n";
    printHeader("op");
    for (RegisteredOperationName op : context.getRegisteredOperationsByDialect("rlx"))
      if (!op.hasTrait<mlir::OpTrait::IsTerminator>() && !printed.contains(op.getStringRef()))
        printOp("", op);
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

  void printOp(StringRef first, RegisteredOperationName op, StringRef note = "") {
    StringRef name = op.getStringRef(), common = commonRoute(op), types = declaredTypes(name);
    bool reference = op.hasInterface<ReferenceOpInterface>();
    os << first << "| `" << name << "`" << (note.empty() ? "" : ", ") << note << " | "
       << (reference ? "yes" : kNone) << " | "
       << (op.hasInterface<DecomposableOpInterface>() ? "yes" : "core") << " | ";
    for (const Target *target : targets()) {
      std::string native = target->nativePath(op);
      os << (native.empty() ? StringRef(kNone) : StringRef(native)) << " | ";
    }
    os << common << " | `" << types << "` |\n";
    printed.insert(name);
    if (!reference)
      holes.push_back((name + " has no reference").str());
    if (common == kNone)
      holes.push_back((name + " has no route to a target").str());
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
  return SupportTable(context, os).print();
}

} // namespace rlx
