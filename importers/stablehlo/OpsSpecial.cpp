// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions of CHLO, composed of elementary ones.
//
// Polynomials are Chebyshev fits in a variable of [-1, 1]. Their error is below the rounding of
// f64, so that one set of coefficients serves all types. f16 and bf16 compute in f32.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

#include <limits>

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

constexpr double kPi = 3.141592653589793238462643;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A handler of a function of real numbers.
template <typename Function>
auto real(Function function) {
  return [=](Node &op) {
    Values inputs = op.inputs();
    if (op.hasFailed())
      return;
    const Type type = elementOf(inputs[0]);
    if (!isFloat(type))
      return op.unsupported("of elements of type " + typeText(type) + " is not supported");
    SmallVector<Expr> operands;
    for (Value input : inputs)
      operands.push_back(Expr(op, input).to(computeType(op, type)));
    op.set(0, function(operands).to(type).value());
  };
}

bool isDouble(Expr x) {
  return x.type() && x.type().isF64();
}

// e^(x^2) erfc(x) in f64 for x >= 2.5, by its continued fraction.
Expr erfcxDouble(Expr x) {
  constexpr int kTerms = 30;
  Expr tail = x;
  for (int k = kTerms; k > 0; --k)
    tail = x + (k * 0.5) / tail;
  return 0.56418958354775628695 / tail; // 1 / sqrt(pi)
}

// e^(x^2) erfc(x) in f32 for x >= 0, as a polynomial in t = 1 / (1 + x / 2).
Expr erfcx(Expr x) {
  Expr t = 1 / (x * 0.5 + 1);
  return t * polynomial(t * 2 - 1,
                        {6.8621256314895695e-9,   -5.0219306697200968e-9, -5.297335962428669e-8,
                         6.6516910983563877e-8,   1.5349222085928225e-7,  -3.7262437397408344e-7,
                         1.0360790539807586e-8,   1.0753034265368384e-6,  -1.8303070086835045e-6,
                         -6.0616606481760878e-7,  8.0643388250289037e-6,  -1.0830840140061018e-5,
                         -1.7075587078862069e-5,  7.2230780055580854e-5,  -1.7185510228970985e-5,
                         -0.00033153596951670036, 0.00041864800911864329, 0.0015453059501721662,
                         -0.0032395325926627493,  -0.010755330940551768,  0.018221115753413864,
                         0.13973604627794016,     0.34358034220690539,    0.51079135262101179});
}

Expr complementaryErf(ArrayRef<Expr> in) {
  Expr x = in[0], size = abs(x);
  Expr tail = exp(-(x * x)) * (isDouble(x) ? erfcxDouble(size) : erfcx(size));
  tail = where(size > 30, 0, tail); // infinity times zero
  return where(size < (isDouble(x) ? 2.5 : 0.5), 1 - x.unary("rlx.erf"),
               where(x < 0, 2 - tail, tail));
}

// x times a polynomial in w = -log(1 - x^2), or in its root for x near 1 and -1.
Expr erfInv(ArrayRef<Expr> in) {
  Expr x = in[0], w = -log1p(-(x * x)), root = sqrt(w);
  Expr near = polynomial(w * 0.4 - 1,
                         {3.7410654711236933e-11,  2.3084829707344973e-10, -9.6936305671152126e-10,
                          -1.4752857085602931e-9,  1.1025378653681547e-8,  -7.3972101886174344e-9,
                          -7.0879482945350994e-8,  2.0011441190417486e-7,  1.3581916367059452e-7,
                          -1.854178890278775e-6,   2.8516600541914405e-6,  8.6528280627624272e-6,
                          -4.1432073676162442e-5,  2.0472395037709896e-5,  0.00029219068554611451,
                          -0.00083413564083554534, -0.0004878983983671671, 0.008525400950756228,
                          -0.019573561059545413,   -0.026108235777393042,  0.61660069186041747,
                          1.5014093511107919});
  constexpr double kLow = 2.2360679774997896964, kMiddle = 4.2, kHigh = 6.2; // roots of w
  auto unit = [&](double low, double high) { return (root - low) * (2 / (high - low)) - 1; };
  Expr far = polynomial(unit(kLow, kMiddle),
                        {-1.4351299029503476e-8,  1.8128824176187736e-8,  1.0309248561148135e-7,
                         -2.9083098015827466e-7,  8.9405780074766284e-8,  1.1919586848266342e-6,
                         -3.6685901046459822e-6,  3.7584851864033961e-6,  9.0087475107626043e-6,
                         -4.2886119298654173e-5,  7.1385802176149743e-5,  1.8491568819722242e-6,
                         -0.00031560371428233141, 0.00092634576999633743, -0.0017153585829740625,
                         0.0025813797751106739,   -0.0038704751146415821, 0.0055410942704735814,
                         0.98678133738060261,     3.0517571043481989});
  if (isDouble(x)) {
    Expr farthest = polynomial(
        unit(kMiddle, kHigh),
        {-2.00562008980543e-10, 6.8123927186793181e-10, -1.1051931677095972e-9,
         1.9700618540125549e-9, -4.3776732616781085e-9, 1.0123197115374147e-8,
         -3.2547339651283899e-8, 1.4442824149991172e-7, -7.0237528304502674e-7,
         3.3548696332078149e-6, -1.4993697395165669e-5, 5.8774351749871353e-5,
         -0.00016143426653813188, -0.00025097073063389488, 1.0102214561847232, 5.0519593409395879});
    far = where(root > kMiddle, farthest, far);
  }
  Expr factor = where(w < 5, near, far);
  return where(abs(x) == 1, x * kInf, x * factor);
}

