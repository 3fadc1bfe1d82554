# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of sequences as exporters use them, in the kind `sequences`: split and index, loops that collect
rows, branches that insert. Models are ONNX's text form. Models with several data sets have trip counts and
positions that only a run knows. Expected outputs are computed with numpy."""
import types

import numpy as np
from onnx import parser

from case_base import CaseBase

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


def ints(*values):
    return np.array(values, np.int64)


def scalar(value, dtype=np.int64):
    return np.array(value, dtype)


class Cases(CaseBase):
    def add(self, name, text, expected, *data_sets):
        """A model and its inputs; `expected` makes the list of outputs from them."""
        model = parser.parse_model(HEAD + text)
        sets = [(list(inputs), expected(*inputs)) for inputs in data_sets]
        self.all.append(types.SimpleNamespace(kind="sequences", name="test_" + name, model=model,
                                              data_sets=sets))


def static_lists(cases):
    x = cases.floats(6, 4)
    cases.add("split_and_index", """
        g (float[6,n] x) => (float[m,n] y) <int64[3] sizes = {1, 2, 3}, int64 first = {0}, int64 last = {-1}> {
          parts = SplitToSequence <axis = 0> (x, sizes)
          a = SequenceAt (parts, first)
          b = SequenceAt (parts, last)
          y = Concat <axis = 0> (b, a)
        }""", lambda x: [np.concatenate([x[3:], x[:1]])], [x], [cases.floats(6, 2)])
    cases.add("chunks_of_uneven_size", """
        g (float[2,7] x) => (float[2,m] y, int64 l) <int64 size = {3}, int64 one = {1}> {
          parts = SplitToSequence <axis = -1> (x, size)
          l = SequenceLength (parts)
          rest = SequenceErase (parts, one)
          y = ConcatFromSequence <axis = 1> (rest)
        }""", lambda x: [np.concatenate([x[:, :3], x[:, 6:]], 1), scalar(3)], [cases.floats(2, 7)])
    cases.add("insert_at_positions", """
        g (float[2] a, float[3] b, float[1] c) => (float[m] y) <int64 front = {0}, int64 back = {-1}> {
          empty = SequenceEmpty <dtype = 1> ()
          s1 = SequenceInsert (empty, a)
          s2 = SequenceInsert (s1, b, front)
          s3 = SequenceInsert (s2, c, back)
          y = ConcatFromSequence <axis = 0> (s3)
        }""", lambda a, b, c: [np.concatenate([b, c, a])], [cases.floats(2), cases.floats(3), cases.floats(1)])
    positions = [[cases.floats(2, 3), cases.floats(2, 3), scalar(p)] for p in (0, 1, -1, -2)]
    cases.add("computed_position", """
        g (float[2,n] a, float[2,n] b, int64 p) => (float[2,n] y, float[3,2,n] z, float[1,2,n] e) {
          s = SequenceConstruct (a, b)
          y = SequenceAt (s, p)
          t = SequenceInsert (s, y, p)
          z = ConcatFromSequence <axis = 0, new_axis = 1> (t)
          u = SequenceErase (s, p)
          e = ConcatFromSequence <axis = 0, new_axis = 1> (u)
        }""", lambda a, b, p: [[a, b][p], np.stack(inserted([a, b], p)), np.stack([[a, b][1 - p % 2]])],
              *positions)
    cases.add("one_optional", """
        g (float[3] x) => (float[3] y, bool h) {
          o = Optional (x)
          h = OptionalHasElement (o)
          n = Optional <type = float[3]> ()
          none = OptionalHasElement (n)
          y = If (none) <then_branch = t () => (float[3] a) { a = OptionalGetElement (n) },
                         else_branch = e () => (float[3] b) { b = OptionalGetElement (o) }>
        }""", lambda x: [x, scalar(True, bool)], [cases.floats(3)])


def inserted(values, position):
    values.insert(position, values[position])
    return values


def dynamic_axis(cases):
    xs = [[cases.floats(3, n)] for n in (4, 1, 6)]
    cases.add("split_of_dynamic_axis", """
        g (float[3,n] x) => (float[n,3] y, float[3,n] z, int64 l) {
          s = SplitToSequence <axis = 1, keepdims = 0> (x)
          y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
          t = SplitToSequence <axis = 1> (x)
          z = ConcatFromSequence <axis = 1> (t)
          l = SequenceLength (t)
        }""", lambda x: [x.T, x, scalar(x.shape[1])], *xs)
    cases.add("map_of_dynamic_length", """
        g (float[n,2] x, float[2] w) => (float[n,2] y) {
          s = SplitToSequence <axis = 0, keepdims = 0> (x)
          t = SequenceMap (s, w) <body = b (float[2] row, float[2] v) => (float[2] r) { r = Mul (row, v) }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (t)
        }""", lambda x, w: [x * w], *[[cases.floats(n, 2), cases.floats(2)] for n in (5, 1)])


LOOP = """
        g (float[k,2] x, int64 n) => ({outputs}) <bool yes = {{1}}, int64[1] ax = {{0}}, int64 zero = {{0}},
            int64 two = {{2}}, int64 last = {{-1}}> {{
          empty = SequenceEmpty <dtype = 1> ()
          s = Loop (n, yes, empty) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {{
            d = Identity (c)
            f = Cast <to = 1> (i)
            row = Add (x, f)
            {body}
          }}>
          {after}
        }}"""


def grown(x, n):
    return [x + i for i in range(n)]


def loops(cases):
    counts = [[cases.floats(k, 2), scalar(n)] for k, n in ((3, 4), (1, 1), (2, 9))]
    cases.add("loop_of_rows", LOOP.format(
        outputs="float[m,2] y, float[a,b,2] z, float[k,w] v, int64 l", body="u = SequenceInsert (t, row)", after="""
          y = ConcatFromSequence <axis = 0> (s)
          z = ConcatFromSequence <axis = 1, new_axis = 1> (s)
          v = ConcatFromSequence <axis = -1> (s)
          l = SequenceLength (s)"""),
        lambda x, n: [np.concatenate(grown(x, n), 0), np.stack(grown(x, n), 1), np.concatenate(grown(x, n), 1),
                      scalar(n)], *counts)
    cases.add("loop_at_front", LOOP.format(
        outputs="float[m,2] y, float[k,2] z", body="u = SequenceInsert (t, row, zero)", after="""
          y = ConcatFromSequence <axis = 0> (s)
          z = SequenceAt (s, last)"""),
        lambda x, n: [np.concatenate(grown(x, n)[::-1], 0), x], *counts)
    cases.add("loop_with_branch", LOOP.format(
        outputs="float[m,2] y", body="""
            rest = Mod (i, two)
            odd = Cast <to = 9> (rest)
            u = If (odd) <then_branch = tb () => (seq(float) a) { a = Identity (t) },
                          else_branch = eb () => (seq(float) e) { e = SequenceInsert (t, row) }>""",
        after="y = ConcatFromSequence <axis = 0> (s)"),
        lambda x, n: [np.concatenate(grown(x, n)[::2], 0)], *counts)
    cases.add("loop_gives_sequence", LOOP.format(
        outputs="seq(float) s", body="u = SequenceInsert (t, row)", after=""),
        lambda x, n: [grown(x, n)], *counts)
    cases.add("nested_loops", LOOP.format(
        outputs="float[m,2] y", body="""
            u = Loop (two, yes, t) <body = inner (int64 j, bool ci, seq(float) ti) => (bool di, seq(float) ui) {
              di = Identity (ci)
              fj = Cast <to = 1> (j)
              item = Mul (row, fj)
              ui = SequenceInsert (ti, item)
            }>""", after="y = ConcatFromSequence <axis = 0> (s)"),
        lambda x, n: [np.concatenate([r * j for r in grown(x, n) for j in (0, 1)], 0)], *counts)
    cases.add("loop_keeps_three", """
        g (float[2] x, int64 n) => (float[3,2] y) <bool yes = {1}, int64 zero = {0}> {
          start = SequenceConstruct (x, x, x)
          s = Loop (n, yes, start) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            f = Cast <to = 1> (i)
            row = Add (x, f)
            t1 = SequenceErase (t, zero)
            u = SequenceInsert (t1, row)
          }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (s)
        }""", lambda x, n: [np.stack(([x] * 3 + grown(x, n))[-3:])],
              *[[cases.floats(2), scalar(n)] for n in (5, 1, 0)])
    cases.add("loop_until", """
        g (float[3] x, float limit) => (float[m] y, float total) <bool yes = {1}> {
          empty = SequenceEmpty <dtype = 1> ()
          zero = Constant <value_float = 0.0> ()
          total, s = Loop ("", yes, zero, empty)
              <body = b (int64 i, bool c, float sum, seq(float) t) => (bool d, float next, seq(float) u) {
            f = Cast <to = 1> (i)
            next = Add (sum, f)
            row = Mul (x, f)
            u = SequenceInsert (t, row)
            d = Less (next, limit)
          }>
          y = ConcatFromSequence <axis = 0> (s)
        }""", until, *[[cases.floats(3), scalar(limit, np.float32)] for limit in (7, 0, 20)])
    cases.add("short_loop_of_unlike_shapes", """
        g (float[6,n] x) => (float[21,n] y, float[2,n] z) <bool yes = {1}, int64[1] zero = {0}, int64[1] one = {1},
            int64 six = {6}, int64 at = {1}, int64[1] ax = {0}> {
          empty = SequenceEmpty <dtype = 1> ()
          s = Loop (six, yes, empty) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            v = Unsqueeze (i, ax)
            end = Add (v, one)
            part = Slice (x, zero, end, ax)
            u = SequenceInsert (t, part)
          }>
          y = ConcatFromSequence <axis = 0> (s)
          z = SequenceAt (s, at)
        }""", lambda x: [np.concatenate([x[:i + 1] for i in range(6)]), x[:2]], [cases.floats(6, 2)])
    cases.add("loop_reads_sequence", """
        g (float[k,2] x, int64 n) => (float[m] y) <bool yes = {1}, int64 zero = {0}> {
          rows = SplitToSequence <axis = 0, keepdims = 0> (x)
          first = SequenceAt (rows, zero)
          len = SequenceLength (rows)
          y = Loop (n, yes, first) <body = b (int64 i, bool c, float[2] t) => (bool d, float[2] u) {
            d = Identity (c)
            at = Mod (i, len)
            row = SequenceAt (rows, at)
            u = Add (t, row)
          }>
        }""", lambda x, n: [x[0] + sum(x[i % len(x)] for i in range(n))], *[[c[0], c[1]] for c in counts])


def until(x, limit):
    total, rows, i = np.float32(0), [], 0
    while i == 0 or total < limit:
        total += np.float32(i)
        rows.append(x * np.float32(i))
        i += 1
    return [np.concatenate(rows), np.float32(total)]


def branches(cases):
    cases.add("branches_of_two_lengths", """
        g (float[2,n] a, float[2,n] b, bool c) => (float[m,n] y, int64 l) {
          s = If (c) <then_branch = t () => (seq(float) s1) { s1 = SequenceConstruct (a, b, a) },
                      else_branch = e () => (seq(float) s2) { s2 = SequenceConstruct (b) }>
          y = ConcatFromSequence <axis = 0> (s)
          l = SequenceLength (s)
        }""", lambda a, b, c: [np.concatenate([a, b, a] if c else [b]), scalar(3 if c else 1)],
              *[[cases.floats(2, 3), cases.floats(2, 3), scalar(c, bool)] for c in (True, False)])
    cases.add("branches_of_unlike_shapes", """
        g (float[2,3] a, float[1,3] b, bool c) => (float[m,3] y) {
          s = If (c) <then_branch = t () => (seq(float) s1) { s1 = SequenceConstruct (a, b) },
                      else_branch = e () => (seq(float) s2) { a2 = Neg (a)
                                                              s2 = SequenceConstruct (a2, b) }>
          y = ConcatFromSequence <axis = 0> (s)
        }""", lambda a, b, c: [np.concatenate([a if c else -a, b])],
              *[[cases.floats(2, 3), cases.floats(1, 3), scalar(c, bool)] for c in (True, False)])


def inserted_rows(x, n, position):
    rows = [x, x]
    for i in range(n):
        rows.insert(position, x + np.float32(i))
    return rows


def more(cases):
    cases.add("read_in_body", """
        g (float[2] x, int64 n) => (float[m,2] y) <bool yes = {1}, int64 last = {-1}> {
          s = SequenceConstruct (x)
          r = Loop (n, yes, s) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            p = SequenceAt (t, last)
            q = Add (p, x)
            u = SequenceInsert (t, q)
          }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
        }""", lambda x, n: [np.stack([x * (i + 1) for i in range(n + 1)])], [cases.floats(2), scalar(4)],
              [cases.floats(2), scalar(0)])
    cases.add("insert_computed_in_loop", """
        g (float[2] x, int64 n, int64 p) => (float[m,2] y) <bool yes = {1}> {
          s = SequenceConstruct (x, x)
          r = Loop (n, yes, s) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            k = Cast <to = 1> (i)
            q = Add (k, x)
            u = SequenceInsert (t, q, p)
          }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
        }""", lambda x, n, p: [np.stack(inserted_rows(x, n, p))], [cases.floats(2), scalar(3), scalar(-1)],
              [cases.floats(2), scalar(2), scalar(1)], [cases.floats(2), scalar(2), scalar(0)])
    cases.add("two_sequences", """
        g (float[3] x, int64 n)
              => (float[m] y, float[k,2] z, float[q,3] w) <bool yes = {1}, float[2] pair = {1.0, 2.0}> {
          e1 = SequenceEmpty <dtype = 1> ()
          e2 = SequenceEmpty <dtype = 1> ()
          r1, r2, w = Loop (n, yes, e1, e2) <body = b (int64 i, bool c, seq(float) t1, seq(float) t2)
              => (bool d, seq(float) u1, seq(float) u2, float[3] row) {
            d = Identity (c)
            k = Cast <to = 1> (i)
            row = Add (k, x)
            u1 = SequenceInsert (t1, row)
            pk = Mul (pair, k)
            u2 = SequenceInsert (t2, pk)
          }>
          y = ConcatFromSequence <axis = 0> (r1)
          z = ConcatFromSequence <axis = 0, new_axis = 1> (r2)
        }""", lambda x, n: [np.concatenate([x + np.float32(i) for i in range(n)]),
                          np.stack([np.array([1, 2], np.float32) * np.float32(i) for i in range(n)]),
                          np.stack([x + np.float32(i) for i in range(n)])],
              [cases.floats(3), scalar(3)], [cases.floats(3), scalar(1)])
    cases.add("sizes_in_sequence", """
        g (float[n,m] x) => (float[k] y) <int64[1] one = {1}, int64 zero = {0}, int64[1] minus = {-1}> {
          sh = Shape (x)
          parts = SplitToSequence <axis = 0> (sh)
          a = SequenceAt (parts, zero)
          s2 = Concat <axis = 0> (a, minus)
          r = Reshape (x, s2)
          y = ReduceSum <keepdims = 0> (r, one)
        }""", lambda x: [x.sum(1)], [cases.floats(3, 4)], [cases.floats(5, 2)])
    cases.add("nested_if", """
        g (float[2] x, bool p, bool q) => (float[m] y) {
          s = SequenceConstruct (x, x)
          r = If (p) <then_branch = t () => (seq(float) o) {
               o = If (q) <then_branch = t2 () => (seq(float) o2) { o2 = SequenceInsert (s, x) },
              else_branch = e2 () => (seq(float) o3) { o3 = Identity (s) }>
             }, else_branch = e () => (seq(float) o4) { o4 = SequenceConstruct (x) }>
          y = ConcatFromSequence <axis = 0> (r)
        }""", lambda x, p, q: [np.concatenate([x] * ((3 if q else 2) if p else 1))],
              *[[cases.floats(2), scalar(p, bool), scalar(q, bool)] for p in (0,1) for q in (0,1)])
    cases.add("if_optional", """
        g (float[2] x, bool p) => (float[2] y, bool h) {
          o = If (p) <then_branch = t () => (optional(float[2]) a) { a = Optional (x) },
              else_branch = e () => (optional(float[2]) b) { nx = Neg (x)
             b = Optional (nx) }>
          y = OptionalGetElement (o)
          h = OptionalHasElement (o)
        }""", lambda x, p: [x if p else -x, scalar(True, bool)], [cases.floats(2), scalar(1, bool)],
              [cases.floats(2), scalar(0, bool)])
    cases.add("map_lists", """
        g (float[2] a, float[3] b) => (float[5] y, int64[2] l) {
          s = SequenceConstruct (a, b)
          t, u = SequenceMap (s) <body = bb (float[n] r) => (float[n] o, int64[1] z) { o = Neg (r)
            z = Shape (r) }>
          y = ConcatFromSequence <axis = 0> (t)
          l = ConcatFromSequence <axis = 0> (u)
        }""", lambda a, b: [-np.concatenate([a,b]), ints(2, 3)], [cases.floats(2), cases.floats(3)])
    cases.add("loop_over_split", """
        g (float[n,2] x) => (float[n,2] y) <bool yes = {1}> {
          s = SplitToSequence <axis = 0, keepdims = 0> (x)
          l = SequenceLength (s)
          e = SequenceEmpty <dtype = 1> ()
          r = Loop (l, yes, e) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            row = SequenceAt (s, i)
            m = Exp (row)
            u = SequenceInsert (t, m)
          }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
        }""", lambda x: [np.exp(x)], [cases.floats(4, 2)], [cases.floats(1, 2)])
    text = LOOP.format(outputs="float[m,2] y", body="u = SequenceInsert (t, row)",
                       after="y = ConcatFromSequence <axis = 0> (s)")
    cases.add("long_constant", text.replace("(n, yes", "(hundred, yes").replace(
        "<bool yes", "<int64 hundred = {100}, bool yes"),
              lambda x, n: [np.concatenate(grown(x, 100))], [cases.floats(2, 2), scalar(0)])
    cases.add("erase_last", """
        g (float[2] x, int64 n) => (int64 l, float[2] y) <bool yes = {1}, int64 zero = {0}> {
          s = SequenceConstruct (x, x, x, x, x)
          r = Loop (n, yes, s) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            u = SequenceErase (t)
          }>
          l = SequenceLength (r)
          y = SequenceAt (r, zero)
        }""", lambda x, n: [scalar(5 - n), x], [cases.floats(2), scalar(3)], [cases.floats(2), scalar(0)])
    cases.add("bools", """
        g (float[2] x, int64 n) => (bool[m] y) <bool yes = {1}> {
          e = SequenceEmpty <dtype = 9> ()
          r = Loop (n, yes, e) <body = b (int64 i, bool c, seq(bool) t) => (bool d, seq(bool) u) {
            d = Identity (c)
            k = Cast <to = 1> (i)
            row = Less (x, k)
            u = SequenceInsert (t, row)
          }>
          y = ConcatFromSequence <axis = 0> (r)
        }""", lambda x, n: [np.concatenate([x < i for i in range(n)])], [cases.floats(2), scalar(3)])
    cases.add("scalars", """
        g (float x, int64 n) => (float[m] y) <bool yes = {1}> {
          e = SequenceEmpty ()
          r = Loop (n, yes, e) <body = b (int64 i, bool c, seq(float) t) => (bool d, seq(float) u) {
            d = Identity (c)
            k = Cast <to = 1> (i)
            row = Add (x, k)
            u = SequenceInsert (t, row)
          }>
          y = ConcatFromSequence <axis = 0, new_axis = 1> (r)
        }""", lambda x, n: [np.stack([x + np.float32(i) for i in range(n)])], [scalar(1.5, np.float32), scalar(3)])


def sequence_cases():
    cases = Cases()
    static_lists(cases)
    dynamic_axis(cases)
    loops(cases)
    branches(cases)
    more(cases)
    return cases.all
