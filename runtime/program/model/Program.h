// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled model as the runtime sees it: plain data, without pointers into a compiler.
//
// The compiler makes a Program from the `lir` dialect. ProgramCodec encodes and decodes it.
// verifyProgram checks it once; afterwards it is only read. A Program names its kernels; a
// KernelTable has their code. Nothing here assumes how many targets there are.
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

// An integer expression over the program's symbols, in postfix order. For example, 2 * batch + 1 is
// Const 2, Symbol 0, Mul, Const 1, Add. The host evaluates it when a shape is bound. Arithmetic is
// checked: overflow and division by zero are errors.
enum class ExprOpcode : uint8_t { Const, Symbol, Add, Mul, FloorDiv, CeilDiv, Mod, Max, Min };
struct ExprOp {
  ExprOpcode opcode;
  int64_t value = 0; // Const: the value; Symbol: its index; otherwise unused
};
struct Expr {
  std::vector<ExprOp> code; // empty: the constant 0
};

// A number that the inputs of a run decide. Its source is
// - Dimension: a size of an input, e.g. "batch" = dimension 0 of input 0;
// - Element: an element of an input of integers or booleans, e.g. "k" = element 0 of input 1;
// - Derived: an expression over earlier symbols, e.g. min(batch, 8);
// - Computed: SetSize commands of the run give it values, e.g. the number of elements that are not
//   0. Commands behind such a command may depend on it.
enum class SymbolSource : uint8_t { Dimension, Element, Derived, Computed };
struct Symbol {
  std::string name;
  uint32_t input = 0; // Dimension, Element: index into Program::inputs
  uint32_t dim = 0;   // Dimension: which one; Element: its number in row-major order
  SymbolSource source = SymbolSource::Dimension;
  Expr definition = {}; // Derived
};

// A named tensor of the signature. Each dimension is an expression over the symbols. In the buffer
// of a tensor of strings, an element is an i64: its number in a StringTable.
struct TensorSpec {
  std::string name;
  DType dtype;
  std::vector<Expr> shape;
  uint32_t buffer; // index into Program::buffers
  // Of an output: the input, of the same type and shape, whose memory it may have. The program
  // copies the input to the output before it writes there, and does not read the input afterwards.
  // With one memory for both the copy does nothing, and the output updates the input in place.
  std::optional<uint32_t> donor = std::nullopt;
};

enum class BufferKind : uint8_t {
  Input,      // index = input number; the caller's memory
  Param,      // index = param number; set once, kept
  Output,     // index = output number; fixed address
  Constant,   // offset into Program::constants
  Arena,      // temporary of a run; the planner places it over its lifetime
  Persistent, // written by the prepare program, read by runs
  // `offset` bytes into `parent`; shares its lifetime. In a loop the offset may use the loop
  // counter: counter i is symbol symbols.size() + i in the expression.
  View,
};
struct Buffer {
  BufferKind kind;
  uint32_t index = 0;  // Input, Param, Output: index in the signature
  uint32_t parent = 0; // View: index of another buffer, smaller than its own
  Expr offset;         // View: bytes into the parent; Constant: bytes into Program::constants
  Expr size;           // bytes
  // Arena: in host memory, for programs with kernels for a device other than the CPU. Views are
  // where their root is.
  bool onHost = false;
};

