// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packages: contents are read back without a copy, and no data of a file is trusted.
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/ByteStream.h"
#include "runtime/base/File.h"
#include "runtime/base/Version.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/Package.h"
#include "runtime/package/PackageInfo.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPackages.h"

namespace package_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

std::string tempPath(const std::string &name) {
  return ::testing::TempDir() + "rlx-" + std::to_string(::getpid()) + "-" + name;
}

// A file that is removed with the object.
struct TempFile {
  explicit TempFile(const std::string &name) : path(tempPath(name)) {}
  ~TempFile() {
    std::remove(path.c_str());
    std::remove((path + ".weights").c_str());
  }
  std::string path;
};

Tensor matrix(int64_t rows, float value) {
  const int64_t shape[] = {rows, 4};
  Tensor tensor = std::move(*Tensor::allocate(DType::F32, shape));
  std::fill_n(tensor.as<float>(), rows * 4, value);
  return tensor;
}

// out[r][i] = (x + y) * 2 (i + 1) + 1.
void expectSums(Executable &executable) {
  const Tensor x = matrix(3, 1), y = matrix(3, 2);
  ASSERT_OK(executable.run(std::array{NamedTensor{"x", x.view()}, NamedTensor{"y", y.view()}}));
  ASSERT_OK_AND_ASSIGN(const TensorView out, executable.output("out"));
  for (int64_t i = 0; i < 12; ++i)
    EXPECT_EQ(out.as<float>()[i], static_cast<float>(6 * (i % 4 + 1) + 1)) << i;
}

std::vector<uint8_t> sumPackage(PackagedWeights kind) {
  auto variant = sumVariant(kind);
  EXPECT_TRUE(variant.ok()) << variant.status().toString();
  auto bytes = packageBytes(*variant, tempPath("bytes.rlxe"));
  EXPECT_TRUE(bytes.ok()) << bytes.status().toString();
  return *bytes;
}

// Bytes that start at a multiple of 64, as a mapped file does.
StatusOr<std::shared_ptr<const Package>> fromBytes(std::span<const uint8_t> bytes) {
  auto copy = std::make_shared<ByteBlock>();
  copy->append(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy->mutableData());
  return Package::fromBytes(copy->bytes(), copy);
}

StatusOr<std::unique_ptr<Executable>> loadBytes(std::span<const uint8_t> bytes) {
  RLX_ASSIGN_OR_RETURN(auto package, fromBytes(bytes));
  return loadPackage(*package, {"cpu", 1}, testKernels());
}

TEST(Package, PreparedWeightsAreMapped) {
  TempFile file("prepared.rlxe");
  ASSERT_OK_AND_ASSIGN(const PackageVariant variant, sumVariant(PackagedWeights::Prepared));
  ASSERT_OK(writePackage(file.path, {&variant, 1}));
  const uint64_t before = allocationStats().liveBytes;
  ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(file.path, {"cpu", 1}, testKernels()));
  EXPECT_EQ(allocationStats().liveBytes, before) << "weights or constants were copied";
  EXPECT_EQ(executable->missingParams().size(), 0u);
  EXPECT_EQ(executable->memoryUse().persistentBytes, 64);
  expectSums(*executable);
  // The file may be deleted. Its memory stays mapped.
  std::remove(file.path.c_str());
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  executable.reset();
  expectSums(*clone);
}

TEST(Package, OtherParamsCanBeSetLater) {
  ASSERT_OK_AND_ASSIGN(auto executable, loadBytes(sumPackage(PackagedWeights::Prepared)));
  // The mapping is read-only, so a second preparation must not write to it.
  const int64_t four = 4;
  const float ones[4] = {1, 2, 3, 4};
  ASSERT_OK(executable->setParam("scale", {DType::F32, {&four, 1}, ones}));
  expectSums(*executable);
}

TEST(Package, RawWeightsArePreparedHere) {
  ASSERT_OK_AND_ASSIGN(auto executable, loadBytes(sumPackage(PackagedWeights::Raw)));
  expectSums(*executable);
}

