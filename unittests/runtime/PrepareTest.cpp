// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which commands prepare runs after some params were set, and that the weights are those of a whole
// prepare. Programs are small and exact.
#include <cstring>
#include <random>
#include <set>

#include "runtime/package/Package.h"
#include "unittests/runtime/OnDevices.h"
#include "unittests/runtime/TestPackages.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

constexpr size_t kParams = 5; // a to e
constexpr int64_t kColumns = 4;
const int64_t kShape[] = {1, kColumns};

// Results of prepare, in capitals, from params of 4 elements. Main adds up x, e and all of them:
//   A = 2a    t = 2b    B = 2t    T = t + c    D = B + d
//   L = c, copied by a loop    I = d, chosen by an if, with a in the other branch
//   W = a, V = W + b, and then W = c
Program preparedProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "prepared";
  p.numCounters = 1;
  const Expr cols = c(kColumns), bytes = c(4 * kColumns);
  uint32_t params[kParams];
  for (size_t i = 0; i < kParams; ++i)
    params[i] =
        b.tensor(BufferKind::Param, std::string(1, char('a' + i)), DType::F32, {c(1), cols});
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(1), cols});
  const uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {c(1), cols});
  const uint32_t t = b.buffer(BufferKind::Arena, bytes);
  const uint8_t truth = 1;
  const uint32_t holds = b.constant(&truth, 1);
  std::vector<uint32_t> kept;
  for (int i = 0; i < 8; ++i)
    kept.push_back(b.buffer(BufferKind::Persistent, bytes));
  const auto &[a2, b4, bc, bd, looped, chosen, w, v] =
      std::tie(kept[0], kept[1], kept[2], kept[3], kept[4], kept[5], kept[6], kept[7]);
  const Expr half = mul(sym(0), c(8));
  const uint32_t from = b.view(params[2], half, c(8)), to = b.view(looped, half, c(8));
  const uint32_t doubled = b.kernel("double"), addRows = b.kernel("add_rows");
  const auto twice = [&](uint32_t in, uint32_t result, const char *label) {
    return ProgramBuilder::dispatch(doubled, {in, result}, 1, {cols}, c(1), label);
  };
  const auto sum = [&](uint32_t one, uint32_t other, uint32_t result, const char *label) {
    return ProgramBuilder::dispatch(addRows, {one, other, result}, 1, {c(1), cols}, c(1), label);
  };
  const auto copy = [&](uint32_t in, uint32_t result, const char *label) {
    Command command = ProgramBuilder::copy(in, result);
    command.label = label;
    return command;
  };
  p.prepare = {
      twice(params[0], a2, "A"),    twice(params[1], t, "t"),    twice(t, b4, "B"),
      sum(t, params[2], bc, "T"),   sum(b4, params[3], bd, "D"), forLoop(0, c(2)),
      copy(from, to, "L"),          mark(CommandKind::End),      mark(CommandKind::If, {holds}),
      copy(params[3], chosen, "I"), mark(CommandKind::Else),     copy(params[0], chosen, "else"),
      mark(CommandKind::End),       copy(params[0], w, "W"),     sum(w, params[1], v, "V"),
      copy(params[2], w, "W2")};
  uint32_t total = x;
  kept.push_back(params[4]);
  for (const uint32_t each : kept) {
    const uint32_t next = each == kept.back() ? out : b.buffer(BufferKind::Arena, bytes);
    p.main.push_back(sum(total, each, next, "main"));
    total = next;
  }
  return std::move(b.program);
}

// The labels of the commands of prepare that ran, each once.
struct Seen : RunObserver {
  void onCommand(const DispatchRecord &record) override {
    if (record.inPrepare)
      labels.emplace(record.label);
  }
  Status verdict() override {
    return labels.contains(failAt) ? internalError("no further") : okStatus();
  }
  std::set<std::string> labels;
  std::string failAt = "none";
};
using Labels = std::set<std::string>;

class PrepareTest : public OnDevices {
protected:
  using Values = std::array<float, kParams>;

