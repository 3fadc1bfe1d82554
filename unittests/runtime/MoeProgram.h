// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with three layers of experts and hand-written kernels:
//   0: 4 experts, the two with the highest scores of each row
//   1: 5 experts, by `ids`, in a loop of 3 iterations; the router is unknown
//   2: 4 experts as in 0, if `flag` is set, in a loop of 2 iterations
// The ids of 0 and 2 are in the arena, one after the other in the same memory.
#ifndef RLX_UNITTESTS_RUNTIME_MOEPROGRAM_H
#define RLX_UNITTESTS_RUNTIME_MOEPROGRAM_H

#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

// buffers: scores[rows, 4], out: i64[rows, 2]; dims: rows.
inline int32_t chooseKernel(const rlx_kernel_args *args, uint32_t, uint32_t, uint32_t) {
  const auto *scores = static_cast<const float *>(args->buffers[0]);
  auto *out = static_cast<int64_t *>(args->buffers[1]);
  for (int64_t row = 0; row < args->dims[0]; ++row) {
    int64_t best = 0, second = -1;
    for (int64_t i = 1; i < 4; ++i) {
      if (scores[row * 4 + i] > scores[row * 4 + best]) {
        second = best;
        best = i;
      } else if (second < 0 || scores[row * 4 + i] > scores[row * 4 + second]) {
        second = i;
      }
    }
    out[row * 2] = best;
    out[row * 2 + 1] = second;
  }
  return RLX_KERNEL_OK;
}

// Fails for an invalid expert id, as matmuls do. buffers: ids[n], out: f32[n]; dims: n, experts.
template <typename Id>
int32_t useKernel(const rlx_kernel_args *args, uint32_t, uint32_t, uint32_t) {
  const auto *ids = static_cast<const Id *>(args->buffers[0]);
  for (int64_t i = 0; i < args->dims[0]; ++i) {
    if (ids[i] < -args->dims[1] || ids[i] >= args->dims[1])
      return RLX_KERNEL_INDEX_OUT_OF_RANGE;
    static_cast<float *>(args->buffers[1])[i] = static_cast<float>(ids[i]);
  }
  return RLX_KERNEL_OK;
}

inline Program moeProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "experts";
  p.symbols = {{"rows", 0, 0}};
  p.numCounters = 2;
  const Expr rows = sym(0), pairs = mul(rows, c(2));
  uint32_t scores = b.tensor(BufferKind::Input, "scores", DType::F32, {rows, c(4)});
  uint32_t ids = b.tensor(BufferKind::Input, "ids", DType::I32, {rows});
  uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {c(1)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {pairs});
  uint32_t next = b.tensor(BufferKind::Output, "next", DType::I32, {rows});
  uint32_t first = b.buffer(BufferKind::Arena, mul(pairs, c(8)));
  uint32_t second = b.buffer(BufferKind::Arena, mul(pairs, c(8)));
  uint32_t unused = b.buffer(BufferKind::Arena, mul(pairs, c(4)));
  uint32_t choose = b.kernel("choose"), use64 = b.kernel("use64"), use32 = b.kernel("use32");
  auto chooses = [&](uint32_t to) {
    return ProgramBuilder::dispatch(choose, {scores, to}, 1, {rows}, c(1), "top_k");
  };
  auto uses = [&](uint32_t kernel, uint32_t from, uint32_t to, const Expr &size, int64_t experts) {
    return ProgramBuilder::dispatch(kernel, {from, to}, 1, {size, c(experts)}, c(1),
                                    "grouped_matmul");
  };
  p.main = {chooses(first),
            uses(use64, first, out, pairs, 4),
            forLoop(0, c(3)),
            uses(use32, ids, unused, rows, 5),
            mark(CommandKind::End),
            mark(CommandKind::If, {flag}),
            forLoop(1, c(2)),
            chooses(second),
            uses(use64, second, unused, pairs, 4),
            mark(CommandKind::End),
            mark(CommandKind::End),
            ProgramBuilder::copy(ids, next)};
  p.moeLayers = {{"grouped_matmul", 4, 3, {{1, 0, DType::I64}}, ExpertIds{0, 1, DType::I64}, 2, ""},
                 {"by ids", 5, 1, {{3, 0, DType::I32}}, std::nullopt, 0, "its routing is an input"},
                 {"in a branch", 4, 3, {{8, 0, DType::I64}}, ExpertIds{7, 1, DType::I64}, 2, ""}};
  return std::move(b.program);
}

