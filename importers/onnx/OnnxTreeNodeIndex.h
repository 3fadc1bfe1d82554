// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nodes of TreeEnsembleRegressor and TreeEnsembleClassifier by the numbers that they have in
// their trees. Ensembles have millions of nodes, of which nearly all are found without a map.
#ifndef RLX_IMPORTERS_ONNX_ONNXTREENODEINDEX_H
#define RLX_IMPORTERS_ONNX_ONNXTREENODEINDEX_H

#include <map>
#include <optional>
#include <unordered_map>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace rlx::onnxim {

class TreeNodeIndex {
public:
  // Adds `node`, which is one more than the last one. False if the tree has the number already.
  bool add(int64_t tree, int64_t number, int64_t node) {
    auto [it, isNew] = runs.try_emplace(tree, NodeRange{node, 0});
    NodeRange &run = it->second;
    if (isNew)
      roots.push_back(node);
    if (find(run, tree, number))
      return false;
    if (number == run.count && node == run.first + run.count)
      ++run.count;
    else
      others[{tree, number}] = node;
    return true;
  }
  std::optional<int64_t> find(int64_t tree, int64_t number) const {
    auto it = runs.find(tree);
    return it == runs.end() ? std::nullopt : find(it->second, tree, number);
  }
  // The first node of each tree.
  llvm::ArrayRef<int64_t> getRoots() const { return roots; }

private:
  // Most trees have their nodes 0 to n - 1 in order, one behind the other.
  struct NodeRange {
    int64_t first, count;
  };
  std::optional<int64_t> find(const NodeRange &run, int64_t tree, int64_t number) const {
    if (number >= 0 && number < run.count)
      return run.first + number;
    auto it = others.find({tree, number});
    return it == others.end() ? std::nullopt : std::optional(it->second);
  }

  // Of the standard library: DenseMap reserves two of the keys.
  std::unordered_map<int64_t, NodeRange> runs; // by tree
  std::map<std::pair<int64_t, int64_t>, int64_t> others;
  llvm::SmallVector<int64_t> roots;
};

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXTREENODEINDEX_H
