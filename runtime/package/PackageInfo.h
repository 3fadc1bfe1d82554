// What a package has inside, for people.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
#define RLX_RUNTIME_PACKAGE_PACKAGEINFO_H

#include <string>
#include <string_view>

#include "runtime/package/Package.h"

namespace rlx::rt {

// Lines of text: who wrote it, the model's signature, the variants with what they need and which of
// them `device` would run (if it is empty, this machine), and why no other, and the sizes of all
// parts. Reads and checks all programs. NotFound if there is no such device.
StatusOr<std::string> packageText(const Package &package, std::string_view device = {});

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
