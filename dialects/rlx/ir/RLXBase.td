// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Base definitions of the rlx dialect: type constraints, traits, and the op classes that declare
// the common interfaces. The families (Elementwise.td, …) include this file; RLXOps.td includes the
// families.
#ifndef RLX_BASE_TD
#define RLX_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/rlx/interfaces/RLXInterfaces.td"

def RLX_Dialect : Dialect {
  let name = "rlx";
  let cppNamespace = "::rlx";
  let summary = "Machine-learning models on tensors";
  let description = [{
    The ops work on builtin ranked tensors, whose sizes may be dynamic. A model is a `func.func`.
    Its arguments carry `rlx.kind` ("input" or "param") and `rlx.name`; its results carry
    `rlx.name`. Arguments with dynamic sizes also carry `rlx.dims`: one name per dimension, "" if it
    is static. Equal names are equal sizes.

    A tensor of strings is one of `i64`: elements are numbers of strings, equal ones for equal
    strings. Arguments and results that are strings for users carry `rlx.string`. The function lists
    strings of the model in `rlx.strings`: string i has the number i, and the first one is empty.

    Broadcasting is NumPy's. Element types of operands must agree; conversions are explicit
    (`rlx.cast`). Signless integers are signed; the unsigned types are `ui8` to `ui64`; `i1` is
    boolean. Complex types are `complex<f32>` and `complex<f64>`; an op that takes them says so.

    Narrow types are for storage: `f8E4M3FN`, `f8E4M3FNUZ`, `f8E5M2`, `f8E5M2FNUZ`, `f8E8M0FNU`,
    `f4E2M1FN`, `i4`, `ui4`, `i2` and `ui2`. An element has one byte of memory, with the value in
    the low bits. Ops that move data, `rlx.cast` and `rlx.bitcast` take them and say so; no op
    computes with them.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect", "::mlir::scf::SCFDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect",
    "::mlir::complex::ComplexDialect", "::rlx::lir::LIRDialect"
  ];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 0;
}

// ---- types ------------------------------------------------------------------------------------

def RLX_Float : AnyTypeOf<[F16, BF16, F32, F64], "floating-point type">;
def RLX_SignedInt : AnyTypeOf<[I8, I16, I32, I64], "signed integer">;
def RLX_UnsignedInt : AnyTypeOf<[UI8, UI16, UI32, UI64], "unsigned integer">;
def RLX_Int : AnyTypeOf<[RLX_SignedInt, RLX_UnsignedInt], "integer">;
def RLX_Number : AnyTypeOf<[RLX_Float, RLX_Int], "number">;
def RLX_Element : AnyTypeOf<[RLX_Number, I1], "number or i1">;
// The type of a complex number's real and imaginary part, and the complex types.
def RLX_Part : AnyTypeOf<[F32, F64], "f32 or f64">;
def RLX_Complex : AnyTypeOf<[Complex<F32>, Complex<F64>], "complex number">;
def RLX_AnyElement : AnyTypeOf<[RLX_Element, RLX_Complex], "number, complex number or i1">;
// Types of 8 bits and fewer for storage; one byte per element, with the value in the low bits.
def RLX_NarrowFloat : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU, F4E2M1FN],
                                "float8 or float4 type">;
def RLX_NarrowInt : AnyTypeOf<[I<4>, UI<4>, I<2>, UI<2>], "4-bit or 2-bit integer">;
def RLX_Narrow : AnyTypeOf<[RLX_NarrowFloat, RLX_NarrowInt], "narrow type">;
def RLX_StoredElement : AnyTypeOf<[RLX_AnyElement, RLX_Narrow],
                                  "number, complex number, i1 or narrow type">;

def RLX_Tensor : RankedTensorOf<[RLX_Element]>;
def RLX_NumberTensor : RankedTensorOf<[RLX_Number]>;
def RLX_FloatTensor : RankedTensorOf<[RLX_Float]>;
def RLX_IntTensor : RankedTensorOf<[RLX_Int]>;
def RLX_BoolTensor : RankedTensorOf<[I1]>;
def RLX_PartTensor : RankedTensorOf<[RLX_Part]>;
def RLX_ComplexTensor : RankedTensorOf<[RLX_Complex]>;
// Ops that take complex numbers use one of these; all others reject them.
def RLX_AnyTensor : RankedTensorOf<[RLX_AnyElement]>;
// Ops that only move data, and conversions, take narrow types too.
def RLX_NumberOrNarrow : AnyTypeOf<[RLX_Number, RLX_Narrow], "number or narrow type">;
def RLX_NumberOrNarrowTensor : RankedTensorOf<[RLX_NumberOrNarrow]>;
def RLX_StoredTensor : RankedTensorOf<[RLX_StoredElement]>;
def RLX_FieldTensor
    : RankedTensorOf<[AnyTypeOf<[RLX_Number, RLX_Complex], "number or complex number">]>;
def RLX_FloatOrComplexTensor
    : RankedTensorOf<[AnyTypeOf<[RLX_Float, RLX_Complex], "floating-point or complex type">]>;
// The operands of bitwise ops.
def RLX_IntOrBoolTensor : RankedTensorOf<[RLX_Int, I1]>;

// Strides, pads or dilations of a window. An empty list means the neutral value in every spatial
// dimension: stride 1, no pads, dilation 1.
defvar RLX_WindowList = DefaultValuedAttr<DenseI64ArrayAttr, "{}">;

// The result is operand 0 in the same memory with other sizes, so the op needs no kernel.
def RLX_ReshapesOperand : NativeOpTrait<"ReshapesOperand"> {
  let cppNamespace = "::rlx::OpTrait";
}

