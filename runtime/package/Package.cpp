// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parsing and checking of packages. Nothing in a file is trusted: offsets are checked before they
// are used, contents by checksum.
//
// A variant's sections are read only when it is loaded.
#include "runtime/package/Package.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/base/ByteStream.h"
#include "runtime/base/Checksum.h"
#include "runtime/base/MappedFile.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Signature.h"

namespace rlx::rt {

using namespace package;

namespace {

using Bytes = std::span<const uint8_t>;
using State = ModelWeights::State;

// The header's text may be anything: another version of RLX wrote it, or the file is damaged.
std::string printable(const char *text, size_t most) {
  std::string result;
  for (size_t i = 0; i < most && text[i]; ++i)
    result += text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
  return result;
}

uint64_t headerChecksum(Bytes bytes, size_t tableBytes) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.checksum = 0;
  std::vector<uint8_t> start(bytes.begin(), bytes.begin() + sizeof(header) + tableBytes);
  std::memcpy(start.data(), &header, sizeof(header));
  return checksum(start);
}

// Four names are enough: code for another kind of CPU lacks dozens of features.
std::string joined(const std::vector<std::string> &names) {
  constexpr size_t kShown = 4;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i)
    text += (i ? "," : "") + names[i];
  return names.size() > kShown ? strCat(text, " and ", names.size() - kShown, " more") : text;
}

} // namespace

StatusOr<std::shared_ptr<const Package>> Package::open(const std::string &path) {
  using Result = StatusOr<std::shared_ptr<const Package>>;
  return catchAllocFailure([&]() -> Result {
    RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const MappedFile> file, MappedFile::open(path));
    std::shared_ptr<Package> result(new Package());
    result->path = path;
    RLX_RETURN_IF_ERROR(result->inFile(result->take(file->bytes(), file, path), "opening"));
    return Result(std::move(result));
  });
}

StatusOr<std::shared_ptr<const Package>>
Package::fromBytes(Bytes bytes, std::shared_ptr<const void> owner, const std::string &weightsPath) {
  return catchAllocFailure([&]() -> StatusOr<std::shared_ptr<const Package>> {
    std::shared_ptr<Package> result(new Package());
    RLX_RETURN_IF_ERROR(result->take(bytes, std::move(owner), weightsPath));
    return std::shared_ptr<const Package>(std::move(result));
  });
}

Status Package::take(Bytes bytes, std::shared_ptr<const void> owner,
                     const std::string &weightsPath) {
  files[0] = bytes;
  owners[0] = std::move(owner);
  RLX_RETURN_IF_ERROR(readHeader(bytes));
  RLX_RETURN_IF_ERROR(readManifest());
  return weightsName.empty() ? okStatus() : openWeightsFile(weightsPath);
}

Status Package::inFile(Status status, std::string_view doing) const {
  if (status.ok() || path.empty())
    return status;
  return std::move(status).withContext(strCat(doing, " '", path, "'"));
}

Status Package::readHeader(Bytes bytes) {
  Header header;
  if (bytes.size() < sizeof(header) ||
      !std::equal(std::begin(kPackageMagic), std::end(kPackageMagic), bytes.begin(),
                  [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; }))
    return dataLoss("this is not an RLX package: it does not start with the mark of one");
  std::memcpy(&header, bytes.data(), sizeof(header));
  madeBy = printable(header.producer, sizeof(header.producer));
  if (header.version != kVersion)
    return unsupported(strCat("the package has format version ", header.version,
                              ", written by RLX ", madeBy, "; this runtime, RLX ", versionText(),
                              ", reads version ", kVersion));
  if (header.fileBytes != bytes.size())
    return dataLoss(strCat("the package says that it has ", header.fileBytes,
                           " bytes, but there are ", bytes.size()));
  const uint64_t tableBytes = uint64_t(header.sectionCount) * sizeof(Section);
  if (header.sectionCount == 0 || tableBytes > bytes.size() - sizeof(header))
    return dataLoss("the package's list of sections does not fit its size");
  if (headerChecksum(bytes, tableBytes) != header.checksum)
    return dataLoss("the checksum of the package's header does not match: the file is damaged");
  sections.resize(header.sectionCount);
  std::memcpy(sections.data(), bytes.data() + sizeof(header), tableBytes);
  return okStatus();
}

