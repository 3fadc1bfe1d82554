// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parser of zip, and the writer of safetensors, whose parser is in formats/safetensors.
//
// Offsets and sizes are checked against the file before anything is allocated.
#include "tools/rlx-run/common/Params.h"

#include <cstring>

#include "formats/safetensors/SafetensorsFile.h"
#include "runtime/base/File.h"
#include "runtime/tensor/Npy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
using llvm::Twine;
namespace le = llvm::support::endian;

namespace rlx::run {
namespace {

using Bytes = std::span<const uint8_t>;

rt::Status damaged(const Twine &message) {
  return rt::Status(rt::StatusCode::DataLoss, message.str());
}

// ---- .npz: a zip archive of .npy files

struct ZipMember {
  std::string name;
  uint16_t method, flags;
  uint32_t crc;
  uint64_t packed, size, headerOffset;
};

// Sizes and offsets that do not fit their fields are in extra field 1: only those, in order.
bool readZip64(Bytes extra, ZipMember &member) {
  while (extra.size() >= 4) {
    uint16_t id = le::read16le(extra.data()), length = le::read16le(extra.data() + 2);
    if (length > extra.size() - 4)
      return false;
    Bytes field = extra.subspan(4, length);
    extra = extra.subspan(4 + length);
    if (id != 1)
      continue;
    for (uint64_t *value : {&member.size, &member.packed, &member.headerOffset}) {
      if (*value != UINT32_MAX)
        continue;
      if (field.size() < 8)
        return false;
      *value = le::read64le(field.data());
      field = field.subspan(8);
    }
  }
  return true;
}

// The position of the central directory: {offset, entries}.
rt::StatusOr<std::pair<uint64_t, uint64_t>> findDirectory(Bytes file) {
  constexpr size_t kEndSize = 22, kLocatorSize = 20, kEnd64Size = 56;
  for (size_t back = kEndSize; back <= std::min(file.size(), kEndSize + 65535); ++back) {
    const uint8_t *end = file.data() + file.size() - back;
    if (le::read32le(end) != 0x06054b50)
      continue;
    uint64_t entries = le::read16le(end + 10), offset = le::read32le(end + 16);
    if (back + kLocatorSize <= file.size() && le::read32le(end - kLocatorSize) == 0x07064b50) {
      uint64_t at = le::read64le(end - kLocatorSize + 8);
      if (at > file.size() || file.size() - at < kEnd64Size ||
          le::read32le(file.data() + at) != 0x06064b50)
        break;
      entries = le::read64le(file.data() + at + 32);
      offset = le::read64le(file.data() + at + 48);
    }
    return std::pair(offset, entries);
  }
  return damaged("it has no zip directory: truncated, or no .npz file");
}

rt::StatusOr<std::vector<ZipMember>> listMembers(Bytes file) {
  RLX_ASSIGN_OR_RETURN(auto directory, findDirectory(file));
  auto [at, entries] = directory;
  std::vector<ZipMember> members;
  for (uint64_t i = 0; i < entries; ++i) {
    constexpr size_t kHeader = 46;
    if (at > file.size() || file.size() - at < kHeader ||
        le::read32le(file.data() + at) != 0x02014b50)
      return damaged("the zip directory is damaged at entry " + Twine(i));
    const uint8_t *p = file.data() + at;
    size_t name = le::read16le(p + 28), extra = le::read16le(p + 30), note = le::read16le(p + 32);
    if (file.size() - at - kHeader < name + extra + note)
      return damaged("the zip directory is truncated at entry " + Twine(i));
    ZipMember member{std::string(reinterpret_cast<const char *>(p) + kHeader, name),
                     le::read16le(p + 10),
                     le::read16le(p + 8),
                     le::read32le(p + 16),
                     le::read32le(p + 20),
                     le::read32le(p + 24),
                     le::read32le(p + 42)};
    if (!readZip64(file.subspan(at + kHeader + name, extra), member))
      return damaged("the zip directory is damaged at member '" + member.name + "'");
    members.push_back(std::move(member));
    at += kHeader + name + extra + note;
  }
  return members;
}

rt::StatusOr<Bytes> memberBytes(Bytes file, const ZipMember &member) {
  if (member.flags & 1)
    return rt::unsupported("member '" + member.name + "' is encrypted");
  if (member.method != 0)
    return rt::unsupported("member '" + member.name +
                           "' is compressed; write the file with "
                           "numpy.savez, not numpy.savez_compressed");
  constexpr size_t kHeader = 30;
  uint64_t at = member.headerOffset;
  if (at > file.size() || file.size() - at < kHeader ||
      le::read32le(file.data() + at) != 0x04034b50)
    return damaged("member '" + member.name + "' is not where the zip directory says");
  uint64_t begin =
      at + kHeader + le::read16le(file.data() + at + 26) + le::read16le(file.data() + at + 28);
  if (member.packed != member.size || begin > file.size() || file.size() - begin < member.size)
    return damaged("member '" + member.name + "' is truncated");
  Bytes bytes = file.subspan(begin, member.size);
  if (llvm::crc32(llvm::ArrayRef(bytes.data(), bytes.size())) != member.crc)
    return damaged("member '" + member.name + "' is damaged: its checksum is wrong");
  return bytes;
}

} // namespace

rt::StatusOr<TensorMap> parseNpz(Bytes file) {
  RLX_ASSIGN_OR_RETURN(std::vector<ZipMember> members, listMembers(file));
  TensorMap tensors;
  uint64_t total = 0;
  for (const ZipMember &member : members) {
    StringRef name = member.name;
    if (!name.consume_back(".npy"))
      return damaged("member '" + name + "' is not a .npy file");
    RLX_ASSIGN_OR_RETURN(Bytes bytes, memberBytes(file, member));
    if (total += bytes.size(); total > file.size())
      return damaged("member '" + name + "' shares its bytes with another one");
    rt::StatusOr<rt::Tensor> tensor = rt::parseNpy(bytes);
    if (!tensor.ok())
      return std::move(tensor).status().withContext("reading member '" + member.name + "'");
    if (!tensors.emplace(name.str(), std::move(*tensor)).second)
      return damaged("member '" + name + "' is there twice");
  }
  return tensors;
}

// ---- .safetensors

namespace {

StringRef safetensorsName(rt::DType dtype) {
  constexpr StringRef names[rt::kNumDTypes] = {
      "BOOL",        "I8",      "I16", "I32", "I64", "U8",   "U16",     "U32",         "U64",
      "F16",         "BF16",    "F32", "F64", "C64", "C128", "F8_E4M3", "F8_E4M3FNUZ", "F8_E5M2",
      "F8_E5M2FNUZ", "F8_E8M0", "",    "",    "",    "",     ""}; // the format packs elements of 4
                                                                  // bits and fewer
  return dtype == rt::DType::String ? "" : names[static_cast<size_t>(dtype)];
}

std::string safetensorsNames() {
  std::string names;
  for (unsigned i = 0; i < rt::kNumDTypes; ++i)
    if (StringRef each = safetensorsName(static_cast<rt::DType>(i)); !each.empty())
      names += (i ? ", " : "") + each.str();
  return names;
}

bool parseSafetensorsType(StringRef text, rt::DType &dtype) {
  for (unsigned i = 0; i < rt::kNumDTypes; ++i)
    if (!text.empty() && safetensorsName(static_cast<rt::DType>(i)) == text) {
      dtype = static_cast<rt::DType>(i);
      return true;
    }
  return false;
}

rt::StatusOr<rt::Tensor> copied(const safetensors::Tensor &tensor) {
  rt::DType dtype;
  if (!parseSafetensorsType(tensor.dtype, dtype))
    return rt::unsupported("tensor '" + tensor.name + "' has type " + tensor.dtype +
                           ", but the types that RLX has are " + safetensorsNames());
  return rt::Tensor::copyOf({dtype, tensor.shape, tensor.data.data()});
}

} // namespace

rt::StatusOr<TensorMap> parseSafetensors(Bytes bytes) {
  RLX_ASSIGN_OR_RETURN(const safetensors::SafetensorsFile file,
                       safetensors::SafetensorsFile::parse(bytes));
  TensorMap tensors;
  for (const safetensors::Tensor &each : file.tensors) {
    RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, copied(each));
    tensors.emplace(each.name, std::move(tensor));
  }
  return tensors;
}

