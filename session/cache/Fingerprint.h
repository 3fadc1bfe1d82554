// What two compilations must agree in for one to stand for the other.
#ifndef RLX_SESSION_CACHE_FINGERPRINT_H
#define RLX_SESSION_CACHE_FINGERPRINT_H

#include <map>
#include <string>

#include "session/Session.h"
#include "session/cache/Hasher.h"

namespace rlx {

using Fingerprint = Hash128;

// Everything that decides the program and its code: the module with its constants (see
// ModuleHash.h; with its declared sizes, so that a model specialised for a size is another one),
// the compile options, the processor that they stand for on this machine with all its features,
// names of the user's kernels, and the build of the compiler. Not the values of params, which are
// not compiled in, and not session.load. An error for a target or processor that does not exist.
rt::StatusOr<Fingerprint> fingerprintCode(mlir::ModuleOp module, const SessionOptions &options);

// Everything that decides an executable made of that code: also session.load, session.specialize
// and the values of params.
Fingerprint fingerprintExecutable(const Fingerprint &code, const rt::LoadOptions &load,
                                  const std::map<std::string, rt::Tensor> &params,
                                  const SpecializeOptions &specialize = {});

// Whether options ask only for the result of a compilation. Dumps, calls after phases and early
// ends happen while compiling: a compilation that is left out would leave them out.
bool wantsResultOnly(const CompileOptions &options);

} // namespace rlx

#endif // RLX_SESSION_CACHE_FINGERPRINT_H
