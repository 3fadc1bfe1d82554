// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers of experts: counts and captures in every form of run, and errors.
#include <cstdio>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <unistd.h>

#include "runtime/package/Package.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/package/PackageWriter.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/MoeProgram.h"
#include "unittests/runtime/StatusMatchers.h"

namespace moe_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

const std::vector<uint8_t> kMask0{1, 0, 0, 1}, kMask1{0, 1, 1, 0, 0}, kMask2{0, 0, 0, 0};
const std::vector<std::span<const uint8_t>> kMasks{kMask0, kMask1, kMask2};

std::unique_ptr<Executable> load() {
  auto loaded = Executable::load(moeProgram(), moeKernels(), {"", 1});
  EXPECT_TRUE(loaded.ok()) << loaded.status().toString();
  return std::move(*loaded);
}

uint64_t sum(const std::vector<uint64_t> &values) {
  return std::accumulate(values.begin(), values.end(), uint64_t(0));
}

// The statistics equal those of `runs` runs of the case, with the masks above.
void expectCounts(Executable &executable, const MoeCase &inputs, uint64_t runs) {
  ASSERT_OK_AND_ASSIGN(const MoeStatistics taken, executable.takeMoeStatistics());
  EXPECT_EQ(taken.runs, runs);
  ASSERT_EQ(taken.layers.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    std::vector<uint64_t> expected = inputs.hits(i);
    uint64_t resident = 0;
    for (size_t expert = 0; expert < expected.size(); ++expert) {
      expected[expert] *= runs;
      resident += kMasks[i][expert] ? expected[expert] : 0;
    }
    EXPECT_EQ(taken.layers[i].hits, expected) << "layer " << i;
    EXPECT_EQ(taken.layers[i].residentTokens, resident) << "layer " << i;
    EXPECT_EQ(taken.layers[i].otherTokens, sum(expected) - resident) << "layer " << i;
  }
}

void expectChoice(const MoeChoice &choice, uint32_t layer, const MoeCase &inputs, size_t turns) {
  EXPECT_EQ(choice.layer, layer);
  ASSERT_EQ(choice.ids.dtype, DType::I64);
  std::vector<int64_t> expected;
  for (size_t i = 0; i < turns; ++i) {
    const std::vector<int64_t> once = inputs.choices();
    expected.insert(expected.end(), once.begin(), once.end());
  }
  ASSERT_EQ(choice.ids.shape.size(), 2u);
  EXPECT_EQ(choice.ids.shape[0], static_cast<int64_t>(expected.size() / 2));
  EXPECT_EQ(choice.ids.shape[1], 2);
  const int64_t *ids = choice.ids.as<int64_t>();
  EXPECT_EQ(std::vector<int64_t>(ids, ids + expected.size()), expected);
}

Status verifyWith(void (*change)(Program &)) {
  Program program = moeProgram();
  change(program);
  return verifyProgram(program);
}

struct TempFile {
  std::string path = ::testing::TempDir() + "rlx-experts-" + std::to_string(::getpid()) + ".rlxe";
  ~TempFile() { std::remove(path.c_str()); }
};

} // namespace

TEST(Moe, EveryFormOfRunIsCounted) {
  auto executable = load();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  MoeCase inputs(300), small(3, 5);
  RunObserver observer; // counting continues beside an observer
  for (size_t i = 0; i < 2 * std::size(kMoeForms); ++i) {
    const size_t form = i / 2;
    SCOPED_TRACE(kMoeForms[form]);
    ASSERT_OK(executable->setObserver(i % 2 ? &observer : nullptr));
    ASSERT_OK(runMoe(form, *executable, inputs));
    expectCounts(*executable, inputs, 1);
    ASSERT_OK(runMoe(form, *executable, small));
    ASSERT_OK(runMoe(form, *executable, small));
    expectCounts(*executable, small, 2);
    expectCounts(*executable, small, 0);
  }
  ASSERT_OK(executable->setObserver(nullptr));
  ASSERT_OK(executable->bindHandle("ids", inputs.named[0].tensor));
  ASSERT_OK(executable->runFeed(std::span(inputs.named).subspan(1), "ids", 1).status());
  ASSERT_OK(executable->run(std::span(inputs.named).subspan(1)));
  expectCounts(*executable, inputs, 2);
}

