// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports on compiled models: the graph before fusion, the kernels that compute it, measured times,
// and the page.
#include "session/report/Report.h"

#include <gtest/gtest.h>

#include "session/Session.h"
#include "unittests/runtime/StatusMatchers.h"

#include "llvm/Support/JSON.h"

using namespace rlx;

namespace {

// A matmul with bias and relu, which become one kernel, and a softmax.
constexpr const char *kReported = R"(
func.func @main(%x: tensor<?x64xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["rows", ""]},
                %w: tensor<64x32xf32> {rlx.kind = "param", rlx.name = "w"},
                %b: tensor<32xf32> {rlx.kind = "param", rlx.name = "</script>"})
    -> (tensor<?x32xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
  %1 = rlx.add %0, %b : (tensor<?x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %2 = rlx.relu %1 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  %3 = rlx.softmax %2 axis = -1 : (tensor<?x32xf32>) -> tensor<?x32xf32>
  return %3 : tensor<?x32xf32>
}
)";

class ReportTest : public ::testing::Test {
protected:
  void compile() {
    options.load.threads = 1;
    SessionOptions watched = options;
    report.watch(watched.compile);
    ASSERT_OK_AND_ASSIGN(session, Session::fromSource(kReported, watched));
    report.setPhases(session->compileTimes());
  }
  void setParams() {
    rt::Executable &executable = session->executable();
    const std::vector<float> w(64 * 32, 0.5f), b(32, 1.0f);
    const int64_t wShape[] = {64, 32}, bShape[] = {32};
    ASSERT_OK(executable.setParam("w", {rt::DType::F32, wShape, const_cast<float *>(w.data())}));
    ASSERT_OK(
        executable.setParam("</script>", {rt::DType::F32, bShape, const_cast<float *>(b.data())}));
  }
  rt::Status measure(int64_t rows, int64_t columns = 64) {
    std::vector<float> x(static_cast<size_t>(rows * columns), 1.0f);
    const int64_t shape[] = {rows, columns};
    const rt::NamedTensor inputs[] = {{"x", {rt::DType::F32, shape, x.data()}}};
    return report.measure(session->executable(), inputs, options, 0.01);
  }
  llvm::json::Object data() const {
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(report.json());
    EXPECT_TRUE(static_cast<bool>(parsed)) << llvm::toString(parsed.takeError());
    return parsed ? std::move(*parsed->getAsObject()) : llvm::json::Object();
  }
  static const llvm::json::Object *find(const llvm::json::Array &list, llvm::StringRef key,
                                        llvm::StringRef value) {
    for (const llvm::json::Value &entry : list)
      if (entry.getAsObject()->getString(key).value_or("").starts_with(value))
        return entry.getAsObject();
    ADD_FAILURE() << "nothing with " << key.str() << " " << value.str();
    return nullptr;
  }

  SessionOptions options;
  Report report{"model"};
  std::unique_ptr<Session> session;
};

} // namespace

TEST_F(ReportTest, KnowsTheGraphBeforeFusion) {
  compile();
  setParams();
  ASSERT_OK(measure(8));
  const llvm::json::Object all = data();
  const llvm::json::Array &nodes = *all.getArray("nodes");
  ASSERT_EQ(nodes.size(), 7u); // three arguments, four ops
  const llvm::json::Object *matmul = find(nodes, "op", "matmul");
  ASSERT_TRUE(matmul);
  EXPECT_EQ(matmul->getString("type"), "f32[rows,32]");
  EXPECT_EQ(matmul->getNumber("flops"), 2.0 * 8 * 64 * 32);
  EXPECT_EQ(matmul->getString("location"), "source:6:8");
  EXPECT_EQ(matmul->getArray("inputs")->size(), 2u);
  EXPECT_EQ(find(nodes, "op", "relu")->getNumber("flops"), 8.0 * 32);
  EXPECT_EQ(find(nodes, "op", "softmax")->getBoolean("output"), true);
  EXPECT_EQ(all.getObject("sizes")->getInteger("rows"), 8);
}

