// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic dimensions that get a size before compiling: graphs, modules, and what is refused.
#include "session/FixDims.h"

#include <gtest/gtest.h>

#include "compiler/Compiler.h"
#include "dialects/rlx/builder/GraphBuilder.h"
#include "mlir/Parser/Parser.h"
#include "runtime/program/model/ExprEval.h"
#include "session/Session.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace mlir;
using namespace rlx;

namespace {

// y[2 * n, m] of x[n, m].
constexpr const char *kDoubledRows = R"(
func.func @main(%x: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {rlx.name = "y"}) {
  %0 = rlx.concat %x, %x axis = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
)";

std::vector<int64_t> sizes(const rt::TensorSpec &spec) {
  std::vector<int64_t> all;
  for (const rt::Expr &dim : spec.shape) {
    const auto size = rt::isStatic(dim) ? rt::evaluate(dim, {}) : rt::StatusOr<int64_t>(-1);
    all.push_back(size.ok() ? *size : -2);
  }
  return all;
}

rt::StatusOr<std::unique_ptr<Session>> withSizes(const std::map<std::string, int64_t> &dims) {
  SessionOptions options;
  options.dimSizes = dims;
  return Session::fromSource(kDoubledRows, options);
}

} // namespace

TEST(FixDims, SizesThatFollowAreStaticToo) {
  auto one = withSizes({{"n", 3}});
  ASSERT_TRUE(one.ok()) << one.status().toString();
  const rt::Program &program = (*one)->executable().program();
  EXPECT_EQ(sizes(program.inputs[0]), (std::vector<int64_t>{3, -1}));
  EXPECT_EQ(sizes(program.outputs[0]), (std::vector<int64_t>{6, -1}));
  auto both = withSizes({{"n", 3}, {"m", 0}});
  ASSERT_TRUE(both.ok()) << both.status().toString();
  EXPECT_TRUE((*both)->executable().program().symbols.empty());
  EXPECT_EQ(sizes((*both)->executable().program().outputs[0]), (std::vector<int64_t>{6, 0}));
}

TEST(FixDims, LazySessionsHaveTheSizesBeforeTheyCompile) {
  SessionOptions options;
  options.mode = ExecutionMode::Lazy;
  options.dimSizes["m"] = 5;
  auto session = Session::fromSource(kDoubledRows, options);
  ASSERT_TRUE(session.ok());
  EXPECT_EQ(sizes((*session)->executable().program().inputs[0]), (std::vector<int64_t>{-1, 5}));
  ASSERT_OK((*session)->compile().status());
  EXPECT_EQ(sizes((*session)->executable().program().outputs[0]), (std::vector<int64_t>{-1, 5}));
}

TEST(FixDims, GraphsAndModules) {
  GraphBuilder graph;
  GraphValue x = graph.input("x", rt::DType::F32, {"batch", 4});
  graph.output("y", graph.add(x, x));
  SessionOptions options;
  options.dimSizes["batch"] = 2;
  auto session = Session::fromGraph(graph, options);
  ASSERT_TRUE(session.ok()) << session.status().toString();
  EXPECT_EQ(sizes((*session)->executable().program().outputs[0]), (std::vector<int64_t>{2, 4}));

  const std::unique_ptr<MLIRContext> context = createCompilerContext();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(kDoubledRows, context.get());
  options.dimSizes = {{"m", 7}};
  auto ofModule = Session::fromModule(std::move(module), options);
  ASSERT_TRUE(ofModule.ok()) << ofModule.status().toString();
  EXPECT_EQ(sizes((*ofModule)->executable().program().inputs[0]), (std::vector<int64_t>{-1, 7}));
}

TEST(FixDims, WrongNamesListTheOthers) {
  EXPECT_ERROR(withSizes({{"rows", 3}}).status(), InvalidArgument,
               "no dynamic dimension 'rows'; there are 'm', 'n'");
  EXPECT_ERROR(withSizes({{"n", 3}, {"", 1}}).status(), InvalidArgument, "no dynamic dimension ''");
  SessionOptions options;
  options.dimSizes["n"] = 3;
  const char *const isStatic = R"(
func.func @main(%x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<2xf32> {rlx.name = "y"}) {
  return %x : tensor<2xf32>
})";
  EXPECT_ERROR(Session::fromSource(isStatic, options).status(), InvalidArgument, "all are static");
}
