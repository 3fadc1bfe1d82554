// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device profiles as JSON, which code generation reads where the device is not.
//
// `rlx-run-rt --device-profile NAME` prints the profile of a device.
#ifndef RLX_RUNTIME_DEVICE_PROFILEJSON_H
#define RLX_RUNTIME_DEVICE_PROFILEJSON_H

#include <string>

#include "runtime/device/DeviceProfile.h"

namespace rlx::rt {

// One JSON object with a member per member of DeviceProfile, under the same name. "vulkan" is the
// version as text. Element types are spelt as name() spells them. Ends with a newline.
std::string profileJson(const DeviceProfile &profile);

} // namespace rlx::rt

#endif // RLX_RUNTIME_DEVICE_PROFILEJSON_H
