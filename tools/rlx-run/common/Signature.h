// What a model takes and gives, known without compiling it: for the bare listing, and to check the
// names on the command line before any work is done.
#ifndef RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H
#define RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H

#include <string>
#include <vector>

#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

struct Signature {
  std::vector<NamedLine> inputs, outputs;
  std::vector<std::string> params, missingParams; // lines; the latter have no value yet
  std::vector<std::string> dims;                  // names of the dynamic dimensions
  std::vector<rt::Guard>
      guards; // over these: what is known, before compilation, of what runs check
};

// A package must be loaded.
rt::StatusOr<Signature> readSignature(Model &model);

// Checks what --input, --dim and --output name, and that no input is missing if the model is to
// run. The messages list what the model has.
rt::Status checkNames(const Options &options, const Signature &signature);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_SIGNATURE_H
