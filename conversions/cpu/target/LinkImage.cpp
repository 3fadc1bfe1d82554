// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links with LLVM's JITLink for an address that is known only when the image is loaded; see
// LinkImage.h.
//
// The image is laid out from a made-up base. The few absolute addresses that are left, such as the
// table of external functions in position-independent code, are recorded instead of resolved.
#include "conversions/cpu/target/LinkImage.h"

#include <map>

#include "runtime/cpu/KernelImports.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/JITLink/aarch64.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/ExecutionEngine/Orc/SymbolStringPool.h"
#include "llvm/Support/MathExtras.h"

namespace jitlink = llvm::jitlink;
using llvm::orc::ExecutorAddr;
using llvm::orc::ExecutorSymbolDef;

namespace rlx {
namespace {

// Not 0, which means "no address" to JITLink.
constexpr uint64_t kBase = 1 << 20;
// Beyond the reach of a displacement, so that JITLink calls every external function through the
// table.
constexpr uint64_t kExternals = uint64_t(1) << 46;

using Protection = rt::CodeImage::Protection;

Protection protectionOf(llvm::orc::MemProt prot) {
  auto allows = [&](llvm::orc::MemProt what) {
    return llvm::to_underlying(prot) & llvm::to_underlying(what);
  };
  if (allows(llvm::orc::MemProt::Exec))
    return Protection::ReadExecute;
  if (allows(llvm::orc::MemProt::Write))
    return Protection::ReadWrite;
  return Protection::Read;
}

// Places the segments of several graphs in the image. Linking of a graph stops at its layout and
// resumes when all layouts are known, so that segments with the same protection are adjacent.
class ImageMemory : public jitlink::JITLinkMemoryManager {
public:
  explicit ImageMemory(rt::CodeImage &image) : image(image) {}

  using jitlink::JITLinkMemoryManager::allocate;
  using jitlink::JITLinkMemoryManager::deallocate;

  void allocate(const jitlink::JITLinkDylib *, jitlink::LinkGraph &graph,
                OnAllocatedFunction done) override {
    waiting.push_back({std::make_unique<jitlink::BasicLayout>(graph), std::move(done)});
  }

  // Resumes linking of all graphs that have a layout.
  void finish() {
    std::map<llvm::orc::AllocGroup, std::vector<jitlink::BasicLayout::Segment *>> groups;
    for (Waiting &graph : waiting)
      for (auto &[group, segment] : graph.layout->segments())
        groups[group].push_back(&segment);
    uint64_t address = 0;
    for (auto &[group, segments] : groups) {
      image.segments.push_back({protectionOf(group.getMemProt()), address, {}});
      address = place(segments, image.segments.back());
      address = llvm::alignTo(address, rt::kCodeSegmentAlignment);
    }
    for (Waiting &graph : waiting) {
      if (llvm::Error error = graph.layout->apply())
        graph.done(std::move(error));
      else
        graph.done(std::make_unique<Allocation>());
    }
  }

  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction done) override {
    for (FinalizedAlloc &allocation : allocations)
      allocation.release();
    done(llvm::Error::success());
  }

private:
  // The image owns the bytes: nothing to transfer, nothing to free.
  struct Allocation : InFlightAlloc {
    void abandon(OnAbandonedFunction done) override { done(llvm::Error::success()); }
    void finalize(OnFinalizedFunction done) override { done(FinalizedAlloc(ExecutorAddr(kBase))); }
  };

  struct Waiting {
    std::unique_ptr<jitlink::BasicLayout> layout;
    OnAllocatedFunction done;
  };

  // Places segments one after the other. Returns the end address.
  static uint64_t place(llvm::ArrayRef<jitlink::BasicLayout::Segment *> segments,
                        rt::CodeImage::Segment &whole) {
    uint64_t end = whole.address;
    for (jitlink::BasicLayout::Segment *segment : segments) {
      end = llvm::alignTo(end, segment->Alignment);
      segment->Addr = ExecutorAddr(kBase + end);
      end += segment->ContentSize + segment->ZeroFillSize;
    }
    whole.bytes.resize(end - whole.address);
    for (jitlink::BasicLayout::Segment *segment : segments)
      segment->WorkingMem = reinterpret_cast<char *>(whole.bytes.data()) +
                            (segment->Addr.getValue() - kBase - whole.address);
    return end;
  }

