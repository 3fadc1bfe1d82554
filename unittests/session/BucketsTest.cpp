// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buckets: the sizes, correct padded runs, and models whose results padding would change.
#include "session/cache/BucketedCompileCache.h"

#include <cstring>
#include <gtest/gtest.h>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "runtime/program/model/Signature.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx;

namespace {

TEST(Buckets, WrongListsAreErrors) {
  EXPECT_ERROR(checkBuckets({}), InvalidArgument, "at least one bucket");
  EXPECT_ERROR(checkBuckets({{1, 4}, {4, 8}}), InvalidArgument, "1-4 and 4-8");
  EXPECT_ERROR(checkBuckets({{5, 8}, {1, 6}}), InvalidArgument, "1-6 and 5-8");
  EXPECT_ERROR(checkBuckets({{0, 4}}), InvalidArgument, "got 0-4");
  EXPECT_ERROR(checkBuckets({{5, 4}}), InvalidArgument, "got 5-4");
  ASSERT_OK(checkBuckets({{9, 16}, {1, 4}}));
  const std::vector<Bucket> gaps{{9, 16}, {1, 4}};
  EXPECT_EQ(bucketFor(gaps, 4), 1u);
  EXPECT_EQ(bucketFor(gaps, 9), 0u);
  for (int64_t none : {-1, 0, 5, 8, 17})
    EXPECT_EQ(bucketFor(gaps, none), std::nullopt) << none;
}

TEST(Buckets, LaddersOfPowersOfTwo) {
  ASSERT_OK_AND_ASSIGN(const auto ladder, powerOfTwoLadder(3, 20));
  EXPECT_EQ(ladder, (std::vector<Bucket>{{1, 4}, {5, 8}, {9, 16}, {17, 32}}));
  ASSERT_OK_AND_ASSIGN(const auto one, powerOfTwoLadder(1, 1));
  EXPECT_EQ(one, (std::vector<Bucket>{{1, 1}}));
  for (int64_t min : {1, 7, 64})
    for (int64_t max : {64, 65, 1000}) {
      ASSERT_OK_AND_ASSIGN(const auto buckets, powerOfTwoLadder(min, max));
      ASSERT_OK(checkBuckets(buckets));
      EXPECT_EQ(buckets.front().first, 1);
      for (int64_t size = min; size <= max; ++size) {
        const auto found = bucketFor(buckets, size);
        ASSERT_TRUE(found) << size;
        EXPECT_LT(buckets[*found].last, 2 * size) << size;
      }
    }
  ASSERT_OK(powerOfTwoLadder(1, int64_t(1) << 62).status());
  EXPECT_ERROR(powerOfTwoLadder(0, 8).status(), InvalidArgument, "min 0 and max 8");
  EXPECT_ERROR(powerOfTwoLadder(9, 8).status(), InvalidArgument, "min 9 and max 8");
  EXPECT_ERROR(powerOfTwoLadder(1, INT64_MAX).status(), InvalidArgument, "2^62");
}

// A model over x: [n, 6] (and b: [6], which has no rows) that ends in y.
std::string model(const std::string &body, const std::string &resultType,
                  const std::string &result) {
  return R"(
func.func @main(%x: tensor<?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %b: tensor<6xf32> {rlx.kind = "input", rlx.name = "b"},
                %w: tensor<6x6xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<)" +
         resultType + R"(> {rlx.name = "y"}) {
)" + body +
         "  return " + result + " : tensor<" + resultType + ">\n}\n";
}

const std::vector<Bucket> kBuckets{{1, 4}, {5, 8}, {9, 32}};

std::vector<float> ramp(size_t count, float step) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>((i * 7) % 23) * step - 1;
  return values;
}

struct Result {
  std::vector<int64_t> shape;
  std::vector<float> values;
};

Result copyOf(const rt::TensorView &view) {
  Result result{{view.shape.begin(), view.shape.end()}, {}};
  const float *data = view.as<float>();
  result.values.assign(data, data + *rt::numElements(view.shape));
  return result;
}

