"""python addon_install.py FOLDER_OF_ZIPS"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy

addon_use.install(addon_use.words()[0])
package = addon_use.fresh()
import engine_assets

operators = [name for name in ("import_scene.engine_assets", "export_scene.engine_assets", "engine_assets.check", "engine_assets.batch")]
for name in operators:
    module, function = name.split(".")
    getattr(getattr(bpy.ops, module), function).get_rna_type()
dropped = hasattr(bpy.types, "EA_FH_import")
assert dropped == (bpy.app.version >= (4, 1, 0)), "files are dropped where Blender can"
addon_use.result(blender=bpy.app.version_string, library=engine_assets.__version__, file=engine_assets.__file__, dropped=dropped, module=package.__name__)
