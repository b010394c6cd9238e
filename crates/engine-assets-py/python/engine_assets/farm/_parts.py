"""Divides files into parts that don't change from run to run."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Optional

from .. import _native

PER_PART = 32
"""The average number of files in a part when a report is started."""
LIMITS = (PER_PART // 8, PER_PART * 8)
"""If parts have more files than this on average, an existing report is divided again."""

Row = dict[str, Any]


@dataclass(frozen=True)
class File:
    """A file to check."""

    url: str
    key: str
    """Hash of everything that would change its row: URL, size, modification time or ETag, options, version of the library."""


@dataclass(frozen=True)
class Part:
    """The files that a task checks."""

    number: int
    count: int
    files: tuple[File, ...]

    @property
    def name(self) -> str:
        """Name of the file of this part. If the files in the part are different, the name is too."""
        return hashlib.sha256("\n".join(file.key for file in self.files).encode()).hexdigest()[:16] + ".jsonl"

    def folder(self, out: Path) -> Path:
        """Folder of the files of this part. It is divided, so that a listing is short even if there are many parts."""
        return out / "parts" / str(self.count) / f"{self.number:05}"

    def is_done(self, out: Path) -> bool:
        """True if the file of this part exists, and all files in the part could be read."""
        return (self.folder(out) / self.name).exists()

    def stored(self, out: Path) -> list[Path]:
        """The files that earlier runs have stored for this part."""
        return sorted(self.folder(out).glob("*.jsonl*"))

    def rows(self, out: Path) -> Iterator[Row]:
        """The rows of this part that are already stored."""
        keys = {file.url: file.key for file in self.files}
        found = {row["url"]: row for path in self.stored(out) for row in read(path) if keys.get(row["url"]) == row["key"]}
        return iter(found.values())

    def store(self, out: Path, rows: list[Row]) -> None:
        """Stores the rows of this part in a file that is never only partly written. If files couldn't be read, the part isn't done."""
        unread = any(row["status"] == "unread" for row in rows)
        folder = self.folder(out)
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / (self.name + ".unread" if unread else self.name)
        # Temporary files of killed workers too.
        before = list(folder.iterdir())
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".part-")
        try:
            with open(handle, "w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(row) + "\n" for row in rows)
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        for path in before:
            if path != target:
                path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Task:
    """The work to do for a part."""

    part: Part
    root: str
    out: str
    to: Optional[str]
    fresh: bool


def read(path: Path) -> list[Row]:
    """Returns the rows in the file of a part."""
    with open(path, encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def listing(source: str) -> tuple[str, dict[str, str]]:
    """Returns the URL of a folder, and the URLs of all files below it, each with the data that changes when its content changes."""
    import fsspec

    filesystem, root = fsspec.core.url_to_fs(source)
    found = filesystem.find(root, detail=True)
    if not found and not filesystem.exists(root):
        raise FileNotFoundError(f"{source}: no such folder")
    times = ("ETag", "etag", "mtime", "LastModified", "last_modified", "updated", "created")
    files = {}
    for path, details in found.items():
        time = next((details[name] for name in times if details.get(name) is not None), "")
        files[filesystem.unstrip_protocol(path)] = f"{details.get('size')} {time}"
    return filesystem.unstrip_protocol(root), files


def divide(files: dict[str, str], out: Path, options: str) -> list[Part]:
    """Divides files into parts by a hash of their URLs, so that a new file changes only one part."""
    count = _count(len(files), out)
    parts: dict[int, list[File]] = {}
    for url, state in sorted(files.items()):
        key = _hash(f"{url}\n{state}\n{options}\n{_native.__version__}").hex()[:24]
        number = int.from_bytes(_hash(url)[:8], "big") % count
        parts.setdefault(number, []).append(File(url, key))
    return [Part(number, count, tuple(own)) for number, own in sorted(parts.items())]


def _hash(text: str) -> bytes:
    """Returns the hash of a text. Names of files need not be UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _count(files: int, out: Path) -> int:
    """Returns the number of parts. This is the number in the report, unless its parts have become too small or too large."""
    counts = [int(path.name) for path in (out / "parts").iterdir() if path.name.isdigit()]
    for count in sorted(counts):
        if LIMITS[0] <= files / count <= LIMITS[1] or count == 1 and files <= LIMITS[1]:
            return count
    return max(1, files // PER_PART)


def forget_others(out: Path, parts: list[Part]) -> None:
    """Removes the files of parts that don't exist any more."""
    known = {part.folder(out) for part in parts}
    for folder in (out / "parts").glob("*/*"):
        if folder not in known:
            shutil.rmtree(folder, ignore_errors=True)
    counts = {folder.parent for folder in known}
    for folder in (out / "parts").iterdir():
        if folder not in counts:
            shutil.rmtree(folder, ignore_errors=True)
