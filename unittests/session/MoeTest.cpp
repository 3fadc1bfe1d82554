// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixtures of experts through the compiler: the layers that it finds, and counts and captures that
// match the definition after all graph transformations.
#include "session/PackageModel.h"
#include "session/Session.h"

#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <numeric>
#include <unistd.h>

#include "runtime/package/Package.h"
#include "runtime/program/model/MoeLayers.h"

using namespace rlx;

namespace {

// Layer 0: gate, up and down of 8 experts, the best two per row. Layer 1: 4 experts, one matmul for
// each of the best two. Layer 2: 3 experts whose weights stay packed, with ids of the caller.
constexpr const char *kMixture = R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %z: tensor<?x32xf32> {rlx.kind = "input", rlx.name = "z", rlx.dims = ["n", ""]},
                %ids: tensor<?xi32> {rlx.kind = "input", rlx.name = "ids", rlx.dims = ["n"]},
                %router: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "router"},
                %gate: tensor<8x8x16xf32> {rlx.kind = "param", rlx.name = "gate"},
                %up: tensor<8x8x16xf32> {rlx.kind = "param", rlx.name = "up"},
                %down: tensor<8x16x8xf32> {rlx.kind = "param", rlx.name = "down"},
                %small: tensor<4x8x8xf32> {rlx.kind = "param", rlx.name = "small"},
                %packed: tensor<3x4x18xui8> {rlx.kind = "param", rlx.name = "packed"})
    -> (tensor<?x8xf32> {rlx.name = "a"}, tensor<?x8xf32> {rlx.name = "b"},
        tensor<?x4xf32> {rlx.name = "c"}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %rows = arith.muli %n, %c2 : index
  %scores = rlx.matmul %x, %router : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %best, %top = rlx.top_k %scores k = 2 axis = -1
      : (tensor<?x8xf32>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %flat = rlx.reshape %top to [%rows] : (tensor<?x2xi64>, index) -> tensor<?xi64>
  %narrow = rlx.cast %flat to i32 : (tensor<?xi64>) -> tensor<?xi32>
  %x1 = rlx.reshape %x to [%n, 1, 8] : (tensor<?x8xf32>, index) -> tensor<?x1x8xf32>
  %x2 = rlx.expand %x1 to [%n, 2, 8] : (tensor<?x1x8xf32>, index) -> tensor<?x2x8xf32>
  %x3 = rlx.reshape %x2 to [%rows, 8] : (tensor<?x2x8xf32>, index) -> tensor<?x8xf32>
  %g = rlx.grouped_matmul %x3, %gate, %narrow
      : (tensor<?x8xf32>, tensor<8x8x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
  %u = rlx.grouped_matmul %x3, %up, %narrow
      : (tensor<?x8xf32>, tensor<8x8x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
  %r = rlx.relu %g : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %h = rlx.mul %r, %u : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %a = rlx.grouped_matmul %h, %down, %flat
      : (tensor<?x16xf32>, tensor<8x16x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>

  %part = rlx.slice %x from [0, 0] sizes [%n, 4] : (tensor<?x8xf32>, index) -> tensor<?x4xf32>
  %best2, %top2 = rlx.top_k %part k = 2 axis = 1
      : (tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %first = rlx.slice %top2 from [0, 0] sizes [%n, 1] : (tensor<?x2xi64>, index) -> tensor<?x1xi64>
  %id0 = rlx.reshape %first to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %b0 = rlx.grouped_matmul %x, %small, %id0
      : (tensor<?x8xf32>, tensor<4x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  %second = rlx.slice %top2 from [0, 1] sizes [%n, 1] : (tensor<?x2xi64>, index) -> tensor<?x1xi64>
  %id1 = rlx.reshape %second to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %b1 = rlx.grouped_matmul %x, %small, %id1
      : (tensor<?x8xf32>, tensor<4x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>
  %b = rlx.add %b0, %b1 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %dead = rlx.grouped_matmul %b, %small, %id0
      : (tensor<?x8xf32>, tensor<4x8x8xf32>, tensor<?xi64>) -> tensor<?x8xf32>

  %c = rlx.dequant_grouped_matmul %z, %packed, %ids scheme = q4_0
      : (tensor<?x32xf32>, tensor<3x4x18xui8>, tensor<?xi32>) -> tensor<?x4xf32>
  return %a, %b, %c : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x4xf32>
}
)";

// Three layers of 4 experts. A scan iterates over their stacked weights.
constexpr const char *kScan = R"(
func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %w: tensor<3x4x4x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = rlx.scan init(%x : tensor<?x4xf32>) over(%w : tensor<3x4x4x4xf32>) -> (tensor<?x4xf32>) {
  ^bb0(%h: tensor<?x4xf32>, %e: tensor<4x4x4xf32>):
    %v, %top = rlx.top_k %h k = 1 axis = 1 : (tensor<?x4xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
    %id = rlx.reshape %top to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
    %1 = rlx.grouped_matmul %h, %e, %id
        : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    rlx.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
)";

constexpr const char *kWhile = R"(
func.func @main(%x: tensor<2x4xf32> {rlx.kind = "input", rlx.name = "x"},
                %turns: tensor<i32> {rlx.kind = "input", rlx.name = "turns"},
                %w: tensor<4x4x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<2x4xf32> {rlx.name = "y"}) {
  %zero = rlx.constant dense<0> : tensor<i32>
  %one = rlx.constant dense<1> : tensor<i32>
  %0:2 = rlx.while %zero, %x : (tensor<i32>, tensor<2x4xf32>) -> (tensor<i32>, tensor<2x4xf32>) cond {
  ^bb0(%i: tensor<i32>, %h: tensor<2x4xf32>):
    %more = rlx.compare lt %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<2x4xf32>):
    %v, %top = rlx.top_k %h k = 1 axis = 1 : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x1xi64>)
    %id = rlx.reshape %top to [2] : (tensor<2x1xi64>) -> tensor<2xi64>
    %1 = rlx.grouped_matmul %h, %w, %id
        : (tensor<2x4xf32>, tensor<4x4x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
    %2 = rlx.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    rlx.yield %2, %1 : tensor<i32>, tensor<2x4xf32>
  }
  return %0#1 : tensor<2x4xf32>
}
)";

// One choice whose ids both branches read; another that is read in a branch and after it.
constexpr const char *kBranches = R"(
func.func @main(%x: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %flag: tensor<i1> {rlx.kind = "input", rlx.name = "flag"},
                %w: tensor<4x4x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %v, %top = rlx.top_k %x k = 1 axis = 1 : (tensor<?x4xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
  %id = rlx.reshape %top to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %neg = rlx.neg %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %v2, %top2 = rlx.top_k %neg k = 1 axis = 1 : (tensor<?x4xf32>) -> (tensor<?x1xf32>, tensor<?x1xi64>)
  %id2 = rlx.reshape %top2 to [%n] : (tensor<?x1xi64>, index) -> tensor<?xi64>
  %0 = rlx.if %flag : tensor<i1> -> (tensor<?x4xf32>) {
    %1 = rlx.grouped_matmul %x, %w, %id
        : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    %2 = rlx.grouped_matmul %1, %w, %id2
        : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    rlx.yield %2 : tensor<?x4xf32>
  } else {
    %1 = rlx.grouped_matmul %neg, %w, %id
        : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    %2 = rlx.grouped_matmul %1, %w, %id
        : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
    rlx.yield %2 : tensor<?x4xf32>
  }
  %3 = rlx.grouped_matmul %0, %w, %id2
      : (tensor<?x4xf32>, tensor<4x4x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  return %3 : tensor<?x4xf32>
}
)";

// Forms of routing, one per matmul. The test lists the layers' descriptions.
constexpr const char *kForms = R"(
func.func @main(%x: tensor<6x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<8x8x2xf32> {rlx.kind = "param", rlx.name = "w"},
                %p: tensor<6x8xf32> {rlx.kind = "param", rlx.name = "p"},
                %pids: tensor<6xi64> {rlx.kind = "param", rlx.name = "pids"})
    -> (tensor<6x2xf32> {rlx.name = "y0"}, tensor<6x2xf32> {rlx.name = "y1"},
        tensor<6x2xf32> {rlx.name = "y2"}, tensor<6x2xf32> {rlx.name = "y3"},
        tensor<6x2xf32> {rlx.name = "y4"}, tensor<6x2xf32> {rlx.name = "y5"},
        tensor<6x2xf32> {rlx.name = "y6"}) {
  %v, %top = rlx.top_k %x k = 1 axis = 1 : (tensor<6x8xf32>) -> (tensor<6x1xf32>, tensor<6x1xi64>)
  %id = rlx.reshape %top to [6] : (tensor<6x1xi64>) -> tensor<6xi64>
  %sv, %perm = rlx.top_k %id k = 6 axis = 0 {largest = false}
      : (tensor<6xi64>) -> (tensor<6xi64>, tensor<6xi64>)
  %sorted = rlx.gather %id, %perm axis = 0 : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %y0 = rlx.grouped_matmul %x, %w, %sorted
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %eight = rlx.constant dense<8> : tensor<6xi64>
  %negative = rlx.sub %id, %eight : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  %y1 = rlx.grouped_matmul %x, %w, %negative
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %six = rlx.slice %x from [0, 0] sizes [6, 6] : (tensor<6x8xf32>) -> tensor<6x6xf32>
  %v2, %top2 = rlx.top_k %six k = 1 axis = 1 : (tensor<6x6xf32>) -> (tensor<6x1xf32>, tensor<6x1xi64>)
  %id2 = rlx.reshape %top2 to [6] : (tensor<6x1xi64>) -> tensor<6xi64>
  %y2 = rlx.grouped_matmul %x, %w, %id2
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %v3, %top3 = rlx.top_k %p k = 1 axis = 1 : (tensor<6x8xf32>) -> (tensor<6x1xf32>, tensor<6x1xi64>)
  %id3 = rlx.reshape %top3 to [6] : (tensor<6x1xi64>) -> tensor<6xi64>
  %y3 = rlx.grouped_matmul %x, %w, %id3
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %y4 = rlx.grouped_matmul %x, %w, %pids
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %xt = rlx.transpose %x perm = [1, 0] : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %v5, %top5 = rlx.top_k %xt k = 1 axis = 0 : (tensor<8x6xf32>) -> (tensor<1x6xf32>, tensor<1x6xi64>)
  %id5 = rlx.reshape %top5 to [6] : (tensor<1x6xi64>) -> tensor<6xi64>
  %y5 = rlx.grouped_matmul %x, %w, %id5
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>

  %fixed = rlx.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
  %y6 = rlx.grouped_matmul %x, %w, %fixed
      : (tensor<6x8xf32>, tensor<8x8x2xf32>, tensor<6xi64>) -> tensor<6x2xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6 : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>,
      tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>
}
)";

std::unique_ptr<rt::Executable> compile(const char *text, const SessionOptions &options = {}) {
  auto session = Session::fromSource(text, options);
  EXPECT_TRUE(session.ok()) << session.status().toString();
  return session.ok() ? (*session)->takeExecutable() : nullptr;
}

// Distinct values in an unsorted order.
std::vector<float> scramble(size_t count, uint64_t seed) {
  std::vector<float> values(count);
  for (float &value : values) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<float>(seed >> 41) / float(1 << 20) - 4;
  }
  return values;
}

// Indices of the k largest of `row`, the largest first.
std::vector<int64_t> best(std::span<const float> row, size_t k) {
  std::vector<int64_t> order(row.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const float left = row[static_cast<size_t>(a)], right = row[static_cast<size_t>(b)];
    return left > right || (left == right && a < b);
  });
  order.resize(k);
  return order;
}

// The best k of the first `experts` in each row of `columns` values.
std::vector<int64_t> bestOfRows(std::span<const float> values, size_t columns, size_t experts,
                                size_t k) {
  std::vector<int64_t> all;
  for (size_t at = 0; at < values.size(); at += columns)
    for (int64_t id : best(values.subspan(at, experts), k))
      all.push_back(id);
  return all;
}

template <typename Id>
std::vector<uint64_t> histogram(const std::vector<Id> &ids, size_t experts) {
  std::vector<uint64_t> counts(experts);
  for (Id id : ids)
    ++counts[static_cast<size_t>(id)];
  return counts;
}

struct MixtureInputs {
  explicit MixtureInputs(int64_t n, uint64_t seed)
      : x(scramble(size_t(n) * 8, seed)), z(size_t(n) * 32, 0.5f), ids(static_cast<size_t>(n)) {
    for (size_t i = 0; i < ids.size(); ++i)
      ids[i] = static_cast<int32_t>(i * seed % 3);
    named = {{"x", {rt::DType::F32, shape(n, 8, xShape), x.data()}},
             {"z", {rt::DType::F32, shape(n, 32, zShape), z.data()}},
             {"ids", {rt::DType::I32, std::span(xShape).first(1), ids.data()}}};
  }
  static std::span<const int64_t> shape(int64_t rows, int64_t columns, int64_t (&to)[2]) {
    to[0] = rows;
    to[1] = columns;
    return to;
  }
  std::vector<float> x, z;
  std::vector<int32_t> ids;
  int64_t xShape[2], zShape[2];
  std::vector<rt::NamedTensor> named;
};

void setMixtureParams(rt::Executable &executable) {
  std::vector<float> identity(64);
  for (size_t i = 0; i < 8; ++i)
    identity[i * 9] = 1;
  ASSERT_TRUE(executable.setParamF32("router", identity).ok());
  for (const char *name : {"gate", "up", "down"})
    ASSERT_TRUE(executable.setParamF32(name, scramble(8 * 8 * 16, 7)).ok());
  ASSERT_TRUE(executable.setParamF32("small", scramble(4 * 8 * 8, 8)).ok());
  ASSERT_TRUE(executable.setParamF32("packed", std::vector<float>(3 * 4 * 18)).ok());
}

const std::vector<uint8_t> kResident8{1, 0, 0, 1, 0, 1, 0, 0}, kResident4{0, 1, 1, 0},
    kResident3{0, 0, 1};
const std::vector<std::span<const uint8_t>> kResident{kResident8, kResident4, kResident3};

void expectMixtureCounts(rt::Executable &executable, const MixtureInputs &inputs) {
  auto taken = executable.takeMoeStatistics();
  ASSERT_TRUE(taken.ok()) << taken.status().toString();
  ASSERT_EQ(taken->runs, 1u);
  const std::vector<std::vector<uint64_t>> expected = {histogram(bestOfRows(inputs.x, 8, 8, 2), 8),
                                                       histogram(bestOfRows(inputs.x, 8, 4, 2), 4),
                                                       histogram(inputs.ids, 3)};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(taken->layers[i].hits, expected[i]) << "layer " << i;
    uint64_t resident = 0, others = 0;
    for (size_t expert = 0; expert < expected[i].size(); ++expert)
      (kResident[i][expert] ? resident : others) += expected[i][expert];
    EXPECT_EQ(taken->layers[i].residentTokens, resident) << "layer " << i;
    EXPECT_EQ(taken->layers[i].otherTokens, others) << "layer " << i;
  }
}

void expectIds(const rt::MoeChoice &choice, uint32_t layer, const std::vector<int64_t> &expected) {
  EXPECT_EQ(choice.layer, layer);
  ASSERT_EQ(choice.ids.dtype, rt::DType::I64);
  ASSERT_EQ(choice.ids.shape.size(), 2u);
  ASSERT_EQ(static_cast<size_t>(choice.ids.shape[0] * choice.ids.shape[1]), expected.size());
  const int64_t *ids = choice.ids.as<int64_t>();
  EXPECT_EQ(std::vector<int64_t>(ids, ids + expected.size()), expected);
}

void expectMixture(rt::Executable &executable) {
  setMixtureParams(executable);
  rt::Status set = executable.setMoeResidentExpertsPerLayer(kResident);
  ASSERT_TRUE(set.ok()) << set.toString();
  for (int64_t experts : {8, 4}) {
    auto without = executable.enableMoeTopkCapture(experts);
    ASSERT_TRUE(without.ok()) << without.status().toString();
    EXPECT_TRUE(without->empty());
    for (int64_t n : {1, 5, 700}) {
      MixtureInputs inputs(n, static_cast<uint64_t>(n + experts));
      rt::Status ran = executable.run(inputs.named);
      ASSERT_TRUE(ran.ok()) << ran.toString();
      expectMixtureCounts(executable, inputs);
      auto choices = executable.takeMoeTopkCapture();
      ASSERT_TRUE(choices.ok()) << choices.status().toString();
      ASSERT_EQ(choices->size(), 1u);
      expectIds((*choices)[0], experts == 8 ? 0 : 1,
                bestOfRows(inputs.x, 8, static_cast<size_t>(experts), 2));
    }
  }
}

TEST(MoeSession, FindsLayersByTheirRouting) {
  auto executable = compile(kMixture);
  ASSERT_TRUE(executable);
  EXPECT_EQ(rt::listMoeLayers(executable->program()),
            "0 (grouped_matmul): 8 experts, 3 products, top 2; 1 (grouped_matmul): 4 experts, 2 "
            "products, top 2; 2 (dequant_grouped_matmul): 3 experts, 1 product, no capture: its "
            "routing is an argument or a value of a loop, not the indices of a top_k");
  expectMixture(*executable);
  auto none = executable->enableMoeTopkCapture(3);
  EXPECT_EQ(none.status().code(), rt::StatusCode::Unsupported) << none.status().toString();
}

TEST(MoeSession, WhateverRouteKernelsTake) {
  SessionOptions options;
  options.compile.codegen.fastPaths = false;
  options.load.threads = 2;
  auto executable = compile(kMixture, options);
  ASSERT_TRUE(executable);
  expectMixture(*executable);
}

// Residency only affects statistics. No bit of a result depends on it.
TEST(MoeSession, ResidencyChangesNoResult) {
  auto executable = compile(kMixture);
  ASSERT_TRUE(executable);
  setMixtureParams(*executable);
  MixtureInputs inputs(40, 3);
  ASSERT_TRUE(executable->run(inputs.named).ok());
  const rt::TensorView first = executable->output(0);
  const std::vector<float> before(first.as<float>(), first.as<float>() + 40 * 2 * 8);
  ASSERT_TRUE(executable->setMoeResidentExpertsPerLayer(kResident).ok());
  ASSERT_TRUE(executable->enableMoeTopkCapture(8).ok());
  ASSERT_TRUE(executable->run(inputs.named).ok());
  const float *after = executable->output(0).as<float>();
  EXPECT_EQ(before, std::vector<float>(after, after + before.size()));
}

TEST(MoeSession, SurvivesAPackage) {
  const std::string folder = ::testing::TempDir() + "rlx-moe-" + std::to_string(::getpid());
  const std::string model = folder + ".mlir", package = folder + ".rlxe";
  std::FILE *file = std::fopen(model.c_str(), "w");
  ASSERT_TRUE(file);
  std::fputs(kMixture, file);
  std::fclose(file);
  PackageModelOptions options;
  options.cpus = {"x86-64", "x86-64-v3"};
  rt::Status made = packageModelFile(model, options, package);
  ASSERT_TRUE(made.ok()) << made.toString();
  auto executable = rt::loadPackage(package);
  ASSERT_TRUE(executable.ok()) << executable.status().toString();
  expectMixture(**executable);
  std::remove(model.c_str());
  std::remove(package.c_str());
}

// Expert e of iteration t moves element j to (j + e + t + 1) % 4, so every iteration has another
// best element.
TEST(MoeSession, LayersInAScanCountEveryIteration) {
  auto executable = compile(kScan);
  ASSERT_TRUE(executable);
  ASSERT_EQ(executable->program().moeLayers.size(), 1u);
  std::vector<float> w(3 * 4 * 4 * 4);
  for (size_t t = 0; t < 3; ++t)
    for (size_t e = 0; e < 4; ++e)
      for (size_t j = 0; j < 4; ++j)
        w[((t * 4 + e) * 4 + j) * 4 + (j + e + t + 1) % 4] = 1;
  ASSERT_TRUE(executable->setParamF32("w", w).ok());
  ASSERT_TRUE(executable->setMoeResidentExperts(kResident4).ok());
  ASSERT_TRUE(executable->enableMoeTopkCapture(4).ok());
  for (int64_t n : {3, 1, 50}) {
    std::vector<float> h = scramble(static_cast<size_t>(n) * 4, 5);
    const int64_t shape[] = {n, 4};
    const rt::NamedTensor input{"x", {rt::DType::F32, shape, h.data()}};
    rt::Status ran = executable->run({&input, 1});
    ASSERT_TRUE(ran.ok()) << ran.toString();
    std::vector<int64_t> expected;
    for (size_t t = 0; t < 3; ++t) {
      const std::vector<int64_t> ids = bestOfRows(h, 4, 4, 1);
      expected.insert(expected.end(), ids.begin(), ids.end());
      std::vector<float> next(h.size());
      for (size_t i = 0; i < h.size(); ++i)
        next[i - i % 4 + (i % 4 + size_t(ids[i / 4]) + t + 1) % 4] = h[i];
      h = next;
    }
    const float *y = executable->output(0).as<float>();
    EXPECT_EQ(h, std::vector<float>(y, y + h.size()));
    auto taken = executable->takeMoeStatistics();
    ASSERT_TRUE(taken.ok());
    EXPECT_EQ(taken->layers[0].hits, histogram(expected, 4));
    auto choices = executable->takeMoeTopkCapture();
    ASSERT_TRUE(choices.ok()) << choices.status().toString();
    expectIds((*choices)[0], 0, expected);
  }
}

TEST(MoeSession, LayersInAWhileCountEveryIterationButAreNotCaptured) {
  auto executable = compile(kWhile);
  ASSERT_TRUE(executable);
  auto capture = executable->enableMoeTopkCapture(4);
  EXPECT_EQ(capture.status().code(), rt::StatusCode::Unsupported);
  EXPECT_NE(capture.status().toString().find("selected in a while loop"), std::string::npos)
      << capture.status().toString();
  std::vector<float> w(4 * 4 * 4); // the selected expert is always the same
  for (size_t i = 0; i < 16; ++i)
    w[i * 4 + i % 4] = 1;
  ASSERT_TRUE(executable->setParamF32("w", w).ok());
  ASSERT_TRUE(executable->setMoeResidentExperts(kResident4).ok());
  const std::vector<float> x{1, 5, 2, 3, 1, 2, 3, 4};
  const int64_t shape[] = {2, 4};
  for (int32_t turns : {5, 0, 1}) {
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, shape, x.data()}},
                                      {"turns", {rt::DType::I32, {}, &turns}}};
    rt::Status ran = executable->run(inputs);
    ASSERT_TRUE(ran.ok()) << ran.toString();
    auto taken = executable->takeMoeStatistics();
    ASSERT_TRUE(taken.ok());
    const auto hits = static_cast<uint64_t>(turns);
    EXPECT_EQ(taken->layers[0].hits, (std::vector<uint64_t>{0, hits, 0, hits}));
    EXPECT_EQ(taken->layers[0].residentTokens, hits);
  }
}