// ---- the gamma function and its derivatives ----

// Stirling's series of log(gamma(x)), for x of 3 or more, in f64 for 13 or more.
Expr stirling(Expr x) {
  Expr r = 1 / (x * x);
  Expr series = polynomial(r, {1.0 / 156, -691.0 / 360360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260,
                               -1.0 / 360, 1.0 / 12}) /
                x;
  return (x - 0.5) * log(x) - x + 0.91893853320467274178 + series;
}

// log(gamma(x)) of x > 0: a polynomial around the zeros at 1 and 2, and Stirling's series.
Expr lgammaPositive(Expr x) {
  Expr isSmall = x < 1, y = where(isSmall, x + 1, x), s = y - 2;
  Expr middle =
      (y - 1) * s *
      polynomial(s, {-7.6392923458362009e-10, 1.5746606982777302e-9,  2.0986002157033105e-9,
                     -4.3124957703508174e-9,  -7.8425577205383554e-9, 1.6194359237484173e-8,
                     -2.7296358592514826e-9,  5.9105658535078692e-9,  -4.9827532071170235e-8,
                     1.042041826608264e-7,    -1.878442644643758e-7,  3.9589404593674681e-7,
                     -8.5456090897588299e-7,  1.8113906873056684e-6,  -3.8468580915330143e-6,
                     8.2212344759429059e-6,   -1.7661767658452519e-5, 3.8169076582760812e-5,
                     -8.3095114777095616e-5,  0.00018255261539826382, -0.00040570739837751511,
                     0.00091537692403869071,  -0.0021081308339216707, 0.0049986411646271282,
                     -0.012384192193371804,   0.032965000621156909,   -0.10031730167435392,
                     0.42278433509846714});
  middle = where(isSmall, middle - log(x), middle);
  Expr great = stirling(x);
  if (isDouble(x)) { // the series is exact enough only behind 13
    Expr product = x;
    for (int i = 1; i < 10; ++i)
      product = product * (x + i);
    great = where(x < 13, stirling(x + 10) - log(product), great);
  }
  return where(x < 3, middle, where(x == kInf, x, great));
}

// sin(pi x) with an exact reduction.
Expr sinPi(Expr x) {
  Expr fraction = x - floor(x * 0.5) * 2; // in [0, 2)
  Expr half = where(fraction > 1, fraction - 1, fraction);
  Expr sine = sin(where(half > 0.5, 1 - half, half) * kPi);
  return where(fraction > 1, -sine, sine);
}

Expr logGamma(ArrayRef<Expr> in) {
  Expr x = in[0], isReflected = x <= 0;
  Expr value = lgammaPositive(where(isReflected, 1 - x, x));
  Expr reflected = log(kPi / abs(sinPi(x))) - value;
  reflected = where(x == floor(x), kInf, reflected); // poles, also -infinity
  return where(isReflected, reflected, value);
}

// The logarithmic derivative of gamma: the asymptotic series behind a few steps of the recurrence.
Expr digamma(ArrayRef<Expr> in) {
  Expr x = in[0], isReflected = x <= 0, y = where(isReflected, 1 - x, x), sum = x.number(0);
  const int steps = isDouble(x) ? 12 : 6;
  for (int i = 0; i < steps; ++i)
    sum = sum + 1 / (y + i);
  Expr z = y + steps, r = 1 / (z * z);
  Expr series = r * polynomial(r, {1.0 / 12, -691.0 / 32760, 1.0 / 132, -1.0 / 240, 1.0 / 252,
                                   -1.0 / 120, 1.0 / 12});
  Expr value = where(y == kInf, y, log(z) - 0.5 / z - series - sum);
  Expr fraction = x - x.unary("rlx.round");
  Expr cotangent = kPi / (fraction * kPi).unary("rlx.tan");
  Expr reflected = where(x == floor(x), kNan, value - cotangent);
  return where(isReflected, reflected, value);
}

