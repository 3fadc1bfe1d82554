// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model as a package in another process, for example in an emulator of another CPU with the
// runtime built for it.
//
// The suite `aarch64` runs conformance files this way under QEMU on an x86-64 machine.
#ifndef RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H
#define RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H

#include "conversions/Target.h"
#include "tools/rlx-check/ModelForm.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

// Compiles the model and runs it with `command`: words separated by spaces, a program and its
// arguments, then the path of rlx-run-rt.
llvm::Expected<llvm::SmallVector<ref::Tensor>>
runInOtherProcess(const ModelForm &form, const TargetOptions &codegen, llvm::StringRef command);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_OTHERPROCESS_H
