// From a model to a package (.rlxe), a file that runs where no compiler is.
#ifndef RLX_SESSION_PACKAGEMODEL_H
#define RLX_SESSION_PACKAGEMODEL_H

#include <map>
#include <string>
#include <vector>

#include "runtime/package/PackageWriter.h"
#include "session/Session.h"

namespace rlx {

// In the place of a profile: a variant for each of the processors.
inline constexpr char kCpuProfile[] = "cpu";

struct PackageModelOptions {
  SessionOptions session; // of session.load only the device counts, for preparing weights
  // LLVM's names of the processors to compile for, one variant each; empty: the one that
  // session.compile.codegen names.
  std::vector<std::string> cpus;
  // Profiles of Vulkan devices (conversions/gpu/device/ProfileFile.h), one variant each in the
  // place of those for processors, or before them if kCpuProfile is among the names. The first of
  // `cpus` is for what runs beside a device. Without those for processors it is the only one, as
  // with a target or device of Vulkan.
  std::vector<std::string> deviceProfiles;
  rt::PackageOptions file;
};

// Compiles the model for every processor and writes the package. Params with a value go into it,
// as prepared weights where all of them have one and this machine can run the variant: then loading
// it computes nothing. `notes` says where it is otherwise. The module is left alone.
rt::Status packageModel(mlir::ModuleOp module, const std::map<std::string, rt::Tensor> &params,
                        const PackageModelOptions &options, const std::string &path,
                        std::vector<std::string> &notes);

// The same for a model file, with the values that it carries.
rt::Status packageModelFile(const std::string &model, const PackageModelOptions &options,
                            const std::string &path);

} // namespace rlx

#endif // RLX_SESSION_PACKAGEMODEL_H
