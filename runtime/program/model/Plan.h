// Everything about a program part that is a number once the symbols have values: buffer places,
// grids, kernel dims. Computed when a shape is bound; executors only read it.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PLAN_H
#define RLX_RUNTIME_PROGRAM_MODEL_PLAN_H

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

enum class ProgramPart : uint8_t { Prepare, Main };

inline const std::vector<Command> &commandsOf(const Program &program, ProgramPart part) {
  return part == ProgramPart::Main ? program.main : program.prepare;
}

// For each buffer, the one at the end of its view chain (itself if it is no view).
std::vector<uint32_t> viewRoots(const Program &program);

// When each buffer lives in one part. Does not depend on the shape.
struct Lifetimes {
  static constexpr int32_t kUnused = -1;
  std::vector<uint32_t> root; // as viewRoots
  // First and last command that touches a root or any view of it; kUnused when none does. What a
  // loop shares with commands outside it lives for the whole loop.
  std::vector<int32_t> first, last;
  // Whether the part touches this buffer itself or a view of it. In the main part inputs and
  // outputs always count, since callers' tensors are checked against them.
  std::vector<uint8_t> needed;
};
Lifetimes computeLifetimes(const Program &program, ProgramPart part);

// Byte offset into the memory of `root`: its arena for Arena, Program::constants for Constant,
// the persistent block for Persistent, the tensor itself for Input, Param and Output. Of a view
// that depends on a loop's counter, the offset is that of its root.
struct BufferPlace {
  int64_t offset = 0;
  int64_t size = 0;
  bool moving = false; // depends on a loop's counter
};

struct BoundCommand {
  std::array<uint32_t, 3> grid{0, 0, 0};
  uint64_t workgroups = 0;
  size_t dimsBegin = 0; // into Plan::dims; as many as Command::dims has
  int64_t costNs = 0;
};

struct Plan {
  std::vector<BufferPlace> places; // one a buffer; meaningful where Lifetimes::needed
  std::vector<BoundCommand> commands;
  std::vector<int64_t> dims;
  std::vector<int64_t> values; // of the symbols, and then a zero for each counter
  int64_t arenaBytes = 0;
  int64_t hostArenaBytes = 0; // of buffers that are `onHost`, which have an arena of their own
  int64_t workspaceBytes = 0; // per thread, the most that any command wants of a "cpu" kernel
  int64_t deviceWorkspaceBytes = 0; // for all of it, the most that any other dispatch wants
};

// One request to the arena planner: alive from command `first` to command `last`, both included.
struct ArenaRequest {
  int64_t size;
  int32_t first, last;
  int64_t offset = 0; // result
};
inline constexpr int64_t kNoMaxAllocationSize = INT64_MAX;
// Gives requests that live at the same time disjoint places, aligned to 64. Returns the total.
// Where memory comes in pieces of at most `maxAllocationSize` bytes, none lies across a multiple of
// that, unless it has more itself: what overlaps then never needs a larger piece. Requests of size
// 0 get offset 0. Time grows with the square of the number of requests, with a small constant (500
// requests take well under a millisecond).
StatusOr<int64_t> planArena(std::span<ArenaRequest> requests,
                            int64_t maxAllocationSize = kNoMaxAllocationSize);

// `persistentOffsets` as from layoutPersistent, `maxAllocationSize` as of planArena.
StatusOr<Plan> computePlan(const Program &program, ProgramPart part, const Lifetimes &lifetimes,
                           std::span<const int64_t> persistentOffsets,
                           std::span<const int64_t> symbols,
                           int64_t maxAllocationSize = kNoMaxAllocationSize);

struct PersistentLayout {
  std::vector<int64_t> offsets; // one a buffer
  int64_t bytes = 0;
};
StatusOr<PersistentLayout> layoutPersistent(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PLAN_H
