// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and checks device profiles (see ProfileFile.h). All errors name the member. A profile
// below the limits that Vulkan guarantees is an error too. Users write profiles, so size and depth
// of the text are limited.
#include "conversions/gpu/device/ProfileFile.h"

#include "conversions/Target.h"
#include "conversions/gpu/device/JsonDepth.h"
#include "runtime/base/NearestName.h"
#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceFeatures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <limits>
#include <mutex>

namespace rlx {

using llvm::ArrayRef, llvm::Error, llvm::Expected, llvm::StringRef, llvm::Twine;
namespace json = llvm::json;
namespace {

struct Builtin {
  StringRef name, text;
};
constexpr Builtin kBuiltins[] = {
#include "conversions/gpu/device/Profiles.inc"
};

// Many times larger than any profile, so that parsing is quick and does not exhaust the stack.
constexpr size_t kMaxBytes = size_t(1) << 20, kMaxLevels = 16;
// A ballot of a subgroup has four words in SPIR-V.
constexpr uint32_t kMaxInSubgroup = 128;
// More than any device has. Schedules multiply by it.
constexpr uint32_t kMaxComputeUnits = 65536;

// The end of an error about an unknown name: the most similar known one, or else all of them.
template <typename Names>
std::string knownText(StringRef name, const Names &known) {
  std::vector<std::string> all;
  for (const auto &each : known)
    all.emplace_back(each.data(), each.size());
  const std::string_view nearest = rt::nearestName({name.data(), name.size()}, all);
  return nearest.empty() ? "; there are " + llvm::join(all, ", ")
                         : rt::strCat("; did you mean '", nearest, "'?");
}

// Reads the members of one object, and keeps the first error.
class Reader {
public:
  Reader(const json::Object &object, StringRef what) : object(object), what(what) {}

  template <typename T>
  void number(StringRef name, T &into) {
    if (const json::Value *value = take(name))
      into = unsignedOf<T>(name, *value);
  }
  void triple(StringRef name, std::array<uint32_t, 3> &into) {
    const json::Array *array = list(name);
    if (!array)
      return;
    if (array->size() != 3)
      return fail("'" + name + "' should have 3 numbers");
    for (auto [i, value] : llvm::enumerate(*array))
      into[i] = unsignedOf<uint32_t>(name, value);
  }
  void text(StringRef name, std::string &into) {
    if (const json::Value *value = take(name)) {
      if (std::optional<StringRef> given = value->getAsString())
        into = given->str();
      else
        fail("'" + name + "' should be a string, in quotes");
    }
  }
  const json::Array *list(StringRef name) {
    const json::Value *value = take(name);
    if (value && !value->getAsArray())
      fail("'" + name + "' should be a list");
    return value ? value->getAsArray() : nullptr;
  }
  // Requires a member.
  void need(StringRef name) {
    if (!object.get(name))
      fail(what + " has no '" + name + "'");
  }
  void fail(const Twine &why) {
    if (error.empty())
      error = why.str();
  }
  // Call it after all members are read. Returns the first error, unknown members included; or "".
  std::string finish() {
    for (const auto &[name, value] : object)
      if (!is_contained(known, StringRef(name)))
        fail("'" + StringRef(name) + "' is not a member of " + what +
             knownText(StringRef(name), known));
    return error;
  }

private:
  const json::Value *take(StringRef name) {
    known.push_back(name);
    return object.get(name);
  }
  template <typename T>
  T unsignedOf(StringRef name, const json::Value &value) {
    constexpr uint64_t most = std::numeric_limits<T>::max();
    std::optional<uint64_t> number = value.getAsUINT64();
    if (const std::optional<int64_t> whole = value.getAsInteger(); !number && whole && *whole >= 0)
      number = *whole; // 8.0, 1e3
    if (number && *number <= most)
      return static_cast<T>(*number);
    const bool isShort = !value.getAsArray() && !value.getAsObject();
    fail("'" + name + "' should be a whole number from 0 to " + Twine(most) +
         (isShort ? ", but is " + llvm::formatv("{0}", value).str() : ""));
    return 0;
  }