TEST(Moe, ResultsDoNotDependOnResidency) {
  auto executable = load();
  MoeCase inputs(17);
  ASSERT_OK(executable->run(inputs.named));
  const TensorView out = executable->output(0);
  const std::vector<float> before(out.as<float>(), out.as<float>() + 34);
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  ASSERT_OK(executable->enableMoeTopkCapture(4).status());
  ASSERT_OK(executable->run(inputs.named));
  const float *after = executable->output(0).as<float>();
  EXPECT_EQ(before, std::vector<float>(after, after + 34));
}

TEST(Moe, EmptyRunsAndBranchesNotTaken) {
  auto executable = load();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  ASSERT_OK(executable->enableMoeTopkCapture(4).status());
  MoeCase none(0), left(9, 3, /*withBranch=*/false);
  ASSERT_OK(executable->run(none.named));
  expectCounts(*executable, none, 1);
  ASSERT_OK_AND_ASSIGN(auto choices, executable->takeMoeTopkCapture());
  ASSERT_EQ(choices.size(), 2u);
  EXPECT_EQ(choices[0].ids.shape[0], 0);
  ASSERT_OK(executable->run(left.named));
  expectCounts(*executable, left, 1);
  ASSERT_OK_AND_ASSIGN(choices, executable->takeMoeTopkCapture());
  expectChoice(choices[0], 0, left, 1);
  expectChoice(choices[1], 2, left, 0);
}

// Layer 0 has finished when layer 1 fails.
TEST(Moe, FailedRunsAreNotCounted) {
  auto executable = load();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  ASSERT_OK(executable->enableMoeTopkCapture(4).status());
  MoeCase inputs(8);
  ASSERT_OK(executable->run(inputs.named));
  const int32_t kept = std::exchange(inputs.ids[6], 5);
  EXPECT_ERROR(executable->run(inputs.named), OutOfRange, "index outside its axis");
  EXPECT_ERROR(executable->commitNoWait(inputs.named, inputs.commit).ok() ? inputs.commit.wait()
                                                                          : okStatus(),
               OutOfRange, "index outside its axis");
  EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition,
               "no successful run since");
  inputs.ids[6] = kept;
  expectCounts(*executable, inputs, 1);
  ASSERT_OK(executable->run(inputs.named));
  expectCounts(*executable, inputs, 1);
  // An error before the run keeps the capture of the previous run.
  EXPECT_FALSE(executable->run({}).ok());
  ASSERT_OK_AND_ASSIGN(const auto choices, executable->takeMoeTopkCapture());
  expectChoice(choices[0], 0, inputs, 1);
}

TEST(Moe, RunsCountByTheMaskOfTheirTime) {
  auto executable = load();
  const std::vector<uint8_t> all4(4, 1), all5(5, 1), no4(4, 0), no5(5, 0);
  MoeCase inputs(10);
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(
      std::array<std::span<const uint8_t>, 3>{std::span(all4), std::span(all5), std::span(all4)}));
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(
      std::array<std::span<const uint8_t>, 3>{std::span(no4), std::span(no5), std::span(no4)}));
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK(executable->clearMoeResidentExperts());
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK_AND_ASSIGN(const MoeStatistics taken, executable->takeMoeStatistics());
  EXPECT_EQ(taken.runs, 3u);
  EXPECT_EQ(taken.layers[0].residentTokens, 20u);
  EXPECT_EQ(taken.layers[0].otherTokens, 40u);
  EXPECT_EQ(taken.layers[1].residentTokens, 30u);
  EXPECT_EQ(taken.layers[1].otherTokens, 60u);
}

