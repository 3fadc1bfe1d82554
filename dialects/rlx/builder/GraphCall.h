// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of ops by name, for bindings to other languages and for programs that read graphs from
// elsewhere. In C++ the methods of GraphBuilder are shorter, and the compiler checks them.
//
//   graph::call(g, "conv", {{"input", x}, {"filter", w}, {"strides", std::vector<int64_t>{2, 2}}});
//
// Names are those of the op's definition (docs/generated/rlx-ops.md). Enums are strings. Arguments
// that are left out have their default. The bodies of ops with regions are arguments, too:
//   if           predicate, then, else
//   while        inits, condition, body
//   scan         inits, inputs, body, reverse, length, num_checkpoints
//   scan_backward inits, inputs, gradients, forward, vjp, reverse, length, num_checkpoints
//   elementwise_region inputs, body
//   custom       kernel, inputs, results, config, body
//   custom_fn    inputs, body, vjp, jvp
#ifndef RLX_DIALECTS_RLX_BUILDER_GRAPHCALL_H
#define RLX_DIALECTS_RLX_BUILDER_GRAPHCALL_H

#include <variant>

#include "dialects/rlx/builder/GraphBuilder.h"

namespace rlx::graph {

/// What an argument may be. An integer is taken where a number is expected, a list of integers for
/// a list of sizes or numbers, one value for a list of values, and the name of an element type
/// ("f32") for that type.
using ArgumentValue =
    std::variant<GraphValue, GraphValues, GraphSize, std::vector<GraphSize>, bool, int64_t, double,
                 std::string, std::vector<int64_t>, std::vector<double>, rt::DType, GraphScalar,
                 Body, std::vector<TensorType>>;

struct NamedArgument {
  std::string name; // empty: the first one, in the order of the definition, that is not given
  ArgumentValue value;
};

/// Adds the op. An unknown op, or a wrong, missing or unknown argument is an error of the builder,
/// as everywhere; there are no results then.
GraphValues call(GraphBuilder &builder, std::string_view op,
                 const std::vector<NamedArgument> &arguments,
                 std::source_location where = std::source_location::current());

} // namespace rlx::graph

#endif // RLX_DIALECTS_RLX_BUILDER_GRAPHCALL_H
