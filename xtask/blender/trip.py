"""Through Blender as an artist does it: import, change a little, export.

python trip.py IN.glb OUT.glb [--fps N] [--move X Y Z] [--rename OLD NEW] [--trips N] [--bone-dir BLENDER|TEMPERANCE|FORTUNE] [--list]
"""

import argparse
import json

import bpy


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--fps", type=int, default=24)
    parser.add_argument("--move", nargs=3, type=float, metavar=("X", "Y", "Z"))
    parser.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--trips", type=int, default=1)
    parser.add_argument("--bone-dir", default="BLENDER")
    parser.add_argument("--lods", nargs="*", type=float, help="author levels of detail by name, with these ratios")
    parser.add_argument("--shapes", metavar="ACTION", help="author two shape keys and an action of their values")
    parser.add_argument("--list", action="store_true", help="print Blender's scene as JSON")
    return parser.parse_args()


def imported(path, fps, bone_dir):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = fps
    bpy.ops.import_scene.gltf(filepath=path, bone_heuristic=bone_dir)


def meshes():
    return [item for item in bpy.data.objects if item.type == "MESH" and item.name != "Icosphere"]


def move_vertex(offset):
    """Moves the first vertex of the first visible mesh, and all vertices with the same position."""
    layer = bpy.context.view_layer.objects
    mesh = next(item for item in meshes() if item.name in layer).data
    place = mesh.vertices[0].co.copy()
    for vertex in mesh.vertices:
        if (vertex.co - place).length < 1e-6:
            for axis in range(3):
                vertex.co[axis] += offset[axis]


def rename(old, new):
    """Gives an animation another name: its action, and the tracks that play it."""
    if old in bpy.data.actions:
        bpy.data.actions[old].name = new
    for item in bpy.data.objects:
        for track in item.animation_data.nla_tracks if item.animation_data else []:
            if track.name == old:
                track.name = new


def author_lods(ratios):
    """Coarser copies of the first mesh, called as levels of detail are."""
    finest = meshes()[0]
    for level, ratio in enumerate(ratios, 1):
        copy = finest.copy()
        copy.data = finest.data.copy()
        copy.name = f"{finest.name}_LOD{level}"
        copy["lod_distance"] = 10.0 * level
        for collection in finest.users_collection:
            collection.objects.link(copy)
        decimate = copy.modifiers.new("coarser", "DECIMATE")
        decimate.ratio = ratio
        bpy.ops.object.select_all(action="DESELECT")
        copy.select_set(True)
        bpy.context.view_layer.objects.active = copy
        bpy.ops.object.modifier_apply(modifier=decimate.name)


def author_shapes(action):
    """Two shape keys on the first mesh that is shown, and an action that moves both within a second."""
    layer = bpy.context.view_layer.objects
    item = next(item for item in meshes() if item.name in layer)
    size = max(item.dimensions)
    item.shape_key_add(name="Basis", from_mix=False)
    for number, name in enumerate(("smile", "blink")):
        key = item.shape_key_add(name=name, from_mix=False)
        for index, point in enumerate(key.data):
            if index % 5 == number:
                point.co[number] += size * 0.03
    keys = item.data.shape_keys
    fps = bpy.context.scene.render.fps
    for frame, smile, blink in ((0, 0.0, 0.0), (fps // 2, 1.0, 0.25), (fps, 0.5, 1.0)):
        for name, value in (("smile", smile), ("blink", blink)):
            keys.key_blocks[name].value = value
            keys.key_blocks[name].keyframe_insert("value", frame=frame)
    for block in keys.key_blocks:
        block.value = 0.0
    keys.animation_data.action.name = action


def shown():
    layer = bpy.context.view_layer.objects
    return {
        "visible": sorted(item.name for item in meshes() if item.name in layer and item.visible_get()),
        "hidden": sorted(item.name for item in meshes() if item.name not in layer or not item.visible_get()),
        "collections": sorted(collection.name for collection in bpy.data.collections),
        "bones": sum(len(armature.bones) for armature in bpy.data.armatures),
        "actions": {action.name: list(action.frame_range) for action in bpy.data.actions},
    }


def main():
    asked = arguments()
    source = asked.source
    for trip in range(asked.trips):
        imported(source, asked.fps, asked.bone_dir)
        if asked.list and trip == 0:
            print("SHOWN", json.dumps(shown()))
        if asked.move and trip == 0:
            move_vertex(asked.move)
        if asked.rename and trip == 0:
            rename(*asked.rename)
        if asked.lods and trip == 0:
            author_lods(asked.lods)
        if asked.shapes and trip == 0:
            author_shapes(asked.shapes)
        bpy.ops.export_scene.gltf(filepath=asked.target, export_extras=True)
        source = asked.target


if __name__ == "__main__":
    main()
