// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A depth-first walk, without recursion: graphs may be millions of nodes deep. See OnnxLiveNodes.h.
#include "importers/onnx/OnnxLiveNodes.h"

#include <vector>

#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxSubgraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using llvm::BitVector;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::Twine;

namespace rlx::onnxim {
namespace {

class Walk {
public:
  explicit Walk(const GraphProto &graph)
      : graph(graph), sources(graph.node.size()), live(graph.node.size()), begun(graph.node.size()),
        done(graph.node.size()) {}

  Error findProducers() {
    llvm::StringSet<> given;
    for (const ValueInfoProto &input : graph.input)
      given.insert(input.name);
    for (const TensorProto &tensor : graph.initializer)
      given.insert(tensor.name);
    for (const SparseTensorProto &tensor : graph.sparseInitializer)
      given.insert(tensor.values->name);
    for (auto [i, node] : llvm::enumerate(graph.node))
      for (const std::string &output : node.output)
        if (!output.empty() && (given.contains(output) || !producers.try_emplace(output, i).second))
          return llvm::createStringError("value '" + Twine(output) +
                                         "' is defined a second time, by node #" + Twine(i) + " '" +
                                         node.name + "'");
    return Error::success();
  }

  void findSources() {
    for (const ValueInfoProto &output : graph.output)
      need(output.name);
    while (!work.empty()) {
      const int node = work.pop_back_val();
      for (const std::string &input : valuesReadBy(graph.node[node]))
        if (std::optional<int> source = need(input))
          sources[node].push_back(*source);
    }
  }

  Error sort(llvm::SmallVectorImpl<int> &order) {
    for (int first : live.set_bits()) {
      work.push_back(first);
      while (!work.empty())
        if (Error error = step(order))
          return error;
    }
    return Error::success();
  }

private:
  // The node that computes the value, which is live then.
  std::optional<int> need(const std::string &name) {
    auto it = producers.find(name);
    if (it == producers.end())
      return std::nullopt;
    if (!live.test(it->second))
      work.push_back(it->second);
    live.set(it->second);
    return it->second;
  }

  // Takes the last node of the work: before its sources for the first time, then behind them.
  Error step(llvm::SmallVectorImpl<int> &order) {
    const int node = work.back();
    if (begun.test(node)) {
      work.pop_back();
      if (!done.test(node))
        order.push_back(node);
      done.set(node);
      return Error::success();
    }
    begun.set(node);
    for (int source : llvm::reverse(sources[node])) {
      if (done.test(source))
        continue;
      if (begun.test(source))
        return llvm::createStringError(
            "node #" + Twine(source) + " '" + graph.node[source].name + "' (" +
            graph.node[source].opType +
            ") reads its own result, over other nodes or at once: the graph has a cycle");
      work.push_back(source);
    }
    return Error::success();
  }

  const GraphProto &graph;
  llvm::StringMap<int> producers;        // of each value
  std::vector<SmallVector<int>> sources; // of each node
  BitVector live, begun, done;
  SmallVector<int> work;
};

} // namespace

Expected<SmallVector<int>> liveNodes(const GraphProto &graph) {
  Walk walk(graph);
  if (Error error = walk.findProducers())
    return std::move(error);
  walk.findSources();
  SmallVector<int> order;
  if (Error error = walk.sort(order))
    return std::move(error);
  return order;
}

} // namespace rlx::onnxim