TEST_F(ReportTest, SaysHowEachKernelWasMadeAndHowLongItTakes) {
  compile();
  setParams();
  ASSERT_OK(measure(8));
  const llvm::json::Object all = data();
  const llvm::json::Array &run = *all.getArray("run");
  const llvm::json::Object *matmul = find(run, "label", "matmul_packed");
  ASSERT_TRUE(matmul);
  EXPECT_EQ(matmul->getString("route"), "fast path matmul_packed");
  EXPECT_GT(matmul->getNumber("ns").value_or(0), 0);
  EXPECT_GT(matmul->getInteger("estimate_ns").value_or(0), 0);
  // x, the packed weights and the result at least.
  EXPECT_GE(matmul->getInteger("bytes").value_or(0), 8 * 64 * 4 + 64 * 32 * 4 + 8 * 32 * 4);
  EXPECT_EQ(matmul->getInteger("threads"), 1);
  // The place of the fused op's last part, so that the page finds its nodes.
  EXPECT_EQ((*matmul->getArray("sources"))[0].getAsString(), "source:8:8");
  EXPECT_GT(all.getNumber("run_ns").value_or(0), 0);
  EXPECT_GT(all.getObject("roofline")->getNumber("gflops").value_or(0), 0.1);
  EXPECT_GT(all.getObject("roofline")->getNumber("gigabytes").value_or(0), 0.1);
  EXPECT_EQ(find(*all.getArray("remarks"), "name", "PackWeights")->getString("kind"), "done");
  EXPECT_EQ(all.getArray("phases")->front().getAsObject()->getString("name"), "input");
}

TEST_F(ReportTest, HasTheMemoryPlan) {
  compile();
  setParams();
  ASSERT_OK(measure(8));
  const llvm::json::Object all = data();
  // Of the run: preparing the weights has temporaries, too.
  const llvm::json::Object *buffer = nullptr;
  for (const llvm::json::Value &entry : *all.getArray("buffers"))
    if (entry.getAsObject()->getString("kind") == "arena" && entry.getAsObject()->get("first"))
      buffer = entry.getAsObject();
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer->getString("type").value_or("").str(), "f32[rows,32]");
  EXPECT_EQ(buffer->getInteger("bytes"), 8 * 32 * 4);
  EXPECT_EQ(buffer->getInteger("first"), 0);
  EXPECT_EQ(buffer->getInteger("last"), 1);
  EXPECT_GE(all.getObject("memory")->getInteger("arena").value_or(0), 8 * 32 * 4);
}

TEST_F(ReportTest, NeedsNoRun) {
  compile();
  report.describe(session->executable());
  const llvm::json::Object all = data();
  EXPECT_FALSE(all.getNumber("run_ns"));
  EXPECT_EQ(all.getArray("run")->size(), 2u);
  EXPECT_FALSE(find(*all.getArray("nodes"), "op", "matmul")->getNumber("flops"));
}

TEST_F(ReportTest, AFailedRunLeavesItUsable) {
  compile();
  setParams();
  EXPECT_ERROR(measure(8, 63), InvalidArgument, "input 'x' dimension 1: expected 64, got 63");
  ASSERT_OK(measure(4));
  EXPECT_EQ(data().getObject("sizes")->getInteger("rows"), 4);
}

TEST_F(ReportTest, ThePageHasTheDataAndNothingFromElsewhere) {
  compile();
  setParams();
  ASSERT_OK(measure(8));
  const std::string page = report.html();
  const llvm::StringRef text = page;
  EXPECT_EQ(text.count("</script>"), 2u); // those of the page: names are escaped
  EXPECT_FALSE(text.contains("src="));
  EXPECT_FALSE(text.contains("http"));
  EXPECT_FALSE(text.contains("/*DATA*/"));
  const size_t begin = text.find("type=\"application/json\">") + 24;
  EXPECT_TRUE(
      static_cast<bool>(llvm::json::parse(text.slice(begin, text.find("</script>", begin)))));
}