  const json::Object &object;
  StringRef what; // for errors: "a profile"
  llvm::SmallVector<StringRef> known;
  std::string error;
};

// The member named after a GPU target has the version of its interface: "vulkan": "1.3".
void readVersion(Reader &reader, const json::Object &object, rt::DeviceProfile &profile) {
  for (const Target *target : targets())
    if (target->host() && object.get(target->name()))
      profile.target = target->name().str();
  std::string version = "1.1";
  reader.text(profile.target, version);
  auto [major, minor] = StringRef(version).split('.');
  const bool isVersion = !major.getAsInteger(10, profile.versionMajor) &&
                         !minor.getAsInteger(10, profile.versionMinor);
  if (!isVersion)
    profile.versionMajor = profile.versionMinor = 0;
  const Target *target = findTarget(profile.target);
  std::string expected = target ? target->expectedVersion(profile) : "";
  if (expected.empty() && !isVersion)
    expected = "a version such as \"9.0\"";
  if (!expected.empty())
    reader.fail("'" + profile.target + "' should be " + expected + ", but is \"" + version + "\"");
}

std::vector<std::string_view> elementTypes() {
  std::vector<std::string_view> names;
  for (unsigned i = 0; i < rt::kNumDTypes; ++i)
    names.push_back(rt::name(static_cast<rt::DType>(i)));
  return names;
}

std::string readMatrix(const json::Value &value, rt::DeviceProfile::CooperativeMatrix &matrix) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return "'cooperativeMatrices' should be a list of objects";
  constexpr StringRef kMatrix = "a matrix of 'cooperativeMatrices'";
  Reader reader(*object, kMatrix);
  auto size = [&](StringRef name, uint32_t &into) {
    reader.need(name);
    reader.number(name, into);
    if (into == 0)
      reader.fail("'" + name + "' of " + kMatrix + " should be at least 1, but is 0");
  };
  size("m", matrix.m);
  size("n", matrix.n);
  size("k", matrix.k);
  auto type = [&](StringRef name, rt::DType &into) {
    reader.need(name);
    std::string text;
    reader.text(name, text);
    if (!rt::parseDType(text, into))
      reader.fail("'" + text + "' is not an element type" + knownText(text, elementTypes()));
  };
  type("a", matrix.a);
  type("b", matrix.b);
  type("c", matrix.c);
  type("result", matrix.result);
  return reader.finish();
}

void readFeatures(Reader &reader, std::vector<std::string> &features) {
  const json::Array *list = reader.list("features");
  if (!list)
    return;
  for (const json::Value &feature : *list) {
    std::optional<StringRef> name = feature.getAsString();
    if (!name)
      return reader.fail("'features' should be a list of strings");
    const std::string_view current = rt::currentName({name->data(), name->size()});
    if (!rt::isDeviceFeature(current))
      reader.fail("'" + *name + "' is not a feature that RLX knows" +
                  knownText(*name, rt::kDeviceFeatures));
    features.emplace_back(current);
  }
  llvm::sort(features);
  if (auto twice = std::adjacent_find(features.begin(), features.end()); twice != features.end())
    reader.fail("'features' has '" + *twice + "' twice");
}

// Why no device has this profile; empty if one may. Kernels of all targets count on the minimums
// that Vulkan guarantees.
std::string belowMinimums(const rt::DeviceProfile &profile) {
  const rt::DeviceProfile least;
  std::string error;
  auto atLeast = [&](StringRef name, uint64_t value, uint64_t minimum) {
    if (value < minimum && error.empty())
      error = ("'" + name + "' is " + Twine(value) + ", but every device has at least " +
               Twine(minimum))
                  .str();
  };
  auto eachAtLeast = [&](StringRef name, ArrayRef<uint32_t> values, ArrayRef<uint32_t> minima) {
    for (auto [axis, value, minimum] : llvm::enumerate(values, minima))
      atLeast((name + "[" + Twine(axis) + "]").str(), value, minimum);
  };
  atLeast("subgroupSize", profile.subgroupSize, least.subgroupSize);
  atLeast("maxWorkgroupInvocations", profile.maxWorkgroupInvocations,
          least.maxWorkgroupInvocations);
  eachAtLeast("maxWorkgroupSize", profile.maxWorkgroupSize, least.maxWorkgroupSize);
  eachAtLeast("maxWorkgroupCount", profile.maxWorkgroupCount, least.maxWorkgroupCount);
  atLeast("sharedMemoryBytes", profile.sharedMemoryBytes, least.sharedMemoryBytes);
  atLeast("pushConstantBytes", profile.pushConstantBytes, least.pushConstantBytes);
  atLeast("maxBuffersPerKernel", profile.maxBuffersPerKernel, least.maxBuffersPerKernel);
  atLeast("maxBufferBytes", profile.maxBufferBytes, least.maxBufferBytes);
  if (error.empty() &&
      (!llvm::isPowerOf2_32(profile.subgroupSize) || profile.subgroupSize > kMaxInSubgroup))
    error = "'subgroupSize' is " + std::to_string(profile.subgroupSize) +
            ", but every device has a power of two of at most " + std::to_string(kMaxInSubgroup);
  if (error.empty() && (profile.computeUnits == 0 || profile.computeUnits > kMaxComputeUnits))
    error = "'computeUnits' is " + std::to_string(profile.computeUnits) +
            ", but should be a number from 1 to " + std::to_string(kMaxComputeUnits);
  if (error.empty() && profile.maxLoopIterations == 0)
    error = "'maxLoopIterations' is 0, but should be a number from 1 on";
  const uint32_t alignment = profile.bufferOffsetAlignment;
  if (error.empty() && (!llvm::isPowerOf2_32(alignment) || alignment > least.bufferOffsetAlignment))
    error = "'bufferOffsetAlignment' is " + std::to_string(alignment) +
            ", but every device has a power of two of at most " +
            std::to_string(least.bufferOffsetAlignment);
  return error;
}

std::string tooLarge(uint64_t bytes) {
  return "it has " + std::to_string(bytes) + " bytes, and a profile at most " +
         std::to_string(kMaxBytes);
}

} // namespace

