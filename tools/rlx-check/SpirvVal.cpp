// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the modules to files and calls spirv-val.
//
// One call per kernel, with a time limit of 60 s.
#include "tools/rlx-check/SpirvVal.h"

#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "tools/rlx-check/TensorForms.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::check {
namespace {

// The lowest Vulkan version that accepts the module's SPIR-V version.
llvm::StringRef environmentOf(const rt::SpirvKernel &kernel) {
  uint32_t minor = kernel.words[1] >> 8 & 0xFF;
  return minor >= 6 ? "vulkan1.3" : minor >= 4 ? "vulkan1.2" : "vulkan1.1";
}

llvm::Error validate(const rt::SpirvKernel &kernel, llvm::StringRef program) {
  llvm::SmallString<128> module, said;
  int file;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("kernel", "spv", file, module))
    return llvm::createStringError(error, "no file for a kernel");
  llvm::FileRemover removeModule(module);
  {
    llvm::raw_fd_ostream out(file, /*shouldClose=*/true);
    out.write(reinterpret_cast<const char *>(kernel.words.data()),
              kernel.words.size() * sizeof(uint32_t));
  }
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("spirv-val", "txt", said))
    return llvm::createStringError(error, "no file for what spirv-val says");
  llvm::FileRemover removeSaid(said);
  std::string why;
  llvm::StringRef environment = environmentOf(kernel);
  int result =
      llvm::sys::ExecuteAndWait(program, {program, "--target-env", environment, module},
                                std::nullopt, {llvm::StringRef(""), said.str(), said.str()},
                                /*SecondsToWait=*/60, 0, &why);
  if (result == 0)
    return llvm::Error::success();
  auto text = llvm::MemoryBuffer::getFile(said);
  return llvm::createStringError("kernel '" + kernel.name + "' is no valid SPIR-V: " + why +
                                 (text ? (*text)->getBuffer().str() : ""));
}

} // namespace

llvm::Error validateSpirv(llvm::ArrayRef<uint8_t> bytes, llvm::StringRef program) {
  if (bytes.empty())
    return llvm::Error::success();
  rt::StatusOr<rt::SpirvImage> image = rt::decodeSpirvImage({bytes.data(), bytes.size()});
  if (!image.ok())
    return toError(image.status());
  for (const rt::SpirvKernel &kernel : image->kernels)
    if (llvm::Error error = validate(kernel, program))
      return error;
  return llvm::Error::success();
}

} // namespace rlx::check
