// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports StableHLO modules as rlx modules.
//
// MLIR's own parser reads the generic form, whose ops stay unregistered; no library of StableHLO is
// needed. JAX prints that form with `print_generic_op_form=True`. The importer never crashes,
// whatever the text. Ops that it does not know are listed in one error, before any work.
//
//   if (stablehloForm(text) != StablehloForm::None)
//     module = importStablehlo(context, text, "model.mlir");
#ifndef RLX_IMPORTERS_STABLEHLO_STABLEHLOIMPORTER_H
#define RLX_IMPORTERS_STABLEHLO_STABLEHLOIMPORTER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx {

// How a file holds StableHLO.
enum class StablehloForm {
  None,    // it holds something else
  Generic, // "stablehlo.add"(%0, %1): the form that can be imported
  Pretty,  // stablehlo.add %0, %1: needs StableHLO's own parser
  Bytecode // MLIR bytecode with ops of StableHLO or VHLO: needs StableHLO's own reader
};

// Looks at the bytes of a file.
StablehloForm stablehloForm(llvm::StringRef bytes);

// Makes a module with one `func.func @main` of rlx ops. `bytes` are StableHLO of any form; the
// forms that cannot be read are an error that says how to get the generic one. `name` is the
// file's, for messages. Errors are diagnostics of the context.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
importStablehlo(mlir::MLIRContext *context, llvm::StringRef bytes, llvm::StringRef name);

// Prints a Markdown table of the ops that can be imported, and one of those that cannot.
void printStablehloOps(llvm::raw_ostream &os);

} // namespace rlx

#endif // RLX_IMPORTERS_STABLEHLO_STABLEHLOIMPORTER_H
