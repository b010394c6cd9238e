"""Names of files in documents never become paths outside of the output folder."""

from __future__ import annotations

import base64
import json
import pathlib
import struct

import pytest

import engine_assets as ea

POSITIONS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
NAMES = ["C:/Windows/Temp/Box", "../../Box", "CON", "COM1.txt", "a:b", "x:Zone.Identifier", ".git/hooks/Box", "a\u202eb", "a\x1b]0;x\x07b", "a\nb"]


def gltf(name: str) -> bytes:
    """A triangle whose node, mesh and material have a name."""
    uri = "data:application/octet-stream;base64," + base64.b64encode(POSITIONS).decode()
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": name}],
        "meshes": [{"name": name, "primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{"name": name, "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}],
        "buffers": [{"byteLength": len(POSITIONS), "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": len(POSITIONS)}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
    }
    return json.dumps(document).encode()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("output", ["Scenes/Level.xml", "Models/Box.mdl", "maps/level.pmap_b"])
def test_outputs_stay_in_their_folder(tmp_path: pathlib.Path, name: str, output: str) -> None:
    source = tmp_path / "source.gltf"
    source.write_bytes(gltf(name))
    data = tmp_path / "out" / "Data"
    data.mkdir(parents=True)
    try:
        made = ea.convert(source, data / output, lossy=True, write=True)
        said = [finding.message for finding in made.findings]
        for file in made.files:
            parts = pathlib.PurePosixPath(file.name).parts
            assert parts and not any(part in ("..", "/") or part.startswith(".") or ":" in part for part in parts), file.name
    except (ea.Error, OSError) as error:
        said = [str(error)]
    written = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")}
    assert written <= {"source.gltf", "out"}
    assert not list((tmp_path / "out").glob("[!D]*"))
    for message in said:
        assert not any(sign in message for sign in "\x1b\x07\n\u202e"), repr(message)
