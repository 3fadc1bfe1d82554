// Runs a model as a package in another process: an emulator of another kind of processor, which
// runs the runtime built for it.
#ifndef RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H
#define RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H

#include "conversions/Target.h"
#include "tools/rlx-check/ModelForm.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

// Compiles the model, and runs it by `command`: words with blanks between, of which the first is a
// program and the last rlx-run-rt or one with its command line.
llvm::Expected<llvm::SmallVector<ref::Tensor>>
runInOtherProcess(const ModelForm &form, const TargetOptions &codegen, llvm::StringRef command);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H
