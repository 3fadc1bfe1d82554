// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds every op to graphs of the C API with arbitrary arguments, whose names and mostly whose kinds
// are right. The result is an op or an error at the call, never a crash, and the graph goes on.
// MisuseTest.cpp of the builder does the same through the methods of C++, without bodies.
#include <rlx/rlx_graph.h>

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "unittests/TestSet.h"

namespace {

class Anything {
public:
  explicit Anything(uint64_t seed) : random(seed) { begin(); }
  ~Anything() { rlx_graph_free(graph); }
  Anything(const Anything &) = delete;

  // Adds the op; 1 if it was made.
  int add(const char *op) {
    lists.clear();
    std::vector<rlx_graph_argument_t> arguments;
    for (size_t i = 0; i < rlx_graph_get_argument_count(op); ++i) {
      const char *name = nullptr;
      rlx_graph_kind_t kind;
      int isRequired = 0;
      EXPECT_EQ(rlx_graph_get_argument(op, i, &name, &kind, &isRequired), nullptr);
      if (isRequired ? pick(0, 20) != 0 : pick(0, 1) != 0)
        arguments.push_back(argument(op, i, name, kind));
    }
    const rlx_graph_value_t *results = nullptr;
    size_t count = 0;
    rlx_status_t *status =
        rlx_graph_add_op(graph, op, arguments.data(), arguments.size(), &results, &count);
    if (!status) {
      EXPECT_TRUE(count == 0 || rlx_graph_get_value_dtype(graph, results[0]) != RLX_INVALID_DTYPE);
      return 1;
    }
    const rlx_status_code_t code = rlx_status_get_code(status);
    EXPECT_TRUE(code == RLX_INVALID_ARGUMENT || code == RLX_UNSUPPORTED)
        << op << ": " << rlx_status_get_message(status);
    rlx_status_free(status);
    return 0;
  }

  // The graph takes ops, and can be printed.
  void checkUsable() {
    rlx_graph_argument_t argument = {"input", RLX_GRAPH_VALUE, {.value = floats}, 0};
    const rlx_graph_value_t *made = nullptr;
    EXPECT_EQ(rlx_graph_add_op(graph, "neg", &argument, 1, &made, nullptr), nullptr);
    EXPECT_EQ(rlx_graph_add_output(graph, "y", made[0]), nullptr);
    const void *bytes = nullptr;
    size_t length = 0;
    rlx_status_t *status = rlx_graph_get_bytecode(graph, &bytes, &length);
    EXPECT_EQ(status, nullptr) << rlx_status_get_message(status);
    rlx_status_free(status);
  }

private:
  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  }

  void begin() {
    EXPECT_EQ(rlx_graph_create(&graph), nullptr);
    const bool isOneType = pick(0, 2) != 0;
    int dtype = pick(0, 2) ? RLX_F32 : static_cast<int>(pick(0, RLX_U2));
    for (int i = 0; i < 6; ++i) {
      static const rlx_graph_dim_t sizes[] = {{0, nullptr}, {1, nullptr}, {2, nullptr},
                                              {4, nullptr}, {4, nullptr}, {8, nullptr},
                                              {0, "n"},     {0, "m"}};
      std::vector<rlx_graph_dim_t> shape;
      for (int64_t d = pick(0, 4); d > 0; --d)
        shape.push_back(sizes[pick(0, 7)]);
      if (!isOneType && pick(0, 1))
        dtype = static_cast<int>(pick(0, RLX_U2));
      rlx_graph_value_t value = 0;
      EXPECT_EQ(rlx_graph_add_input(graph, ("x" + std::to_string(i)).c_str(),
                                    static_cast<rlx_dtype_t>(dtype), shape.data(), shape.size(),
                                    &value),
                nullptr);
      values.push_back(value);
      for (size_t d = 0; d < shape.size(); ++d) {
        rlx_graph_size_t size;
        EXPECT_EQ(rlx_graph_get_size(graph, value, static_cast<int64_t>(d), &size), nullptr);
        dims.push_back(size);
      }
    }
    for (int64_t number : {2, 4, 1, 0, -1, 3})
      dims.push_back({number, 0});
    dims.push_back({INT64_MIN, 0});
    const int64_t shape[] = {2};
    EXPECT_EQ(rlx_graph_add_param(graph, "floats", RLX_F32, shape, 1, &floats), nullptr);
  }

  rlx_graph_value_t anyValue() { return pick(0, 60) ? values[pick(0, values.size() - 1)] : 5; }
  int64_t anyInteger() {
    static constexpr int64_t extremes[] = {INT64_MIN, INT64_MAX, -7, 1000, int64_t(1) << 45};
    return pick(0, 7) ? pick(-2, 4) : extremes[pick(0, 4)];
  }
  double anyReal() {
    static constexpr double numbers[] = {0.5, 1, 0, -1, 1e300, INFINITY, NAN};
    return numbers[pick(0, 6)];
  }
  const char *anyString(const char *op, size_t index) {
    const char *name = rlx_graph_get_argument_case(op, index, static_cast<size_t>(pick(0, 6)));
    static const char *const others[] = {"f32", "i64", "bool", "", "c64", "text"};
    return name && pick(0, 9) ? name : others[pick(0, 5)];
  }

