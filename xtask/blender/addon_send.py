"""Send: what changed goes into the files that it came from, and nothing else.

python addon_send.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, bring, files_of, jack, nudge, said

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()

URHO = corpus / "urho/engine/Data/Models"


def send():
    return said(bpy.ops.engine_assets.send)


def written(place, before):
    """Names of the files that changed; others have their bytes and their times."""
    return sorted(name for name, data in files_of(place).items() if before.get(name) != data)


def times(place):
    return {path.name: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}


def only_what_changed():
    """An edited mesh and an edited animation are written, and a second time nothing."""
    place = jack(folder / "changed")
    shutil.copyfile(URHO / "Mushroom.mdl", place / "Mushroom.mdl")
    bring(place / "Jack.mdl")
    wrong = said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Mushroom.mdl"))
    assert not wrong, wrong
    before, then = files_of(place), times(place)
    assert not send() and times(place) == then, "without an edit nothing is written"
    nudge(action("Jack_Walk"))
    assert not send()
    assert written(place, before) == ["Jack_Walk.ani"], written(place, before)
    before, then = files_of(place), times(place)
    mesh = next(one for one in bpy.data.objects if one.type == "MESH" and one.name.startswith("Mushroom"))
    mesh.data.vertices[0].co.x += 0.01
    assert not send()
    changed = written(place, before)
    assert changed == ["Mushroom.mdl"], changed
    untouched = {name: time for name, time in times(place).items() if name not in changed}
    assert all(then[name] == time for name, time in untouched.items())
    before, then = files_of(place), times(place)
    assert not send() and times(place) == then
    return changed


def foreign_changes_stay():
    """An original that another program changed is left alone, and the others are written."""
    place = jack(folder / "foreign")
    shutil.copyfile(URHO / "Mushroom.mdl", place / "Mushroom.mdl")
    bring(place / "Jack.mdl", which="NONE")
    said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Mushroom.mdl"))
    shutil.copyfile(URHO / "Box.mdl" if (URHO / "Box.mdl").is_file() else URHO / "TeaPot.mdl", place / "Mushroom.mdl")
    before = files_of(place)
    for one in (one for one in bpy.data.objects if one.type == "MESH" and "LOD" not in one.name):
        one.data.vertices[0].co.x += 0.01
    error = send()
    assert "Mushroom" in error and "changed" in error, error
    assert written(place, before) == ["Jack.mdl"], written(place, before)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    addon_use.fresh()
    assert "imported from a file" in send()
    return error


addon_use.run((only_what_changed, foreign_changes_stay))
