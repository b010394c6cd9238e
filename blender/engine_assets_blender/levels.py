"""Coarser levels of detail: hidden objects `Jack_LOD1`, in a collection of their own."""

import contextlib
import re

import bpy

from . import tables
from .restoring import restored

LEVEL = re.compile(r"_LOD([1-9]\d*)(\.\d{3,})?$")
# Number of the level in the file.
NUMBER = "ea_level"
# Custom property with the distance in metres from which a level is shown: the library's own name.
DISTANCE = "lod_distance"
# Name of an object in its file.
FILE_NAME = "ea_name"


def is_level(one):
    return NUMBER in one or LEVEL.search(one.name) is not None


def usual_distance(one):
    """The distance of a level that has none yet: ten times the size of its finest mesh, then twice the previous one, as the library does it."""
    finest = bpy.data.objects.get(LEVEL.sub("", one.name), one)
    return 10.0 * max(*finest.dimensions, 0.01) * 2.0 ** ((number_of(one) or 1) - 1)


class EA_OT_lod_distance(bpy.types.Operator):
    """Add the distance from which this level of detail is shown, as a field"""

    bl_idname = "engine_assets.lod_distance"
    bl_label = "Set LOD Distance"
    bl_options = {"UNDO"}

    @classmethod
    def poll(cls, context):
        active = context.view_layer.objects.active
        return active is not None and is_level(active)

    def execute(self, context):
        active = context.view_layer.objects.active
        active[DISTANCE] = usual_distance(active)
        return {"FINISHED"}


def draw(layout, one):
    """The field of a level's distance."""
    if not is_level(one):
        return
    if DISTANCE in one:
        layout.prop(one, f'["{DISTANCE}"]', text="LOD Distance")
    else:
        layout.operator(EA_OT_lod_distance.bl_idname, icon="ADD")


def hide(context, objects, name):
    """Moves coarser levels of detail into a hidden collection, if Blender's importer didn't, and hides it.

    An excluded collection isn't evaluated: its objects wouldn't follow the scale of their armature.
    """
    found = [one for one in objects if LEVEL.search(one.name)]
    for one in found:
        one[NUMBER] = int(LEVEL.search(one.name)[1])
    loose = [one for one in found if not any(tables.plain(home.name).endswith("LODs") for home in one.users_collection)]
    if loose:
        collection = bpy.data.collections.new(f"{name} LODs")
        context.scene.collection.children.link(collection)
        for one in loose:
            for home in list(one.users_collection):
                home.objects.unlink(one)
            collection.objects.link(one)
    for layer in layers_of(context, found):
        layer.exclude = False
        layer.hide_viewport = True
        # Otherwise pictures show all levels in one place.
        layer.collection.hide_render = True


def layers_of(context, objects):
    """The layer collections of objects."""
    homes = {home.name for one in objects for home in one.users_collection}

    def walk(layer):
        for child in layer.children:
            if child.collection.name in homes:
                yield child
            yield from walk(child)

    return list(walk(context.view_layer.layer_collection))


@contextlib.contextmanager
def shown(context, objects):
    """Shows hidden levels while something is exported: Blender evaluates only visible objects."""
    found = [one for one in objects if is_level(one)]
    layers = layers_of(context, found)
    with restored(layers, "exclude", "hide_viewport"), restored(found, "hide_viewport"):
        for layer in layers:
            layer.exclude, layer.hide_viewport = False, False
        for one in found:
            one.hide_viewport = False
        context.view_layer.update()
        yield


def give_names(document, objects):
    """Gives levels in a glTF the name of their finest mesh, if it was renamed in Blender: Jack_LOD1 of Hero becomes Hero_LOD1."""
    renamed = renamed_meshes(objects)
    for node in document.get("nodes", []):
        found = LEVEL.search(node.get("name", ""))
        base = node["name"][: found.start()] if found else None
        if base in renamed:
            node["name"] = f"{renamed[base]}_LOD{found[1]}"


def renamed_meshes(objects):
    """Names in the file of finest meshes that were renamed, if no object has that name now: {name in the file: name in Blender}."""
    own = [one for one in objects if one.type == "MESH" and not LEVEL.search(one.name)]
    plain = {tables.plain(one.name) for one in own}
    return {one[FILE_NAME]: one.name for one in own if one.get(FILE_NAME, one.name) not in plain and not is_level(one)}


def findings(objects, imported):
    """Sentences about levels that don't fit: (object name, sentence).

    Args:
        objects: Objects to export.
        imported: Numbers of the levels that were imported with the model.
    """
    told = []
    now = {number_of(one) for one in objects if one.type == "MESH" and is_level(one)}
    for one in objects:
        number = number_of(one)
        if NUMBER in one and number is None:
            told.append((one.name, f"was level of detail {one[NUMBER]}; its name no longer ends in _LOD{one[NUMBER]}, so that it is exported as a mesh of its own"))
    bases = {tables.plain(one.name) for one in objects if one.type == "MESH"} | renamed_meshes(objects).keys()
    for one in (one for one in objects if one.type == "MESH" and LEVEL.search(one.name)):
        base = LEVEL.sub("", one.name)
        if base not in bases:
            told.append((one.name, f"is a level of detail of {base}, which isn't exported: it is exported as a mesh of its own"))
    told += [("", f"level of detail {number} of the original was deleted") for number in sorted(set(imported) - now)]
    return told


def size_findings(objects):
    """Sentences about levels of another size than their finest mesh: a scale that was applied to one of them alone."""
    told = []
    for one in (one for one in objects if one.type == "MESH" and LEVEL.search(one.name)):
        finest = next((other for other in objects if other.type == "MESH" and other.name == LEVEL.sub("", one.name)), None)
        sizes = [max(mesh.dimensions) for mesh in (one, finest)] if finest is not None else [0.0]
        if min(sizes) > 0.0 and not 0.6 < sizes[0] / sizes[1] < 1.67:
            told.append((one.name, f"is {sizes[0]:.2f} m large, and its finest mesh {sizes[1]:.2f} m: apply the same scale to both, or the model jumps at this distance"))
    return told


def number_of(one):
    """The level that an object is exported as, by its name; None for the finest."""
    found = LEVEL.search(one.name)
    return int(found[1]) if found else None


CLASSES = (EA_OT_lod_distance,)
