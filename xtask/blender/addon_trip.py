"""A model in, a little edited, out into the original, and checked. python addon_trip.py '{"source": …, "target": …}'"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
import trip

asked = json.loads(addon_use.words()[0])
addon_use.fresh()
import engine_assets

clips = [{"name": pathlib.Path(path).stem, "path": path, "use": True} for path in asked["clips"]]
choice = {"which": "CHOSEN", "animations": clips} if asked["source"].endswith(".mdl") else {}
wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=asked["source"], **choice)
wrong = [wrong] if wrong else []
shown = trip.shown()
hidden = [name for name in shown["visible"] if "_LOD" in name]
if asked["move"]:
    trip.move_vertex(asked["move"])
if asked["rename"]:
    trip.rename(*asked["rename"])
target = pathlib.Path(asked["target"])
form = next(name for name, end in (("MDL", ".mdl"), ("PMDL_B", ".pmdl_b"), ("ZED", ".zed")) if target.suffix == end)
options = {"format": form, "materials": False, "lossy": form == "ZED"}
said = addon_use.said(bpy.ops.export_scene.engine_assets, filepath=str(target), replace=True, **options)
wrong += [said] if said else []
report = addon_use.found()
said = addon_use.said(bpy.ops.engine_assets.check, **options)
wrong += [said] if said else []
# Problems of the original are kept.
known = {one.path for one in engine_assets.open(asked["source"]).validate()}
wrong += [str(line) for line in addon_use.errors() if line[1] not in known] + hidden
addon_use.result(errors=wrong, fps=bpy.context.scene.render.fps, report=len(report), checked=len(addon_use.found()))
