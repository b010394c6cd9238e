# Exports the open file of Blender as a .glb.
import sys

import bpy

WANTED = {
    "filepath": sys.argv[sys.argv.index("--") + 1],
    "export_format": "GLB",
    "export_apply": True,
    "export_extras": True,
    "export_cameras": True,
    "export_lights": True,
    "export_animations": True,
    "export_animation_mode": "ACTIONS",
    "export_force_sampling": True,
    "export_optimize_animation_size": True,
    "export_def_bones": False,
    "export_all_influences": True,
    "export_attributes": True,
    "export_import_convert_lighting_mode": "SPEC",
}

print("Blender " + bpy.app.version_string, flush=True)
known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
bpy.ops.export_scene.gltf(**{name: value for name, value in WANTED.items() if name in known})
