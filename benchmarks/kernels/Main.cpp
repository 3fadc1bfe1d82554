// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of RLX beside oneDNN's, in turns in one process with one pool of threads. Block-quantized
// matmuls run beside ggml's, which has separate threads.
//
//   build/release/bin/kernels [--threads=1,2] [--seconds=0.7] [--json=FILE] [--ggml=DIR] [NAME…]
//
// A NAME selects the cases whose family or name contains it.
#include <cstdio>
#include <cstdlib>
#include <getopt.h>
#include <optional>
#include <string_view>

#include "benchmarks/kernels/Cases.h"
#include "benchmarks/kernels/Dnnl.h"
#include "benchmarks/kernels/Ggml.h"
#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace rlx;
using namespace rlx::bench;

namespace {
constexpr const char *kUsage =
    "usage: kernels [--threads=1,2] [--seconds=0.7] [--json=FILE] [--ggml=DIR] [NAME...]\n";

struct Options {
  std::vector<unsigned> threads = {1, 2};
  double seconds = 0.7; // per case
  std::string json;
  // The folder that scripts/bench.sh uses.
  std::string ggml = "build/bench/ggml/node_modules/@node-llama-cpp/linux-x64/bins/linux-x64";
  std::vector<std::string> names;
};

std::optional<Options> parse(int argc, char **argv) {
  const option known[] = {{"threads", required_argument, nullptr, 't'},
                          {"seconds", required_argument, nullptr, 's'},
                          {"json", required_argument, nullptr, 'j'},
                          {"ggml", required_argument, nullptr, 'g'},
                          {}};
  Options options;
  for (int which; (which = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
    llvm::SmallVector<llvm::StringRef> counts;
    switch (which) {
    case 't':
      options.threads.clear();
      llvm::StringRef(optarg).split(counts, ',');
      for (llvm::StringRef count : counts)
        if (count.getAsInteger(10, options.threads.emplace_back()) || !options.threads.back())
          return std::nullopt;
      break;
    case 's':
      if (llvm::StringRef(optarg).getAsDouble(options.seconds))
        return std::nullopt;
      break;
    case 'j':
      options.json = optarg;
      break;
    case 'g':
      options.ggml = optarg;
      break;
    default:
      return std::nullopt;
    }
  }
  options.names.assign(argv + optind, argv + argc);
  return options;
}

bool isWanted(const Case &one, const std::vector<std::string> &names) {
  const std::string name = rt::strCat(one.family, " ", one.name);
  return names.empty() || llvm::any_of(names, [&](const std::string &part) {
           return name.find(part) != std::string::npos;
         });
}

rt::Status runAll(const Options &options) {
  if (rt::Status loaded = loadGgml(options.ggml); !loaded.ok())
    std::printf("no ggml, so nothing beside it: %s\n", loaded.toString().c_str());
  std::vector<Case> cases;
  for (auto family : {matmulCases, lowPrecisionCases, convCases, attentionCases, blockCases})
    for (Case &one : family())
      if (isWanted(one, options.names))
        cases.push_back(std::move(one));
  if (cases.empty())
    return rt::invalidArgument("no case has such a name");
  const double peak = measurePeak();
  std::printf("RLX %s, oneDNN %s, ggml %s; %.0f Gflop/s a thread at most\n", rt::versionText(),
              dnnlVersion().c_str(), hasGgml() ? ggmlVersion().c_str() : "-", peak * 1e-9);
  printHeader();
  std::vector<Measured> all;
  for (unsigned count : options.threads)
    for (const Case &one : cases) {
      setDnnlThreads(count);
      rt::StatusOr<Measured> measured = one.measure({count, options.seconds});
      if (measured.status().code() == rt::StatusCode::Unsupported) {
        std::printf("%s %s is left out: %s\n", one.family.c_str(), one.name.c_str(),
                    measured.status().toString().c_str());
        continue;
      }
      if (!measured.ok())
        return measured.status().copy().withContext(rt::strCat(one.family, " ", one.name));
      measured->family = one.family;
      measured->name = one.name;
      print(*measured, peak);
      all.push_back(std::move(*measured));
    }
  printSummary(all);
  return options.json.empty() ? rt::okStatus() : writeJson(options.json, all, peak);
}
} // namespace

int main(int argc, char **argv) {
  // Unsets variables that would slow down one side.
  for (char **entry = environ; *entry;) {
    const std::string_view text = *entry;
    if (text.starts_with("OMP_") || text.starts_with("KMP_") || text.starts_with("DNNL_") ||
        text.starts_with("ONEDNN_")) {
      unsetenv(std::string(text.substr(0, text.find('='))).c_str());
      entry = environ;
    } else {
      ++entry;
    }
  }
  const std::optional<Options> options = parse(argc, argv);
  if (!options) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (rt::Status status = runAll(*options); !status.ok()) {
    std::fprintf(stderr, "kernels: error: %s\n", status.toString().c_str());
    return 1;
  }
  return 0;
}
