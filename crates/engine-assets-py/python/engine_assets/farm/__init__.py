"""Checks and converts a folder, or a listing of an object store, on any number of cores or machines.

It is for more work than one machine can do: on one machine, `validate_folder` and `convert_folder` use all cores without it. It needs the optional part
`engine-assets[farm]`, with Dask, fsspec and matplotlib.

    python -m engine_assets.farm Data -o report                            # checks all files on all cores
    python -m engine_assets.farm Data -o report --to glb --workers 2       # and writes every model as glTF into report/converted
    python -m engine_assets.farm s3://bucket/Data -o report                # any URL of fsspec; needs its driver, such as s3fs
    python -m engine_assets.farm Data -o report --scheduler tcp://host:8786    # on an existing Dask cluster

The report has `findings.csv`, one line per finding; `files.csv`, one line per file; and `index.html`, a page with plots that needs no other file.

Files are divided into parts by a hash of their names, and each finished part is a file in `report/parts`. A run that was broken off goes on, and a later
run checks only files that are new or changed (another size, modification time or ETag, another version of this library) and files that couldn't be
read. Only the parts with these files are written again. `--fresh` checks all.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from .._progress import Progress
from . import _parts, _report, _run
from ._parts import Task

__all__ = ["Result", "farm"]


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    files: int
    """Number of files."""
    parts: int
    """Number of parts."""
    done: int
    """Number of parts that this run has processed."""
    seconds: float
    """Duration of the work in seconds, without the start of the workers."""
    statuses: dict[str, int] = field(default_factory=dict)
    """Number of files by status: `ok`, `findings`, `error`, `skipped` (of no known format), `unread`."""
    problems: list[str] = field(default_factory=list)
    """Parts that couldn't be stored, and files that couldn't be read. The next run will try them again."""

    def __str__(self) -> str:
        statuses = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.files} files ({statuses}), {self.done} of {self.parts} parts in {self.seconds:.2f} s"


def farm(
    source: str,
    output: str | os.PathLike[str],
    *,
    to: Optional[str] = None,
    workers: int = 0,
    scheduler: Optional[str] = None,
    fresh: bool = False,
    progress: bool = False,
) -> Result:
    """Checks all files in `source`, and writes a report.

    Args:
        source: A folder, or a URL that fsspec supports.
        output: Folder for the report. All workers must be able to write to it.
        to: `glb` also converts models, `png` renders them (into `converted`), `parquet` also writes the tables as Parquet, which needs pyarrow.
        workers: Number of processes or threads. By default, there is one per core.
        scheduler: Address of a Dask scheduler, or `threads`, or `sync` to run everything in this process. By default, processes on this machine are used.
        fresh: Check all files again.
        progress: Show progress on stderr. If tqdm is installed, this is a bar.

    Raises:
        OSError: The source can't be listed, the report can't be written, or a worker process can't be started.
    """
    if to not in (None, "glb", "png", "parquet"):
        raise ValueError(f"expected glb, png or parquet, found {to}")
    out = Path(output).resolve()
    (out / "parts").mkdir(parents=True, exist_ok=True)
    root, files = _parts.listing(source)
    parts = _parts.divide(files, out, "" if to == "parquet" else to or "")
    left = [part for part in parts if fresh or not part.is_done(out)]
    tasks = [Task(part, root, str(out), None if to == "parquet" else to, fresh) for part in left]
    with Progress("farm", "parts") as bar:
        start = time.perf_counter()
        problems = _run.run(tasks, workers or os.cpu_count() or 1, scheduler, bar if progress else None) if tasks else []
        seconds = time.perf_counter() - start if scheduler in ("threads", "sync") else _run.last_seconds()
    _parts.forget_others(out, parts)
    rows = sorted((row for part in parts for row in part.rows(out)), key=lambda row: str(row["file"]))
    problems += [f"{row['file']}: {row['findings'][0]['message']}" for row in rows if row["status"] == "unread"]
    statuses = dict(Counter(row["status"] for row in rows))
    result = Result(len(files), len(parts), len(tasks), seconds if tasks else 0.0, statuses, problems)
    _report.write(rows, out, str(result), parquet=to == "parquet")
    return result
