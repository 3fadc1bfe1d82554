// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The routes from a graph to results. All must agree with the reference.
#ifndef RLX_UNITTESTS_PROPERTY_ROUTES_H
#define RLX_UNITTESTS_PROPERTY_ROUTES_H

#include <optional>

#include "unittests/property/Graph.h"

namespace rlx::property {

struct Failure {
  std::string route;
  unsigned run = 0;
  bool isMismatch = false; // results differ; otherwise the route or the reference failed
  std::string message;
};

// Runs the graph by the named routes. Without names it runs all routes except Vulkan, and only one
// of the three variants of compilation. Returns the first failure.
std::optional<Failure> check(const Graph &graph, llvm::ArrayRef<llvm::StringRef> routes = {});
bool isRoute(llvm::StringRef name);

// Writes the graph as a test for rlx-check-rt, compiled for the Vulkan device `profile`, with the
// reference's results.
llvm::Error exportGraph(const Graph &graph, llvm::StringRef profile, const std::string &folder);

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_ROUTES_H
