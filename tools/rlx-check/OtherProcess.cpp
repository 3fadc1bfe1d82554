// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a package in another process. Inputs and outputs are files in a temporary folder.
//
// The folder is removed when the run has ended, whether it failed or not.
#include "tools/rlx-check/OtherProcess.h"

#include "runtime/tensor/Npy.h"
#include "session/PackageModel.h"
#include "tools/rlx-check/TensorForms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace mlir;

namespace rlx::check {
namespace {

// Kernels of a conformance file take milliseconds, or hundreds of them when emulated.
constexpr unsigned kSeconds = 120;

class Folder {
public:
  Folder() { error = llvm::sys::fs::createUniqueDirectory("rlx-check", path); }
  Folder(const Folder &) = delete;
  ~Folder() {
    if (!error)
      (void)llvm::sys::fs::remove_directories(path); // what stays does no harm
  }
  std::string file(const Twine &name) const { return (path + "/" + name).str(); }

  std::error_code error;

private:
  SmallString<128> path;
};

// Writes params into the package and each input into a file. Returns the command-line words for
// these files.
rt::StatusOr<std::vector<std::string>>
writeModel(const ModelForm &form, const TargetOptions &codegen, const Folder &folder) {
  PackageModelOptions options;
  options.session.compile.codegen = codegen;
  options.session.compile.verifyKernels = true;
  std::vector<std::string> words = {folder.file("model.rlxe")}, notes;
  std::map<std::string, rt::Tensor> params;
  for (const ModelForm::Argument &argument : form.arguments) {
    RLX_ASSIGN_OR_RETURN(rt::Tensor value, toRuntime(argument.value));
    if (argument.isParam) {
      params.emplace(argument.name, std::move(value));
      continue;
    }
    std::string file = folder.file(argument.name + ".npy");
    RLX_RETURN_IF_ERROR(rt::writeNpy(file, value.view()));
    words.push_back("--input=" + argument.name + "=" + file);
  }
  RLX_RETURN_IF_ERROR(packageModel(*form.module, params, options, words.front(), notes));
  return words;
}

llvm::Error execute(ArrayRef<std::string> words, const Folder &folder) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(words.front());
  if (!program)
    return llvm::createStringError("there is no program '" + words.front() + "'");
  std::string log = folder.file("log");
  auto arguments =
      llvm::map_to_vector(words, [](const std::string &word) { return StringRef(word); });
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log), StringRef(log)};
  std::string why;
  int code =
      llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, kSeconds, 0, &why);
  if (code == 0)
    return llvm::Error::success();
  if (auto text = llvm::MemoryBuffer::getFile(log))
    why += (*text)->getBuffer().rtrim();
  return llvm::createStringError("'" + words.front() + "' ended with " + Twine(code) + ": " + why);
}

} // namespace

llvm::Expected<SmallVector<ref::Tensor>>
runInOtherProcess(const ModelForm &form, const TargetOptions &codegen, StringRef command) {
  Folder folder;
  if (folder.error)
    return llvm::createStringError(folder.error, "cannot make a folder");
  rt::StatusOr<std::vector<std::string>> model = writeModel(form, codegen, folder);
  if (!model.ok())
    return toError(model.status());
  SmallVector<StringRef> parts;
  llvm::SplitString(command, parts);
  if (parts.empty())
    return llvm::createStringError("the command to run packages with is empty");
  auto words = llvm::map_to_vector(parts, [](StringRef part) { return part.str(); });
  llvm::append_range(words, *model);
  auto outputOf = [&](size_t i) { return folder.file("out" + Twine(i) + ".npy"); };
  for (size_t i = 0; i < form.resultTypes.size(); ++i)
    words.push_back("--output=out" + std::to_string(i) + "=" + outputOf(i));
  if (llvm::Error error = execute(words, folder))
    return error;
  SmallVector<ref::Tensor> results;
  for (auto [i, type] : llvm::enumerate(form.resultTypes)) {
    rt::StatusOr<rt::Tensor> output = rt::readNpy(outputOf(i));
    if (!output.ok())
      return toError(output.status());
    auto result = toReference(output->view(), cast<ShapedType>(type).getElementType());
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace rlx::check
