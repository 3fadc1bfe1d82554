// Trying the places that will be written; see OutputPlaces.h.
#include "tools/rlx-run/run/OutputPlaces.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace rlx::run {
namespace {

rt::Status cannotWrite(StringRef option, StringRef what, const std::string &path,
                       std::error_code error) {
  return rt::invalidArgument(
      (option + ": cannot write " + what + " '" + path + "': " + error.message()).str());
}

// Opening is the only honest question: permissions do not tell of file systems that are read-only.
std::error_code tryFile(const std::string &path) {
  fs::file_status status;
  (void)fs::status(path, status); // of a file that is not there: that it is not there
  if (fs::is_directory(status))
    return std::make_error_code(std::errc::is_a_directory);
  // Opening a pipe could wait for its reader; a device is what somebody meant.
  if (fs::exists(status) && !fs::is_regular_file(status))
    return {};
  int descriptor = -1;
  bool there = fs::exists(status);
  if (std::error_code error = fs::openFileForWrite(
          path, descriptor, there ? fs::CD_OpenExisting : fs::CD_CreateNew, fs::OF_Append))
    return error;
  fs::file_t file = fs::convertFDToNativeFile(descriptor);
  (void)fs::closeFile(file);
  if (there)
    return {};
  // What was made: behind a link that leads nowhere yet, which stays, it is another file.
  llvm::SmallString<128> made;
  if (std::error_code error = fs::real_path(path, made))
    return error;
  return fs::remove(made);
}

std::error_code tryFolder(const std::string &path) {
  if (std::error_code error = fs::create_directories(path))
    return error;
  if (!fs::is_directory(path)) // create_directories is content with a file
    return std::make_error_code(std::errc::not_a_directory);
  llvm::SmallString<128> name;
  int descriptor = -1;
  if (std::error_code error = fs::createUniqueFile(path + "/.rlx-run-%%%%%%%%", descriptor, name))
    return error;
  fs::file_t file = fs::convertFDToNativeFile(descriptor);
  (void)fs::closeFile(file);
  return fs::remove(name);
}

bool hasFiles(const std::string &folder) {
  std::error_code error;
  return fs::directory_iterator(folder, error) != fs::directory_iterator();
}

} // namespace

rt::Status checkOutputPlaces(const Options &options) {
  for (const OutputPlace &place : outputPlaces(options)) {
    bool isFolder = place.kind != OutputPlace::Kind::File;
    if (std::error_code error = isFolder ? tryFolder(place.path) : tryFile(place.path))
      return cannotWrite(place.option, isFolder ? "in the folder" : "the file", place.path, error);
    if (place.kind == OutputPlace::Kind::EmptyFolder && hasFiles(place.path))
      return rt::invalidArgument(place.option + ": the folder '" + place.path +
                                 "' is not empty, and its files would be mistaken for this run's; "
                                 "name another one, or empty it");
  }
  return rt::okStatus();
}

} // namespace rlx::run
