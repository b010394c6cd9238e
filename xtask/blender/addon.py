"""The add-on in real Blenders: installed from its zip, switched on, and used by its operators.

Run by `cargo xtask blender --addon`, which sets what check.py needs, and ADDON_DIST, the folder of the zips. The first Blender is this Python's own bpy; ADDON_PROGRAM
is the path of another, such as the system's. `python addon.py [bpy | program] [CASE]`. ADDON_TESTS names tests of the cases `day`, `levels`, `motion`, `motions`, `options` and `collision`; default: all.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import check
from check import CORPUS, HERE, MODELS, OUT, Glb, came_back, compare_shapes, convert

DIST = pathlib.Path(os.environ["ADDON_DIST"])
PROGRAM = os.environ.get("ADDON_PROGRAM", "")
SCENES = CORPUS / "urho-scene"
SLOWEST = 1.5
RESULT = "RESULT "


class Blender:
    """A Blender with settings of its own."""

    def __init__(self, name, command):
        self.name, self.command = name, command
        self.home = OUT / f"home-{name}"

    def environment(self):
        places = {"BLENDER_USER_RESOURCES": "", "BLENDER_USER_CONFIG": "config", "BLENDER_USER_SCRIPTS": "scripts"}
        for below in places.values():
            (self.home / below).mkdir(parents=True, exist_ok=True)
        return {**os.environ, **{key: str(self.home / below) for key, below in places.items()}}

    def run(self, script, *words):
        """Runs a script of this folder. Returns its output after RESULT."""
        asked = [*self.command(HERE / script), *map(str, words)]
        done = subprocess.run(asked, capture_output=True, text=True, env=self.environment(), check=False)
        said = done.stdout + done.stderr
        found = [line for line in said.splitlines() if line.startswith(RESULT)]
        assert found, f"{self.name}: {script} {' '.join(map(str, words))}: {done.returncode}\n{said[-3000:]}"
        assert "Traceback" not in said, f"{self.name}: a traceback\n{said[-3000:]}"
        return json.loads(found[-1][len(RESULT) :])


def blenders():
    found = [Blender("bpy", lambda script: [sys.executable, str(script)])]
    if PROGRAM:
        found.append(Blender("program", lambda script: [PROGRAM, "-b", "--factory-startup", "--python-exit-code", "3", "--python", str(script), "--"]))
    return found


def install(blender):
    """From the zip: extension or add-on, as that Blender takes it, into settings that nobody used."""
    shutil.rmtree(blender.home, ignore_errors=True)
    return blender.run("addon_install.py", DIST)


def model(blender, name, source, clips, _fps, moves, renamed):
    """Import, edit, export into the original, check: as the table of check.py."""
    folder = OUT / "addon" / blender.name / name
    folder.mkdir(parents=True, exist_ok=True)
    out, made = folder / "out.glb", folder / "into/models" / source.name
    files = [source.with_name(f"{clip}.ani") for clip in clips]
    rate = re.search(r"have (\d+) frames per second", convert(source, *files, "-o", out))
    asked = {
        "source": str(source),
        "target": str(made),
        "clips": [str(file) for file in files],
        "move": [0, 0.01, 0] if moves else None,
        "rename": renamed,
    }
    made.parent.mkdir(parents=True, exist_ok=True)
    told = blender.run("addon_trip.py", json.dumps(asked))
    assert not told["errors"], told
    expected = int(rate.group(1)) if rate else 24
    assert told["fps"] == expected, f"{name}: expected {expected} frames per second, found {told['fps']}"
    if source.suffix == ".zed":
        convert(made, "-o", folder / "again.glb")
        compare_shapes(name, out, folder / "again.glb", [], 0)
        return told["report"]
    came_back(name, (source, out), made, clips, moves, renamed, str(told))
    return told["report"]


def scene(blender, source, target, node):
    """A scene or prefab: nodes, models and positions are restored; one is moved."""
    folder = OUT / "addon" / blender.name / "scenes"
    made = folder / target
    made.parent.mkdir(parents=True, exist_ok=True)
    told = blender.run("addon_scene.py", source, made, node)
    assert not told["errors"], told
    a, b = folder / "before.glb", folder / "after.glb"
    convert(source, "-o", a)
    convert(made, "-o", b, "--resources", made.parent.parent, *[word for root in told["roots"] for word in ("--resources", root)])
    before, after = Glb(a), Glb(b)
    names = lambda one: sorted(re.sub(r"\.\d+$", "", node.get("name", "")) for node in one.nodes if "mesh" in node)  # noqa: E731
    assert len(names(before)) == len(names(after)), f"{source.name}: {len(names(before))} shown nodes became {len(names(after))}"
    was, now = check.inspected(source), check.inspected(made)
    for key in ("kind", "engine", "num_nodes", "components"):
        assert was[key] == now[key], f"{source.name}: {key} {was[key]} became {now[key]}"
    return {"shown": len(names(after)), "nodes": now["num_nodes"], "components": now["num_components"], "moved": told["moved"], "findings": told["checked"]}


def speed(blender):
    """Importing the largest model takes at most half as long again as Blender takes for its .glb."""
    found = [path for end in ("*.mdl", "*.pmdl_b") for path in CORPUS.rglob(end) if "hostile" not in str(path) and "reported" not in path.parts]
    largest = max(found, key=lambda path: (path.stat().st_size, str(path)))
    glb = OUT / "addon" / blender.name / "largest.glb"
    glb.parent.mkdir(parents=True, exist_ok=True)
    own = [path for path in sorted(largest.parent.glob("*.ani")) if path.stem.startswith(largest.stem)] if largest.suffix == ".mdl" else []
    convert(largest, *own, "-o", glb)
    told = blender.run("addon_speed.py", largest, glb)
    ratio = told["addon"] / told["blender"]
    assert ratio <= SLOWEST, f"{largest.name}: {told['addon']:.2f} s beside {told['blender']:.2f} s"
    return f"{largest.name}: {told['addon']:.2f} s beside {told['blender']:.2f} s, {ratio:.2f} times"


def features(blender, script="addon_features.py", tests=()):
    """The tests of a script in one Blender."""
    folder = OUT / "addon" / blender.name / pathlib.Path(script).stem
    folder.mkdir(parents=True, exist_ok=True)
    samples = HERE.parents[1] / "crates/engine-assets-cli/samples"
    told = blender.run(script, folder, samples, CORPUS, *tests)
    assert not told["failed"], json.dumps(told, indent=1)
    return told


def cases(blender):
    yield "install", lambda: install(blender)
    for entry in MODELS:
        yield entry[0], lambda entry=entry: model(blender, *entry)
    data = SCENES / "urho3d/Data"
    scenes = (("NinjaSnowWar", "Scenes/NinjaSnowWar.xml", "Static"), ("PBRExample", "Scenes/PBRExample.xml", "Sphere"), ("prefab", "Objects/Ninja.xml", "Ninja"))
    for name, source, node in scenes:
        yield name, lambda source=source, node=node: scene(blender, data / source, f"Data/{source}", node)
    yield "features", lambda: features(blender)
    tests = os.environ.get("ADDON_TESTS", "").split()
    for name in ("blend", "day", "second", "empties", "fields", "levels", "lights", "motion", "motions", "options", "collision", "send", "unedited"):
        yield name, lambda name=name: features(blender, f"addon_{name}.py", tests)
    yield "speed", lambda: speed(blender)


def main():
    asked, failed = sys.argv[1:], []
    there = blenders()
    named = [blender for blender in there if blender.name in asked]
    asked = [name for name in asked if name not in [blender.name for blender in there]]
    for blender in named or there:
        for name, case in cases(blender):
            if asked and name not in asked and name != "install":
                continue
            try:
                print(f"{blender.name}: {name}: {case()}", flush=True)
            except AssertionError as error:
                failed.append(f"{blender.name}: {name}")
                print(f"{blender.name}: {name}: FAILED: {error}", flush=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


main()
