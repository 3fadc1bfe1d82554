// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to package and to a run. A package that opens must load and run without access to memory
// outside it. Code is decoded, never executed.
#include <cstdio>
#include <cstring>

#include "runtime/cpu/CodeImage.h"
#include "runtime/cpu/CpuFeatures.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/vulkan/pipeline/SpirvCheck.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "unittests/fuzz/Fuzz.h"
#include "unittests/fuzz/TempFolder.h"
#include "unittests/runtime/MoeProgram.h"
#include "unittests/runtime/TestPackages.h"
#include "unittests/runtime/vulkan/SpirvModule.h"

using namespace rlx::rt;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

// Runs the executable with one row. Kernels of the test programs check nothing, so only programs
// with matching shapes run.
static void runOnce(Executable &executable) {
  const int64_t shape[] = {1, 4};
  alignas(64) static float data[4] = {1, 2, 3, 4};
  const Program &program = executable.program();
  std::vector<NamedTensor> inputs;
  for (const TensorSpec &spec : program.inputs)
    inputs.push_back({spec.name, {DType::F32, shape, data}});
  executable.run(inputs).ignore();
}

// Bytes of weights are arbitrary. The program must be the sum program, whose kernels are known.
static bool isOurs(const Program &program) {
  static const std::vector<uint8_t> ours = *encodeProgram(testing::sumProgram());
  auto bytes = encodeProgram(program);
  return bytes.ok() && *bytes == ours;
}

static const rlx::test::TempFolder &folder() {
  static const rlx::test::TempFolder made("rlx-package-fuzz");
  return made;
}
static std::string packageFile() {
  return folder() / "seed.rlxe";
}

// A package whose weights are in a separate file, which is kept.
static std::vector<uint8_t> packageWithWeightsFile() {
  const PackageVariant variant = std::move(*testing::sumVariant(testing::PackagedWeights::Raw));
  check(writePackage(packageFile(), {&variant, 1}, {.weightsBeside = true}).ok());
  std::vector<uint8_t> bytes = *readFile(packageFile());
  std::remove(packageFile().c_str());
  return bytes;
}

// Decodes and checks the image as the runtime does before the driver gets it.
static void checkSpirvImage(std::span<const uint8_t> bytes) {
  static const DeviceProfile profile = testing::fullProfile();
  if (const auto image = decodeSpirvImage(bytes); image.ok())
    for (const SpirvKernel &kernel : image->kernels)
      checkSpirvModule(kernel, profile).ignore();
}

static void openAndLoad(std::span<const uint8_t> bytes) {
  auto copy = std::make_shared<ByteBlock>();
  copy->append(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy->mutableData());
  auto package = Package::fromBytes(copy->bytes(), copy, packageFile());
  if (!package.ok())
    return;
  packageText(**package).status().ignore();
  (*package)->choose(**DeviceRegistry::get().find("cpu")).status().ignore();
  for (const Package::Variant &variant : (*package)->variants()) {
    if (auto code = (*package)->code(variant); code.ok())
      decodeCodeImage(*code).status().ignore(), checkSpirvImage(*code);
    auto program = (*package)->program(variant);
    if (!program.ok())
      continue;
    auto weights = (*package)->weights(variant, *program);
    if (!weights.ok())
      continue;
    const bool runs = isOurs(*program);
    KernelTable kernels =
        program->moeLayers.empty() ? testing::testKernels() : testing::moeKernels();
    auto executable =
        Executable::load(std::move(*program), kernels, {"cpu", 1}, std::move(*weights));
    if (executable.ok() && runs)
      runOnce(**executable);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::vector<uint8_t> beside = packageWithWeightsFile();
  openAndLoad({data, size});
  // The same bytes with valid checksums, so that mutations reach the data behind them.
  std::vector<uint8_t> sealed(data, data + size);
  resealPackage(sealed);
  openAndLoad(sealed);
  decodeCodeImage({data, size}).status().ignore();
  checkSpirvImage({data, size});
  if (auto kernels = decodeSpirvImage({data, size}); kernels.ok())
    check(decodeSpirvImage(*encodeSpirvImage(*kernels)).ok());
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  const std::string path = folder() / "other.rlxe";
  CodeImage image;
  image.architecture = std::string(hostArchitecture());
  image.segments = {
      {CodeImage::Protection::ReadExecute, 0, std::vector<uint8_t>(64, 0xC3)},
      {CodeImage::Protection::ReadWrite, kCodeSegmentAlignment, std::vector<uint8_t>(16)}};
  image.imports = {{kCodeSegmentAlignment, "floorf"}};
  image.relative = {kCodeSegmentAlignment + 8};
  image.kernels = {{"add_rows", 0}, {"double", 8}};
  std::vector<std::vector<uint8_t>> seeds = {*encodeCodeImage(image)};
  check(decodeCodeImage(seeds.back()).ok());
  SpirvImage spirv;
  spirv.kernels = {testing::smallModule().kernel()};
  spirv.hostCode = seeds.back();
  seeds.push_back(*encodeSpirvImage(spirv));
  check(decodeSpirvImage(seeds.back()).ok());
  using Kind = testing::PackagedWeights;
  for (const Kind kind : {Kind::Prepared, Kind::Raw, Kind::None}) {
    PackageVariant variant = std::move(*testing::sumVariant(kind));
    variant.features = {"sse3", "avx2"};
    seeds.push_back(*testing::packageBytes(variant, path));
    variant.code = seeds.front();
    seeds.push_back(*testing::packageBytes(variant, path));
  }
  seeds.push_back(packageWithWeightsFile());
  PackageVariant experts;
  experts.program = testing::moeProgram();
  experts.weights =
      *(*Executable::load(testing::moeProgram(), testing::moeKernels()))->shareWeights();
  seeds.push_back(*testing::packageBytes(experts, path));
  return seeds;
}
