"""Findings, as a list with links to their objects."""

import bpy
from bpy.props import CollectionProperty, IntProperty, PointerProperty, StringProperty

from . import places, sentences, unchanged

ICONS = {"error": "CANCEL", "warning": "ERROR", "note": "INFO"}
ORDER = {"error": 0, "warning": 1, "note": 2}


class EA_Finding(bpy.types.PropertyGroup):
    severity: StringProperty()
    path: StringProperty()
    message: StringProperty()
    # Its place in Blender, for people.
    place: StringProperty()
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


def show(context, title, findings, objects, file=None):
    """Lists findings.

    Args:
        title: Subject of the findings.
        findings: Findings of the library.
        objects: Objects that they may be about.
        file: The exported file (`spots.File`).
    """
    own, bones = of(context), file.bones() if file is not None else ()
    own.listed.clear()
    own.title = title
    unique = {(one.severity, one.path, one.message): one for one in findings}
    names = {file: shown for own in unchanged.file_names(objects).values() for shown, file in own.items()}
    for one in sorted(unique.values(), key=lambda one: ORDER.get(one.severity, 3)):
        line = own.listed.add()
        line.severity, line.path, line.message = one.severity, places.renamed(one.path, names), sentences.said(places.renamed(one.message, names))
        spot = file.spot(one) if file is not None else None
        line.kind, line.object, line.part = spot or aim(line.path, objects, bones)
        line.place = shown_place(line)
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
        # Findings about objects have Blender's numbers: `Jack > vertex 3`.
        part, number = (places.in_mesh(path) if len(places.parts(path)) == 2 else None) or (kind, "")
        return part, name, str(number)
    if kind in ("bone", "action"):
        return (kind, armature.name, name) if armature else ("", "", "")
    if kind == "material":
        holder = next((one for one in meshes if any(slot.material and slot.material.name == name for slot in one.material_slots)), None)
        return (kind, holder.name, name) if holder else ("", "", "")
    return ("geometry", meshes[0].name, str(name)) if meshes else ("", "", "")


def shown_place(line):
    """The place of a finding in Blender; its path if that leads to no thing."""
    if line.kind in ("vertex", "face"):
        return f"{line.object}, {line.kind} {line.part}"
    if line.kind in ("bone", "action", "material"):
        return f"{line.object}, {line.kind} {line.part}"
    if line.kind == "geometry":
        slots = bpy.data.objects[line.object].material_slots
        number = int(line.part)
        return f"{line.object}, faces of material slot {number + 1}" + (f" ({slots[number].name})" if number < len(slots) and slots[number].name else "")
    if line.kind == "mesh":
        return f"{line.object}, all vertices"
    return line.object if line.kind == "object" and line.object in line.path else line.path


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
    elif line.kind in ("vertex", "face", "geometry", "mesh") and one.type == "MESH":
        select_in_mesh(context, one, line.kind, int(line.part or 0))
    elif line.kind == "action" and one.animation_data is not None:
        one.animation_data.action = bpy.data.actions.get(line.part, one.animation_data.action)


def select_in_mesh(context, one, kind, number):
    """Selects a vertex, a face, the faces of a material slot or all vertices, alone, and shows them in edit mode."""
    mesh = one.data
    if one.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for things in (mesh.vertices, mesh.edges, mesh.polygons):
        things.foreach_set("select", [kind == "mesh"] * len(things))
    if kind == "geometry":
        one.active_material_index = number
        wanted = [face for face in mesh.polygons if face.material_index == number]
    else:
        things = {"vertex": mesh.vertices, "face": mesh.polygons}.get(kind, ())
        wanted = things[number : number + 1]
    for thing in wanted:
        thing.select = True
    if wanted or kind == "mesh":
        is_faces = kind in ("face", "geometry")
        context.tool_settings.mesh_select_mode = (not is_faces, False, is_faces)
        bpy.ops.object.mode_set(mode="EDIT")


class EA_UL_findings(bpy.types.UIList):
    """Findings, with a search in their words."""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        layout.label(text=f"{item.place}: {item.message}" if item.place else item.message, icon=ICONS.get(item.severity, "DOT"))

    def filter_items(self, _context, data, name):
        lines = getattr(data, name)
        word = self.filter_name.lower()
        flags = [self.bitflag_filter_item if word in f"{one.severity} {one.place} {one.path} {one.message}".lower() else 0 for one in lines]
        return flags, []


CLASSES = (EA_Finding, EA_Findings, EA_UL_findings)


def register():
    bpy.types.WindowManager.engine_assets = PointerProperty(type=EA_Findings)


def unregister():
    del bpy.types.WindowManager.engine_assets
