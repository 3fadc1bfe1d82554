// The one check a Program passes before anything trusts it, wherever it came from.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H
#define RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H

#include "runtime/base/Status.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Indices in range, views only into earlier buffers, well-formed expressions, unique names, the
// prepare program free of symbols and of per-run buffers, only writable buffers written, arena
// buffers written before they are read, every output written, operands in memory that who uses them
// reaches. Sizes are checked when a shape is bound, since only then are they numbers. The message
// names the place.
Status verifyProgram(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_VERIFY_H
