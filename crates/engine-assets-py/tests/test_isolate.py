"""FBX and OBJ: the tolerance of their curves, and reading them in a process of their own."""

from __future__ import annotations

import os
import pathlib
import sys

import pytest

import engine_assets as ea

DOOR = pathlib.Path(__file__).resolve().parents[2] / "fuzzkit" / "src" / "fbx" / "door.fbx"


@pytest.fixture
def door(tmp_path: pathlib.Path) -> pathlib.Path:
    made = tmp_path / "door.fbx"
    made.write_bytes(DOOR.read_bytes())
    return made


def test_a_coarser_tolerance_leaves_fewer_keys(door: pathlib.Path) -> None:
    sizes = [len(ea.convert(door, to="glb", curve_tolerance=tolerance).data) for tolerance in (0.001, None, 100)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > sizes[2], sizes
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ea.ConversionError, match="expected a curve_tolerance above 0"):
            ea.convert(door, to="glb", curve_tolerance=wrong)
    with pytest.raises(TypeError, match="curve_tolerance: expected a number, found str"):
        ea.convert(door, to="glb", curve_tolerance="0.1")  # type: ignore[arg-type]


def test_another_process_makes_the_same_of_a_file(door: pathlib.Path, tmp_path: pathlib.Path) -> None:
    here = ea.convert(door, to="mdl", lossy=True, curve_tolerance=5)
    there = ea.convert(door, to="mdl", lossy=True, curve_tolerance=5, isolate=True)
    assert [(file.name, file.data) for file in here.files] == [(file.name, file.data) for file in there.files]
    report = ea.convert_folder(door, tmp_path / "out", to="glb", isolate=True)
    assert [file.path.name for file in report.files] == ["door.glb"] and not report.failures


def test_a_damaged_file_is_an_error_that_says_how_the_process_ended(door: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    door.write_bytes(door.read_bytes()[:200])
    with pytest.raises((ea.Error, OSError), match="the process that reads it ended with exit (status|code): 1"):
        ea.convert(door, to="glb", isolate=True)
    assert "error: " in capfd.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_crash_harms_nothing_else(door: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crashing = tmp_path / "crashing.sh"
    crashing.write_text("#!/bin/sh\nkill -SEGV $$\n")
    crashing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", os.fspath(crashing))
    with pytest.raises((ea.Error, OSError), match="the process that reads it ended with signal: 11"):
        ea.convert(door, to="glb", isolate=True)
    report = ea.convert_folder(door, tmp_path / "out", to="glb", isolate=True)
    assert not report.files and "signal: 11" in str(report.failures[0])


def test_bytes_have_no_process(door: pathlib.Path, samples: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="isolate: expected the path of a file, found its bytes"):
        ea.convert(door.read_bytes(), to="glb", isolate=True)
    assert ea.convert((samples / "Character.mdl").read_bytes(), to="glb", isolate=True).files
