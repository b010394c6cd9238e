"""The farm: a cluster of its own, a run that goes on, a table and a plot."""

from __future__ import annotations

import csv
import importlib.util
import pathlib
from types import ModuleType

import pytest

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "examples" / "farm.py"


@pytest.fixture
def farm() -> ModuleType:
    pytest.importorskip("dask")
    pytest.importorskip("matplotlib")
    spec = importlib.util.spec_from_file_location("farm", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(report: pathlib.Path) -> list[dict[str, str]]:
    with open(report / "findings.csv", newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_a_report_says_what_came_of_every_file(farm: ModuleType, samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (samples / "sub").mkdir()
    (samples / "sub" / "cut.mdl").write_bytes((samples / "Character.mdl").read_bytes()[:100])
    (samples / "notes.md").write_text("nothing of the kind")
    report = tmp_path / "report"
    farm.farm(str(samples), str(report), to="glb", scheduler="threads", workers=2)
    rows = table(report)
    assert {row["file"] for row in rows} == {str(one.relative_to(samples)) for one in samples.rglob("*.*")}
    cut = next(row for row in rows if row["file"] == "sub/cut.mdl")
    assert (cut["status"], cut["path"], cut["offset"]) == ("error", "vertex buffer 0 > vertices", "52")
    assert next(row for row in rows if row["file"] == "notes.md")["status"] == "skipped"
    assert (report / "converted" / "Character.mdl.glb").read_bytes()[:4] == b"glTF"
    assert (report / "findings.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_goes_on_where_it_was(farm: ModuleType, samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    report = tmp_path / "report"
    farm.farm(str(samples), str(report), scheduler="sync")
    before = table(report)
    parts = sorted((report / "parts").iterdir())
    (parts[0]).unlink()
    times = {part: part.stat().st_mtime_ns for part in parts[1:]}
    assert farm.farm(str(samples), str(report), scheduler="sync") > 0
    assert {part: part.stat().st_mtime_ns for part in parts[1:]} == times and table(report) == before
    assert farm.farm(str(samples), str(report), scheduler="sync") == 0


def test_a_local_cluster_gives_the_same(farm: ModuleType, samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("distributed")
    farm.farm(str(samples), str(tmp_path / "one"), scheduler="sync", workers=2)
    farm.farm(str(samples), str(tmp_path / "two"), workers=2)
    assert table(tmp_path / "one") == table(tmp_path / "two")


def test_an_object_store_is_listed(farm: ModuleType, samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    memory.put(str(samples), "/bucket/Data", recursive=True)
    farm.farm("memory://bucket/Data", str(tmp_path / "report"), scheduler="threads")
    farm.farm(str(samples), str(tmp_path / "local"), scheduler="sync")
    assert table(tmp_path / "report") == table(tmp_path / "local")