TEST(Moe, WrongMasksChangeNothing) {
  auto executable = load();
  EXPECT_ERROR(executable->takeMoeStatistics().status(), FailedPrecondition,
               "nothing is counted yet: set resident experts first");
  EXPECT_ERROR(
      executable->setMoeResidentExperts(kMask0), InvalidArgument,
      "the mask has 4 entries, but layer 1 has 5 experts; layers are 0 (grouped_matmul): 4 "
      "experts, 3 products, top 2; 1 (by ids): 5 experts, 1 product, no capture: its "
      "routing is an input; 2 (in a branch): 4 experts");
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  EXPECT_ERROR(executable->setMoeResidentExperts({}), InvalidArgument,
               "the mask has 0 entries, but layer 0 has 4 experts");
  EXPECT_ERROR(executable->setMoeResidentExpertsPerLayer(std::span(kMasks).first(2)),
               InvalidArgument, "there are 2 masks, but the model has 3 layers of experts: 0 (");
  const std::vector<std::span<const uint8_t>> swapped{kMask0, kMask0, kMask0};
  EXPECT_ERROR(executable->setMoeResidentExpertsPerLayer(swapped), InvalidArgument,
               "mask 1 has 4 entries, but layer 1 has 5 experts; layers are");
  MoeCase inputs(6);
  ASSERT_OK(executable->run(inputs.named));
  expectCounts(*executable, inputs, 1);
  // One mask for all layers, if all have equal numbers of experts.
  Program equal = moeProgram();
  equal.moeLayers.erase(equal.moeLayers.begin() + 1);
  ASSERT_OK_AND_ASSIGN(auto two, Executable::load(std::move(equal), moeKernels(), {"", 1}));
  ASSERT_OK(two->setMoeResidentExperts(kMask0));
  ASSERT_OK(two->run(inputs.named));
  ASSERT_OK_AND_ASSIGN(const MoeStatistics taken, two->takeMoeStatistics());
  ASSERT_EQ(taken.layers.size(), 2u);
  EXPECT_EQ(taken.layers[1].hits, inputs.hits(2));
  EXPECT_EQ(taken.layers[1].residentTokens, inputs.hits(2)[0] + inputs.hits(2)[3]);
}

TEST(Moe, ModelsWithoutLayersSaySo) {
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(stepProgram(), testKernels(), {"", 1}));
  const char *text = "model 'step' has no layers of experts";
  EXPECT_ERROR(executable->setMoeResidentExperts(kMask0), FailedPrecondition, text);
  EXPECT_ERROR(executable->setMoeResidentExpertsPerLayer({}), FailedPrecondition, text);
  EXPECT_ERROR(executable->takeMoeStatistics().status(), FailedPrecondition, text);
  EXPECT_ERROR(executable->enableMoeTopkCapture(4).status(), FailedPrecondition, text);
  EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition, "enable it first");
  ASSERT_OK(executable->clearMoeResidentExperts());
  ASSERT_OK(executable->disableMoeTopkCapture());
}

TEST(Moe, CapturesWhatRoutersChoose) {
  auto executable = load();
  MoeCase inputs(40), other(7, 99);
  EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition, "enable it first");
  for (int64_t wrong : {0, 3, -4})
    EXPECT_ERROR(executable->enableMoeTopkCapture(wrong).status(), InvalidArgument,
                 "no layer has " + std::to_string(wrong) + " experts; layers are 0 (grouped_");
  EXPECT_ERROR(executable->enableMoeTopkCapture(5).status(), Unsupported,
               "what routers choose among 5 experts cannot be seen; layers are");
  ASSERT_OK_AND_ASSIGN(const std::vector<uint32_t> without, executable->enableMoeTopkCapture(4));
  EXPECT_TRUE(without.empty());
  EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition,
               "no successful run since");
  for (MoeCase *now : {&inputs, &other, &inputs})
    for (size_t form = 0; form < std::size(kMoeForms); ++form) {
      SCOPED_TRACE(kMoeForms[form]);
      ASSERT_OK(runMoe(form, *executable, *now));
      ASSERT_OK_AND_ASSIGN(const auto choices, executable->takeMoeTopkCapture());
      ASSERT_EQ(choices.size(), 2u);
      expectChoice(choices[0], 0, *now, 1);
      expectChoice(choices[1], 2, *now, 2);
      EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition,
                   "no successful run since");
    }
  EXPECT_ERROR(executable->enableMoeTopkCapture(7).status(), InvalidArgument, "no layer has 7");
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK(executable->takeMoeTopkCapture().status());
  ASSERT_OK(executable->disableMoeTopkCapture());
  ASSERT_OK(executable->run(inputs.named));
  EXPECT_ERROR(executable->takeMoeTopkCapture().status(), FailedPrecondition, "enable it first");
}

TEST(Moe, LayersThatCannotBeCapturedAreNamed) {
  Program program = moeProgram();
  program.moeLayers[0].chosen.reset();
  program.moeLayers[0].perRow = 0;
  ASSERT_OK_AND_ASSIGN(auto executable,
                       Executable::load(std::move(program), moeKernels(), {"", 1}));
  ASSERT_OK_AND_ASSIGN(const std::vector<uint32_t> without, executable->enableMoeTopkCapture(4));
  EXPECT_EQ(without, std::vector<uint32_t>{0});
  MoeCase inputs(5);
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK_AND_ASSIGN(const auto choices, executable->takeMoeTopkCapture());
  ASSERT_EQ(choices.size(), 1u);
  expectChoice(choices[0], 2, inputs, 2);
}

