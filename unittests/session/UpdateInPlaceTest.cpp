// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Caches that a run updates: the output has the memory of the handle that it feeds, and only the
// elements that change are written.
#include "runtime/package/Package.h"
#include "session/PackageModel.h"
#include "unittests/session/CacheModel.h"
#include "unittests/session/TempFolder.h"

namespace update_in_place_test {

TEST(UpdateInPlace, ACacheKeepsItsMemory) {
  for (const ExecutionMode mode : {ExecutionMode::Compiled, ExecutionMode::Eager}) {
    SessionOptions options;
    options.mode = mode;
    Model model(update_in_place_test::model(kScatter + sum("y", "new")), options);
    ASSERT_TRUE(model.ok());
    EXPECT_EQ(model.get().program().outputs[1].donor, 0u);
    Expected expected;
    ASSERT_OK(model.bind(expected.cache));
    const void *memory = model.content();
    ASSERT_NO_FATAL_FAILURE(expectSteps(model, expected, 0, 100));
    EXPECT_EQ(model.content(), memory);
  }
}

TEST(UpdateInPlace, PackagesUpdateInPlace) {
  const rlx::testing::TempFolder folder;
  const std::string path = folder.path() + "/model.rlxe";
  ASSERT_OK(packageModelText(model(kScatter + sum("y", "new")), {}, {}, path));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Executable> executable, loadPackage(path));
  Model loaded(std::move(executable));
  EXPECT_EQ(loaded.get().program().outputs[1].donor, 0u);
  Expected expected;
  ASSERT_OK(loaded.bind(expected.cache));
  const void *memory = loaded.content();
  ASSERT_NO_FATAL_FAILURE(expectSteps(loaded, expected, 0, 20));
  EXPECT_EQ(loaded.content(), memory);
}

// The cache goes from the code for any size to that for its size, and back.
TEST(UpdateInPlace, SpecializedCodeUpdatesTheSameCache) {
  std::string text = model(kScatter + sum("y", "new"));
  for (size_t at; (at = text.find("64x8xf32> {rlx")) != std::string::npos;)
    text.replace(at, 10, "?x8xf32>"),
        text.replace(text.find("{rlx", at), 1, "{rlx.dims = [\"n\", \"\"], ");
  for (size_t at; (at = text.find("64x8xf32")) != std::string::npos;)
    text.replace(at, 8, "?x8xf32");
  SessionOptions options;
  options.specialize = {.afterRuns = 3};
  Model dynamic(text, options);
  ASSERT_TRUE(dynamic.ok());
  EXPECT_EQ(dynamic.get().program().outputs[1].donor, 0u);
  Expected expected;
  ASSERT_OK(dynamic.bind(expected.cache));
  ASSERT_NO_FATAL_FAILURE(expectSteps(dynamic, expected, 0, 5));
  dynamic.compiled().finishSpecializations();
  ASSERT_EQ(dynamic.compiled().specializeStatistics().ready, 1u)
      << dynamic.compiled().specializeStatistics().lastError;
  const void *memory = dynamic.content();
  ASSERT_NO_FATAL_FAILURE(expectSteps(dynamic, expected, 5, 20));
  EXPECT_EQ(dynamic.content(), memory);
}

// A loop around the update: the cache is right, and the caller's copy stays.
TEST(UpdateInPlace, UpdatesInLoops) {
  const std::string body = R"(
  %count = rlx.constant dense<0> : tensor<i64>
  %loop:2 = rlx.while %count, %cache : (tensor<i64>, tensor<64x8xf32>) -> (tensor<i64>, tensor<64x8xf32>) cond {
  ^bb0(%i: tensor<i64>, %c: tensor<64x8xf32>):
    %three = rlx.constant dense<3> : tensor<i64>
    %more = rlx.compare lt %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    rlx.yield %more : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>, %c: tensor<64x8xf32>):
    %place = rlx.add %at, %i : (tensor<1x1xi64>, tensor<i64>) -> tensor<1x1xi64>
    %updated = rlx.scatter_nd %c, %place, %row : (tensor<64x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<64x8xf32>
    %one = rlx.constant dense<1> : tensor<i64>
    %next = rlx.add %i, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
    rlx.yield %next, %updated : tensor<i64>, tensor<64x8xf32>
  }
  %new = rlx.reshape %loop#1 to [64, 8] : (tensor<64x8xf32>) -> tensor<64x8xf32>
)" + sum("y", "new");
  Model looped(model(body));
  ASSERT_TRUE(looped.ok());
  Expected expected;
  ASSERT_OK(looped.bind(expected.cache));
  for (int64_t step = 0; step < 10; ++step) {
    ASSERT_OK(looped.step(step * 5, rowOf(step)));
    for (int64_t i = 0; i < 3; ++i)
      expected.write(step * 5 + i, rowOf(step));
    ASSERT_EQ(values(looped.get().output(0)), expected.sums()) << step;
    ASSERT_EQ(values(looped.get().output(1)), expected.cache) << step;
  }
}

