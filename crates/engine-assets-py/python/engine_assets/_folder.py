"""Checks of folders."""

from __future__ import annotations

import os
import pathlib
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, Iterator, Optional, Sequence, TypedDict, Union, cast

from . import _native
from ._options import Path
from ._errors import Error, UnknownFormatError
from ._progress import Progress

BATCH = 256


class Record(TypedDict):
    """A finding about a file, as a row of a table. If a file has no findings, it has one row without a message."""

    file: str
    """Path of the file."""
    format: Optional[str]
    """Name of the format, or `None` if the file can't be opened."""
    bytes: int
    """Size of the file."""
    status: str
    """`ok`, `findings` or `error`, computed from all findings of the file."""
    severity: Optional[str]
    """`note`, `warning` or `error`."""
    kind: Optional[str]
    """Kind of the finding, such as `urho-mdl/weights-missing`."""
    path: Optional[str]
    """Part of the file."""
    offset: Optional[int]
    """Byte offset in the file."""
    message: Optional[str]
    """Text of the finding."""


def validate_folder(
    inputs: Union[Path, Sequence[Path]],
    *,
    roundtrip: bool = False,
    progress: Union[bool, Callable[[int, int, pathlib.Path], object]] = False,
    workers: Optional[int] = None,
) -> Iterator[Record]:
    """Checks all files in folders, using all cores, and returns an iterator over the records, sorted by path.

    Use this to create tables in pandas, polars, csv …

    If the format of a file is unknown, it is skipped, unless you pass the file itself in `inputs`.

    >>> records = list(validate_folder("."))
    >>> {record["status"] for record in records if record["file"] == "Character.mdl"}
    {'ok'}

    Args:
        inputs: One or several files or folders.
        roundtrip: Write each file again and compare it.
        progress: A function that is called with the number of finished files, the number of all files and a path. Pass `True` to show a bar on stderr.
        workers: Number of threads. By default, there is one per core.

    Raises:
        FileNotFoundError: There is no such file or folder.
    """
    roots = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    files: list[tuple[pathlib.Path, bool]] = []
    for root in map(pathlib.Path, roots):
        root.stat()
        below = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else None
        files += [(root, True)] if below is None else [(path, False) for path in below]
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool, Progress("validate") as bar:
        told = bar if progress is True else progress or None
        for first in range(0, len(files), BATCH):
            batch = files[first : first + BATCH]
            checked = pool.map(lambda file: _records(file[0], file[1], roundtrip), batch)
            for number, ((path, _), records) in enumerate(zip(batch, checked), first + 1):
                if told is not None:
                    told(number, len(files), path)
                yield from records


def _records(path: pathlib.Path, named: bool, roundtrip: bool) -> list[Record]:
    """Returns the rows for a file."""
    form: Optional[str] = None
    size = 0
    rows: list[tuple[str, str, str, Optional[int], str]] = []
    try:
        asset = _native.open(path)
        form, size = asset.format, len(asset)
        found = asset.validate(roundtrip=roundtrip)
        rows = [(one.severity, one.kind, one.path, one.offset, one.message) for one in found]
    except UnknownFormatError as error:
        if not named:
            return []
        rows = [("error", "", "", None, error.message)]
    except Error as error:
        rows = [("error", "", error.path, error.offset, error.message)]
    except OSError as error:
        rows = [("error", "", "", None, str(error))]
    worst = {row[0] for row in rows}
    status = "error" if "error" in worst else "findings" if worst else "ok"
    head = {"file": str(path), "format": form, "bytes": size, "status": status}
    names = ("severity", "kind", "path", "offset", "message")
    every: Sequence[Sequence[object]] = rows or [(None,) * len(names)]
    return [cast(Record, {**head, **dict(zip(names, row))}) for row in every]
