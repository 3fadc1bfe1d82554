// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model with a cache that a run updates, for tests on the CPU and on Vulkan, and the cache as it
// should be.
#ifndef RLX_UNITTESTS_SESSION_CACHEMODEL_H
#define RLX_UNITTESTS_SESSION_CACHEMODEL_H

#include <gtest/gtest.h>

#include "mlir/Parser/Parser.h"
#include "session/Session.h"
#include "unittests/runtime/StatusMatchers.h"

namespace update_in_place_test {

using namespace rlx;
using namespace rlx::rt;

constexpr int64_t kRows = 64, kColumns = 8;
inline const std::vector<int64_t> kCache{kRows, kColumns}, kRow{1, kColumns}, kAt{1, 1};

// `body` makes %new of %cache, %at and %row, and %y of rank 1 with 8 elements.
inline std::string model(const std::string &body) {
  return R"(
func.func @main(%cache: tensor<64x8xf32> {rlx.kind = "input", rlx.name = "cache"},
                %row: tensor<1x8xf32> {rlx.kind = "input", rlx.name = "row"},
                %at: tensor<1x1xi64> {rlx.kind = "input", rlx.name = "at"})
    -> (tensor<8xf32> {rlx.name = "y"}, tensor<64x8xf32> {rlx.name = "new"}) {
)" + body +
         R"(
  return %y, %new : tensor<8xf32>, tensor<64x8xf32>
})";
}

inline const std::string kScatter =
    "  %new = rlx.scatter_nd %cache, %at, %row : (tensor<64x8xf32>, tensor<1x1xi64>, "
    "tensor<1x8xf32>) -> tensor<64x8xf32>\n";
inline std::string sum(const std::string &name, const std::string &of) {
  return "  %" + name + " = rlx.reduce_sum %" + of +
         " axes = [0] : (tensor<64x8xf32>) -> tensor<8xf32>\n";
}

inline std::unique_ptr<Session> compile(const std::string &text, SessionOptions options = {}) {
  std::unique_ptr<mlir::MLIRContext> context = createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return nullptr;
  auto session = Session::fromModule(*module, options);
  EXPECT_TRUE(session.ok()) << session.status().toString();
  return session.ok() ? std::move(*session) : nullptr;
}

// The cache on the host, updated by the definition.
struct Expected {
  std::vector<float> cache = std::vector<float>(kRows * kColumns, 1.0f);

  void write(int64_t at, const std::vector<float> &row) {
    std::copy(row.begin(), row.end(), cache.begin() + at * kColumns);
  }
  std::vector<float> sums() const {
    std::vector<float> result(kColumns, 0.0f);
    for (size_t i = 0; i < cache.size(); ++i)
      result[i % kColumns] += cache[i];
    return result;
  }
};

inline std::vector<float> rowOf(int64_t step) {
  std::vector<float> row(kColumns);
  for (size_t i = 0; i < row.size(); ++i)
    row[i] = static_cast<float>(step * 10) + static_cast<float>(i);
  return row;
}

inline std::vector<float> values(const TensorView &view) {
  int64_t count = 1;
  for (const int64_t size : view.shape)
    count *= size;
  return {view.as<float>(), view.as<float>() + count};
}

class Model {
public:
  explicit Model(const std::string &text, SessionOptions options = {})
      : session(compile(text, options)) {}

  explicit Model(std::unique_ptr<Executable> loaded) : loaded(std::move(loaded)) {}

  bool ok() const { return session || loaded; }
  Executable &get() { return loaded ? *loaded : session->executable(); }
  Session &compiled() { return *session; }
  Status bind(const std::vector<float> &cache) {
    RLX_RETURN_IF_ERROR(get().bindHandle("cache", {DType::F32, kCache, cache.data()}));
    return get().setHandleFeed("cache", 1);
  }
  Status step(int64_t at, const std::vector<float> &row) {
    return get().run(std::vector<NamedTensor>{{"row", {DType::F32, kRow, row.data()}},
                                              {"at", {DType::I64, kAt, &at}}});
  }
  // The same in the device's memory.
  Status bindOnDevice(const std::vector<float> &cache) {
    RLX_RETURN_IF_ERROR(get().bindDeviceHandle("cache", {DType::F32, kCache, cache.data()}));
    return get().setHandleFeed("cache", 1);
  }
  const void *content() { return get().readHandle("cache")->data; }

private:
  std::unique_ptr<Session> session;
  std::unique_ptr<Executable> loaded; // instead of the session's
};

// The steps from `first` on, each of which changes one row.
inline void expectSteps(Model &model, Expected &expected, int64_t first, int64_t count) {
  for (int64_t step = first; step < first + count; ++step) {
    const int64_t at = step * 7 % kRows;
    ASSERT_OK(model.step(at, rowOf(step)));
    expected.write(at, rowOf(step));
    ASSERT_EQ(values(model.get().output(0)), expected.sums()) << step;
    ASSERT_EQ(values(model.get().output(1)), expected.cache) << step;
  }
}

} // namespace update_in_place_test

#endif // RLX_UNITTESTS_SESSION_CACHEMODEL_H
