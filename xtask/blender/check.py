"""Models through real Blender and back, into the files that they came from: what isn't edited has to be as it was.

Run by `cargo xtask blender`, which sets ENGINE_ASSETS (the command line), ENGINE_ASSETS_CORPUS and BLENDER_OUT.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys

import bpy  # noqa: F401  mathutils is inside
import numpy
from mathutils import Vector, kdtree

from gltf import Glb

TOOL = os.environ["ENGINE_ASSETS"]
CORPUS = pathlib.Path(os.environ["ENGINE_ASSETS_CORPUS"])
OUT = pathlib.Path(os.environ["BLENDER_OUT"])
HERE = pathlib.Path(__file__).parent
URHO = CORPUS / "urho/engine/Data/Models"
PRAGMA = CORPUS / "udm/pragma/models"
NEAR = 1e-4
# A vertex that is moved stands for all at its place, which bones may take to several.
MOVED = 4
# Model, animations that come along, frames per second that Blender is set to, whether a vertex is moved, action that is renamed.
MODELS = [
    ("Jack", URHO / "Jack.mdl", ["Jack_Walk"], 30, True, ("Jack_Walk", "Jack_Stroll")),
    ("Kachujin", URHO / "Kachujin/Kachujin.mdl", ["Kachujin_Walk"], 30, True, None),
    ("Ninja", URHO / "NinjaSnowWar/Ninja.mdl", ["Ninja_Walk", "Ninja_Attack2"], 24, True, None),
    ("Mutant", URHO / "Mutant/Mutant.mdl", ["Mutant_Walk"], 30, True, None),
    ("Mushroom", URHO / "Mushroom.mdl", [], 24, True, None),
    ("HoverBike", CORPUS / "urho/engine/Autoload/LargeData/Models/HoverBike.mdl", [], 24, True, None),
    ("TeaPot", URHO / "TeaPot.mdl", [], 24, True, None),
    ("morphs", CORPUS / "urho/importer/morph_onebuffer.mdl", [], 24, False, None),
    ("soldier", PRAGMA / "player/soldier.pmdl_b", [], 30, True, ("idle", "idle_new")),
    ("soldier_legs", PRAGMA / "player/soldier_legs.pmdl_b", [], 30, False, None),
    ("unit_sphere", CORPUS / "pragma-scene/addons/PragmaVR/models/vr/unit_sphere.pmdl_b", [], 24, False, None),
    ("zed", CORPUS / "zed/author/cube_and_tetra.zed", [], 24, False, None),
]


def run(*arguments):
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def convert(*arguments, expected=0):
    code, said = run(TOOL, "convert", *arguments, "--force")
    if code != expected:
        raise AssertionError(f"convert {' '.join(map(str, arguments))}: {code}\n{said}")
    return said


def inspected(path):
    code, said = run(TOOL, "inspect", "--json", path)
    assert code == 0, said
    return json.loads(said)


def plain(value):
    """UDM without packed content."""
    if isinstance(value, dict) and value.get("t") == "element":
        return {key: plain(item) for key, item in value["c"].items()}
    if isinstance(value, dict) and "v" in value:
        return [plain(item) for item in value["v"]]
    if isinstance(value, dict):
        return value.get("s", value.get("raw"))
    return value


def table_of_pragma(path):
    data = plain(inspected(path)["root"]["assetData"])
    kept = ("hitboxes", "collisionMeshes", "attachments", "joints", "lods", "flags", "skeleton", "baseMeshGroups", "bodyGroups", "skins", "materials", "eyeOffset", "mass")
    table = {key: data.get(key) for key in kept}
    parts = ("fps", "duration", "flags", "events", "activity", "fadeInTime", "fadeOutTime", "nodes")
    animations = data.get("animations") or {}
    table["animations"] = {name: {part: one["assetData"].get(part) for part in parts} for name, one in animations.items()}
    table["groups"] = {name: [len(mesh["subMeshes"]) for mesh in group["meshes"]] for name, group in data["meshGroups"].items()}
    return table


def table_of_urho(path):
    data = inspected(path)
    lods = [[lod["distance"] for lod in geometry["lods"]] for geometry in data["geometries"]]
    sizes = [[lod["index_count"] for lod in geometry["lods"]] for geometry in data["geometries"]]
    return {"bones": data["bones"], "lods": lods, "triangles": sizes, "morphs": [morph["name"] for morph in data["morphs"]], "version": data["id"]}


def table_of_clip(path):
    data = inspected(path)
    tracks = {track["name"]: track["mask"] for track in data["tracks"]}
    return {"name": data["name"], "length": data["length"], "triggers": data.get("triggers"), "tracks": tracks}


def table(path):
    return table_of_pragma(path) if path.suffix == ".pmdl_b" else table_of_urho(path)


COLUMNS = ("bones", "LODs", "materials", "triggers", "hit boxes", "attachments", "clip lengths", "loop flags")
# Words of the message for each column, if it differs without the original.
SAID = (("had no bones",), ("levels of detail",), ("had no materials",), ("triggers", "events"), ("hit boxes",), ("attachments",), ("lasts", "move no bone"), ("flags",))


def bones_of(skeleton):
    """How many bones hang in a skeleton of Pragma."""
    if not isinstance(skeleton, dict):
        return 0
    return sum(bones_of(value) + ("pose" in value if isinstance(value, dict) else 0) for value in skeleton.values())


def figures(path, clips=()):
    """Figures that the round trip must keep; "-" if the format has none."""
    clips = [clip for clip in clips if clip.exists()]
    if path.suffix == ".pmdl_b":
        data = table_of_pragma(path)
        animations = {name: one for name, one in data["animations"].items() if name != "reference"}
        events = sum(len(one["events"] or []) for one in animations.values())
        lengths = [round(number(one["duration"]), 3) for one in animations.values()]
        flagged = sum(bool(one["flags"]) and "loop" in str(one["flags"]).lower() for one in animations.values())
        count = lambda key: len(data[key] or [])
        return [bones_of(data["skeleton"]), count("lods"), count("materials"), events, count("hitboxes"), count("attachments"), told(lengths), flagged]
    data = inspected(path)
    lods = "+".join(str(len(geometry["lods"])) for geometry in data["geometries"])
    hit = sum(bool(bone.get("collision_mask", 0)) for bone in data["bones"])
    tables = [table_of_clip(clip) for clip in clips]
    triggers = sum(len(one["triggers"] or []) for one in tables)
    return [len(data["bones"]), lods, len(data["geometries"]), triggers, hit, "-", told([round(one["length"], 4) for one in tables]), "-"]


def number(value):
    """A number as UDM is inspected: floats by their bytes."""
    return struct.unpack("<f", bytes.fromhex(value))[0] if isinstance(value, str) else float(value or 0)


def told(lengths):
    return " ".join(map(str, lengths)) if len(lengths) <= 3 else f"{len(lengths)} clips, {sum(lengths):.3f} s"


def row(what, figures):
    return [what, *map(str, figures)]


def differences(before, after, path=""):
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(set(before) | set(after)):
            yield from differences(before.get(key), after.get(key), f"{path} > {key}")
    elif before != after:
        # Blender drops degenerate triangles, which are invisible.
        if path.startswith(" > triangles"):
            pairs = [pair for a, b in zip(before, after) for pair in zip(a, b)]
            if all(abs(a - b) <= 60 for a, b in pairs):
                return
        yield f"{path}: {str(before)[:200]} became {str(after)[:200]}"


def apart(before, after):
    """Places of `before` that are farther than allowed from all of `after`."""
    tree = kdtree.KDTree(len(after))
    for number, place in enumerate(after):
        tree.insert(Vector(place), number)
    tree.balance()
    size = max(1.0, float(numpy.abs(before).max()))
    far = [tuple(numpy.round(place, 3)) for place in before if tree.find(Vector(place))[2] > NEAR * size]
    return set(far)


def times(length):
    return [length * share for share in (0.0, 0.21, 0.43, 0.68, 0.9)]


def compare_shapes(name, before, after, clips, moved):
    """Vertices at rest and five times of each animation; `moved` places are elsewhere."""
    a, b = Glb(before), Glb(after)
    far = apart(a.vertices(), b.vertices())
    assert len(far) <= moved, f"{name}: {len(far)} places differ at rest, {sorted(far)[:3]}"
    for old, new in clips:
        one, other = a.animation(old), b.animation(new)
        assert one is not None and other is not None, f"{name}: {old} or {new} isn't there"
        for time in times(min(a.length(one), b.length(other))):
            far = apart(a.vertices(one, time), b.vertices(other, time))
            assert len(far) <= moved, f"{name}: {len(far)} places differ in {old} at {time:.3f} s, {sorted(far)[:3]}"


def trip(source, target, fps, *options):
    code, said = run(sys.executable, HERE / "trip.py", source, target, "--fps", fps, "--list", *options)
    assert code == 0 and target.exists(), said
    shown = [line for line in said.splitlines() if line.startswith("SHOWN ")]
    return json.loads(shown[0][6:])


def one(name, model, clips, fps, moves, renamed):
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    files = [model.with_name(f"{clip}.ani") for clip in clips]
    out, back = folder / "out.glb", folder / "back.glb"
    convert(model, *files, "-o", out)
    options = ["--move", "0", "0.01", "0"] if moves else []
    options += ["--rename", *renamed] if renamed else []
    shown = trip(out, back, fps, *options)
    assert not [node for node in shown["visible"] if "_LOD" in node], shown
    if model.suffix == ".zed":
        # The engine's own exporter writes these: here only shapes are restored.
        compare_shapes(name, out, back, [], 0)
        same = ["-", "-", len(Glb(out).json.get("materials", [])), "-", "-", "-", "-", "-"]
        return [row(f"{name} before", same), row(f"{name} back", [*same[:2], len(Glb(back).json.get("materials", [])), *same[3:]])]
    made = folder / "into/models" / model.name
    said = convert(back, "-o", made, "--into", model, "--no-materials")
    before = came_back(name, (model, out), made, clips, moves, renamed, said)
    names = now_called(clips, renamed)
    first = row(f"{name} before", figures(model, files))
    into = row(f"{name} --into", figures(made, [made.with_name(f"{new}.ani") for new in names.values()]))
    assert first[1:] == into[1:], f"{name}: {first} became {into}"
    return [first, into, without(name, model, back, folder, (before, first), names)]


def now_called(clips, renamed):
    """The clips with the names they have after the trip."""
    return {clip: renamed[1] if renamed and clip == renamed[0] else clip for clip in clips}


def came_back(name, original, made, clips, moves, renamed, said):
    """Compares the result with the original, the model and its glTF: tables, animations, shapes. Returns the table."""
    model, out = original
    before, after = table(model), table(made)
    if renamed and model.suffix == ".pmdl_b":
        after["animations"][renamed[0]] = after["animations"].pop(renamed[1])
    wrong = list(differences(before, after))
    assert not wrong, f"{name}: " + "\n".join(wrong[:10]) + "\n" + said
    names = now_called(clips, renamed)
    for clip, new in names.items():
        wrong = list(differences(table_of_clip(model.with_name(f"{clip}.ani")), table_of_clip(made.with_name(f"{new}.ani"))))
        assert not wrong, f"{name}: {clip}: " + "\n".join(wrong[:10])
    again = out.with_name("again.glb")
    convert(made, *[made.with_name(f"{new}.ani") for new in names.values()], "-o", again)
    pairs = list(names.items())
    if model.suffix == ".pmdl_b":
        shared = [animation["name"] for animation in Glb(out).json.get("animations", [])]
        pairs = [(clip, renamed[1] if renamed and clip == renamed[0] else clip) for clip in shared[:6]]
    compare_shapes(name, out, again, pairs, MOVED if moves else 0)
    others(name, model, made, clips)
    return before


def others(name, model, made, clips):
    """The game's other animations move the returned skeleton as they moved the original."""
    found = [file for file in sorted(model.parent.glob("*.ani")) if file.stem not in clips and file.stem.startswith(model.stem)][:3]
    for file in found:
        a, b = OUT / name / "other_a.glb", OUT / name / "other_b.glb"
        convert(model, file, "-o", a)
        convert(made, file, "-o", b)
        compare_shapes(f"{name} with {file.stem}", a, b, [(file.stem, file.stem)], MOVED)