TEST(UpdateInPlace, ACallersCacheIsNotChanged) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")));
  ASSERT_TRUE(model.ok());
  Expected expected;
  const std::vector<float> given = expected.cache, row = rowOf(3);
  const int64_t at = 5;
  ASSERT_OK(model.get().run(std::vector<NamedTensor>{{"cache", {DType::F32, kCache, given.data()}},
                                                     {"row", {DType::F32, kRow, row.data()}},
                                                     {"at", {DType::I64, kAt, &at}}}));
  EXPECT_EQ(given, expected.cache);
  expected.write(at, row);
  EXPECT_EQ(values(model.get().output(1)), expected.cache);
  // Nor is a handle that nothing feeds.
  ASSERT_OK(model.get().bindHandle("cache", {DType::F32, kCache, given.data()}));
  ASSERT_OK(model.step(at, row));
  EXPECT_EQ(values(*model.get().readHandle("cache")), given);
}

// Readers of the old cache behind the update get a copy of it.
TEST(UpdateInPlace, TheOldCacheMayBeReadBeforeAndAfterTheUpdate) {
  for (const bool before : {true, false}) {
    const std::string old = sum("old", "cache");
    const std::string body =
        (before ? old + kScatter : kScatter + old) + sum("now", "new") +
        "  %y = rlx.sub %now, %old : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>\n";
    Model model(update_in_place_test::model(body));
    ASSERT_TRUE(model.ok());
    Expected expected;
    ASSERT_OK(model.bind(expected.cache));
    for (int64_t step = 0; step < 10; ++step) {
      std::vector<float> change = expected.sums();
      expected.write(step, rowOf(step));
      const std::vector<float> sums = expected.sums();
      for (size_t i = 0; i < change.size(); ++i)
        change[i] = sums[i] - change[i];
      ASSERT_OK(model.step(step, rowOf(step)));
      EXPECT_EQ(values(model.get().output(0)), change) << before << step;
      EXPECT_EQ(values(model.get().output(1)), expected.cache);
    }
  }
}

// Two updates after each other, and one whose result is not returned.
TEST(UpdateInPlace, UpdatesOfUpdates) {
  const std::string body = R"(
  %first = rlx.scatter_nd %cache, %at, %row : (tensor<64x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<64x8xf32>
  %one = rlx.constant dense<1> : tensor<1x1xi64>
  %next = rlx.add %at, %one : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi64>
  %new = rlx.scatter_nd %first, %next, %row : (tensor<64x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<64x8xf32>
  %exp = rlx.neg %new : (tensor<64x8xf32>) -> tensor<64x8xf32>
  %again = rlx.scatter_nd %exp, %at, %row reduction = add : (tensor<64x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<64x8xf32>
)" + sum("y", "again");
  Model model(update_in_place_test::model(body));
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model.get().program().outputs[1].donor, 0u);
  Expected expected;
  ASSERT_OK(model.bind(expected.cache));
  const void *memory = model.content();
  for (int64_t step = 0; step < 20; ++step) {
    ASSERT_OK(model.step(step, rowOf(step)));
    expected.write(step, rowOf(step));
    expected.write(step + 1, rowOf(step));
    std::vector<float> y = expected.sums();
    for (size_t i = 0; i < y.size(); ++i)
      y[i] = rowOf(step)[i] - y[i];
    EXPECT_EQ(values(model.get().output(0)), y);
    EXPECT_EQ(values(model.get().output(1)), expected.cache);
  }
  EXPECT_EQ(model.content(), memory);
}

TEST(UpdateInPlace, AFailedUpdateBreaksTheHandle) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")));
  ASSERT_TRUE(model.ok());
  Expected expected;
  ASSERT_OK(model.bind(expected.cache));
  ASSERT_OK(model.step(3, rowOf(1)));
  // A call that is wrong breaks nothing.
  const std::vector<float> row = rowOf(1);
  EXPECT_ERROR(model.get().run(std::vector<NamedTensor>{{"row", {DType::F32, kRow, row.data()}}}),
               InvalidArgument, "missing input 'at'");
  ASSERT_OK(model.step(4, rowOf(2)));
  EXPECT_ERROR(model.step(kRows, rowOf(3)), OutOfRange, "met index 64 outside its axis");
  EXPECT_ERROR(
      model.step(5, rowOf(4)), FailedPrecondition,
      "a run that failed has updated only a part of the content of input 'cache'; set it again");
  EXPECT_ERROR(model.get().readHandle("cache").status(), FailedPrecondition, "set it again");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Executable> clone, model.get().clone());
  const int64_t at = 0;
  EXPECT_ERROR(clone->run(std::vector<NamedTensor>{{"row", {DType::F32, kRow, row.data()}},
                                                   {"at", {DType::I64, kAt, &at}}}),
               FailedPrecondition, "set it again");
  ASSERT_OK(model.bind(expected.cache));
  ASSERT_OK(model.step(6, rowOf(5)));
  expected.write(6, rowOf(5));
  EXPECT_EQ(values(model.get().output(1)), expected.cache);
}

