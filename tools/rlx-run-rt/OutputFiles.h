// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files and folders that a command line has written: whether they can be, asked before the
// minutes that a compilation or a run may take, and writing a run's outputs. Needs no LLVM.
#ifndef RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H
#define RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H

#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "tools/rlx-run-rt/ModelArguments.h"

namespace rlx::run {

// A file or folder that an option has written.
struct OutputPlace {
  // Files of an empty folder are all of this run: how many there will be is not known before.
  enum class Kind { File, Folder, EmptyFolder } kind;
  std::string option, path;
};

// An error for two options that write the same file.
rt::Status checkDistinct(const std::vector<OutputPlace> &places);

// Tries to write each place. Makes the folders. Files are left as they are: one that is not there
// yet is made and removed again. The first place that cannot be written is the error, named with
// its option and the reason.
rt::Status checkWritable(const std::vector<OutputPlace> &places);

// Writes outputs after a run: those of `files`, NAME=FILE.npy, and every one to FOLDER/NAME.npy
// unless `folder` is empty. The folder is made. Names that files should not have are changed as
// fileName() says.
rt::Status writeOutputs(const rt::Executable &executable, const GivenValues &files,
                        const std::string &folder);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_OUTPUTFILES_H