def without(name, model, back, folder, original, names):
    """Without the original: each difference is said."""
    before, first = original
    made = folder / "new/models" / model.name
    made.parent.mkdir(parents=True, exist_ok=True)
    for file in model.parent.glob(f"{model.stem}_*.ani"):
        made.with_name(file.name).write_bytes(file.read_bytes())
    code, said = run(TOOL, "convert", back, "-o", made, "--no-materials", "--force", "--lossy")
    assert code == 0, said
    assert "doesn't fit the new skeleton" not in said, f"{name}: {said}"
    after = table(made)
    if model.suffix == ".pmdl_b":
        words = {"collisionMeshes": "collision meshes", "joints": "joints", "bodyGroups": "body groups", "lods": "levels of detail"}
        for key, word in words.items():
            assert not before.get(key) or after.get(key) or word in said, f"{name}: {word} are lost without a word\n{said}"
    else:
        assert [len(lods) for lods in after["lods"]] == [len(lods) for lods in before["lods"]], f"{name}: {after['lods']}"
    clips = [made.with_name(f"{model.stem}_{new}.ani") for new in names.values()] + [made.with_name(f"{new}.ani") for new in names.values()]
    findings = sum(" warning" in line or "--into" in line or ": " in line for line in said.splitlines() if not line.startswith("wrote"))
    cells = row(f"{name} without ({findings} findings)", figures(made, clips))
    for column, words, old, new in zip(COLUMNS, SAID, first[1:], cells[1:]):
        assert old == new or any(word in said for word in words), f"{name}: {column}: {old} became {new} without a word\n{said}"
    return cells


