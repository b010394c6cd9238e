"""How much of the processor a model takes by the add-on, and its .glb by Blender alone, in seconds: other programs don't change that much.

python addon_speed.py MODEL GLB
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy

TIMES = 7
source, glb = addon_use.words()


def taken(operator, path):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    addon_use.fresh()
    begin = time.process_time()
    operator(filepath=path)
    return time.process_time() - begin


addon, blender = [], []
for _ in range(TIMES):
    blender.append(taken(bpy.ops.import_scene.gltf, glb))
    addon.append(taken(bpy.ops.import_scene.engine_assets, source))
addon_use.result(addon=min(addon), blender=min(blender))
