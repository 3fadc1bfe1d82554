// Device profiles as JSON text, which code generation reads where the device is not.
#ifndef RLX_RUNTIME_VULKAN_API_PROFILEJSON_H
#define RLX_RUNTIME_VULKAN_API_PROFILEJSON_H

#include <string>

#include "runtime/vulkan/api/DeviceProfile.h"

namespace rlx::rt {

// One object, with a member for every member of DeviceProfile under its name, but for "vulkan", the
// version as text; element types are spelt as name() spells them. Ends with a line end.
std::string profileJson(const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_VULKAN_API_PROFILEJSON_H
