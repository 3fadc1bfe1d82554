// The Vulkan target; see conversions/Target.h.
#ifndef RLX_CONVERSIONS_SPIRV_VULKANTARGET_H
#define RLX_CONVERSIONS_SPIRV_VULKANTARGET_H

#include "conversions/Target.h"

namespace rlx {

const Target &vulkanTarget();

} // namespace rlx

#endif // RLX_CONVERSIONS_SPIRV_VULKANTARGET_H
