"""Models of the Urho3D family, from the format's description alone: UMDL, UMD2 and UMD3."""

import struct

from stream import Reader

# Type, semantic and index of each bit of a mask, and the struct codes of each type.
MASK = [(3, 0, 0), (3, 1, 0), (6, 5, 0), (2, 4, 0), (2, 4, 1), (3, 4, 0), (3, 4, 1), (4, 3, 0), (4, 6, 0), (5, 7, 0)]
CODES = {0: "i", 1: "f", 2: "2f", 3: "3f", 4: "4f", 5: "4B", 6: "4B"}


def random_model(rng):
    elements = [(3, 0, 0), (3, 1, 0), (2, 4, 0)][: rng.choice([1, 2, 3])]
    count = rng.randint(3, 40)
    vertices = [{element: numbers(rng, element) for element in elements} for _ in range(count)]
    triangles = rng.randint(1, 30)
    indices = [index for _ in range(triangles) for index in rng.sample(range(count), 3)]
    cut = 3 * rng.randint(0, triangles)
    draws = [draw for draw in [(0, cut), (cut, 3 * triangles - cut)] if draw[1]]
    geometries = [{"bones": [], "lods": [(0.0, 0, 0, 0, *draw)]} for draw in draws]
    morphs = []
    if rng.random() < 0.4:
        moved = sorted(rng.sample(range(count), rng.randint(1, 3)))
        rows = [(vertex, numbers(rng, (3, 0, 0))) for vertex in moved]
        morphs.append({"name": "Smile", "weight": 0.0, "buffers": [(0, 1, rows)]})
    bones = [bone(rng, number) for number in range(rng.choice([0, 0, 1, 3]))]
    places = [vertex[(3, 0, 0)] for vertex in vertices]
    box = tuple(f(axis) for f in (lambda a: min(p[a] for p in places), lambda a: max(p[a] for p in places)) for axis in range(3))
    buffer = {"elements": elements, "morph_range": (0, count if morphs else 0), "vertices": vertices}
    return {
        "buffers": [buffer],
        "indices": [(rng.choice([2, 4]), indices)],
        "geometries": geometries,
        "morphs": morphs,
        "bones": bones,
        "box": box,
        "centers": [numbers(rng, (3, 0, 0)) for _ in geometries],
    }


def numbers(rng, element):
    """Values that a float of 32 bits has exactly. Positions are distinct as a rule."""
    count = int(CODES[element[0]][0])
    if element[1] == 1:
        return rng.choice([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (0.0, -1.0, 0.0)])
    return tuple(rng.randint(-(1 << 16), 1 << 16) / 1024 for _ in range(count))


def bone(rng, number):
    place = numbers(rng, (3, 0, 0))
    offset = (1.0, 0.0, 0.0, -place[0], 0.0, 1.0, 0.0, -place[1], 0.0, 0.0, 1.0, -place[2])
    return {
        "name": f"Bone{number}",
        "parent": max(number - 1, 0),
        "position": place,
        "rotation": (1.0, 0.0, 0.0, 0.0),
        "scale": (1.0, 1.0, 1.0),
        "offset": offset,
        "shape": rng.choice([(0, (), ()), (3, (2.5,), (-1.0, -2.0, -3.0, 1.0, 2.0, 3.0)), (1, (0.5,), ())]),
    }


def row(elements, vertex):
    return b"".join(struct.pack("<" + CODES[element[0]], *vertex[element]) for element in elements)