TEST(Package, WithoutWeights) {
  ASSERT_OK_AND_ASSIGN(auto executable, loadBytes(sumPackage(PackagedWeights::None)));
  ASSERT_EQ(executable->missingParams().size(), 1u);
  const Tensor x = matrix(1, 0);
  EXPECT_ERROR(executable->run(std::array{NamedTensor{"x", x.view()}, NamedTensor{"y", x.view()}}),
               FailedPrecondition, "no value yet: 'scale'");
  const int64_t four = 4;
  const float ones[4] = {1, 2, 3, 4};
  ASSERT_OK(executable->setParam("scale", {DType::F32, {&four, 1}, ones}));
  expectSums(*executable);
}

TEST(Package, SeparateWeightsFile) {
  TempFile file("beside.rlxe");
  ASSERT_OK_AND_ASSIGN(const PackageVariant variant,
                       sumVariant(PackagedWeights::Prepared, {.cols = 4}));
  ASSERT_OK(writePackage(file.path, {&variant, 1}, {.weightsBeside = true}));
  {
    ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(file.path, {"cpu", 1}, testKernels()));
    expectSums(*executable);
  }
  const std::string weights = file.path + ".weights";
  ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> bytes, readFile(weights));
  bytes[1] ^= 1;
  ASSERT_OK(writeFile(weights, bytes));
  EXPECT_ERROR(loadPackage(file.path, {"cpu", 1}, testKernels()).status(), DataLoss,
               "beside.rlxe.weights' beside it is damaged");
  bytes.pop_back();
  ASSERT_OK(writeFile(weights, bytes));
  EXPECT_ERROR(Package::open(file.path).status(), DataLoss,
               "63 bytes, but the package's weights have 64");
  std::remove(weights.c_str());
  EXPECT_ERROR(Package::open(file.path).status(), NotFound, "looking for the weights");
}

TEST(Package, VariantsShareWeightsAndTheBestIsChosen) {
  TempFile file("variants.rlxe");
  std::vector<PackageVariant> variants;
  for (const char *feature : {"sse3", "", "no-such-feature"}) {
    ASSERT_OK_AND_ASSIGN(PackageVariant variant,
                         sumVariant(PackagedWeights::Prepared, {.cols = 4, .costNs = 1}));
    if (*feature)
      variant.features = {feature};
    variants.push_back(std::move(variant));
  }
  ASSERT_OK(writePackage(file.path, variants));
  ASSERT_OK_AND_ASSIGN(auto package, Package::open(file.path));
  ASSERT_EQ(package->variants().size(), 3u);
  EXPECT_EQ(package->variants()[0].persistent, package->variants()[2].persistent);
  ASSERT_OK_AND_ASSIGN(Device *const cpu, DeviceRegistry::get().find("cpu"));
  ASSERT_OK_AND_ASSIGN(const Package::Variant *const best, package->choose(*cpu));
  EXPECT_EQ(best, &package->variants()[cpu->hasFeature("sse3") ? 0 : 1]);
  ASSERT_OK_AND_ASSIGN(const std::string text, packageText(*package));
  EXPECT_NE(text.find("x: f32[rows,4]"), std::string::npos) << text;
  EXPECT_NE(text.find("needs no-such-feature"), std::string::npos) << text;
  EXPECT_NE(text.find("1 prepared, 64 bytes"), std::string::npos) << text;
}

namespace {
// A device that has all features but "no-such-feature".
class AnyDevice : public Device {
public:
  std::string_view name() const override { return "any:0"; }
  std::string_view target() const override { return "cpu"; }
  bool hasFeature(std::string_view feature) const override { return feature != "no-such-feature"; }
  std::string codegenProfile() const override { return ""; }
  std::string description() const override { return "any"; }
  StatusOr<std::unique_ptr<Executor>> createExecutor(std::shared_ptr<const Program>,
                                                     const KernelTable &, int64_t,
                                                     const ExecutorOptions &) override {
    return internalError("it runs nothing");
  }
};
} // namespace

