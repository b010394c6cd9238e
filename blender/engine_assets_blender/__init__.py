"""Models, scenes and maps of Urho3D, U3D, rbfx, Pragma and ZED in Blender: File > Import, File > Export, and a tab in the sidebar of the 3D view."""

bl_info = {
    "name": "Engine Assets: Urho3D, Pragma, ZED",
    "description": "Models, scenes and maps of Urho3D, rbfx, Pragma and ZED, in and out",
    "author": "The authors of engine-assets",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export, View3D > Sidebar > Engine Assets",
    "category": "Import-Export",
}

import bpy

from . import batch, export_operators, exporter, findings, formats, import_operators, importer, levels, listing, material_files, motion_operators, panels, plans, preferences, remembered, send, sentences, shapes, sources, techniques

CLASSES = (*findings.CLASSES, *preferences.CLASSES, *import_operators.CLASSES, *export_operators.CLASSES, *batch.CLASSES, *levels.CLASSES, *listing.CLASSES, *panels.CLASSES, *motion_operators.CLASSES, *send.CLASSES)


def import_menu(self, _context):
    self.layout.operator("import_scene.engine_assets", text="Urho3D, Pragma, ZED (.mdl, .pmdl, .zed, scenes, .pak)")


def export_menu(self, _context):
    self.layout.operator("export_scene.engine_assets", text="Urho3D, Pragma, ZED (.mdl, .pmdl, .zed, scenes)")


@bpy.app.handlers.persistent
def before_saving(*arguments):
    # The path that is saved to, which Blender passes from 3.6 on: a first save has no other yet.
    blend = next((one for one in arguments if isinstance(one, str)), "")
    for scene in bpy.data.scenes:
        sources.refresh(scene, blend)
        remembered.refresh(scene, blend)


def register():
    mend_numpy()
    for one in CLASSES:
        bpy.utils.register_class(one)
    findings.register()
    material_files.register()
    shapes.register()
    techniques.register()
    listing.register()
    bpy.types.TOPBAR_MT_file_import.append(import_menu)
    bpy.types.TOPBAR_MT_file_export.append(export_menu)
    bpy.app.handlers.save_pre.append(before_saving)


def unregister():
    bpy.app.handlers.save_pre.remove(before_saving)
    bpy.types.TOPBAR_MT_file_export.remove(export_menu)
    bpy.types.TOPBAR_MT_file_import.remove(import_menu)
    listing.unregister()
    techniques.unregister()
    shapes.unregister()
    material_files.unregister()
    findings.unregister()
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)


def mend_numpy():
    """Blender's glTF add-on of 3.x uses names that later versions of numpy dropped, which Linux distributions ship with it."""
    if bpy.app.version >= (4, 0, 0):
        return
    import numpy

    for one in (bool, int, float):
        if one.__name__ not in numpy.__dict__:
            setattr(numpy, one.__name__, one)
