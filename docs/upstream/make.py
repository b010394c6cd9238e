#!/usr/bin/env python3
"""Writes the minimal file of each page in this folder: make.py FOLDER. Python 3.9 or later, no packages."""

import struct
import sys
from pathlib import Path

U32_MAX = 0xFFFFFFFF


def u8(*values):
    return struct.pack(f"<{len(values)}B", *values)


def u16(*values):
    return struct.pack(f"<{len(values)}H", *values)


def u32(*values):
    return struct.pack(f"<{len(values)}I", *values)


def u64(*values):
    return struct.pack(f"<{len(values)}Q", *values)


def f32(*values):
    return struct.pack(f"<{len(values)}f", *values)


def zero_terminated(text):
    return text.encode() + b"\0"


# Urho3D models.

POSITION = 3  # vector of three floats, semantic 0, index 0
TRIANGLE = f32(0, 0, 0, 1, 0, 0, 0, 1, 0)
BOX = f32(0, 0, 0, 1, 1, 0)


def mdl(
    vertex_buffers=1, vertices=3, elements=1, element=POSITION, vertex_data=TRIANGLE, index_size=2, index_data=u16(0, 1, 2),
    morph_range=(0, 0), geometries=1, bone_mapping=u32(0), levels=1, morphs=u32(0), bones=0,
):
    """A model of one triangle; each argument replaces the field of its name."""
    data = b"UMD2" + u32(vertex_buffers, vertices, elements, element, *morph_range) + vertex_data
    data += u32(1, 3, index_size) + index_data
    data += u32(geometries) + bone_mapping + u32(levels) + f32(0) + u32(0, 0, 0, 0, 3)
    return data + morphs + u32(bones) + BOX + f32(0, 0, 0)


def morph(buffer, vertex):
    """One morph target that changes the position of one vertex."""
    return u32(1) + zero_terminated("m") + u32(1, buffer, 1, 1) + u32(vertex) + f32(0, 0, 1)


# Urho3D animations and packages.


def ani(tracks, track=b""):
    return b"UANI" + zero_terminated("a") + f32(1) + u32(tracks) + track


def pak(name, size, blocks, magic=b"ULZ4", entries=1, offset=None):
    """A package of one entry; the trailer is its size."""
    directory = zero_terminated(name)
    start = 12 + len(directory) + 12 if offset is None else offset
    data = magic + u32(entries, 0) + directory + u32(start, size, 0) + blocks
    return data + u32(len(data) + 4)


def block(unpacked, packed, data):
    return u16(unpacked, packed) + data


# UDM.

STRING, UINT32, ELEMENT, ARRAY, ARRAY_LZ4 = 1, 8, 27, 28, 29
FLOAT, STRUCT = 11, 31


def string(text):
    return u8(len(text)) + text.encode()


def element(children):
    """An element of (key, type, payload)."""
    body = u32(len(children)) + b"".join(string(key) for key, _, _ in children)
    body += b"".join(u8(kind) + payload for _, kind, payload in children)
    return u64(len(body)) + body


def udm(kind, payload):
    """A document with one property "a"."""
    root = [("assetType", STRING, string("T")), ("assetVersion", UINT32, u32(1)), ("assetData", ELEMENT, element([("a", kind, payload)]))]
    return b"UDMB" + u32(2) + u8(ELEMENT) + element(root)


def literals(data):
    """An LZ4 block of up to 14 bytes without a match."""
    return u8(len(data) << 4) + data


def lz4_array(kind, count, data, uncompressed=None):
    packed = literals(data)
    size = len(data) if uncompressed is None else uncompressed
    return u64(len(packed)) + u8(kind) + u64(size) + u32(count) + packed


def nested(depth):
    """Arrays of arrays, the outermost first. The innermost takes 5 bytes, each other one 13 more."""
    outer = (u8(ARRAY) + u32(1) + u64(5 + 13 * inner) for inner in range(depth - 1, -1, -1))
    return b"".join(outer) + u8(FLOAT) + u32(0)


# ZED models.

METADATA, MESH, END = 0x0002, 0x0004, 0xFFFF
QUAD = b"".join(f32(x, y, 0, 0, 0, 1) for x in (-1, 1) for y in (-1, 1))


def chunk(kind, data=b""):
    return u16(kind) + u32(len(data)) + data