Expected<rt::DeviceProfile> parseProfile(StringRef text) {
  if (text.size() > kMaxBytes)
    return llvm::createStringError(tooLarge(text.size()));
  const JsonDepth outline = outlineOf(text, kMaxLevels);
  if (outline.isTooDeep)
    return llvm::createStringError("it is nested more than " + Twine(kMaxLevels) + " levels deep");
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  if (!outline.twice.empty())
    return llvm::createStringError("'" + outline.twice + "' is there twice");
  const json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("a profile is a JSON object");
  json::Object current; // with today's names
  for (const auto &[key, member] : *object) {
    const StringRef given = key;
    const std::string name(rt::currentName({given.data(), given.size()}));
    if (!current.try_emplace(name, member).second)
      return llvm::createStringError("'" + name + "' is there by its former name too");
  }
  rt::DeviceProfile profile;
  Reader reader(current, "a profile");
  reader.text("name", profile.name);
  readVersion(reader, current, profile);
  reader.number("subgroupSize", profile.subgroupSize);
  reader.number("maxWorkgroupInvocations", profile.maxWorkgroupInvocations);
  reader.triple("maxWorkgroupSize", profile.maxWorkgroupSize);
  reader.triple("maxWorkgroupCount", profile.maxWorkgroupCount);
  reader.number("sharedMemoryBytes", profile.sharedMemoryBytes);
  reader.number("pushConstantBytes", profile.pushConstantBytes);
  reader.number("maxBuffersPerKernel", profile.maxBuffersPerKernel);
  reader.number("maxBufferBytes", profile.maxBufferBytes);
  reader.number("bufferOffsetAlignment", profile.bufferOffsetAlignment);
  reader.number("maxLoopIterations", profile.maxLoopIterations);
  reader.number("computeUnits", profile.computeUnits);
  readFeatures(reader, profile.features);
  if (const json::Array *matrices = reader.list("cooperativeMatrices"))
    for (const json::Value &each : *matrices)
      if (std::string error = readMatrix(each, profile.cooperativeMatrices.emplace_back());
          !error.empty())
        reader.fail(error);
  // Packages name variants by it, and tools print it.
  if (llvm::any_of(profile.name, [](unsigned char c) { return c < ' ' || c == 0x7F; }))
    reader.fail("'name' has a control character");
  if (std::string error = reader.finish(); !error.empty())
    return llvm::createStringError(error);
  if (std::string error = belowMinimums(profile); !error.empty())
    return llvm::createStringError(error);
  return profile;
}