// A command. A list of commands runs in order, except for host control flow, whose marks are
// nested:
//     If c … [Else …] End       While … Do c … End       For … End
// A condition c is a buffer of one byte that the host reads; nonzero is true. A While computes its
// condition with the commands before Do, and repeats from While to End as long as it is true.
// SetSize gives a computed symbol a value: an element that the host reads, or an expression.
enum class CommandKind : uint8_t { Dispatch, Copy, If, Else, While, Do, For, End, SetSize };
struct Command {
  CommandKind kind;
  // Dispatch
  uint32_t kernel = 0;           // index into Program::kernels
  std::vector<uint32_t> buffers; // inputs then outputs, in the order of the kernel's ABI
  uint32_t numOutputs = 0;       // number of written buffers, the last ones
  std::vector<Expr> dims;
  std::array<Expr, 3> grid;
  // Scratch bytes: per thread for a "cpu" kernel, for the whole dispatch on other devices
  Expr workspace;
  Expr cost;         // estimated nanoseconds on one core; decides whether to use threads
  std::string label; // the source ops, for profiles: "matmul_packed+gelu @ /encoder/ffn"
  // For errors of the kernel: the part of the user's model that may fail, and the sizes of the axes
  // that its indices are for. May be empty.
  std::string place;
  std::vector<Expr> indexSizes;
  // Copy: buffers = {source, destination} of the same size
  // If, Do: buffers = {condition}
  // For: dims = {number of iterations}
  uint32_t counter = 0; // For: the counter, from 0 to the number of iterations - 1
  // SetSize: buffers = {element} of type `dtype`, or dims = {value}
  uint32_t symbol = 0; // SetSize: index into Program::symbols
  DType dtype = DType::I64;
};

// The operands of a user kernel, whose code is registered by name with the KernelTable. The dims of
// its dispatches are the sizes of all operands.
struct UserKernelSpec {
  struct Operand {
    DType dtype;
    uint32_t rank;
  };
  std::string name;
  std::string config;            // bytes passed to every call
  std::vector<Operand> operands; // inputs then outputs
};

struct Kernel {
  std::string name;   // symbol name of the code
  std::string target; // "cpu", "vulkan", …
  std::optional<UserKernelSpec> user;
};

// A fact the compiler relies on. Checked as soon as its sizes are known: when a shape is bound,
// before anything runs, or when a command sets a computed symbol.
enum class Relation : uint8_t { Equal, AtLeast };
struct Guard {
  Expr lhs, rhs;
  std::string message;
  Relation relation = Relation::Equal; // of lhs to rhs
  // A computed symbol that the sizes need not have. The guard waits until it is set, too. The
  // branch of an If and the body of a loop set one: their guards do not matter to a run that does
  // not enter them.
  std::optional<uint32_t> branch;
  std::string place; // the part of the user's model that the message is about; may be empty
  // Two shapes that the message goes on with, unless both are empty: "cannot reshape [2, 3] to
  // [4]".
  std::vector<Expr> from, to;
};

// Expert ids in memory: operand `operand` of a dispatch of the main program, after that command.
// Elements are integers; negative ids count from the end.
struct ExpertIds {
  uint32_t command = 0; // index into Program::main
  uint32_t operand = 0; // index into Command::buffers
  DType dtype = DType::I32;
};

// A mixture-of-experts layer: matmuls whose rows choose one of `experts` matrices, all by one
// routing.
struct MoeLayer {
  std::string label;               // of its first matmul, as Command::label
  uint32_t experts = 0;            // at least 1
  uint32_t products = 0;           // at least 1
  std::vector<ExpertIds> used;     // read by its matmuls, each content once; at least one
  std::optional<ExpertIds> chosen; // written by its router: rows of `perRow` ids
  uint32_t perRow = 0;             // 1 to `experts`; 0 without `chosen`
  std::string withoutChoice;       // the reason if there is no `chosen`
};

struct Program {
  std::string name;
  std::vector<Symbol> symbols;
  uint32_t numCounters = 0; // of all loops
  std::vector<TensorSpec> inputs, params, outputs;
  std::vector<Buffer> buffers;
  std::vector<Guard> guards;
  std::vector<Kernel> kernels;
  std::vector<Command> prepare;    // runs once when all params are set; uses no symbols
  std::vector<Command> main;       // runs every time
  std::vector<MoeLayer> moeLayers; // in the order of their first matmuls
  // Strings that the program knows: string N has the number N in buffers (StringTable). They are
  // distinct, and the first one is empty. None if it knows no others.
  std::vector<std::string> strings;
  ByteBlock constants; // items start at multiples of 64: kernels read them in place
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_MODEL_PROGRAM_H
