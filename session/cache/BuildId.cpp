// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the build ids that the linker leaves in ELF notes of loaded files.
//
// The id changes with every link of different code, so no list of sources is needed.
#include "session/cache/BuildId.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include "mlir/IR/MLIRContext.h"
#include "runtime/base/Version.h"
#include "session/CompileModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

namespace rlx {
namespace {

// The loaded object that contains `address`, and its build id.
struct Search {
  uintptr_t address;
  std::string id;
};

std::string findNote(const char *begin, size_t size) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, begin, sizeof(note));
    const size_t name = (size_t(note.n_namesz) + 3) & ~size_t(3);
    const size_t content = (size_t(note.n_descsz) + 3) & ~size_t(3);
    const size_t whole = sizeof(note) + name + content;
    if (whole > size)
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(begin + sizeof(note), "GNU", 4) == 0)
      return llvm::toHex(llvm::StringRef(begin + sizeof(note) + name, note.n_descsz));
    begin += whole;
    size -= whole;
  }
  return "";
}

int look(dl_phdr_info *info, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  bool isIt = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = info->dlpi_phdr[i];
    const uintptr_t start = info->dlpi_addr + part.p_vaddr;
    isIt |=
        part.p_type == PT_LOAD && search.address >= start && search.address < start + part.p_memsz;
  }
  for (int i = 0; isIt && i < info->dlpi_phnum && search.id.empty(); ++i)
    if (const ElfW(Phdr) &part = info->dlpi_phdr[i]; part.p_type == PT_NOTE) {
      // The loader gives addresses as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
      const auto *notes = reinterpret_cast<const char *>(info->dlpi_addr + part.p_vaddr);
      search.id = findNote(notes, part.p_memsz);
    }
  return isIt;
}

template <typename Function>
std::string idOfObjectWith(Function *function) {
  Search search{reinterpret_cast<uintptr_t>(function), ""};
  dl_iterate_phdr(look, &search);
  if (!search.id.empty())
    return search.id;
  Dl_info object;
  struct stat about;
  if (!dladdr(reinterpret_cast<void *>(function), &object) || stat(object.dli_fname, &about) != 0)
    return "unknown";
  return std::to_string(about.st_size) + "@" + std::to_string(about.st_mtim.tv_sec) + "." +
         std::to_string(about.st_mtim.tv_nsec);
}

} // namespace

const std::string &compilerBuildId() {
  static const std::string id = std::string("RLX ") + rt::versionText() + " " +
                                idOfObjectWith(&compileModel) + ", LLVM " LLVM_VERSION_STRING " " +
                                idOfObjectWith(&llvm::sys::getHostCPUName) + " " +
                                idOfObjectWith(&mlir::registerMLIRContextCLOptions);
  return id;
}

} // namespace rlx
