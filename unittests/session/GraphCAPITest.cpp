// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs through the C API, as a program outside this tree builds them: models with numbers that
// are known, and errors, after which a graph goes on.
#include <rlx/rlx_graph.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "unittests/session/ExpectStatus.h"

namespace {

using Arguments = std::vector<rlx_graph_argument_t>;
using Values = std::vector<rlx_graph_value_t>;
using Body = std::function<int(rlx_graph_t *, const Values &)>;

using rlx::test::expectError;
using rlx::test::expectOk;

rlx_graph_argument_t value(const char *name, rlx_graph_value_t value) {
  return {.name = name, .kind = RLX_GRAPH_VALUE, .as = {.value = value}, .count = 0};
}
rlx_graph_argument_t values(const char *name, const Values &list) {
  return {
      .name = name, .kind = RLX_GRAPH_VALUES, .as = {.values = list.data()}, .count = list.size()};
}
rlx_graph_argument_t integer(const char *name, int64_t number) {
  return {.name = name, .kind = RLX_GRAPH_INT, .as = {.integer = number}, .count = 0};
}
rlx_graph_argument_t text(const char *name, const char *string) {
  return {.name = name, .kind = RLX_GRAPH_STRING, .as = {.string = string}, .count = 0};
}
rlx_graph_argument_t sizes(const char *name, const std::vector<rlx_graph_size_t> &list) {
  return {
      .name = name, .kind = RLX_GRAPH_SIZES, .as = {.sizes = list.data()}, .count = list.size()};
}
// `function` must live until the call.
rlx_graph_argument_t body(const char *name, Body &function) {
  auto call = [](void *context, rlx_graph_t *graph, const rlx_graph_value_t *arguments,
                 size_t count) {
    return (*static_cast<Body *>(context))(graph, Values(arguments, arguments + count));
  };
  return {.name = name, .kind = RLX_GRAPH_BODY, .as = {.body = {call, &function}}, .count = 0};
}

class GraphCAPI : public testing::Test {
protected:
  GraphCAPI() { expectOk(rlx_graph_create(&graph)); }
  ~GraphCAPI() override { rlx_graph_free(graph); }

  rlx_graph_value_t input(const char *name, std::vector<rlx_graph_dim_t> dims,
                          rlx_dtype_t dtype = RLX_F32) {
    rlx_graph_value_t made = 0;
    expectOk(rlx_graph_add_input(graph, name, dtype, dims.data(), dims.size(), &made));
    return made;
  }
  Values addAll(const char *op, const Arguments &arguments) {
    const rlx_graph_value_t *results = nullptr;
    size_t count = 0;
    expectOk(rlx_graph_add_op(graph, op, arguments.data(), arguments.size(), &results, &count));
    return {results, results + count};
  }
  rlx_graph_value_t add(const char *op, const Arguments &arguments) {
    Values results = addAll(op, arguments);
    return results.empty() ? 0 : results[0];
  }
  rlx_status_t *tryOp(const char *op, const Arguments &arguments) {
    return rlx_graph_add_op(graph, op, arguments.data(), arguments.size(), nullptr, nullptr);
  }
  void expectWrong(const char *op, const Arguments &arguments, const std::string &message) {
    expectError(tryOp(op, arguments), RLX_INVALID_ARGUMENT, message);
  }
  // Compiles the graph and runs it on floats.
  std::vector<float> run(const std::vector<int64_t> &dims, std::vector<float> elements) {
    rlx_executable_t *model = nullptr;
    expectOk(rlx_compile_graph(graph, nullptr, &model));
    if (!model)
      return {};
    std::vector<float> numbers = runOn(model, dims, std::move(elements));
    rlx_executable_free(model);
    return numbers;
  }
  static std::vector<float> runOn(rlx_executable_t *model, const std::vector<int64_t> &dims,
                                  std::vector<float> elements) {
    rlx_tensor_t *tensor = nullptr;
    expectOk(rlx_tensor_wrap(RLX_F32, dims.size(), dims.data(), elements.data(), nullptr, nullptr,
                             &tensor));
    rlx_named_tensor_t feed = {"x", tensor};
    expectOk(rlx_executable_run(model, &feed, 1, nullptr, 0));
    const rlx_tensor_t *output = nullptr;
    expectOk(rlx_executable_get_output(model, 0, &output));
    std::vector<float> numbers;
    if (output) {
      const auto *data = static_cast<const float *>(rlx_tensor_get_const_data(output));
      numbers.assign(data, data + rlx_tensor_get_element_count(output));
    }
    rlx_tensor_free(tensor);
    return numbers;
  }