  rt::CodeImage &image;
  std::vector<Waiting> waiting;
};

// Records the slots of the image that hold absolute addresses, and their targets.
llvm::Error noteAddresses(jitlink::LinkGraph &graph, rt::CodeImage &image) {
  for (jitlink::Block *block : graph.blocks()) {
    if (block->getSection().getMemLifetime() == llvm::orc::MemLifetime::NoAlloc)
      continue;
    for (const jitlink::Edge &edge : block->edges()) {
      if (!edge.isRelocation())
        continue;
      const jitlink::Symbol &symbol = edge.getTarget();
      bool isOutside = symbol.isExternal() || symbol.isAbsolute();
      llvm::StringRef kind = graph.getEdgeKindName(edge.getKind());
      uint64_t slot = block->getAddress().getValue() + edge.getOffset() - kBase;
      if (kind == "Pointer64" && !isOutside)
        image.relative.push_back(slot);
      else if (kind == "Pointer64" && edge.getAddend() == 0)
        image.imports.push_back({slot, (*symbol.getName()).str()});
      else if (isOutside || kind.starts_with("Pointer"))
        return llvm::createStringError("packages do not support the relocation " + kind +
                                       " of kernels" +
                                       (symbol.hasName() ? " to '" + *symbol.getName() + "'" : ""));
    }
  }
  return llvm::Error::success();
}

// The blocks in the order of the object file. JITLink keeps them in sets of pointers, whose order
// differs from process to process.
std::vector<jitlink::Block *> inFileOrder(jitlink::LinkGraph &graph) {
  std::vector<jitlink::Block *> blocks(graph.blocks().begin(), graph.blocks().end());
  llvm::sort(blocks, [](const jitlink::Block *lhs, const jitlink::Block *rhs) {
    return std::pair(lhs->getSection().getOrdinal(), lhs->getAddress()) <
           std::pair(rhs->getSection().getOrdinal(), rhs->getAddress());
  });
  return blocks;
}

std::vector<jitlink::Edge *> inFileOrder(jitlink::Block &block) {
  std::vector<jitlink::Edge *> edges;
  for (jitlink::Edge &edge : block.edges())
    edges.push_back(&edge);
  llvm::sort(edges, [](const jitlink::Edge *lhs, const jitlink::Edge *rhs) {
    return std::pair(lhs->getOffset(), lhs->getKind()) <
           std::pair(rhs->getOffset(), rhs->getKind());
  });
  return edges;
}

// Makes the tables of external functions, with entries in the order of their first use. So the same
// kernels give the same bytes in every process. JITLink's own pass finds no edge left.
template <typename GOTManager, typename PLTManager>
llvm::Error buildTables(jitlink::LinkGraph &graph) {
  GOTManager got(graph);
  PLTManager plt(graph, got);
  // A layout sorts the blocks of a section by address, and all entries begin with the same one.
  llvm::DenseSet<jitlink::Block *> numbered;
  auto number = [&](jitlink::Edge &edge, auto &self) -> void {
    if (!edge.getTarget().isDefined())
      return;
    jitlink::Block &entry = edge.getTarget().getBlock();
    llvm::StringRef section = entry.getSection().getName();
    if ((section != GOTManager::getSectionName() && section != PLTManager::getSectionName()) ||
        !numbered.insert(&entry).second)
      return;
    constexpr uint64_t kEntryBytes = 16;
    entry.setAddress(ExecutorAddr(numbered.size() * kEntryBytes));
    for (jitlink::Edge *inside : inFileOrder(entry))
      self(*inside, self);
  };
  for (jitlink::Block *block : inFileOrder(graph))
    for (jitlink::Edge *edge : inFileOrder(*block)) {
      if (!got.visitEdge(graph, block, *edge))
        plt.visitEdge(graph, block, *edge);
      number(*edge, number);
    }
  return llvm::Error::success();
}

class ImageContext : public jitlink::JITLinkContext {
public:
  ImageContext(rt::CodeImage &image, ImageMemory &memory, llvm::Error &error)
      : jitlink::JITLinkContext(nullptr), image(image), memory(memory), error(error) {}

  jitlink::JITLinkMemoryManager &getMemoryManager() override { return memory; }

