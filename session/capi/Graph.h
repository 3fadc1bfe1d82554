// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private: the graph behind the C handle. Values and sizes are numbers for C: the graph's own
// number in the upper half, and an index in the lower one. So every number can be checked.
#ifndef RLX_SESSION_CAPI_GRAPH_H
#define RLX_SESSION_CAPI_GRAPH_H

#include <string>
#include <thread>
#include <vector>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "runtime/base/NoThrow.h"
#include "runtime/capi/Handles.h"
#include "session/include/rlx/rlx_graph.h"

// The place of a call is that of rlx_graph_set_place, never one of these sources.
inline constexpr std::source_location kNowhere;

struct rlx_graph {
  rlx_graph();

  // ---- numbers for C
  rlx_graph_value_t add(rlx::GraphValue value);
  rlx_graph_size_t add(const rlx::GraphSize &size);
  // Null, with an error of the builder, for a number that is none of this graph. `what` names the
  // number in the message.
  const rlx::GraphValue *find(rlx_graph_value_t value, const std::string &what);
  std::optional<rlx::GraphSize> find(const rlx_graph_size_t &size, const std::string &what);
  // Without an error.
  const rlx::GraphValue *find(rlx_graph_value_t value) const;

  void fail(const std::string &message) { builder.fail(message, kNowhere); }

  rlx::GraphBuilder builder;
  std::vector<std::vector<rlx::GraphValue>>
      bodies;             // the values that each open body yields, innermost last
  std::thread::id thread; // which builds the bodies
  bool isFreed = false;   // in a body: it goes when that ends
  std::vector<rlx::GraphBuilder::Scope> scopes;
  std::map<std::string, rlx::rt::Tensor> params; // those with a value
  std::vector<rlx_graph_value_t> results;        // of the last op
  std::string text, bytes, sizeText;             // of the last call that returned them

private:
  uint64_t own; // this graph's number, in the upper half
  std::vector<rlx::GraphValue> values;
  std::vector<rlx::GraphSize> sizes;
};

namespace rlx::capi {

// Runs `body`, which may leave an error in the builder or return one. The graph forgets it, so that
// later calls have an effect.
template <typename Body>
rlx_status_t *onGraph(rlx_graph_t *graph, const Body &body) {
  if (!graph)
    return nullArgument("graph");
  return wrap(rt::catchAllocFailure([&]() -> rt::Status {
    if (!graph->bodies.empty() && graph->thread != std::this_thread::get_id())
      return rt::failedPrecondition("another thread builds a body of the graph");
    rt::Status status = rt::catchAllocFailure([&]() -> rt::Status { return body(); });
    rt::Status kept = graph->builder.takeError();
    return status.ok() ? std::move(kept) : std::move(status);
  }));
}

} // namespace rlx::capi

#endif // RLX_SESSION_CAPI_GRAPH_H