def write(model):
    """The bytes of a UMD2."""
    out = [b"UMD2", struct.pack("<I", len(model["buffers"]))]
    for buffer in model["buffers"]:
        words = [kind | semantic << 8 | index << 16 for kind, semantic, index in buffer["elements"]]
        out.append(struct.pack(f"<2I{len(words)}I2I", len(buffer["vertices"]), len(words), *words, *buffer["morph_range"]))
        out.extend(row(buffer["elements"], vertex) for vertex in buffer["vertices"])
    out.append(struct.pack("<I", len(model["indices"])))
    for size, indices in model["indices"]:
        out.append(struct.pack(f"<2I{len(indices)}{'H' if size == 2 else 'I'}", len(indices), size, *indices))
    out.append(struct.pack("<I", len(model["geometries"])))
    for geometry in model["geometries"]:
        out.append(struct.pack(f"<I{len(geometry['bones'])}II", len(geometry["bones"]), *geometry["bones"], len(geometry["lods"])))
        out.extend(struct.pack("<f5I", *lod) for lod in geometry["lods"])
    out.append(struct.pack("<I", len(model["morphs"])))
    for morph in model["morphs"]:
        out += [morph["name"].encode() + b"\0", struct.pack("<I", len(morph["buffers"]))]
        for number, mask, rows in morph["buffers"]:
            out.append(struct.pack("<3I", number, mask, len(rows)))
            out.extend(struct.pack("<I3f", vertex, *moved) for vertex, moved in rows)
    out.append(struct.pack("<I", len(model["bones"])))
    for one in model["bones"]:
        mask, sphere, box = one["shape"]
        parts = [*one["position"], *one["rotation"], *one["scale"], *one["offset"]]
        out += [one["name"].encode() + b"\0", struct.pack("<I22fB", one["parent"], *parts, mask)]
        out.append(struct.pack(f"<{len(sphere) + len(box)}f", *sphere, *box))
    out.append(struct.pack("<6f", *model["box"]))
    out.extend(struct.pack("<3f", *center) for center in model["centers"])
    return b"".join(out)


def read(data):
    """The same values out of a UMDL, UMD2 or UMD3."""
    at = Reader(data)
    kind = at.bytes(4)
    assert kind in (b"UMDL", b"UMD2", b"UMD3"), kind
    version = at.u32() if kind == b"UMD3" else 0
    model = {"buffers": [], "indices": [], "geometries": [], "morphs": [], "bones": []}
    for _ in range(at.u32()):
        count, word = at.u32(), at.u32()
        if kind == b"UMDL":
            elements = [element for bit, element in enumerate(MASK) if word >> bit & 1]
        else:
            words = [at.u32() for _ in range(word)]
            elements = [(word & 255, word >> 8 & 255, word >> 16 & 255) for word in words]
        morph_range = (at.u32(), at.u32())
        vertices = [{element: at.values(CODES[element[0]]) for element in elements} for _ in range(count)]
        model["buffers"].append({"elements": elements, "morph_range": morph_range, "vertices": vertices})
    for _ in range(at.u32()):
        count, size = at.u32(), at.u32()
        model["indices"].append((size, list(at.values(f"{count}{'H' if size == 2 else 'I'}"))))
    for _ in range(at.u32()):
        bones = [at.u32() for _ in range(at.u32())]
        model["geometries"].append({"bones": bones, "lods": [at.values("f5I") for _ in range(at.u32())]})
    for _ in range(at.u32()):
        name = at.text()
        weight = at.values("f")[0] if version >= 2 else 0.0
        buffers = []
        for _ in range(at.u32()):
            number, mask, count = at.values("3I")
            # Positions, normals and tangents, three numbers each.
            width = 3 * (mask & 0x83).bit_count()
            buffers.append((number, mask, [(at.u32(), at.values(f"{width}f")) for _ in range(count)]))
        model["morphs"].append({"name": name, "weight": weight, "buffers": buffers})
    for _ in range(at.u32()):
        one = {"name": at.text(), "parent": at.u32(), "position": at.values("3f"), "rotation": at.values("4f")}
        one |= {"scale": at.values("3f"), "offset": at.values("12f")}
        mask = at.values("B")[0]
        one["shape"] = (mask, at.values("f") if mask & 1 else (), at.values("6f") if mask & 2 else ())
        model["bones"].append(one)
    model["box"] = at.values("6f")
    model["centers"] = [at.values("3f") for _ in model["geometries"]]
    assert at.is_at_end()
    return model


def triangles(model):
    """The triangles of the finest level as corners, in any order: a tuple of places for each."""
    found = []
    for geometry in model["geometries"]:
        _, kind, buffer, indices, start, count = geometry["lods"][0]
        assert kind == 0, kind
        places = [vertex[(3, 0, 0)] for vertex in model["buffers"][buffer]["vertices"]]
        numbers = model["indices"][indices][1][start : start + count]
        found += [tuple(places[number] for number in numbers[at : at + 3]) for at in range(0, count, 3)]
    return found