TEST(Moe, ClonesAndExecutablesCountForThemselves) {
  auto executable = load(), other = load();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  ASSERT_OK(executable->enableMoeTopkCapture(4).status());
  MoeCase inputs(20), more(33, 7);
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  EXPECT_ERROR(clone->takeMoeTopkCapture().status(), FailedPrecondition, "no successful run since");
  expectCounts(*clone, inputs, 0);
  ASSERT_OK(clone->run(more.named));
  ASSERT_OK(other->run(more.named));
  expectCounts(*clone, more, 1);
  EXPECT_ERROR(other->takeMoeStatistics().status(), FailedPrecondition, "set resident experts");
  ASSERT_OK_AND_ASSIGN(const auto choices, executable->takeMoeTopkCapture());
  ASSERT_OK_AND_ASSIGN(const auto cloned, clone->takeMoeTopkCapture());
  expectChoice(choices[0], 0, inputs, 1);
  expectChoice(cloned[0], 0, more, 1);
  const std::vector<uint8_t> none4(4), none5(5);
  ASSERT_OK(clone->setMoeResidentExpertsPerLayer(std::array<std::span<const uint8_t>, 3>{
      std::span(none4), std::span(none5), std::span(none4)}));
  expectCounts(*executable, inputs, 1);
}

TEST(Moe, ClonesCountOnManyThreads) {
  auto executable = load();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  std::vector<std::unique_ptr<Executable>> clones;
  std::vector<std::unique_ptr<MoeCase>> cases;
  for (uint64_t i = 0; i < 4; ++i) {
    ASSERT_OK_AND_ASSIGN(clones.emplace_back(), executable->clone());
    cases.push_back(std::make_unique<MoeCase>(50 + int64_t(i), i));
  }
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 100; ++turn)
        EXPECT_TRUE(clones[i]->run(cases[i]->named).ok());
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < 4; ++i)
    expectCounts(*clones[i], *cases[i], 100);
  expectCounts(*executable, *cases[0], 0);
}

TEST(Moe, NothingIsTakenWhileAnotherCallRuns) {
  static std::atomic<Executable *> inside;
  static std::atomic<int> refused;
  inside = nullptr;
  refused = 0;
  KernelTable kernels = moeKernels();
  Program program = moeProgram();
  program.kernels[2].name = "calls";
  ASSERT_OK(kernels.addCPU(
      "calls", [](const rlx_kernel_args *args, uint32_t, uint32_t, uint32_t) -> int32_t {
        Executable &own = *inside;
        refused += own.takeMoeStatistics().status().code() == StatusCode::FailedPrecondition;
        refused += own.takeMoeTopkCapture().status().code() == StatusCode::FailedPrecondition;
        refused +=
            own.setMoeResidentExpertsPerLayer(kMasks).code() == StatusCode::FailedPrecondition;
        return useKernel<int32_t>(args, 0, 0, 0);
      }));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(program), kernels, {"", 1}));
  inside = executable.get();
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  ASSERT_OK(executable->enableMoeTopkCapture(4).status());
  MoeCase inputs(5);
  ASSERT_OK(executable->run(inputs.named));
  EXPECT_EQ(refused, 9); // in three iterations
  expectCounts(*executable, inputs, 1);
}

TEST(Moe, SurvivesTheFormatAndPackages) {
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> bytes, encodeProgram(moeProgram()));
  ASSERT_OK_AND_ASSIGN(const Program back, decodeProgram(bytes));
  ASSERT_OK_AND_ASSIGN(const std::vector<uint8_t> again, encodeProgram(back));
  EXPECT_EQ(bytes, again);
  ASSERT_EQ(back.moeLayers.size(), 3u);
  EXPECT_EQ(back.moeLayers[1].withoutChoice, "its routing is an input");
  EXPECT_EQ(back.moeLayers[2].chosen->command, 7u);
  TempFile file;
  PackageVariant variant;
  variant.program = moeProgram();
  ASSERT_OK_AND_ASSIGN(variant.weights, load()->shareWeights());
  ASSERT_OK(writePackage(file.path, {&variant, 1}));
  ASSERT_OK_AND_ASSIGN(const auto package, Package::open(file.path));
  ASSERT_OK_AND_ASSIGN(const std::string text, packageText(*package));
  EXPECT_NE(text.find("layers of experts:\n  0 (grouped_matmul): 4 experts, 3 products, top 2\n"),
            std::string::npos)
      << text;
  ASSERT_OK_AND_ASSIGN(auto executable, loadPackage(file.path, {"cpu", 1}, moeKernels()));
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  MoeCase inputs(12);
  ASSERT_OK(executable->run(inputs.named));
  expectCounts(*executable, inputs, 1);
}

