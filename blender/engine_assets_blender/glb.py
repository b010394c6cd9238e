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


def leave_out(document, has_colours, has_second_uv):
    """Takes vertex colours, and all texture coordinates but the first, out of meshes."""
    for primitive in (one for mesh in document.get("meshes", []) for one in mesh["primitives"]):
        for key in list(primitive["attributes"]):
            kind, _, number = key.partition("_")
            if (kind == "COLOR" and not has_colours) or (kind == "TEXCOORD" and number != "0" and not has_second_uv):
                del primitive["attributes"][key]


def node_names(document):
    return [node.get("name", "") for node in document.get("nodes", [])]


def forget_weights(document):
    """Sets all shape keys to 0. Returns the names of the meshes that showed some."""
    shown = []
    for one in (*document.get("meshes", []), *document.get("nodes", [])):
        if any(one.pop("weights", ())):
            shown.append(one.get("name", ""))
    return shown


def without_nodes(document, names):
    """Takes nodes out of their parents and scenes, with their meshes."""
    gone = {number for number, node in enumerate(document.get("nodes", [])) if node.get("name") in names}
    for holder, key in ((one, key) for kind, key in (("nodes", "children"), ("scenes", "nodes")) for one in document.get(kind, [])):
        if key in holder and gone.intersection(holder[key]):
            holder[key] = [number for number in holder[key] if number not in gone]
            if not holder[key]:
                del holder[key]
    for number in gone:
        document["nodes"][number].pop("mesh", None)
    if gone:
        drop_unused_meshes(document)


def drop_unused_meshes(document):
    """Takes out meshes that no node shows."""
    own = document.get("meshes", [])
    used = sorted({node["mesh"] for node in document.get("nodes", []) if "mesh" in node})
    places = {old: new for new, old in enumerate(used)}
    for node in document.get("nodes", []):
        if "mesh" in node:
            node["mesh"] = places[node["mesh"]]
    document["meshes"] = [own[number] for number in used]
    if not used:
        document.pop("meshes", None)


class Writer:
    """Adds accessors to a .glb."""

    def __init__(self, document, rest):
        self.document = document
        self.data = bytearray(rest[8:])
        self.start = len(self.data)
        self.following = b""
        if len(rest) >= 8:
            length, kind = struct.unpack_from("<II", rest, 0)
            if kind != BIN:
                raise ValueError("expected the binary chunk of a .glb")
            self.data, self.following = bytearray(rest[8 : 8 + length]), rest[8 + length :]
            self.start = length
        # Everything added is one view.
        self.view = len(document.get("bufferViews", []))

    def floats(self, rows, width=1, *, bounds=False):
        """Adds rows of floats. Returns the number of the accessor."""
        made = {
            "bufferView": self.view,
            "byteOffset": len(self.data) - self.start,
            "componentType": 5126,
            "count": len(rows),
            "type": "SCALAR" if width == 1 else f"VEC{width}",
        }
        self.data += struct.pack(f"<{len(rows) * width}f", *(value for row in rows for value in row))
        if bounds:
            stored = struct.unpack_from(f"<{len(rows)}f", self.data, len(self.data) - 4 * len(rows))
            made["min"], made["max"] = [min(stored)], [max(stored)]
        self.document.setdefault("accessors", []).append(made)
        return len(self.document["accessors"]) - 1

    def rest(self):
        """The chunks that follow the JSON."""
        length = len(self.data) - self.start
        if length:
            self.document.setdefault("bufferViews", []).append({"buffer": 0, "byteOffset": self.start, "byteLength": length})
        if not self.data:
            return self.following
        buffers = self.document.setdefault("buffers", [{}])
        buffers[0]["byteLength"] = len(self.data)
        padded = bytes(self.data) + bytes(-len(self.data) % 4)
        return struct.pack("<II", len(padded), BIN) + padded + self.following
