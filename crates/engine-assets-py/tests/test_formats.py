"""Every format opens, is detected, is checked, and round-trips."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import engine_assets as ea
import pytest

FORMATS = {
    "fbx",
    "gltf",
    "image",
    "pragma-animation",
    "pragma-map",
    "pragma-material",
    "pragma-model",
    "pragma-navmesh",
    "pragma-particles",
    "udm",
    "urho-ani",
    "urho-asc",
    "urho-material",
    "urho-material-list",
    "urho-mdl",
    "urho-pak",
    "urho-prefab",
    "urho-resource",
    "urho-scene",
    "urho-shader",
    "urho-technique",
    "urho-texture",
    "zed-animation",
    "zed-font",
    "zed-image",
    "zed-model",
}
# Their bytes don't identify the format: the name does.
NAMES = {
    "udm": "seed.udm",
    "udm_text": "seed.udm",
    "urho_asc": "seed.asc",
    "urho_material": "seed.txt",
    "urho_mdl": "seed.mdl",
    "urho_shader": "seed.vs3",
    "zed_image": "seed.img",
}


def opened(path: pathlib.Path) -> ea.Asset | None:
    """The seed as what it is by itself, or by a name; `None` if it is a broken one."""
    data = path.read_bytes()
    for name in (None, NAMES.get(path.parent.name, "seed.bin")):
        try:
            return ea.open(data, name=name)
        except ea.Error:
            continue
    return None


def test_every_format_opens_and_comes_back(seeds: list[pathlib.Path]) -> None:
    found: dict[str, int] = {}
    for path in seeds:
        asset = opened(path)
        if asset is None:
            continue
        found[asset.format] = found.get(asset.format, 0) + 1
        summary = asset.summary(hashes=True)
        assert (summary["format"], summary["variant"]) == (asset.format, asset.variant), path
        assert summary["file_size"] == len(asset) == len(asset.data), path
        different = [one for one in asset.validate(roundtrip=True) if "doesn't round-trip" in one.message]
        assert not different, path
        if asset.format == "fbx":
            with pytest.raises(ea.ConversionError, match="only read"):
                asset.to_bytes()
        elif asset.format != "gltf":
            assert asset.to_bytes() == asset.data, path
        assert asset.format in repr(asset) or asset.variant in repr(asset), path
    assert set(found) == FORMATS


def test_samples_open_by_path_and_by_bytes(samples: pathlib.Path) -> None:
    for path in sorted(path for path in samples.rglob("*") if path.is_file()):
        # It belongs to the model and is no document by itself.
        if path.relative_to(samples) == pathlib.Path("Character.xml"):
            continue
        by_path, by_text, by_bytes = ea.open(path), ea.open(str(path)), ea.open(path.read_bytes(), name=path.name)
        assert by_path.format == by_text.format == by_bytes.format
        assert (by_path.name, by_bytes.name) == (str(path), path.name)
        summary = by_path.summary(sidecar=False)
        summary["file"] = path.name
        assert summary == by_bytes.summary()


def test_summary_has_what_stands_beside(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    assert model.summary()["metadata"] and "metadata" not in model.summary(sidecar=False)
    assert json.loads(json.dumps(model.summary())) == model.summary()


def test_bytes_are_borrowed(samples: pathlib.Path) -> None:
    data = (samples / "Character.mdl").read_bytes()
    assert ea.open(data).data is data
    assert ea.open(bytearray(data)).data == ea.open(memoryview(data)).data == data


def test_numpy_is_imported_only_when_asked_for(samples: pathlib.Path) -> None:
    program = (
        "import sys, engine_assets as ea\n"
        f"model = ea.open({str(samples / 'Character.mdl')!r})\n"
        "model.summary(), model.validate(), model.scene(), model.vertex_buffers[0].data\n"
        "assert 'numpy' not in sys.modules\n"
        "model.vertex_buffers[0]['position']\n"
        "assert 'numpy' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
