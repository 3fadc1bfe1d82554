// Bytes to Program to plan and back: whatever decodes must verify, plan (or say why not) and
// encode to bytes that decode to the same again.
#include <algorithm>

#include "runtime/program/ProgramCodec.h"
#include "unittests/fuzz/Fuzz.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static int32_t nothing(const rlx_kernel_args *, uint32_t, uint32_t, uint32_t) {
  return 0;
}

// Kernels that do nothing make any program loadable; small plans are bound for real.
static void loadAndBind(Program program) {
  KernelTable kernels;
  for (const Kernel &kernel : program.kernels)
    kernels.addCPU(kernel.name, nothing).ignore();
  auto executable = Executable::load(std::move(program), kernels, {"cpu", 1});
  if (!executable.ok())
    return;
  const Program &loaded = (*executable)->program();
  for (int64_t size : {0, 1, 3}) {
    std::vector<std::vector<int64_t>> shapes;
    for (const TensorSpec &spec : loaded.inputs) {
      shapes.emplace_back();
      for (const Expr &dim : spec.shape)
        shapes.back().push_back(isStatic(dim) ? evaluate(dim, {}).ok() ? *evaluate(dim, {}) : 0
                                              : size);
    }
    std::vector<NamedTensor> inputs;
    for (size_t i = 0; i < shapes.size(); ++i)
      inputs.push_back({loaded.inputs[i].name, {loaded.inputs[i].dtype, shapes[i], nullptr}});
    // Only plans of a size that the fuzzer's memory limit allows are bound.
    std::vector<int64_t> symbols;
    for (const Symbol &symbol : loaded.symbols)
      symbols.push_back(shapes[symbol.input][symbol.dim]);
    auto persistent = layoutPersistent(loaded);
    if (!persistent.ok())
      return;
    auto plan = computePlan(loaded, ProgramPart::Main, computeLifetimes(loaded, ProgramPart::Main),
                            persistent->offsets, symbols);
    if (plan.ok() && plan->arenaBytes < (1 << 20) && plan->workspaceBytes < (1 << 20))
      (*executable)->bind(inputs).ignore();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  decodeProgram({data, size}).status().ignore();
  // The same bytes with a fitting checksum, so that mutations reach what lies behind it.
  std::vector<uint8_t> sealed(data, data + size);
  resealProgram(sealed);
  auto program = decodeProgram(sealed);
  if (!program.ok())
    return 0;
  auto bytes = encodeProgram(*program);
  check(bytes.ok());
  auto again = decodeProgram(*bytes);
  check(again.ok());
  auto twice = encodeProgram(*again);
  check(twice.ok() && *twice == *bytes);
  loadAndBind(std::move(*again));
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  Program guarded = testing::sumProgram({.cols = 3, .costNs = 5000});
  guarded.guards.push_back(
      {testing::sym(0), testing::ceilDiv(testing::sym(0), testing::c(1)), "g"});
  return {*encodeProgram(testing::sumProgram()), *encodeProgram(guarded),
          *encodeProgram(Program())};
}
