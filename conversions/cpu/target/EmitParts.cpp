// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits, compiles and collects parts; see EmitParts.h.
//
// An llvm::LLVMContext belongs to one thread, so parts are passed to their threads as bitcode.
#include "conversions/cpu/target/EmitParts.h"

#include "conversions/Target.h"
#include "conversions/cpu/model/CpuMachine.h"
#include "conversions/cpu/target/EmitObject.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/SplitModule.h"
#include <numeric>

namespace rlx {
namespace {

// About 80 ms of work. Passing a part to a thread costs a hundredth of that.
constexpr size_t kInstructionsPerPart = 2'000;
constexpr size_t kMaxParts = 16;

using Object = std::unique_ptr<llvm::MemoryBuffer>;

llvm::Expected<Object> compile(llvm::Module &module, const TargetOptions &options, bool verify) {
  auto machine = createTargetMachine(options); // not shared between threads
  if (!machine)
    return machine.takeError();
  if (llvm::Error error = optimiseKernels(module, **machine, verify))
    return error;
  return emitObject(module, **machine);
}

llvm::Expected<Object> compile(llvm::StringRef bitcode, const TargetOptions &options, bool verify) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "kernels"), context);
  if (!module)
    return module.takeError();
  return compile(**module, options, verify);
}

// The order in which threads take the parts, so that none is left with a large one at the end.
std::vector<size_t> largestFirst(llvm::ArrayRef<llvm::SmallString<0>> parts) {
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(parts[b].size(), a) < std::pair(parts[a].size(), b);
  });
  return order;
}

} // namespace

llvm::Expected<std::vector<Object>> emitInParts(llvm::Module &module, const TargetOptions &options,
                                                bool verify) {
  std::vector<Object> objects;
  size_t count = std::min(module.getInstructionCount() / kInstructionsPerPart + 1, kMaxParts);
  if (count == 1) {
    llvm::Expected<Object> whole = compile(module, options, verify);
    if (!whole)
      return whole.takeError();
    objects.push_back(std::move(*whole));
    return objects;
  }
  std::vector<llvm::SmallString<0>> parts;
  auto add = [&](std::unique_ptr<llvm::Module> part) {
    llvm::raw_svector_ostream os(parts.emplace_back());
    llvm::WriteBitcodeToFile(*part, os);
  };
  llvm::SplitModule(module, count, add, /*PreserveLocals=*/true);

  std::vector<llvm::Error> errors;
  for (size_t i = 0; i < parts.size(); ++i)
    errors.push_back(llvm::Error::success());
  objects.resize(parts.size());
  llvm::ThreadPoolStrategy cores = llvm::heavyweight_hardware_concurrency(parts.size());
  cores.Limit = true; // no more threads than cores
  llvm::DefaultThreadPool threads(cores);
  for (size_t i : largestFirst(parts))
    threads.async([&, i] {
      llvm::Expected<Object> object = compile(parts[i].str(), options, verify);
      if (object)
        objects[i] = std::move(*object);
      else
        errors[i] = llvm::joinErrors(std::move(errors[i]), object.takeError());
    });
  threads.wait();
  llvm::Error all = llvm::Error::success();
  for (llvm::Error &error : errors)
    all = llvm::joinErrors(std::move(all), std::move(error));
  if (all)
    return all;
  return objects;
}

} // namespace rlx
