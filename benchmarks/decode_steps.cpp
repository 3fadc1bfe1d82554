// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time of a language model's steps, without a tokenizer and without sampling: a prompt, then
// steps of one token. Params get random values, so a package of a model without weights will do.
// Prints how fast weights are packed, tokens a second, and what a step costs beside its kernels:
// its time on a CPU, and recordings and transfers.
//
//   ./build/release/bin/decode-steps MODEL.rlxe [--device=D] [--compare=D] [--context=N]
//       [--prompt=N] [--steps=N] [--rounds=N] [--threads=N]
//
// With --compare the same text runs on a second device, and the largest difference of logits is
// printed beside their range.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lm/Decoder.h"
#include "runtime/base/StrCat.h"
#include "runtime/package/Package.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/observe/Observer.h"

using namespace rlx;
using namespace rlx::rt;

namespace {

struct Options {
  std::string model, device, other;
  int64_t context = 2048, prompt = 16, steps = 64, rounds = 3, threads = 0;
};

std::optional<Options> parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i];
    const auto value = [&](std::string_view name) -> std::optional<std::string> {
      if (!text.starts_with(name))
        return std::nullopt;
      return std::string(text.substr(name.size()));
    };
    if (auto device = value("--device="))
      options.device = *device;
    else if (auto other = value("--compare="))
      options.other = *other;
    else if (auto context = value("--context="))
      options.context = std::atoll(context->c_str());
    else if (auto prompt = value("--prompt="))
      options.prompt = std::atoll(prompt->c_str());
    else if (auto steps = value("--steps="))
      options.steps = std::atoll(steps->c_str());
    else if (auto rounds = value("--rounds="))
      options.rounds = std::atoll(rounds->c_str());
    else if (auto threads = value("--threads="))
      options.threads = std::atoll(threads->c_str());
    else if (!text.starts_with("--") && options.model.empty())
      options.model = text;
    else
      return std::nullopt;
  }
  return options.model.empty() ? std::nullopt : std::optional(options);
}

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Small values of any type: bytes below 0x20, so that scales in f16 are finite and small, and
// numbers around 0 of f32.
void fill(Tensor &tensor, uint64_t seed) {
  std::mt19937_64 random(seed);
  if (tensor.dtype() == DType::F32) {
    std::normal_distribution<float> normal(0.0f, 0.05f);
    const bool isVector = tensor.shape().size() == 1; // of a norm
    for (size_t i = 0; i < tensor.bytes() / sizeof(float); ++i)
      tensor.as<float>()[i] = (isVector ? 1.0f : 0.0f) + normal(random);
    return;
  }
  auto *bytes = tensor.as<uint8_t>();
  size_t i = 0;
  for (; i + 8 <= tensor.bytes(); i += 8) {
    const uint64_t word = random() & 0x1f1f1f1f1f1f1f1fULL;
    std::memcpy(bytes + i, &word, sizeof(word));
  }
  for (; i < tensor.bytes(); ++i)
    bytes[i] = static_cast<uint8_t>(random() & 0x1f);
}

StatusOr<std::unique_ptr<Executable>> load(const Options &options, const std::string &device) {
  LoadOptions how;
  how.device = device;
  how.threads = static_cast<unsigned>(options.threads);
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable, loadPackage(options.model, how));
  std::vector<Tensor> values;
  uint64_t bytes = 0;
  for (const TensorSpec &param : executable->program().params) {
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, staticShape(param));
    RLX_ASSIGN_OR_RETURN(Tensor value, Tensor::allocate(param.dtype, shape));
    fill(value, values.size() + 1);
    bytes += value.bytes();
    values.push_back(std::move(value));
  }
  double seconds = 1e30;
  for (int64_t round = 0; round < options.rounds; ++round) {
    for (size_t i = 0; i < values.size(); ++i)
      RLX_RETURN_IF_ERROR(
          executable->setParam(executable->program().params[i].name, values[i].view()));
    const auto start = Clock::now();
    RLX_RETURN_IF_ERROR(executable->prepare());
    seconds = std::min(seconds, since(start));
  }
  std::printf("  %.1f MB of params prepared in %.3f s: %.2f GB/s\n",
              static_cast<double>(bytes) / 1e6, seconds,
              static_cast<double>(bytes) / 1e9 / seconds);
  return executable;
}

std::vector<lm::Token> promptOf(const Options &options, int64_t vocabulary) {
  std::vector<lm::Token> tokens;
  for (int64_t i = 0; i < options.prompt; ++i)
    tokens.push_back(static_cast<lm::Token>(i * 7919 % vocabulary));
  return tokens;
}

lm::Token best(const lm::Rows &rows) {
  const std::span<const float> row = rows.row(0);
  return static_cast<lm::Token>(std::max_element(row.begin(), row.end()) - row.begin());
}

struct Times {
  double prompt = 1e30, steps = 1e30, step = 1e30; // seconds: of all, all and the fastest
};

// The time of all kernels.
struct KernelTime : RunObserver {
  void onCommand(const DispatchRecord &record) override { ns += record.endNs - record.startNs; }
  uint64_t ns = 0;
};

