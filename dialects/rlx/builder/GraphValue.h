// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handles that calls of GraphBuilder take and return: values, lists of values, sizes and
// numbers.
//
// All are small and cheap to copy. A handle belongs to its builder, and must not be used after the
// builder is destroyed. After finish() has returned the model, a handle no longer has a type.
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

/// The entry of a shape for a size that the inputs of a run decide.
inline constexpr int64_t kDynamicSize = -1;

/// A tensor of the graph: an input, a param, a constant, or a result of an op.
class GraphValue {
public:
  /// No value; an error if a value is needed.
  GraphValue() = default;

  /// Whether the handle has a value. Results of a failed call have none.
  bool valid() const { return value != nullptr; }

  /// F32, rank 0 and no sizes if the handle is not valid.
  rt::DType dtype() const;
  int64_t rank() const { return static_cast<int64_t>(shape().size()); }
  /// The sizes; kDynamicSize for those that the inputs of a run decide.
  std::vector<int64_t> shape() const;
  /// One size; a negative axis counts from the end. kDynamicSize also if there is no such axis.
  int64_t size(int64_t axis) const;

private:
  friend struct graph::State;
  GraphValue(graph::State *owner, void *value) : owner(owner), value(value) {}

  graph::State *owner = nullptr;
  void *value = nullptr; // an mlir::Value
};

/// A list of values. An index out of range returns an invalid value, so code that continues after
/// an error reads nothing out of bounds.
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

/// A size, static or decided by the inputs of a run (GraphBuilder::dim). Sizes have the operators
/// +,
/// -, * and / (which rounds down). An error in such arithmetic is reported at the call of dim.
class GraphSize {
public:
  template <std::integral T>
  GraphSize(T size) : known(static_cast<int64_t>(size)) {}

  /// kDynamicSize if the size is dynamic.
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

/// A size in the declaration of an input: a number, or the name of a size that each run decides.
/// Equal names are equal sizes. For example, {"batch", 64}.
class GraphDim {
public:
  template <std::integral T>
  GraphDim(T size) : size(static_cast<int64_t>(size)) {}
  GraphDim(const char *name) : size(kDynamicSize), symbol(name) {}
  GraphDim(std::string name) : size(kDynamicSize), symbol(std::move(name)) {}

  int64_t size;
  std::string symbol; // empty: the size is known
};

/// A number that takes the element type of its use.
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
