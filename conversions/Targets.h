// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets of this build. Their library links those of all rooms, so rooms do not include this.
#ifndef RLX_CONVERSIONS_TARGETS_H
#define RLX_CONVERSIONS_TARGETS_H

namespace rlx {

// Adds the targets of this build to the list (Target.h), the default one first; a second call adds
// nothing. A program that links this file has them before main(). The call links it, because a
// static library's files are linked only if something in them is called. Threads: any.
bool registerTargets();

} // namespace rlx

#endif // RLX_CONVERSIONS_TARGETS_H
