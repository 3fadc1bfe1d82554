// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ModelMutator.h.
#include "unittests/fuzz/ModelMutator.h"

#include "dialects/Register.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace rlx::test {
namespace {

bool isCheckOp(Operation *op) {
  return op->getName().getDialectNamespace() == "check";
}

// The function as a model: named inputs replace check.fill and check.literal, and expectations are
// removed.
// names for all.
void toModel(func::FuncOp function) {
  Block &block = function.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!isCheckOp(&op))
      continue;
    for (Value result : op.getResults())
      result.replaceAllUsesWith(block.addArgument(result.getType(), op.getLoc()));
    op.erase();
  }
  Builder b(function.getContext());
  function.setType(b.getFunctionType(block.getArgumentTypes(), function.getResultTypes()));
  for (unsigned i = 0; i < block.getNumArguments(); ++i) {
    function.setArgAttrs(
        i, ArrayRef<NamedAttribute>{b.getNamedAttr("rlx.kind", b.getStringAttr("input")),
                                    b.getNamedAttr("rlx.name", b.getStringAttr("a" + Twine(i)))});
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttr(i, "rlx.name", b.getStringAttr("r" + Twine(i)));
}

std::string textOf(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
  return text;
}

} // namespace

ModelMutator::ModelMutator(const std::vector<std::string> &folders) {
  for (const std::string &folder : folders) {
    std::error_code error;
    std::vector<std::string> paths;
    for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end; it != end && !error;
         it.increment(error)) {
      if (llvm::sys::path::filename(it->path()) == "Inputs")
        it.no_push();
      else if (StringRef(it->path()).ends_with(".mlir"))
        paths.push_back(it->path());
    }
    llvm::sort(paths);
    for (const std::string &path : paths)
      readFile(path);
  }
}

void ModelMutator::readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DialectRegistry registry;
  rlx::registerDialects(registry);
  context.appendDialectRegistry(registry);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  SmallVector<StringRef> sections;
  (*buffer)->getBuffer().split(sections, "// -----");
  for (StringRef section : sections) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(section, &context);
    if (!module)
      continue;
    for (auto function : module->getOps<func::FuncOp>()) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      bool calls =
          function.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (calls)
        continue;
      function.setPublic();
      toModel(function);
      material.functions.push_back(textOf(function));
      function.walk([&](Operation *op) {
        for (NamedAttribute attribute : op->getAttrDictionary())
          if (op != function)
            material.addAttribute(attribute);
      });
    }
  }
}

OwningOpRef<ModuleOp> ModelMutator::make(MLIRContext &context, uint64_t seed) const {
  Random random(seed);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(material.anyFunction(random), &context);
  if (!module)
    return module;
  mutate(*module->getOps<func::FuncOp>().begin(), material, random);
  if (random() % 8 != 0)
    return module;
  // Adds another model to the same module.
  OwningOpRef<ModuleOp> second =
      parseSourceString<ModuleOp>(material.anyFunction(random), &context);
  if (!second)
    return module;
  auto other = *second->getOps<func::FuncOp>().begin();
  other.setName("other");
  mutate(other, material, random);
  other->moveBefore(module->getBody(),
                    random() % 2 ? module->getBody()->begin() : module->getBody()->end());
  return module;
}

} // namespace rlx::test
