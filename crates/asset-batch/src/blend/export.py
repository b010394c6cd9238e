# Exports the open file of Blender as a .glb. The file is never saved.
import sys

import bpy

WANTED = {
    "filepath": sys.argv[sys.argv.index("--") + 1],
    "export_format": "GLB",
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
    # Watts per square metre are lux, and watts are 4π candela, as in the add-on; Blender before 3.6 has the second name.
    "export_import_convert_lighting_mode": "COMPAT",
    "convert_lighting_mode": "COMPAT",
}
# Skeletons move meshes in the engine, too.
KEPT = ("ARMATURE",)


def tell(name, sentence):
    """Adds a finding of the conversion."""
    print(f"Told: {name}: {sentence}", flush=True)


def apply_modifiers(one):
    """Applies the modifiers of an object for each of its shape keys: Blender's exporter would drop the shape keys."""
    modifiers = [modifier for modifier in one.modifiers if modifier.type not in KEPT and modifier.show_viewport]
    if not modifiers:
        return
    armatures = [modifier for modifier in one.modifiers if modifier.type in KEPT and modifier.show_viewport]
    for modifier in armatures:
        modifier.show_viewport = False
    keys = one.data.shape_keys
    shapes = shapes_of(one) if keys is not None else []
    mesh = evaluated(one)
    if keys is not None:
        one.show_only_shape_key = False
    one.data = mesh
    for modifier in modifiers:
        one.modifiers.remove(modifier)
    for modifier in armatures:
        modifier.show_viewport = True
    if keys is not None:
        add_shapes(one, keys, shapes)


def shapes_of(one):
    """The shape keys of an object with its modifiers applied: (key, coordinates)."""
    found = []
    one.show_only_shape_key = True
    for number in reversed(range(len(one.data.shape_keys.key_blocks))):
        one.active_shape_key_index = number
        found.insert(0, (one.data.shape_keys.key_blocks[number], positions(one)))
    # Now the basis is shown, which becomes the mesh.
    return found


def evaluated(one):
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(one.evaluated_get(graph), preserve_all_data_layers=True, depsgraph=graph)
    name = one.data.name
    # Another object may still show the old mesh.
    one.data.name, mesh.name = f"{name}.before", name
    return mesh


def positions(one):
    bpy.context.view_layer.update()
    vertices = one.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices
    found = [0.0] * (3 * len(vertices))
    vertices.foreach_get("co", found)
    return found


def add_shapes(one, keys, shapes):
    """Adds shape keys to the mesh of an object, with their values and animations."""
    for block, places in shapes:
        if len(places) != 3 * len(one.data.vertices):
            tell(one.name, f"modifiers give the shape key {block.name} another number of vertices: it isn't exported")
            continue
        made = one.shape_key_add(name=block.name, from_mix=False)
        made.data.foreach_set("co", places)
        made.slider_min, made.slider_max = block.slider_min, block.slider_max
        made.value, made.mute = block.value, block.mute
    new, old = one.data.shape_keys, keys.animation_data
    if new is None or old is None:
        return
    data = new.animation_data_create()
    copy_action(old, data)
    for track in old.nla_tracks:
        own = data.nla_tracks.new()
        own.name, own.mute = track.name, track.mute
        for strip in (strip for strip in track.strips if strip.action is not None):
            copy_action(strip, own.strips.new(strip.name, int(strip.frame_start), strip.action))
    if old.drivers:
        tell(one.name, "drivers of shape keys are left out, because modifiers were applied: bake them into an action")


def copy_action(source, target):
    if source.action is None:
        return
    target.action = source.action
    if hasattr(source, "action_slot") and source.action_slot is not None:
        target.action_slot = source.action_slot


def main():
    print("Blender " + bpy.app.version_string, flush=True)
    for one in (one for one in bpy.context.scene.objects if one.type == "LIGHT" and one.data.type == "AREA"):
        tell(one.name, "an area light isn't exported: use a point or a spot")
    meshes = [one for one in bpy.context.scene.objects if one.type == "MESH"]
    has_shapes = any(one.data.shape_keys is not None for one in meshes)
    for one in meshes if has_shapes else ():
        apply_modifiers(one)
    # Then no mesh would keep its shape keys.
    options = {**WANTED, "export_apply": not has_shapes}
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    bpy.ops.export_scene.gltf(**{name: value for name, value in options.items() if name in known})


main()
