// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to Program and back, and to a run. A program that decodes must encode to bytes that decode
// to the same program. It must load and run without access to memory outside it.
#include <cstring>

#include "runtime/program/executable/BindShape.h"
#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/SetSize.h"
#include "unittests/fuzz/Fuzz.h"
#include "unittests/fuzz/TouchEverything.h"
#include "unittests/runtime/ComputedPrograms.h"
#include "unittests/runtime/MoeProgram.h"

using namespace rlx::rt;

static void check(bool condition) {
  if (!condition)
    __builtin_trap();
}

static int32_t nothing(const rlx_kernel_args *, uint32_t, uint32_t, uint32_t) {
  return 0;
}

// Whether host loops end soon. Kernels that do nothing never make a condition false.
static bool runsShortly(const std::vector<Command> &commands, const Plan &plan) {
  int64_t turns = 1;
  for (size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].kind == CommandKind::While)
      return false;
    if (commands[i].kind == CommandKind::For)
      turns *= std::min<int64_t>(plan.dims[plan.commands[i].dimsBegin] + 1, 1000);
    if (turns > 1000)
      return false;
  }
  return true;
}

// Plans what waits for computed sizes. A run would read them from memory of any content, and could
// need any amount of it. False if there are such sizes.
static bool hasNoComputedSizes(const Program &program, Plan &plan) {
  const SizeSetter sizes(program, 1 << 20);
  for (int64_t value : {2, 0, -1, 3})
    for (uint32_t i = 0; i < program.symbols.size(); ++i)
      if (sizes.stages().ofSymbol[i] != 0 && program.symbols[i].source == SymbolSource::Computed)
        sizes.set(plan, i, value).ignore();
  return !sizes.stages().hasComputed();
}

// Whether the memory of a run with this shape fits into `limit` bytes.
static bool isSmall(const Program &program, std::span<const int64_t> symbols,
                    int64_t limit = 1 << 20) {
  auto persistent = layoutPersistent(program);
  if (!persistent.ok() || persistent->bytes > limit)
    return false;
  for (ProgramPart part : {ProgramPart::Prepare, ProgramPart::Main}) {
    auto plan = computePlan(program, part, computeLifetimes(program, part), persistent->offsets,
                            part == ProgramPart::Main ? symbols : std::span<const int64_t>());
    if (!plan.ok() || plan->arenaBytes > limit || plan->workspaceBytes > limit ||
        !runsShortly(commandsOf(program, part), *plan))
      return false;
    for (const BufferRange &range : plan->ranges)
      if (range.size > limit)
        return false;
    for (const BoundCommand &command : plan->commands)
      if (command.workgroups > 10000)
        return false;
    if (part == ProgramPart::Main && !hasNoComputedSizes(program, *plan))
      return false;
  }
  return true;
}

// Tensors of zeros for `specs`, with dynamic dimensions of `size`. False if they are too large.
static bool makeTensors(const std::vector<TensorSpec> &specs, int64_t size,
                        std::vector<Tensor> &tensors) {
  for (const TensorSpec &spec : specs) {
    std::vector<int64_t> shape;
    for (const Expr &dim : spec.shape) {
      auto value = isStatic(dim) ? evaluate(dim, {}) : StatusOr<int64_t>(size);
      if (!value.ok())
        return false;
      shape.push_back(*value);
    }
    auto bytes = numBytes(spec.dtype, shape);
    if (!bytes.ok() || *bytes > (1 << 20))
      return false;
    tensors.push_back(std::move(*Tensor::allocate(spec.dtype, shape)));
    std::memset(tensors.back().data(), 0, tensors.back().bytes());
  }
  return true;
}

// Counts the experts that runs use and captures the choices of routers, in all iterations of loops.
static void watchExperts(Executable &executable, bool captures) {
  std::vector<std::vector<uint8_t>> masks;
  uint64_t experts = 0;
  for (const MoeLayer &layer : executable.program().moeLayers)
    experts += layer.experts;
  if (experts == 0 || experts > (1 << 16))
    return;
  for (const MoeLayer &layer : executable.program().moeLayers)
    masks.emplace_back(layer.experts, 1);
  std::vector<std::span<const uint8_t>> spans(masks.begin(), masks.end());
  check(executable.setMoeResidentExpertsPerLayer(spans).ok());
  if (captures)
    executable.enableMoeTopkCapture(executable.program().moeLayers[0].experts).status().ignore();
}

// Kernels that do nothing make any program loadable. Copies do move bytes, so an address sanitizer
// detects wrong offsets of the plan.
static void loadAndRun(Program program) {
  KernelTable kernels;
  for (const Kernel &kernel : program.kernels) {
    kernels.addCPU(kernel.name, nothing).ignore();
    if (kernel.user)
      kernels.addUser(kernel.user->name, testing::touchEverything).ignore();
  }
  auto loaded = Executable::load(std::move(program), kernels, {"cpu", 1});
  if (!loaded.ok())
    return;
  Executable &executable = **loaded;
  const Program &model = executable.program();
  for (int64_t size : {0, 1, 3}) {
    std::vector<Tensor> params, inputs;
    if (!makeTensors(model.params, size, params) || !makeTensors(model.inputs, size, inputs))
      continue;
    std::vector<TensorView> views;
    for (const Tensor &input : inputs)
      views.push_back(input.view());
    // Sizes that do not fit fail the run before it needs memory.
    const StatusOr<std::vector<int64_t>> symbols = bindSymbols(model, views);
    if (symbols.ok() && !isSmall(model, *symbols))
      continue;
    for (size_t i = 0; i < params.size(); ++i)
      executable.adoptParam(model.params[i].name, std::move(params[i])).ignore();
    std::vector<NamedTensor> named;
    for (size_t i = 0; i < inputs.size(); ++i)
      named.push_back({model.inputs[i].name, inputs[i].view()});
    watchExperts(executable, symbols.ok() && isSmall(model, *symbols, 1 << 10));
    executable.run(named).ignore();
    executable.takeMoeStatistics().status().ignore();
    executable.takeMoeTopkCapture().status().ignore();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  decodeProgram({data, size}).status().ignore();
  // The same bytes with a valid checksum, so that mutations reach the data behind it.
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
  loadAndRun(std::move(*again));
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  Program guarded = testing::sumProgram({.cols = 3, .costNs = 5000});
  guarded.guards.push_back(
      {testing::sym(0), testing::ceilDiv(testing::sym(0), testing::c(1)), "g"});
  Program loops = testing::loopProgram(); // without its while loop, which would not end
  loops.main.erase(loops.main.begin() + 12, loops.main.begin() + 18);
  return {*encodeProgram(testing::sumProgram()),   *encodeProgram(guarded),
          *encodeProgram(testing::userProgram(3)), *encodeProgram(testing::loopProgram()),
          *encodeProgram(testing::moeProgram()),   *encodeProgram(loops),
          *encodeProgram(testing::mixedProgram()), *encodeProgram(testing::headProgram()),
          *encodeProgram(testing::growProgram()),  *encodeProgram(Program())};
}
