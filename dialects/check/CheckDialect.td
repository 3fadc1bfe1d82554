// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check dialect: inputs and expectations of conformance files. It is for tests only; models
// never contain it. The reference interpreter evaluates its ops like any rlx op. In the compiled
// lanes of rlx-check, inputs become function arguments and expectations become results.
#ifndef RLX_CHECK_DIALECT_TD
#define RLX_CHECK_DIALECT_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/rlx/interfaces/RLXInterfaces.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::rlx::check";
  let summary = "Inputs and expectations of conformance files";
}

def Check_Role : I32EnumAttr<"Role", "how a compiled program receives the tensor", [
    I32EnumAttrCase<"Input", 0, "input">, I32EnumAttrCase<"Param", 1, "param">,
    I32EnumAttrCase<"Constant", 2, "constant">]> {
  let cppNamespace = "::rlx::check";
}

def Check_Edges : I32EnumAttr<"Edges", "which special values are mixed in", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Finite", 1, "finite">,
    I32EnumAttrCase<"All", 2, "all">]> {
  let cppNamespace = "::rlx::check";
}

#endif // RLX_CHECK_DIALECT_TD
