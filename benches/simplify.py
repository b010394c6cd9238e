#!/usr/bin/env python3
"""Compares levels of detail of the command with gltfpack, and compressed files with gltf-transform and gltfpack.

    cargo build --release -p engine-assets-cli
    npm install gltfpack @gltf-transform/cli
    python3 benches/simplify.py MODEL… [--npm FOLDER/node_modules] [--work DIR]

It needs numpy and scipy. The result is written to `target/bench/simplify.md`, which `cargo xtask bench` includes in RESULTS.md. Distances are of 200 000
random points of each surface to the nearest of 400 000 random points of the other one, in both directions, relative to the diagonal of the bounding box:
the first column of distances says how much the finest surface differs from itself by this method.
"""

import argparse
import json
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy
from jobs import COMMAND, TARGET, once
from scipy.spatial import cKDTree

WIDTHS = {5120: numpy.int8, 5121: numpy.uint8, 5122: numpy.int16, 5123: numpy.uint16, 5125: numpy.uint32, 5126: numpy.float32}
SHARES = [0.5, 0.25]
POINTS = 200_000


def read(path):
    """JSON and bytes of a .glb."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def rows(root, data, index, width):
    """The rows of an accessor, as stored."""
    accessor = root["accessors"][index]
    view = root["bufferViews"][accessor["bufferView"]]
    kind = numpy.dtype(WIDTHS[accessor["componentType"]])
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    step = view.get("byteStride", kind.itemsize * width)
    shape, strides = (accessor["count"], width), (step, kind.itemsize)
    return numpy.ndarray(shape, kind, data, start, strides)


def triangles(root, data, mesh):
    """The triangles of a mesh, as three corners each."""
    found = []
    for primitive in root["meshes"][mesh]["primitives"]:
        if primitive.get("mode", 4) == 4:
            positions = rows(root, data, primitive["attributes"]["POSITION"], 3).astype(float)
            found.append(positions[rows(root, data, primitive["indices"], 1)[:, 0]].reshape(-1, 3, 3))
    return numpy.concatenate(found)


def shown(root, data, level):
    """The triangles of all nodes with a mesh at a level of detail, in the space of their mesh: levels share it."""
    found = []
    coarser = {node for own in root["nodes"] for node in own.get("extensions", {}).get("MSFT_lod", {}).get("ids", [])}
    for number, node in enumerate(root["nodes"]):
        if "mesh" not in node or number in coarser:
            continue
        ids = node.get("extensions", {}).get("MSFT_lod", {}).get("ids", [])
        chosen = root["nodes"][ids[min(level, len(ids)) - 1]] if level and ids else node
        found.append(triangles(root, data, chosen["mesh"]))
    return numpy.concatenate(found)


def sampled(corners, count, seed):
    """Random points of a surface, evenly by area."""
    random = numpy.random.default_rng(seed)
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    areas = numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1)
    chosen = random.choice(len(corners), count, p=areas / areas.sum())
    u, v = random.random((2, count, 1))
    u, v = numpy.where(u + v > 1, 1 - u, u), numpy.where(u + v > 1, 1 - v, v)
    return a[chosen] + u * (b - a)[chosen] + v * (c - a)[chosen]


def distance(one, other):
    """Largest and mean distance between two surfaces in percent of the diagonal of the first."""
    diagonal = numpy.linalg.norm(one.reshape(-1, 3).max(0) - one.reshape(-1, 3).min(0))
    ends = []
    for first, second, seed in ((one, other, 1), (other, one, 3)):
        ends.append(cKDTree(sampled(second, 2 * POINTS, seed + 1)).query(sampled(first, POINTS, seed))[0])
    return max(end.max() for end in ends) / diagonal * 100, max(end.mean() for end in ends) / diagonal * 100


def run(*command):
    """Runs a program to its end and returns seconds of the processor."""
    return once(command)[0]


def simplified(model, work, gltfpack):
    """Rows of a table: a model simplified by both programs."""
    plain, levels = work / "plain.glb", work / "levels.glb"
    run(COMMAND, "convert", model, "-o", plain, "--force", "--lossy", "--no-materials")
    own = run(COMMAND, "convert", plain, "-o", levels, "--force", "--lossy", "--simplify", ",".join(map(str, SHARES)))
    fine = shown(*read(plain), 0)
    itself = distance(fine, fine)
    for number, share in enumerate(SHARES, 1):
        packed = work / "packed.glb"
        # -noq: floats; -kn and -km: the same parts as before.
        theirs = run(*gltfpack, "-i", plain, "-o", packed, "-si", share, "-noq", "-kn", "-km")
        ours, other = shown(*read(levels), number), shown(*read(packed), 0)
        (most, mean), (other_most, other_mean) = distance(fine, ours), distance(fine, other)
        size = (levels.stat().st_size - plain.stat().st_size) / len(SHARES) / 1024
        yield (
            f"| {model.stem} | {share:g} | {len(fine)} | {len(ours)} | {len(other)} | {itself[0]:.2f} | {most:.2f}, {mean:.3f} | "
            f"{other_most:.2f}, {other_mean:.3f} | {size:.0f} | {packed.stat().st_size / 1024:.0f} | {own:.2f} | {theirs:.2f} |"
        )


def compressed(model, work, gltfpack, transform):
    """A row of a table: a model compressed by three programs, in seconds and KiB."""
    plain, made = work / "plain.glb", work / "made.glb"
    run(COMMAND, "convert", model, "-o", plain, "--force", "--lossy")
    programs = [
        (COMMAND, "convert", plain, "-o", made, "--force", "--compress", "meshopt,quantize"),
        (COMMAND, "convert", plain, "-o", made, "--force", "--compress", "meshopt"),
        (*gltfpack, "-i", plain, "-o", made, "-cc", "-kn", "-km"),
        (*transform, "meshopt", plain, made),
    ]
    cells = []
    for program in programs:
        made.unlink(missing_ok=True)
        seconds = run(*program)
        cells.append(f"{seconds:.2f} s, {made.stat().st_size / 1024:.0f}")
    return f"| {model.stem} | {plain.stat().st_size / 1024:.0f} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--npm", type=Path, default=Path("node_modules"))
    parser.add_argument("--work", type=Path)
    options = parser.parse_args()
    gltfpack = ("node", options.npm / "gltfpack/cli.js")
    transform = ("node", options.npm / "@gltf-transform/cli/bin/cli.js")
    work = options.work or Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    lines = [
        "## Levels of detail",
        "",
        "By `benches/simplify.py`: `--simplify` compared with `gltfpack -si`, without materials. Distances between the surfaces (largest, mean) are percents of "
        "the diagonal; the column *itself* is the largest distance of the finest surface by the same method. Sizes: a level added to the file, which shares the "
        "vertices of the finest, and a file of gltfpack with one level, in KiB. Seconds of the processor: both levels, and one level by gltfpack in JavaScript.",
        "",
        "| model | share | triangles | ours | gltfpack | itself (%) | ours (%) | gltfpack (%) | ours (KiB) | gltfpack (KiB) | ours (s) | gltfpack (s) |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for model in options.models:
        lines.extend(simplified(model, work, gltfpack))
        print(*lines[-len(SHARES) :], sep="\n", flush=True)
    lines += [
        "",
        "## Compressed files",
        "",
        "By `benches/simplify.py`: seconds of the processor and size in KiB. gltfpack and gltf-transform run in Node.",
        "",
        "| model | before | `--compress meshopt,quantize` | `--compress meshopt` (without loss) | `gltfpack -cc` | `gltf-transform meshopt` |",
        "|---|---|---|---|---|---|",
    ]
    for model in options.models[:3]:
        lines.append(compressed(model, work, gltfpack, transform))
        print(lines[-1], flush=True)
    out = TARGET / "bench/simplify.md"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