// The result of the model with its dynamic size, without padding.
Result runDynamic(const std::string &text, int64_t rows) {
  auto session = Session::fromSource(text);
  EXPECT_TRUE(session.ok()) << session.status().toString();
  rt::Executable &executable = (*session)->executable();
  EXPECT_TRUE(executable.setParamF32("w", ramp(36, 0.1f)).ok());
  const std::vector<float> x = ramp(rows * 6, 0.05f), b = ramp(6, 0.2f);
  const int64_t xShape[] = {rows, 6}, bShape[] = {6};
  const rt::Status ran =
      executable.run(std::array{rt::NamedTensor{"x", {rt::DType::F32, xShape, x.data()}},
                                rt::NamedTensor{"b", {rt::DType::F32, bShape, b.data()}}});
  EXPECT_TRUE(ran.ok()) << ran.toString();
  return copyOf(executable.output(0));
}

rt::StatusOr<Result> runPadded(BucketedCompileCache &cache, int64_t rows) {
  const std::vector<float> x = ramp(rows * 6, 0.05f), b = ramp(6, 0.2f);
  const int64_t xShape[] = {rows, 6}, bShape[] = {6};
  RLX_ASSIGN_OR_RETURN(
      const auto outputs,
      cache.runPadded(rows, std::array{rt::NamedTensor{"b", {rt::DType::F32, bShape, b.data()}},
                                       rt::NamedTensor{"x", {rt::DType::F32, xShape, x.data()}}}));
  return copyOf(outputs[0]);
}

std::unique_ptr<BucketedCompileCache> bucketed(const std::string &text) {
  auto cache = BucketedCompileCache::fromSource(text, "n", kBuckets);
  EXPECT_TRUE(cache.ok()) << cache.status().toString();
  const int64_t shape[] = {6, 6};
  const std::vector<float> w = ramp(36, 0.1f);
  const rt::Status set = (*cache)->setParam("w", {rt::DType::F32, shape, w.data()});
  EXPECT_TRUE(set.ok()) << set.toString();
  return std::move(*cache);
}

void expectSame(const std::string &text) {
  auto cache = bucketed(text);
  for (int64_t rows : {1, 3, 4, 5, 7, 8, 20, 2, 32}) {
    auto padded = runPadded(*cache, rows);
    ASSERT_TRUE(padded.ok()) << rows << ": " << padded.status().toString();
    const Result expected = runDynamic(text, rows);
    EXPECT_EQ(padded->shape, expected.shape) << rows;
    ASSERT_EQ(padded->values.size(), expected.values.size()) << rows;
    for (size_t i = 0; i < expected.values.size(); ++i)
      ASSERT_NEAR(padded->values[i], expected.values[i], 1e-5f) << rows << " rows, at " << i;
  }
  EXPECT_EQ(cache->compiledCount(), 3u);
}

constexpr const char *kMlp = R"(
  %0 = rlx.matmul %x, %w : (tensor<?x6xf32>, tensor<6x6xf32>) -> tensor<?x6xf32>
  %1 = rlx.add %0, %b : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>
  %2 = rlx.gelu %1 : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %3 = rlx.softmax %2 axis = 1 : (tensor<?x6xf32>) -> tensor<?x6xf32>
)";

// [n, 6] -> [n, 2, 3] -> [2, n, 3]: rows are in the middle of the output; and [6 n].
constexpr const char *kMoved = R"(
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %0 = rlx.reshape %x to [%n, %c2, %c3] : (tensor<?x6xf32>, index, index, index) -> tensor<?x2x3xf32>
  %1 = rlx.transpose %0 perm = [1, 0, 2] : (tensor<?x2x3xf32>) -> tensor<2x?x3xf32>
)";
constexpr const char *kFlat = R"(
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %m = arith.muli %n, %c6 : index
  %0 = rlx.exp %x : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = rlx.reshape %0 to [%m] : (tensor<?x6xf32>, index) -> tensor<?xf32>
)";

