"""Real scenes and prefabs in and out without an edit: no file changes, and none is added.

python addon_scenes.py FOLDER SAMPLES CORPUS
"""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import files_of, messages, take

folder, _, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

# Where the files are, and the project that has their resources.
SCENES = corpus / "urho-scene"
SETS = (("urho3d", "urho3d", "."), ("rbfx", "rbfx", "."), ("engine-written", "urho3d", "Data"))
KINDS = {"Scenes", "Objects", "Prefabs"}


def level_format(path):
    """The format of a scene or prefab; None for other files."""
    if not KINDS.intersection(path.parts) or "AssetImporter" in path.parts or not path.is_file():
        return None
    try:
        form = ea.open(path).format
    except ea.Error:
        return None
    return form if form in ("urho-scene", "urho-prefab") else None


def trip(source, inside, project, below):
    """Imports and exports a file in its project. Returns "identical", or the differences."""
    place = folder / "project"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(SCENES / project, place)
    for path in place.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    own = place / below / inside
    own.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, own)
    before = files_of(place)
    addon_use.fresh()
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(own))
    if wrong:
        return f"not imported: {wrong}"
    package = addon_use.package()
    first = next(iter(bpy.context.scene.objects), None)
    wrong = take(own, format=package.formats.format_for(str(own), first and package.sources.of_object(first)))
    if wrong:
        return f"refused: {wrong}"
    after = files_of(place)
    changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    return f"{changed}: {messages()}" if changed else "identical"


def table():
    """The table. A failure names the differences with their messages."""
    rows = {}
    for name, project, below in SETS:
        for source in sorted((SCENES / name).rglob("*")):
            if level_format(source):
                rows[source.relative_to(SCENES).as_posix()] = trip(source, source.relative_to(SCENES / name), project, below)
    shutil.rmtree(folder / "project", ignore_errors=True)
    different = {name: row for name, row in rows.items() if row != "identical"}
    assert len(rows) >= 38 and not different, (len(rows), different)
    return rows


addon_use.run((table,))
