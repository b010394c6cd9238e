"""Writes the report: tables, and a page with plots."""

from __future__ import annotations

import base64
import collections
import csv
import html
import importlib
import io
import math
from pathlib import Path
from typing import Any, Iterable, Sequence

from .._display import table
from ._parts import Row

FINDINGS: tuple[str, ...] = ("file", "format", "status", "severity", "kind", "path", "offset", "message")
FILES: tuple[str, ...] = ("file", "format", "status", "bytes", "converted", "findings")
NUMBERS = ("offset", "bytes", "converted", "findings")
COLORS = {"ok": "#4c956c", "findings": "#f2c14e", "error": "#c8553d", "unread": "#6d597a", "skipped": "#b8b8b8"}
STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}
img{max-width:100%}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left}
caption{text-align:left;font-weight:600;padding:.5rem 0}"""


def write(rows: Sequence[Row], out: Path, title: str, *, parquet: bool) -> None:
    """Writes `findings.csv`, `files.csv` and `index.html`. With `parquet`, the tables are written as Parquet too."""
    findings, files = list(_findings(rows)), [{**row, "findings": len(row["findings"])} for row in rows]
    for name, columns, content in (("findings", FINDINGS, findings), ("files", FILES, files)):
        with open(out / f"{name}.csv", "w", newline="", encoding="utf-8") as stream:
            lines = csv.DictWriter(stream, columns, extrasaction="ignore")
            lines.writeheader()
            lines.writerows(content)
        if parquet:
            pyarrow, writer = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
            # Columns without values have types too, so that tables of several reports fit together.
            schema = pyarrow.schema([(column, pyarrow.int64() if column in NUMBERS else pyarrow.string()) for column in columns])
            writer.write_table(pyarrow.Table.from_pylist(content, schema=schema), out / f"{name}.parquet")
    (out / "index.html").write_text(_page(rows, title), encoding="utf-8")


def _findings(rows: Iterable[Row]) -> Iterable[dict[str, Any]]:
    """Returns one line per finding. If a file has no findings, it has one line without a finding."""
    for row in rows:
        for finding in row["findings"] or [{}]:
            yield {**{column: row[column] for column in FINDINGS[:3]}, **{column: finding.get(column) for column in FINDINGS[3:]}}


def _page(rows: Sequence[Row], title: str) -> str:
    """Returns a page that doesn't need any other file."""
    kinds = collections.Counter(
        (finding["severity"], finding.get("kind") or "", row["format"] or "") for row in rows for finding in row["findings"]
    )
    worst = [(count, *key) for key, count in kinds.most_common(40)]
    slowest = sorted(rows, key=lambda row: -row["seconds"])[:15]
    errors = [(row["file"], row["findings"][0]["message"]) for row in rows if row["status"] in ("error", "unread")][:100]
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>engine-assets farm</title><style>{STYLE}</style>",
        f"<h1>engine-assets farm</h1><p>{html.escape(title)}</p>",
        f'<img alt="Plots of formats, sizes, findings and time" src="data:image/png;base64,{_plots(rows)}">' if rows else "",
        table("Findings by kind", ("count", "severity", "kind", "format"), worst),
        table("Errors, at most 100", ("file", "problem"), errors),
        table("Slowest files", ("file", "bytes", "seconds"), [(row["file"], row["bytes"], row["seconds"]) for row in slowest]),
    ]
    return "\n".join(parts)


def _plots(rows: Sequence[Row]) -> str:
    """Draws four plots in a single picture, and returns it as base64."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    formats = sorted({row["format"] or "unknown" for row in rows}, reverse=True)
    figure, axes = pyplot.subplots(2, 2, figsize=(12, 4 + 0.32 * len(formats)), layout="constrained")
    _by_format(axes[0][0], rows, formats)
    _sizes(axes[0][1], rows)
    _kinds(axes[1][0], rows)
    _times(axes[1][1], rows, formats)
    for one in axes.flat:
        one.spines[["top", "right"]].set_visible(False)
        one.tick_params(labelsize=8)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    pyplot.close(figure)
    return base64.b64encode(picture.getvalue()).decode("ascii")


def _by_format(axes: Any, rows: Sequence[Row], formats: list[str]) -> None:
    counts = collections.Counter((row["format"] or "unknown", row["status"]) for row in rows)
    left = [0] * len(formats)
    for status, color in COLORS.items():
        widths = [counts[name, status] for name in formats]
        if any(widths):
            axes.barh(formats, widths, left=left, color=color, label=status)
        left = [a + b for a, b in zip(left, widths)]
    axes.set_title("Files by format and status", fontsize=10)
    axes.legend(frameon=False, fontsize=8)


def _sizes(axes: Any, rows: Sequence[Row]) -> None:
    sizes = [math.log10(row["bytes"]) for row in rows if row["bytes"]]
    axes.hist(sizes, bins=30, color="#3d5a80")
    axes.set_title("Files by size", fontsize=10)
    axes.set_xlabel("bytes, power of ten", fontsize=8)


def _kinds(axes: Any, rows: Sequence[Row]) -> None:
    # Files, not findings: one file with thousands of findings would hide all other kinds.
    kinds = collections.Counter(kind for row in rows for kind in {finding.get("kind") or "unreadable" for finding in row["findings"]})
    shown = kinds.most_common(12)[::-1]
    bars = axes.barh([kind for kind, _ in shown], [count for _, count in shown], color="#c8553d")
    axes.bar_label(bars, fontsize=7, padding=2)
    axes.set_title("Files by kind of finding", fontsize=10)


def _times(axes: Any, rows: Sequence[Row], formats: list[str]) -> None:
    times = {name: [1000 * row["seconds"] for row in rows if (row["format"] or "unknown") == name] for name in formats}
    axes.boxplot(list(times.values()), showfliers=False)
    axes.set_xticks(range(1, len(formats) + 1), formats, rotation=60, ha="right")
    axes.set_title("Time per file", fontsize=10)
    axes.set_ylabel("milliseconds", fontsize=8)