TEST(BucketedCompileCache, PaddedRunsComputeWhatOthersDo) {
  expectSame(model(kMlp, "?x6xf32", "%3"));
  expectSame(model(kMoved, "2x?x3xf32", "%1"));
  expectSame(model(kFlat, "?xf32", "%1"));
  expectSame(model("  %0 = rlx.reduce_sum %x axes = [1] : (tensor<?x6xf32>) -> tensor<?xf32>\n",
                   "?xf32", "%0"));
  expectSame(model("  %0 = rlx.exp %b : (tensor<6xf32>) -> tensor<6xf32>\n", "6xf32", "%0"));
}

void expectRefused(const std::string &text, const std::string &op) {
  auto cache = bucketed(text);
  for (int64_t rows : {3, 7}) {
    const rt::Status status = runPadded(*cache, rows).status();
    EXPECT_EQ(status.code(), rt::StatusCode::Unsupported) << status.toString();
    EXPECT_NE(status.toString().find("rows cannot be padded"), std::string::npos)
        << status.toString();
    EXPECT_NE(status.toString().find("'" + op + "' at source:"), std::string::npos)
        << status.toString();
  }
  // Full buckets need no padding.
  for (int64_t rows : {4, 8}) {
    auto full = runPadded(*cache, rows);
    ASSERT_TRUE(full.ok()) << full.status().toString();
    const Result expected = runDynamic(text, rows);
    EXPECT_EQ(full->shape, expected.shape);
    for (size_t i = 0; i < expected.values.size(); ++i)
      ASSERT_NEAR(full->values[i], expected.values[i], 1e-5f);
  }
}

TEST(BucketedCompileCache, ModelsThatMixRowsAreRefused) {
  expectRefused(model("  %0 = rlx.softmax %x axis = 0 : (tensor<?x6xf32>) -> tensor<?x6xf32>\n",
                      "?x6xf32", "%0"),
                "rlx.softmax");
  expectRefused(model("  %0 = rlx.reduce_mean %x axes = [0] : (tensor<?x6xf32>) -> tensor<6xf32>\n",
                      "6xf32", "%0"),
                "rlx.reduce_mean");
  expectRefused(
      model("  %t = rlx.transpose %x perm = [1, 0] : (tensor<?x6xf32>) -> tensor<6x?xf32>\n"
            "  %0 = rlx.matmul %t, %x : (tensor<6x?xf32>, tensor<?x6xf32>) -> "
            "tensor<6x6xf32>\n",
            "6x6xf32", "%0"),
      "rlx.matmul");
  expectRefused(model("  %0 = rlx.cumsum %x axis = 0 : (tensor<?x6xf32>) -> tensor<?x6xf32>\n",
                      "?x6xf32", "%0"),
                "rlx.cumsum");
  // [n, 6] reshaped to [6, n].
  expectRefused(model(R"(
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %0 = rlx.reshape %x to [%c6, %n] : (tensor<?x6xf32>, index, index) -> tensor<6x?xf32>
)",
                      "6x?xf32", "%0"),
                "rlx.reshape");
}

// A refused op is shown as the user wrote it, not with the bucket's sizes.
TEST(BucketedCompileCache, RefusalsShowTheModelsShapes) {
  const std::string text = model(R"(
  %p = rlx.constant dense<true> : tensor<i1>
  %0 = rlx.if %p : tensor<i1> -> (tensor<?x6xf32>) {
    %1 = rlx.exp %x : (tensor<?x6xf32>) -> tensor<?x6xf32>
    rlx.yield %1 : tensor<?x6xf32>
  } else {
    rlx.yield %x : tensor<?x6xf32>
  }
)",
                                 "?x6xf32", "%0");
  auto cache = bucketed(text);
  const rt::Status status = runPadded(*cache, 3).status();
  EXPECT_ERROR(status.copy(), Unsupported, "rows cannot be padded");
  const std::string shown = status.toString();
  EXPECT_NE(shown.find("source:"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("loc("), std::string::npos) << shown;
  EXPECT_EQ(shown.find("tensor<4x6xf32>"), std::string::npos) << shown;
}

