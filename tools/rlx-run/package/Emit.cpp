// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes IR, LLVM IR, object code, SPIR-V or PTX modules, or a package.
//
// One function per kind of output.
#include "tools/rlx-run/package/Emit.h"

#include "runtime/base/File.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/cuda/kernel/CudaImage.h"
#include "runtime/program/model/Target.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "session/HostCpu.h"
#include "session/HostKernels.h"
#include "tools/rlx-run-rt/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

namespace rlx::run {
namespace {

rt::Status write(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> body) {
  std::error_code error;
  llvm::ToolOutputFile file(path.empty() ? "-" : path, error, llvm::sys::fs::OF_None);
  const std::string place = path.empty() || path == "-" ? "to standard output" : "'" + path + "'";
  if (error)
    return rt::invalidArgument("cannot write " + place + ": " + error.message());
  body(file.os());
  file.os().flush();
  if (file.os().has_error()) {
    std::string why = file.os().error().message();
    file.os().clear_error();
    return rt::invalidArgument("cannot write " + place + ": " + why);
  }
  file.keep();
  return rt::okStatus();
}

// The IR has no param values, so they go to a separate file.
rt::Status writeParams(Model &model, const Options &options, std::vector<std::string> &notes) {
  if (model.params().empty())
    return rt::okStatus();
  if (options.writesToStdout()) {
    notes.push_back("the IR does not hold the values of the model's " +
                    std::to_string(model.params().size()) +
                    " params; with -o FILE they go to FILE.safetensors");
    return rt::okStatus();
  }
  std::string path = options.outputFile + ".safetensors";
  notes.push_back("the values of the params are in '" + path + "' (for --params)");
  return writeSafetensors(path, model.params());
}

rt::Status writeSpirv(const std::vector<uint8_t> &code, const std::string &folder) {
  RLX_ASSIGN_OR_RETURN(rt::SpirvImage image, rt::decodeSpirvImage(code));
  for (const rt::SpirvKernel &kernel : image.kernels)
    RLX_RETURN_IF_ERROR(rt::writeFile(folder + "/" + fileName(kernel.name) + ".spv",
                                      {reinterpret_cast<const uint8_t *>(kernel.words.data()),
                                       kernel.words.size() * sizeof(uint32_t)}));
  return rt::okStatus();
}

rt::Status writePtx(const std::vector<uint8_t> &code, const std::string &folder) {
  RLX_ASSIGN_OR_RETURN(rt::CudaImage image, rt::decodeCudaImage(code));
  for (const rt::CudaKernel &kernel : image.kernels)
    RLX_RETURN_IF_ERROR(
        rt::writeFile(folder + "/" + fileName(kernel.name) + ".ptx",
                      {reinterpret_cast<const uint8_t *>(kernel.ptx.data()), kernel.ptx.size()}));
  return rt::okStatus();
}

// One file per module, named after its kernel; checkWritable() has created the folder. Kernels
// that the CPU runs are left out.
rt::Status writeModules(Model &model, const Options &options, std::vector<std::string> &notes) {
  const bool isPtx = options.emit == "ptx";
  const std::string_view target = isPtx ? rt::kCudaTarget : rt::kVulkanTarget;
  HostReason why(model.context());
  RLX_ASSIGN_OR_RETURN(CompiledModel compiled, model.compileOnly(options));
  if (std::string text = hostKernelsText(compiled.program); !text.empty())
    notes.push_back(text + " and have no " + (isPtx ? "PTX" : "SPIR-V") + hostReasonText(why));
  const auto isForDevice = [](const rt::Kernel &kernel) { return kernel.target != "cpu"; };
  const auto found = llvm::find_if(compiled.program.kernels, isForDevice);
  if (found == compiled.program.kernels.end())
    return rt::okStatus();
  if (found->target != target)
    return rt::invalidArgument("--emit=" + options.emit + " writes kernels for " +
                               std::string(target) + ", but the device is one of " + found->target);
  return (isPtx ? writePtx : writeSpirv)(compiled.code.binary, options.outputFile);
}

// Without --cpu a package is for the machine that made it.
rt::Status noteProcessor(const Options &options, std::vector<std::string> &notes) {
  if (!options.cpus.empty() || !options.isForCpus())
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(const std::string name, processorName({}));
  const std::string architecture(rt::hostArchitecture());
  notes.push_back("the package is for this machine's processor (" + name +
                  ") and others with all its features; --cpu=" + architecture +
                  " makes one for any " + architecture +
                  " processor, and --cpu=NAME,NAME one for "
                  "several");
  return rt::okStatus();
}

} // namespace

rt::Status emit(Model &model, const Options &options, std::vector<std::string> &notes) {
  if (options.emit == "rlxe") {
    RLX_RETURN_IF_ERROR(model.writePackage(options, notes));
    return noteProcessor(options, notes);
  }
  if (options.emit == "spirv" || options.emit == "ptx")
    return writeModules(model, options, notes);
  if (options.emit == "llvm" || options.emit == "obj") {
    RLX_ASSIGN_OR_RETURN(CompiledModel compiled, model.compileOnly(options));
    return write(options.outputFile, [&](llvm::raw_ostream &os) {
      if (options.emit == "llvm")
        os << compiled.code.text;
      else if (compiled.code.object)
        os << compiled.code.object->getBuffer();
    });
  }
  Options until = options;
  if (until.stopAfter.empty())
    until.stopAfter = "input";
  RLX_RETURN_IF_ERROR(model.runPhases(until));
  RLX_RETURN_IF_ERROR(write(options.outputFile, [&](llvm::raw_ostream &os) {
    model.module().print(os);
    os << "\n";
  }));
  return writeParams(model, options, notes);
}

} // namespace rlx::run