Status Package::readManifest() {
  RLX_ASSIGN_OR_RETURN(const Bytes bytes, read(0));
  ByteReader reader(bytes);
  reader.list(all, 24, [&](Variant &variant) {
    variant.target = reader.string();
    reader.list(variant.features, 4, [&](std::string &feature) { feature = reader.string(); });
    variant.program = reader.number<uint32_t>();
    variant.code = reader.number<uint32_t>();
    variant.persistent = reader.number<uint32_t>();
    reader.list(variant.states, 5, [&](State &state) {
      state = static_cast<State>(reader.number<uint8_t>());
      variant.params.push_back(reader.number<uint32_t>());
    });
  });
  weightsName = reader.string();
  weightsBytes = reader.number<uint64_t>();
  if (!reader.failed() && !reader.atEnd())
    tagText = reader.string();
  if (!reader.failed() && !reader.atEnd())
    for (Variant &variant : all)
      variant.processor = reader.string();
  if (reader.failed() || !reader.atEnd() || all.empty())
    return dataLoss("the package's manifest is malformed");
  for (const Variant &variant : all)
    RLX_RETURN_IF_ERROR(checkVariant(variant));
  if (weightsName.find('/') != std::string::npos)
    return dataLoss("the package names a weights file that is not beside it");
  return okStatus();
}

Status Package::checkVariant(const Variant &variant) const {
  auto exists = [&](uint32_t section) { return section != 0 && section < sections.size(); };
  auto isOptional = [&](uint32_t section) { return section == kNone || exists(section); };
  bool fits = exists(variant.program) && isOptional(variant.code) && isOptional(variant.persistent);
  for (size_t i = 0; i < variant.states.size(); ++i)
    fits &= variant.states[i] == State::Set
                ? exists(variant.params[i])
                : variant.states[i] <= State::Released && variant.params[i] == kNone;
  return fits ? okStatus() : dataLoss("the package's manifest names sections that there are not");
}

Status Package::openWeightsFile(const std::string &packagePath) {
  const size_t slash = packagePath.find_last_of('/');
  const std::string path =
      (slash == std::string::npos ? "" : packagePath.substr(0, slash + 1)) + weightsName;
  StatusOr<std::shared_ptr<const MappedFile>> file = MappedFile::open(path);
  if (!file.ok())
    return std::move(file).status().withContext("looking for the weights of the package");
  if ((*file)->bytes().size() != weightsBytes)
    return dataLoss(strCat("'", path, "' has ", (*file)->bytes().size(),
                           " bytes, but the package's weights have ", weightsBytes));
  files[1] = (*file)->bytes();
  owners[1] = std::move(*file);
  return okStatus();
}

StatusOr<Bytes> Package::read(uint32_t index) const {
  const Section &section = sections[index];
  const Bytes file = section.file < 2 ? files[section.file] : Bytes();
  if (section.file > 1 || section.reserved != 0 || section.offset % kAlignment != 0 ||
      section.offset > file.size() || section.bytes > file.size() - section.offset)
    return dataLoss(strCat("section ", index, " of the package lies outside of its file"));
  const Bytes bytes = file.subspan(section.offset, section.bytes);
  if (checksum(bytes) != section.checksum)
    return dataLoss(strCat("the checksum of section ", index, " of the package does not match: ",
                           section.file ? strCat("'", weightsName, "' beside it") : "the file",
                           " is damaged"));
  return bytes;
}

namespace {

// The features that the variant needs and the device lacks, as a list; empty if there are none.
std::string missingFeatures(const Device &device, const Package::Variant &variant) {
  std::vector<std::string> missing;
  for (const std::string &feature : variant.features)
    if (!device.hasFeature(feature))
      missing.push_back(feature);
  return joined(missing);
}

// Why a device cannot run one of several variants; empty if it can.
std::string lackedBy(const Device &device, const Package::Variant &variant) {
  if (variant.target != device.target())
    return strCat("one is for target '", variant.target, "'");
  const std::string missing = missingFeatures(device, variant);
  if (missing.empty())
    return "";
  return strCat("the one for ",
                variant.processor.empty() ? "a processor not named" : variant.processor,
                " needs what it lacks, ", missing);
}

// Ranks the variants that a device can run; the largest wins. A CPU feature in a device's variant
// ("cpu:avx2") means that the host computes some kernels. So variants without host kernels come
// first, then those with most device features, then with most CPU features.
std::array<size_t, 3> rankOf(const Package::Variant &variant) {
  const auto ofHost = static_cast<size_t>(std::ranges::count_if(
      variant.features, [](const std::string &feature) { return feature.starts_with("cpu:"); }));
  return {ofHost == 0, variant.features.size() - ofHost, ofHost};
}

} // namespace

