// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes safetensors files for tests, also wrong ones.
#ifndef RLX_UNITTESTS_FORMATS_SAFETENSORSWRITER_H
#define RLX_UNITTESTS_FORMATS_SAFETENSORSWRITER_H

#include <cstdint>
#include <string>
#include <vector>

namespace rlx::test {

// The bytes of a file with this header.
inline std::vector<uint8_t> safetensorsBytes(const std::string &header,
                                             const std::vector<uint8_t> &data) {
  std::vector<uint8_t> bytes;
  for (int shift = 0; shift < 64; shift += 8)
    bytes.push_back(static_cast<uint8_t>(uint64_t(header.size()) >> shift));
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

class SafetensorsWriter {
public:
  // The data begins behind that of the tensor before it.
  SafetensorsWriter &tensor(const std::string &name, const std::string &dtype,
                            const std::string &shape, const std::vector<uint8_t> &bytes) {
    header += (header.empty() ? "" : ", ") + ("\"" + name) + R"(": {"dtype": ")" + dtype +
              R"(", "shape": )" + shape + R"(, "data_offsets": [)" + std::to_string(data.size()) +
              ", " + std::to_string(data.size() + bytes.size()) + "]}";
    data.insert(data.end(), bytes.begin(), bytes.end());
    return *this;
  }
  std::vector<uint8_t> bytes() const { return safetensorsBytes("{" + header + "}", data); }

private:
  std::string header;
  std::vector<uint8_t> data;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FORMATS_SAFETENSORSWRITER_H
