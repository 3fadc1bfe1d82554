// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See OutputFiles.h.
#include "tools/rlx-run-rt/OutputFiles.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "runtime/base/StrCat.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Text.h"

namespace fs = std::filesystem;

namespace rlx::run {
namespace {

using rt::invalidArgument;
using rt::okStatus;
using rt::Status;
using rt::strCat;

std::error_code systemCode() {
  return {errno, std::generic_category()};
}

// Opens the file, because permissions do not show that a file system is read-only.
std::error_code tryFile(const std::string &path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const bool isThere = fs::exists(status);
  if (fs::is_directory(status))
    return std::make_error_code(std::errc::is_a_directory);
  // Opening a pipe could wait for its reader. A device file is intentional.
  if (isThere && !fs::is_regular_file(status))
    return {};
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return systemCode();
  ::close(descriptor);
  if (isThere)
    return {};
  // The new file may be the target of a dangling link, which stays.
  const fs::path made = fs::canonical(path, error);
  if (!error)
    fs::remove(made, error);
  return error;
}

std::error_code tryFolder(const std::string &path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return error;
  if (!fs::is_directory(path, error))
    return std::make_error_code(std::errc::not_a_directory);
  std::string name = path + "/.rlx-run-XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0)
    return systemCode();
  ::close(descriptor);
  return ::unlink(name.c_str()) == 0 ? std::error_code() : systemCode();
}

bool hasFiles(const std::string &folder) {
  std::error_code error;
  return fs::directory_iterator(folder, error) != fs::directory_iterator();
}

// Whether both name one regular file that is there, through links too. Writing to a device file
// destroys nothing.
bool isSameFile(const std::string &lhs, const std::string &rhs) {
  std::error_code error;
  return fs::equivalent(lhs, rhs, error) && fs::is_regular_file(lhs, error);
}

bool isSame(const std::string &lhs, const std::string &rhs) {
  std::error_code error;
  return isSameFile(lhs, rhs) ||
         fs::absolute(lhs, error).lexically_normal() == fs::absolute(rhs, error).lexically_normal();
}

Status checkKeepsInput(std::string_view option, const std::string &output,
                       const std::vector<std::string> &inputs) {
  for (const std::string &input : inputs)
    if (isSameFile(output, input))
      return invalidArgument(strCat(option, ": would overwrite '", output,
                                    "', which the command reads",
                                    input == output ? "" : strCat(" as '", input, "'")));
  return okStatus();
}

} // namespace

Status checkOutputFiles(const std::vector<NamedLine> &outputs, const GivenValues &files,
                        const std::string &folder) {
  if (folder.empty())
    return okStatus();
  RLX_RETURN_IF_ERROR(checkFileNames(
      "output", outputs, "give each one a file with --output=NAME=FILE.npy, without --output-dir"));
  for (const NamedLine &output : outputs) {
    const std::string path = strCat(folder, "/", fileName(output.name), ".npy");
    for (const auto &[name, file] : files)
      if (name != output.name && isSame(file, path))
        return invalidArgument(strCat("--output and --output-dir both write '", file, "': output '",
                                      name, "' and output '", output.name, "'"));
  }
  return okStatus();
}

Status checkDistinct(const std::vector<OutputPath> &outputs) {
  for (size_t i = 0; i < outputs.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (outputs[i].kind == OutputPath::Kind::File && isSame(outputs[i].path, outputs[k].path))
        return invalidArgument(strCat(outputs[k].option, " and ", outputs[i].option,
                                      " both write '", outputs[i].path, "'"));
  return okStatus();
}

Status checkKeepsInputs(const std::vector<OutputPath> &outputs,
                        const std::vector<std::string> &inputs) {
  for (const OutputPath &output : outputs)
    RLX_RETURN_IF_ERROR(checkKeepsInput(output.option, output.path, inputs));
  return okStatus();
}

Status checkKeepsInputs(const std::vector<NamedLine> &outputs, const std::string &folder,
                        const std::vector<std::string> &inputs) {
  if (folder.empty())
    return okStatus();
  for (const NamedLine &output : outputs)
    RLX_RETURN_IF_ERROR(checkKeepsInput(
        "--output-dir", strCat(folder, "/", fileName(output.name), ".npy"), inputs));
  return okStatus();
}

std::vector<std::string> filesIn(const std::string &folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (std::error_code unknown; at->is_regular_file(unknown))
      files.push_back(at->path().string());
  return files;
}

void ignoreFileSizeSignal() {
  std::signal(SIGXFSZ, SIG_IGN);
}

void openStandardFiles() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0 && errno == EBADF)
      // The lowest free number is this one. Nobody can be told if that fails.
      (void)::open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

Status checkWritable(const std::vector<OutputPath> &outputs) {
  for (const OutputPath &output : outputs) {
    const bool isFolder = output.kind != OutputPath::Kind::File;
    if (const std::error_code error = isFolder ? tryFolder(output.path) : tryFile(output.path))
      return invalidArgument(strCat(output.option, ": cannot write ",
                                    isFolder ? "in the folder" : "the file", " '", output.path,
                                    "': ", error.message()));
    if (output.kind == OutputPath::Kind::EmptyFolder && hasFiles(output.path))
      return invalidArgument(strCat(output.option, ": the folder '", output.path,
                                    "' is not empty, and its files would be mistaken for this "
                                    "run's; name another one, or empty it"));
  }
  return okStatus();
}

Status writeOutputs(const rt::Executable &executable, const GivenValues &files,
                    const std::string &folder) {
  for (const auto &[name, path] : files) {
    RLX_ASSIGN_OR_RETURN(const rt::TensorView output, executable.output(name));
    RLX_RETURN_IF_ERROR(rt::writeNpy(path, output));
  }
  if (folder.empty())
    return okStatus();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return invalidArgument(strCat("cannot make the folder '", folder, "': ", error.message()));
  const std::vector<rt::TensorSpec> &outputs = executable.program().outputs;
  for (size_t i = 0; i < outputs.size(); ++i)
    RLX_RETURN_IF_ERROR(
        rt::writeNpy(strCat(folder, "/", fileName(outputs[i].name), ".npy"), executable.output(i)));
  return okStatus();
}

} // namespace rlx::run
