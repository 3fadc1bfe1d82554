// What a compiled model is to the runtime: plain data, no pointers into a compiler.
//
// A Program is made by the compiler (from the `lir` dialect), written to and read from bytes by
// ProgramCodec, checked once by verifyProgram and then only read. It names its kernels; where
// their code comes from (a code image, SPIR-V, …) is the business of a KernelTable.
// Nothing here assumes how many kinds of target exist.
#ifndef RLX_RUNTIME_PROGRAM_MODEL_PROGRAM_H
#define RLX_RUNTIME_PROGRAM_MODEL_PROGRAM_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/ByteBlock.h"
#include "runtime/base/DType.h"

namespace rlx::rt {

// Integer expression over the program's symbols, in postfix order. Evaluated on the host when a
// shape is bound; arithmetic is checked (overflow and division by zero are errors).
enum class ExprOpcode : uint8_t { Const, Symbol, Add, Mul, FloorDiv, CeilDiv, Mod, Max, Min };
struct ExprOp {
  ExprOpcode opcode;
  int64_t value = 0; // Const: the value; Symbol: its index; otherwise unused
};
struct Expr {
  std::vector<ExprOp> code; // empty means the constant 0
};

// One dynamic size that the inputs of a run decide, e.g. "batch" = dimension 0 of input 0.
struct Symbol {
  std::string name;
  uint32_t input; // index into Program::inputs
  uint32_t dim;
};

// A named tensor of the signature. Each dimension is an expression over the symbols.
struct TensorSpec {
  std::string name;
  DType dtype;
  std::vector<Expr> shape;
  uint32_t buffer; // index into Program::buffers
};

enum class BufferKind : uint8_t {
  Input,      // index = input number; the caller's memory
  Param,      // index = param number; set once, kept
  Output,     // index = output number; fixed place
  Constant,   // offset into Program::constants
  Arena,      // temporary of one run; placed by the planner over its lifetime
  Persistent, // written by the prepare program, read by runs
  View,       // `offset` bytes into `parent`; shares its lifetime. Inside a loop the offset may use
              // the loop's counter: in an expression, counter i is symbol symbols.size() + i
};
struct Buffer {
  BufferKind kind;
  uint32_t index = 0;  // Input, Param, Output: number in the signature
  uint32_t parent = 0; // View: index of another buffer, smaller than this one's index
  Expr offset;         // View: bytes into the parent; Constant: bytes into Program::constants
  Expr size;           // bytes
  // Arena: in the host's memory, in programs that have kernels for another device than the CPU;
  // views are where their root is.
  bool onHost = false;
};

// A list of commands runs in order, but for host control flow. Its marks are properly nested:
//   If c … [Else …] End       While … Do c … End       For … End
// A condition c is a buffer of one byte that the host reads; not zero means true. While begins
// again at End as long as the condition, which the commands before Do compute, is true.
enum class CommandKind : uint8_t { Dispatch, Copy, If, Else, While, Do, For, End };
struct Command {
  CommandKind kind;
  // Dispatch
  uint32_t kernel = 0;           // index into Program::kernels
  std::vector<uint32_t> buffers; // inputs then outputs, as the kernel's ABI wants them
  uint32_t numOutputs = 0;       // how many of the last buffers are written
  std::vector<Expr> dims;
  std::array<Expr, 3> grid;
  Expr workspace;    // bytes of scratch per thread; of devices other than the CPU: for all of the
                     // dispatch
  Expr cost;         // estimated nanoseconds on one core; decides whether threads are worth it
  std::string label; // for profiles: the source op(s), e.g. "matmul_packed+gelu @ /encoder/ffn"
  // Copy: buffers = {source, destination}, same size
  // If, Do: buffers = {condition}
  // For: dims = {number of turns}
  uint32_t counter = 0; // For: the counter that goes from 0 to that number - 1
};

// What a kernel of the user takes: its code is registered by name with the KernelTable. The dims of
// its dispatches are the sizes of all operands.
struct UserKernelSpec {
  struct Operand {
    DType dtype;
    uint32_t rank;
  };
  std::string name;
  std::string config;            // bytes that it gets with every call
  std::vector<Operand> operands; // inputs then outputs
};

struct Kernel {
  std::string name;   // symbol of the code
  std::string target; // "cpu", "vulkan", …
  std::optional<UserKernelSpec> user;
};

// A fact the compiler relied on, checked when a shape is bound, before anything runs.
enum class Relation : uint8_t { Equal, AtLeast };
struct Guard {
  Expr lhs, rhs;
  std::string message;
  Relation relation = Relation::Equal; // of lhs to rhs
};

// Where ids of experts are in memory: operand `operand` of a dispatch of the main program, once
// that command is done. Elements are integers; of those that are used negative ones count from the
// end.
struct ExpertIds {
  uint32_t command = 0; // index into Program::main
  uint32_t operand = 0; // index into Command::buffers
  DType dtype = DType::I32;
};

// A layer of a mixture of experts: matrix products whose rows choose one of `experts` matrices, all
// by one routing.
struct MoeLayer {
  std::string label;               // of its first product, as Command::label
  uint32_t experts = 0;            // at least 1
  uint32_t products = 0;           // at least 1
  std::vector<ExpertIds> used;     // what its products read, each content once; at least one
  std::optional<ExpertIds> chosen; // what its router writes, rows of `perRow` ids
  uint32_t perRow = 0;             // 1 to `experts`; 0 without `chosen`
  std::string withoutChoice;       // why there is no `chosen`
};

struct Program {
  std::string name;
  std::vector<Symbol> symbols;
  uint32_t numCounters = 0; // of loops
  std::vector<TensorSpec> inputs, params, outputs;
  std::vector<Buffer> buffers;
  std::vector<Guard> guards;
  std::vector<Kernel> kernels;
  std::vector<Command> prepare;    // run once when all params are set; may not use symbols
  std::vector<Command> main;       // run every time
  std::vector<MoeLayer> moeLayers; // in the order of their first products
  ByteBlock constants;             // items start at multiples of 64: kernels read them in place
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PROGRAM_H
