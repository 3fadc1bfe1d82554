// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of flash attention on Hopper's warpgroup matrix instructions, for f16 and bf16.
//
// A thread block has 128 queries of a head. Warpgroup 0 has the copy engine (TMA) fill rings of
// keys and values; the others have 64 queries each:
//
//   S(0) = Q K(0)^T;  P(0) = weights of S(0)
//   for each later tile j of 128 keys:
//     start S(j) = Q K(j)^T
//     start O += P(j-1) V(j-1)
//     P(j) = weights of S(j), while O is at work; rescale O
//   O += P(last) V(last)
//
// Scores, weights and O stay in registers: a thread has parts of two rows, and three adjacent
// threads the rest (Dao et al. 2022; Shah et al. 2024).
#include "conversions/gpu/attention/AttentionKernel.h"
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/kernel/KernelDims.h"
#include "conversions/nvvm/EmitPtx.h"
#include "conversions/nvvm/wgmma/FragmentStage.h"
#include "conversions/nvvm/wgmma/HeadTiles.h"
#include "conversions/nvvm/wgmma/StageRing.h"
#include "conversions/nvvm/wgmma/WarpgroupMatrix.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace {

constexpr int64_t kConsumers = 2, kQueries = kConsumers * rlx::kWgmmaRows, kKeys = 128;
constexpr int64_t kStages = 2;
constexpr double kLog2E = 1.4426950408889634;

class WgmmaFlashAttention : public rlx::AttentionKernel {
public:
  WgmmaFlashAttention(func::FuncOp kernel, const rlx::AttentionForm &form,
                      const rlx::AttentionPlan &plan, int64_t computeUnits)
      : AttentionKernel(kernel, form, plan), kernel(kernel), computeUnits(computeUnits), w(k),
        matrix(k, element), numDims(rlx::KernelDims(kernel, kernel.getNumArguments()).size()),
        queryTiles(kernel, form.query, form.sequenceDim, kQueries),
        keyTiles(kernel, form.key, form.sequenceDim, kKeys),
        valueTiles(kernel, form.value, form.sequenceDim, kKeys) {}

