"""Checks and converts a folder, or a listing of an object store, on any number of cores or machines.

    python farm.py Data -o report                                 # checks all files on all cores
    python farm.py Data -o report --to glb --workers 2            # and writes every model as glTF into report/converted
    python farm.py s3://bucket/Data -o report                     # any file system of fsspec; needs its driver, such as s3fs
    python farm.py Data -o report --scheduler tcp://host:8786     # on an existing Dask cluster

Each finished part is a file in `report/parts`; a run that was broken off goes on where it was. At the end there are `findings.csv`, one line
per finding, and `findings.png`, which says how many there are by format. Paths have to be readable by every worker.
"""

from __future__ import annotations

import argparse
import collections
import csv
import hashlib
import json
import os
import posixpath
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional

import dask.bag
import fsspec

import engine_assets as ea

COLUMNS = ["file", "format", "status", "severity", "path", "offset", "message"]
PER_PART = 32
PARTS_PER_WORKER = 8


def check(url: str, root: str, to: Optional[str], out: str) -> dict[str, Any]:
    """Result for a file: format, findings, size, and size of its conversion."""
    name = posixpath.relpath(url, root) if url != root else posixpath.basename(url)
    row: dict[str, Any] = {"file": name, "format": None, "status": "ok", "findings": [], "bytes": 0, "converted": 0}
    try:
        with fsspec.open(url, "rb") as file:
            data = file.read()
        row["bytes"] = len(data)
        asset = ea.open(data, name=name)
        row["format"] = asset.format
        findings = asset.validate(roundtrip=True)
        if to is not None and asset.format in ("urho-mdl", "pragma-model", "zed-model", "gltf"):
            made = ea.convert(asset, to=to, lossy=True)
            findings += made.findings
            row["converted"] = sum(store(out, name, file) for file in made.files)
        row["findings"] = [vars(finding) for finding in findings]
        worst = {finding.severity for finding in findings}
        row["status"] = "error" if "error" in worst else "findings" if worst else "ok"
    except ea.UnknownFormatError:
        row["status"] = "skipped"
    except (ea.Error, OSError) as error:
        path, offset = getattr(error, "path", ""), getattr(error, "offset", None)
        message = getattr(error, "message", str(error))
        row["status"] = "error"
        row["findings"] = [{"severity": "error", "path": path, "offset": offset, "message": message}]
    return row


def store(out: str, name: str, file: ea.OutputFile) -> int:
    """Writes a converted file into the output folder. Returns its size."""
    target = posixpath.join(out, "converted", name + "." + file.name.rpartition(".")[2])
    with fsspec.open(target, "wb", auto_mkdir=True) as stream:
        stream.write(file.data)
    return len(file.data)


def check_part(urls: list[str], root: str, to: Optional[str], out: str) -> int:
    """Checks the files of a part and stores the results. Returns the number of files."""
    rows = [check(url, root, to, out) for url in urls]
    target = part_path(out, urls, to)
    # It appears whole or not at all: an existing part is finished.
    with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False, encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    os.replace(stream.name, target)
    return len(rows)


def part_path(out: str, urls: list[str], to: Optional[str]) -> Path:
    """The file of a part. It differs for other files or other options."""
    digest = hashlib.sha256("\n".join([to or "", *urls]).encode()).hexdigest()[:16]
    return Path(out) / "parts" / f"{digest}.jsonl"


def listing(source: str) -> tuple[str, list[str]]:
    """All files below a folder, and the folder, as URLs."""
    filesystem, root = fsspec.core.url_to_fs(source)
    paths = sorted(filesystem.find(root))
    return filesystem.unstrip_protocol(root), [filesystem.unstrip_protocol(path) for path in paths]


