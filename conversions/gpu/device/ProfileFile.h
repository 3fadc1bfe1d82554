// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device profiles as JSON: the built-in ones, and files. Members are those of rt::DeviceProfile.
//
// Compilation needs no device: a profile stands for it.
#ifndef RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H
#define RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H

#include "mlir/IR/Operation.h"
#include "runtime/device/DeviceProfile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rlx {

// Parses a profile. Members that are left out have the values that every device supports.
llvm::Expected<rt::DeviceProfile> parseProfile(llvm::StringRef json);

// Takes the name of a built-in profile, the path of a file that ends in ".json", or the JSON text
// itself, which begins with a brace. Texts are parsed once and kept; files are read each time.
// Threads: any.
llvm::Expected<rt::DeviceProfile> findProfile(llvm::StringRef nameOrFile);
// The same for a pass, with an error at the op.
mlir::FailureOr<rt::DeviceProfile> findProfileFor(mlir::Operation *op, llvm::StringRef device);

// The target whose devices such a profile describes; "vulkan" if there is no such profile, which
// the target reports.
std::string targetOfProfile(llvm::StringRef nameOrFile);

// The names: "lavapipe", "swiftshader", …
llvm::ArrayRef<llvm::StringRef> builtinProfiles();

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_DEVICE_PROFILEFILE_H