// Uses the number of rows as a value: the sum of n ones. No op uses a row.
TEST(BucketedCompileCache, ComputingWithTheNumberOfRowsIsRefused) {
  const std::string text = model(R"(
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %one = rlx.constant dense<1.0> : tensor<1xf32>
  %ones = rlx.expand %one to [%n] : (tensor<1xf32>, index) -> tensor<?xf32>
  %0 = rlx.reduce_sum %ones axes = [0] : (tensor<?xf32>) -> tensor<f32>
)",
                                 "f32", "%0");
  auto cache = bucketed(text);
  EXPECT_ERROR(runPadded(*cache, 3).status(), Unsupported, "depends on the number of rows");
}

TEST(BucketedCompileCache, CompilesWhatIsAskedFor) {
  auto cache = BucketedCompileCache::fromSource(model(kMlp, "?x6xf32", "%3"), "n", kBuckets);
  ASSERT_TRUE(cache.ok()) << cache.status().toString();
  EXPECT_EQ((*cache)->compiledCount(), 0u);
  ASSERT_OK_AND_ASSIGN(rt::Executable *const executable, (*cache)->executable(1));
  EXPECT_EQ((*cache)->compiledCount(), 1u);
  EXPECT_EQ(rt::signatureText(executable->program(), executable->program().inputs[0]),
            "x: f32[8,6]");
  ASSERT_OK_AND_ASSIGN(rt::Executable *const again, (*cache)->executable(1));
  EXPECT_EQ(executable, again);
  EXPECT_ERROR((*cache)->executable(3).status(), OutOfRange, "there are 3");
  EXPECT_ERROR((*cache)->bucketFor(33).status(), OutOfRange, "there are 1-4, 5-8, 9-32");
  EXPECT_ERROR(runPadded(**cache, 0).status(), OutOfRange, "no bucket contains 0");
  EXPECT_ERROR(runPadded(**cache, 6).status(), FailedPrecondition, "'w'");
}

TEST(BucketedCompileCache, SettingAParamCompilesNothing) {
  ASSERT_OK_AND_ASSIGN(
      auto cache, BucketedCompileCache::fromSource(model(kMlp, "?x6xf32", "%3"), "n", kBuckets));
  const int64_t shape[] = {6, 6}, wrong[] = {6, 5};
  const std::vector<float> w = ramp(36, 0.1f);
  ASSERT_OK(cache->setParam("w", {rt::DType::F32, shape, w.data()}));
  EXPECT_ERROR(cache->setParam("v", {rt::DType::F32, shape, w.data()}), NotFound,
               "there is no param 'v'; params are w: f32[6,6]");
  EXPECT_ERROR(cache->setParam("w", {rt::DType::F32, wrong, w.data()}), InvalidArgument,
               "f32[6,5]");
  EXPECT_ERROR(cache->setParam("w", {rt::DType::I32, shape, w.data()}), InvalidArgument, "i32");
  EXPECT_EQ(cache->compiledCount(), 0u);
  ASSERT_OK_AND_ASSIGN(const Result result, runPadded(*cache, 3));
  const Result expected = runDynamic(model(kMlp, "?x6xf32", "%3"), 3);
  for (size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_NEAR(result.values[i], expected.values[i], 1e-5f) << i;
}

// A kernel sets a param while one bucket runs, so that bucket cannot take it at once. All buckets
// have it from the next run on.
TEST(BucketedCompileCache, BucketsNeverHaveDifferentParams) {
  const std::string text = model(R"(
  %c = rlx.custom "poke"(%b) outs = [tensor<6xf32>] : (tensor<6xf32>) -> tensor<6xf32>
  %0 = rlx.matmul %x, %w : (tensor<?x6xf32>, tensor<6x6xf32>) -> tensor<?x6xf32>
  %1 = rlx.add %0, %c : (tensor<?x6xf32>, tensor<6xf32>) -> tensor<?x6xf32>
)",
                                 "?x6xf32", "%1");
  std::unique_ptr<BucketedCompileCache> cache;
  const int64_t shape[] = {6, 6};
  const std::vector<float> ones(36, 1), twos(36, 2);
  bool pokes = false;
  rt::Status poked;
  SessionOptions options;
  options.userKernels.emplace_back("poke", [&](const rt::UserCall &call) {
    std::fill_n(call.outputs[0].as<float>(), 6, 0.0f);
    if (std::exchange(pokes, false))
      poked = cache->setParam("w", {rt::DType::F32, shape, twos.data()});
    return rt::okStatus();
  });
  ASSERT_OK_AND_ASSIGN(cache, BucketedCompileCache::fromSource(text, "n", kBuckets, options));
  ASSERT_OK(cache->setParam("w", {rt::DType::F32, shape, ones.data()}));
  const auto first = [&](int64_t rows) {
    auto result = runPadded(*cache, rows);
    EXPECT_TRUE(result.ok()) << result.status().toString();
    return result.ok() ? result->values[0] : 0;
  };
  const float once = first(4);
  EXPECT_EQ(first(8), once);
  pokes = true;
  EXPECT_EQ(first(8), once) << "the run goes on with what it has begun with";
  ASSERT_OK(std::move(poked));
  EXPECT_NEAR(first(4), 2 * once, 1e-5f);
  EXPECT_NEAR(first(8), 2 * once, 1e-5f);
  EXPECT_NEAR(first(32), 2 * once, 1e-5f) << "compiled afterwards";
}

