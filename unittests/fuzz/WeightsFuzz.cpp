// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to weights, as .safetensors and as .npz. Weights that parse must also format, and parse
// again to the same weights.
#include <cstring>
#include <string>

#include "runtime/tensor/Npy.h"
#include "tools/rlx-run/common/Params.h"
#include "unittests/fuzz/Fuzz.h"

using namespace rlx;
using run::TensorMap;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static bool equal(const rt::Tensor &a, const rt::Tensor &b) {
  return a.dtype() == b.dtype() &&
         std::equal(a.shape().begin(), a.shape().end(), b.shape().begin(), b.shape().end()) &&
         (a.bytes() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

static void checkParsed(const rt::StatusOr<TensorMap> &tensors, size_t size) {
  if (!tensors.ok()) {
    check(!tensors.status().message().empty());
    return;
  }
  size_t bytes = 0;
  for (const auto &[name, tensor] : *tensors)
    bytes += tensor.bytes();
  check(bytes <= size);
  const auto file = run::formatSafetensors(*tensors);
  if (!file.ok()) {
    check(file.status().code() == rt::StatusCode::InvalidArgument); // names of a .npz
    return;
  }
  const rt::StatusOr<TensorMap> back = run::parseSafetensors(*file);
  check(back.ok() && back->size() == tensors->size());
  for (const auto &[name, tensor] : *tensors)
    check(back->contains(name) && equal(tensor, back->at(name)));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  checkParsed(run::parseSafetensors({data, size}), size);
  checkParsed(run::parseNpz({data, size}), size);
  return 0;
}

namespace {
// The bytes that numpy.savez writes.
class Zip {
public:
  void add(const std::string &name, const std::vector<uint8_t> &bytes, bool wide) {
    const auto offset = static_cast<uint32_t>(file.size());
    const uint32_t size = static_cast<uint32_t>(bytes.size());
    number(file, 0x04034b50, 4);
    common(file, name, bytes);
    number(file, 0, 2);
    text(file, name);
    file.insert(file.end(), bytes.begin(), bytes.end());
    number(directory, 0x02014b50, 4);
    number(directory, 20, 2);
    common(directory, name, bytes);
    number(directory, wide ? 20 : 0, 2);
    number(directory, 0, 2 + 2 + 2 + 4);
    number(directory, offset, 4);
    text(directory, name);
    if (wide) { // the extra field with 64-bit sizes
      for (size_t at : {size_t(20), size_t(24)})
        std::memset(directory.data() + lastEntry + at, 0xFF, 4);
      number(directory, 1, 2);
      number(directory, 16, 2);
      number(directory, size, 8);
      number(directory, size, 8);
    }
    lastEntry = directory.size();
    ++entries;
  }
  std::vector<uint8_t> finish() {
    std::vector<uint8_t> all = file;
    all.insert(all.end(), directory.begin(), directory.end());
    number(all, 0x06054b50, 4);
    number(all, 0, 4);
    number(all, entries, 2);
    number(all, entries, 2);
    number(all, directory.size(), 4);
    number(all, file.size(), 4);
    number(all, 0, 2);
    return all;
  }

private:
  // Covers the fields from the required version to the length of the name.
  static void common(std::vector<uint8_t> &out, const std::string &name,
                     const std::vector<uint8_t> &bytes) {
    number(out, 20, 2);
    number(out, 0, 2 + 2 + 4);
    number(out, crc(bytes), 4);
    number(out, bytes.size(), 4);
    number(out, bytes.size(), 4);
    number(out, name.size(), 2);
  }
  static void number(std::vector<uint8_t> &out, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      out.push_back(i < 8 ? static_cast<uint8_t>(value >> (8 * i)) : 0);
  }
  static void text(std::vector<uint8_t> &out, const std::string &value) {
    out.insert(out.end(), value.begin(), value.end());
  }
  static uint32_t crc(const std::vector<uint8_t> &bytes) {
    uint32_t value = ~0u;
    for (uint8_t byte : bytes) {
      value ^= byte;
      for (int bit = 0; bit < 8; ++bit)
        value = (value >> 1) ^ (value & 1 ? 0xEDB88320u : 0);
    }
    return ~value;
  }

  std::vector<uint8_t> file, directory;
  size_t entries = 0, lastEntry = 0;
};
} // namespace

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  const int64_t shape[] = {2, 3};
  const double values[6] = {1, 2, 3, 4, 5, 6};
  TensorMap tensors;
  for (rt::DType dtype : {rt::DType::F32, rt::DType::BF16, rt::DType::Bool, rt::DType::C64})
    tensors.emplace("w/" + std::string(rt::name(dtype)),
                    *rt::Tensor::copyOf({dtype, shape, values}));
  tensors.emplace("scalar", *rt::Tensor::copyOf({rt::DType::I64, {}, values}));
  std::vector<std::vector<uint8_t>> seeds = {*run::formatSafetensors(tensors)};
  const std::string header = "{\"__metadata__\":{\"a\":[{\"b\":\"\\\"\\u00e9\"}]},\"t\":{\"dtype\":"
                             "\"F16\",\"shape\":[0,7],\"data_offsets\":[2,2]}}";
  std::vector<uint8_t> &second = seeds.emplace_back(8);
  second[0] = static_cast<uint8_t>(header.size());
  second.insert(second.end(), header.begin(), header.end());
  second.insert(second.end(), {1, 2});
  for (bool wide : {false, true}) {
    Zip zip;
    for (const auto &[name, tensor] : tensors)
      zip.add(name + ".npy", *rt::formatNpy(tensor.view()), wide);
    seeds.push_back(zip.finish());
  }
  Zip latin1; // a name that no .safetensors file can have
  latin1.add("gr\xFC\xDF.npy", *rt::formatNpy(tensors.at("scalar").view()), false);
  seeds.push_back(latin1.finish());
  for (size_t i = 0; i < seeds.size(); ++i)
    check((i < 2 ? run::parseSafetensors(seeds[i]) : run::parseNpz(seeds[i])).ok());
  return seeds;
}