def parts_of(urls: list[str], workers: int) -> list[list[str]]:
    """Files in parts: enough for every worker to be busy to the end, and few enough that a part is worth its way."""
    size = max(1, min(PER_PART, len(urls) // (workers * PARTS_PER_WORKER)))
    # Neighbours are alike: dealt out one by one, no part has all the large ones.
    count = max(1, -(-len(urls) // size))
    return [part for part in (urls[number::count] for number in range(count)) if part]


def rows_of(parts: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Everything that came of all files, in the order of their names."""
    rows = [json.loads(line) for part in parts for line in part.read_text(encoding="utf-8").splitlines()]
    return iter(sorted(rows, key=lambda row: str(row["file"])))


def write_table(rows: Iterable[dict[str, Any]], path: Path) -> None:
    """One line per finding; a line without one for files that have none."""
    with open(path, "w", newline="", encoding="utf-8") as stream:
        table = csv.DictWriter(stream, COLUMNS)
        table.writeheader()
        for row in rows:
            head = {column: row[column] for column in ("file", "format", "status")}
            for finding in row["findings"] or [{}]:
                table.writerow({**head, **{column: finding.get(column) for column in COLUMNS[3:]}})


def write_plot(rows: Iterable[dict[str, Any]], path: Path) -> None:
    """Number of files per format and result."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for row in rows:
        counts[row["format"] or "not opened"][row["status"]] += 1
    formats = sorted(counts, reverse=True)
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.32 * len(formats)), layout="constrained")
    left = [0] * len(formats)
    colors = {"ok": "#4c956c", "findings": "#f2c14e", "error": "#c8553d", "skipped": "#b8b8b8"}
    for status, color in colors.items():
        widths = [counts[name][status] for name in formats]
        axes.barh(formats, widths, left=left, color=color, label=status)
        left = [a + b for a, b in zip(left, widths)]
    for place, total in enumerate(left):
        axes.text(total, place, f" {total}", va="center", fontsize=8)
    axes.set_xlabel("files")
    axes.margins(x=0.08)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def farm(source: str, out: str, to: Optional[str] = None, workers: int = 0, scheduler: Optional[str] = None) -> float:
    """Checks all files below `source`. Returns the seconds that the work took, without the start of the workers."""
    workers = workers or os.cpu_count() or 1
    (Path(out) / "parts").mkdir(parents=True, exist_ok=True)
    root, urls = listing(source)
    parts = parts_of(urls, workers)
    left = [part for part in parts if not part_path(out, part, to).exists()]
    bag = dask.bag.from_sequence(left, npartitions=max(1, len(left))).map(check_part, root, to, str(Path(out).resolve()))
    print(f"{len(urls)} files in {len(parts)} parts, {len(left)} to do", file=sys.stderr)
    seconds = compute(bag, workers, scheduler) if left else 0.0
    rows = list(rows_of(part_path(out, part, to) for part in parts))
    write_table(rows, Path(out) / "findings.csv")
    write_plot(rows, Path(out) / "findings.png")
    by_status = collections.Counter(row["status"] for row in rows)
    megabytes = sum(row["bytes"] for row in rows) / 1e6
    print(f"{dict(by_status)}; {megabytes:.1f} MB in {seconds:.2f} s", file=sys.stderr)
    return seconds


def compute(bag: Any, workers: int, scheduler: Optional[str]) -> float:
    """Runs the work where it is asked for: on a cluster, or on processes of this machine."""
    if scheduler in ("threads", "sync"):
        start = time.perf_counter()
        bag.compute(scheduler=scheduler, num_workers=workers)
        return time.perf_counter() - start
    from distributed import Client, LocalCluster

    if scheduler is not None:
        with Client(scheduler):
            start = time.perf_counter()
            bag.compute()
            return time.perf_counter() - start
    options = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        client.wait_for_workers(workers)
        start = time.perf_counter()
        bag.compute()
        return time.perf_counter() - start


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("source", help="folder, or URL that fsspec knows")
    parser.add_argument("-o", "--output", required=True, help="folder of the report")
    parser.add_argument("--to", help="format to convert models to, such as glb")
    parser.add_argument("--workers", type=int, default=0, help="processes; by default one per core")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; or `threads`, or `sync` for none at all")
    arguments = parser.parse_args()
    farm(arguments.source, arguments.output, arguments.to, arguments.workers, arguments.scheduler)
    return 0


if __name__ == "__main__":
    sys.exit(main())