TEST(BucketedCompileCache, EmptyInputsNeedNoData) {
  for (const bool transposed : {false, true}) {
    const std::string text = R"(
func.func @main(%x: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", "m"]})
    -> (tensor<?x?xf32> {rlx.name = "y"}) {
  %0 = rlx.exp %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
)" + std::string(transposed ? "  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<?x?xf32>) -> "
                              "tensor<?x?xf32>\n  return %1 : tensor<?x?xf32>\n}\n"
                            : "  return %0 : tensor<?x?xf32>\n}\n");
    ASSERT_OK_AND_ASSIGN(auto cache, BucketedCompileCache::fromSource(text, "n", kBuckets));
    for (const int64_t rows : {3, 4}) { // padded, and full
      const int64_t shape[] = {rows, 0};
      const rt::NamedTensor x{"x", {rt::DType::F32, shape, nullptr}};
      ASSERT_OK_AND_ASSIGN(const auto outputs, cache->runPadded(rows, {&x, 1}));
      ASSERT_EQ(outputs[0].shape.size(), 2u);
      EXPECT_EQ(outputs[0].shape[transposed ? 1 : 0], rows);
      EXPECT_EQ(outputs[0].shape[transposed ? 0 : 1], 0);
    }
    const int64_t shape[] = {3, 2};
    const rt::NamedTensor x{"x", {rt::DType::F32, shape, nullptr}};
    EXPECT_ERROR(cache->runPadded(3, {&x, 1}).status(), InvalidArgument, "no data");
  }
}

// A model without dynamic sizes, built again for each bucket. The size of `table` does not depend
// on the rows.
rt::StatusOr<GraphModel> buildFor(int64_t rows, bool mixes = false) {
  GraphBuilder builder;
  GraphValue x = builder.input("x", rt::DType::F32, {rows, 6});
  GraphValue table = builder.input("table", rt::DType::F32, {4, 6});
  GraphValue added = builder.add(x, builder.reduceSum(table, {0}));
  builder.output("y", mixes ? builder.softmax(added, 0) : builder.softmax(added, 1));
  return builder.finish();
}

