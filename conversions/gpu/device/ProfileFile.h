// Descriptions of Vulkan devices as files (JSON; the members are those of rt::DeviceProfile).
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H
#define RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H

#include "mlir/IR/Operation.h"
#include "runtime/vulkan/api/DeviceProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rlx {

// The text of a profile. Members that are left out are what every device has.
llvm::Expected<rt::DeviceProfile> parseProfile(llvm::StringRef json);

// By the name of a built-in profile, the path of a file that ends in ".json", or the text itself,
// which begins with a brace.
llvm::Expected<rt::DeviceProfile> findProfile(llvm::StringRef nameOrFile);
// The same for a pass, which reports an error at the op.
mlir::FailureOr<rt::DeviceProfile> findProfileFor(mlir::Operation *op, llvm::StringRef device);

// "lavapipe", "swiftshader", …
llvm::ArrayRef<llvm::StringRef> builtinProfiles();

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H
