"""A .glb as its JSON and its numbers. Nothing here needs Blender."""

import json
import struct

MAGIC, VERSION, JSON, BIN = 0x46546C67, 2, 0x4E4F534A, 0x004E4942


def parts(data):
    """The JSON of a .glb as objects, and the following chunks as bytes."""
    magic, version, _ = struct.unpack_from("<III", data, 0)
    length, kind = struct.unpack_from("<II", data, 12)
    if (magic, version, kind) != (MAGIC, VERSION, JSON):
        raise ValueError("expected a .glb of version 2")
    end = 20 + length
    return json.loads(data[20:end]), data[end:]


def joined(document, rest):
    """The .glb of a JSON and the following chunks."""
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<IIIII", MAGIC, VERSION, 20 + len(text) + len(rest), len(text), JSON)
    return b"".join((head, text, rest))


def without_ours(document, prefix):
    """Takes the custom properties of this add-on out: they are for the .blend only."""
    kinds = ("animations", "cameras", "materials", "meshes", "nodes", "scenes", "skins", "images")
    for one in (one for kind in kinds for one in document.get(kind, [])):
        extras = one.get("extras")
        if not isinstance(extras, dict):
            continue
        for key in [key for key in extras if key.startswith(prefix)]:
            del extras[key]
        if not extras:
            del one["extras"]


def keep_animations(document, wanted):
    """Leaves the animations whose names `wanted` takes. Their numbers stay where they are."""
    kept = [one for one in document.get("animations", []) if wanted(one.get("name", ""))]
    if kept:
        document["animations"] = kept
    else:
        document.pop("animations", None)


def node_names(document):
    return [node.get("name", "") for node in document.get("nodes", [])]
