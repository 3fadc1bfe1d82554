// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wrong call sets the builder's error, with the source location of the call. The builder stays
// usable.
#include "unittests/builder/GraphCheck.h"

#include "mlir/IR/MLIRContext.h"

using namespace rlx;
using rt::DType;

namespace {

// "ErrorTest.cpp:12", for a call in line 12.
std::string line(std::source_location where = std::source_location::current()) {
  return "ErrorTest.cpp:" + std::to_string(where.line());
}

#define EXPECT_CALL_ERROR(BUILDER, LINE, TEXT)                                                     \
  do {                                                                                             \
    EXPECT_ERROR((BUILDER).status(), InvalidArgument, TEXT);                                       \
    EXPECT_NE((BUILDER).status().toString().find(LINE), std::string::npos)                         \
        << (BUILDER).status().toString();                                                          \
    EXPECT_ERROR((BUILDER).finish().status(), InvalidArgument, TEXT);                              \
  } while (false)

TEST(GraphBuilderErrors, ShapesThatDoNotFit) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n", 4});
  GraphValue w = g.param("w", DType::F32, {5, 3});
  EXPECT_TRUE(g.status().ok());
  std::string where = line();
  GraphValue y = (where = line(), g.matmul(x, w));
  EXPECT_FALSE(y.valid());
  EXPECT_TRUE(y.shape().empty());
  EXPECT_CALL_ERROR(g, where, "'rlx.matmul' op ");
  EXPECT_CALL_ERROR(g, where, "4");
}

TEST(GraphBuilderErrors, ElementTypesThatDoNotFit) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {4});
  GraphValue n = g.input("n", DType::I32, {4});
  EXPECT_FALSE(g.add(x, n).valid());
  EXPECT_CALL_ERROR(g, line().substr(0, 13), "'rlx.add' op ");
  GraphBuilder h;
  EXPECT_FALSE(h.gelu(h.input("n", DType::I32, {4})).valid());
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp",
                    "'rlx.gelu' op operand 'input' must be ranked tensor of floating-point type "
                    "values, but got 'tensor<4xi32>'");
}

TEST(GraphBuilderErrors, AttributesThatAreWrong) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, 3});
  EXPECT_FALSE(g.softmax(x, 2).valid());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "'rlx.softmax' op ");
  GraphBuilder h;
  GraphValue q = h.input("q", DType::F32, {1, 2, 3, 4});
  EXPECT_FALSE(h.attention(q, q, q, static_cast<AttentionLayout>(77), AttentionMask::None).valid());
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp", "layout");
  GraphBuilder i;
  EXPECT_FALSE(i.cast(i.input("x", DType::F32, {2}), static_cast<DType>(99)).valid());
  EXPECT_CALL_ERROR(i, "ErrorTest.cpp", "99 is no rt::DType");
  GraphBuilder j;
  EXPECT_FALSE(j.clamp(j.input("x", DType::I32, {2}), {.min = 0.5}).valid());
  EXPECT_CALL_ERROR(j, "ErrorTest.cpp", "'min' that the operand's element type does not hold");
}

TEST(GraphBuilderErrors, TheFirstOneIsKeptAndTheRestDoesNothing) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, 3});
  GraphValue bad = g.softmax(x, 5);
  GraphValue worse = g.matmul(bad, g.exp(bad));
  auto [values, indices] = g.topK(worse, 2, 0);
  EXPECT_FALSE(values.valid() || indices.valid());
  EXPECT_FALSE(g.input("z", DType::F32, {1}).valid());
  g.output("y", indices);
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "'rlx.softmax' op ");
  // Values that were valid before are still valid.
  EXPECT_EQ(x.shape(), (std::vector<int64_t>{2, 3}));
}

