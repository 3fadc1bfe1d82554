// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fingerprints: hashes of everything that two compilations must share for one to replace the other.
//
// Caches use them as keys. A missing part would return wrong code, and an unnecessary part only
// costs a compilation.
#ifndef RLX_SESSION_CACHE_FINGERPRINT_H
#define RLX_SESSION_CACHE_FINGERPRINT_H

#include <map>
#include <string>

#include "session/Session.h"
#include "session/cache/Hasher.h"

namespace rlx {

using Fingerprint = Hash128;

// Hashes everything that decides a program and its code:
// - the module with its constants and declared sizes (ModuleHash.h);
// - compile options, and the CPU with all its features;
// - the names of user kernels;
// - the build of the compiler.
//
// Not included are param values, which are not compiled in, and session.load. NotFound for an
// unknown target or CPU.
rt::StatusOr<Fingerprint> fingerprintCode(mlir::ModuleOp module, const SessionOptions &options);

// Hashes everything that decides an executable of that code: also session.load, session.specialize
// and the param values.
Fingerprint fingerprintExecutable(const Fingerprint &code, const rt::LoadOptions &load,
                                  const std::map<std::string, rt::Tensor> &params,
                                  const SpecializeOptions &specialize = {});

// Whether the options ask only for the result. Dumps, callbacks after phases and early ends happen
// during compilation, so a cached result would skip them.
bool wantsResultOnly(const CompileOptions &options);

} // namespace rlx

#endif // RLX_SESSION_CACHE_FINGERPRINT_H
