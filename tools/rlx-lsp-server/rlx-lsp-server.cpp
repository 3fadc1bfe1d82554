// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-lsp-server: MLIR's language server with the rlx dialects, for editors. It gives completion,
// hover texts and diagnostics in .mlir files.
//
// An editor starts it and talks to it over standard input and output.
#include "dialects/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
