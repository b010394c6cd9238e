"""Converts random documents by the command and compares the results with readers of its own.

    python3 routes.py --command target/debug/engine-assets [--count 20] [--seed 1]

The writers and readers beside this file share no code with the crates: they are written from the descriptions of the formats. Each
route is a list of formats; the documents are converted from one to the next, and their values are compared at its end."""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import ani
import gltf
import mdl
import pak
import udm

sys.setrecursionlimit(10_000)


def mirrored(corners):
    """A triangle on the way between left-handed and right-handed axes: X is turned around, and so is the order of the corners."""
    return turned(tuple((-x, y, z) for x, y, z in reversed(corners)))


def turned(corners):
    """A triangle with its least corner first: the order of corners only counts as a circle."""
    first = corners.index(min(corners))
    return corners[first:] + corners[:first]


def triangle_list(corners):
    """Triangles in any order, without those that two equal corners make invisible."""
    return sorted(turned(one) for one in corners if len(set(one)) == 3)


def elements_alike(model):
    """A model whose elements are in the order of their bits: masks know no other order."""
    buffers = [{**one, "elements": sorted(one["elements"], key=mdl.MASK.index)} for one in model["buffers"]]
    return {**model, "buffers": buffers}


def same(made, found):
    return made == found


def back(made, found):
    """Whether a model has the triangles that it had."""
    return triangle_list(mdl.triangles(made)) == triangle_list(mdl.triangles(found))


def near(made, found):
    """The same for formats with another unit: each triangle is a rounding away."""
    pairs = list(zip(triangle_list(mdl.triangles(made)), triangle_list(mdl.triangles(found)), strict=True))
    corners = [(a, b) for one, other in pairs for at, by in zip(one, other) for a, b in zip(at, by)]
    return all(abs(a - b) <= 1e-4 + 1e-5 * abs(a) for a, b in corners)


def model(name, steps, compare, reader=mdl.read):
    return name, "mdl", mdl.random_model, mdl.write, steps, reader, compare


def document(kind, extension, step="udm-binary"):
    steps = [(kind, extension), (step, "udm_b")]
    compare = lambda made, found: udm.by_bits(made) == udm.by_bits(found)
    return f"udm by {kind}", "udm_b", udm.random_document, udm.write, steps, udm.read, compare


# Name, extension, maker, writer, the formats of the route with their extensions, reader, comparison.
ROUTES = [
    model("mdl, written again", [("umd2", "mdl")], same),
    model("mdl of rbfx", [("umd3", "mdl")], same),
    model("mdl of rbfx and back", [("umd3", "mdl"), ("umd2", "mdl")], same),
    model("mdl with masks", [("umdl", "mdl")], lambda made, found: elements_alike(made) == elements_alike(found)),
    model("mdl of Atomic and back", [("amd2", "mdl"), ("umd2", "mdl")], same),
    model(
        "mdl to glTF",
        [("glb", "glb")],
        lambda made, found: triangle_list(map(mirrored, mdl.triangles(made))) == triangle_list(found),
        gltf.triangles,
    ),
    model("mdl to glTF and back", [("glb", "glb"), ("umd2", "mdl")], back),
    model("mdl to glTF in JSON and back", [("gltf", "gltf"), ("umd2", "mdl")], back),
    model("mdl to pmdl and back", [("pmdl", "pmdl_b"), ("umd2", "mdl")], near),
    model("mdl to pmdl in text and back", [("pmdl-text", "pmdl"), ("umd2", "mdl")], near),
    model("mdl to ZED and back", [("zed", "zmf"), ("umd2", "mdl")], near),
    ("ani, written again", "ani", ani.random_animation, ani.write, [("uani", "ani")], ani.read, same),
    ("ani of rbfx and back", "ani", ani.random_animation, ani.write, [("uan2", "ani"), ("uani", "ani")], ani.read, same),
    ("ani of rbfx", "ani", ani.random_animation, ani.write, [("uan2", "ani")], ani.read, same),
    *[
        (f"{'ulz4' if packed else 'upak'} to {kind}", "pak", pak.random_package, writer, [(kind, "pak")], pak.read, same)
        for packed, writer in [(False, lambda made: pak.write(made, False)), (True, lambda made: pak.write(made, True))]
        for kind in ["upak", "ulz4", "rpak", "rlz4"]
    ],
    document("udm-text", "udm"),
    document("udm-compact", "udm"),
    document("udm-binary", "udm_b"),
    document("json", "json", "from-json"),
    (
        "glTF, written again",
        "glb",
        gltf.random_scene,
        gltf.write,
        [("glb", "glb")],
        gltf.triangles,
        lambda made, found: triangle_list(gltf.triangles(gltf.write(made))) == triangle_list(found),
    ),
    (
        "glTF to mdl",
        "glb",
        gltf.random_scene,
        gltf.write,
        [("umd2", "mdl")],
        mdl.read,
        lambda made, found: triangle_list(map(mirrored, gltf.triangles(gltf.write(made)))) == triangle_list(mdl.triangles(found)),
    ),
]


def convert(command, source, target, kind):
    """Converts all files of a folder into another one."""
    if kind == "from-json":
        # A folder may hold any JSON: documents in it are named.
        target.mkdir()
        for path in sorted(source.iterdir()):
            run([command, "udm", "from-json", str(path), "-o", str(target / path.with_suffix(".udm_b").name), "--quiet"])
        return
    arguments = [command, "convert", str(source), "--to", kind, "-o", str(target), "--lossy", "--quiet"]
    run(arguments)


def run(arguments):
    told = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert told.returncode == 0, f"{' '.join(arguments)}: {told.returncode}\n{told.stderr[-2000:]}"


def check(command, route, count, seed):
    """Runs a route. Returns how many documents came back with other values."""
    name, extension, make, write, steps, read, compare = route
    rng = random.Random(f"{seed} {name}")
    made = [make(rng) for _ in range(count)]
    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "0"
        folder.mkdir()
        for number, document in enumerate(made):
            (folder / f"d{number}.{extension}").write_bytes(write(document))
        for step, (kind, extension) in enumerate(steps, 1):
            source, folder = folder, pathlib.Path(place) / str(step)
            convert(command, source, folder, kind)
        for number, document in enumerate(made):
            path = next(folder.rglob(f"d{number}.{extension}"), None)
            try:
                fits = path is not None and compare(document, read(path.read_bytes()))
            except (AssertionError, KeyError, ValueError) as error:
                print(f"{name}: document {number}: {type(error).__name__}: {error}")
                fits = False
            if not fits:
                wrong += 1
                print(f"{name}: document {number} of seed {seed} has other values" + ("" if path else ": no file"))
    print(f"{name}: {count} documents, {wrong} wrong")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="routes whose names contain this")
    arguments = parser.parse_args()
    command = str(pathlib.Path(arguments.command).resolve())
    routes = [route for route in ROUTES if arguments.only in route[0]]
    assert routes, "no route of this name"
    return 1 if sum(check(command, route, arguments.count, arguments.seed) for route in routes) else 0


if __name__ == "__main__":
    sys.exit(main())
