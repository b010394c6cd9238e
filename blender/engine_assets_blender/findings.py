"""Findings, as a list with links to their objects."""

import bpy
from bpy.props import CollectionProperty, IntProperty, PointerProperty, StringProperty

from . import places, sentences

ICONS = {"error": "CANCEL", "warning": "ERROR", "note": "INFO"}
ORDER = {"error": 0, "warning": 1, "note": 2}


class EA_Finding(bpy.types.PropertyGroup):
    severity: StringProperty()
    path: StringProperty()
    message: StringProperty()
    # Where a click leads to.
    kind: StringProperty()
    object: StringProperty()
    part: StringProperty()


def chosen(self, context):
    """Selects the object of a clicked line."""
    if self.listed and self.index < len(self.listed):
        select(context, self.listed[self.index])


class EA_Findings(bpy.types.PropertyGroup):
    """The findings of the last check, import or export."""

    title: StringProperty()
    listed: CollectionProperty(type=EA_Finding)
    index: IntProperty(update=chosen)


def of(context):
    return context.window_manager.engine_assets


def show(context, title, findings, objects, bones=()):
    """Lists findings.

    Args:
        title: Subject of the findings.
        findings: Findings of the library.
        objects: Objects that they may be about.
        bones: Names of the bones in the order of the file.
    """
    own = of(context)
    own.listed.clear()
    own.title = title
    unique = {(one.severity, one.path, one.message): one for one in findings}
    for one in sorted(unique.values(), key=lambda one: ORDER.get(one.severity, 3)):
        line = own.listed.add()
        line.severity, line.path, line.message = one.severity, one.path, sentences.said(one.message)
        line.kind, line.object, line.part = aim(one.path, objects, bones)
    own["index"] = 0


def aim(path, objects, bones):
    """The target of a finding: kind, object, part of it. Empty if unknown."""
    armature = next((one for one in objects if one.type == "ARMATURE"), None)
    meshes = [one for one in objects if one.type == "MESH"]
    materials = [slot.material.name for one in meshes for slot in one.material_slots if slot.material]
    known = list(bones) or ([bone.name for bone in armature.data.bones] if armature else [])
    found = places.target(path, known, [one.name for one in objects], materials, [one.name for one in bpy.data.actions])
    if found is None:
        first = (meshes or list(objects) or [None])[0]
        return ("object", first.name, "") if first is not None else ("", "", "")
    kind, name = found
    if kind == "object":
        return kind, name, ""
    if kind in ("bone", "action"):
        return (kind, armature.name, name) if armature else ("", "", "")
    if kind == "material":
        holder = next((one for one in meshes if any(slot.material and slot.material.name == name for slot in one.material_slots)), None)
        return (kind, holder.name, name) if holder else ("", "", "")
    return ("geometry", meshes[0].name, str(name)) if meshes else ("", "", "")


def select(context, line):
    """Selects the object of a finding, and makes it active."""
    one = context.scene.objects.get(line.object)
    if one is None:
        return
    if one.name in context.view_layer.objects:
        for other in context.view_layer.objects:
            other.select_set(False)
        one.hide_set(False)
        one.select_set(True)
        context.view_layer.objects.active = one
    if line.kind == "bone" and line.part in one.data.bones:
        one.data.bones.active = one.data.bones[line.part]
    elif line.kind == "material":
        one.active_material_index = next((at for at, slot in enumerate(one.material_slots) if slot.name == line.part), 0)
    elif line.kind == "geometry" and int(line.part) < len(one.material_slots):
        one.active_material_index = int(line.part)
    elif line.kind == "action" and one.animation_data is not None:
        one.animation_data.action = bpy.data.actions.get(line.part, one.animation_data.action)


class EA_UL_findings(bpy.types.UIList):
    """Findings, with a search in their words."""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        layout.label(text=f"{item.path}: {item.message}" if item.path else item.message, icon=ICONS.get(item.severity, "DOT"))

    def filter_items(self, _context, data, name):
        lines = getattr(data, name)
        word = self.filter_name.lower()
        flags = [self.bitflag_filter_item if word in f"{one.severity} {one.path} {one.message}".lower() else 0 for one in lines]
        return flags, []


CLASSES = (EA_Finding, EA_Findings, EA_UL_findings)


def register():
    bpy.types.WindowManager.engine_assets = PointerProperty(type=EA_Findings)


def unregister():
    del bpy.types.WindowManager.engine_assets