// Hurwitz's zeta function, the sum of (q + k)^-x, by the formula of Euler and Maclaurin.
Expr hurwitzZeta(ArrayRef<Expr> in) {
  Expr x = in[0], q = in[1], sum = pow(q, -x);
  constexpr int kTerms = 10;
  for (int k = 1; k < kTerms; ++k)
    sum = sum + pow(q + k, -x);
  Expr a = q + kTerms, power = pow(a, -x), r = 1 / (a * a);
  sum = sum + power * a / (x - 1) + power * 0.5;
  // B_2j / (2j)! for j = 1, 2, …
  Expr factor = x / a;
  int j = 0;
  for (double coefficient : {1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160,
                             -691.0 / 1307674368000.0, 1.0 / 74724249600.0}) {
    sum = sum + power * factor * coefficient;
    factor = factor * (x + (2 * j + 1)) * (x + (2 * j + 2)) * r;
    ++j;
  }
  Expr isPole = (q <= 0) & (q == floor(q));
  Expr isEven = x * 0.5 == floor(x * 0.5);
  Expr isUndefined = (x < 1) | (isPole & !isEven) | ((q < 0) & !isPole & (x != floor(x)));
  return where(isUndefined, kNan, where((x == 1) | isPole, kInf, sum));
}

// (-1)^(n + 1) n! zeta(n + 1, x).
Expr polygamma(ArrayRef<Expr> in) {
  Expr n = in[0], x = in[1], order = n + 1;
  Expr isOdd = n * 0.5 != floor(n * 0.5);
  Expr value = exp(lgammaPositive(order)) * hurwitzZeta({order, x});
  value = where(isOdd, value, -value);
  value = where(n == 0, digamma(x), value);
  return where((n < 0) | (n != floor(n)), kNan, value);
}

// e^-|x| I1(x).
Expr besselI1e(ArrayRef<Expr> in) {
  Expr x = in[0], size = abs(x);
  Expr near =
      size * polynomial(size * 0.25 - 1,
                        {-9.3657519097422365e-11, 3.7276304092377714e-10, -7.3792911303740426e-10,
                         2.6037822441041466e-9,   -1.1191257727176943e-8, 3.8028049651067334e-8,
                         -1.2000364861910368e-7,  3.7594003760089223e-7,  -1.1380759138279983e-6,
                         3.2938951625746042e-6,   -9.1318463152736424e-6, 2.4233756432468165e-5,
                         -6.1426513494941233e-5,  0.00014842124144631648, -0.00034117474373539277,
                         0.00074451234528156603,  -0.0015388749636515488, 0.003005762419557192,
                         -0.0055345677605445821,  0.0095839621507740595,  -0.01557130925657511,
                         0.023686016957724229,    -0.03367135551994034,   0.044674572621255067,
                         -0.055280039227050581,   0.063767403713407195,   -0.068482606205825496,
                         0.0680575999095116,      -0.061124338029666293,  0.044687709875608832});
  Expr far = polynomial(16 / size - 1,
                        {2.2421768596847443e-11,  -9.4918903929920484e-11, -1.6283264322621244e-10,
                         6.7727478454462001e-10,  5.8706646184714864e-10,  -2.2624401109204447e-9,
                         -1.5218214060680733e-9,  4.7637800780202541e-9,   3.501765193290176e-9,
                         -6.9444186339873876e-9,  -7.6872513087659921e-9,  5.5720183980930357e-9,
                         1.4051746928735543e-8,   6.84757829926934e-9,     -8.4321689729324167e-9,
                         -2.3394122958362557e-8,  -4.3128498031006731e-8,  -1.0001075046243961e-7,
                         -3.4838563464253133e-7,  -1.8349102493990177e-6,  -1.5038547198221759e-5,
                         -0.00021923576383137776, -0.0097495771932357643,  0.38939845902587232}) /
             sqrt(size);
  Expr value = where(size <= 8, near, far);
  return where(x < 0, -value, value);
}

void importSquare(Node &op) {
  Expr x = input(op, 0);
  op.set(0, (x * x).value());
}

} // namespace

void rlx::shlo::addSpecialFunctions(OpTable &table) {
  table.addElementwise("chlo.erfc", real(complementaryErf), 1);
  table.addElementwise("chlo.erf_inv", real(erfInv), 1);
  table.addElementwise("chlo.lgamma", real(logGamma), 1);
  table.addElementwise("chlo.digamma", real(digamma), 1);
  table.addElementwise("chlo.zeta", real(hurwitzZeta), 2);
  table.addElementwise("chlo.polygamma", real(polygamma), 2);
  table.addElementwise("chlo.bessel_i1e", real(besselI1e), 1);
  table.addElementwise("chlo.square", importSquare, 1);
  table.addElementwise(
      "chlo.is_pos_inf", [](Node &op) { op.set(0, (input(op, 0) == kInf).value()); }, 1);
  table.addElementwise(
      "chlo.is_neg_inf", [](Node &op) { op.set(0, (input(op, 0) == -kInf).value()); }, 1);
}
