// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a model to a package (.rlxe), a file that runs where no compiler is.
//
// A package may have variants for several CPUs and Vulkan devices. For example, {"x86-64-v3",
// "cortex-a76"} makes one for PCs and one for a Raspberry Pi 5.
#ifndef RLX_SESSION_PACKAGEMODEL_H
#define RLX_SESSION_PACKAGEMODEL_H

#include <map>
#include <string>
#include <vector>

#include "runtime/package/PackageWriter.h"
#include "session/Session.h"

namespace rlx {

// In a list of device profiles: one variant per CPU.
inline constexpr char kCpuProfile[] = "cpu";

struct PackageModelOptions {
  SessionOptions session; // of session.load only the device counts, for preparing weights
  // LLVM's names of CPUs, one variant each. Empty: the CPU of session.compile.codegen.
  std::vector<std::string> cpus;
  // Profiles of Vulkan devices (conversions/gpu/device/ProfileFile.h), one variant each. They
  // replace the variants for CPUs, unless kCpuProfile is in the list: then both are made, devices
  // first. The first of `cpus` is for host kernels. Without variants for CPUs it must be the only
  // one, as with a Vulkan target or device.
  std::vector<std::string> deviceProfiles;
  rt::PackageOptions file;
};

// Compiles a variant for every CPU and device, and writes the package. Params with a value go into
// it. If all have one and this machine can run the variant, they go in as prepared weights, so that
// loading computes nothing. `notes` lists the exceptions. The module is not changed.
rt::Status packageModel(mlir::ModuleOp module, const std::map<std::string, rt::Tensor> &params,
                        const PackageModelOptions &options, const std::string &path,
                        std::vector<std::string> &notes);

// The same for a model file with its param values.
rt::Status packageModelFile(const std::string &model, const PackageModelOptions &options,
                            const std::string &path);

// The same for MLIR text or bytecode, which messages call "source".
rt::Status packageModelText(const std::string &text,
                            const std::map<std::string, rt::Tensor> &params,
                            const PackageModelOptions &options, const std::string &path);

} // namespace rlx

#endif // RLX_SESSION_PACKAGEMODEL_H