std::string Package::unsupportedReason(const Device &device, const Variant &variant) {
  if (variant.target != device.target())
    return strCat("'", device.name(), "' runs code for target '", device.target(), "'");
  const std::string missing = missingFeatures(device, variant);
  return missing.empty() ? "" : strCat("'", device.name(), "' lacks ", missing);
}

StatusOr<const Package::Variant *> Package::choose(const Device &device) const {
  return catchAllocFailure([&]() -> StatusOr<const Variant *> {
    const Variant *best = nullptr;
    std::string why;
    for (const Variant &variant : all) {
      const std::string lacks = lackedBy(device, variant);
      if (!lacks.empty())
        why += strCat(why.empty() ? "" : "; ", lacks);
      else if (!best || rankOf(variant) > rankOf(*best))
        best = &variant;
    }
    if (!best)
      return unsupported(strCat("device '", device.name(), "' (", device.description(),
                                ") can run none of the package's variants: ", why));
    return best;
  });
}

StatusOr<Program> Package::program(const Variant &variant) const {
  RLX_ASSIGN_OR_RETURN(const Bytes bytes, read(variant.program));
  return decodeProgram(bytes, shared_from_this());
}

StatusOr<Bytes> Package::code(const Variant &variant) const {
  return variant.code == kNone ? StatusOr<Bytes>(Bytes()) : read(variant.code);
}

StatusOr<Tensor> Package::tensor(uint32_t section, DType dtype,
                                 std::span<const int64_t> shape) const {
  RLX_ASSIGN_OR_RETURN(const Bytes bytes, read(section));
  RLX_ASSIGN_OR_RETURN(const int64_t expected, numBytes(dtype, shape));
  if (static_cast<int64_t>(bytes.size()) != expected)
    return dataLoss(strCat("section ", section, " of the package has ", bytes.size(),
                           " bytes, but ", typeText(dtype, shape), " has ", expected));
  // Nobody writes to weights: the mapping is read-only.
  return Tensor::wrap(dtype, shape, const_cast<uint8_t *>(bytes.data()),
                      std::const_pointer_cast<Package>(shared_from_this()));
}

StatusOr<ModelWeights> Package::weights(const Variant &variant, const Program &program) const {
  return catchAllocFailure([&]() -> StatusOr<ModelWeights> {
    if (variant.states.size() != program.params.size())
      return dataLoss(strCat("the package has weights for ", variant.states.size(),
                             " params, but its program has ", program.params.size()));
    ModelWeights weights;
    weights.states = variant.states;
    weights.params.resize(program.params.size());
    for (size_t i = 0; i < program.params.size(); ++i) {
      if (variant.states[i] != State::Set)
        continue;
      RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, staticShape(program.params[i]));
      RLX_ASSIGN_OR_RETURN(weights.params[i],
                           tensor(variant.params[i], program.params[i].dtype, shape));
    }
    weights.prepared = variant.persistent != kNone;
    if (!weights.prepared)
      return weights;
    RLX_ASSIGN_OR_RETURN(const PersistentLayout layout, layoutPersistent(program));
    RLX_ASSIGN_OR_RETURN(weights.persistent,
                         tensor(variant.persistent, DType::U8, {&layout.bytes, 1}));
    return weights;
  });
}

void resealPackage(std::span<uint8_t> bytes) {
  Header header;
  if (bytes.size() < sizeof(header))
    return;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.fileBytes = bytes.size();
  const uint64_t room = (bytes.size() - sizeof(header)) / sizeof(Section);
  const size_t count = std::min<uint64_t>(header.sectionCount, room);
  for (size_t i = 0; i < count; ++i) {
    uint8_t *entry = bytes.data() + sizeof(header) + i * sizeof(Section);
    Section section;
    std::memcpy(&section, entry, sizeof(section));
    if (section.file == 0 && section.offset <= bytes.size() &&
        section.bytes <= bytes.size() - section.offset)
      section.checksum = checksum(bytes.subspan(section.offset, section.bytes));
    std::memcpy(entry, &section, sizeof(section));
  }
  std::memcpy(bytes.data(), &header, sizeof(header));
  header.checksum = headerChecksum(bytes, count * sizeof(Section));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

} // namespace rlx::rt