ArrayRef<StringRef> builtinProfiles() {
  static const llvm::SmallVector<StringRef> names =
      llvm::map_to_vector(kBuiltins, [](const Builtin &each) { return each.name; });
  return names;
}

// Parses a text once: passes ask for their profile for every kernel. Errors are not kept.
static Expected<rt::DeviceProfile> parseOnce(StringRef text) {
  constexpr unsigned kMaxKept = 16;
  static std::mutex mutex;
  static llvm::StringMap<rt::DeviceProfile> kept;
  {
    const std::lock_guard lock(mutex);
    if (auto found = kept.find(text); found != kept.end())
      return found->second;
  }
  Expected<rt::DeviceProfile> profile = parseProfile(text);
  if (profile) {
    const std::lock_guard lock(mutex);
    if (kept.size() == kMaxKept)
      kept.clear();
    kept.try_emplace(text, *profile);
  }
  return profile;
}

Expected<rt::DeviceProfile> findProfile(StringRef nameOrFile) {
  for (const Builtin &builtin : kBuiltins)
    if (builtin.name == nameOrFile)
      return parseOnce(builtin.text);
  if (nameOrFile.starts_with("{"))
    return parseOnce(nameOrFile);
  if (!nameOrFile.ends_with(".json"))
    return llvm::createStringError("there is no device profile called '" + nameOrFile +
                                   "'; there are " + llvm::join(builtinProfiles(), ", ") +
                                   ", and files whose names end in .json");
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(nameOrFile, status)) { // getFile() reports other errors
    if (!llvm::sys::fs::is_regular_file(status))
      return llvm::createStringError("cannot read the device profile '" + nameOrFile +
                                     "': it is not a regular file");
    if (status.getSize() > kMaxBytes)
      return llvm::createStringError("the device profile '" + nameOrFile +
                                     "' is malformed: " + tooLarge(status.getSize()));
  }
  auto file = llvm::MemoryBuffer::getFile(nameOrFile, /*IsText=*/true);
  if (!file)
    return llvm::createStringError("cannot read the device profile '" + nameOrFile +
                                   "': " + file.getError().message());
  Expected<rt::DeviceProfile> profile = parseOnce((*file)->getBuffer());
  if (!profile)
    return llvm::createStringError("the device profile '" + nameOrFile +
                                   "' is malformed: " + toString(profile.takeError()));
  return profile;
}

mlir::FailureOr<rt::DeviceProfile> findProfileFor(mlir::Operation *op, StringRef device) {
  llvm::Expected<rt::DeviceProfile> profile = findProfile(device);
  if (profile)
    return std::move(*profile);
  return op->emitError() << llvm::toString(profile.takeError());
}

std::string targetOfProfile(StringRef nameOrFile) {
  Expected<rt::DeviceProfile> profile = findProfile(nameOrFile);
  if (profile)
    return profile->target;
  consumeError(profile.takeError());
  return rt::DeviceProfile().target;
}

} // namespace rlx