  void write() {
    k.begin(grid(), (kConsumers + 1) * rlx::kWarpgroup);
    kernel->setAttr(rlx::kArchitectureAttr, k.b.getUnitAttr());
    begin();
    for (rlx::HeadTiles *each : {&queryTiles, &keyTiles, &valueTiles})
      each->describe(k, numDims);
    stage.emplace(k, kConsumers * rlx::kWarpsOfGroup, /*isTransposed=*/false);
    layOut();
    at = rlx::WarpgroupThread::find(k);
    k.when(w.equal(at.thread, w.constant(0)), [&] {
      keyRing->init(kConsumers);
      valueRing->init(kConsumers);
      queryRing->init(kConsumers);
    });
    k.barrier();
    auto role = scf::IfOp::create(k.b, k.loc, TypeRange(), w.equal(at.group, w.constant(0)),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
    fill(role.thenBlock(), [&] { produce(); });
    fill(role.elseBlock(), [&] { consume(); });
    k.finish(Twine(kQueries) + " queries per workgroup");
  }

private:
  using Values = SmallVector<Value>;

  void fill(Block *block, function_ref<void()> body) {
    OpBuilder::InsertionGuard guard(k.b);
    k.b.setInsertionPointToEnd(block);
    body();
    scf::YieldOp::create(k.b, k.loc);
  }

  AffineExpr tiles() const { return sizes().queries.ceilDiv(kQueries); }
  AffineExpr numTiles() const { return sizes().batches * sizes().heads * tiles(); }
  // Thread blocks stay on their multiprocessor and take tiles in turns: the copy engine is a tile
  // ahead.
  AffineExpr grid() {
    auto known = dyn_cast<AffineConstantExpr>(numTiles());
    const int64_t count = known ? std::min(known.getValue(), computeUnits) : computeUnits;
    return getAffineConstantExpr(count, kernel.getContext());
  }

  using Body = function_ref<Values(ValueRange)>;
  void forEachTile(ValueRange start, Body body) {
    k.loop(k.workgroup, k.size(numTiles()), k.size(grid()), start,
           [&](Value number, ValueRange values) {
             assignTile(number);
             findKeys();
             return body(values);
           });
  }

  // For causal masks, later queries see more keys. The last ones of a head take longest, so they go
  // first; of every second head they go last, so that thread blocks get the same work. Tiles of a
  // head are adjacent, as they share keys in the cache.
  void assignTile(Value number) {
    SmallVector<Value> index = k.delinearize(number, {sizes().batches, sizes().heads, tiles()});
    batch = index[0];
    head = index[1];
    keyHead = k.div(head, k.constant(plan.group));
    Value last = binary<arith::SubIOp>(k.size(tiles()), k.constant(1));
    Value isOdd = w.equal(w.bitAnd(w.fromIndex(head), w.constant(1)), w.constant(1));
    Value tile = select(isOdd, index[2], binary<arith::SubIOp>(last, index[2]));
    queryBegin = k.mul(tile, k.constant(kQueries));
  }

  // Queries that see no key take one step, too: all its scores are masked.
  void findKeys() {
    firstKey = firstKeyOf(queryBegin);
    Value end = keys;
    if (form.isCausal()) {
      Value behind = binary<arith::MinUIOp>(k.add(queryBegin, k.constant(kQueries)), queries);
      end =
          binary<arith::MinSIOp>(binary<arith::MaxSIOp>(k.add(behind, shift), k.constant(0)), keys);
    }
    Value count = binary<arith::MaxSIOp>(binary<arith::SubIOp>(end, firstKey), k.constant(1));
    steps = k.div(k.add(count, k.constant(kKeys - 1)), k.constant(kKeys));
  }

  // Shared memory: queries, keys, values; each a ring with its barriers behind.
  void layOut() {
    int64_t bytes = 0;
    auto ring = [&](std::optional<rlx::StageRing> &into, const rlx::HeadTiles &tiles,
                    int64_t stages) {
      pending.push_back([this, &into, &tiles, stages, bytes] {
        into.emplace(k, w.add(base, w.constant(bytes)), stages, tiles.bytes());
      });
      bytes += stages * (tiles.bytes() + rlx::StageRing::kBarrierBytes);
      bytes = static_cast<int64_t>(llvm::alignTo(bytes, rlx::kSwizzleAlignment));
    };
    ring(queryRing, queryTiles, kStages);
    ring(keyRing, keyTiles, kStages);
    ring(valueRing, valueTiles, kStages);
    base = rlx::lir::DynamicSharedMemoryOp::create(k.b, k.loc, k.b.getI32Type(), bytes);
    for (const std::function<void()> &make : pending)
      make();
  }

  // ---- producer ----

  void produce() {
    constexpr uint32_t kRegisters = 24;
    NVVM::SetMaxRegisterOp::create(k.b, k.loc, kRegisters, NVVM::SetMaxRegisterAction::decrease);
    Value elected = NVVM::ElectSyncOp::create(k.b, k.loc, k.b.getI1Type(), Value());
    k.when(w.both(elected, w.equal(at.warpOfGroup, w.constant(0))), [&] {
      const rlx::StageRing::Position first = queryRing->producerStart(),
                                     start = keyRing->producerStart();
      forEachTile({first.stage, first.parity, start.stage, start.parity}, [&](ValueRange values) {
        const rlx::StageRing::Position at = {values[0], values[1]};
        copy(*queryRing, queryTiles, at, head, queryBegin);
        Values end =
            k.loop(k.constant(0), steps, k.constant(1), values.drop_front(2),
                   [&](Value step, ValueRange ring) { return copyKeys(step, {ring[0], ring[1]}); });
        const rlx::StageRing::Position next = queryRing->next(at);
        return Values{next.stage, next.parity, end[0], end[1]};
      });
    });
  }

  Values copyKeys(Value step, const rlx::StageRing::Position &now) {
    Value key = k.add(firstKey, k.mul(step, k.constant(kKeys)));
    copy(*keyRing, keyTiles, now, keyHead, key);
    copy(*valueRing, valueTiles, now, keyHead, key);
    const rlx::StageRing::Position next = keyRing->next(now);
    return {next.stage, next.parity};
  }

  void copy(rlx::StageRing &ring, rlx::HeadTiles &tiles, const rlx::StageRing::Position &now,
            Value ofHead, Value row) {
    ring.waitEmpty(now);
    ring.expect(now);
    tiles.copy(k, ring.addressOf(now), ring.fullBarrier(now.stage), batch, ofHead, row);
  }

  // ---- consumers ----

  // What a thread knows of its two rows; maxima are of scores before the unit is applied.
  struct State {
    Values sums;           // O
    Values weights;        // P of the last tile, as words of two
    Values maxima, totals; // a pair
    Value stage, parity;   // of the next keys
    Value before, flipped; // of the last keys
  };
  static Values flat(const State &state) {
    Values all;
    for (const Values *each : {&state.sums, &state.weights, &state.maxima, &state.totals})
      llvm::append_range(all, *each);
    llvm::append_range(all, Values{state.stage, state.parity, state.before, state.flipped});
    return all;
  }
  size_t numSums() const { return static_cast<size_t>(plan.valueSize / 2); }
  static constexpr size_t kWeights = kKeys / 4, kRows = 2;
  State stateOf(ValueRange all) const {
    auto take = [&](size_t count) {
      Values taken(all.take_front(count));
      all = all.drop_front(count);
      return taken;
    };
    State state{take(numSums()), take(kWeights), take(kRows), take(kRows), {}, {}, {}, {}};
    state.stage = all[0];
    state.parity = all[1];
    state.before = all[2];
    state.flipped = all[3];
    return state;
  }

  void consume() {
    constexpr uint32_t kRegisters = 240;
    NVVM::SetMaxRegisterOp::create(k.b, k.loc, kRegisters, NVVM::SetMaxRegisterAction::increase);
    own = w.add(at.group, w.constant(-1));
    stage->setThread(at.lane, w.add(w.mul(own, w.constant(rlx::kWarpsOfGroup)), at.warpOfGroup));
    warpRow = w.toIndex(w.add(w.mul(own, w.constant(rlx::kWgmmaRows)),
                              w.mul(at.warpOfGroup, w.constant(rlx::kWarpRows))));
    k.when(w.equal(own, w.constant(1)), [&] { giveTurn(); });
    column = w.toIndex(w.mul(w.bitAnd(at.lane, w.constant(3)), w.constant(2)));
    const rlx::StageRing::Position first = queryRing->consumerStart(),
                                   start = keyRing->consumerStart();
    forEachTile({first.stage, first.parity, start.stage, start.parity}, [&](ValueRange values) {
      queriesAt = {values[0], values[1]};
      const rlx::StageRing::Position end = attend({values[2], values[3]});
      const rlx::StageRing::Position next = queryRing->next(queriesAt);
      return Values{next.stage, next.parity, end.stage, end.parity};
    });
  }

  // A tile of queries; returns the position behind its keys.
  rlx::StageRing::Position attend(const rlx::StageRing::Position &start) {
    Value row = k.add(queryBegin, k.add(warpRow, w.toIndex(w.shiftRight(at.lane, w.constant(2)))));
    rows = {row, k.add(row, k.constant(8))};
    queryRing->waitFull(queriesAt);
    State state = firstKeys(start);
    auto addTiles = [&](Value from, Value to, bool masks) {
      state =
          stateOf(k.loop(from, to, k.constant(1), flat(state), [&](Value step, ValueRange values) {
            return flat(laterKeys(stateOf(values), step, masks));
          }));
    };
    // Loops of their own, without branches: the assembler would wait for each multiplication.
    Value one = k.constant(1), shown = firstShownStep(), hidden = firstHiddenStep();
    if (shown)
      addTiles(one, shown, /*masks=*/true);
    if (!isAlwaysMasked())
      addTiles(shown ? shown : one, hidden ? hidden : steps, /*masks=*/false);
    if (hidden || isAlwaysMasked())
      addTiles(hidden ? hidden : one, steps, /*masks=*/true);
    release(*queryRing, queriesAt.stage);
    startSums(state);
    finishSums(state);
    release(*valueRing, state.before);
    storeRows(state);
    return {state.stage, state.parity};
  }

  // Warpgroups take turns to multiply: one does while the other makes weights. Barriers 1 and 2 are
  // the turns.
  static constexpr int64_t kTurn = 1;
  void waitForTurn() {
    NVVM::BarrierOp::create(k.b, k.loc, Type(), w.add(own, w.constant(kTurn)),
                            w.constant(kConsumers * rlx::kWarpgroup), NVVM::BarrierReductionAttr(),
                            Value());
  }
  void giveTurn() {
    Value other = arith::XOrIOp::create(k.b, k.loc, own, w.constant(1));
    NVVM::BarrierArriveOp::create(k.b, k.loc, w.add(other, w.constant(kTurn)),
                                  w.constant(kConsumers * rlx::kWarpgroup));
  }

  void release(rlx::StageRing &ring, Value which) {
    k.when(at.leads, [&] { ring.release(which); });
  }

  Value number(double value) { return real(value); }

  State firstKeys(const rlx::StageRing::Position &start) {
    State state;
    state.stage = start.stage;
    state.parity = start.parity;
    state.sums.assign(numSums(), number(0));
    state.maxima.assign(kRows, number(-kInfinity));
    state.totals.assign(kRows, number(0));
    Values scores = matrix.unset(kKeys);
    keyRing->waitFull(start);
    startScores(scores, state);
    matrix.wait(0, scores);
    release(*keyRing, state.stage);
    maskFirst(scores);
    (void)weigh(scores, state);
    packWeights(state, scores);
    advance(state);
    return state;
  }

  State laterKeys(State state, Value step, bool masks) {
    Values scores = matrix.unset(kKeys);
    keyRing->waitFull({state.stage, state.parity});
    waitForTurn();
    startScores(scores, state);
    startSums(state);
    giveTurn();
    matrix.wait(1, scores);
    release(*keyRing, state.stage);
    // The weights of the last tile are still read.
    State next = state;
    mask(scores, step, masks);
    Values factors = weigh(scores, next);
    finishSums(next, &scores);
    packWeights(next, scores);
    release(*valueRing, state.before);
    for (auto [i, sum] : llvm::enumerate(next.sums))
      sum = binary<arith::MulFOp>(sum, factors[i / 2 % 2]);
    advance(next);
    return next;
  }

  void advance(State &state) {
    state.before = state.stage;
    state.flipped = state.parity;
    const rlx::StageRing::Position next = keyRing->next({state.stage, state.parity});
    state.stage = next.stage;
    state.parity = next.parity;
  }

  void fence(ArrayRef<Values *> all) {
    Values registers;
    for (const Values *each : all)
      llvm::append_range(registers, *each);
    matrix.fence(registers);
    ArrayRef<Value> rest = registers;
    for (Values *each : all) {
      llvm::copy(rest.take_front(each->size()), each->begin());
      rest = rest.drop_front(each->size());
    }
  }

  // Starts Q K^T with the next keys.
  void startScores(Values &scores, const State &state) {
    fence({});
    Value address = keyRing->addressOf({state.stage, state.parity});
    Value ownQueries = w.add(queryRing->addressOf(queriesAt),
                             w.mul(own, w.constant(rlx::kWgmmaRows * rlx::HeadTiles::kRowBytes)));
    for (int64_t term = 0; term < plan.headSize; term += rlx::kWgmmaTerms)
      matrix.multiply(scores, queryTiles.alongHead(k, ownQueries, term),
                      keyTiles.alongHead(k, address, term), /*rightAlongSum=*/true,
                      /*accumulates=*/term > 0);
    matrix.commit();
  }

  // Starts O += P V with the values of the last tile.
  void startSums(State &state) {
    const rlx::StageRing::Position now = {state.before, state.flipped};
    valueRing->waitFull(now);
    fence({&state.sums, &state.weights});
    for (int64_t key = 0; key < kKeys; key += rlx::kWgmmaTerms)
      matrix.multiply(state.sums, ArrayRef(state.weights).slice(static_cast<size_t>(key / 4), 4),
                      valueTiles.acrossHead(k, valueRing->addressOf(now), key),
                      /*rightAlongSum=*/false);
    matrix.commit();
  }

  // Waits for O. `scores` of the next tile must not take the registers of the weights before.
  void finishSums(State &state, Values *scores = nullptr) {
    Values registers = state.sums, none;
    llvm::append_range(registers, state.weights);
    llvm::append_range(registers, scores ? *scores : none);
    matrix.wait(0, registers);
    llvm::copy(ArrayRef(registers).take_front(numSums()), state.sums.begin());
    if (scores)
      llvm::copy(ArrayRef(registers).take_back(scores->size()), scores->begin());
  }

  // ---- softmax ----

  // Whether a positive scale may be applied in the exponent. Otherwise scores are scaled first.
  bool defersScale() const {
    constexpr double kMaxScale = 1e6; // scores that are far from infinite stay so
    return plan.scale > 0 && plan.scale <= kMaxScale && !form.softcap &&
           form.maskKind != rlx::AttentionMask::Bias;
  }
  bool isAlwaysMasked() const { return form.maskKind == rlx::AttentionMask::Bias; }

  bool isWindowed() const { return form.maskKind == rlx::AttentionMask::SlidingWindow; }
  // Tiles from this one on are hidden from some query, at least in part. Null: no tile is.
  Value firstHiddenStep() {
    std::optional<int64_t> known = getConstantIntValue(keys);
    if (isAlwaysMasked() || (!form.isCausal() && known && *known % kKeys == 0))
      return {};
    return stepOf(binary<arith::SubIOp>(limitOf(queryBegin), firstKey));
  }
  // With a sliding window: the first tile that no query's window begins in or behind.
  Value firstShownStep() {
    if (!isWindowed())
      return {};
    Value last = k.add(k.add(queryBegin, shift), k.constant(kQueries - 1));
    Value begin = binary<arith::SubIOp>(last, window());
    return stepOf(k.add(binary<arith::SubIOp>(begin, firstKey), k.constant(kKeys - 1)));
  }
  // Whole tiles in this number of keys, from 1 to all of them.
  Value stepOf(Value count) {
    Value whole = k.div(binary<arith::MaxSIOp>(count, k.constant(0)), k.constant(kKeys));
    return binary<arith::MinUIOp>(binary<arith::MaxUIOp>(whole, k.constant(1)), steps);
  }

  // Scales scores where the exponent does not, and hides those that a query does not see.
  void mask(Values &scores, Value step, bool masks) {
    Value key = k.add(firstKey, k.mul(step, k.constant(kKeys)));
    for (auto [i, score] : llvm::enumerate(scores)) {
      if (!defersScale())
        score = scaled(score);
      if (!masks)
        continue;
      const auto offset = static_cast<int64_t>(i / 4 * 8 + i % 2);
      Value row = rows[i / 2 % 2];
      score = masked(score, row, limitOf(row), k.add(key, k.add(column, k.constant(offset))));
    }
  }
  void maskFirst(Values &scores) {
    const bool mayHide = isAlwaysMasked() || isWindowed() || firstHiddenStep();
    mask(scores, k.constant(0), mayHide);
  }

  // The larger of four adjacent threads, which share rows; or their sum.
  template <typename Combine>
  Value ofRow(Value value, Combine combine) {
    constexpr int32_t kWidth = 32;
    for (int32_t distance : {1, 2}) {
      Value other =
          gpu::ShuffleOp::create(k.b, k.loc, value, distance, kWidth, gpu::ShuffleMode::XOR)
              .getShuffleResult();
      value = combine(value, other);
    }
    return value;
  }

  // Makes weights of a tile's scores, in their place. Returns the factors of earlier sums.
  Values weigh(Values &scores, State &state) {
    const double unit = defersScale() ? plan.scale * kLog2E : kLog2E;
    Values factors, references;
    for (size_t row = 0; row < kRows; ++row) {
      Value maximum = state.maxima[row];
      for (size_t i = 2 * row; i < scores.size(); i += 4)
        maximum = most(most(maximum, scores[i]), scores[i + 1]);
      maximum = ofRow(maximum, [&](Value lhs, Value rhs) { return most(lhs, rhs); });
      Value reference = binary<arith::MulFOp>(referenceOf(maximum), number(-unit));
      factors.push_back(power(state.maxima[row], unit, reference));
      references.push_back(reference);
      state.maxima[row] = maximum;
      state.totals[row] = binary<arith::MulFOp>(state.totals[row], factors[row]);
    }
    for (auto [i, score] : llvm::enumerate(scores)) {
      const size_t row = i / 2 % 2;
      score = power(score, unit, references[row]);
      state.totals[row] = binary<arith::AddFOp>(state.totals[row], score);
    }
    return factors;
  }

  void packWeights(State &state, ArrayRef<Value> weights) {
    state.weights.clear();
    for (size_t i = 0; i < weights.size(); i += 2)
      state.weights.push_back(matrix.packed(weights[i], weights[i + 1]));
  }

  // In one instruction, unlike larger(). A NaN makes weights NaN, whatever the maximum is.
  Value most(Value lhs, Value rhs) { return binary<arith::MaxNumFOp>(lhs, rhs); }

  Value power(Value score, double unit, Value reference) {
    Value exponent = math::FmaOp::create(k.b, k.loc, score, number(unit), reference);
    return matrix.exp2(exponent);
  }

  void storeRows(State &state) {
    Values factors;
    for (Value total : state.totals)
      factors.push_back(reciprocal(
          ofRow(total, [&](Value lhs, Value rhs) { return binary<arith::AddFOp>(lhs, rhs); })));
    for (auto [i, sum] : llvm::enumerate(state.sums))
      sum = binary<arith::MulFOp>(sum, factors[i / 2 % 2]);
    stage->forEachVector(state.sums, [&](Value row, Value at, ValueRange elements) {
      Value query = k.add(queryBegin, k.add(warpRow, row));
      k.when(k.less(query, queries), [&] { storeRow(query, at, elements); });
    });
  }

  func::FuncOp kernel;
  const int64_t computeUnits;
  rlx::Words w;
  rlx::WarpgroupMatrix matrix;
  const unsigned numDims;
  rlx::HeadTiles queryTiles, keyTiles, valueTiles;
  std::optional<rlx::StageRing> queryRing, keyRing, valueRing;
  std::optional<rlx::FragmentStage> stage;
  SmallVector<std::function<void()>> pending;
  Value base, queryBegin, firstKey, steps;
  rlx::StageRing::Position queriesAt;
  rlx::WarpgroupThread at;
  Value own;             // the number of the consumer, i32
  Value warpRow, column; // the warp's first row of the tile, the thread's first column
  Values rows;           // the thread's queries
};

struct PlannedWgmmaAttention : rlx::GpuKernelPlan {
  PlannedWgmmaAttention(const rlx::AttentionForm &form, const rlx::AttentionPlan &plan,
                        int64_t computeUnits)
      : form(form), plan(plan), computeUnits(computeUnits) {}

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::setAttentionCost(kernel, form, plan);
    WgmmaFlashAttention(kernel, form, plan, computeUnits).write();
    return success();
  }

