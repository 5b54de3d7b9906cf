"""A class marked and an exam printed on executors of the caller: the same bytes as without."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import treesolve as ts
from tests.support.places import digests

TREE = "((3 12 8) (2 4 6) (14 5 2))"
ANSWERS = {f"s{number}": f"values: A={number % 5} B=3\npruned: L{number % 9 + 1}\nbest: B" for number in range(230)}


@contextmanager
def executor_named(name: str) -> Iterator[Executor]:
    """Threads, or Dask's cluster on this machine."""
    if name == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
        return
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=":0") as client:
        yield client.get_executor()


@pytest.mark.parametrize("name", ["threads", "dask"])
def test_a_class_is_marked_the_same(name: str):
    """In points, feedback and problems."""
    alone = ts.grade(TREE, ANSWERS).render("json")
    with executor_named(name) as executor:
        assert ts.grade(TREE, ANSWERS, executor=executor).render("json") == alone


@pytest.mark.parametrize("name", ["threads", "dask"])
def test_an_exam_is_printed_the_same(name: str, tmp_path: Path):
    """Every file of it."""
    exam = ts.sheet(shape="2x2", variants=7, seed="4711")
    exam.save(tmp_path / "alone")
    with executor_named(name) as executor:
        exam.save(tmp_path / "parallel", executor=executor)

    assert digests(tmp_path / "parallel") == digests(tmp_path / "alone")