TEST(GraphBuilderErrors, ValuesOfAnotherBuilderAndNone) {
  GraphBuilder g, h;
  GraphValue x = g.input("x", DType::F32, {2});
  h.exp(x);
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp",
                    "'rlx.exp' op operand 'input' is a value of another builder");
  EXPECT_TRUE(g.status().ok());
  g.add(x, GraphValue());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "'rlx.add' op operand 'rhs' is no value");
  GraphBuilder i, j;
  GraphSize n = i.dim(i.input("x", DType::F32, {"n"}), 0);
  j.reshape(j.input("x", DType::F32, {4}), {n});
  EXPECT_CALL_ERROR(j, "ErrorTest.cpp", "a size is a size of another builder");
}

TEST(GraphBuilderErrors, Names) {
  GraphBuilder g;
  g.input("x", DType::F32, {2});
  EXPECT_FALSE(g.param("x", DType::F32, {2}).valid());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "there is already an argument named 'x'");
  GraphBuilder h;
  GraphValue x = h.input("x", DType::F32, {2});
  h.output("y", x);
  h.output("y", x);
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp", "there is already an output named 'y'");
  GraphBuilder i;
  EXPECT_FALSE(i.input("", DType::F32, {2}).valid());
  EXPECT_CALL_ERROR(i, "ErrorTest.cpp", "argument needs a name");
}

TEST(GraphBuilderErrors, Sizes) {
  GraphBuilder g;
  EXPECT_FALSE(g.input("x", DType::F32, {-1}).valid());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "one that each run decides has a name");
  GraphBuilder g2;
  EXPECT_FALSE(g2.input("x", DType::F32, {2, INT64_MIN}).valid());
  EXPECT_CALL_ERROR(g2, "ErrorTest.cpp", "a size of input 'x' is -9223372036854775808");
  GraphBuilder h;
  EXPECT_FALSE(h.param("w", DType::F32, {2, -3}).valid());
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp", "a size of param 'w' is -3");
  GraphBuilder i;
  EXPECT_FALSE(i.input("x", DType::F32, {int64_t(1) << 40, int64_t(1) << 40}).valid());
  EXPECT_CALL_ERROR(i, "ErrorTest.cpp", "more elements than any memory holds");
  GraphBuilder j;
  j.dim(j.input("x", DType::F32, {2}), 1);
  EXPECT_CALL_ERROR(j, "ErrorTest.cpp", "axis 1 is not in [-1, 1)");
  GraphBuilder k;
  GraphValue x = k.input("x", DType::F32, {"n"});
  EXPECT_FALSE(k.reshape(x, {k.dim(x, 0) / 0, 2}).valid());
  EXPECT_CALL_ERROR(k, "ErrorTest.cpp", "a size is divided by 0");
  GraphBuilder l;
  EXPECT_FALSE(l.full(DType::I8, 200, {2}).valid());
  EXPECT_CALL_ERROR(l, "ErrorTest.cpp", "does not hold the number");
}

TEST(GraphBuilderErrors, TheEnd) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2});
  EXPECT_ERROR(g.finish().status(), FailedPrecondition, "has no outputs");
  EXPECT_TRUE(g.status().ok()); // the builder stays usable
  {
    GraphBuilder::Scope scope = g.scope("part");
    g.output("y", g.exp(x));
    EXPECT_ERROR(g.finish().status(), FailedPrecondition, "the scope 'part' is open");
  }
  EXPECT_TRUE(g.finish().ok());
  EXPECT_ERROR(g.finish().status(), FailedPrecondition, "has given its model away");
  EXPECT_TRUE(x.shape().empty());
  EXPECT_FALSE(g.exp(x).valid());
  EXPECT_ERROR(g.status(), FailedPrecondition, line().substr(0, 13));
}

TEST(GraphBuilderErrors, AValueOutlivesTheErrorOfItsBody) {
  GraphBuilder g;
  GraphValue p = g.input("p", DType::Bool, {}), x = g.input("x", DType::F32, {2}), inner;
  GraphValues results =
      g.if_(p, [&] { return inner = g.exp(x); }, [&] { return GraphValues{x, x}; });
  EXPECT_TRUE(results.empty());
  EXPECT_FALSE(results[3].valid());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "'rlx.if' op expects both regions to yield equally many");
  EXPECT_EQ(inner.shape(), std::vector<int64_t>{2});
}

