// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise arithmetic with one or two operands. The classes write the parts of the documentation
// that are the same for every op; an op adds its formula, its source and its special cases.
#ifndef RLX_ELEMENTWISE_TD
#define RLX_ELEMENTWISE_TD

include "dialects/rlx/ir/RLXBase.td"

// ---- unary ------------------------------------------------------------------------------------

class RLX_DocumentedUnaryOp<string mnemonic, Type type, string typeText, string what,
                            string formula, string source, string numerics, string resultType>
    : RLX_UnaryOp<mnemonic, type> {
  let summary = what;
  let description = "*Semantics*: `result[i] = " # formula # "`. " # source #
      "\n\n*Shape rule*: result like the input." #
      "\n\n*Types*: " # typeText #
      "\n\n*Numerics*: " # numerics #
      "\n\n*Example*:\n```mlir\n%0 = rlx." # mnemonic # " %x : (tensor<2x?x" # resultType #
      ">) -> tensor<2x?x" # resultType # ">\n```\n";
}

// A function of a float. f16 and bf16 are computed in f32.
class RLX_MathOp<string mnemonic, string what, string formula, string source,
                 string numerics = "">
    : RLX_DocumentedUnaryOp<mnemonic, RLX_FloatTensor, "floating-point.", what, formula, source,
                            "f16 and bf16 compute in f32 and round once." # numerics, "f32">;

// A function of a float or a complex number.
class RLX_ComplexMathOp<string mnemonic, string what, string formula, string source,
                        string numerics>
    : RLX_DocumentedUnaryOp<mnemonic, RLX_FloatOrComplexTensor, "floating-point, complex.", what,
                            formula, source,
                            "f16 and bf16 compute in f32 and round once." # numerics, "f32">;

// A function of floats and integers.
class RLX_NumberUnaryOp<string mnemonic, string what, string formula, string source,
                        string numerics>
    : RLX_DocumentedUnaryOp<mnemonic, RLX_NumberTensor, "floating-point, signed and unsigned.",
                            what, formula, source, numerics, "i32">;

def RLX_NegOp : RLX_DocumentedUnaryOp<"neg", RLX_FieldTensor,
    "floating-point, signed, unsigned and complex.", "negation", "-input[i]", "ONNX `Neg`.",
    "exact; integers wrap (the smallest signed value is its own negation).", "i32"> {
  let hasFolder = 1;
}
def RLX_AbsOp : RLX_NumberUnaryOp<"abs", "absolute value", "|input[i]|", "ONNX `Abs`.",
    "exact; the smallest signed integer is its own absolute value."> { let hasFolder = 1; }
def RLX_SignOp : RLX_NumberUnaryOp<"sign", "sign", "-1, 0 or 1", "ONNX `Sign`.",
    "exact; both zeros give +0, NaN gives NaN."> { let hasFolder = 1; }

def RLX_ExpOp : RLX_ComplexMathOp<"exp", "exponential", "e^input[i]", "ONNX `Exp`.",
    " Complex: special values as in C `cexp`.">;
def RLX_Expm1Op : RLX_MathOp<"expm1", "exponential minus one", "e^input[i] - 1",
    "C `expm1`.", " Accurate near 0.">;
def RLX_LogOp : RLX_ComplexMathOp<"log", "natural logarithm", "ln input[i]", "ONNX `Log`.",
    [{ NaN for negative inputs, -inf for 0. Complex: the principal value, with an imaginary part in
    [-pi, pi]; special values as in C `clog`.}]>;
def RLX_Log1pOp : RLX_MathOp<"log1p", "natural logarithm of one plus x", "ln (1 + input[i])",
    "C `log1p`.", " Accurate near 0.">;
def RLX_SqrtOp : RLX_ComplexMathOp<"sqrt", "square root", "input[i]^(1/2)", "ONNX `Sqrt`.",
    [{ Correctly rounded; NaN for negative inputs, -0 for -0. Complex: the principal value, with a
    non-negative real part; special values as in C `csqrt`.}]>;
def RLX_RsqrtOp : RLX_MathOp<"rsqrt", "reciprocal square root", "1 / input[i]^(1/2)",
    "StableHLO `rsqrt`.", " 0 gives an infinity with the sign of the zero.">;
def RLX_ReciprocalOp : RLX_MathOp<"reciprocal", "reciprocal", "1 / input[i]",
    "ONNX `Reciprocal`.", " Correctly rounded.">;
def RLX_SinOp : RLX_MathOp<"sin", "sine", "sin input[i]", "ONNX `Sin`.">;
def RLX_CosOp : RLX_MathOp<"cos", "cosine", "cos input[i]", "ONNX `Cos`.">;
def RLX_TanOp : RLX_MathOp<"tan", "tangent", "tan input[i]", "ONNX `Tan`.">;
def RLX_AsinOp : RLX_MathOp<"asin", "inverse sine", "asin input[i]", "ONNX `Asin`.",
    " NaN outside [-1, 1].">;
