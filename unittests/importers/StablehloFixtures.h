// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fixtures of test/stablehlo: functions of JAX as StableHLO, with inputs and results.
// test/stablehlo/generate.py writes them, and describes the files.
#ifndef RLX_UNITTESTS_IMPORTERS_STABLEHLOFIXTURES_H
#define RLX_UNITTESTS_IMPORTERS_STABLEHLOFIXTURES_H

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace rlx::test {

struct FixtureTensor {
  std::string element; // "f32"
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
};

struct StablehloCase {
  std::string name, text;
  std::vector<FixtureTensor> inputs, outputs;
};

// Of "tensor<4x5xf32> 0000803f…".
inline FixtureTensor parseFixtureTensor(const std::string &line) {
  FixtureTensor tensor;
  const size_t open = line.find('<'), close = line.rfind("> ");
  std::string type = line.substr(open + 1, close - open - 1);
  while (!type.empty() && type[0] >= '0' && type[0] <= '9') {
    const size_t end = type.find('x');
    tensor.shape.push_back(std::stoll(type.substr(0, end)));
    type = type.substr(end + 1);
  }
  tensor.element = type;
  for (size_t i = close + 2; i + 1 < line.size(); i += 2)
    tensor.bytes.push_back(static_cast<uint8_t>(std::stoi(line.substr(i, 2), nullptr, 16)));
  return tensor;
}

inline std::vector<StablehloCase> readStablehloCases(const std::string &path) {
  std::vector<StablehloCase> cases;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    auto behind = [&](const char *mark) { return line.substr(std::string(mark).size()); };
    if (line.starts_with("// case "))
      cases.push_back({behind("// case "), "", {}, {}});
    else if (line.starts_with("// in "))
      cases.back().inputs.push_back(parseFixtureTensor(behind("// in ")));
    else if (line.starts_with("// out "))
      cases.back().outputs.push_back(parseFixtureTensor(behind("// out ")));
    else if (!line.starts_with("//") && !cases.empty())
      cases.back().text += line + "\n";
  }
  return cases;
}

// The families of the folder, each a file.
inline constexpr const char *kStablehloFamilies[] = {"elementwise", "reductions", "contractions",
                                                     "shapes", "control"};

} // namespace rlx::test

#endif // RLX_UNITTESTS_IMPORTERS_STABLEHLOFIXTURES_H
