"""Features of the add-on alone: triggers, events, loop flags, hit boxes, packages, consent, changed originals, findings, whole folders.

python addon_features.py FOLDER SAMPLES CORPUS
"""

import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, bring, done, nudge, take

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words())
package = addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
JACK = corpus / "urho/engine/Data/Models/Jack.mdl"


def copied(name, files):
    return addon_use.project(folder / name, files)


def triggers():
    """Triggers of Urho3D as markers of the action and of the timeline, moved, added, removed, and left alone."""
    place = copied("triggers", [JACK, JACK.with_name("Jack_Walk.ani")])
    length = ea.open(place / "Jack_Walk.ani").summary()["length"]
    own = [ea.triggers.Trigger(0.2517, "left"), ea.triggers.Trigger(0.75, "right"), ea.triggers.Trigger(0.9, "7", "Int")]
    side = ea.triggers.write(own, length=length)
    for where in ("ACTION", "TIMELINE"):
        (place / "Jack_Walk.xml").write_bytes(side)
        bring(place / "Jack.mdl", markers=where)
        walk = action("Jack_Walk")
        shown = package.mend.shown_marks(bpy.context.scene, walk, False)
        assert sorted(name for name, _ in shown) == ["Int: 7", "left", "right"], shown
        done(place / "Jack.mdl", materials=False, replace=True)
        assert (place / "Jack_Walk.xml").read_bytes() == side, "a side file that nobody edited was changed"
        markers = walk.pose_markers if where == "ACTION" else bpy.context.scene.timeline_markers
        named = {marker.name.rpartition("Jack_Walk: ")[2]: marker for marker in markers}
        named["right"].frame += 3
        markers.remove(named["Int: 7"])
        new = markers.new("jump" if where == "ACTION" else "Jack_Walk: jump")
        new.frame = 3
        done(place / "Jack.mdl", materials=False, replace=True)
        made = ea.triggers.read((place / "Jack_Walk.xml").read_bytes(), length=length)
        times = {one.text: one.time for one in made}
        rate = bpy.context.scene.render.fps
        assert set(times) == {"left", "right", "jump"}, made
        assert abs(times["left"] - 0.2517) < 1e-6, "a trigger that wasn't moved has another time"
        assert abs(times["jump"] - 3 / rate) < 1e-6 and abs(times["right"] - (round(0.75 * rate) + 3) / rate) < 1e-6, made
    return "moved, added, removed; untouched to the byte"


