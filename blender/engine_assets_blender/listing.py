"""What an export contains, with a tick each, and which files it would write."""

import pathlib

import bpy
from bpy.props import BoolProperty, CollectionProperty, IntProperty, PointerProperty, StringProperty

from . import chosen, exporter, extras, findings, formats, remembered, sentences, sources, targets
from .library import needed
from .sentences import Refused, spoken

ICONS = {"new": "FILE_NEW", "changed": "FILE_TICK", "as it is": "CHECKMARK"}
TYPE_ICONS = {"MESH": "MESH_DATA", "ARMATURE": "ARMATURE_DATA", "LIGHT": "LIGHT_DATA", "CAMERA": "CAMERA_DATA", "EMPTY": "EMPTY_DATA"}


class EA_File(bpy.types.PropertyGroup):
    """A file that an export would write; its name is the path below the target's folder."""

    # One of ICONS.
    state: StringProperty()
    size: IntProperty()


class EA_Listing(bpy.types.PropertyGroup):
    title: StringProperty()
    files: CollectionProperty(type=EA_File)
    file: IntProperty()
    object: IntProperty()


class EA_UL_objects(bpy.types.UIList):
    """The scene's objects that can be exported, with a tick each"""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        row = layout.row(align=True)
        row.active = chosen.is_exported(item)
        row.prop(item, "engine_assets_export", text="")
        row.label(text=item.name, icon=TYPE_ICONS.get(item.type, "OBJECT_DATA"))

    def filter_items(self, _context, data, name):
        shown = self.bitflag_filter_item
        wanted = self.filter_name.lower()
        objects = getattr(data, name)
        return [shown if is_listed(one) and wanted in one.name.lower() else 0 for one in objects], []


class EA_UL_files(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        row = layout.row()
        row.label(text=item.name, icon=ICONS.get(item.state, "FILE"))
        side = row.row()
        side.alignment = "RIGHT"
        side.label(text=f"{item.state}, {shown_size(item.size)}")


def is_listed(one):
    return one.type in chosen.TYPES and not extras.is_extra(one)


def shown_size(size):
    return f"{size} bytes" if size < 1024 else f"{size / 1024:.0f} KiB"


def of(context):
    return context.window_manager.engine_assets_listing


def planned(context, options, path=""):
    """The files that an export would write: (name, state, size), and the result. Nothing is written.

    Raises:
        Refused: There is no place to export to, or the options don't fit each other.
    """
    objects, source = exporter.taken(context, options)
    place = path or remembered.place_of(context, objects, source, options)
    if not place:
        raise Refused("There is no original and no earlier export: choose a file in File › Export first.")
    target = targets.resolve(place)
    result, _ = exporter.made(context, target, options)
    return [(file.name, state_of(target, result, file), len(file.data)) for file in result.files], result


def state_of(target, result, file):
    """`new`, `changed` or `as it is`."""
    if target.package is None:
        there = pathlib.Path(result.folder) / file.name
        before = there.read_bytes() if there.is_file() else None
    else:
        with needed().Package(target.package) as package:
            name = target.entry(file.name, result.folder)
            before = bytes(package[name].read()) if name in package else None
    return "new" if before is None else "as it is" if before == file.data else "changed"


class EA_OT_plan(bpy.types.Operator):
    """List the files that an export into the original, or to the last place, would write. Nothing is written"""

    bl_idname = "engine_assets.plan"
    bl_label = "What Will Be Written"

    filepath: StringProperty(options={"HIDDEN", "SKIP_SAVE"})
    format: StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @spoken
    def execute(self, context):
        with chosen.object_mode(context):
            return self.plan(context)

    def plan(self, context):
        active = context.view_layer.objects.active
        source = sources.of_object(active) if active is not None else None
        options = formats.Options(lossy=True)
        options.format = self.format or remembered.format_of(active, source, self.filepath) or options.format
        options.changed = "MERGE" if source is not None and source.state() in ("same", "changed") else "NEW"
        files, result = planned(context, options, self.filepath)
        own = of(context)
        own.files.clear()
        for name, state, size in files:
            one = own.files.add()
            one.name, one.state, one.size = name, state, size
        counts = [f"{sum(state == kind for _, state, _ in files)} {kind}" for kind in ICONS]
        own.title = f"{len(files)} files: {', '.join(counts)}"
        findings.show(context, "What Will Be Written", result.findings, exporter.taken(context, options)[0])
        said = sentences.summary(result.findings)
        self.report({"INFO"}, own.title + (f" ({said})" if said else ""))
        return {"FINISHED"}


class EA_PT_listing(bpy.types.Panel):
    """Objects to export, and the files that would be written"""

    bl_label = "Export List"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, own = self.layout, of(context)
        layout.template_list("EA_UL_objects", "", context.scene, "objects", own, "object", rows=5)
        layout.operator("engine_assets.plan", icon="VIEWZOOM")
        if own.title:
            layout.label(text=own.title)
            layout.template_list("EA_UL_files", "", own, "files", own, "file", rows=4)


def register():
    bpy.types.Object.engine_assets_export = BoolProperty(
        name="Export", description="Export this object. Of a model with an original, a mesh without a tick is left out of the file", default=True
    )
    bpy.types.WindowManager.engine_assets_listing = PointerProperty(type=EA_Listing)


def unregister():
    del bpy.types.WindowManager.engine_assets_listing
    del bpy.types.Object.engine_assets_export


CLASSES = (EA_File, EA_Listing, EA_UL_objects, EA_UL_files, EA_OT_plan, EA_PT_listing)
