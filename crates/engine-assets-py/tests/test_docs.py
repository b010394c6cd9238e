"""The examples in docstrings; pytest itself runs the examples of README.md and docs/."""

from __future__ import annotations

import doctest
import pathlib

import pytest

import engine_assets as ea
from engine_assets import _buffers, _convert, _folder, _made, _native, _package, _paths, _project, _render, trimesh, triggers, udm


MODULES = [ea, udm, trimesh, triggers, _buffers, _convert, _folder, _made, _package, _paths, _project, _render]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(samples: pathlib.Path, monkeypatch: pytest.MonkeyPatch, module: object) -> None:
    monkeypatch.chdir(samples)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.testmod(module, optionflags=flags)  # type: ignore[arg-type]
    assert results.attempted > 0 and results.failed == 0


def test_everything_is_documented() -> None:
    for name in ea.__all__:
        # The types of arguments have no texts of their own.
        if not name.startswith("__") and name != "Source":
            assert getattr(ea, name).__doc__, name
    classes = [getattr(_native, name) for name in dir(_native) if isinstance(getattr(_native, name), type)]
    for owner in classes:
        for name, member in vars(owner).items():
            assert name.startswith("_") or member.__doc__, f"{owner.__name__}.{name}"
