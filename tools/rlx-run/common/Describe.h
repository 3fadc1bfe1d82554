// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Listings that need no run: the model's signature, devices, versions, dispatches, and
// explanations.
//
// All print to a stream and change nothing. Machine-readable forms are elsewhere: --json for
// measurements, --profile for a trace.
#ifndef RLX_TOOLS_RLXRUN_COMMON_DESCRIBE_H
#define RLX_TOOLS_RLXRUN_COMMON_DESCRIBE_H

#include "importers/onnx/OnnxImporter.h"
#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/common/Signature.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// --info. `device` is empty unless one is named.
rt::Status printPackage(const rt::Package &package, llvm::StringRef device, llvm::raw_ostream &os);

// The output of a bare `rlx-run MODEL`: inputs and outputs, and a command that runs the model.
// Compiles nothing.
void printSignature(Model &model, const Signature &signature, const std::string &path,
                    llvm::raw_ostream &os);
void printRunCommand(const Signature &signature, const std::string &path, llvm::raw_ostream &os);

// The same of an ONNX model that cannot be imported, since inputs leave their types open.
void printDeclaration(const OnnxDeclaration &declaration, const std::string &path,
                      llvm::raw_ostream &os);

// The line of an input that has its default value.
std::string defaultText(const OnnxDeclaration::Value &input);

void printDevices(llvm::raw_ostream &os);
void printVersion(llvm::raw_ostream &os);

// One line per dispatch of the compiled model.
void printDispatchReport(const rt::Program &program, const CompileInfo &info,
                         llvm::raw_ostream &os);
// The same for each of --device-profile, for which it compiles, with the number of kernels that the
// CPU runs.
rt::Status printProfileReports(Model &model, const Options &options, llvm::raw_ostream &os);
// All remarks of the compilation, and the time by phase.
void printExplanation(Model &model, llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_DESCRIBE_H
