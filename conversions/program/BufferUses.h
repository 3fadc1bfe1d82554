// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands that access the memory of a buffer of a lir.program, also through views.
#ifndef RLX_CONVERSIONS_PROGRAM_BUFFERUSES_H
#define RLX_CONVERSIONS_PROGRAM_BUFFERUSES_H

#include "dialects/lir/LIRDialect.h"

namespace rlx {

/// The owner of a buffer's memory, and all commands that access it.
struct BufferUses {
  mlir::Value root;
  llvm::SmallVector<mlir::Operation *> commands; // an op once per operand

  explicit BufferUses(mlir::Value buffer) : root(buffer) {
    while (auto view = root.getDefiningOp<lir::ViewOp>())
      root = view.getSource();
    collect(root);
  }

private:
  void collect(mlir::Value buffer) {
    for (mlir::Operation *user : buffer.getUsers()) {
      if (mlir::isa<lir::ViewOp>(user))
        collect(user->getResult(0));
      else
        commands.push_back(user);
    }
  }
};

} // namespace rlx

#endif // RLX_CONVERSIONS_PROGRAM_BUFFERUSES_H