TEST(MoeSession, BranchesCountWhatTheyUse) {
  auto executable = compile(kBranches);
  ASSERT_TRUE(executable);
  ASSERT_EQ(executable->program().moeLayers.size(), 2u);
  ASSERT_TRUE(executable->setParamF32("w", scramble(64, 1)).ok());
  ASSERT_TRUE(executable->setMoeResidentExperts(kResident4).ok());
  const std::vector<float> x = scramble(40, 9);
  std::vector<float> negated = x;
  for (float &value : negated)
    value = -value;
  const int64_t shape[] = {10, 4};
  for (uint8_t flag : {0, 1}) {
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, shape, x.data()}},
                                      {"flag", {rt::DType::Bool, {}, &flag}}};
    rt::Status ran = executable->run(inputs);
    ASSERT_TRUE(ran.ok()) << ran.toString();
    auto taken = executable->takeMoeStatistics();
    ASSERT_TRUE(taken.ok());
    EXPECT_EQ(taken->layers[0].hits, histogram(bestOfRows(x, 4, 4, 1), 4)) << int(flag);
    EXPECT_EQ(taken->layers[1].hits, histogram(bestOfRows(negated, 4, 4, 1), 4)) << int(flag);
  }
}

TEST(MoeSession, FormsOfRoutingThatCannotBeCapturedAreNamed) {
  auto executable = compile(kForms);
  ASSERT_TRUE(executable);
  const std::vector<rt::MoeLayer> &layers = executable->program().moeLayers;
  ASSERT_EQ(layers.size(), 6u) << rt::listMoeLayers(executable->program());
  const char *reasons[] = {"",
                           "made by rlx.",
                           "selects among a different number of experts",
                           "when params are prepared",
                           "an argument or a value of a loop",
                           "not selected along the last dimension"};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(layers[i].chosen.has_value(), i == 0) << i;
    EXPECT_NE(layers[i].withoutChoice.find(reasons[i]), std::string::npos)
        << i << ": " << layers[i].withoutChoice;
  }
  auto without = executable->enableMoeTopkCapture(8);
  ASSERT_TRUE(without.ok()) << without.status().toString();
  EXPECT_EQ(*without, (std::vector<uint32_t>{1, 2, 3, 4, 5}));
  ASSERT_TRUE(executable->setMoeResidentExperts(kResident8).ok());

  const std::vector<float> x = scramble(48, 1), p = scramble(48, 2);
  const std::vector<float> pids{7, 7, 1, 0, 7, 3};
  ASSERT_TRUE(executable->setParamF32("w", scramble(8 * 8 * 2, 3)).ok());
  ASSERT_TRUE(executable->setParamF32("p", p).ok());
  ASSERT_TRUE(executable->setParamF32("pids", pids).ok());
  const int64_t shape[] = {6, 8};
  const rt::NamedTensor input{"x", {rt::DType::F32, shape, x.data()}};
  rt::Status ran = executable->run({&input, 1});
  ASSERT_TRUE(ran.ok()) << ran.toString();
  const std::vector<int64_t> ids = bestOfRows(x, 8, 8, 1);
  const std::vector<uint64_t> byScores = histogram(ids, 8);
  const std::vector<std::vector<uint64_t>> expected = {byScores,
                                                       byScores,
                                                       histogram(bestOfRows(x, 8, 6, 1), 8),
                                                       histogram(bestOfRows(p, 8, 8, 1), 8),
                                                       histogram(pids, 8),
                                                       byScores};
  auto taken = executable->takeMoeStatistics();
  ASSERT_TRUE(taken.ok());
  for (size_t i = 0; i < 6; ++i)
    EXPECT_EQ(taken->layers[i].hits, expected[i]) << "layer " << i;
  auto choices = executable->takeMoeTopkCapture();
  ASSERT_TRUE(choices.ok()) << choices.status().toString();
  ASSERT_EQ(choices->size(), 1u);
  expectIds((*choices)[0], 0, ids);
}

} // namespace