  // Lists that must live until the call.
  struct Lists {
    std::vector<rlx_graph_value_t> values;
    std::vector<rlx_graph_size_t> sizes;
    std::vector<int64_t> integers;
    std::vector<double> reals;
    std::vector<rlx_graph_type_t> types;
  };

  rlx_graph_argument_t argument(const char *op, size_t index, const char *name,
                                rlx_graph_kind_t kind) {
    if (!pick(0, 15))
      kind = static_cast<rlx_graph_kind_t>(pick(0, RLX_GRAPH_TYPES));
    rlx_graph_argument_t made = {name, kind, {.integer = 0}, static_cast<size_t>(pick(0, 4))};
    auto &list = *lists.emplace_back(std::make_unique<Lists>());
    auto fill = [&](auto &entries, auto any) {
      for (size_t i = 0; i < made.count; ++i)
        entries.push_back(any());
      return entries.data();
    };
    switch (kind) {
    case RLX_GRAPH_VALUE:
      made.as.value = anyValue();
      break;
    case RLX_GRAPH_VALUES:
      made.as.values = fill(list.values, [&] { return anyValue(); });
      break;
    case RLX_GRAPH_SIZE:
      made.as.size = dims[pick(0, dims.size() - 1)];
      break;
    case RLX_GRAPH_SIZES:
      made.as.sizes = fill(list.sizes, [&] { return dims[pick(0, dims.size() - 1)]; });
      break;
    case RLX_GRAPH_BOOL:
      made.as.boolean = static_cast<int>(pick(0, 1));
      break;
    case RLX_GRAPH_INT:
      made.as.integer = anyInteger();
      break;
    case RLX_GRAPH_FLOAT:
      made.as.real = anyReal();
      break;
    case RLX_GRAPH_STRING:
      made.as.string = anyString(op, index);
      break;
    case RLX_GRAPH_INTS:
      made.as.integers = fill(list.integers, [&] { return anyInteger(); });
      break;
    case RLX_GRAPH_FLOATS:
      made.as.reals = fill(list.reals, [&] { return anyReal(); });
      break;
    case RLX_GRAPH_DTYPE:
      made.as.dtype = static_cast<rlx_dtype_t>(pick(0, RLX_U2));
      break;
    case RLX_GRAPH_BODY:
      made.as.body = {&Anything::body, pick(0, 20) ? this : nullptr};
      break;
    case RLX_GRAPH_TYPES:
      list.sizes = {dims[pick(0, dims.size() - 1)], {2, 0}};
      made.as.types = fill(list.types, [&] {
        return rlx_graph_type_t{static_cast<rlx_dtype_t>(pick(0, RLX_U2)), list.sizes.data(),
                                static_cast<size_t>(pick(0, 2))};
      });
      break;
    }
    return made;
  }

  // A body gives some of its arguments or, now and then, other values; or it fails.
  static int body(void *context, rlx_graph_t *graph, const rlx_graph_value_t *arguments,
                  size_t count) {
    auto *self = static_cast<Anything *>(context);
    if (!self || !self->pick(0, 9))
      return 1;
    std::vector<rlx_graph_value_t> given(arguments, arguments + count);
    if (!self->pick(0, 2))
      given.push_back(self->anyValue());
    if (!given.empty() && !self->pick(0, 2))
      given.resize(static_cast<size_t>(self->pick(0, given.size())));
    if (!given.empty() && self->pick(0, 1)) {
      rlx_graph_argument_t input = {"input", RLX_GRAPH_VALUE, {.value = given.back()}, 0};
      const rlx_graph_value_t *made = nullptr;
      rlx_status_t *status = rlx_graph_add_op(graph, "exp", &input, 1, &made, nullptr);
      if (!status)
        given.back() = made[0];
      rlx_status_free(status);
    }
    if (self->values.size() < 200) // also used when the body has ended
      self->values.insert(self->values.end(), given.begin(), given.end());
    rlx_status_t *status = rlx_graph_yield(graph, given.data(), given.size());
    rlx_status_free(status);
    return 0;
  }

  std::mt19937_64 random;
  rlx_graph_t *graph = nullptr;
  rlx_graph_value_t floats = 0;
  std::vector<rlx_graph_value_t> values;
  std::vector<rlx_graph_size_t> dims;
  std::vector<std::unique_ptr<Lists>> lists;
};

TEST(GraphCAPIMisuse, IsAnErrorAndNoCrash) {
  const uint64_t graphs = runsAllTests() ? 100 : 3; // for each op
  int made = 0, all = 0;
  for (size_t i = 0; i < rlx_graph_get_op_count(); ++i) {
    const char *op = rlx_graph_get_op_name(i);
    SCOPED_TRACE(op);
    for (uint64_t graph = 0; graph < graphs; ++graph) {
      Anything anything(std::hash<std::string>()(op) + graph);
      for (int attempt = 0; attempt < 12; ++attempt, ++all)
        made += anything.add(op);
      anything.checkUsable();
    }
  }
  EXPECT_GT(made, 600);
  EXPECT_GT(all - made, 1500);
}

} // namespace
