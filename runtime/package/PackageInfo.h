// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A description of a package, for people: `rlx-run-rt --info model.rlxe` prints it.
//
// Making it decodes and checks the whole package.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
#define RLX_RUNTIME_PACKAGE_PACKAGEINFO_H

#include <string>
#include <string_view>

#include "runtime/package/Package.h"

namespace rlx::rt {

// Lines of text: the writer, the model's signature, the variants with their features, and the sizes
// of all parts. Marks the variant that `device` would run (if it is empty, this machine), and says
// why the others would not be. Decodes and checks all programs. NotFound if there is no such
// device.
StatusOr<std::string> packageText(const Package &package, std::string_view device = {});

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
