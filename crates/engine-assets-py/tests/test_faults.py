"""Processes that are killed, and disks without room: existing files stay, or are replaced completely."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
import time
from typing import Callable

import pytest

import engine_assets as ea

IMPORTED = "import sys, engine_assets as ea; print('ready', flush=True); sys.stdin.readline()\n"


def killed(code: str, arguments: list[pathlib.Path], check: Callable[[], None]) -> None:
    """Kills a Python at ever later moments behind its imports, until it once is done before; `check` looks at what each left."""
    pause, started = 0.0, time.monotonic()
    while True:
        command = [sys.executable, "-c", IMPORTED + code, *map(str, arguments)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
            assert child.stdin is not None and child.stdout is not None
            assert child.stdout.readline().strip() == b"ready"
            child.stdin.write(b"\n")
            child.stdin.flush()
            time.sleep(pause)
            done = child.poll() is not None
            child.kill()
        check()
        if done:
            assert child.returncode == 0
            return
        pause = pause * 1.5 + 0.002
        assert time.monotonic() - started < 120, "it never ends"


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """Files of a megabyte each that don't pack well."""
    numbers = random.Random(1)
    (tmp_path / "in").mkdir()
    for number in range(8):
        (tmp_path / "in" / f"{number}.bin").write_bytes(numbers.randbytes(1 << 20))
    return tmp_path


def test_a_killed_pack_leaves_the_old_package_or_the_new_one(folder: pathlib.Path) -> None:
    old, new = folder / "a.pak", folder / "b.pak"
    old.write_bytes(b"old")
    ea.Package.pack(new, folder / "in")
    whole = new.read_bytes()

    def check() -> None:
        assert old.read_bytes() in (b"old", whole)

    killed("ea.Package.pack(sys.argv[1], sys.argv[2], force=True)", [old, folder / "in"], check)
    assert old.read_bytes() == whole


def test_a_killed_extraction_leaves_whole_files_only(folder: pathlib.Path) -> None:
    package, out = folder / "a.pak", folder / "out"
    ea.Package.pack(package, folder / "in")

    def check() -> None:
        for file in (folder / "in").iterdir():
            left = out / file.name
            assert not left.exists() or left.read_bytes() == file.read_bytes()

    killed("ea.Package(sys.argv[1]).extract(sys.argv[2], force=True)", [package, out], check)
    assert len([file for file in out.iterdir() if file.suffix == ".bin"]) == 8


def test_a_killed_conversion_leaves_the_old_file_or_the_new_one(samples: pathlib.Path) -> None:
    old = samples / "Old.glb"
    old.write_bytes(b"old")
    whole = ea.convert(samples / "Character.mdl", to="glb").data

    def check() -> None:
        assert old.read_bytes() in (b"old", whole)

    killed("ea.convert(sys.argv[1], sys.argv[2], force=True)", [samples / "Character.mdl", old], check)
    assert old.read_bytes() == whole


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are Unix's")
def test_without_room_the_old_package_stays(folder: pathlib.Path) -> None:
    package = folder / "a.pak"
    package.write_bytes(b"old")
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
        "ea.Package.pack(sys.argv[1], sys.argv[2], force=True)"
    )
    command = [sys.executable, "-c", "import sys, engine_assets as ea\n" + code, str(package), str(folder / "in")]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 1 and "File too large" in ended.stderr, ended.stderr
    assert package.read_bytes() == b"old" and sorted(file.name for file in folder.iterdir()) == ["a.pak", "in"]