// The lowering cannot be fused with consumers, for example because it has its own loops over
// workgroups (SequentialLoops.h). Such an op becomes a separate kernel.
def RLX_NoFusion : NativeOpTrait<"NoFusion"> {
  let cppNamespace = "::rlx::OpTrait";
}

// The result is operand 0 if all sizes are equal. Then kernels read the operand in its place.
def RLX_KeepsEqualShape : NativeOpTrait<"KeepsEqualShape"> {
  let cppNamespace = "::rlx::OpTrait";
}

// The op has a region of elementwise ops and is elementwise as a whole (elementwise_region).
def RLX_ElementwiseBody : NativeOpTrait<"ElementwiseBody"> {
  let cppNamespace = "::rlx::OpTrait";
}

// The op may fail in a run because of its operands' values, for example an index out of range or a
// singular matrix. Its lowering checks this where the op is. Passes must therefore not run the op
// where the model does not run it, which `mlir::isSpeculatable` reports. If attributes or operands
// decide whether the op can fail, it declares its own `getSpeculatability`. A composite op has the
// trait if an op of its decomposition has it.
def RLX_MayFailTrait : NativeOpTrait<"MayFail"> {
  let cppNamespace = "::rlx::OpTrait";
}
def RLX_MayFail : TraitList<[ConditionallySpeculatable, RLX_MayFailTrait]>;
// The op checks sizes at run time; its `getSpeculatability` reports whether any is unknown.
def RLX_MayFailWhereDynamic : TraitList<[DeclareOpInterfaceMethods<ConditionallySpeculatable>]>;

// ---- op classes -------------------------------------------------------------------------------

class RLX_CanFail<list<Trait> traits> {
  bit value = !foldl(false, traits, any, trait,
      !or(any, !eq(!cast<string>(trait), "RLX_MayFail"),
          !eq(!cast<string>(trait), "RLX_MayFailWhereDynamic")));
}

// Every op. `static LogicalResult infer(InferContext &, Adaptor, results)` is the only place that
// computes and checks shapes and element types. Builders, verifier, interpreter and the symbolic
// shape analysis all call it.
class RLX_Op<string mnemonic, list<Trait> traits = []>
    : Op<RLX_Dialect, mnemonic,
         traits # !if(RLX_CanFail<traits>.value, [NoMemoryEffect], [Pure])
                # [DeclareOpInterfaceMethods<RLX_SymbolicShapeOpInterface>,
                   DeclareOpInterfaceMethods<RLX_ReferenceOpInterface>,
                   DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  code inferDeclaration = [{
    static ::llvm::LogicalResult infer(::rlx::InferContext &ctx, Adaptor adaptor,
                                       ::llvm::SmallVectorImpl<::rlx::InferredType> &results);
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred, ::mlir::TypeRange declared);
  }];
  code inferDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::rlx::inferReturnTypesOf<$cppClass>(context, location, operands, attributes,
                                                  properties, regions, types);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
      return ::rlx::areCompatibleResultTypes(inferred, declared);
    }
    ::llvm::LogicalResult $cppClass::inferSymbolic(
        ::rlx::InferContext &ctx, ::llvm::SmallVectorImpl<::rlx::InferredType> &results) {
      return infer(ctx, Adaptor(*this), results);
    }
  }];
  let extraClassDeclaration = inferDeclaration;
  let extraClassDefinition = inferDefinition;
}

// An op that implements lowerToLinalg.
class RLX_CoreOp<string mnemonic, list<Trait> traits = []>
    : RLX_Op<mnemonic, traits # [DeclareOpInterfaceMethods<RLX_LinalgLowerableOpInterface>]>;

// An op that implements decompose.
class RLX_CompositeOp<string mnemonic, list<Trait> traits = []>
    : RLX_Op<mnemonic, traits # [DeclareOpInterfaceMethods<RLX_DecomposableOpInterface>]>;

// An op that implements buildScalar; its linalg lowering is derived from that.
class RLX_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : RLX_CoreOp<mnemonic, traits # [DeclareOpInterfaceMethods<RLX_ElementwiseOpInterface>]> {
  code elementwiseDefinition = inferDefinition # [{
    ::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>> $cppClass::lowerToLinalg(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange operands, ::rlx::LoweringReason &why) {
      return ::rlx::lowerElementwise(*this, builder, operands, why);
    }
  }];
  // `infer` of ops whose result has the element type of the operands.
  code sameTypeInfer = [{
    ::llvm::LogicalResult $cppClass::infer(::rlx::InferContext &ctx, Adaptor adaptor,
                                           ::llvm::SmallVectorImpl<::rlx::InferredType> &results) {
      return ::rlx::inferElementwise(ctx, adaptor.getOperands(), results);
    }
  }];
  // `infer` of ops whose result is i1.
  code predicateInfer = [{
    ::llvm::LogicalResult $cppClass::infer(::rlx::InferContext &ctx, Adaptor adaptor,
                                           ::llvm::SmallVectorImpl<::rlx::InferredType> &results) {
      return ::rlx::inferElementwise(ctx, adaptor.getOperands(), results,
                                     ::mlir::IntegerType::get(ctx.getContext(), 1));
    }
  }];
  let extraClassDefinition = elementwiseDefinition;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// f(x), with the type of x.
class RLX_UnaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : RLX_ElementwiseOp<mnemonic, traits> {
  let arguments = (ins type:$input);
  let results = (outs type:$result);
  let extraClassDefinition = elementwiseDefinition # sameTypeInfer;
}

// f(x, y) with NumPy broadcasting; the element types agree.
class RLX_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : RLX_ElementwiseOp<mnemonic, traits> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let extraClassDefinition = elementwiseDefinition # sameTypeInfer;
}

#endif // RLX_BASE_TD