inline KernelTable moeKernels() {
  KernelTable table;
  table.addCPU("choose", chooseKernel).ignore();
  table.addCPU("use64", useKernel<int64_t>).ignore();
  table.addCPU("use32", useKernel<int32_t>).ignore();
  return table;
}

// Inputs of the program for every form of run, and the expected counts.
struct MoeCase {
  explicit MoeCase(int64_t rows, uint64_t seed = 1, bool withBranch = true)
      : shape{rows, 4}, idShape{rows}, scores(static_cast<size_t>(rows * 4)), wide(scores.size()),
        idFloats(static_cast<size_t>(rows)), ids(idFloats.size()), flag(withBranch),
        flagFloat(withBranch), ran(withBranch) {
    for (size_t i = 0; i < scores.size(); ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      wide[i] = scores[i] = static_cast<float>(seed >> 40);
    }
    for (size_t i = 0; i < ids.size(); ++i)
      idFloats[i] = static_cast<float>(ids[i] = static_cast<int32_t>((i * 7 + seed) % 10) - 5);
    named = {{"ids", {DType::I32, idShape, ids.data()}},
             {"scores", {DType::F32, shape, scores.data()}},
             {"flag", {DType::Bool, one, &flag}}};
    typed = named;
    typed[1].tensor = {DType::F64, shape, wide.data()};
    floats = {{"scores", scores}, {"ids", idFloats}, {"flag", {&flagFloat, 1}}};
    slots = {{DType::F32, scores.data(), rows * 4},
             {DType::I32, ids.data(), rows},
             {DType::Bool, &flag, 1}};
  }
  MoeCase(const MoeCase &) = delete;

  // How often each expert of the layer is used in one run, from the definition.
  std::vector<uint64_t> hits(size_t layer) const {
    if (layer == 1) {
      std::vector<uint64_t> counts(5);
      for (int32_t id : ids)
        counts[static_cast<size_t>(id < 0 ? id + 5 : id)] += 3;
      return counts;
    }
    std::vector<uint64_t> counts(4);
    for (size_t i = 0; i < scores.size(); ++i)
      counts[i % 4] += rank(i) < 2 ? (layer == 0 ? 1 : ran ? 2 : 0) : 0;
    return counts;
  }
  // The choice of one router in one iteration, row by row.
  std::vector<int64_t> choices() const {
    std::vector<int64_t> list(scores.size() / 2);
    for (size_t i = 0; i < scores.size(); ++i)
      if (rank(i) < 2)
        list[i / 4 * 2 + rank(i)] = static_cast<int64_t>(i % 4);
    return list;
  }
  // The number of scores of its row that rank before this one.
  size_t rank(size_t at) const {
    size_t before = 0;
    for (size_t i = at - at % 4; i < at - at % 4 + 4; ++i)
      before += scores[i] > scores[at] || (scores[i] == scores[at] && i < at);
    return before;
  }

  const std::vector<int64_t> shape, idShape, one{1};
  std::vector<float> scores;
  std::vector<double> wide;
  std::vector<float> idFloats;
  std::vector<int32_t> ids;
  uint8_t flag;
  float flagFloat;
  bool ran; // whether the branch ran
  std::vector<NamedTensor> named, typed;
  std::vector<NamedF32> floats;
  std::vector<FlatView> slots;
  Commit commit;
};

inline const char *const kMoeForms[] = {"run",    "runTyped", "runF32",       "runReadOutputs",
                                        "runRaw", "runSlots", "commitNoWait", "runPipelined"};

// `executable` is one of moeProgram().
inline Status runMoe(size_t form, Executable &executable, MoeCase &inputs) {
  static const std::vector<size_t> list{1, 0};
  switch (form) {
  case 0:
    return executable.run(inputs.named);
  case 1:
    return executable.runTyped(inputs.typed);
  case 2:
    return executable.runF32(inputs.floats).status();
  case 3:
    return executable.runReadOutputs(inputs.named, list).status();
  case 4:
    return executable.runRaw(inputs.named).status();
  case 5:
    return executable.runSlots(inputs.slots).status();
  case 6:
    RLX_RETURN_IF_ERROR(executable.commitNoWait(inputs.named, inputs.commit));
    return inputs.commit.wait();
  default: {
    const std::span<const NamedTensor> set = inputs.named;
    Commit *const commit = &inputs.commit;
    return executable.runPipelined({&set, 1}, {&commit, 1});
  }
  }
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_MOEPROGRAM_H
