// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a report as JSON; see Report.h. Times are in nanoseconds, sizes in bytes.
#include "session/report/Report.h"

#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Plan.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using llvm::json::OStream;

namespace rlx {

class ReportWriter {
public:
  ReportWriter(const Report &report, llvm::raw_ostream &os)
      : report(report), program(report.program), json(os) {}

  void write() {
    planSizes();
    json.object([&] {
      writeSummary();
      json.attributeArray("warnings", [&] {
        for (const std::string &warning : report.warnings)
          text(warning);
      });
      json.attributeArray("phases", [&] { writePhases(); });
      json.attributeArray("ops", [&] { writeOpKinds(); });
      json.attributeArray("remarks", [&] { writeRemarks(); });
      json.attributeArray("nodes", [&] { writeNodes(); });
      json.attributeArray("buffers", [&] { writeBuffers(); });
      json.attributeArray("prepare", [&] {
        writeCommands(program.prepare, report.info.prepareInfo, report.prepareNs, preparePlan);
      });
      json.attributeArray("run", [&] {
        writeCommands(program.main, report.info.mainInfo, report.mainNs, mainPlan);
      });
    });
  }

private:
  // JSON must be UTF-8; names of models need not be.
  void text(StringRef value) { json.value(llvm::json::fixUTF8(value)); }
  void attribute(StringRef key, StringRef value) {
    json.attribute(key, llvm::json::fixUTF8(value));
  }
  std::string sizeText(const rt::Expr &expr) const { return rt::text(expr, program.symbols); }

  // The plans of the arenas for the measured sizes. Without them there are no numbers.
  void planSizes() {
    if (report.values.empty() && !program.symbols.empty())
      return;
    rt::StatusOr<rt::PersistentLayout> persistent = rt::layoutPersistent(program);
    if (!persistent.ok())
      return;
    mainLifetimes = rt::computeLifetimes(program, rt::ProgramPart::Main);
    const rt::Lifetimes prepare = rt::computeLifetimes(program, rt::ProgramPart::Prepare);
    rt::StatusOr<rt::Plan> main = rt::computePlan(program, rt::ProgramPart::Main, mainLifetimes,
                                                  persistent->offsets, report.values);
    if (main.ok())
      mainPlan = std::move(*main);
    rt::StatusOr<rt::Plan> prepared = rt::computePlan(program, rt::ProgramPart::Prepare, prepare,
                                                      persistent->offsets, report.values);
    if (prepared.ok())
      preparePlan = std::move(*prepared);
  }

  void writeSummary() {
    json.attribute("format", 1);
    attribute("rlx", rt::versionText());
    attribute("model", report.model);
    attribute("target", report.info.target);
    attribute("device", report.device);
    json.attributeObject("sizes", [&] {
      for (const rt::Symbol &symbol : program.symbols)
        if (auto size = report.sizes.find(symbol.name);
            size != report.sizes.end() && symbol.source != rt::SymbolSource::Derived)
          json.attribute(llvm::json::fixUTF8(symbol.name), size->second);
    });
    writeSignature("inputs", program.inputs);
    writeSignature("outputs", program.outputs);
    json.attributeObject("memory", [&] {
      json.attribute("params", report.memory.paramBytes);
      json.attribute("prepared", report.memory.persistentBytes);
      json.attribute("arena", mainPlan ? mainPlan->arenaBytes : report.memory.arenaBytes);
      json.attribute("outputs", report.memory.outputBytes);
      json.attribute("code", report.memory.codeBytes);
    });
    if (report.runs) {
      json.attribute("run_ns", report.runNs);
      json.attribute("runs", static_cast<int64_t>(report.runs));
    }
    if (report.roofline)
      json.attributeObject("roofline", [&] {
        json.attribute("gflops", report.roofline->gflops);
        json.attribute("gigabytes", report.roofline->gigabytes);
      });
  }

  void writeSignature(StringRef key, const std::vector<rt::TensorSpec> &specs) {
    json.attributeArray(key, [&] {
      for (const rt::TensorSpec &spec : specs)
        text(rt::strCat(spec.name, ": ", typeText(spec.dtype, spec.shape)));
    });
  }

  std::string typeText(rt::DType dtype, const std::vector<rt::Expr> &shape) const {
    std::string result = dtype == BufferInfo::kUnknownDType ? "?" : std::string(rt::name(dtype));
    result += "[";
    for (const rt::Expr &size : shape)
      result += (result.back() == '[' ? "" : ",") + rt::sizeText(size, program.symbols);
    return result + "]";
  }

  void writePhases() {
    for (const PhaseTime &time : report.phases)
      json.object([&] {
        attribute("name", time.phase);
        json.attribute("ms", time.milliseconds);
      });
  }

  void writeOpKinds() {
    for (const OpKindInfo &kind : report.info.opKinds)
      json.object([&] {
        attribute("name", kind.name);
        json.attribute("count", static_cast<int64_t>(kind.count));
        attribute("route", routeName(kind.capability.route));
        attribute("how", kind.capability.reason);
      });
  }

  void writeRemarks() {
    constexpr const char *kKinds[] = {"done", "not done", "failed", "found"};
    for (const CompileRemark &remark : report.info.remarks)
      json.object([&] {
        attribute("kind", kKinds[static_cast<size_t>(remark.kind)]);
        attribute("pass", remark.category);
        attribute("name", remark.name);
        attribute("message", remark.message);
        if (!remark.location.empty())
          attribute("location", remark.location);
        if (!remark.function.empty())
          attribute("kernel", remark.function);
      });
  }