def authored():
    """Levels of detail that are made in Blender, by name."""
    folder = OUT / "authored"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    # Without the original the levels are those of Blender. The original keeps the coarser ones, which --lod has left out.
    for name, options, expected in (("new", ["--no-originals"], 3), ("edited", [], 7)):
        single, back, made = folder / f"{name}.glb", folder / f"{name}_back.glb", folder / name / "Jack.mdl"
        convert(URHO / "Jack.mdl", "--lod", "0", *options, "-o", single)
        trip(single, back, 24, "--lods", "0.5", "0.2")
        convert(back, "-o", made, "--no-materials", "--lossy")
        lods = table_of_urho(made)["lods"]
        assert [len(levels) for levels in lods] == [expected] * 2, lods
        assert all(abs(found - wanted) < 0.2 for levels in lods for found, wanted in zip(levels, (0, 10, 20))), lods
        rows.append(row(f"Jack with levels of Blender, {name}", figures(made)))
    return rows


def shapes():
    """Shape keys and an action of their values, made in Blender, for each engine."""
    folder = OUT / "shapes"
    folder.mkdir(parents=True, exist_ok=True)
    plain, back = folder / "plain.glb", folder / "back.glb"
    convert(URHO / "TeaPot.mdl", "--lod", "0", "-o", plain)
    trip(plain, back, 24, "--shapes", "Talk")
    first = Glb(back)
    names = first.morph_names()
    assert names == [["smile", "blink"]] * len(names) and names, names
    rows = []
    for made, options in (
        (folder / "pragma/models/pot.pmdl_b", []),
        (folder / "rbfx/Models/Pot.mdl", ["--to", "umd3"]),
        (folder / "urho/Models/Pot.mdl", []),
    ):
        said = convert(back, "-o", made, "--no-materials", *options)
        clips = sorted(made.parent.glob("*.ani"))
        again = folder / f"{made.parent.parent.name}.glb"
        convert(made, *clips, "-o", again)
        other = Glb(again)
        assert other.morph_names() == names, f"{made}: {other.morph_names()}\n{said}"
        found = [animation["name"] for animation in other.json.get("animations", [])]
        assert len(found) == 1, f"{made}: {found}\n{said}"
        is_stepped = made.parent.parent.name == "urho"
        if is_stepped:
            # Steps of 1/30 s and 1/255: at the end both are the same but for the byte.
            weights = [one.weights(one.animation(name), 1.0, index) for one, name in ((first, "Talk"), (other, found[0])) for index, node in enumerate(one.nodes) if "mesh" in node][:2]
            assert abs(weights[0] - weights[1]).max() <= 0.003, weights
        compare_shapes(str(made), back, again, [] if is_stepped else [("Talk", found[0])], 0)
        rows.append(row(f"shape keys in {made.parent.parent.name}", figures(made, clips)))
    return rows


