// Padded runs take no memory once their shapes are known. DiskCacheTest.cpp has the operator new
// that fails when its budget is spent.
#include <atomic>
#include <gtest/gtest.h>

#include "session/cache/BucketedCompileCache.h"
#include "unittests/runtime/StatusMatchers.h"

extern std::atomic<int64_t> newBudget;

using namespace rlx;

namespace {

// Rows in the middle of the result, which is cut out of the padded one block by block.
constexpr const char *kModel = R"(
func.func @main(%x: tensor<?x6xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]})
    -> (tensor<6x?xf32> {rlx.name = "y"}) {
  %0 = rlx.exp %x : (tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = rlx.transpose %0 perm = [1, 0] : (tensor<?x6xf32>) -> tensor<6x?xf32>
  return %1 : tensor<6x?xf32>
}
)";

TEST(PaddedRuns, AllocateNothingTheSecondTime) {
  ASSERT_OK_AND_ASSIGN(auto cache,
                       BucketedCompileCache::fromSource(kModel, "n", {{1, 8}, {9, 16}}));
  const std::vector<float> data(16 * 6, 0);
  for (const int64_t rows : {5, 8, 12}) { // padded, full, padded
    const int64_t shape[] = {rows, 6};
    const rt::NamedTensor x{"x", {rt::DType::F32, shape, data.data()}};
    ASSERT_OK(cache->runPadded(rows, {&x, 1}).status());
    newBudget = 0;
    auto again = cache->runPadded(rows, {&x, 1});
    newBudget = -1;
    ASSERT_TRUE(again.ok()) << rows << ": " << again.status().toString();
    ASSERT_EQ((*again)[0].shape[1], rows);
    for (int64_t i = 0; i < 6 * rows; ++i)
      ASSERT_EQ((*again)[0].as<float>()[i], 1) << i;
  }
}

} // namespace
