# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs in a row: `Model.map`."""
import multiprocessing
import threading
import weakref

import numpy as np
import pytest
from conftest import binary

import rlx


def feeds(count, shape=(2, 3)):
    return [{"x": np.full(shape, i, np.float32), "y": np.ones(shape, np.float32)} for i in range(count)]


@pytest.mark.parametrize("ahead", [1, 2, 7, 100])
def test_results_come_in_order(add, ahead):
    results = list(add.map(feeds(20), ahead=ahead))
    assert [result["z"][0, 0] for result in results] == list(range(1, 21))
    assert list(add.map([])) == []


def test_shapes_may_change(add):
    rows = [1, 5, 2, 2, 7, 1, 9, 3, 4, 6, 8, 11]
    results = add.map({"x": np.full((n, 3), n, np.float32), "y": np.zeros((n, 3), np.float32)} for n in rows)
    for n, result in zip(rows, results):
        np.testing.assert_array_equal(result["z"], np.full((n, 3), n))


def test_takes_items_only_so_far_ahead(add):
    taken = []

    def items():
        for i, item in enumerate(feeds(10)):
            taken.append(i)
            yield item

    results = add.map(items(), ahead=3)
    assert taken == []
    next(results)
    assert taken == [0, 1, 2, 3]
    next(results)
    assert taken == [0, 1, 2, 3, 4]
    results.close()
    assert taken == [0, 1, 2, 3, 4]


def test_inputs_stay_alive_while_they_are_queued():
    """Large arrays that only the pipeline holds, and others in their place right after."""
    model = rlx.compile(binary("add", "f32", "?"))

    def items():
        for i in range(30):
            yield {"x": np.full(1 << 18, i, np.float32), "y": np.full(1 << 18, 2, np.float32)}

    for i, result in enumerate(model.map(items(), ahead=4)):
        assert result["z"].min() == result["z"].max() == i + 2


def test_inputs_are_let_go(add):
    class Array(np.ndarray):
        pass  # plain arrays have no weak references

    items = [{"x": np.ones((2, 3), np.float32).view(Array), "y": np.ones((2, 3), np.float32)} for _ in range(5)]
    references = [weakref.ref(item["x"]) for item in items]
    results = add.map(iter(items), ahead=1)
    next(results)
    next(results)
    items.clear()
    assert references[0]() is None and references[1]() is None and references[2]() is not None
    results.close()
    assert all(reference() is None for reference in references)


@pytest.mark.parametrize("wrong, error, text", [
    ({"x": np.ones((2, 4), np.float32), "y": np.ones((2, 4), np.float32)}, rlx.InvalidArgumentError, "expected 3, got 4"),
    ({"x": np.ones((2, 3), np.float32)}, rlx.InvalidArgumentError, "missing input 'y'"),
    ({"q": np.ones((2, 3), np.float32)}, rlx.NotFoundError, "no input 'q'"),
    ({"x": object(), "y": 1}, rlx.InvalidArgumentError, "a value of type object"),
    ("ab", TypeError, "feeds must be a dict"),
    (3, TypeError, "int"),
])
def test_an_error_comes_in_the_place_of_its_item(add, wrong, error, text):
    items = feeds(8)
    items[4] = wrong
    results = add.map(items, ahead=3)
    assert [next(results)["z"][0, 0] for _ in range(4)] == [1, 2, 3, 4]
    with pytest.raises(error, match=text):
        next(results)
    assert list(results) == []
    assert next(add.map(feeds(1)))["z"][0, 0] == 1


def test_errors_of_the_items_come_in_their_turn(add):
    def items():
        yield from feeds(2)
        raise KeyError("no more")

    results = add.map(items(), ahead=5)
    assert len([next(results), next(results)]) == 2
    with pytest.raises(KeyError):
        next(results)


def test_what_is_wrong_is_told_at_once(add):
    for ahead in (0, -1):
        with pytest.raises(rlx.InvalidArgumentError, match="ahead must be"):
            add.map([], ahead=ahead)
    for ahead in (1.5, "2"):
        with pytest.raises(TypeError, match="ahead is .*, but an integer is expected"):
            add.map([], ahead=ahead)
    model = rlx.compile(binary())
    model.close()
    with pytest.raises(rlx.FailedPreconditionError, match="closed"):
        model.map([])


def test_two_threads_and_other_calls(add):
    sums = {}

    def work(k):
        sums[k] = sum(float(result["z"][0, 0]) for result in add.map(feeds(100)))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        add(**feeds(1)[0])
    for thread in threads:
        thread.join()
    assert sums == dict.fromkeys(range(3), 5050)


def test_a_child_process_ends(add):
    """A fork in the middle of a row: the child has no thread that would finish it."""
    results = add.map(feeds(5), ahead=3)
    next(results)

    def child():
        try:
            next(results)
        except rlx.FailedPreconditionError:
            raise SystemExit(7) from None

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join(20)
    assert process.exitcode == 7
    assert len(list(results)) == 4