  void notifyFailed(llvm::Error why) override {
    error = llvm::joinErrors(std::move(error), std::move(why));
  }

  void lookup(const LookupMap &symbols,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation> next) override {
    jitlink::AsyncLookupResult found;
    llvm::Error unknown = llvm::Error::success();
    for (const auto &[name, flags] : symbols) {
      if (!rt::findKernelImport(std::string_view((*name).data(), (*name).size())))
        unknown = llvm::joinErrors(
            std::move(unknown), llvm::createStringError("kernels call the function '" + *name +
                                                        "', which the runtime does not provide"));
      found[name] = ExecutorSymbolDef(ExecutorAddr(kExternals + uint64_t(16) * found.size()),
                                      llvm::JITSymbolFlags::Exported);
    }
    if (unknown)
      return next->run(std::move(unknown));
    next->run(std::move(found));
  }

  llvm::Error notifyResolved(jitlink::LinkGraph &graph) override {
    for (const jitlink::Symbol *symbol : graph.defined_symbols())
      if (symbol->isCallable() && symbol->getScope() == jitlink::Scope::Default &&
          symbol->hasName())
        image.kernels.push_back(
            {(*symbol->getName()).str(), symbol->getAddress().getValue() - kBase});
    return llvm::Error::success();
  }

  void notifyFinalized(jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    allocation.release();
  }

  llvm::Error modifyPassConfig(jitlink::LinkGraph &graph,
                               jitlink::PassConfiguration &passes) override {
    const bool isX86 = graph.getTargetTriple().isX86();
    passes.PostPrunePasses.insert(
        passes.PostPrunePasses.begin(),
        isX86 ? buildTables<jitlink::x86_64::GOTTableManager, jitlink::x86_64::PLTTableManager>
              : buildTables<jitlink::aarch64::GOTTableManager, jitlink::aarch64::PLTTableManager>);
    // At this point all blocks have addresses and every edge has its final form.
    passes.PreFixupPasses.push_back(
        [this](jitlink::LinkGraph &graph) { return noteAddresses(graph, image); });
    return llvm::Error::success();
  }

private:
  rt::CodeImage &image;
  ImageMemory &memory;
  llvm::Error &error;
};

// Makes absolute addresses relative to the start of the image, and clears the made-up addresses of
// external functions.
void rebase(rt::CodeImage &image) {
  auto slotBytes = [&](uint64_t slot) -> uint8_t * {
    for (rt::CodeImage::Segment &segment : image.segments)
      if (slot >= segment.address && slot < segment.address + segment.bytes.size())
        return segment.bytes.data() + (slot - segment.address);
    return nullptr;
  };
  for (uint64_t slot : image.relative) {
    uint64_t address;
    std::memcpy(&address, slotBytes(slot), sizeof(address));
    address -= kBase;
    std::memcpy(slotBytes(slot), &address, sizeof(address));
  }
  for (const rt::CodeImage::Import &import : image.imports)
    std::memset(slotBytes(import.slot), 0, sizeof(uint64_t));
}

} // namespace

llvm::Expected<rt::CodeImage>
linkImage(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects) {
  // Outlives the graphs: names are still referenced when link() returns.
  auto names = std::make_shared<llvm::orc::SymbolStringPool>();
  std::vector<std::unique_ptr<jitlink::LinkGraph>> graphs;
  for (const std::unique_ptr<llvm::MemoryBuffer> &object : objects) {
    auto graph = jitlink::createLinkGraphFromObject(object->getMemBufferRef(), names);
    if (!graph)
      return graph.takeError();
    graphs.push_back(std::move(*graph));
  }
  rt::CodeImage image;
  image.architecture = graphs.front()->getTargetTriple().getArchName().str();
  llvm::Error error = llvm::Error::success();
  ImageMemory memory(image);
  for (std::unique_ptr<jitlink::LinkGraph> &graph : graphs)
    link(std::move(graph), std::make_unique<ImageContext>(image, memory, error));
  memory.finish();
  if (error)
    return std::move(error);
  llvm::sort(image.kernels, [](const auto &a, const auto &b) { return a.name < b.name; });
  llvm::sort(image.relative);
  llvm::sort(image.imports, [](const auto &a, const auto &b) { return a.slot < b.slot; });
  rebase(image);
  return image;
}

} // namespace rlx