TEST(BucketedCompileCache, ModelsBuiltForTheirRows) {
  ASSERT_OK_AND_ASSIGN(
      auto cache,
      BucketedCompileCache::create([](int64_t rows) { return buildFor(rows); }, {"x"}, kBuckets));
  const std::vector<float> data = ramp(32 * 6, 0.05f), table = ramp(24, 0.1f);
  const int64_t tableShape[] = {4, 6};
  for (int64_t rows : {3, 4, 6, 20}) {
    const int64_t shape[] = {rows, 6};
    const std::array inputs{rt::NamedTensor{"x", {rt::DType::F32, shape, data.data()}},
                            rt::NamedTensor{"table", {rt::DType::F32, tableShape, table.data()}}};
    ASSERT_OK_AND_ASSIGN(const auto padded, cache->runPadded(rows, inputs));
    const Result result = copyOf(padded[0]);
    ASSERT_OK_AND_ASSIGN(GraphModel exact, buildFor(rows));
    ASSERT_OK_AND_ASSIGN(auto session, Session::fromGraph(std::move(exact)));
    ASSERT_OK(session->executable().run(inputs));
    const Result expected = copyOf(session->executable().output(0));
    EXPECT_EQ(result.shape, expected.shape);
    for (size_t i = 0; i < expected.values.size(); ++i)
      ASSERT_NEAR(result.values[i], expected.values[i], 1e-6f) << rows << " rows, at " << i;
  }
  ASSERT_OK_AND_ASSIGN(
      auto mixing, BucketedCompileCache::create([](int64_t rows) { return buildFor(rows, true); },
                                                {"x"}, kBuckets));
  const int64_t shape[] = {3, 6};
  const std::array inputs{rt::NamedTensor{"x", {rt::DType::F32, shape, data.data()}},
                          rt::NamedTensor{"table", {rt::DType::F32, tableShape, table.data()}}};
  EXPECT_ERROR(mixing->runPadded(3, inputs).status(), Unsupported, "'rlx.softmax'");
  const auto build = [](int64_t) { return buildFor(5); };
  EXPECT_ERROR(BucketedCompileCache::create(build, {"x"}, kBuckets).status(), InvalidArgument,
               "does not start with the 4 rows");
  EXPECT_ERROR(BucketedCompileCache::create(build, {"z"}, kBuckets).status(), NotFound,
               "got 'z'; inputs are 'x', 'table'");
  EXPECT_ERROR(BucketedCompileCache::create(nullptr, {"x"}, kBuckets).status(), InvalidArgument,
               "no function that builds");
}

TEST(BucketedCompileCache, ErrorsNameWhatIsWrong) {
  const std::string text = model(kMlp, "?x6xf32", "%3");
  EXPECT_ERROR(BucketedCompileCache::fromSource(text, "m", kBuckets).status(), NotFound,
               "no input has a dynamic size 'm'; there are 'n'");
  EXPECT_ERROR(BucketedCompileCache::fromSource(text, "n", {}).status(), InvalidArgument,
               "at least one bucket");
  EXPECT_ERROR(BucketedCompileCache::fromSource("no model", "n", kBuckets).status(),
               InvalidArgument, "source");
  SessionOptions options;
  options.compile.codegen.chip = "abacus";
  EXPECT_ERROR(BucketedCompileCache::fromSource(text, "n", kBuckets, options).status(), NotFound,
               "there is no CPU 'abacus'");
  options = {};
  options.mode = ExecutionMode::Eager;
  options.checkFinite = true;
  EXPECT_ERROR(BucketedCompileCache::fromSource(text, "n", kBuckets, options).status(),
               InvalidArgument, "checkFinite needs a Session");
  auto cache = bucketed(text);
  const int64_t wShape[] = {6, 6}, xShape[] = {3, 6}, bShape[] = {6}, wrong[] = {3, 5};
  const std::vector<float> data(36);
  EXPECT_ERROR(cache->setParam("v", {rt::DType::F32, wShape, data.data()}), NotFound, "'v'");
  const rt::NamedTensor b{"b", {rt::DType::F32, bShape, data.data()}};
  const auto run = [&](int64_t rows, const rt::NamedTensor &x) {
    return cache->runPadded(rows, std::array{x, b}).status();
  };
  EXPECT_ERROR(run(2, {"x", {rt::DType::F32, xShape, data.data()}}), InvalidArgument,
               "input 'x' has 3 rows in dimension 0, but the run is for 2");
  EXPECT_ERROR(run(3, {"x", {rt::DType::F32, wrong, data.data()}}), InvalidArgument, "x");
  EXPECT_ERROR(run(3, {"z", {rt::DType::F32, xShape, data.data()}}), InvalidArgument, "'z'");
  EXPECT_ERROR(run(3, {"x", {rt::DType::F32, xShape, nullptr}}), InvalidArgument, "no data");
  EXPECT_ERROR(cache->runPadded(3, std::array{b}).status(), InvalidArgument, "x");
  ASSERT_OK(runPadded(*cache, 3).status()); // still usable
}

} // namespace