// The number of the host code's features makes no variant better.
TEST(Package, TheDeviceGoesBeforeTheHost) {
  using Features = std::vector<std::string>;
  const Features hosts{"a", "cpu:x86_64", "cpu:avx", "cpu:avx2", "cpu:fma"};
  const auto chosen = [](const std::vector<Features> &lists) -> size_t {
    std::vector<PackageVariant> variants;
    for (const Features &features : lists) {
      variants.push_back(std::move(*sumVariant(PackagedWeights::None)));
      variants.back().features = features;
    }
    TempFile file("device.rlxe");
    EXPECT_OK(writePackage(file.path, variants));
    auto package = Package::open(file.path);
    EXPECT_OK(package.status().copy());
    const auto best = (*package)->choose(AnyDevice());
    EXPECT_OK(best.status().copy());
    return static_cast<size_t>(*best - (*package)->variants().data());
  };
  EXPECT_EQ(chosen({hosts, {"a"}}), 1u);
  EXPECT_EQ(chosen({{"a"}, hosts}), 0u);
  EXPECT_EQ(chosen({hosts, {}}), 1u);
  // All variants leave some kernels to the host. Features of the device decide, then those of the
  // processor.
  EXPECT_EQ(chosen({hosts, {"a", "b", "cpu:avx"}}), 1u);
  EXPECT_EQ(chosen({{"a", "cpu:avx"}, hosts}), 1u);
  EXPECT_EQ(chosen({{"a"}, {"a", "b"}, {"c", "d"}}), 1u);
  EXPECT_EQ(chosen({hosts, {"a", "no-such-feature"}}), 0u);
}

TEST(Package, NoVariantRunsHere) {
  TempFile file("foreign.rlxe");
  ASSERT_OK_AND_ASSIGN(PackageVariant variant, sumVariant(PackagedWeights::None));
  variant.features = {"sse3", "avx9000"};
  ASSERT_OK(writePackage(file.path, {&variant, 1}));
  EXPECT_ERROR(loadPackage(file.path, {}, testKernels()).status(), Unsupported,
               "needs what it lacks, avx9000; while loading '");
}

TEST(Package, MissingKernels) {
  ASSERT_OK_AND_ASSIGN(auto package, fromBytes(sumPackage(PackagedWeights::None)));
  EXPECT_ERROR(loadPackage(*package).status(), NotFound, "no code for 'add_rows'");
}

TEST(Package, OtherVersionsAreRefusedByName) {
  std::vector<uint8_t> bytes = sumPackage(PackagedWeights::None);
  package::Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.version = 7;
  std::strcpy(header.producer, "2.5.0\n");
  std::memcpy(bytes.data(), &header, sizeof(header));
  EXPECT_ERROR(fromBytes(bytes).status(), Unsupported,
               std::string("format version 7, written by RLX 2.5.0?; this runtime, RLX ") +
                   versionText() + ", reads version 1");
}

TEST(Package, NotAPackage) {
  const std::string text = "func.func @main() { return } // not a package, but long enough for it";
  EXPECT_ERROR(fromBytes({reinterpret_cast<const uint8_t *>(text.data()), text.size()}).status(),
               DataLoss, "not an RLX package");
  EXPECT_ERROR(fromBytes({}).status(), DataLoss, "not an RLX package");
  EXPECT_ERROR(Package::open(tempPath("nothing.rlxe")).status(), NotFound, "cannot open");
  EXPECT_ERROR(Package::open(::testing::TempDir()).status(), InvalidArgument,
               "is not a regular file");
  EXPECT_ERROR(Package::open("/dev/full").status(), InvalidArgument, "is not a regular file");
  // The file claims to have no bytes, but has some.
  EXPECT_ERROR(Package::open("/proc/self/stat").status(), DataLoss, "not an RLX package");
}

TEST(Package, EveryTruncationIsAnError) {
  const std::vector<uint8_t> bytes = sumPackage(PackagedWeights::Prepared);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(fromBytes(std::span(bytes).first(size)).ok()) << size;
}

// Changes each byte in turn. The change is detected, or the results are equal.
TEST(Package, EveryDamagedByteIsNoticedOrHarmless) {
  for (const PackagedWeights kind : {PackagedWeights::Prepared, PackagedWeights::Raw}) {
    std::vector<uint8_t> bytes = sumPackage(kind);
    size_t harmless = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      for (const uint8_t change : {0x01, 0x80, 0xFF}) {
        bytes[i] ^= change;
        if (auto executable = loadBytes(bytes); executable.ok()) {
          ++harmless;
          expectSums(**executable);
        }
        bytes[i] ^= change;
      }
    }
    // Only padding between the six sections may change undetected, less than 64 bytes each.
    EXPECT_LT(harmless, 3 * 6 * 64u);
  }
}