  void writeNodes() {
    for (const ModelGraph::Node &node : report.graph.nodes)
      json.object([&] {
        attribute("op", node.op);
        if (!node.name.empty())
          attribute("name", node.name);
        if (!node.location.empty())
          attribute("location", node.location);
        attribute("type", node.type);
        json.attributeArray("inputs", [&] {
          for (size_t input : node.inputs)
            json.value(static_cast<int64_t>(input));
        });
        if (node.isOutput)
          json.attribute("output", true);
        if (std::optional<double> flops = report.graph.flops(node, report.sizes); flops && *flops)
          json.attribute("flops", *flops);
      });
  }

  void writeBuffers() {
    constexpr const char *kKinds[] = {"input", "param",    "output", "constant",
                                      "arena", "prepared", "view"};
    const std::vector<rt::TensorSpec> *specs[] = {&program.inputs, &program.params,
                                                  &program.outputs};
    for (auto [i, buffer] : llvm::enumerate(program.buffers))
      json.object([&] {
        const auto kind = static_cast<size_t>(buffer.kind);
        attribute("kind", kKinds[kind]);
        if (kind < std::size(specs))
          attribute("name", (*specs[kind])[buffer.index].name);
        if (buffer.kind == rt::BufferKind::View)
          json.attribute("parent", static_cast<int64_t>(buffer.parent));
        if (i < report.info.buffers.size())
          attribute("type", typeText(report.info.buffers[i].dtype, report.info.buffers[i].shape));
        if (mainPlan && mainLifetimes.needed[i])
          writePlace(i);
      });
  }

  void writePlace(size_t buffer) {
    const rt::BufferRange &range = mainPlan->ranges[buffer];
    if (range.isPlanned) {
      json.attribute("bytes", range.size);
      json.attribute("offset", range.offset);
    }
    if (mainLifetimes.root[buffer] == buffer &&
        mainLifetimes.first[buffer] != rt::Lifetimes::kUnused) {
      json.attribute("first", mainLifetimes.first[buffer]);
      json.attribute("last", mainLifetimes.last[buffer]);
    }
  }

  void writeCommands(const std::vector<rt::Command> &commands,
                     const std::vector<CommandOrigin> &origins,
                     const std::map<uint32_t, double> &times, const std::optional<rt::Plan> &plan) {
    constexpr const char *kKinds[] = {"dispatch", "copy", "if",  "else",    "while",
                                      "do",       "for",  "end", "set_size"};
    for (auto [i, command] : llvm::enumerate(commands))
      json.object([&] {
        attribute("kind", kKinds[static_cast<size_t>(command.kind)]);
        attribute("label", command.label);
        json.attributeArray("buffers", [&] {
          for (uint32_t buffer : command.buffers)
            json.value(static_cast<int64_t>(buffer));
        });
        json.attribute("outputs", static_cast<int64_t>(command.numOutputs));
        if (i < origins.size())
          json.attributeArray("sources", [&] {
            for (const std::string &source : origins[i].sources)
              text(source);
          });
        if (command.kind == rt::CommandKind::Dispatch)
          writeDispatch(command, i < origins.size() ? StringRef(origins[i].location) : "");
        if (auto time = times.find(static_cast<uint32_t>(i)); time != times.end())
          json.attribute("ns", time->second);
        if (auto threads = report.mainThreads.find(static_cast<uint32_t>(i));
            &commands == &program.main && threads != report.mainThreads.end())
          json.attribute("threads", static_cast<int64_t>(threads->second));
        if (plan && plan->commands[i].isReady && command.kind == rt::CommandKind::Dispatch) {
          json.attribute("estimate_ns", plan->commands[i].costNs);
          json.attribute("bytes", bytesOf(command, *plan));
        }
      });
  }

  void writeDispatch(const rt::Command &command, StringRef location) {
    const rt::Kernel &kernel = program.kernels[command.kernel];
    attribute("kernel", kernel.name);
    attribute("target", kernel.target);
    attribute("route", routeOf(kernel.name, command.label, location, report.info));
    attribute("grid", rt::strCat(sizeText(command.grid[0]), " x ", sizeText(command.grid[1]), " x ",
                                 sizeText(command.grid[2])));
  }

  // The bytes of all operands. Ops that read a part of their operands read as much as they write.
  static int64_t bytesOf(const rt::Command &command, const rt::Plan &plan) {
    const StringRef label = command.label;
    const bool readsPart = label.starts_with("gather") || label.starts_with("slice");
    const size_t inputs = command.buffers.size() - command.numOutputs;
    int64_t read = 0, written = 0;
    for (size_t i = inputs; i < command.buffers.size(); ++i)
      written += plan.ranges[command.buffers[i]].size;
    for (size_t i = 0; i < inputs; ++i) {
      const int64_t size = plan.ranges[command.buffers[i]].size;
      read += readsPart ? std::min(size, written) : size;
    }
    return read + written;
  }

  const Report &report;
  const rt::Program &program;
  OStream json;
  rt::Lifetimes mainLifetimes;
  std::optional<rt::Plan> mainPlan, preparePlan;
};

std::string Report::json() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  ReportWriter(*this, os).write();
  return text;
}

} // namespace rlx
