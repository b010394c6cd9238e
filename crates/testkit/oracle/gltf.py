"""glTF in one file: meshes of triangles below nodes without a turn."""

import json
import struct


def random_scene(rng):
    """Nodes with their place and their triangles."""
    nodes = []
    for number in range(rng.randint(1, 3)):
        count = rng.randint(3, 30)
        places = [tuple(rng.randint(-4096, 4096) / 64 for _ in range(3)) for _ in range(count)]
        indices = [index for _ in range(rng.randint(1, 20)) for index in rng.sample(range(count), 3)]
        place = tuple(float(rng.randint(-8, 8)) for _ in range(3))
        nodes.append({"name": f"Part{number}", "place": place, "places": places, "indices": indices})
    return nodes


def write(nodes):
    data, views, accessors, meshes, shown = b"", [], [], [], []
    for node in nodes:
        for values, codes, kind, component in [(node["places"], "3f", "VEC3", 5126), (node["indices"], "I", "SCALAR", 5125)]:
            start = len(data)
            data += b"".join(struct.pack("<" + codes, *(value if codes == "3f" else (value,))) for value in values)
            views.append({"buffer": 0, "byteOffset": start, "byteLength": len(data) - start})
            accessor = {"bufferView": len(views) - 1, "componentType": component, "count": len(values), "type": kind}
            if kind == "VEC3":
                accessor["min"] = [min(value[axis] for value in values) for axis in range(3)]
                accessor["max"] = [max(value[axis] for value in values) for axis in range(3)]
            accessors.append(accessor)
        last = len(accessors) - 1
        meshes.append({"name": node["name"], "primitives": [{"attributes": {"POSITION": last - 1}, "indices": last}]})
        shown.append({"name": node["name"], "mesh": len(meshes) - 1, "translation": list(node["place"])})
    scenes = [{"nodes": list(range(len(shown)))}]
    tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": scenes, "nodes": shown, "meshes": meshes}
    tree |= {"accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data)}]}
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    size = 28 + len(text) + len(data)
    head = struct.pack("<4s2I", b"glTF", 2, size) + struct.pack("<I4s", len(text), b"JSON") + text
    return head + struct.pack("<I4s", len(data), b"BIN\0") + data


def read(file):
    """The document and its binary chunk."""
    magic, version, size = struct.unpack_from("<4s2I", file)
    assert (magic, version, size) == (b"glTF", 2, len(file))
    length, kind = struct.unpack_from("<I4s", file, 12)
    assert kind == b"JSON"
    tree = json.loads(file[20 : 20 + length])
    at = 20 + length
    if at == size:
        return tree, b""
    length, kind = struct.unpack_from("<I4s", file, at)
    assert kind == b"BIN\0"
    return tree, file[at + 8 : at + 8 + length]


def values(tree, data, number):
    accessor = tree["accessors"][number]
    view = tree["bufferViews"][accessor["bufferView"]]
    code = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}[accessor["componentType"]]
    codes = "<" + {"SCALAR": "", "VEC2": "2", "VEC3": "3", "VEC4": "4"}[accessor["type"]] + code
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", struct.calcsize(codes))
    return [struct.unpack_from(codes, data, start + stride * index) for index in range(accessor["count"])]


def triangles(file):
    """All shown triangles as corners in the space of the scene. Nodes may be moved, not turned or scaled."""
    tree, data = read(file)
    found = []

    def walk(number, origin):
        node = tree["nodes"][number]
        assert not {"matrix", "scale"} & set(node), node
        origin = tuple(a + b for a, b in zip(origin, node.get("translation", (0.0, 0.0, 0.0))))
        if "mesh" in node:
            for primitive in tree["meshes"][node["mesh"]]["primitives"]:
                assert primitive.get("mode", 4) == 4
                places = values(tree, data, primitive["attributes"]["POSITION"])
                places = [tuple(a + b for a, b in zip(place, origin)) for place in places]
                if "indices" in primitive:
                    indices = [index for (index,) in values(tree, data, primitive["indices"])]
                else:
                    indices = list(range(len(places)))
                found.extend(tuple(places[index] for index in indices[at : at + 3]) for at in range(0, len(indices), 3))
        for child in node.get("children", []):
            walk(child, origin)

    for number in tree["scenes"][tree.get("scene", 0)]["nodes"]:
        walk(number, (0.0, 0.0, 0.0))
    return found
