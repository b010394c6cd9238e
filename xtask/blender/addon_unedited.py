"""Real models in and out without an edit: each file is the same to the byte, or the difference is named and fails.

python addon_unedited.py FOLDER SAMPLES CORPUS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import activate, files_of, messages, take

folder, _, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
URHO, LARGE = corpus / "urho/engine/Data/Models", corpus / "urho/engine/Autoload/LargeData/Models"
MODELS = [*URHO.rglob("*.mdl"), *LARGE.glob("*.mdl"), *(corpus / "udm/pragma/models").rglob("*.pmdl_b")]


def trip(source):
    """Imports and exports a model in a project of its own. Returns "identical", or the differences."""
    beside = [path for path in source.parent.iterdir() if path.is_file() and path.name.startswith(source.stem) and path.suffix in (".ani", ".xml", ".json") and ".mdl" not in path.stem]
    place = addon_use.project(folder / source.stem, [source, *(path for path in beside if ".ani." not in path.name)])
    own, before = place / source.name, files_of(place)
    addon_use.fresh()
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(own))
    if wrong:
        return f"not imported: {wrong}"
    shown = [one for one in bpy.context.scene.objects if one.type in ("MESH", "ARMATURE", "EMPTY")]
    if shown:
        activate(shown[0])
    wrong = take(own, format="PMDL_B" if own.suffix == ".pmdl_b" else "MDL")
    if wrong:
        return f"refused: {wrong}"
    after = files_of(place)
    changed = [f"{name}: {len(before.get(name, b''))} became {len(after.get(name, b''))} bytes" for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    said = [one for one in messages() if changed]
    return "; ".join([*changed, *said]) or "identical"


def table():
    """The table. A failure names the differences with their messages."""
    rows = {source.relative_to(corpus).as_posix(): trip(source) for source in sorted(MODELS)}
    different = {name: row for name, row in rows.items() if row != "identical"}
    assert len(rows) >= 32 and not different, (len(rows), different)
    return rows


addon_use.run((table,))