  static Status set(Executable &executable, size_t param, float value) {
    const std::vector<float> elements{value, value + 1, value + 2, value + 3};
    return executable.setParam(std::string(1, char('a' + param)),
                               {DType::F32, kShape, elements.data()});
  }
  static void setAll(Executable &executable, const Values &values) {
    for (size_t i = 0; i < kParams; ++i)
      ASSERT_OK(set(executable, i, values[i]));
  }
  std::unique_ptr<Executable> ready(const Values &values) const {
    auto executable = load(preparedProgram());
    setAll(*executable, values);
    EXPECT_OK(executable->prepare());
    return executable;
  }
  static void check(Executable &executable, const Values &values) {
    const std::vector<float> x{1, 2, 3, 4};
    ASSERT_OK(executable.run(std::array{NamedTensor{"x", {DType::F32, kShape, x.data()}}}));
    const auto &[a, b, c, d, e] = values;
    for (size_t i = 0; i < 4; ++i) {
      const auto at = [&](float value) { return value + float(i); };
      const float want = x[i] + 2 * at(a) + 4 * at(b) + (2 * at(b) + at(c)) + (4 * at(b) + at(d)) +
                         at(c) + at(d) + at(c) + (at(a) + at(b)) + at(e);
      ASSERT_EQ(executable.output(0).as<float>()[i], want) << i;
    }
  }
  // The bytes of all prepared weights.
  static std::vector<std::byte> weightsOf(Executable &executable) {
    auto weights = executable.shareWeights();
    EXPECT_TRUE(weights.ok() && weights->prepared);
    const auto *const begin = weights->persistent.as<std::byte>();
    return {begin, begin + weights->persistent.bytes()};
  }
  // The commands that prepare runs after `params` were set.
  static Labels after(Executable &executable, Values &values,
                      std::initializer_list<size_t> params) {
    Seen seen;
    EXPECT_OK(executable.setObserver(&seen));
    for (const size_t param : params)
      EXPECT_OK(set(executable, param, values[param] += 10));
    EXPECT_OK(executable.prepare());
    EXPECT_OK(executable.setObserver(nullptr));
    check(executable, values);
    return seen.labels;
  }
};

TEST_P(PrepareTest, RunsWhatDependsOnTheParamsThatWereSet) {
  Values values{1, 2, 3, 4, 5};
  auto executable = load(preparedProgram());
  setAll(*executable, values);
  EXPECT_EQ(after(*executable, values, {}),
            (Labels{"A", "t", "B", "T", "D", "L", "I", "W", "V", "W2"}));
  EXPECT_EQ(after(*executable, values, {}), Labels{});
  EXPECT_EQ(after(*executable, values, {4}), Labels{}); // only main reads it
  EXPECT_EQ(after(*executable, values, {3}), (Labels{"D", "I"}));
  // `t` is a temporary. W2 writes over what V reads, so both run, and W before them.
  EXPECT_EQ(after(*executable, values, {2}), (Labels{"t", "T", "L", "W", "V", "W2"}));
  EXPECT_EQ(after(*executable, values, {1}), (Labels{"t", "B", "T", "D", "W", "V", "W2"}));
  EXPECT_EQ(after(*executable, values, {0}), (Labels{"A", "I", "W", "V", "W2"}));
  EXPECT_EQ(after(*executable, values, {3, 4, 3, 0}), (Labels{"A", "D", "I", "W", "V", "W2"}));
}

TEST_P(PrepareTest, AnyOrderOfSetsGivesTheWeightsOfAWholePrepare) {
  std::mt19937 random(7);
  Values values{1, 2, 3, 4, 5};
  auto executable = ready(values);
  const MemoryUse before = executable->memoryUse();
  for (int round = 0; round < 40; ++round) {
    for (uint32_t sets = random() % 4; sets > 0; --sets) {
      const size_t param = random() % kParams;
      ASSERT_OK(set(*executable, param, values[param] = float(random() % 1000)));
    }
    if (random() % 2)
      ASSERT_OK(executable->prepare());
    check(*executable, values);
    ASSERT_EQ(weightsOf(*executable), weightsOf(*ready(values))) << round;
  }
  EXPECT_EQ(executable->memoryUse().persistentBytes, before.persistentBytes);
  EXPECT_LE(executable->memoryUse().paramBytes, 2 * before.paramBytes);
}

TEST_P(PrepareTest, ClonesShareUntilOneSetsAParam) {
  const Values values{1, 2, 3, 4, 5};
  auto original = ready(values);
  ASSERT_OK_AND_ASSIGN(auto clone, original->clone());
  ASSERT_OK_AND_ASSIGN(auto third, clone->clone());
  Values other = values, another = values;
  EXPECT_EQ(after(*clone, other, {3}), (Labels{"D", "I"}));
  check(*original, values);
  EXPECT_EQ(after(*original, another, {0}), (Labels{"A", "I", "W", "V", "W2"}));
  check(*clone, other);
  check(*third, values);
  EXPECT_EQ(weightsOf(*clone), weightsOf(*ready(other)));
  EXPECT_EQ(weightsOf(*third), weightsOf(*ready(values)));
  // A clone of an executable whose param was set prepares nothing but that.
  ASSERT_OK(set(*third, 3, other[3]));
  ASSERT_OK_AND_ASSIGN(auto last, third->clone());
  original.reset();
  third.reset();
  check(*last, other);
}

TEST_P(PrepareTest, WeightsThatOthersHoldAreCopied) {
  Values values{1, 2, 3, 4, 5};
  auto executable = ready(values);
  const auto place = [&] { return executable->shareWeights()->persistent.data(); };
  const void *const first = place();
  EXPECT_EQ(after(*executable, values, {3}), (Labels{"D", "I"}));
  if (isCpu()) // device memory has no address here
    EXPECT_EQ(place(), first) << "copied, but nobody else has it";
  ASSERT_OK_AND_ASSIGN(const ModelWeights held, executable->shareWeights());
  const std::vector<std::byte> bytes = weightsOf(*executable);
  EXPECT_EQ(after(*executable, values, {3}), (Labels{"D", "I"}));
  EXPECT_EQ(std::memcmp(held.persistent.data(), bytes.data(), bytes.size()), 0);
  EXPECT_EQ(weightsOf(*executable), weightsOf(*ready(values)));
}