  rlx::AttentionForm form;
  rlx::AttentionPlan plan;
  int64_t computeUnits;
};

std::unique_ptr<rlx::GpuKernelPlan> planWgmmaAttention(func::FuncOp kernel,
                                                       const rlx::rt::DeviceProfile &profile,
                                                       rlx::LoweringReason &why) {
  auto isAttention = [](Operation &op) { return rlx::AttentionForm::find(&op).has_value(); };
  if (!profile.has("wgmma") || llvm::none_of(kernel.getBody().front(), isAttention))
    return nullptr;
  rlx::LoweringReason ofForm; // the shared schedules give it
  std::optional<rlx::AttentionForm> form = rlx::attentionOf(kernel, profile, ofForm);
  if (!form)
    return nullptr;
  rlx::AttentionPlan plan = *rlx::planAttention(*form, profile, ofForm);
  if (plan.decode || !plan.useCooperativeMatrices)
    return nullptr;
  if (form->isPaged()) {
    (void)why.because("keys are in blocks");
    return nullptr;
  }
  if (form->maskKind == rlx::AttentionMask::Custom) {
    (void)why.because("other schedules leave out the keys that its mask hides from all queries");
    return nullptr;
  }
  const Type element = getElementTypeOrSelf(form->query.getType());
  for (Value operand : {form->key, form->value, form->result})
    if (getElementTypeOrSelf(operand.getType()) != element)
      return nullptr;
  if (!kernel->hasAttr(rlx::kAlignedAttr)) {
    (void)why.because("an operand may begin at an address that is no multiple of 16");
    return nullptr;
  }
  return std::make_unique<PlannedWgmmaAttention>(*form, plan, profile.computeUnits);
}

} // namespace

namespace rlx {
extern const Schedule kWgmmaFlashAttention;
const Schedule kWgmmaFlashAttention = {"wgmma-flash-attention", planWgmmaAttention};
} // namespace rlx
