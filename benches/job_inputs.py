"""Inputs of whole jobs, the same each time."""

import json
import random
import shutil
import struct
import zlib
from array import array
from pathlib import Path


def nodes(path, count):
    """Writes a scene of Urho3D with `count` nodes, each with a model and a material."""
    path.parent.mkdir(parents=True)
    lines = ['<?xml version="1.0"?>', '<scene id="1">', '<component type="Octree" id="1" />']
    for index in range(1, count + 1):
        lines.append(
            f'<node id="{index + 1}"><attribute name="Name" value="Crate {index}" />'
            f'<attribute name="Position" value="{index % 317 * 1.37:.6g} 0.5 {index // 317 * 1.37:.6g}" />'
            f'<component type="StaticModel" id="{index + 1}"><attribute name="Model" value="Model;Models/Box.mdl" />'
            '<attribute name="Material" value="Material;Materials/Stone.xml" /></component></node>')
    path.write_text("\n".join([*lines, "</scene>", ""]))


def box(data, number=0):
    """Writes the model and the material of `nodes`: a quad, which `number` makes different from others."""
    write(data / "Models/Box.mdl", quad(number))
    write(data / "Materials/Stone.xml", b'<material><technique name="Techniques/NoTexture.xml" /></material>\n')
    write(data / "Techniques/NoTexture.xml", b'<technique vs="LitSolid" ps="LitSolid"><pass name="base" /></technique>\n')


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def quad(number):
    """Returns a model of Urho3D with two triangles."""
    corners = [(x, 0, z, 0, 1, 0, x, z) for x in (0, number + 1) for z in (0, 1)]
    vertices = b"".join(struct.pack("<8f", *corner) for corner in corners)
    head = b"UMDL" + struct.pack("<5I", 1, 4, 0b1011, 0, 0) + vertices
    indices = struct.pack("<3I6H", 1, 6, 2, 0, 1, 2, 1, 3, 2)
    geometry = struct.pack("<3If5I", 1, 0, 1, 0, 0, 0, 0, 0, 6)
    return head + indices + geometry + struct.pack("<2I9f", 0, 0, 0, 0, 0, number + 1, 0, 1, (number + 1) / 2, 0, 0.5)


def project(data, count):
    """Writes a resource folder with `count` files, ten at a time: four materials, three textures, two models and a scene that shows them."""
    box(data)
    for group in range(count // 10):
        folder = group // 100
        texture = [f"Textures/{folder}/{group * 3 + part}.png" for part in range(3)]
        for part, name in enumerate(texture):
            pixels = zlib.compress((b"\0" + (group * 3 + part).to_bytes(3, "big") * 4) * 4)
            write(data / name, png(pixels, 4, b""))
        material = [f"Materials/{folder}/{group * 4 + part}.xml" for part in range(4)]
        for part, name in enumerate(material):
            write(data / name, (f'<material><technique name="Techniques/NoTexture.xml" /><texture unit="diffuse" name="{texture[part % 3]}" />'
                                f'<parameter name="Roughness" value="0.{group * 4 + part:06}" /></material>\n').encode())
        model = [f"Models/{folder}/{group * 2 + part}.mdl" for part in range(2)]
        for part, name in enumerate(model):
            write(data / name, quad(group * 2 + part))
        shown = "".join(
            f'<node id="{part + 2}"><component type="StaticModel" id="{part + 2}"><attribute name="Model" value="Model;{model[part % 2]}" />'
            f'<attribute name="Material" value="Material;{material[part]}" /></component></node>' for part in range(4))
        write(data / f"Scenes/{folder}/{group}.xml", f'<scene id="1"><component type="Octree" id="1" />{shown}</scene>\n'.encode())


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def rows(seed, side):
    """Returns the compressed rows of a picture: smooth, with noise in the lowest bit of every fourth row. 800 pictures of 2048² fit into one glb."""
    noise = random.Random(seed)
    wave = [int(110 + 90 * ((x * 7 + seed * 31) % 509) / 509) for x in range(side * 3)]
    lines = []
    for y in range(side):
        bits = bytes(side * 3) if y % 4 else noise.randbytes(side * 3)
        level = y * 40 // side
        lines.append(b"\0" + bytes((value + level & 0xFE) | bit & 1 for value, bit in zip(wave, bits)))
    return zlib.compress(b"".join(lines), 1)


def png(pixels, side, text):
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"tEXt", text) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def write_glb(path, document, blobs):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    length = sum(len(blob) for blob in blobs)
    with path.open("wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + length))
        file.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", length, b"BIN\0"))
        file.writelines(blobs)


def sheet(path, side, has_tangents):
    """Writes a glb of `side` by `side` vertices in arrays of their own."""
    count = side * side
    columns = [("POSITION", "VEC3", array("f", (value for y in range(side) for x in range(side) for value in (x, y, 0.5)))),
               ("NORMAL", "VEC3", array("f", (0, 0, 1)) * count),
               ("TEXCOORD_0", "VEC2", array("f", (value for y in range(side) for x in range(side) for value in (x, y))))]
    if has_tangents:
        columns.append(("TANGENT", "VEC4", array("f", (1, 0, 0, 1)) * count))
    corners = (0, 1, side, 1, side + 1, side)
    indices = array("I", (y * side + x + corner for y in range(side - 1) for x in range(side - 1) for corner in corners))
    blobs = [column.tobytes() for _, _, column in columns] + [indices.tobytes()]
    accessors = [{"bufferView": place, "componentType": 5126, "count": count, "type": kind} for place, (_, kind, _) in enumerate(columns)]
    accessors[0].update(min=[0, 0, 0.5], max=[side - 1, side - 1, 0.5])
    accessors.append({"bufferView": len(columns), "componentType": 5125, "count": len(indices), "type": "SCALAR"})
    starts = [sum(map(len, blobs[:place])) for place in range(len(blobs))]
    views = [{"buffer": 0, "byteOffset": start, "byteLength": len(blob)} for start, blob in zip(starts, blobs)]
    primitive = {"attributes": {name: place for place, (name, _, _) in enumerate(columns)}, "indices": len(columns)}
    write_glb(path, {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [primitive]}], "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": sum(map(len, blobs))}]}, blobs)


