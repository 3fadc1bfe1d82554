// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading packages (.rlxe): compiled models as files.
//
// A package holds one or more variants of a model, one per CPU or device. Loading picks the best
// variant that the device can run. Files are mapped; weights stay in the mapping. Nothing in a file
// is trusted.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGE_H
#define RLX_RUNTIME_PACKAGE_PACKAGE_H

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/device/Device.h"
#include "runtime/package/PackageFormat.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

// An opened package.
// Threads: immutable. Everything it returns shares its memory and keeps it alive.
class Package : public std::enable_shared_from_this<Package> {
public:
  struct Variant {
    std::string target; // of its kernels: "cpu" or "vulkan"
    std::vector<std::string> features;
    std::string processor; // LLVM's name of the CPU it was compiled for; empty if unknown
    uint32_t program = 0, code = package::kNone, persistent = package::kNone; // section numbers
    std::vector<ModelWeights::State> states;                                  // one per param
    std::vector<uint32_t> params; // section numbers, one per param
  };

  // Opens a package and checks the header and the manifest. A variant's sections are checked when
  // they are used. DataLoss for a damaged file. Unsupported for another version, which the message
  // names.
  static StatusOr<std::shared_ptr<const Package>> open(const std::string &path);
  // The same for bytes in memory that `owner` keeps, starting at a multiple of 64. `weightsPath`
  // stands for the package's path: its folder holds the weights file, if there is one.
  static StatusOr<std::shared_ptr<const Package>> fromBytes(std::span<const uint8_t> bytes,
                                                            std::shared_ptr<const void> owner,
                                                            const std::string &weightsPath = "");

  // Adds the file to an error: "<doing> 'm.rlxe'". No effect for a package made from bytes.
  Status inFile(Status status, std::string_view doing) const;

  // The version of RLX that wrote the package.
  const std::string &producer() const { return madeBy; }
  const std::vector<Variant> &variants() const { return all; }
  // Name of the weights file beside the package; empty if there is none.
  const std::string &weightsFile() const { return weightsName; }
  // The tag that its writer gave (PackageOptions::tag); may be empty.
  const std::string &tag() const { return tagText; }
  uint64_t sectionBytes(uint32_t section) const { return sections[section].bytes; }

  // Picks the best variant that `device` can run: first one without host kernels, then the one that
  // uses most features of the device, then of the host's CPU, then the first. Unsupported if there
  // is none; the message lists the variants and the missing features.
  StatusOr<const Variant *> choose(const Device &device) const;
  // Says why `device` cannot run a variant: "'vulkan:0' lacks shaderInt64". Empty if it can.
  static std::string unsupportedReason(const Device &device, const Variant &variant);

  // The decoded parts of a variant. Errors do not name the file; see inFile().
  StatusOr<Program> program(const Variant &variant) const;
  StatusOr<std::span<const uint8_t>> code(const Variant &variant) const;
  StatusOr<ModelWeights> weights(const Variant &variant, const Program &program) const;

private:
  Package() = default;
  Status take(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner,
              const std::string &weightsPath);
  Status readHeader(std::span<const uint8_t> bytes);
  Status readManifest();
  Status checkVariant(const Variant &variant) const;
  Status openWeightsFile(const std::string &packagePath);
  StatusOr<std::span<const uint8_t>> read(uint32_t section) const;
  StatusOr<Tensor> tensor(uint32_t section, DType dtype, std::span<const int64_t> shape) const;

  std::span<const uint8_t> files[2];
  std::shared_ptr<const void> owners[2];
  std::vector<package::Section> sections;
  std::string path; // empty for a package made from bytes
  std::string madeBy, weightsName, tagText;
  uint64_t weightsBytes = 0;
  std::vector<Variant> all;
};

// The default device of a package: the first device that can run one of its variants, in their
// order. Software Vulkan drivers come last. If no device can, one for which Package::choose() gives
// the reason.
StatusOr<Device *> defaultDevice(const Package &package);
// The device that the options name, otherwise the default device. If a model leaves the device
// nothing to compute, its package has CPU code only; the CPU then runs all of it, unless `strict`
// refuses that.
StatusOr<Device *> deviceFor(const Package &package, const LoadOptions &options);
// The variant that Package::choose() picks for the device. If the options name no device, an error
// also says why no Vulkan device was found for variants that need one.
StatusOr<const Package::Variant *> variantFor(const Package &package, const Device &device,
                                              const LoadOptions &options);

// Opens a package and makes an executable of the best variant. `kernels` must have the user kernels
// that the model names.
StatusOr<std::unique_ptr<Executable>>
loadPackage(const std::string &path, const LoadOptions &options = {}, KernelTable kernels = {});
StatusOr<std::unique_ptr<Executable>>
loadPackage(const Package &package, const LoadOptions &options = {}, KernelTable kernels = {});

// Recomputes the checksums of header and sections, if there is a header. For tests and fuzzers,
// which alter bytes behind valid checksums.
void resealPackage(std::span<uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGE_H