def RLX_AcosOp : RLX_MathOp<"acos", "inverse cosine", "acos input[i]", "ONNX `Acos`.",
    " NaN outside [-1, 1].">;
def RLX_AtanOp : RLX_MathOp<"atan", "inverse tangent", "atan input[i]", "ONNX `Atan`.">;
def RLX_SinhOp : RLX_MathOp<"sinh", "hyperbolic sine", "sinh input[i]", "ONNX `Sinh`.">;
def RLX_CoshOp : RLX_MathOp<"cosh", "hyperbolic cosine", "cosh input[i]", "ONNX `Cosh`.">;
def RLX_TanhOp : RLX_MathOp<"tanh", "hyperbolic tangent", "tanh input[i]", "ONNX `Tanh`.">;
def RLX_AsinhOp : RLX_MathOp<"asinh", "inverse hyperbolic sine", "asinh input[i]",
    "ONNX `Asinh`.">;
def RLX_AcoshOp : RLX_MathOp<"acosh", "inverse hyperbolic cosine", "acosh input[i]",
    "ONNX `Acosh`.", " NaN below 1.">;
def RLX_AtanhOp : RLX_MathOp<"atanh", "inverse hyperbolic tangent", "atanh input[i]",
    "ONNX `Atanh`.", " NaN outside [-1, 1].">;
def RLX_ErfOp : RLX_MathOp<"erf", "error function", "erf input[i]", "ONNX `Erf`.">;
def RLX_CeilOp : RLX_MathOp<"ceil", "least integral value not below", "ceil input[i]",
    "ONNX `Ceil`.", " Exact.">
    { let hasFolder = 1; }
def RLX_FloorOp : RLX_MathOp<"floor", "greatest integral value not above", "floor input[i]",
    "ONNX `Floor`.", " Exact.">
    { let hasFolder = 1; }
def RLX_RoundOp : RLX_MathOp<"round", "nearest integral value, halves to even",
    "the integral value nearest to input[i]; ties go to the even one", "ONNX `Round`.",
    " Exact; keeps the sign of zero.">
    { let hasFolder = 1; }

def RLX_NotOp : RLX_DocumentedUnaryOp<"not", RLX_IntOrBoolTensor, "i1 and integers.",
    "logical or bitwise complement", "not input[i]", "ONNX `Not`, `BitwiseNot`.", "exact.", "i1"> {
  let hasFolder = 1;
}

class RLX_FloatPredicateOp<string mnemonic, string what, string source>
    : RLX_ElementwiseOp<mnemonic> {
  let summary = "whether an element is " # what;
  let description = "*Semantics*: `result[i]` is true where `input[i]` is " # what # ". " # source #
      "\n\n*Shape rule*: result shape like the input." #
      "\n\n*Types*: floating-point to i1." #
      "\n\n*Example*:\n```mlir\n%0 = rlx." # mnemonic #
      " %x : (tensor<2x?xf32>) -> tensor<2x?xi1>\n```\n";
  let arguments = (ins RLX_FloatTensor:$input);
  let results = (outs RLX_BoolTensor:$result);
  let extraClassDefinition = elementwiseDefinition # predicateInfer;
}
def RLX_IsNanOp : RLX_FloatPredicateOp<"is_nan", "not a number", "ONNX `IsNaN`.">;
def RLX_IsInfOp : RLX_FloatPredicateOp<"is_inf", "+inf or -inf", "ONNX `IsInf`.">;

// ---- binary -----------------------------------------------------------------------------------

class RLX_DocumentedBinaryOp<string mnemonic, Type type, string typeText, string exampleType,
                             string what, string formula, string source, string numerics,
                             list<Trait> traits = []>
    : RLX_BinaryOp<mnemonic, type, traits> {
  let summary = what;
  let description = "*Semantics*: `result[i] = " # formula # "`. " # source #
      "\n\n*Shape rule*: NumPy broadcasting (binary_c1)." #
      "\n\n*Types*: " # typeText # " The operands' element types must agree (binary_c2)." #
      "\n\n*Numerics*: " # numerics #
      "\n\n*Example*:\n```mlir\n%0 = rlx." # mnemonic # " %a, %b : (tensor<2x?x" # exampleType #
      ">, tensor<1x3x" # exampleType # ">) -> tensor<2x3x" # exampleType # ">\n```\n";
}

class RLX_NumberBinaryOp<string mnemonic, string what, string formula, string source,
                         string numerics, list<Trait> traits = []>
    : RLX_DocumentedBinaryOp<mnemonic, RLX_NumberTensor, "floating-point, signed and unsigned.",
                             "f32", what, formula, source, numerics, traits>;

