// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of mixture-of-experts layers, which a damaged or hostile file may get wrong in any way.
//
// The rules concern only memory and loops; nothing about routing is assumed.
#include "runtime/program/model/MoeLayers.h"

#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/Limits.h"
#include "runtime/program/model/Stages.h"

namespace rlx::rt {

namespace {

bool isInteger(DType dtype) {
  return dtype >= DType::I8 && dtype <= DType::U64;
}

// The If, While and For commands that enclose main command `command`.
std::vector<uint32_t> blocksAround(const Program &program, uint32_t command) {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < command; ++i) {
    const CommandKind kind = program.main[i].kind;
    if (kind == CommandKind::If || kind == CommandKind::While || kind == CommandKind::For)
      open.push_back(i);
    else if (kind == CommandKind::End)
      open.pop_back();
  }
  return open;
}

Status checkIds(const Program &program, const ExpertIds &ids, bool areChosen) {
  if (ids.command >= program.main.size() || program.main[ids.command].kind != CommandKind::Dispatch)
    return invalidArgument(strCat("names main command ", ids.command, ", which is no dispatch"));
  const Command &command = program.main[ids.command];
  const size_t begin = areChosen ? command.buffers.size() - command.numOutputs : 0;
  if (ids.operand < begin || ids.operand >= command.buffers.size())
    return invalidArgument(strCat("names operand ", ids.operand, " of main command ", ids.command,
                                  ", which is not one that it ", areChosen ? "writes" : "has"));
  if (!isInteger(ids.dtype))
    return invalidArgument(strCat("has ids of type ", name(ids.dtype), ", expected integers"));
  return okStatus();
}

// For each main command, whether it is inside a While, or a For whose length a run computes. One
// pass, since a file may list many layers.
std::vector<bool> standInWhile(const Program &program, const Stages &stages) {
  std::vector<bool> result(program.main.size());
  std::vector<bool> open; // for each open block: it or an enclosing one is a While
  for (size_t i = 0; i < program.main.size(); ++i) {
    const CommandKind kind = program.main[i].kind;
    const bool inside = !open.empty() && open.back();
    result[i] = inside;
    if (kind == CommandKind::If || kind == CommandKind::While || kind == CommandKind::For)
      open.push_back(inside || kind == CommandKind::While ||
                     (kind == CommandKind::For && stages.ofCommand[i] != 0));
    else if (kind == CommandKind::End)
      open.pop_back();
  }
  return result;
}

Status checkLayer(const Program &program, const Stages &stages, const std::vector<bool> &inWhile,
                  const MoeLayer &layer) {
  if (layer.experts == 0 || layer.products == 0 || layer.used.empty())
    return invalidArgument("has no experts, no products or no ids");
  for (const ExpertIds &ids : layer.used)
    RLX_RETURN_IF_ERROR(checkIds(program, ids, /*areChosen=*/false));
  if (!layer.chosen)
    return layer.perRow == 0 ? okStatus() : invalidArgument("has rows of choices without choices");
  RLX_RETURN_IF_ERROR(checkIds(program, *layer.chosen, /*areChosen=*/true));
  if (layer.perRow == 0 || layer.perRow > layer.experts)
    return invalidArgument(
        strCat("has rows of ", layer.perRow, " choices among ", layer.experts, " experts"));
  if (inWhile[layer.chosen->command])
    return invalidArgument("has choices in a while loop, or in a loop whose length a run computes");
  const Command &router = program.main[layer.chosen->command];
  if (stages.ofBuffer[router.buffers[layer.chosen->operand]] != 0)
    return invalidArgument("has choices whose number the run computes");
  return okStatus();
}

} // namespace

Status verifyMoeLayers(const Program &program) {
  if (program.moeLayers.empty())
    return okStatus();
  const Stages stages = stagesOf(program, program.main);
  const std::vector<bool> inWhile = standInWhile(program, stages);
  uint64_t experts = 0;
  for (size_t i = 0; i < program.moeLayers.size(); ++i) {
    const MoeLayer &layer = program.moeLayers[i];
    if (Status status = checkLayer(program, stages, inWhile, layer); !status.ok())
      return std::move(status).withContext(strCat("checking layer ", i, " of experts"));
    experts += layer.experts;
    if (experts > kMaxExperts)
      return invalidArgument(
          strCat("the program has more than ", kMaxExperts, " experts in all its layers"));
  }
  return okStatus();
}

std::string moeLayerText(const Program &program, size_t index) {
  const MoeLayer &layer = program.moeLayers[index];
  std::string text = strCat(index, " (", layer.label, "): ", layer.experts, " experts, ",
                            layer.products, layer.products == 1 ? " product, " : " products, ");
  return text + (layer.chosen ? strCat("top ", layer.perRow)
                              : strCat("no capture: ", layer.withoutChoice));
}

std::string listMoeLayers(const Program &program) {
  std::string text;
  for (size_t i = 0; i < program.moeLayers.size(); ++i)
    text += strCat(i ? "; " : "", moeLayerText(program, i));
  return text.empty() ? "none" : text;
}

std::vector<uint32_t> loopsAround(const Program &program, uint32_t command) {
  std::vector<uint32_t> loops = blocksAround(program, command);
  std::erase_if(loops,
                [&](uint32_t block) { return program.main[block].kind != CommandKind::For; });
  return loops;
}

} // namespace rlx::rt
