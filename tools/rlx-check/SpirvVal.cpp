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

using namespace llvm;

namespace rlx::check {
namespace {

// The lowest Vulkan version that accepts the module's SPIR-V version.
StringRef environmentOf(const rt::SpirvKernel &kernel) {
  uint32_t minor = kernel.words[1] >> 8 & 0xFF;
  return minor >= 6 ? "vulkan1.3" : minor >= 4 ? "vulkan1.2" : "vulkan1.1";
}

Error validate(const rt::SpirvKernel &kernel, StringRef program) {
  SmallString<128> module, said;
  int file;
  if (std::error_code error = sys::fs::createTemporaryFile("kernel", "spv", file, module))
    return createStringError(error, "no file for a kernel");
  FileRemover removeModule(module);
  {
    raw_fd_ostream out(file, /*shouldClose=*/true);
    out.write(reinterpret_cast<const char *>(kernel.words.data()),
              kernel.words.size() * sizeof(uint32_t));
  }
  if (std::error_code error = sys::fs::createTemporaryFile("spirv-val", "txt", said))
    return createStringError(error, "no file for what spirv-val says");
  FileRemover removeSaid(said);
  std::string why;
  StringRef environment = environmentOf(kernel);
  int result = sys::ExecuteAndWait(program, {program, "--target-env", environment, module},
                                   std::nullopt, {StringRef(""), said.str(), said.str()},
                                   /*SecondsToWait=*/60, 0, &why);
  if (result == 0)
    return Error::success();
  auto text = MemoryBuffer::getFile(said);
  return createStringError("kernel '" + kernel.name + "' is no valid SPIR-V: " + why +
                           (text ? (*text)->getBuffer().str() : ""));
}

} // namespace

Error validateSpirv(ArrayRef<uint8_t> bytes, StringRef program) {
  if (bytes.empty())
    return Error::success();
  rt::StatusOr<rt::SpirvImage> image = rt::decodeSpirvImage({bytes.data(), bytes.size()});
  if (!image.ok())
    return toError(image.status());
  for (const rt::SpirvKernel &kernel : image->kernels)
    if (Error error = validate(kernel, program))
      return error;
  return Error::success();
}

} // namespace rlx::check
