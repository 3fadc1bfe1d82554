// The handles that calls of GraphBuilder take and give: values, lists of values, sizes and numbers.
//
// All are small and copied freely. A handle belongs to its builder and must not be used after the
// builder is gone; once finish() has given the model away it says nothing of its type any more.
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHVALUE_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHVALUE_H

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/base/DType.h"

namespace rlx {

namespace graph {
struct State;
} // namespace graph

// What a size that the inputs of a run decide is in shapes.
inline constexpr int64_t kDynamicSize = -1;

// A tensor of the graph: an input, a param, a constant or a result of an op.
class GraphValue {
public:
  // No value: an error where one is needed.
  GraphValue() = default;

  // Whether it is a value: not so for results of a call that failed.
  bool valid() const { return value != nullptr; }

  // F32, rank 0 and no sizes for what is not valid.
  rt::DType dtype() const;
  int64_t rank() const { return static_cast<int64_t>(shape().size()); }
  // kDynamicSize where the inputs of a run decide.
  std::vector<int64_t> shape() const;
  // One of them, from the end if `axis` is negative; kDynamicSize too if there is no such axis.
  int64_t size(int64_t axis) const;

private:
  friend struct graph::State;
  GraphValue(graph::State *owner, void *value) : owner(owner), value(value) {}

  graph::State *owner = nullptr;
  void *value = nullptr; // an mlir::Value
};

// Any number of values. What it does not have is no value, so that code which runs on after an
// error reads nothing that is not there.
class GraphValues {
public:
  GraphValues() = default;
  GraphValues(GraphValue value) : values{value} {}
  GraphValues(std::initializer_list<GraphValue> values) : values(values) {}
  GraphValues(std::vector<GraphValue> values) : values(std::move(values)) {}

  size_t size() const { return values.size(); }
  bool empty() const { return values.empty(); }
  GraphValue operator[](size_t i) const { return i < values.size() ? values[i] : GraphValue(); }
  GraphValue front() const { return (*this)[0]; }
  auto begin() const { return values.begin(); }
  auto end() const { return values.end(); }
  void push_back(GraphValue value) { values.push_back(value); }

private:
  std::vector<GraphValue> values;
};

// A size, known or decided by the inputs of a run (GraphBuilder::dim). Sizes are computed with
// +, -, * and / (which rounds down); an error in that is the builder's, at the call of dim.
class GraphSize {
public:
  template <std::integral T>
  GraphSize(T size) : known(static_cast<int64_t>(size)) {}

  // kDynamicSize if it is not known.
  int64_t staticSize() const { return value ? kDynamicSize : known; }
  bool isDynamic() const { return value != nullptr; }

  friend GraphSize operator+(GraphSize lhs, GraphSize rhs) { return compute('+', lhs, rhs); }
  friend GraphSize operator-(GraphSize lhs, GraphSize rhs) { return compute('-', lhs, rhs); }
  friend GraphSize operator*(GraphSize lhs, GraphSize rhs) { return compute('*', lhs, rhs); }
  friend GraphSize operator/(GraphSize lhs, GraphSize rhs) { return compute('/', lhs, rhs); }

private:
  friend struct graph::State;
  GraphSize(graph::State *owner, void *value, std::source_location where)
      : owner(owner), value(value), where(where) {}
  static GraphSize compute(char operation, GraphSize lhs, GraphSize rhs);

  int64_t known = 0;
  graph::State *owner = nullptr;
  void *value = nullptr; // an mlir::Value of type index
  std::source_location where;
};

// A size in the declaration of an input: a number, or a name for one that each run decides. Equal
// names are equal sizes.
class GraphDim {
public:
  template <std::integral T>
  GraphDim(T size) : size(static_cast<int64_t>(size)) {}
  GraphDim(const char *name) : size(kDynamicSize), symbol(name) {}
  GraphDim(std::string name) : size(kDynamicSize), symbol(std::move(name)) {}

  int64_t size;
  std::string symbol; // empty: the size is known
};

// A number that takes the element type of where it is used.
class GraphScalar {
public:
  template <typename T>
    requires std::is_arithmetic_v<T>
  GraphScalar(T number) : isInteger(std::is_integral_v<T>) {
    if constexpr (std::is_integral_v<T>)
      integer = static_cast<int64_t>(number);
    else
      real = static_cast<double>(number);
  }

  bool isInteger;
  int64_t integer = 0;
  double real = 0;
};

} // namespace rlx

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHVALUE_H
