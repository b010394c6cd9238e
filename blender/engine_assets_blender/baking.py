"""Images of colours and normals that Blender calculates, baked by Cycles while something is exported."""

import contextlib

import bpy

from . import inspection, unchanged
from .restoring import restored

# Inputs of the shader that are baked. Colours; other inputs are numbers.
INPUTS = ("Base Color", "Metallic", "Roughness", "Emission", "Emission Color", "Alpha", "Normal")
COLOURS = ("Base Color", "Emission", "Emission Color")
OTHER_SIZE = 4


@contextlib.contextmanager
def baked(context, objects, size, told):
    """Gives materials images of their calculated inputs, and puts back everything afterwards.

    Args:
        size: Width and height of the images.
        told: A list for sentences about materials that can't be baked: (name, sentence).
    """
    undo = []
    try:
        for material in unchanged.materials_of(objects):
            for socket in inspection.calculated(material):
                bake_input(context, (material, socket), objects, size, (told, undo))
        yield
    finally:
        for step in reversed(undo):
            step()


def bake_input(context, what, objects, size, how):
    """Bakes an input of a material, and links the image to it."""
    (material, socket), (told, undo) = what, how
    users = [one for one in objects if one.type == "MESH" and any(slot.material == material for slot in one.material_slots)]
    users = [one for one in users if one.visible_get() and one.name in context.view_layer.objects]
    if not users or not all(one.data.uv_layers for one in users):
        told.append((material.name, f"its {socket.name} can't be baked: an object without texture coordinates uses it, or none is visible"))
        return
    image = bpy.data.images.new(f"{material.name}_{socket.name.replace(' ', '')}", size, size, alpha=False)
    undo.append(lambda: bpy.data.images.remove(image))
    if socket.name not in COLOURS:
        image.colorspace_settings.name = "Non-Color"
    try:
        bake(context, (material, socket), users, image)
    except RuntimeError as error:
        told.append((material.name, f"its {socket.name} can't be baked: {str(error).strip().removeprefix('Error: ')}"))
        return
    link(material, socket, image, undo)


def bake(context, what, users, image):
    """Fills an image with an input of a material, as users of the material show it."""
    (material, socket), undo = what, []
    try:
        is_normal = socket.name == "Normal"
        if not is_normal:
            show_alone(material, socket, undo)
        others = {slot.material for one in users for slot in one.material_slots if slot.material} - {material}
        undo += [active_image(material, image)]
        if others:
            spare = bpy.data.images.new("ea_spare", OTHER_SIZE, OTHER_SIZE)
            undo.append(lambda: bpy.data.images.remove(spare))
            undo += [active_image(one, spare) for one in others if one.use_nodes]
        with rendering(context, users):
            bpy.ops.object.bake(type="NORMAL" if is_normal else "EMIT", use_clear=True, margin=8)
    finally:
        for step in reversed(undo):
            step()


def show_alone(material, socket, undo):
    """Makes a material shine with what an input gets, and nothing else."""
    tree = material.node_tree
    output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL" and node.is_active_output)
    before = output.inputs["Surface"].links[0].from_socket if output.inputs["Surface"].is_linked else None
    emission = tree.nodes.new("ShaderNodeEmission")
    tree.links.new(socket.links[0].from_socket, emission.inputs["Color"])
    tree.links.new(emission.outputs[0], output.inputs["Surface"])

    def back():
        tree.nodes.remove(emission)
        if before is not None:
            tree.links.new(before, output.inputs["Surface"])

    undo.append(back)


def active_image(material, image):
    """Makes an image the active one of a material. Returns a function that puts back the one before."""
    tree, before = material.node_tree, material.node_tree.nodes.active
    name = before.name if before is not None else ""
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    tree.nodes.active = node

    def back():
        tree.nodes.remove(node)
        if name in tree.nodes:
            tree.nodes.active = tree.nodes[name]

    return back


@contextlib.contextmanager
def rendering(context, users):
    """Selects objects alone, and sets up Cycles, which bakes."""
    scene, layer = context.scene, context.view_layer
    selected = [one for one in layer.objects if one.select_get()]
    with restored([scene.render], "engine"), restored([scene.cycles], "samples", "use_denoising"), restored([layer.objects], "active"):
        # Some builds of Blender have no denoiser, and bake nothing with one.
        scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 1, False
        try:
            for one in selected:
                one.select_set(False)
            for one in users:
                one.select_set(True)
            layer.objects.active = users[0]
            yield
        finally:
            for one in users:
                one.select_set(False)
            for one in selected:
                one.select_set(True)


def link(material, socket, image, undo):
    """Links an image to an input, instead of what calculates it."""
    tree, before = material.node_tree, socket.links[0].from_socket
    made = [tree.nodes.new("ShaderNodeTexImage")]
    made[0].image = image
    source = made[0].outputs["Color"]
    if socket.name == "Normal":
        made.append(tree.nodes.new("ShaderNodeNormalMap"))
        tree.links.new(source, made[1].inputs["Color"])
        source = made[1].outputs["Normal"]
    tree.links.new(source, socket)

    def back():
        for node in made:
            tree.nodes.remove(node)
        tree.links.new(before, socket)

    undo.append(back)