  rlx_graph_t *graph = nullptr;
};

// y = relu(x w + 1), w = [[2], [3]].
void buildLayer(rlx_graph_t *graph, rlx_graph_value_t x) {
  std::vector<float> weights = {2, 3};
  const int64_t dims[] = {2, 1};
  rlx_tensor_t *tensor = nullptr;
  expectOk(rlx_tensor_create(RLX_F32, 2, dims, &tensor));
  std::copy(weights.begin(), weights.end(), static_cast<float *>(rlx_tensor_get_data(tensor)));
  rlx_graph_value_t w = 0, one = 0;
  expectOk(rlx_graph_add_param_value(graph, "w", tensor, &w));
  rlx_tensor_free(tensor);
  expectOk(rlx_graph_add_full(graph, RLX_F32, 1, nullptr, 0, &one));
  const rlx_graph_value_t *made = nullptr;
  Arguments product = {value("lhs", x), value("rhs", w)};
  expectOk(rlx_graph_add_op(graph, "matmul", product.data(), 2, &made, nullptr));
  Arguments sum = {value(nullptr, made[0]), value(nullptr, one)}; // in the order of the op
  expectOk(rlx_graph_add_op(graph, "add", sum.data(), 2, &made, nullptr));
  Arguments last = {value("input", made[0])};
  expectOk(rlx_graph_add_op(graph, "relu", last.data(), 1, &made, nullptr));
  expectOk(rlx_graph_add_output(graph, "y", made[0]));
}

TEST_F(GraphCAPI, CompilesAndGoesOn) {
  const rlx_graph_value_t x = input("x", {{0, "batch"}, {2, nullptr}});
  EXPECT_EQ(rlx_graph_get_value_dtype(graph, x), RLX_F32);
  EXPECT_EQ(rlx_graph_get_value_rank(graph, x), 2u);
  EXPECT_EQ(rlx_graph_get_value_dim(graph, x, 0), -1);
  EXPECT_EQ(rlx_graph_get_value_dim(graph, x, 1), 2);
  buildLayer(graph, x);
  EXPECT_EQ(run({1, 2}, {1, 1}), (std::vector<float>{6}));
  // The graph is still there: another output, and another model.
  expectOk(rlx_graph_add_output(graph, "z", add("neg", {value("input", x)})));
  EXPECT_EQ(run({2, 2}, {0, 1, -9, 0}), (std::vector<float>{4, 0}));
  const void *bytes = nullptr;
  size_t length = 0;
  expectOk(rlx_graph_get_bytecode(graph, &bytes, &length));
  rlx_executable_t *again = nullptr;
  expectOk(rlx_compile_source(static_cast<const char *>(bytes), length, nullptr, &again));
  EXPECT_EQ(rlx_executable_get_count(again, RLX_OUTPUT), 2u);
  rlx_executable_free(again);
  const char *text = nullptr;
  expectOk(rlx_graph_get_text(graph, 1, &text, &length));
  EXPECT_EQ(std::string(text).size(), length);
  EXPECT_NE(std::string(text).find("rlx.matmul"), std::string::npos) << text;
}

TEST_F(GraphCAPI, MakesPackages) {
  buildLayer(graph, input("x", {{0, "batch"}, {2, nullptr}}));
  const std::string path = testing::TempDir() + "/graph.rlxe";
  expectOk(rlx_compile_graph_package(graph, nullptr, nullptr, path.c_str()));
  rlx_executable_t *model = nullptr;
  expectOk(rlx_executable_load(path.c_str(), nullptr, &model));
  EXPECT_EQ(runOn(model, {1, 2}, {1, 2}), (std::vector<float>{9}));
  rlx_executable_free(model);
  // The same from bytecode, with the param's value beside it.
  const void *bytes = nullptr;
  size_t length = 0;
  expectOk(rlx_graph_get_bytecode(graph, &bytes, &length));
  const int64_t dims[] = {2, 1};
  float weights[] = {1, 1};
  rlx_tensor_t *tensor = nullptr;
  expectOk(rlx_tensor_wrap(RLX_F32, 2, dims, weights, nullptr, nullptr, &tensor));
  rlx_named_tensor_t param = {"w", tensor};
  const char *source = static_cast<const char *>(bytes);
  expectOk(rlx_compile_source_package(source, length, &param, 1, nullptr, nullptr, path.c_str()));
  expectOk(rlx_executable_load(path.c_str(), nullptr, &model));
  EXPECT_EQ(runOn(model, {1, 2}, {1, 2}), (std::vector<float>{4}));
  rlx_executable_free(model);
  param.name = "v";
  expectError(rlx_compile_source_package(source, length, &param, 1, nullptr, nullptr, path.c_str()),
              RLX_NOT_FOUND, "'v'");
  rlx_tensor_free(tensor);
  std::filesystem::remove(path);
}

TEST_F(GraphCAPI, KeepsLargeConstants) {
  const rlx_graph_value_t x = input("x", {{1, nullptr}});
  const int64_t dims[] = {100000};
  rlx_tensor_t *tensor = nullptr;
  expectOk(rlx_tensor_create(RLX_F32, 1, dims, &tensor));
  for (int i = 0; i < dims[0]; ++i)
    static_cast<float *>(rlx_tensor_get_data(tensor))[i] = static_cast<float>(i);
  rlx_graph_value_t large = 0;
  expectOk(rlx_graph_add_constant(graph, tensor, &large));
  rlx_tensor_free(tensor);
  expectOk(rlx_graph_add_output(graph, "y", add("add", {value("lhs", large), value("rhs", x)})));
  std::vector<float> numbers = run({1}, {0.5F});
  ASSERT_EQ(numbers.size(), 100000u);
  EXPECT_EQ(numbers[99999], 99999.5F);
  // Bytecode may be at any address.
  const void *bytes = nullptr;
  size_t length = 0;
  expectOk(rlx_graph_get_bytecode(graph, &bytes, &length));
  std::string moved = " " + std::string(static_cast<const char *>(bytes), length);
  rlx_executable_t *model = nullptr;
  expectOk(rlx_compile_source(moved.data() + 1, length, nullptr, &model));
  EXPECT_EQ(runOn(model, {1}, {0.5F}), numbers);
  rlx_executable_free(model);
}

TEST_F(GraphCAPI, ComputesWithSizes) {
  const rlx_graph_value_t x = input("x", {{0, "n"}, {4, nullptr}});
  rlx_graph_size_t rows, columns, product;
  expectOk(rlx_graph_get_size(graph, x, 0, &rows));
  expectOk(rlx_graph_get_size(graph, x, -1, &columns));
  EXPECT_EQ(columns.number, 4);
  EXPECT_EQ(columns.dynamic, 0u);
  expectOk(rlx_graph_compute_size(graph, '*', rows, columns, &product));
  const rlx_graph_value_t flat = add("reshape", {value("input", x), sizes("sizes", {product})});
  expectOk(rlx_graph_add_output(graph, "y", flat));
  EXPECT_EQ(rlx_graph_get_value_rank(graph, flat), 1u);
  EXPECT_STREQ(rlx_graph_get_value_size_text(graph, x, 0), "n");
  EXPECT_STREQ(rlx_graph_get_value_size_text(graph, x, 1), "4");
  EXPECT_STREQ(rlx_graph_get_value_size_text(graph, flat, 0), "n * 4");
  EXPECT_EQ(rlx_graph_get_value_size_text(graph, flat, 1), nullptr);
  EXPECT_EQ(rlx_graph_get_value_size_text(graph, 7, 0), nullptr);
  EXPECT_EQ(run({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}).size(), 8u);
  expectError(rlx_graph_get_size(graph, x, 2, &rows), RLX_INVALID_ARGUMENT, "axis 2");
  expectError(rlx_graph_compute_size(graph, '/', rows, {0, 0}, &product), RLX_INVALID_ARGUMENT,
              "divided by 0");
  expectError(rlx_graph_compute_size(graph, '^', rows, rows, &product), RLX_INVALID_ARGUMENT,
              "'+'");
  expectError(rlx_graph_compute_size(graph, '+', rows, {0, 77}, &product), RLX_INVALID_ARGUMENT,
              "no size of this graph");
}

TEST_F(GraphCAPI, BuildsBodies) {
  const rlx_graph_value_t x = input("x", {{0, "n"}, {2, nullptr}});
  rlx_graph_value_t zero = 0;
  const int64_t dims[] = {2};
  expectOk(rlx_graph_add_full(graph, RLX_F32, 0, dims, 1, &zero));
  Body step = [&](rlx_graph_t *, const Values &a) {
    const rlx_graph_value_t sum = add("add", {value("lhs", a[0]), value("rhs", a[1])});
    Values both = {sum, sum};
    expectOk(rlx_graph_yield(graph, both.data(), 2));
    return 0;
  };
  Values inits = {zero}, inputs = {x};
  Values sums =
      addAll("scan", {values("inits", inits), values("inputs", inputs), body("body", step)});
  ASSERT_EQ(sums.size(), 2u);
  expectOk(rlx_graph_add_output(graph, "y", sums[1]));
  EXPECT_EQ(run({3, 2}, {1, 2, 3, 4, 5, 6}), (std::vector<float>{1, 2, 4, 6, 9, 12}));
}

TEST_F(GraphCAPI, BodiesMayFail) {
  const rlx_graph_value_t x = input("x", {{2, nullptr}});
  const rlx_graph_value_t flag = input("flag", {}, RLX_BOOL);
  rlx_graph_value_t inner = 0;
  Body fails = [&](rlx_graph_t *, const Values &) {
    inner = add("neg", {value("input", x)});
    return 7;
  };
  Body gives = [&](rlx_graph_t *, const Values &) {
    expectWrong("neg", {}, "needs the argument 'input'"); // and goes on
    expectError(rlx_graph_add_output(graph, "y", x), RLX_INVALID_ARGUMENT, "declared in a body");
    const char *text = nullptr;
    expectError(rlx_graph_get_text(graph, 1, &text, nullptr), RLX_FAILED_PRECONDITION, "body");
    Values all = {add("exp", {value("input", x)})};
    expectOk(rlx_graph_yield(graph, all.data(), 1));
    return 0;
  };
  expectWrong("if", {value("predicate", flag), body("then", gives), body("else", fails)},
              "the body failed, with 7");
  expectWrong("neg", {value("input", inner)}, "belongs to a body that has ended");
  expectWrong("if", {value("predicate", flag), body("then", gives)}, "needs the argument 'else'");
  expectError(rlx_graph_yield(graph, &x, 1), RLX_FAILED_PRECONDITION, "no body");
  const rlx_graph_value_t y =
      add("if", {value("predicate", flag), body("then", gives), body("else", gives)});
  expectOk(rlx_graph_add_output(graph, "y", y));
  Body nested = [&](rlx_graph_t *, const Values &) {
    Arguments again = {value("predicate", flag), body("then", nested), body("else", nested)};
    rlx_status_t *status = tryOp("if", again);
    const int failed = status != nullptr;
    rlx_status_free(status);
    return failed;
  };
  expectWrong("if", {value("predicate", flag), body("then", nested), body("else", nested)},
              "the body failed, with 1");
  rlx_executable_t *model = nullptr;
  expectOk(rlx_compile_graph(graph, nullptr, &model));
  rlx_executable_free(model);
}

TEST_F(GraphCAPI, HasOneThreadInABody) {
  const rlx_graph_value_t x = input("x", {{2, nullptr}});
  Body other = [&](rlx_graph_t *, const Values &a) {
    std::thread([&] {
      expectError(tryOp("exp", {value("input", x)}), RLX_FAILED_PRECONDITION, "another thread");
    }).join();
    expectOk(rlx_graph_yield(graph, a.data(), a.size()));
    return 0;
  };
  Values inputs = {x};
  addAll("elementwise_region", {values("inputs", inputs), body("body", other)});
  add("exp", {value("input", x)});
}

TEST_F(GraphCAPI, MayBeFreedInABody) {
  const rlx_graph_value_t x = input("x", {{2, nullptr}});
  Body frees = [&](rlx_graph_t *inside, const Values &a) {
    rlx_graph_free(inside);
    expectOk(rlx_graph_yield(inside, a.data(), a.size()));
    return 0;
  };
  Values inputs = {x};
  Arguments arguments = {values("inputs", inputs), body("body", frees)};
  expectOk(tryOp("elementwise_region", arguments));
  graph = nullptr;
}

TEST_F(GraphCAPI, ErrorsSayWhereAndWhat) {
  const rlx_graph_value_t x = input("x", {{2, nullptr}, {3, nullptr}});
  expectOk(rlx_graph_set_place(graph, "net.c", 12, 7));
  expectOk(rlx_graph_begin_scope(graph, "encoder"));
  expectWrong("matmul", {value("lhs", x), value("rhs", x)}, "net.c:12:7 in encoder: 'rlx.matmul'");
  expectOk(rlx_graph_end_scope(graph));
  expectError(rlx_graph_end_scope(graph), RLX_FAILED_PRECONDITION, "no scope is open");
  expectOk(rlx_graph_set_place(graph, "net.c", 13, 0));
  expectWrong("matmull", {}, "net.c:13: there is no op 'matmull'; did you mean 'matmul'?");
  expectWrong("softmax", {value("input", x), integer("axes", 1)}, "did you mean 'axis'?");
  expectWrong("softmax", {value("input", x), integer("axis", 1), integer("axis", 1)}, "twice");
  expectWrong("softmax", {value("input", x), text("axis", "last")},
              "argument 'axis' expects an integer, but got 'last'");
  expectWrong("softmax", {value("input", x), integer("axis", 5)}, "'rlx.softmax' op");
  expectWrong("cast", {value("input", x), text("to", "f33")}, "expects an element type, but got");
  expectWrong("bitcast", {value("input", x), text("to", "c64")}, "attribute 'to'");
  expectWrong("compare", {value("lhs", x), value("rhs", x), text("predicate", "less")},
              "expects one of eq, ne, lt, le, gt, ge, but got 'less'");
  expectWrong("relu", {value(nullptr, x), value(nullptr, x)}, "has 1 arguments, but 2 are given");
  rlx_graph_argument_t wrong = value("input", x);
  const int kind = 99;
  std::memcpy(&wrong.kind, &kind, sizeof(kind));
  expectWrong("relu", {wrong}, "the kind 99");
  wrong = values("input", {});
  wrong.count = 3;
  wrong.as.values = nullptr;
  expectWrong("relu", {wrong}, "is NULL, but its count is 3");
  // What is right still is.
  expectOk(rlx_graph_add_output(graph, "y", add("relu", {value("input", x)})));
  expectError(rlx_graph_add_output(graph, "y", x), RLX_INVALID_ARGUMENT, "already an output");
  EXPECT_EQ(run({2, 3}, {1, -1, 1, -1, 1, -1}), (std::vector<float>{1, 0, 1, 0, 1, 0}));
}

TEST_F(GraphCAPI, RefusesForeignNumbers) {
  const rlx_graph_value_t x = input("x", {{0, "n"}});
  rlx_graph_size_t size;
  expectOk(rlx_graph_get_size(graph, x, 0, &size));
  rlx_graph_t *other = nullptr;
  expectOk(rlx_graph_create(&other));
  Arguments arguments = {value("input", x)};
  expectError(rlx_graph_add_op(other, "relu", arguments.data(), 1, nullptr, nullptr),
              RLX_INVALID_ARGUMENT, "no value of this graph");
  EXPECT_EQ(rlx_graph_get_value_dtype(other, x), RLX_INVALID_DTYPE);
  rlx_graph_free(other);
  for (rlx_graph_value_t number : {rlx_graph_value_t(0), x + 1, ~x, size.dynamic, UINT64_MAX})
    expectWrong("relu", {value("input", number)}, "value");
  expectError(rlx_graph_add_output(graph, "y", 3), RLX_INVALID_ARGUMENT, "output 'y'");
  expectError(tryOp("reshape", {value("input", x), sizes("sizes", {{0, x}})}), RLX_INVALID_ARGUMENT,
              "no size of this graph");
  // NULL everywhere.
  rlx_executable_t *model = nullptr;
  expectError(rlx_compile_graph(graph, nullptr, &model), RLX_FAILED_PRECONDITION, "no outputs");
  expectError(rlx_compile_graph(nullptr, nullptr, &model), RLX_INVALID_ARGUMENT, "graph is NULL");
  expectError(rlx_graph_add_op(nullptr, "relu", nullptr, 0, nullptr, nullptr), RLX_INVALID_ARGUMENT,
              "graph is NULL");
  expectError(rlx_graph_add_input(graph, "y", RLX_F32, nullptr, 2, nullptr), RLX_INVALID_ARGUMENT,
              "value is NULL");
  rlx_graph_value_t made;
  expectError(rlx_graph_add_input(graph, "y", RLX_F32, nullptr, 2, &made), RLX_INVALID_ARGUMENT,
              "dims is NULL");
  expectError(rlx_graph_add_input(graph, "x", RLX_F32, nullptr, 0, &made), RLX_INVALID_ARGUMENT,
              "already");
  const int64_t huge[] = {INT64_MAX, INT64_MAX};
  expectError(rlx_graph_add_param(graph, "w", RLX_F32, huge, 2, &made), RLX_INVALID_ARGUMENT,
              "more elements");
  rlx_graph_free(nullptr);
}

TEST_F(GraphCAPI, IsIndependentOfOthers) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([] {
      for (int turn = 0; turn < 20; ++turn) {
        rlx_graph_t *own = nullptr;
        expectOk(rlx_graph_create(&own));
        rlx_graph_value_t x = 0;
        rlx_graph_dim_t dims[] = {{0, "n"}, {2, nullptr}};
        expectOk(rlx_graph_add_input(own, "x", RLX_F32, dims, 2, &x));
        buildLayer(own, x);
        rlx_graph_free(own);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(GraphCAPI, ListsOps) {
  EXPECT_GT(rlx_graph_get_op_count(), 150u);
  EXPECT_EQ(rlx_graph_get_op_name(rlx_graph_get_op_count()), nullptr);
  EXPECT_EQ(rlx_graph_get_argument_count("nothing"), 0u);
  const char *name = nullptr;
  rlx_graph_kind_t kind;
  int required = 0;
  expectOk(rlx_graph_get_argument("conv", 2, &name, &kind, &required));
  EXPECT_STREQ(name, "bias");
  EXPECT_EQ(kind, RLX_GRAPH_VALUE);
  EXPECT_FALSE(required);
  expectError(rlx_graph_get_argument("conv", 99, &name, &kind, &required), RLX_NOT_FOUND, "99");
  EXPECT_STREQ(rlx_graph_get_argument_case("compare", 2, 1), "ne");
  EXPECT_EQ(rlx_graph_get_argument_case("compare", 2, 6), nullptr);
  EXPECT_EQ(rlx_graph_get_argument_case("conv", 0, 0), nullptr);
}

} // namespace