def turned():
    """Bone Dir "Temperance" turns the axes of bones; the original's skeleton mends it."""
    folder = OUT / "turned"
    folder.mkdir(parents=True, exist_ok=True)
    model, out, back = URHO / "Kachujin/Kachujin.mdl", folder / "out.glb", folder / "back.glb"
    clip = model.with_name("Kachujin_Walk.ani")
    convert(model, clip, "-o", out)
    trip(out, back, 30, "--bone-dir", "TEMPERANCE")
    made, again = folder / "models/Kachujin.mdl", folder / "again.glb"
    convert(back, "-o", made, "--bind-pose-of", model, "--no-materials", "--lossy")
    convert(made, clip, "-o", again)
    compare_shapes("Temperance", out, again, [("Kachujin_Walk", "Kachujin_Walk")], 0)
    rows = [row("Kachujin, Temperance, --bind-pose-of", figures(made))]
    # Without it, the game's animations wouldn't fit, which is said: they lie beside what is made.
    (folder / "game").mkdir(exist_ok=True)
    for file in (model, clip):
        (folder / "game" / file.name).write_bytes(file.read_bytes())
    code, said = run(TOOL, "convert", back, "-o", folder / "game/Kachujin.mdl", "--no-materials", "--lossy", "--force", "--no-animations")
    assert code == 0 and "doesn't fit the new skeleton" in said, said
    return rows


def print_table(rows):
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(rows[0]))]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip(), flush=True)


def main():
    asked, failed = sys.argv[1:], []
    cases = [(entry[0], lambda entry=entry: one(*entry)) for entry in MODELS]
    cases += [("authored", authored), ("shapes", shapes), ("turned", turned)]
    rows = []
    for name, case in cases:
        if asked and name not in asked:
            continue
        try:
            rows += case()
            print(f"{name}: as it should be", flush=True)
        except AssertionError as error:
            failed.append(name)
            print(f"{name}: FAILED: {error}", flush=True)
    print_table([["", *COLUMNS], *rows])
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
