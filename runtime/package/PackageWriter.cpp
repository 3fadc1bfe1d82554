// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing packages: lays out the sections, then writes them behind the header. The manifest is
// section 0, but is built last. See PackageFormat.h for the layout.
//
// Weights are compared by checksum first, then byte by byte.
#include "runtime/package/PackageWriter.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "runtime/base/ByteStream.h"
#include "runtime/base/Checksum.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/SystemError.h"
#include "runtime/base/Version.h"
#include "runtime/package/PackageFormat.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Target.h"

namespace rlx::rt {

namespace {

using namespace package;
using Bytes = std::span<const uint8_t>;

// A file that gets its name when it is complete. Until then it is nameless (O_TMPFILE) if the file
// system allows that, so a killed process leaves nothing behind.
class NewFile {
public:
  explicit NewFile(std::string path) : path(std::move(path)) {}
  NewFile(const NewFile &) = delete;
  ~NewFile() {
    if (!file)
      return;
    std::fclose(file);
    removeTemporary();
  }

  Status open() {
    int descriptor = openNameless();
    if (descriptor < 0)
      descriptor = withTemporaryName([](const char *name) {
        return ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      });
    if (descriptor < 0)
      return systemError(errno, strCat("cannot create '", path, "'"));
    file = ::fdopen(descriptor, "wb");
    if (file)
      return okStatus();
    ::close(descriptor);
    removeTemporary();
    return outOfMemory(strCat("no memory to write '", path, "'"));
  }
  Status write(Bytes bytes) {
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size())
      return failure();
    written += bytes.size();
    return okStatus();
  }
  Status padTo(uint64_t offset) {
    static constexpr uint8_t zeros[kAlignment] = {};
    return write(Bytes(zeros, offset - written));
  }
  Status commit() {
    // A full disk may show only when buffered bytes are written.
    if (std::fflush(file) != 0 || !giveName())
      return failure();
    std::FILE *open = std::exchange(file, nullptr);
    if (std::fclose(open) == 0 && std::rename(temporary.c_str(), path.c_str()) == 0)
      return okStatus();
    Status why = failure();
    removeTemporary();
    return why;
  }

private:
  // Returns -1 if the file system cannot do that, for whatever reason.
  int openNameless() const {
    const size_t slash = path.find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (::access("/proc/self/fd", X_OK) != 0) // giveName() needs it
      return -1;
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  }
  // Calls `make` with names beside `path` until one is free. The names are unique among all writers
  // of a package of that name.
  template <typename Make>
  int withTemporaryName(Make make) {
    static std::atomic<uint64_t> counter{0};
    int made;
    do {
      temporary = strCat(path, ".", ::getpid(), "-", counter++, ".tmp");
      made = make(temporary.c_str());
    } while (made < 0 && errno == EEXIST);
    unnamed = made < 0;
    return made;
  }
  bool giveName() {
    if (!unnamed)
      return true;
    const std::string open = strCat("/proc/self/fd/", ::fileno(file));
    return withTemporaryName([&](const char *name) {
             return ::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
           }) == 0;
  }
  void removeTemporary() const {
    if (!unnamed)
      std::remove(temporary.c_str());
  }
  Status failure() const { return systemError(errno, strCat("cannot write '", path, "'")); }

  std::string path, temporary;
  bool unnamed = true; // `temporary` does not exist
  std::FILE *file = nullptr;
  uint64_t written = 0;
};

// The sections of both files, in order.
class Layout {
public:
  explicit Layout(bool weightsBeside) : weightsFile(weightsBeside ? 1 : 0) {
    add({}, 0); // the manifest, which is filled in last
  }

  uint32_t add(Bytes bytes) { return add(bytes, 0); }
  // Equal weights share one section.
  uint32_t addWeights(Bytes bytes) {
    const uint64_t sum = checksum(bytes);
    for (uint32_t i = 1; i < sections.size(); ++i)
      if (sections[i].checksum == sum && std::ranges::equal(contents[i], bytes))
        return i;
    return add(bytes, weightsFile);
  }
  void setManifest(Bytes bytes) {
    contents[0] = bytes;
    sections[0].bytes = bytes.size();
    sections[0].checksum = checksum(bytes);
  }

  // Assigns offsets to the sections of `file`, from `begin` on. Returns the file's size.
  uint64_t place(uint32_t file, uint64_t begin) {
    uint64_t end = begin;
    for (Section &section : sections) {
      if (section.file != file)
        continue;
      section.offset = alignUp(end, kAlignment);
      end = section.offset + section.bytes;
    }
    return end;
  }
  Status write(uint32_t file, NewFile &to) const {
    for (size_t i = 0; i < sections.size(); ++i) {
      if (sections[i].file != file)
        continue;
      RLX_RETURN_IF_ERROR(to.padTo(sections[i].offset));
      RLX_RETURN_IF_ERROR(to.write(contents[i]));
    }
    return okStatus();
  }

