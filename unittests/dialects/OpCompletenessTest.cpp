// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The completeness gate: walks the registered rlx ops and fails by name for an op that a pass,
// target or test cannot handle. There is no list of ops: registering an op puts it under the gate.
// (test/lit/docs/examples.test checks that every op has an example that parses.)
#include <fstream>
#include <set>
#include <string>

#include "dialects/Register.h"
#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Compare.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace {

class OpCompleteness : public testing::Test {
protected:
  OpCompleteness() {
    DialectRegistry registry;
    rlx::registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<rlx::RLXDialect>();
    // Terminators only name the results of a region.
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == "rlx" && !name.hasTrait<OpTrait::IsTerminator>())
        ops.push_back(name);
  }

  template <typename Interface>
  void expectInterface(StringRef interface) {
    for (RegisteredOperationName name : ops)
      EXPECT_TRUE(name.hasInterface<Interface>())
          << name.getStringRef().str() << " does not implement " << interface.str();
  }

  MLIRContext context;
  std::vector<RegisteredOperationName> ops;
};

TEST_F(OpCompleteness, OpsAreRegistered) {
  EXPECT_FALSE(ops.empty());
}

TEST_F(OpCompleteness, TypesAreInferred) {
  expectInterface<InferTypeOpInterface>("InferTypeOpInterface");
}

TEST_F(OpCompleteness, SymbolicShapesAreInferred) {
  expectInterface<rlx::SymbolicShapeOpInterface>("SymbolicShapeOpInterface");
}

TEST_F(OpCompleteness, HasReference) {
  expectInterface<rlx::ReferenceOpInterface>("ReferenceOpInterface");
}

TEST_F(OpCompleteness, CanBeLoweredOrDecomposed) {
  for (RegisteredOperationName name : ops)
    EXPECT_TRUE(name.hasInterface<rlx::LinalgLowerableOpInterface>() ||
                name.hasInterface<rlx::DecomposableOpInterface>() ||
                name.hasInterface<rlx::ControlFlowOpInterface>() ||
                name.hasInterface<rlx::UserKernelOpInterface>())
        << name.getStringRef().str()
        << " implements none of LinalgLowerableOpInterface, DecomposableOpInterface, "
           "ControlFlowOpInterface and UserKernelOpInterface";
}

TEST_F(OpCompleteness, ElementwiseOpsAreNotComposites) {
  for (RegisteredOperationName name : ops)
    EXPECT_FALSE(name.hasInterface<rlx::ElementwiseOpInterface>() &&
                 name.hasInterface<rlx::DecomposableOpInterface>())
        << name.getStringRef().str();
}

// The tables of tolerances name ops. A misspelt name would only make comparisons less strict.
TEST_F(OpCompleteness, ToleranceTablesNameOps) {
  for (StringRef name : rlx::ref::opsOfClasses())
    EXPECT_TRUE(RegisteredOperationName::lookup(name, &context))
        << name.str() << " in dialects/rlx/reference/Compare.cpp is no op";
}

// Whether the file has the op outside comments.
bool usesOp(const std::string &path, llvm::StringRef op) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    llvm::StringRef code = llvm::StringRef(line).split("//").first;
    for (auto [word, rest] = code.split(' '); !code.empty();
         code = rest, std::tie(word, rest) = code.split(' '))
      if (word == op)
        return true;
  }
  return false;
}

// The list is strict: an op without a conformance file must be in missing_conformance.txt, and a
// listed op must be registered and have no file. The list may only get shorter.
TEST_F(OpCompleteness, HasConformanceFile) {
  std::set<std::string> listed;
  std::ifstream file(RLX_MISSING_CONFORMANCE);
  ASSERT_TRUE(file.is_open()) << RLX_MISSING_CONFORMANCE;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.front() != '#')
      EXPECT_TRUE(listed.insert(line).second) << line << " is listed twice";
  for (RegisteredOperationName name : ops) {
    std::string mnemonic = name.getStringRef().drop_front(strlen("rlx.")).str();
    bool exists = usesOp(RLX_CONFORMANCE_DIR "/" + mnemonic + ".mlir", name.getStringRef());
    bool isListed = listed.erase(mnemonic);
    EXPECT_TRUE(exists || isListed) << "test/lit/conformance/" << mnemonic
                                    << ".mlir is missing, or has no " << name.getStringRef().str();
    EXPECT_FALSE(exists && isListed) << mnemonic << " has a conformance file: take it off the list";
  }
  for (const std::string &name : listed)
    ADD_FAILURE() << name << " is listed in missing_conformance.txt, but is no op";
}

} // namespace