rt::StatusOr<TensorMap> readTensors(const std::string &path) {
  StringRef name(path);
  bool npz = name.ends_with(".npz");
  if (!npz && !name.ends_with(".safetensors"))
    return rt::unsupported("'" + path +
                           "' is no weight file RLX reads: expected .safetensors or "
                           ".npz");
  rt::StatusOr<std::vector<uint8_t>> read = rt::readFile(path);
  if (!read.ok())
    return std::move(read).status().withContext("reading params");
  const std::vector<uint8_t> &file = *read;
  rt::StatusOr<TensorMap> tensors = npz ? parseNpz(file) : parseSafetensors(file);
  if (!tensors.ok())
    return std::move(tensors).status().withContext("reading params from '" + path + "'");
  return tensors;
}

rt::StatusOr<std::vector<uint8_t>> formatSafetensors(const TensorMap &tensors) {
  llvm::json::Object header;
  uint64_t offset = 0;
  for (const auto &[name, tensor] : tensors) {
    if (!llvm::json::isUTF8(name))
      return rt::invalidArgument("the name of param '" + llvm::json::fixUTF8(name) +
                                 "' is not UTF-8, and a .safetensors file has no other names");
    if (safetensorsName(tensor.dtype()).empty())
      return rt::unsupported(("param '" + name + "' is " +
                              rt::typeText(tensor.dtype(), tensor.shape()) +
                              ", and RLX writes no .safetensors files with such elements; an .npz "
                              "file holds them"));
    llvm::json::Array shape;
    for (int64_t size : tensor.shape())
      shape.push_back(size);
    header[name] =
        llvm::json::Object{{"dtype", safetensorsName(tensor.dtype())},
                           {"shape", std::move(shape)},
                           {"data_offsets", llvm::json::Array{offset, offset + tensor.bytes()}}};
    offset += tensor.bytes();
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(header));
  text.resize((text.size() + 7) / 8 * 8, ' '); // keeps the data aligned
  std::vector<uint8_t> file(8 + text.size() + offset);
  le::write64le(file.data(), text.size());
  memcpy(file.data() + 8, text.data(), text.size());
  uint8_t *to = file.data() + 8 + text.size();
  for (const auto &[name, tensor] : tensors) {
    if (tensor.bytes())
      memcpy(to, tensor.data(), tensor.bytes());
    to += tensor.bytes();
  }
  return file;
}

rt::Status writeSafetensors(const std::string &path, const TensorMap &tensors) {
  RLX_ASSIGN_OR_RETURN(const std::vector<uint8_t> file, formatSafetensors(tensors));
  return rt::writeFile(path, file);
}

} // namespace rlx::run
