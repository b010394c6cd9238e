"""The work to do for a part, in any process."""

from __future__ import annotations

import os
import posixpath
import tempfile
import time
from pathlib import Path
from typing import Any, Optional

import engine_assets as ea

from ._parts import File, Row, Task

ATTEMPTS = 4
WAIT = 0.05
MODELS = ("urho-mdl", "pragma-model", "zed-model", "gltf")
VISIBLE = (*MODELS, "image", "urho-material", "pragma-material", "urho-scene", "urho-prefab")


def work(task: Task) -> Optional[str]:
    """Checks the files of a part and stores their rows. Returns the reason if this isn't possible, or `None` if it is done."""
    out = Path(task.out)
    known = {} if task.fresh else {row["url"]: row for row in task.part.rows(out) if row["status"] != "unread"}
    rows = [known.get(file.url) or check(file, task) for file in task.part.files]
    try:
        task.part.store(out, rows)
    except OSError as error:
        return f"part {task.part.number}: {error}"
    return None


def check(file: File, task: Task) -> Row:
    """Returns the row for a file: its format, its findings, its size, and the size of its conversion."""
    name = posixpath.relpath(file.url, task.root) if file.url != task.root else posixpath.basename(file.url)
    # Tables are UTF-8, names need not be.
    shown = name.encode("utf-8", "backslashreplace").decode()
    row: Row = {"file": shown, "url": file.url, "key": file.key, "format": None, "status": "ok", "findings": []}
    row.update(bytes=0, converted=0, seconds=0.0)
    start = time.perf_counter()
    try:
        data = read(file.url)
        row["bytes"] = len(data)
        asset = ea.open(data, name=name)
        row["format"] = asset.format
        findings = [vars(finding) for finding in asset.validate(roundtrip=True)]
        row["findings"] = findings + convert(asset, name, row, task)
        worst = {finding["severity"] for finding in row["findings"]}
        row["status"] = "error" if "error" in worst else "findings" if worst else "ok"
    except ea.UnknownFormatError:
        row["status"] = "skipped"
    except ea.Error as error:
        row["status"] = "error"
        row["findings"] = [problem(error.message, error.path, error.offset)]
    except OSError as error:
        # Nothing about the file: another run tries again.
        row["status"] = "unread"
        row["findings"] = [problem(f"{error}")]
    row["seconds"] = round(time.perf_counter() - start, 6)
    return row


def problem(message: str, path: str = "", offset: Optional[int] = None) -> dict[str, Any]:
    """Creates a finding for an error."""
    return {"severity": "error", "path": path, "offset": offset, "message": message, "kind": ""}


def read(url: str) -> bytes:
    """Reads a file. Because object stores fail now and then, a failure is only reported if it happens four times in a row."""
    import fsspec

    for attempt in range(ATTEMPTS):
        try:
            file: Any = fsspec.open(url, "rb")
            with file as stream:
                data: bytes = stream.read()
            return data
        except FileNotFoundError:
            raise
        except OSError:
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(WAIT * 4**attempt)
    raise AssertionError("unreachable")


def convert(asset: ea.Asset, name: str, row: Row, task: Task) -> list[dict[str, Any]]:
    """Converts a model, or renders what is visible. Returns what was changed or left out."""
    if task.to == "glb" and asset.format in MODELS:
        made = ea.convert(asset, to="glb", lossy=True)
        row["converted"] = sum(store(task.out, f"{name}.{file.name.rpartition('.')[2]}", file.data) for file in made.files)
        return [vars(finding) for finding in made.findings]
    if task.to == "png" and asset.format in VISIBLE:
        row["converted"] = store(task.out, name + ".png", ea.render(asset, size=(256, 256)).to_png())
    return []


def store(out: str, name: str, data: bytes) -> int:
    """Writes a converted file, which is never only partly written. Returns its size."""
    target = Path(out, "converted", name)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".converted-")
    try:
        with open(handle, "wb") as stream:
            stream.write(data)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return len(data)
