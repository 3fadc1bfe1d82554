// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-onnx-tests: runs ONNX's backend tests (a folder of <category>/<test>/model.onnx with
// test_data_set_N) on the CPU or the device that --device names, in one process, and prints how
// many pass by category.
//
// With --expected=FILE the list of passing tests must be exactly that of the file: one name per
// line, '#' starts a comment. The list is strict: a listed test that fails is a failure, and so is
// a passing test that is not listed.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "importers/onnx/OnnxImporter.h"
#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/compare/Compare.h"
#include "tools/rlx-run/run/TestData.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace rlx;
using namespace rlx::run;
namespace cl = llvm::cl;

namespace {

struct Test {
  std::string name; // "node/test_abs"
  std::string directory;
};

std::vector<std::string> subfolders(const std::string &path) {
  std::vector<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(path, error), end; it != end && !error;
       it.increment(error))
    if (llvm::sys::fs::is_directory(it->path()))
      names.push_back(llvm::sys::path::filename(it->path()).str());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Test> findTests(const std::string &root) {
  std::vector<Test> tests;
  for (const std::string &category : subfolders(root))
    for (const std::string &name : subfolders(root + "/" + category)) {
      std::string directory = root + "/" + category + "/" + name;
      if (llvm::sys::fs::exists(directory + "/model.onnx"))
        tests.push_back({category + "/" + name, directory});
    }
  return tests;
}

// The model, with the numbers of elements that its sequences have in the test data. A number that
// follows from a scalar input, such as a trip count, is part of the signature, too: if the model
// cannot be read otherwise, its inputs of one integer or boolean become constants.
rt::StatusOr<std::unique_ptr<Model>> readModel(const Test &test) {
  const std::string path = test.directory + "/model.onnx",
                    data = test.directory + "/test_data_set_0";
  OnnxImportOptions how;
  how.elementsOf = [all = elementsOfTestData(data)](llvm::StringRef name) {
    auto found = all.find(name.str());
    return found == all.end() ? std::nullopt : std::optional(found->second);
  };
  rt::StatusOr<std::unique_ptr<Model>> model = Model::read(path, how);
  if (model.ok() || !hasListsInTestData(data))
    return model;
  for (auto &[name, bytes] : scalarsOfTestData(data))
    how.constantInputs[name] = bytes;
  return Model::read(path, how);
}

// ONNX's own tolerances.
rt::Status runTest(const Test &test, const Options &options) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, readModel(test));
  RLX_RETURN_IF_ERROR(model->open(options));
  RLX_RETURN_IF_ERROR(model->checkParams());
  RLX_RETURN_IF_ERROR(model->finish(options));
  size_t sets = 0;
  for (const std::string &set : subfolders(test.directory)) {
    if (!llvm::StringRef(set).starts_with("test_data_set_"))
      continue;
    ++sets;
    rt::Executable &executable = model->executable();
    RLX_ASSIGN_OR_RETURN(
        Case one, readTestData(model->context(), test.directory + "/" + set, executable.program()));
    RLX_RETURN_IF_ERROR(executable.run(one.named(executable.program())));
    std::string text;
    llvm::raw_string_ostream os(text);
    if (!compareExpected(executable, one, options, os))
      return rt::internalError("wrong result: " + text);
  }
  return sets ? rt::okStatus() : rt::notFound("it has no test_data_set");
}

struct Outcome {
  bool passed = false;
  std::string reason; // first line of the error
};

std::string firstLine(llvm::StringRef text) {
  return text.split('\n').first.str();
}

// Runs tests[begin…) in a child process, which reports each one over a pipe. A crash then costs one
// test, not the whole run. Returns the number of finished tests.
size_t runChunk(const std::vector<Test> &tests, size_t begin, const Options &options,
                std::vector<Outcome> &outcomes) {
  int ends[2];
  if (pipe(ends) != 0)
    return begin;
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    FILE *out = fdopen(ends[1], "w");
    for (size_t i = begin; i < tests.size(); ++i) {
      rt::Status status = runTest(tests[i], options);
      std::fprintf(out, "%d%s\n", status.ok(), firstLine(status.message()).c_str());
      std::fflush(out);
    }
    std::fclose(out);
    _exit(0);
  }
  close(ends[1]);
  FILE *in = fdopen(ends[0], "r");
  size_t done = begin;
  char *line = nullptr;
  size_t capacity = 0;
  while (child > 0 && done < tests.size() && getline(&line, &capacity, in) > 0)
    outcomes[done++] = {line[0] == '1', llvm::StringRef(line + 1).rtrim().str()};
  std::free(line);
  std::fclose(in);
  int state = 0;
  waitpid(child, &state, 0);
  if (done < tests.size())
    outcomes[done++] = {false, WIFSIGNALED(state)
                                   ? "crashed: signal " + std::to_string(WTERMSIG(state))
                                   : "the test process ended"};
  return done;
}

