// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of op support contains every registered op, and an unsupported op is an error.
#include "conversions/OpSupport.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace {

// An op of the dialect with no interface, and without a definition in ODS.
class UncoveredOp : public Op<UncoveredOp, OpTrait::ZeroOperands, OpTrait::ZeroResults> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "rlx.uncovered"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

class OpSupport : public testing::Test {
protected:
  OpSupport() { context.loadDialect<rlx::RLXDialect>(); }

  std::vector<std::string> print() {
    llvm::raw_string_ostream os(table);
    return rlx::printOpSupport(context, os);
  }

  MLIRContext context;
  std::string table;
};

TEST_F(OpSupport, ListsEveryOpWithoutHoles) {
  EXPECT_EQ(print(), std::vector<std::string>());
  size_t ops = 0;
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (op.getDialectNamespace() == "rlx" && ++ops)
      EXPECT_NE(table.find("`" + op.getStringRef().str() + "`"), std::string::npos)
          << op.getStringRef().str() << " is not listed";
  EXPECT_GT(ops, 0u);
}

TEST_F(OpSupport, ReportsAnOpThatNothingCovers) {
  RegisteredOperationName::insert<UncoveredOp>(*context.getLoadedDialect("rlx"));
  EXPECT_EQ(print(), (std::vector<std::string>{"rlx.uncovered has no route to target 'cpu'",
                                               "rlx.uncovered has no route to target 'vulkan'",
                                               "rlx.uncovered has no route to target 'cuda'",
                                               "rlx.uncovered has no reference",
                                               "rlx.uncovered declares no element types"}));
  EXPECT_NE(table.find("`rlx.uncovered` | - | core | - | - | - | - |"), std::string::npos) << table;
}

} // namespace
