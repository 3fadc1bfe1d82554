// The list of lanes; see Lane.h.
#include "tools/rlx-check/Lane.h"

namespace rlx::check {

std::vector<std::unique_ptr<Lane>> allLanes() {
  std::vector<std::unique_ptr<Lane>> lanes;
  lanes.push_back(createReferenceLane());
  lanes.push_back(createDecomposeLane());
  lanes.push_back(createCpuLane(/*fastPaths=*/true));
  lanes.push_back(createCpuLane(/*fastPaths=*/false));
  return lanes;
}

} // namespace rlx::check