TEST(Moe, LayersOfStrangersAreChecked) {
  ASSERT_OK(verifyProgram(moeProgram()));
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[1].experts = 0; }), InvalidArgument,
               "has no experts, no products or no ids; while checking layer 1 of experts");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[1].products = 0; }), InvalidArgument,
               "no products");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[1].used.clear(); }), InvalidArgument,
               "no ids");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].used[0].command = 12; }), InvalidArgument,
               "names main command 12, which is no dispatch");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].used[0].command = 2; }), InvalidArgument,
               "names main command 2, which is no dispatch");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].used[0].operand = 2; }), InvalidArgument,
               "names operand 2 of main command 1");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].used[0].dtype = DType::F32; }),
               InvalidArgument, "has ids of type f32, expected integers");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].used[0].dtype = DType(200); }),
               InvalidArgument, "has ids of type invalid");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[0].chosen->operand = 0; }), InvalidArgument,
               "operand 0 of main command 0, which is not one that it writes");
  for (uint32_t perRow : {0u, 5u}) {
    Program program = moeProgram();
    program.moeLayers[2].perRow = perRow;
    EXPECT_ERROR(verifyProgram(program), InvalidArgument, "choices among 4 experts");
  }
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[1].perRow = 1; }), InvalidArgument,
               "rows of choices without choices");
  EXPECT_ERROR(verifyWith([](Program &p) { p.moeLayers[1].experts = (1 << 24) - 3; }),
               InvalidArgument, "more than 16777216 experts");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 p.main[6] = mark(CommandKind::While);
                 p.main.insert(p.main.begin() + 9, mark(CommandKind::Do, p.main[5].buffers));
               }),
               InvalidArgument, "has choices in a while loop");
  // A size that the run computes: the number of rows, or the length of a loop around a router.
  const auto verifyComputed = [](bool isLength) {
    Program p = moeProgram();
    Symbol size{"k"};
    size.source = SymbolSource::Computed;
    p.symbols.push_back(size);
    Command set = mark(CommandKind::SetSize);
    set.symbol = 1;
    set.dims = {c(2)};
    if (isLength)
      p.main[6].dims = {sym(1)};
    else
      p.buffers[p.main[7].buffers[1]].size = mul(sym(1), c(16));
    p.main.insert(p.main.begin() + 5, set);
    ++p.moeLayers[2].used[0].command;
    ++p.moeLayers[2].chosen->command;
    return verifyProgram(p);
  };
  EXPECT_ERROR(verifyComputed(false), InvalidArgument, "has choices whose number the run computes");
  EXPECT_ERROR(verifyComputed(true), InvalidArgument, "in a loop whose length a run computes");
}

// Kernels of a package may be anything. Ids outside the experts are not counted.
TEST(Moe, IdsOfNoExpertAreNotCounted) {
  KernelTable kernels = moeKernels();
  Program program = moeProgram();
  program.kernels[2].name = "accepts";
  ASSERT_OK(kernels.addCPU("accepts",
                           [](const rlx_kernel_args *, uint32_t, uint32_t, uint32_t) -> int32_t {
                             return RLX_KERNEL_OK;
                           }));
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(program), kernels, {"", 1}));
  ASSERT_OK(executable->setMoeResidentExpertsPerLayer(kMasks));
  MoeCase inputs(6);
  inputs.ids = {5, -6, INT32_MAX, INT32_MIN, 4, -5};
  ASSERT_OK(executable->run(inputs.named));
  ASSERT_OK_AND_ASSIGN(const MoeStatistics taken, executable->takeMoeStatistics());
  EXPECT_EQ(taken.layers[1].hits, (std::vector<uint64_t>{3, 0, 0, 0, 3}));
}

} // namespace moe_test