// A process that is killed while it writes leaves the previous package, and no other file.
TEST(Package, InterruptedWritingLeavesNothing) {
  const std::string folder = tempPath("interrupted");
  ASSERT_TRUE(std::filesystem::create_directory(folder));
  const std::string path = folder + "/m.rlxe";
  ASSERT_OK_AND_ASSIGN(const PackageVariant small, sumVariant(PackagedWeights::Prepared));
  ASSERT_OK_AND_ASSIGN(const PackageVariant large,
                       sumVariant(PackagedWeights::Prepared, {.cols = 100000}));
  ASSERT_OK(writePackage(path, {&small, 1}));
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{100000, 100000}; // a write beyond it kills the process
    ::signal(SIGXFSZ, SIG_DFL);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    writePackage(path, {&large, 1}).ignore();
    ::_exit(0);
  }
  int ended = 0;
  ASSERT_EQ(::waitpid(child, &ended, 0), child);
  EXPECT_TRUE(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGXFSZ) << ended;
  std::vector<std::string> left;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    left.push_back(entry.path().filename());
  EXPECT_EQ(left, std::vector<std::string>{"m.rlxe"});
  ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(path, {"cpu", 1}, testKernels()));
  expectSums(*executable);
  std::filesystem::remove_all(folder);
}

// The error names a damaged file once, whether opening or loading finds the damage.
TEST(Package, ErrorsNameTheFile) {
  const std::vector<uint8_t> whole = sumPackage(PackagedWeights::Prepared);
  TempFile file("damaged.rlxe");
  for (const size_t at : {size_t(70), whole.size() - 1}) {
    std::vector<uint8_t> bytes = whole;
    bytes[at] ^= 1;
    EXPECT_EQ(loadBytes(bytes).status().toString().find("; while"), std::string::npos);
    ASSERT_OK(writeFile(file.path, bytes));
    const Status damaged = loadPackage(file.path, {"cpu", 1}, testKernels()).status();
    EXPECT_EQ(damaged.code(), StatusCode::DataLoss) << damaged.toString();
    const std::string text = damaged.toString();
    const size_t first = text.find("'" + file.path + "'");
    EXPECT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find(file.path, first + 2), std::string::npos) << text;
  }
  // The error of missing kernels names the file, too, also for an open package.
  ASSERT_OK(writeFile(file.path, whole));
  EXPECT_ERROR(loadPackage(file.path).status(), NotFound, "; while loading '" + file.path + "'");
  ASSERT_OK_AND_ASSIGN(const auto package, Package::open(file.path));
  EXPECT_ERROR(loadPackage(*package).status(), NotFound, "; while loading '" + file.path + "'");
}

TEST(Package, NamesTheProcessorsOfItsVariants) {
  ASSERT_OK_AND_ASSIGN(PackageVariant variant, sumVariant(PackagedWeights::Raw));
  TempFile file("processors.rlxe");
  for (const char *name : {"", "znver4"}) {
    variant.processor = name;
    for (const char *tag : {"", "a tag"}) {
      ASSERT_OK(writePackage(file.path, {&variant, 1}, {.tag = tag}));
      ASSERT_OK_AND_ASSIGN(const auto package, Package::open(file.path));
      EXPECT_EQ(package->variants()[0].processor, name);
      EXPECT_EQ(package->tag(), tag);
      ASSERT_OK_AND_ASSIGN(const std::string text, packageText(*package));
      EXPECT_EQ(text.find("variant for cpu znver4") != std::string::npos, *name != 0) << text;
    }
  }
}

TEST(Package, WritingFails) {
  ASSERT_OK_AND_ASSIGN(const PackageVariant variant, sumVariant(PackagedWeights::Prepared));
  EXPECT_ERROR(writePackage("/no/such/folder/m.rlxe", {&variant, 1}), NotFound, "cannot create");
  EXPECT_ERROR(writePackage("/dev/full/m.rlxe", {&variant, 1}), NotFound, "cannot create");
  // A package being replaced keeps its content until the new one is complete.
  TempFile file("kept.rlxe");
  ASSERT_OK(writePackage(file.path, {&variant, 1}));
  ASSERT_OK_AND_ASSIGN(PackageVariant broken, sumVariant(PackagedWeights::Prepared));
  broken.weights.states.clear();
  EXPECT_ERROR(writePackage(file.path, {&broken, 1}), Internal, "weights for 0 params");
  ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(file.path, {"cpu", 1}, testKernels()));
  expectSums(*executable);
}

} // namespace

} // namespace package_test