bool readList(const std::string &path, std::set<std::string> &names) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    llvm::StringRef name = llvm::StringRef(line).split('#').first.trim();
    if (!name.empty())
      names.insert(name.str());
  }
  return !file.bad() && !names.empty();
}

void printCategories(const std::vector<Test> &tests, const std::vector<Outcome> &outcomes) {
  std::map<std::string, std::pair<int, int>> categories;
  for (auto [test, outcome] : llvm::zip(tests, outcomes)) {
    auto &[passed, all] = categories[llvm::StringRef(test.name).split('/').first.str()];
    passed += outcome.passed;
    ++all;
  }
  for (auto &[category, counts] : categories)
    std::printf("%-20s %4d of %4d pass\n", category.c_str(), counts.first, counts.second);
}

// The strict comparison; prints the totals as every suite does.
int judge(const std::vector<Test> &tests, const std::vector<Outcome> &outcomes,
          const std::set<std::string> &expected) {
  int good = 0, bad = 0;
  std::set<std::string> unseen = expected;
  for (auto [test, outcome] : llvm::zip(tests, outcomes)) {
    unseen.erase(test.name);
    if (outcome.passed == expected.contains(test.name)) {
      good += outcome.passed;
      continue;
    }
    ++bad;
    if (outcome.passed)
      std::printf("passes but is not listed: %s\n", test.name.c_str());
    else
      std::printf("FAILED %s: %s\n", test.name.c_str(), outcome.reason.c_str());
  }
  for (const std::string &name : unseen) {
    ++bad;
    std::printf("listed, but there is no such test: %s\n", name.c_str());
  }
  std::printf("%d passed, %d failed\n", good, bad);
  return bad != 0;
}

// Keeps every `sample`-th test, also of those that are expected to pass.
void keepSample(std::vector<Test> &tests, std::set<std::string> &expected, size_t sample) {
  size_t kept = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (i % sample == 0)
      std::swap(tests[kept++], tests[i]);
    else
      expected.erase(tests[i].name);
  }
  tests.resize(kept);
}

} // namespace

int main(int argc, char **argv) {
  cl::OptionCategory category("rlx-onnx-tests options");
  cl::opt<std::string> root("root", cl::init("/usr/share/libonnx-testdata/data"),
                            cl::desc("Folder of the test categories"), cl::cat(category));
  cl::opt<std::string> expectedFile("expected", cl::desc("List of the tests that pass"),
                                    cl::cat(category));
  cl::opt<std::string> filter("filter", cl::desc("Run tests whose name contains this"),
                              cl::cat(category));
  cl::opt<unsigned> sample("sample", cl::init(1), cl::value_desc("N"), cl::cat(category),
                           cl::desc("Run every N-th test only, the first among them (default: 1)"));
  cl::opt<std::string> device("device", cl::init("cpu"), cl::desc("Device to run on"),
                              cl::cat(category));
  cl::opt<bool> verbose("v", cl::desc("Print every failure"), cl::cat(category));
  cl::opt<bool> list("list-passes", cl::desc("Print the names of the tests that pass"),
                     cl::cat(category));
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs ONNX's backend tests with RLX\n");

  std::vector<Test> tests = findTests(root);
  llvm::erase_if(tests, [&](const Test &test) {
    return test.name.find(filter.getValue()) == std::string::npos;
  });
  if (tests.empty()) {
    llvm::errs() << "rlx-onnx-tests: error: there are no tests in '" << root << "'\n";
    return 1;
  }
  std::set<std::string> expected;
  if (!expectedFile.empty() && !readList(expectedFile, expected)) {
    llvm::errs() << "rlx-onnx-tests: error: cannot read '" << expectedFile << "'\n";
    return 1;
  }
  if (sample == 0) {
    llvm::errs() << "rlx-onnx-tests: error: --sample=0 would run no test; the smallest is 1\n";
    return 1;
  }
  keepSample(tests, expected, sample);
  Options options;
  options.device = device;
  std::vector<Outcome> outcomes(tests.size());
  for (size_t next = 0; next < tests.size();)
    next = runChunk(tests, next, options, outcomes);

  for (auto [test, outcome] : llvm::zip(tests, outcomes)) {
    if (list && outcome.passed)
      std::printf("%s\n", test.name.c_str());
    if (verbose && !outcome.passed)
      std::printf("fails %s: %s\n", test.name.c_str(), outcome.reason.c_str());
  }
  if (list)
    return 0;
  printCategories(tests, outcomes);
  return expectedFile.empty() ? 0 : judge(tests, outcomes, expected);
}
