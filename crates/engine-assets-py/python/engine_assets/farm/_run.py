"""Decides where to run the work: in this process, in threads, in processes on this machine, or on a Dask cluster."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Iterable, Iterator, Optional

from .._progress import Progress
from ._parts import Task
from ._work import work

KILLS = 3
"""The number of times that a worker may die when it processes a part. After that, the part is given up."""

_seconds = 0.0


def last_seconds() -> float:
    """Duration of the last run in seconds, without the start of the workers."""
    return _seconds


def run(tasks: list[Task], workers: int, scheduler: Optional[str], progress: Optional[Progress]) -> list[str]:
    """Runs all tasks. Returns what went wrong."""
    global _seconds
    start = time.perf_counter()
    problems = []
    for done, problem in enumerate(_results(tasks, workers, scheduler), 1):
        if problem is not None:
            problems.append(problem)
        if progress is not None:
            progress(done, len(tasks))
    if scheduler in ("sync", "threads"):
        _seconds = time.perf_counter() - start
    return problems


def _results(tasks: list[Task], workers: int, scheduler: Optional[str]) -> Iterator[Optional[str]]:
    if scheduler == "sync":
        yield from map(work, tasks)
    elif scheduler == "threads":
        with ThreadPoolExecutor(workers) as pool:
            yield from (future.result() for future in as_completed([pool.submit(work, task) for task in tasks]))
    else:
        yield from _cluster(tasks, workers, scheduler)


def _cluster(tasks: list[Task], workers: int, address: Optional[str]) -> Iterator[Optional[str]]:
    from dask import config
    from distributed import Client

    with config.set({"distributed.scheduler.allowed-failures": KILLS}):
        if address is not None:
            with Client(address) as client:
                yield from _timed(client, tasks)
            return
        with _local(workers) as cluster, Client(cluster) as client:
            client.wait_for_workers(workers)
            yield from _timed(client, tasks)


def _local(workers: int) -> Any:
    """Starts worker processes on this machine.

    Raises:
        OSError: A process ended before it could work.
    """
    from distributed import LocalCluster

    # Dask prints what happened in its own code, in many lines; the exception says it in one.
    log = logging.getLogger("distributed.nanny")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        options: dict[str, Any] = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
        return LocalCluster(**options, silence_logs=logging.CRITICAL)
    except (RuntimeError, TimeoutError) as error:
        advice = "it was killed, or the machine lacks memory; try fewer --workers, or --scheduler threads"
        raise ChildProcessError(f"a worker process ended at its start: {advice}") from error
    finally:
        log.setLevel(level)


def _timed(client: Any, tasks: list[Task]) -> Iterator[Optional[str]]:
    global _seconds
    start = time.perf_counter()
    yield from _futures(client, tasks)
    _seconds = time.perf_counter() - start


def _futures(client: Any, tasks: list[Task]) -> Iterable[Optional[str]]:
    from distributed import as_completed as completed

    futures = client.map(work, tasks, pure=False)
    numbers = {future.key: task.part.number for future, task in zip(futures, tasks)}
    for future in completed(futures):
        error = future.exception()
        yield future.result() if error is None else f"part {numbers[future.key]}: {type(error).__name__}: {error}"
        future.release()
