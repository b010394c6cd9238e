"""Findings about objects before an export: content of a .blend that no engine shows."""

import os

import bpy
import numpy

from . import levels, lights, meshes, modifiers, unchanged

# Textures that Blender calculates.
IMAGES = ("TEX_IMAGE", "TEX_COORD", "TEX_ENVIRONMENT")


def findings(objects, source, is_level, bakes=False):
    """Sentences about objects, materials and the original: (name, sentence).

    Args:
        bakes: Whether calculated inputs of materials are baked.
    """
    told = modifiers.weight_findings(objects) + broken_numbers(objects) + flat_faces(objects)
    for material in unchanged.materials_of(objects):
        told += [(material.name, f"the interpolation or extension of its node {name} changed: a file of an engine has them with the texture, where they stay as they are") for name in unchanged.changed_samplers(material)]
        told += missing_images(material) if bakes else missing_images(material) + calculated_inputs(material)
    told += lights.findings(objects, is_level)
    if not is_level:
        told += levels.size_findings(objects) + levels.findings(objects, source.levels if source is not None else [])
    return told


def broken_numbers(objects):
    told = []
    for one in (one for one in objects if one.type == "MESH"):
        places = numpy.zeros(3 * len(one.data.vertices), "f")
        one.data.vertices.foreach_get("co", places)
        broken = numpy.flatnonzero(~numpy.isfinite(places.reshape(-1, 3)).all(axis=1))
        if len(broken):
            told.append((f"{one.name} > vertex {broken[0]}", f"{len(broken)} vertices have coordinates that are no numbers (NaN or infinite)"))
    return told


def flat_faces(objects):
    """Sentences about faces of edited meshes without an area."""
    told = []
    for one in (one for one in objects if one.type == "MESH" and not meshes.is_unchanged(one)):
        flat = numpy.flatnonzero(meshes.column(one.data.polygons, "area", "f") == 0.0)
        if len(flat):
            told.append((f"{one.name} > face {flat[0]}", f"{len(flat)} faces have no area and are never seen"))
    return told


def missing_images(material):
    """Sentences about images of a material that don't exist."""
    if not material.use_nodes or material.node_tree is None:
        return []
    told = []
    for node in material.node_tree.nodes:
        image = getattr(node, "image", None)
        if image is not None and is_missing(image):
            told.append((material.name, f"its image {image.name} is missing: {bpy.path.abspath(image.filepath)}"))
    return told


def calculated_inputs(material):
    """Sentences about inputs that Blender calculates."""
    told = []
    for socket in calculated(material):
        told.append((material.name, f"its {socket.name} is calculated by {texture_of(socket).name}, which isn't exported: tick “Bake” to export an image of it"))
    return told


def calculated(material):
    """Inputs of a material's shader that Blender calculates."""
    if not material.use_nodes or material.node_tree is None:
        return []
    shader = next((node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED"), None)
    return [socket for socket in shader.inputs if texture_of(socket) is not None] if shader is not None else []


def texture_of(socket):
    """The calculated texture that leads to a socket; None if there is none."""
    return next((node for node in upstream(socket) if node.type.startswith("TEX_") and node.type not in IMAGES), None)


def is_missing(image):
    if image.source != "FILE" or image.packed_file is not None or not image.filepath:
        return False
    return not os.path.exists(bpy.path.abspath(image.filepath, library=image.library))


def upstream(socket):
    """All nodes that lead to a socket."""
    left, found = [link.from_node for link in socket.links], []
    while left:
        node = left.pop()
        if node in found:
            continue
        found.append(node)
        left += [link.from_node for own in node.inputs for link in own.links]
    return found


def original_finding(source):
    """A sentence about an original that isn't as it was imported; None if it is."""
    state = source.state()
    return {
        "changed": "the original was changed since the import",
        "gone": "the original is missing",
        "unreadable": "the original can't be read any more",
    }.get(state)