  std::vector<Section> sections;

private:
  uint32_t add(Bytes bytes, uint32_t file) {
    sections.push_back({0, bytes.size(), checksum(bytes), file, 0});
    contents.push_back(bytes);
    return static_cast<uint32_t>(sections.size() - 1);
  }

  uint32_t weightsFile;
  std::vector<Bytes> contents;
};

Bytes bytesOf(const Tensor &tensor) {
  return {static_cast<const uint8_t *>(tensor.data()), tensor.bytes()};
}

Status writeVariant(const PackageVariant &variant, Bytes program, Layout &layout,
                    ByteWriter &manifest) {
  const ModelWeights &weights = variant.weights;
  const size_t params = variant.program.params.size();
  if (weights.states.size() != params || weights.params.size() != params)
    return internalError(
        strCat("weights for ", weights.states.size(), " params, expected ", params));
  RLX_ASSIGN_OR_RETURN(const std::string_view target, targetOf(variant.program));
  manifest.string(target);
  manifest.list(variant.features, [&](const std::string &feature) { manifest.string(feature); });
  manifest.number(layout.add(program));
  manifest.number(variant.code.empty() ? kNone : layout.add(variant.code));
  manifest.number(weights.prepared ? layout.addWeights(bytesOf(weights.persistent)) : kNone);
  manifest.count(params);
  for (size_t i = 0; i < params; ++i) {
    const bool isSet = weights.states[i] == ModelWeights::State::Set;
    manifest.number(static_cast<uint8_t>(weights.states[i]));
    manifest.number(isSet ? layout.addWeights(bytesOf(weights.params[i])) : kNone);
  }
  return okStatus();
}

std::string_view fileName(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

Header headerFor(const std::vector<Section> &sections, uint64_t fileBytes) {
  Header header{};
  std::copy(std::begin(kPackageMagic), std::end(kPackageMagic), header.magic);
  header.version = kVersion;
  header.sectionCount = static_cast<uint32_t>(sections.size());
  const std::string_view producer = versionText();
  std::copy_n(producer.begin(), std::min(producer.size(), sizeof(header.producer)),
              header.producer);
  header.fileBytes = fileBytes;
  return header;
}

} // namespace

Status writePackage(const std::string &path, std::span<const PackageVariant> variants,
                    const PackageOptions &options) {
  return catchAllocFailure([&]() -> Status {
    Layout layout(options.weightsBeside);
    // Contents must keep their addresses until they are written.
    std::vector<std::vector<uint8_t>> programs;
    std::vector<uint8_t> body;
    ByteWriter manifest(body);
    manifest.count(variants.size());
    for (const PackageVariant &variant : variants) {
      RLX_ASSIGN_OR_RETURN(std::vector<uint8_t> program, encodeProgram(variant.program));
      programs.push_back(std::move(program));
      RLX_RETURN_IF_ERROR(writeVariant(variant, programs.back(), layout, manifest));
    }
    const uint64_t weightsBytes = layout.place(1, 0);
    const std::string weightsPath = strCat(path, ".weights");
    manifest.string(weightsBytes ? fileName(weightsPath) : std::string_view());
    manifest.number(weightsBytes);
    const bool namesProcessors = std::ranges::any_of(
        variants, [](const auto &variant) { return !variant.processor.empty(); });
    if (!options.tag.empty() || namesProcessors)
      manifest.string(options.tag);
    if (namesProcessors)
      for (const PackageVariant &variant : variants)
        manifest.string(variant.processor);
    if (manifest.tooLong || layout.sections.size() >= kNone)
      return unsupported("a package has 2^32 parts or more");
    layout.setManifest(body);

    const uint64_t tableBytes = layout.sections.size() * sizeof(Section);
    const uint64_t fileBytes = layout.place(0, sizeof(Header) + tableBytes);
    std::vector<uint8_t> start(sizeof(Header) + tableBytes);
    Header header = headerFor(layout.sections, fileBytes);
    std::memcpy(start.data(), &header, sizeof(header));
    std::memcpy(start.data() + sizeof(header), layout.sections.data(), tableBytes);
    header.checksum = checksum(start);
    std::memcpy(start.data(), &header, sizeof(header));

    NewFile file(path), weights(weightsPath);
    RLX_RETURN_IF_ERROR(file.open());
    RLX_RETURN_IF_ERROR(file.write(start));
    RLX_RETURN_IF_ERROR(layout.write(0, file));
    if (weightsBytes) {
      RLX_RETURN_IF_ERROR(weights.open());
      RLX_RETURN_IF_ERROR(layout.write(1, weights));
      RLX_RETURN_IF_ERROR(weights.commit());
    }
    return file.commit();
  });
}

} // namespace rlx::rt