TEST_P(PrepareTest, AFailureIsTriedAgain) {
  Values values{1, 2, 3, 4, 5};
  auto executable = ready(values);
  Seen seen;
  seen.failAt = "T";
  ASSERT_OK(executable->setObserver(&seen));
  ASSERT_OK(set(*executable, 1, values[1] = 20));
  EXPECT_ERROR(executable->prepare(), Internal, "no further");
  ASSERT_OK(executable->setObserver(nullptr));
  EXPECT_EQ(after(*executable, values, {3}), (Labels{"t", "B", "T", "D", "I", "W", "V", "W2"}));
  EXPECT_EQ(weightsOf(*executable), weightsOf(*ready(values)));
}

TEST_P(PrepareTest, ReleasedParamsAreMissingIfPreparedTogether) {
  LoadOptions options{GetParam(), 1, /*releaseParams=*/true};
  ASSERT_OK_AND_ASSIGN(auto executable,
                       Executable::load(there(preparedProgram()), kernels(), options));
  Values values{1, 2, 3, 4, 5};
  setAll(*executable, values);
  check(*executable, values);
  EXPECT_EQ(after(*executable, values, {4}), Labels{});
  ASSERT_OK(set(*executable, 3, values[3])); // whose other branch reads a
  EXPECT_EQ(executable->missingParams(), (std::vector<std::string_view>{"a"}));
  EXPECT_EQ(executable->shareWeights()->states[1], ModelWeights::State::Missing);
  EXPECT_ERROR(executable->prepare(), FailedPrecondition, "option): 'a'; set them, too");
  ASSERT_OK(set(*executable, 0, values[0]));
  EXPECT_EQ(executable->missingParams(), (std::vector<std::string_view>{"b", "c"}));
  ASSERT_OK(set(*executable, 1, values[1]));
  EXPECT_EQ(after(*executable, values, {2}),
            (Labels{"A", "t", "B", "T", "D", "L", "I", "W", "V", "W2"}));
}

// Memory of a file that is mapped for reading.
TEST_P(PrepareTest, AdoptedWeightsAreNotWritten) {
  Values values{1, 2, 3, 4, 5};
  ASSERT_OK_AND_ASSIGN(ModelWeights weights, ready(values)->shareWeights());
  const Tensor kept = weights.persistent.share();
  ASSERT_OK_AND_ASSIGN(const Tensor before, Tensor::copyOf(kept.view()));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(there(preparedProgram()), kernels(),
                                                         {GetParam(), 1}, std::move(weights)));
  EXPECT_EQ(after(*executable, values, {}), Labels{});
  EXPECT_EQ(after(*executable, values, {3}), (Labels{"D", "I"}));
  EXPECT_EQ(after(*executable, values, {2}), (Labels{"t", "T", "L", "W", "V", "W2"}));
  EXPECT_EQ(weightsOf(*executable), weightsOf(*ready(values)));
  EXPECT_EQ(std::memcmp(kept.data(), before.data(), before.bytes()), 0);
}

TEST(PackagedPrepare, RunsOnlyWhatDependsOnTheParam) {
  PackageVariant variant;
  variant.program = preparedProgram();
  ASSERT_OK_AND_ASSIGN(auto made,
                       Executable::load(preparedProgram(), testKernels(), {"cpu", 1, true}));
  const float ones[] = {1, 1, 1, 1};
  for (const char *name : {"a", "b", "c", "d", "e"})
    ASSERT_OK(made->setParam(name, {DType::F32, kShape, ones}));
  ASSERT_OK(made->prepare());
  ASSERT_OK_AND_ASSIGN(variant.weights, made->shareWeights());
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes,
                       packageBytes(variant, ::testing::TempDir() + "prepared-subset.rlxe"));
  auto block = std::make_shared<ByteBlock>();
  block->append(bytes.size());
  std::copy(bytes.begin(), bytes.end(), block->mutableData());
  ASSERT_OK_AND_ASSIGN(const auto package, Package::fromBytes(block->bytes(), block));
  ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(*package, {"cpu", 1}, testKernels()));
  Seen seen;
  ASSERT_OK(executable->setObserver(&seen));
  ASSERT_OK(executable->setParam("e", {DType::F32, kShape, ones}));
  ASSERT_OK(executable->prepare());
  EXPECT_EQ(seen.labels, Labels{});
  for (const char *name : {"d", "a", "b", "c"})
    ASSERT_OK(executable->setParam(name, {DType::F32, kShape, ones}));
  ASSERT_OK(executable->prepare());
  EXPECT_EQ(seen.labels.size(), 10u);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), block->bytes().begin()));
}

} // namespace

RLX_ON_DEVICES(PrepareTest);
