// Reading packages: compiled models as files.
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

// Threads: immutable. Everything that it gives shares its memory and keeps it.
class Package : public std::enable_shared_from_this<Package> {
public:
  struct Variant {
    std::string target; // of its kernels: "cpu"
    std::vector<std::string> features;
    std::string processor; // LLVM's name of the one it was compiled for; empty if nobody said
    uint32_t program = 0, code = package::kNone, persistent = package::kNone; // sections
    std::vector<ModelWeights::State> states;                                  // one a param
    std::vector<uint32_t> params;                                             // sections
  };

  // Checks the header and the manifest; what a variant needs is checked when it is taken. DataLoss
  // for a file that is damaged, Unsupported for one of another version (which the message names).
  static StatusOr<std::shared_ptr<const Package>> open(const std::string &path);
  // The same for bytes that `owner` keeps, which start at a multiple of 64. `besidePath` stands
  // for the package's path: its folder has the second file, if there is one.
  static StatusOr<std::shared_ptr<const Package>> fromBytes(std::span<const uint8_t> bytes,
                                                            std::shared_ptr<const void> owner,
                                                            const std::string &besidePath = "");

  // Adds to an error which file it is about: "<doing> 'm.rlxe'". Nothing for a package of bytes.
  Status inFile(Status status, std::string_view doing) const;

  // The version of RLX that wrote it.
  const std::string &producer() const { return madeBy; }
  const std::vector<Variant> &variants() const { return all; }
  // Name of the file beside it with the weights; empty if there is none.
  const std::string &weightsFile() const { return beside; }
  // What its maker wrote into it (PackageOptions); empty if there is nothing.
  const std::string &tag() const { return tagText; }
  uint64_t sectionBytes(uint32_t section) const { return sections[section].bytes; }

  // Of those that `device` can run, one whose kernels it computes all itself before one that leaves
  // some to the host, then the one with most features of the device, then of the host's processor,
  // then the first. Unsupported lists what there is and what the device lacks.
  StatusOr<const Variant *> choose(const Device &device) const;
  // Why `device` cannot run one of them: "'vulkan:0' lacks shaderInt64"; empty if it can.
  static std::string whyNot(const Device &device, const Variant &variant);

  // Errors do not name the file; see inFile().
  StatusOr<Program> program(const Variant &variant) const;
  StatusOr<std::span<const uint8_t>> code(const Variant &variant) const;
  StatusOr<ModelWeights> weights(const Variant &variant, const Program &program) const;

private:
  Package() = default;
  Status take(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner,
              const std::string &besidePath);
  Status readHeader(std::span<const uint8_t> bytes);
  Status readManifest();
  Status checkVariant(const Variant &variant) const;
  Status openBeside(const std::string &packagePath);
  StatusOr<std::span<const uint8_t>> read(uint32_t section) const;
  StatusOr<Tensor> tensor(uint32_t section, DType dtype, std::span<const int64_t> shape) const;

  std::span<const uint8_t> files[2];
  std::shared_ptr<const void> owners[2];
  std::vector<package::Section> sections;
  std::string path; // empty unless it was opened by one
  std::string madeBy, beside, tagText;
  uint64_t besideBytes = 0;
  std::vector<Variant> all;
};

// The device that runs a package if nobody names one: in the order of its variants the first that
// can run one of them, and a driver of Vulkan for processors only if nothing else can. If none can,
// one of which Package::choose() says why.
StatusOr<Device *> defaultDevice(const Package &package);
// The one that does with these options. Where models leave a device nothing to compute, packages
// for it have code for the CPU alone, which then runs all of it, unless `strict` refuses that.
StatusOr<Device *> deviceFor(const Package &package, const LoadOptions &options);
// What Package::choose() says of that device; if nobody names it, the error also says why there is
// no device of Vulkan for variants that want one.
StatusOr<const Package::Variant *> variantFor(const Package &package, const Device &device,
                                              const LoadOptions &options);

// Opens a package and makes an executable of the variant that fits. `kernels` has the kernels of
// the user that the model names.
StatusOr<std::unique_ptr<Executable>>
loadPackage(const std::string &path, const LoadOptions &options = {}, KernelTable kernels = {});
StatusOr<std::unique_ptr<Executable>>
loadPackage(const Package &package, const LoadOptions &options = {}, KernelTable kernels = {});

// Makes the checksums of header and sections fit the bytes again, if there is a header. For tests
// and fuzzers, which want to get past them with altered bytes.
void resealPackage(std::span<uint8_t> bytes);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGE_H
