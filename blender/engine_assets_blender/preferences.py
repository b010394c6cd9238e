"""Preferences: the folders and packages of the project."""

import os

import bpy
from bpy.props import BoolProperty, CollectionProperty, IntProperty, StringProperty

from .library import load


class EA_ResourceFolder(bpy.types.PropertyGroup):
    """A folder of resources, or a package."""

    path: StringProperty(name="Path", description="A folder with Materials and Textures (Data), or a package (.pak)", subtype="FILE_PATH")


class EA_UL_folders(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        layout.prop(item, "path", text="", emboss=False, icon="FILE_FOLDER")


class EA_OT_add_folder(bpy.types.Operator):
    """Add a folder of resources"""

    bl_idname = "engine_assets.add_folder"
    bl_label = "Add Folder"
    bl_options = {"INTERNAL"}

    directory: StringProperty(subtype="DIR_PATH")

    def invoke(self, context, _event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        of(context).folders.add().path = self.directory
        return {"FINISHED"}


class EA_OT_remove_folder(bpy.types.Operator):
    """Remove the selected folder from the list"""

    bl_idname = "engine_assets.remove_folder"
    bl_label = "Remove Folder"
    bl_options = {"INTERNAL"}

    def execute(self, context):
        own = of(context)
        own.folders.remove(own.folder)
        own.folder = max(0, own.folder - 1)
        return {"FINISHED"}


class EA_Preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    around: BoolProperty(
        name="Find the Project Around Each File",
        description="Look for materials and textures in the usual places: Data, CoreData and Autoload of Urho3D; materials, models and addons of Pragma",
        default=True,
    )
    folders: CollectionProperty(type=EA_ResourceFolder)
    folder: IntProperty()

    def draw(self, _context):
        layout = self.layout
        if load() is None:
            layout.label(text="The library for this system is missing: install the download for your system", icon="ERROR")
        layout.prop(self, "around")
        layout.label(text="Look for materials and textures in these folders and packages, too:")
        row = layout.row()
        row.template_list("EA_UL_folders", "", self, "folders", self, "folder", rows=3)
        column = row.column(align=True)
        column.operator("engine_assets.add_folder", text="", icon="ADD")
        column.operator("engine_assets.remove_folder", text="", icon="REMOVE")


def of(context):
    """The preferences."""
    return context.preferences.addons[__package__].preferences


def own_folders(context):
    """The folders and packages that the preferences list."""
    return [bpy.path.abspath(one.path) for one in of(context).folders if one.path]


def missing_folders(context):
    """Sentences about listed folders that don't exist: (path, sentence)."""
    return [(path, "this folder of the preferences doesn't exist") for path in own_folders(context) if not os.path.exists(path)]


def folders_for(context, path, entry=""):
    """Folders and packages for referenced files; empty if the library is to find them by itself."""
    found = of(context)
    own = [path for path in own_folders(context) if os.path.exists(path)]
    if found.around and not own:
        return []
    if not found.around:
        return own
    around = [str(path)] if entry else load().resources_around(path)
    return around + own


CLASSES = (EA_ResourceFolder, EA_UL_folders, EA_OT_add_folder, EA_OT_remove_folder, EA_Preferences)
