// What a package has inside, for people.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
#define RLX_RUNTIME_PACKAGE_PACKAGEINFO_H

#include <string>

#include "runtime/package/Package.h"

namespace rlx::rt {

// Lines of text: who wrote it, the model's signature, the variants with what they need and which of
// them this machine would run, and the sizes of all parts. Reads and checks all programs.
StatusOr<std::string> packageText(const Package &package);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGEINFO_H
