"""The farm: parts that stay, results that are never stale, the same table after every kind of failure."""

from __future__ import annotations

import csv
import errno
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, Iterator

import pytest

import engine_assets as ea

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("matplotlib")

from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

from engine_assets import farm as module  # noqa: E402
from engine_assets.farm import _parts, _work, farm  # noqa: E402


def table(report: pathlib.Path, name: str = "findings") -> list[dict[str, str]]:
    with open(report / f"{name}.csv", newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def many(samples: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """Four hundred files, every tenth of them broken."""
    folder = tmp_path / "many"
    folder.mkdir()
    room, text = (samples / "Room.udm_b").read_bytes(), b"$float a 1\n"
    for number in range(400):
        (folder / f"{number:03}.udm").write_bytes(room[:50] if number % 10 == 0 else room if number % 2 else text)
    return folder


def states(report: pathlib.Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in (report / "parts").rglob("*.jsonl*")}


def test_a_report_has_every_file(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (samples / "sub").mkdir()
    (samples / "sub" / "cut.mdl").write_bytes((samples / "Character.mdl").read_bytes()[:100])
    (samples / "notes.md").write_text("nothing of the kind")
    report = tmp_path / "report"
    result = farm(str(samples), report, to="glb", scheduler="threads", workers=2)
    rows = table(report)
    names = {one.relative_to(samples).as_posix() for one in samples.rglob("*") if one.is_file()}
    assert {row["file"] for row in rows} == names and result.files == len(names) and result.problems == []
    cut = next(row for row in rows if row["file"] == "sub/cut.mdl")
    assert (cut["status"], cut["path"], cut["offset"]) == ("error", "vertex buffer 0 > vertices", "52")
    assert next(row for row in rows if row["file"] == "notes.md")["status"] == "skipped"
    assert (report / "converted" / "Character.mdl.glb").read_bytes()[:4] == b"glTF"
    assert sum(result.statuses.values()) == len(table(report, "files")) == len(names)
    page = (report / "index.html").read_text(encoding="utf-8")
    assert "data:image/png;base64," in page and "http" not in page and "sub/cut.mdl" in page


def test_only_changed_files_are_checked_again(
    many: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "report"
    first = farm(str(many), report, scheduler="sync")
    assert first.done == first.parts > 8 and farm(str(many), report, scheduler="sync").done == 0
    before, checked = states(report), []
    check = _work.check

    def counted(file: _parts.File, task: _parts.Task) -> _parts.Row:
        checked.append(file.url)
        return check(file, task)

    monkeypatch.setattr(_work, "check", counted)
    # A replaced file: its old error doesn't stay.
    (many / "000.udm").write_bytes((many / "001.udm").read_bytes())
    # A new one.
    shutil.copy(many / "001.udm", many / "new.udm")
    result = farm(str(many), report, scheduler="sync")
    assert result.done <= 2 and sorted(pathlib.Path(url).name for url in checked) == ["000.udm", "new.udm"]
    assert len(before.items() & states(report).items()) >= first.parts - 2
    rows = {row["file"]: row["status"] for row in table(report, "files")}
    assert rows["000.udm"] == rows["001.udm"] == rows["new.udm"] and rows["010.udm"] == "error"
    # One less.
    (many / "new.udm").unlink()
    assert farm(str(many), report, scheduler="sync").done == 1 and len(table(report, "files")) == 400
    checked.clear()
    assert farm(str(many), report, scheduler="sync", fresh=True).done == first.parts and len(checked) == 400
    checked.clear()
    assert farm(str(many), report, to="png", scheduler="sync").done == first.parts and len(checked) == 400


def test_a_report_that_outgrows_its_parts_is_divided_anew(many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    report = tmp_path / "report"
    few = tmp_path / "few"
    few.mkdir()
    shutil.copy(many / "001.udm", few)
    assert farm(str(few), report, scheduler="sync").parts == 1
    for path in many.iterdir():
        shutil.copy(path, few)
    assert farm(str(few), report, scheduler="sync").parts > 8
    assert len(table(report, "files")) == 400 and not (report / "parts" / "1").exists()


class Flaky(MemoryFileSystem):  # type: ignore[misc]
    """A store that fails one request in a hundred; or all of them, for a name."""

    protocol = "flaky"
    store: dict[str, Any] = {}
    requests = 0
    broken = "/never"

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("flaky://", "memory://")))

    def _open(self, path: str, mode: str = "rb", **options: Any) -> Any:
        type(self).requests += mode == "rb"
        fails = mode == "rb" and type(self).requests % 100 == 0
        if fails or path.endswith(type(self).broken):
            raise OSError(errno.EIO, "503 Slow Down")
        return super()._open(path, mode, **options)


@pytest.fixture
def flaky(many: pathlib.Path) -> Iterator[str]:
    fsspec.register_implementation("flaky", Flaky, clobber=True)
    filesystem = fsspec.filesystem("flaky")
    for path in many.iterdir():
        filesystem.pipe_file(f"/bucket/{path.name}", path.read_bytes())
    yield "flaky://bucket"
    Flaky.store.clear()
    Flaky.broken = "/never"


def test_a_store_that_fails_now_and_then_gives_the_same_table(
    flaky: str, many: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    result = farm(flaky, tmp_path / "report", scheduler="sync")
    assert result.problems == [] and Flaky.requests > 400
    farm(str(many), tmp_path / "local", scheduler="sync")
    assert table(tmp_path / "report") == table(tmp_path / "local")


def test_an_unread_file_is_tried_again(flaky: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_work, "WAIT", 0.0)
    Flaky.broken = "/001.udm"
    result = farm(flaky, tmp_path / "report", scheduler="sync")
    assert result.statuses["unread"] == 1 and "001.udm: [Errno 5] 503 Slow Down" in result.problems[0]
    Flaky.broken = "/never"
    result = farm(flaky, tmp_path / "report", scheduler="sync")
    assert (result.done, result.problems, "unread" in result.statuses) == (1, [], False)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_loses_nothing(many: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make, made = tempfile.mkstemp, []

    def full(**options: Any) -> tuple[int, str]:
        handle, path = make(**options)
        made.append(path)
        if len(made) > 3:
            os.close(handle)
            handle = os.open("/dev/full", os.O_WRONLY)
        return handle, path

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", full)
        result = farm(str(many), tmp_path / "report", scheduler="sync")
    assert len(result.problems) == result.parts - 3 and "No space left" in result.problems[0]
    assert len(states(tmp_path / "report")) == 3
    result = farm(str(many), tmp_path / "report", scheduler="sync")
    assert result.done == result.parts - 3 and result.problems == []
    farm(str(many), tmp_path / "whole", scheduler="sync")
    assert table(tmp_path / "report") == table(tmp_path / "whole")


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "engine_assets.farm", *map(str, arguments)]


def test_killed_workers_and_drivers_give_the_same_table(many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("distributed")
    psutil = pytest.importorskip("psutil")
    report = tmp_path / "report"

    def started() -> Any:
        driver = psutil.Popen(command(many, "-o", report, "--workers", 2, "--quiet"), stderr=subprocess.DEVNULL)
        while driver.poll() is None and not any((report / "parts").rglob("*.jsonl")):
            time.sleep(0.01)
        return driver

    driver = started()
    for process in [*driver.children(recursive=True), driver]:
        process.kill()
    driver.wait()
    driver = started()
    for worker in [one for one in driver.children(recursive=True) if "spawn_main" in " ".join(one.cmdline())][:1]:
        worker.kill()
    assert driver.wait(timeout=300) == 0
    farm(str(many), tmp_path / "whole", scheduler="sync")
    assert table(report) == table(tmp_path / "whole") and table(report, "files") == table(tmp_path / "whole", "files")


def test_the_command(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    run = subprocess.run(
        command(samples, "-o", tmp_path / "report", "--scheduler", "sync", "--to", "png"), capture_output=True, text=True
    )
    assert run.returncode == 0 and "parts in" in run.stderr
    assert ea.open(tmp_path / "report" / "converted" / "Character.mdl.png").format == "image"
    assert "--fresh" in subprocess.run(command("--help"), capture_output=True, text=True).stdout
    run = subprocess.run(command(tmp_path / "no", "-o", tmp_path / "r"), capture_output=True, text=True)
    assert run.returncode == 1 and "no such folder" in run.stderr
    with pytest.raises(ValueError, match="expected glb, png or parquet"):
        farm(str(samples), tmp_path / "r", to="obj")


def test_tables_as_parquet(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    farm(str(samples), tmp_path / "report", to="parquet", scheduler="sync")
    tables = {name: parquet.read_table(tmp_path / "report" / f"{name}.parquet") for name in ("files", "findings")}
    for name, one in tables.items():
        assert one.num_rows == len(table(tmp_path / "report", name)) > 0
    # No file has a finding: columns without values keep their types.
    farm(str(samples / "Character.mdl"), tmp_path / "one", to="parquet", scheduler="sync")
    for name, one in tables.items():
        assert parquet.read_table(tmp_path / "one" / f"{name}.parquet").schema.equals(one.schema)
    assert str(tables["findings"].schema.field("offset").type) == "int64"
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).read_parquet(tmp_path / "report" / "files.parquet")
        assert list(frame.columns) == list(tables["files"].column_names) and frame["bytes"].sum() > 0
    assert module.Result(1, 1, 0, 0.0).problems == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_names_need_not_be_text(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (samples / os.fsdecode(b"odd\xff.mdl")).write_bytes((samples / "Character.mdl").read_bytes())
    result = farm(str(samples), tmp_path / "report", to="parquet", scheduler="sync")
    odd = [row for row in table(tmp_path / "report", "files") if row["file"].startswith("odd")]
    assert [(row["file"], row["status"]) for row in odd] == [("odd\\udcff.mdl", "ok")] and result.problems == []


def test_a_worker_that_dies_at_its_start_gives_a_sentence(many: pathlib.Path, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("distributed")
    (tmp_path / "die.py").write_text("import os\nos._exit(9)\n")
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__PRELOAD": str(tmp_path / "die.py")}
    run = subprocess.run(
        command(many, "-o", tmp_path / "report", "--workers", 2, "--quiet"), capture_output=True, text=True, env=environment, timeout=300
    )
    advice = "it was killed, or the machine lacks memory; try fewer --workers, or --scheduler threads"
    assert (run.returncode, run.stderr) == (1, f"error: a worker process ended at its start: {advice}\n")