def pragma():
    """Loop flags, events, hit boxes and attachments of Pragma."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()
    walk = action("walk")
    assert walk["loop"] and [marker.name for marker in walk.pose_markers][:1] == ["EVENT_FOOTSTEP_RIGHT"], list(walk.pose_markers)
    extras = [one for one in bpy.data.objects if package.extras.is_extra(one)]
    counts = (len(before["hitboxes"]), len(before["attachments"]))
    assert tuple(sum(one["ea_extra"] == kind for one in extras) for kind in ("hitbox", "attachment")) == counts, counts
    made = folder / "pragma/models/soldier.pmdl_b"
    done(made, format="PMDL_B", materials=False, replace=True)
    same = ea.open(made).document().to_dict()
    assert same["hitboxes"] == before["hitboxes"] and same["attachments"] == before["attachments"]
    walk["loop"] = False
    walk.pose_markers[0].frame += 2
    new = walk.pose_markers.new("EVENT_SOUND 'left foot' 2")
    new.frame = 12
    box = next(one for one in extras if one["ea_extra"] == "hitbox")
    box.location.x += 1.0
    point = next(one for one in extras if one["ea_extra"] == "attachment")
    point.location.z += 2.0
    done(made, format="PMDL_B", materials=False, replace=True)
    after = ea.open(made).document().to_dict()
    data = after["animations"]["walk"]["assetData"]
    assert "Loop" not in data["flags"], data["flags"]
    events = {one["name"]: one for one in data["events"]}
    assert events["EVENT_SOUND"]["args"] == ["left foot", "2"], data["events"]
    rate = bpy.context.scene.render.fps
    assert abs(events["EVENT_FOOTSTEP_RIGHT"]["time"] - (round(0.56666666 * rate) + 2) / rate) < 1e-5, events
    shift = [b - a for a, b in zip(before["hitboxes"][box["ea_index"]]["bounds"]["min"], after["hitboxes"][box["ea_index"]]["bounds"]["min"])]
    assert max(abs(a - b) for a, b in zip(shift, (1.0, 0.0, 0.0))) < 1e-3, shift
    index = point["ea_index"]
    shift = [b - a for a, b in zip(before["attachments"][index]["pose"][:3], after["attachments"][index]["pose"][:3])]
    assert max(abs(a - b) for a, b in zip(shift, (0.0, 0.0, 2.0))) < 1e-3, shift
    untouched = [at for at in range(counts[0]) if at != box["ea_index"]]
    assert all(after["hitboxes"][at] == before["hitboxes"][at] for at in untouched)
    assert not [one for one in ea.open(made).validate() if one.severity == "error"]
    return f"{counts[0]} hit boxes, {counts[1]} attachments, loop flags, events"


def maps():
    """A map of Pragma: its entities are restored, and the moved entity has its new position."""
    source = corpus / "pragma-scene/addons/test_maps/maps/test_physics.pmap_b"
    bring(source)
    before = ea.open(source).document()["entities"]
    placed = [one for one in bpy.context.scene.objects if one.parent is None]
    placed[0].location.x += 1.0
    made = folder / "maps/maps/test_physics.pmap_b"
    done(made, format="PMAP_B", what="SCENE", replace=True)
    after = ea.open(made).document()["entities"]
    assert [one["className"] for one in after] == [one["className"] for one in before], len(after)
    assert sum(one != other for one, other in zip(before, after)) == 1, "one was moved"
    assert not [one for one in ea.open(made).validate() if one.severity == "error"]
    return f"{len(placed)} objects"


def packages():
    """A model of a package with its animation and its side files."""
    pack = folder / "Game.pak"
    library = {f"Models/{path.name}": path for path in sorted(samples.glob("Character*")) if path.suffix != ".pak"}
    ea.Package.pack(pack, library, force=True)
    addon_use.fresh()
    said = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(pack))
    assert "is a package: name an entry" in said and "Traceback" not in said, said
    assert package.importer.entries_of(str(pack)) == ["Models/Character.mdl"]
    bring(f"{pack}:Models/Character.mdl")
    assert [package.curves.animation_name(one) for one in bpy.data.actions] == ["Character_Wave"]
    made = folder / "from-package/Models/Character.mdl"
    done(made, replace=True)
    before, after = ea.open(samples / "Character.mdl").summary(), ea.open(made).summary()
    assert before["bones"] == after["bones"], "bones differ"
    return "entry with its animation, in and out"


def animations():
    """Only the chosen animations are imported."""
    counts = {}
    for which in ("NONE", "OWN", "ALL"):
        bring(JACK.parent / "Mutant/Mutant.mdl", which=which)
        counts[which] = len({package.curves.animation_name(one) for one in bpy.data.actions})
    own = [called for _, _, called in package.importer.animations_of(JACK.parent / "Mutant/Mutant.mdl")]
    assert (counts["NONE"], counts["OWN"], counts["ALL"]) == (0, sum(own), len(own)) and sum(own) > 1, counts
    bring(SOLDIER, which="CHOSEN", animations=[{"name": name, "path": name, "use": use} for name, use in (("walk", True), ("idle", True), ("run", False))])
    names = sorted({package.curves.animation_name(one) for one in bpy.data.actions})
    assert names == ["idle", "walk"], names
    return counts


def consent():
    """Nothing is replaced without consent, and an original that changed is asked about."""
    place = copied("consent", [samples / "Character.mdl", samples / "Character_Wave.ani"])
    bring(place / "Character.mdl")
    bpy.data.objects[next(one.name for one in bpy.data.objects if one.type == "MESH")].data.vertices[0].co.x += 0.5
    nudge(action("Character_Wave"))
    (place / "Character_Wave.ani").write_bytes(b"somebody's work")
    before = {path: path.read_bytes() for path in sorted(place.parent.rglob("*")) if path.is_file()}
    said = take(place / "Character.mdl")
    assert "Replace Other Files" in said and "Character_Wave.ani" in said, said
    assert {path: path.read_bytes() for path in sorted(place.parent.rglob("*")) if path.is_file()} == before, "something was written"
    done(place / "Character.mdl", replace=True)
    # An exported file becomes the original; a file changed by another program isn't the imported one.
    done(place / "Character.mdl", replace=True)
    for choice in ("MERGE", "NEW"):
        (place / "Character.mdl").write_bytes(ea.convert(samples / "Character.mdl", to="umd3" if choice == "MERGE" else "umdl", lossy=True).data)
        said = take(place / "Character.mdl", replace=True)
        assert "was changed since it was imported" in said and "Traceback" not in said, said
        done(place / "Character.mdl", replace=True, changed=choice, lossy=True)
        assert ea.open(place / "Character.mdl").variant == {"MERGE": "UMD3", "NEW": "UMD2"}[choice]
    (place / "Character.mdl").unlink()
    said = take(place / "Character.mdl", replace=True)
    assert "is missing. Create a new file" in said, said
    return "asked, refused, obeyed"


def sentences():
    """Errors are sentences."""
    broken = folder / "broken.mdl"
    broken.write_bytes(JACK.read_bytes()[:3000])
    seen = []
    for path in (broken, folder / "nothing.mdl"):
        addon_use.fresh()
        said = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(path))
        assert said and "Traceback" not in said and "unexpected" not in said, said
        seen.append(said)
    addon_use.fresh()
    said = take(folder / "empty.mdl")
    assert "nothing to export" in said, said
    return seen


def findings():
    """A click on a finding selects its object, and the face of it."""
    bring(JACK)
    bpy.ops.object.select_all(action="DESELECT")
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    own = bpy.context.window_manager.engine_assets
    assert len(own.listed) > 0 and {line.severity for line in own.listed} <= {"note", "warning"}, addon_use.found()
    at = next(number for number, line in enumerate(own.listed) if line.path.startswith("geometry 1"))
    bpy.ops.engine_assets.to_finding(index=at)
    one = bpy.context.view_layer.objects.active
    assert one is not None and one.type == "MESH" and one.select_get() and one.mode == "EDIT", one
    one.update_from_editmode()
    faces = [face for face in one.data.polygons if face.select]
    assert len(faces) == 1 and faces[0].area == 0.0 and faces[0].material_index == 1, [face.index for face in faces]
    bpy.ops.object.mode_set(mode="OBJECT")
    return len(own.listed)


def two_models():
    """Of two models in a scene each goes back into its own, with its own animations."""
    bring(JACK)
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(samples / "Character.mdl"))
    assert not wrong, wrong
    one = next(item for item in bpy.data.objects if item.type == "MESH" and item.name.startswith("Character"))
    bpy.context.view_layer.objects.active = one
    made = folder / "two/Models/Character.mdl"
    shutil.rmtree(made.parent, ignore_errors=True)
    done(made, materials=False)
    names = sorted(path.name for path in made.parent.iterdir())
    assert names == ["Character.mdl", "Character.xml", "Character_Wave.ani"], names
    assert ea.open(made).summary()["bones"] == ea.open(samples / "Character.mdl").summary()["bones"]
    return names


def batch():
    """A folder in and out."""
    place = copied("batch", [samples / "Character.mdl", samples / "Character_Wave.ani", samples / "Tile.zed", samples / "Crate.pmdl_b"])
    blends, out = folder / "batch/blends", folder / "batch/out/Models"
    for old in (blends, out, folder / "batch/alone"):
        shutil.rmtree(old, ignore_errors=True)
    # Switching the add-on on anew replaces its modules.
    own = addon_use.fresh()
    done = list(own.batch.bring_in(own, str(place), str(blends), False))
    assert [why for _, why in done] == [None, None, None], done
    again = list(own.batch.bring_in(own, str(place), str(blends), False))
    assert all("already exists" in why for _, why in again), again
    options = own.formats.Options(format="", what="SCENE", materials=False)
    done = list(own.batch.take_out(own, str(blends), str(out), options, False))
    assert [why for _, why in done] == [None, None, None], done
    names = sorted(path.name for path in out.iterdir())
    assert names == ["Character.mdl", "Character_Wave.ani", "Crate.pmdl_b", "Tile.zed"], names
    assert not [one for path in out.iterdir() if path.suffix != ".xml" for one in ea.open(path).validate() if one.severity == "error"]
    return [*names, *by_itself(own, place, folder / "batch/alone")]


def by_itself(own, place, blends):
    """The same by the operator, which starts another Blender, or by the script where Blender has no program."""
    if bpy.app.binary_path:
        assert bpy.ops.engine_assets.batch(direction="in", folder=str(place), output=str(blends)) == {"FINISHED"}
    else:
        done = subprocess.run([sys.executable, own.batch.__file__, "in", str(place), "-o", str(blends)], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "wrote 3 files, 0 failed" in done.stdout, done.stdout + done.stderr
    names = sorted(path.name for path in blends.iterdir())
    assert names == ["Character.blend", "Crate.blend", "Tile.blend"], names
    return names


addon_use.run((triggers, pragma, maps, packages, animations, consent, sentences, findings, two_models, batch))