def zed(meshes_said, meshes, name="quad", vertices=4, final_end=True):
    """A model of squares; `meshes_said` is the count in its metadata."""
    metadata = u32(4 * meshes, 6 * meshes, meshes_said, 1) + name.encode().ljust(64, b"\0") + u32(0, 0, meshes, 2 * meshes, 0, 0) + u8(1, 0, 0)
    data = b"ZEDM" + u8(0, 0, 1) + u32(0) + chunk(METADATA, metadata) + chunk(END)
    for _ in range(meshes):
        data += chunk(MESH, u32(vertices, 0, 0, 1, 0) + QUAD + u16(6, 0, 1, 2, 2, 1, 3)) + chunk(END)
    return data + chunk(END) if final_end else data


# An LZ4 block of 4096 letters: a literal, a match of 4090 bytes, five literals.
RUN = u8(0x1F) + b"b" + u16(1) + b"\xff" * 15 + u8(246) + u8(0x50) + b"bbbbb"

FILES = {
    "urho-model-counts-vertices.mdl": lambda: mdl(vertices=U32_MAX),
    "urho-model-counts-bones.mdl": lambda: mdl(bones=0x7FFFFFFF),
    "urho-model-counts-geometries.mdl": lambda: mdl(geometries=U32_MAX),
    "urho-model-short-read.mdl": lambda: b"UMDL",
    "urho-model-index-size.mdl": lambda: mdl(index_size=0x10000, index_data=bytes(3 * 0x10000)),
    "urho-model-vertex-size-wraps.mdl": lambda: mdl(vertices=0x15555556, vertex_data=bytes(8)),
    "urho-model-element-type.mdl": lambda: mdl(element=7),
    "urho-model-morph-vertex.mdl": lambda: mdl(morph_range=(0, 3), morphs=morph(0, 0x00100000)),
    "urho-model-bone-mapping.mdl": lambda: mdl(bone_mapping=u32(1, 1000000)),
    "urho-importer-lod.mdl": lambda: mdl(),
    "urho-animation-tracks.ani": lambda: ani(U32_MAX),
    "urho-animation-keys.ani": lambda: ani(1, zero_terminated("b") + u8(7) + u32(U32_MAX)),
    "urho-package-bounds.pak": lambda: pak("a", 0x20, b"", magic=b"UPAK", offset=0xFFFFFFF0),
    "urho-package-second-block.pak": lambda: pak("a", 1 + 4096, block(1, 2, literals(b"a")) + block(4096, len(RUN), RUN)),
    "urho-package-packed-size.pak": lambda: pak("a", 1, block(1, 0xFFFF, bytes(0xFFFF))),
    "urho-package-empty-block.pak": lambda: pak("a", 1, block(0, 1, u8(0))),
    "urho-package-truncated.pak": lambda: pak("a", 200, block(100, 50, b""))[:-4],
    "urho-package-traversal.pak": lambda: pak("../evil.txt", 4, b"evil", magic=b"UPAK"),
    "udm-array-of-structs.udm_b": lambda: udm(ARRAY, u8(STRUCT) + u32(1) + u64(10) + u16(4) + u8(1, FLOAT) + string("x") + f32(1)),
    "udm-lz4-strings-empty.udm_b": lambda: udm(ARRAY_LZ4, lz4_array(STRING, 2, u32(0), uncompressed=0)),
    "udm-lz4-strings-fewer.udm_b": lambda: udm(ARRAY_LZ4, lz4_array(STRING, 1000, u32(1) + string("a"))),
    "udm-counts-children.udm_b": lambda: udm(ELEMENT, u64(4) + u32(100_000_000)),
    "udm-counts-floats.udm_b": lambda: udm(ARRAY, u8(FLOAT) + u32(U32_MAX)),
    "udm-nesting.udm_b": lambda: udm(ARRAY, nested(100_000)),
    "zed-more-meshes.zed": lambda: zed(1, 64),
    "zed-no-end.zed": lambda: zed(1, 1, final_end=False),
    "zed-no-mesh.zed": lambda: zed(0, 0),
    "zed-fewer-meshes.zed": lambda: zed(2, 1),
    "zed-counts.zed": lambda: zed(0x20000000, 1),
    "zed-name-format.zed": lambda: zed(1, 1, name="%s%s%s%n"),
    "zed-vector.zed": lambda: zed(1, 1),
}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        data = make()
        (folder / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")


main()
