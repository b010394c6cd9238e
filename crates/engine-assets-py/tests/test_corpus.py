"""Real files, if there are any."""

from __future__ import annotations

import json
import pathlib

import numpy as np

import engine_assets as ea


def test_every_real_file_opens_or_says_why(corpus: pathlib.Path) -> None:
    """Files that were made to be broken are among them: a file that isn't opened has an error with a message."""
    found: dict[str, int] = {}
    for path in sorted(one for one in corpus.rglob("*") if one.is_file() and one.stat().st_size < 4_000_000):
        try:
            asset = ea.open(path)
        except ea.Error as error:
            assert str(error).startswith(str(path))
            continue
        found[asset.format] = found.get(asset.format, 0) + 1
    assert found["urho-mdl"] >= 80 and found["urho-ani"] >= 60 and found["pragma-model"] >= 60
    assert found["zed-model"] >= 40 and found["udm"] >= 400 and found["urho-asc"] >= 25


def test_summaries_are_the_truth(corpus: pathlib.Path) -> None:
    folder = corpus / "urho" / "engine" / "Data" / "Models"
    compared = 0
    for path in sorted(folder.glob("*.mdl")):
        truth = json.loads(path.with_suffix(".mdl.json").read_text())
        summary = ea.open(path).summary(hashes=True)
        assert (summary["format"], summary["file_sha256"]) == ("urho-mdl", truth["file_sha256"])
        for ours, theirs in zip(summary["vertex_buffers"], truth["vertex_buffers"]):
            compared += len(ours.keys() & theirs.keys())
            assert {key: ours[key] for key in theirs if key in ours} == {key: theirs[key] for key in theirs if key in ours}
        assert np.allclose(summary["bounding_box"], truth["bounding_box"])
    assert compared >= 50


def test_columns_of_a_real_model(corpus: pathlib.Path) -> None:
    model = ea.open(corpus / "urho" / "engine" / "Data" / "Models" / "TeaPot.mdl")
    positions = model.vertex_buffers[0]["position"]
    assert np.shares_memory(positions, np.frombuffer(model.data, np.uint8))
    least, greatest = model.scene().rest_pose().bounds or ((), ())
    assert np.allclose(positions.min(axis=0)[1:], least[1:]) and np.allclose(positions.max(axis=0)[1:], greatest[1:])
