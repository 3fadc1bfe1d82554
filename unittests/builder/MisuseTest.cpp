// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls every method generated from an op's definition with arbitrary arguments of the right C++
// types. The result is an op or an error at the call, never a crash. Inference sees operands before
// the verifier has checked their element types, so faults appear there.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "dialects/rlx/builder/GraphBuilder.h"

using namespace rlx;
using rt::DType;

namespace {

#include "dialects/rlx/builder/GraphOpVisitors.inc"

// Makes arguments. Most have one of a few types and shapes close to those that ops take, so that
// some calls are right.
class Anything {
public:
  explicit Anything(uint64_t seed) : random(seed) {}

  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  }
  // Begins a new graph with values to choose from.
  void begin(GraphBuilder &builder) {
    values.clear();
    bool isOneType = pick(0, 2);
    auto dtype = static_cast<DType>(pick(0, 2) ? int64_t(DType::F32) : pick(0, rt::kNumDTypes - 1));
    for (int i = 0; i < 6; ++i) {
      static const GraphDim sizes[] = {0, 1, 2, 4, 4, 8, "n", "m"};
      std::vector<GraphDim> shape;
      for (int64_t d = pick(0, 4); d > 0; --d)
        shape.push_back(sizes[pick(0, 7)]);
      if (!isOneType && pick(0, 1))
        dtype = static_cast<DType>(pick(0, rt::kNumDTypes - 1));
      values.push_back(builder.input("x" + std::to_string(i), dtype, shape));
    }
    sizes = {2, 4, 1, 0, -1, 3};
    for (GraphValue value : values)
      for (GraphSize size : builder.dims(value))
        sizes.push_back(size);
  }

  void fill(GraphValue &value) { value = values[pick(0, 5)]; }
  void fill(GraphValues &list) {
    for (int64_t n = pick(0, 3); n > 0; --n)
      list.push_back(values[pick(0, 5)]);
  }
  void fill(GraphSize &size) { size = sizes[pick(0, int64_t(sizes.size()) - 1)]; }
  void fill(GraphScalar &scalar) {
    scalar = pick(0, 1) ? GraphScalar(0.5) : GraphScalar(pick(-1, 300));
  }
  void fill(int64_t &number) {
    static constexpr int64_t extremes[] = {INT64_MIN, INT64_MAX, -7, 1000, int64_t(1) << 45};
    number = pick(0, 7) ? pick(-2, 4) : extremes[pick(0, 4)];
  }
  void fill(double &number) {
    static constexpr double numbers[] = {0.5, 1, 0, -1, 1e300, INFINITY, NAN};
    number = numbers[pick(0, 6)];
  }
  void fill(bool &flag) { flag = pick(0, 1); }
  void fill(std::string &text) { text = "text"; }
  void fill(DType &dtype) { dtype = static_cast<DType>(pick(0, rt::kNumDTypes)); }
  template <typename T>
    requires std::is_enum_v<T>
  void fill(T &value) {
    value = static_cast<T>(pick(0, 5));
  }
  template <typename T>
  void fill(std::vector<T> &list) {
    for (int64_t n = pick(0, 4); n > 0; --n) {
      T element = T(0);
      fill(element);
      list.push_back(element);
    }
  }
  template <typename T>
  void fill(std::optional<T> &value) {
    if (pick(0, 1)) {
      value.emplace(make<T>());
    }
  }
  void fill(std::source_location &) {}
  template <typename T>
    requires requires(T &options) { visit(options, [](auto &) {}); }
  void fill(T &options) {
    if (pick(0, 1))
      visit(options, [&](auto &field) { pick(0, 1) ? fill(field) : void(); });
  }

  template <typename T>
  T make() {
    if constexpr (std::is_same_v<T, std::source_location>) {
      return std::source_location::current();
    } else if constexpr (std::is_default_constructible_v<T>) {
      T value{};
      fill(value);
      return value;
    } else {
      T value(0);
      fill(value);
      return value;
    }
  }

private:
  std::mt19937_64 random;
  std::vector<GraphValue> values;
  std::vector<GraphSize> sizes;
};

struct Counts {
  int made = 0, refused = 0;
};

template <typename Result, typename... Arguments>
void misuse(const char *op, Result (GraphBuilder::*method)(Arguments...), Counts &counts) {
  SCOPED_TRACE(op);
  Anything anything(std::hash<std::string>()(op));
  for (int attempt = 0; attempt < 12; ++attempt) {
    GraphBuilder builder;
    anything.begin(builder);
    ASSERT_TRUE(builder.status().ok()) << builder.status().toString();
    (builder.*method)(anything.make<std::remove_cvref_t<Arguments>>()...);
    rt::Status status = builder.status();
    ++(status.ok() ? counts.made : counts.refused);
    if (status.ok())
      continue;
    EXPECT_TRUE(status.code() == rt::StatusCode::InvalidArgument ||
                status.code() == rt::StatusCode::Unsupported)
        << status.toString();
    EXPECT_NE(status.message().find("MisuseTest.cpp"), std::string::npos) << status.toString();
  }
}

TEST(GraphBuilderMisuse, IsAnErrorAndNoCrash) {
  Counts counts;
#define GRAPH_OP(NAME, METHOD) misuse(NAME, &GraphBuilder::METHOD, counts);
#include "dialects/rlx/builder/GraphOpNames.inc"
#undef GRAPH_OP
  EXPECT_GT(counts.made, 200);
  EXPECT_GT(counts.refused, 500);
}

} // namespace
