// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a bound shape: buffer offsets, grids, kernel dims.
//
// Everything in a program that is a number once the symbols have values. Computed when a shape is
// bound; executors only read it. For example, with batch = 4 the grid ceildiv(batch, 8) is 1.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PLAN_H
#define RLX_RUNTIME_PROGRAM_MODEL_PLAN_H

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/program/model/Stages.h"

namespace rlx::rt {

enum class ProgramPart : uint8_t { Prepare, Main };

inline const std::vector<Command> &commandsOf(const Program &program, ProgramPart part) {
  return part == ProgramPart::Main ? program.main : program.prepare;
}

// For each buffer, the root of its chain of views; a buffer that is no view is its own root.
std::vector<uint32_t> viewRoots(const Program &program);

// What is known of the buffers of one part without a shape, above all their lifetimes.
struct Lifetimes {
  static constexpr int32_t kUnused = -1;
  std::vector<uint32_t> root; // as from viewRoots
  // The first and last command that uses a root or any view of it; kUnused if none does. A buffer
  // that is used inside and outside a loop lives for the whole loop.
  std::vector<int32_t> first, last;
  // Whether the part uses this buffer or a view of it. In the main part inputs and outputs are
  // always needed, since callers' tensors are checked against them.
  std::vector<uint8_t> needed;
  std::vector<uint8_t> moving; // as from movingViews
  Stages stages;
};
Lifetimes computeLifetimes(const Program &program, ProgramPart part);

// The byte offset of a buffer in the memory of its root: the arena, Program::constants, the
// persistent block, or the tensor of an Input, Param or Output. For a view that depends on a loop
// counter it is the root's offset.
struct BufferRange {
  int64_t offset = 0;
  int64_t size = 0;
  bool moving = false;    // depends on a loop counter
  bool isPlanned = false; // all sizes that it depends on are known
};

// The bytes of the arena, and of the separate arena for buffers with `onHost`.
struct ArenaBytes {
  int64_t device = 0, host = 0;
};

struct BoundCommand {
  bool isReady = false; // all sizes that it depends on are known
  std::array<uint32_t, 3> grid{0, 0, 0};
  uint64_t workgroups = 0;
  size_t dimsBegin = 0; // into Plan::dims, one entry per Command::dims
  int64_t costNs = 0;
};

struct Plan {
  std::vector<BufferRange> ranges; // one per buffer; valid where Lifetimes::needed
  std::vector<BoundCommand> commands;
  std::vector<int64_t> dims;
  std::vector<int64_t> values; // of the symbols, then a zero per counter
  int64_t arenaBytes = 0;
  int64_t hostArenaBytes = 0; // the separate arena for buffers with `onHost`
  // The same for each stage of computed sizes; entry 0 is unused. Each stage has its own arenas:
  // none of its buffers is alive when its size is set.
  std::vector<ArenaBytes> stageArenas;
  std::vector<uint8_t> isStagePlanned;
  std::map<uint32_t, std::string> failures; // of main commands that are not ready: the reason
  int64_t workspaceBytes = 0;       // per thread: the most that a dispatch of a "cpu" kernel needs
  int64_t deviceWorkspaceBytes = 0; // per dispatch: the most that any other dispatch needs
};

// A request to the arena planner: alive from command `first` to command `last`, inclusive.
struct ArenaRequest {
  int64_t size;
  int32_t first, last;
  int64_t offset = 0; // result
};
inline constexpr int64_t kNoMaxAllocationSize = INT64_MAX;
// Gives requests with overlapping lifetimes disjoint offsets, aligned to 64. Returns the arena's
// size.
//
// If memory comes in allocations of at most `maxAllocationSize` bytes, no request crosses a
// multiple of that size, unless the request itself is larger. Requests of size 0 get offset 0.
// Quadratic in the number of requests, with a small constant: 500 requests take well under a
// millisecond.
StatusOr<int64_t> planArena(std::span<ArenaRequest> requests,
                            int64_t maxAllocationSize = kNoMaxAllocationSize);

// Computes all numbers for the given symbol values. `persistentOffsets` as from layoutPersistent,
// `maxAllocationSize` as for planArena. OutOfRange if a size overflows or a view leaves its parent.
//
// Buffers and commands that depend on computed sizes are not planned until a SizeSetter (SetSize.h)
// plans their stage.
StatusOr<Plan> computePlan(const Program &program, ProgramPart part, const Lifetimes &lifetimes,
                           std::span<const int64_t> persistentOffsets,
                           std::span<const int64_t> symbols,
                           int64_t maxAllocationSize = kNoMaxAllocationSize);

// Offsets of the persistent buffers in their block.
struct PersistentLayout {
  std::vector<int64_t> offsets; // one per buffer
  int64_t bytes = 0;
};
// Places the persistent buffers, whose sizes use no symbol.
StatusOr<PersistentLayout> layoutPersistent(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PLAN_H
