// What a misspelt name was meant to be.
#ifndef RLX_RUNTIME_BASE_NEARESTNAME_H
#define RLX_RUNTIME_BASE_NEARESTNAME_H

#include <string>
#include <string_view>
#include <vector>

namespace rlx::rt {

// The one of `names` that `name` is most likely a misspelling of, small and capital letters alike;
// empty if none is close.
std::string_view nearestName(std::string_view name, const std::vector<std::string> &names);

} // namespace rlx::rt

#endif // RLX_RUNTIME_BASE_NEARESTNAME_H