class RLX_FieldBinaryOp<string mnemonic, string what, string formula, string source,
                        string numerics, list<Trait> traits = []>
    : RLX_DocumentedBinaryOp<mnemonic, RLX_FieldTensor,
                             "floating-point, signed, unsigned and complex.", "f32", what, formula,
                             source, numerics, traits>;

def RLX_AddOp : RLX_FieldBinaryOp<"add", "sum", "lhs[i] + rhs[i]", "ONNX `Add`.",
    "rounds once to the element type; integers wrap.", [Commutative]> { let hasFolder = 1; }
def RLX_SubOp : RLX_FieldBinaryOp<"sub", "difference", "lhs[i] - rhs[i]", "ONNX `Sub`.",
    "rounds once to the element type; integers wrap."> { let hasFolder = 1; }
def RLX_MulOp : RLX_FieldBinaryOp<"mul", "product", "lhs[i] * rhs[i]", "ONNX `Mul`.",
    [{rounds once to the element type; integers wrap. Complex: `(ac - bd) + (ad + bc)i` by that
    formula, also for infinities.}], [Commutative]> { let hasFolder = 1; }
def RLX_DivOp : RLX_FieldBinaryOp<"div", "quotient", "lhs[i] / rhs[i]", "ONNX `Div`.",
    [{rounds once to the element type. Integer division truncates toward zero and never traps:
    division by zero gives 0, and the smallest signed value divided by -1 wraps to itself. Complex:
    no overflow in between; infinities and zeros as in annex G of C.}]> {
  let hasFolder = 1;
}
def RLX_MaxOp : RLX_NumberBinaryOp<"max", "maximum", "max(lhs[i], rhs[i])", "ONNX `Max`.",
    "exact; NaN if either is NaN; +0 is above -0.", [Commutative]> { let hasFolder = 1; }
def RLX_MinOp : RLX_NumberBinaryOp<"min", "minimum", "min(lhs[i], rhs[i])", "ONNX `Min`.",
    "exact; NaN if either is NaN; -0 is below +0.", [Commutative]> { let hasFolder = 1; }
def RLX_PowOp : RLX_NumberBinaryOp<"pow", "power", "lhs[i] ^ rhs[i]", "ONNX `Pow`.",
    [{floats as in C `pow`: x^0 is 1 for every x, and a negative base with a fractional exponent
    gives NaN. f16 and bf16 compute in f32. Integer powers wrap. A negative integer exponent gives
    the real result truncated: 1 for base 1, 1 or -1 for base -1, otherwise 0 (also for base 0).}]>
    {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}
def RLX_ModOp : RLX_NumberBinaryOp<"mod", "remainder with the sign of the divisor",
    "lhs[i] - rhs[i] * floor(lhs[i] / rhs[i])", "NumPy `mod`, ONNX `Mod` with `fmod = 0`.",
    [{exact for integers. Division by zero gives 0 for integers and NaN for floats. For floats it is
    C `fmod`, plus the divisor if the signs differ; a zero result has the sign of the divisor.}]>;
def RLX_FmodOp : RLX_NumberBinaryOp<"fmod", "remainder with the sign of the dividend",
    "lhs[i] - rhs[i] * trunc(lhs[i] / rhs[i])", "C `fmod`, ONNX `Mod` with `fmod = 1`.",
    "exact; division by zero gives 0 for integers and NaN for floats.">;

class RLX_BitwiseOp<string mnemonic, string what, string source, list<Trait> traits = [Commutative]>
    : RLX_DocumentedBinaryOp<mnemonic, RLX_IntOrBoolTensor, "i1 and integers.", "i1",
                             "logical or bitwise " # what, "lhs[i] " # mnemonic # " rhs[i]", source,
                             "exact.", traits> { let hasFolder = 1; }
def RLX_AndOp : RLX_BitwiseOp<"and", "conjunction", "ONNX `And`, `BitwiseAnd`.">;
def RLX_OrOp : RLX_BitwiseOp<"or", "disjunction", "ONNX `Or`, `BitwiseOr`.">;
def RLX_XorOp : RLX_BitwiseOp<"xor", "exclusive or", "ONNX `Xor`, `BitwiseXor`.">;

class RLX_ShiftOp<string mnemonic, string what, string formula, string numerics>
    : RLX_DocumentedBinaryOp<mnemonic, RLX_IntTensor, "integers.", "ui8", what, formula,
                             "ONNX `BitShift`.", numerics> { let hasFolder = 1; }
def RLX_ShiftLeftOp : RLX_ShiftOp<"shift_left", "shift towards higher bits", "lhs[i] << rhs[i]",
    "the amount is unsigned; an amount of the width or more gives 0.">;
def RLX_ShiftRightOp : RLX_ShiftOp<"shift_right", "shift towards lower bits", "lhs[i] >> rhs[i]",
    [{the amount is unsigned. Signed values are filled with their sign bit, unsigned ones with 0. An
    amount of the width or more leaves only the fill.}]>;

#endif // RLX_ELEMENTWISE_TD
