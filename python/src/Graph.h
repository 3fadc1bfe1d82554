// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph of the C API for rlx/_graph.py, which has the interface for users. Values are numbers
// here, and sizes are pairs (number, dynamic).
#ifndef RLX_PYTHON_GRAPH_H
#define RLX_PYTHON_GRAPH_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "rlx/rlx_graph.h"

namespace rlx::python {

class Graph {
public:
  Graph();
  Graph(const Graph &) = delete;
  ~Graph();

  uint64_t input(const std::string &name, const std::string &dtype, nanobind::sequence dims);
  uint64_t param(const std::string &name, const std::string &dtype,
                 const std::vector<int64_t> &dims);
  // With the type and the shape of the array, whose elements stay in Python.
  uint64_t paramLike(const std::string &name, nanobind::handle array);
  void output(const std::string &name, uint64_t value);
  uint64_t constant(nanobind::handle array);
  uint64_t full(const std::string &dtype, nanobind::handle number,
                const std::vector<int64_t> &dims);

  const char *dtype(uint64_t value) const;
  nanobind::tuple shape(uint64_t value) const; // -1: a run decides the size
  // A size as text; equal ones are equal sizes.
  std::string sizeText(uint64_t value, size_t axis);
  std::pair<int64_t, uint64_t> size(uint64_t value, int64_t axis);
  std::pair<int64_t, uint64_t> computeSize(const std::string &operation, nanobind::tuple lhs,
                                           nanobind::tuple rhs);

  // Arguments are tuples (name, kind, value): Value, Values, Size, Sizes, attribute, Body, Types. A
  // body is a function from the numbers of its arguments to those of its results; its exception
  // goes through.
  nanobind::tuple add(const std::string &op, nanobind::list arguments);

  void setPlace(const std::string &file, uint32_t line, uint32_t column);
  void beginScope(const std::string &name);
  void endScope();
  std::string text(bool withConstants);
  nanobind::bytes bytecode();

private:
  rlx_graph_t *graph = nullptr;
};

// Adds the class and graph_ops, a table of all ops, to the module.
void registerGraph(nanobind::module_ &m);

} // namespace rlx::python

#endif // RLX_PYTHON_GRAPH_H