TEST(GraphBuilderErrors, BodiesSeeWhatTheyMay) {
  GraphBuilder g;
  GraphValue p = g.input("p", DType::Bool, {}), x = g.input("x", DType::F32, {2}), inner;
  g.if_(p, [&] { return inner = g.exp(x); }, [&] { return x; });
  EXPECT_TRUE(g.status().ok()) << g.status().toString();
  EXPECT_FALSE(g.neg(inner).valid());
  EXPECT_CALL_ERROR(g, "ErrorTest.cpp", "belongs to a body that has ended");
  GraphBuilder h;
  GraphValue y = h.input("y", DType::F32, {2});
  h.customFn(y, [&](const GraphValues &) { return h.exp(y); });
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp", "is from outside the body");
  GraphBuilder i;
  GraphValue z = i.input("z", DType::F32, {2});
  i.elementwiseRegion(z, nullptr);
  EXPECT_CALL_ERROR(i, "ErrorTest.cpp", "'rlx.elementwise_region' op needs a body");
  GraphBuilder j;
  j.if_(
      j.input("p", DType::Bool, {}),
      [&] {
        j.output("y", j.full(DType::F32, 1));
        return GraphValues();
      },
      [] { return GraphValues(); });
  EXPECT_CALL_ERROR(j, "ErrorTest.cpp", "output 'y' is declared in a body");
}

TEST(GraphBuilderErrors, AnExceptionOfABodyLeavesTheBuilderInOrder) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2});
  GraphValue p = g.input("p", DType::Bool, {}), inner;
  auto throws = [&]() -> GraphValues {
    inner = g.exp(x);
    throw 1;
  };
  EXPECT_THROW(g.if_(p, throws, throws), int);
  EXPECT_EQ(inner.shape(), std::vector<int64_t>{2});
  EXPECT_THROW(g.customFn(x, [&](const GraphValues &) -> GraphValues { throw 1; }), int);
  g.output("y", g.exp(x));
  // No op of the body remains.
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(g));
  EXPECT_EQ(session->executable().program().main.size(), 1u);

  GraphBuilder h;
  GraphValue y = h.input("y", DType::F32, {2});
  auto alsoThrows = [&](const GraphValues &a) -> GraphValues {
    inner = a[0];
    throw 1;
  };
  EXPECT_THROW(h.customFn(y, alsoThrows), int);
  h.neg(inner);
  EXPECT_CALL_ERROR(h, "ErrorTest.cpp", "belongs to a body that has ended");
}

TEST(GraphBuilderErrors, OfTheWholeModelNameTheBuilder) {
  GraphBuilder g;
  g.output("y", g.input("x", DType::F32, {2}));
  SessionOptions options;
  options.compile.target = "abacus";
  EXPECT_ERROR(Session::fromGraph(g, options).status(), InvalidArgument, "ErrorTest.cpp:");
}

TEST(GraphBuilderErrors, OfTheCompilerNameTheLineToo) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n"}), y = g.input("y", DType::F32, {"m"});
  std::string where = line();
  {
    GraphBuilder::Scope outer = g.scope("outer"), inner = g.scope("inner");
    where = line(), g.output("sum", g.add(x, y));
  }
  ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(g));
  float data[3] = {1, 2, 3};
  int64_t two[] = {2}, three[] = {3};
  rt::NamedTensor inputs[] = {{"x", {DType::F32, two, data}}, {"y", {DType::F32, three, data}}};
  rt::Status status = session->executable().run(inputs);
  EXPECT_ERROR(std::move(status), InvalidArgument, where);
  status = session->executable().run(inputs);
  EXPECT_ERROR(std::move(status), InvalidArgument, " in outer/inner: rlx.add: ");
}

} // namespace
