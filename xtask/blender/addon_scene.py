"""A scene in, a node moved, out, and checked. python addon_scene.py SOURCE TARGET NODE"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy

source, target, node = addon_use.words()
addon_use.fresh()
import engine_assets

wrong = [addon_use.said(bpy.ops.import_scene.engine_assets, filepath=source)]
one = next(item for item in bpy.data.objects if item.name.startswith(node))
one.location.x += 1.0
wrong.append(addon_use.said(bpy.ops.export_scene.engine_assets, filepath=target, format="SCENE_XML" if "Scenes" in source else "PREFAB_XML", what="SCENE", replace=True))
findings = engine_assets.open(target).validate()
wrong += [str(one) for one in findings if one.severity == "error"]
told = [] if any(wrong) else addon_use.found()
addon_use.result(errors=[one for one in wrong if one], roots=engine_assets.resources_around(source), moved=one.name, checked=len(findings), report=len(told))
