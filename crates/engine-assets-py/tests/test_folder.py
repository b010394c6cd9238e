"""Folders are converted as by the command."""

from __future__ import annotations

import os
import pathlib
import signal
import threading

import pytest

import engine_assets as ea


@pytest.fixture
def models(samples: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with a model and its animation, two models of one name, a broken one, and a text."""
    folder = tmp_path / "models"
    (folder / "deep").mkdir(parents=True)
    model = (samples / "Character.mdl").read_bytes()
    for name in ("Character.mdl", "deep/same.mdl"):
        (folder / name).write_bytes(model)
    (folder / "Character_Wave.ani").write_bytes((samples / "Character_Wave.ani").read_bytes())
    (folder / "deep/same.pmdl_b").write_bytes((samples / "Crate.pmdl_b").read_bytes())
    (folder / "cut.mdl").write_bytes(model[:99])
    (folder / "notes.txt").write_text("no asset")
    return folder


NAMES = ["Character.glb", "deep/same.mdl.glb", "deep/same.pmdl_b.glb"]


def test_a_folder_is_converted(models: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "out"
    seen: list[tuple[int, int, pathlib.Path]] = []
    report = ea.convert_folder(models, out, to="glb", progress=lambda done, total, path: seen.append((done, total, path)))
    assert [file.path.relative_to(out).as_posix() for file in report.files] == NAMES
    assert report.files[0].source == models / "Character.mdl" and report.files[0].size == (out / NAMES[0]).stat().st_size
    assert [animation for animation, _ in ea.open(out / "Character.glb").scene().animations] == ["Character_Wave"]
    failure = report.failures[0]
    assert failure.source == models / "cut.mdl" and isinstance(failure.error, ea.MalformedError) and "cut.mdl" in str(failure)
    assert list(report.skipped) == [models / "notes.txt"]
    assert sorted(done for done, _, _ in seen) == [1, 2, 3, 4] and {total for _, total, _ in seen} == {4}
    assert out / "Character.glb" in {path for _, _, path in seen}


def test_existing_outputs(models: pathlib.Path, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "out"
    dry = ea.convert_folder(models, out, to="glb", dry_run=True)
    assert [file.path.relative_to(out).as_posix() for file in dry.files] == ["Character.glb", "cut.glb", *NAMES[1:]]
    assert not out.exists()
    ea.convert_folder(models, out, to="glb")
    with pytest.raises(FileExistsError, match="3 output files already exist"):
        ea.convert_folder(models, out, to="glb")
    (out / NAMES[0]).write_bytes(b"mine")
    assert ea.convert_folder(models, out, to="glb", existing="skip").skipped[out / NAMES[0]] == "the output already exists"
    assert (out / NAMES[0]).read_bytes() == b"mine"
    assert not ea.convert_folder(models, out, to="glb", existing="newer").files
    later = (out / NAMES[1]).stat().st_mtime + 10
    os.utime(models / "deep/same.mdl", (later, later))
    assert [file.path for file in ea.convert_folder(models, out, to="glb", existing="newer").files] == [out / NAMES[1]]
    assert len(ea.convert_folder(models, out, to="glb", existing="replace").files) == 3


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"to": "nothing"}, ea.ConversionError, "expected one of glb, "),
        ({"to": "glb", "existing": "maybe"}, ea.ConversionError, "expected refuse, replace, skip or newer"),
        ({"to": "glb", "force": True}, TypeError, "unexpected keyword argument 'force'"),
        ({"to": "glb", "scale": 0.0}, ea.ConversionError, "a scale above 0"),
        ({"to": "glb", "resources": ["nowhere"]}, OSError, "nowhere"),
    ],
)
def test_wrong_options(
    models: pathlib.Path, tmp_path: pathlib.Path, options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ea.convert_folder(models, tmp_path / "out", **options)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_an_error_of_progress_ends_it(models: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def fail(done: int, total: int, path: pathlib.Path) -> None:
        raise ZeroDivisionError(f"{done} of {total}")

    with pytest.raises(ZeroDivisionError):
        ea.convert_folder(models, tmp_path / "out", to="glb", progress=fail)


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows end the process")
def test_an_interrupt_ends_it(models: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model, out, count = (models / "Character.mdl").read_bytes(), tmp_path / "out", 600
    for number in range(count):
        (models / f"{number}.mdl").write_bytes(model)
    sent = threading.Event()

    def interrupt(done: int, total: int, path: pathlib.Path) -> None:
        if not sent.is_set():
            sent.set()
            os.kill(os.getpid(), signal.SIGINT)

    # A shell that starts the tests in the background has them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            ea.convert_folder(models, out, to="glb", progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    written = sum(1 for _ in out.rglob("*.glb"))
    assert 0 < written < count
