// The command line of rlx-run-rt.
#ifndef RLX_TOOLS_RLXRUNRT_OPTIONS_H
#define RLX_TOOLS_RLXRUNRT_OPTIONS_H

#include <charconv>
#include <string>
#include <string_view>

#include "tools/rlx-run-rt/ModelArguments.h"

namespace rlx::runrt {

struct Options {
  bool listsOnly() const {
    return inputs.empty() && params.empty() && outputs.empty() && dims.empty() && !bench;
  }

  std::string package, device, cache, profileOf;
  run::GivenValues inputs, params, outputs;
  run::GivenSizes dims;
  bool info = false, strict = false, bench = false, listDevices = false;
  double seconds = 2;
  unsigned threads = 0;
};

extern const char *const kHelp;

// All of `text` as a number.
template <typename T>
bool parseNumber(std::string_view text, T &into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

// Fills `options`. The first thing that is wrong ends parsing.
rt::Status parseOptions(int argc, char **argv, Options &options);

} // namespace rlx::runrt

#endif // RLX_TOOLS_RLXRUNRT_OPTIONS_H