def materials(path, count, side):
    """Writes a glb with `count` materials of four textures each. A conversion to Urho3D has to change one of four."""
    pictures = [rows(seed, side) for seed in range(4)]
    positions = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    normals, coordinates = struct.pack("<9f", *[0, 0, 1] * 3), struct.pack("<6f", 0, 0, 1, 0, 0, 1)
    views, blobs, offset = [], [], 0

    def view(content):
        nonlocal offset
        views.append({"buffer": 0, "byteOffset": offset, "byteLength": len(content)})
        blobs.append(content + b"\0" * (-len(content) % 4))
        offset += len(blobs[-1])
        return len(views) - 1

    accessors = [
        {"bufferView": view(positions), "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": view(normals), "componentType": 5126, "count": 3, "type": "VEC3"},
        {"bufferView": view(coordinates), "componentType": 5126, "count": 3, "type": "VEC2"}]
    images, described, primitives = [], [], []
    for index in range(count):
        names = [f"{what}{index}" for what in ("Color", "Normal", "Metal", "Glow")]
        for place, name in enumerate(names):
            content = png(pictures[place], side, f"Comment\0{name}".encode())
            images.append({"bufferView": view(content), "mimeType": "image/png", "name": name})
        first = index * 4
        described.append({
            "name": f"Material{index}", "emissiveFactor": [1, 1, 1], "emissiveTexture": {"index": first + 3},
            "normalTexture": {"index": first + 1},
            "pbrMetallicRoughness": {"baseColorTexture": {"index": first}, "metallicRoughnessTexture": {"index": first + 2}}})
        primitives.append({"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "material": index})
    document = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": primitives}], "materials": described, "images": images, "accessors": accessors,
        "textures": [{"source": index} for index in range(len(images))], "bufferViews": views, "buffers": [{"byteLength": offset}]}
    write_glb(path, document, blobs)


def packable(folder, megabytes, source):
    """Copies models, animations and dds textures of `source` until there are so many megabytes."""
    ends = {".mdl", ".ani", ".dds", ".xml", ".as"}
    files = [path for path in sorted(Path(source).rglob("*")) if path.is_file() and path.suffix in ends]
    size, turn = 0, 0
    while files and size < megabytes << 20:
        for path in files:
            place = folder / str(turn) / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            size += path.stat().st_size
        turn += 1
