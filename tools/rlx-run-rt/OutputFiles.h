// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The output files and folders of a command line. Checks before a long compilation or run that they
// are writable and overwrite no input, and writes a run's outputs. Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H
#define RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H

#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run-rt/ModelArguments.h"

namespace rlx::run {

// An output file or folder of an option.
struct OutputPath {
  // All files of an EmptyFolder belong to this run, because their number is not known before.
  enum class Kind { File, Folder, EmptyFolder } kind;
  std::string option, path;
};

// Returns an error for outputs that would overwrite each other: by the names of their files in
// `folder` (empty: none), and by those of `files`, NAME=FILE.npy.
rt::Status checkOutputFiles(const std::vector<NamedLine> &outputs, const GivenValues &files,
                            const std::string &folder);

// Returns an error for two options that write the same file.
rt::Status checkDistinct(const std::vector<OutputPath> &outputs);

// Returns an error for an output that is one of the files `inputs`, by another name or a link too:
// a command must not destroy what it reads. `inputs` may have missing files.
rt::Status checkKeepsInputs(const std::vector<OutputPath> &outputs,
                            const std::vector<std::string> &inputs);

// The same for the files of `outputs` in the folder of --output-dir.
rt::Status checkKeepsInputs(const std::vector<NamedLine> &outputs, const std::string &folder,
                            const std::vector<std::string> &inputs);

// The regular files in `folder`, without those in its folders. None if it cannot be read.
std::vector<std::string> filesIn(const std::string &folder);

// Writing above the limit of file sizes (ulimit -f) then fails like writing to a full disk, and
// does not end the process. Call it after LLVM has set its own signal handlers.
void ignoreFileSizeSignal();

// Opens /dev/null for each of stdin, stdout and stderr that the caller has closed, so that no other
// file gets its number, and messages. Writing to such a stdout still fails. Call it first in main.
void openStandardFiles();

// Tries to write each file and folder. Makes folders. Existing files do not change, and a new file
// is removed again. Returns the first error, with its option and the reason.
rt::Status checkWritable(const std::vector<OutputPath> &outputs);

// Writes outputs after a run: those of `files`, NAME=FILE.npy, and each one to FOLDER/NAME.npy
// unless `folder` is empty. The folder is made. fileName() changes names that are no file names.
rt::Status writeOutputs(const rt::Executable &executable, const GivenValues &files,
                        const std::string &folder);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H
