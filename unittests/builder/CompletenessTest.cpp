// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every registered op can be built: by a method generated from its definition, or by a hand-written
// one. The hand-written ones are listed here with the reason. All of them but constants can be
// called by name.
#include <map>
#include <set>
#include <string>

#include "dialects/Register.h"
#include "dialects/rlx/builder/OpTable.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include <gtest/gtest.h>

namespace {

const std::set<std::string> kMade = {
#define GRAPH_OP(NAME, METHOD) NAME,
#include "dialects/rlx/builder/GraphOpNames.inc"
#undef GRAPH_OP
};

const std::map<std::string, std::string> kByHand = {
    {"rlx.constant", "takes data, not an attribute"},
    {"rlx.custom", "has a region, and sizes over its inputs"},
    {"rlx.custom_fn", "has regions"},
    {"rlx.elementwise_region", "has a region"},
    {"rlx.if", "has regions"},
    {"rlx.scan", "has a region"},
    {"rlx.scan_backward", "has regions"},
    {"rlx.while", "has regions"},
    {"rlx.yield", "ends a region: what a body returns"},
};

TEST(GraphBuilderCompleteness, EveryOpHasAName) {
  std::set<std::string> expected = kMade, named;
  for (const auto &[name, reason] : kByHand)
    if (name != "rlx.constant" && name != "rlx.yield")
      expected.insert(name);
  for (const rlx::graph::OpInfo *op : rlx::graph::allOps()) {
    EXPECT_TRUE(named.insert(op->name.str()).second) << op->name.str() << " is there twice";
    EXPECT_EQ(rlx::graph::findOp(op->mnemonic()), op);
  }
  EXPECT_EQ(named, expected);
  EXPECT_EQ(rlx::graph::findOp("nothing"), nullptr);
}

TEST(GraphBuilderCompleteness, EveryOpCanBeBuilt) {
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::set<std::string> registered;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "rlx")
      registered.insert(name.getStringRef().str());
  EXPECT_GT(registered.size(), kByHand.size());
  for (const std::string &name : registered)
    EXPECT_EQ(kMade.count(name) + kByHand.count(name), 1u)
        << name << " has no method, or is made and written by hand";
  for (const std::string &name : kMade)
    EXPECT_TRUE(registered.contains(name)) << name;
  for (const auto &[name, reason] : kByHand)
    EXPECT_TRUE(registered.contains(name)) << name << ", which " << reason;
}

} // namespace
