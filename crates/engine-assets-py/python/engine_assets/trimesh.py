"""Meshes of trimesh, in and out: `pip install trimesh`.

>>> import engine_assets as ea
>>> meshes = ea.trimesh.load("Character.mdl")
>>> sum(len(mesh.faces) for mesh in meshes.geometry.values()) > 0
True
>>> ea.trimesh.model(meshes, name="copy").save("copy.glb").data[:4]
b'glTF'
"""

from __future__ import annotations

import importlib
from typing import Any, Union

from . import _native
from ._options import Source
from ._made import Model
from ._scene import Material

__all__ = ["load", "model"]


def load(source: Union[Source, _native.Scene, Model]) -> Any:
    """Returns a `trimesh.Scene` with a mesh per part, in the rest pose: right-handed, Y up, metres.

    Args:
        source: A path, bytes, an asset, a scene or a model.
    """
    library = importlib.import_module("trimesh")
    if isinstance(source, Model):
        scene = source.scene()
    elif isinstance(source, _native.Scene):
        scene = source
    else:
        scene = (source if isinstance(source, _native.Asset) else _native.open(source)).scene()
    pose, made = scene.rest_pose(), library.Scene()
    shown = {node.mesh for node in scene.nodes}
    for number, primitive in enumerate(scene.primitives):
        if primitive.mesh not in shown:
            continue
        uvs = primitive.tex_coords()
        visual = None if uvs is None else library.visual.TextureVisuals(uv=uvs * (1, -1) + (0, 1))
        mesh = library.Trimesh(pose.positions(primitive).copy(), primitive.triangles.copy(), visual=visual, process=False)
        made.add_geometry(mesh, geom_name=f"{number} {primitive.material or scene.meshes[primitive.mesh]}")
    return made


def model(mesh: Any, *, name: str = "model") -> Model:
    """Returns a model of a `trimesh.Trimesh`, or of a `trimesh.Scene` with a part per mesh.

    Args:
        mesh: The mesh, or the scene.
        name: Name of the model.
    """
    made = Model(name)
    meshes = mesh.dump() if hasattr(mesh, "dump") else [mesh]
    for number, one in enumerate(meshes):
        uvs = getattr(one.visual, "uv", None)
        textures = uvs * (1, -1) + (0, 1) if uvs is not None and len(uvs) == len(one.vertices) else None
        material = Material(f"material{number}")
        made.add(one.vertices, one.faces, normals=one.vertex_normals, uvs=textures, material=material)
    return made