// What steps take beside their kernels, the clock at each dispatch included.
Status measureBeside(const Options &options, Executable &executable, lm::Decoder &decoder) {
  std::vector<double> times;
  lm::Token token = 1;
  for (int64_t i = 0; i < options.steps; ++i) {
    KernelTime kernels;
    RLX_RETURN_IF_ERROR(executable.setObserver(&kernels));
    const auto start = Clock::now();
    RLX_ASSIGN_OR_RETURN(const lm::Rows rows, decoder.append(std::span(&token, 1)));
    times.push_back(since(start) - static_cast<double>(kernels.ns) / 1e9);
    RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
    token = best(rows);
  }
  std::ranges::sort(times);
  std::printf("  a step beside its kernels: %.3f ms at best, median %.3f ms\n", times.front() * 1e3,
              times[times.size() / 2] * 1e3);
  return okStatus();
}

Status measure(const Options &options, Executable &executable, Times &times) {
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, lm::Decoder::create(executable, options.context));
  const std::vector<lm::Token> prompt = promptOf(options, decoder.vocabularySize());
  for (int64_t round = 0; round < options.rounds; ++round) {
    decoder.truncate(0);
    auto start = Clock::now();
    RLX_ASSIGN_OR_RETURN(lm::Rows rows, decoder.append(prompt));
    times.prompt = std::min(times.prompt, since(start));
    lm::Token token = best(rows);
    const DeviceUse before = executable.deviceUse();
    start = Clock::now();
    for (int64_t i = 0; i < options.steps; ++i) {
      const auto begin = Clock::now();
      RLX_ASSIGN_OR_RETURN(rows, decoder.append(std::span(&token, 1)));
      times.step = std::min(times.step, since(begin));
      token = best(rows);
    }
    times.steps = std::min(times.steps, since(start));
    const DeviceUse after = executable.deviceUse();
    if (round + 1 == options.rounds)
      std::printf(
          "  last round: %lu submissions, %lu recordings, %.1f KB up and %.1f KB down a step\n",
          after.submissions - before.submissions, after.recordings - before.recordings,
          static_cast<double>(after.uploadedBytes - before.uploadedBytes) / 1e3 /
              static_cast<double>(options.steps),
          static_cast<double>(after.readBytes - before.readBytes) / 1e3 /
              static_cast<double>(options.steps));
  }
  return options.steps > 0 && executable.deviceUse().submissions == 0
             ? measureBeside(options, executable, decoder)
             : okStatus();
}

// Tokens that a model chose, and the logits behind the prompt and behind each of them.
struct Answer {
  std::vector<lm::Token> tokens;
  std::vector<std::vector<float>> logits;
};

// With `forced` the tokens are those of another device, so that all logits are of one text.
StatusOr<Answer> answer(const Options &options, Executable &executable, const Answer *forced) {
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, lm::Decoder::create(executable, options.context));
  Answer made;
  std::vector<lm::Token> next = promptOf(options, decoder.vocabularySize());
  for (int64_t step = 0; step <= options.steps; ++step) {
    RLX_ASSIGN_OR_RETURN(const lm::Rows rows, decoder.append(next));
    made.logits.emplace_back(rows.values.begin(), rows.values.end());
    made.tokens.push_back(best(rows));
    next = {(forced ? *forced : made).tokens[static_cast<size_t>(step)]};
  }
  return made;
}

Status compare(const Options &options, Executable &left, Executable &right) {
  RLX_ASSIGN_OR_RETURN(const Answer wanted, answer(options, right, nullptr));
  RLX_ASSIGN_OR_RETURN(const Answer got, answer(options, left, &wanted));
  double worst = 0, low = std::numeric_limits<double>::infinity(), high = -low;
  size_t same = 0;
  for (size_t step = 0; step < got.logits.size(); ++step) {
    same += got.tokens[step] == wanted.tokens[step];
    for (size_t i = 0; i < got.logits[step].size(); ++i) {
      const double logit = wanted.logits[step][i];
      const double difference = std::abs(got.logits[step][i] - logit);
      worst = std::isnan(difference) ? difference : std::max(worst, difference);
      low = std::min(low, logit);
      high = std::max(high, logit);
    }
  }
  std::printf("  logits: at most %.3g apart, of a range of %.3g; %zu of %zu choices are the same\n",
              worst, high - low, same, got.logits.size());
  return okStatus();
}

Status measureAll(const Options &options) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable, load(options, options.device));
  std::printf("%s on %s\n", options.model.c_str(),
              options.device.empty() ? "its device" : options.device.c_str());
  if (!options.other.empty()) {
    RLX_ASSIGN_OR_RETURN(std::unique_ptr<Executable> other, load(options, options.other));
    return compare(options, *executable, *other);
  }
  Times times;
  RLX_RETURN_IF_ERROR(measure(options, *executable, times));
  const auto perSecond = [](int64_t tokens, double seconds) {
    return static_cast<double>(tokens) / seconds;
  };
  std::printf("  prompt of %ld: %.1f tokens/s; %ld steps: %.1f tokens/s (the fastest: %.1f)\n",
              options.prompt, perSecond(options.prompt, times.prompt), options.steps,
              perSecond(options.steps, times.steps), perSecond(1, times.step));
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  const std::optional<Options> options = parse(argc, argv);
  if (!options) {
    std::fprintf(stderr, "usage: decode-steps MODEL.rlxe [--device=D] [--compare=D] [--context=N] "
                         "[--prompt=N] [--steps=N] [--rounds=N] [--threads=N]\n");
    return 2;
  }
  if (const Status status = measureAll(*options); !status.ok()) {
    std::fprintf(stderr, "decode-steps: error: %s\n", status.toString().c_str());
    return 1;
  }
  return 0;
}
