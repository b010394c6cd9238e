"""Files to test with: the samples of the command line, the seeds of the fuzz targets, and real files, if there are any."""

from __future__ import annotations

import os
import pathlib
import shutil
from typing import Iterator

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "crates" / "engine-assets-cli" / "samples"
SEEDS = ROOT / "fuzz" / "corpus"


@pytest.fixture
def samples(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with a copy of every sample."""
    return pathlib.Path(shutil.copytree(SAMPLES, tmp_path / "samples"))


@pytest.fixture
def seeds() -> list[pathlib.Path]:
    """Files of every format, which `cargo run -p fuzzkit --all-features --bin seeds` writes."""
    if not SEEDS.is_dir():
        pytest.skip(f"{SEEDS} is not there: cargo run -p fuzzkit --all-features --bin seeds")
    return sorted(path for path in SEEDS.glob("*/seed-*") if path.is_file())


@pytest.fixture
def corpus() -> pathlib.Path:
    """The folder of real files."""
    folder = os.environ.get("ENGINE_ASSETS_CORPUS")
    if folder is None:
        pytest.skip("ENGINE_ASSETS_CORPUS is not set: no real files")
    return pathlib.Path(folder)


@pytest.fixture(autouse=True)
def pages_run_among_the_samples(
    request: pytest.FixtureRequest, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The examples of pages and docstrings open the samples by their names."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(shutil.copytree(SAMPLES, tmp_path / "page"))
    yield