// The first command fails, before the update: the cache is as it was.
TEST(UpdateInPlace, AFailureBeforeTheUpdateBreaksNothing) {
  const std::string body = R"(
  %first = rlx.gather %row, %at axis = 0 : (tensor<1x8xf32>, tensor<1x1xi64>) -> tensor<1x1x8xf32>
  %y = rlx.reshape %first to [8] : (tensor<1x1x8xf32>) -> tensor<8xf32>
)" + kScatter;
  Model model(update_in_place_test::model(body));
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model.get().program().outputs[1].donor, 0u);
  Expected expected;
  ASSERT_OK(model.bind(expected.cache));
  EXPECT_ERROR(model.step(5, rowOf(1)), OutOfRange, "met index 5 outside its axis");
  ASSERT_OK(model.step(0, rowOf(2)));
  expected.write(0, rowOf(2));
  EXPECT_EQ(values(model.get().output(1)), expected.cache);
}

TEST(UpdateInPlace, InputsMustNotLieInTheCache) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")));
  ASSERT_TRUE(model.ok());
  Expected expected;
  ASSERT_OK(model.bind(expected.cache));
  ASSERT_OK(model.step(1, rowOf(1)));
  const float *first = model.get().readHandle("cache")->as<float>();
  const int64_t at = 2;
  EXPECT_ERROR(model.get().run(std::vector<NamedTensor>{
                   {"row", {DType::F32, kRow, first + kColumns}}, {"at", {DType::I64, kAt, &at}}}),
               InvalidArgument, "input 'row' lies in the memory of the content of input 'cache'");
  ASSERT_OK(model.step(3, rowOf(2)));
}

// A constant that its kernel contains is no buffer that could be updated.
TEST(UpdateInPlace, SmallConstants) {
  auto session = compile(R"(
func.func @main(%at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"},
                %value: tensor<1xi64> {rlx.kind = "input", rlx.name = "value"})
    -> (tensor<4xi64> {rlx.name = "y"}) {
  %data = rlx.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %0 = rlx.scatter_nd %data, %at, %value : (tensor<4xi64>, tensor<1x1xi64>, tensor<1xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
})");
  ASSERT_TRUE(session);
  const std::vector<int64_t> one{1};
  for (int64_t at = 0; at < 4; ++at) {
    const int64_t value = 70 + at;
    ASSERT_OK(session->executable().run(std::vector<NamedTensor>{
        {"at", {DType::I64, kAt, &at}}, {"value", {DType::I64, one, &value}}}));
    std::vector<int64_t> expected{1, 2, 3, 4};
    expected[static_cast<size_t>(at)] = value;
    const TensorView y = session->executable().output(0);
    EXPECT_EQ(std::vector<int64_t>(y.as<int64_t>(), y.as<int64_t>() + 4), expected);
  }
}

// A copy of 4 MB is made by all threads.
TEST(UpdateInPlace, LargeCopies) {
  auto session = compile(R"(
func.func @main(%x: tensor<131075x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"},
                %row: tensor<1x8xf32> {rlx.kind = "input", rlx.name = "row"})
    -> (tensor<131075x8xf32> {rlx.name = "y"}) {
  %0 = rlx.scatter_nd %x, %at, %row : (tensor<131075x8xf32>, tensor<1x1xi64>, tensor<1x8xf32>) -> tensor<131075x8xf32>
  return %0 : tensor<131075x8xf32>
})");
  ASSERT_TRUE(session);
  const std::vector<int64_t> shape{131075, 8};
  std::vector<float> x(131075 * 8);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i);
  const std::vector<float> row = rowOf(-1);
  const int64_t at = 131074;
  ASSERT_OK(
      session->executable().run(std::vector<NamedTensor>{{"x", {DType::F32, shape, x.data()}},
                                                         {"at", {DType::I64, kAt, &at}},
                                                         {"row", {DType::F32, kRow, row.data()}}}));
  std::copy(row.begin(), row.end(), x.end() - kColumns);
  EXPECT_EQ(values(session->executable().output(0)), x);
}

TEST(UpdateInPlace, ClonesHaveTheirOwnCaches) {
  Model model(update_in_place_test::model(kScatter + sum("y", "new")));
  ASSERT_TRUE(model.ok());
  Expected mine;
  ASSERT_OK(model.bind(mine.cache));
  ASSERT_OK(model.step(1, rowOf(1)));
  mine.write(1, rowOf(1));
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<Executable> clone, model.get().clone());
  ASSERT_OK(model.step(2, rowOf(2)));
  EXPECT_EQ(values(*clone->readHandle("cache")), mine.cache);
  mine.write(2, rowOf(2));
  EXPECT_EQ(values(*model.get().readHandle("cache")), mine.cache);
}

} // namespace update_in_place_test
