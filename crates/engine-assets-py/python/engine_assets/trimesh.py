"""Meshes of trimesh, in and out: `pip install trimesh`. Materials, textures and vertex colours come along, both ways; textures need Pillow.

>>> import engine_assets as ea
>>> meshes = ea.trimesh.load("Character.mdl")
>>> sum(len(mesh.faces) for mesh in meshes.geometry.values()) > 0
True
>>> ea.trimesh.model(meshes, name="copy").save("copy.glb").data[:4]
b'glTF'
"""

from __future__ import annotations

import importlib
import io
from typing import TYPE_CHECKING, Any, Iterator, Literal, Optional, Union

from . import _native
from ._made import Model
from ._options import Source
from ._scene import Image, Material

if TYPE_CHECKING:
    import trimesh

__all__ = ["load", "model"]

_TEXTURES = {
    "base_color": "baseColorTexture",
    "metallic_roughness": "metallicRoughnessTexture",
    "normal": "normalTexture",
    "occlusion": "occlusionTexture",
    "emissive": "emissiveTexture",
}


def load(source: Union[Source, _native.Scene, Model]) -> trimesh.Scene:
    """Returns a `trimesh.Scene` with a mesh for each part of the finest level of detail, in the rest pose: right-handed, Y up, metres.

    Meshes have a PBR material with its textures. If a mesh has texture coordinates, its vertex colours are in `visual.vertex_attributes["color"]`.

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
    shown = {node.mesh for node in scene.nodes} - {scene.nodes[node].mesh for one in scene.nodes for node, _ in one.lods}
    materials = {material.name: material for material in scene.materials}
    images: dict[int, Any] = {}
    for number, primitive in enumerate(scene.primitives):
        if primitive.mesh not in shown:
            continue
        visual = _visual(library, primitive, materials.get(primitive.material or ""), (scene, images))
        mesh = library.Trimesh(pose.positions(primitive).copy(), primitive.triangles.copy(), visual=visual, process=False)
        made.add_geometry(mesh, geom_name=f"{number} {primitive.material or scene.meshes[primitive.mesh]}")
    return made


def _visual(
    library: Any, primitive: _native.Primitive, material: Optional[Material], pictures: tuple[_native.Scene, dict[int, Any]]
) -> Any:
    """Returns the material, texture coordinates and colours of a part."""
    uvs, colors = primitive.tex_coords(), primitive.colors()
    bytes_of = None if colors is None else (colors.clip(0, 1) * 255).round().astype("uint8")
    if uvs is None and material is None:
        return None if bytes_of is None else library.visual.ColorVisuals(vertex_colors=bytes_of)
    coordinates = None if uvs is None else uvs * (1, -1) + (0, 1)
    visual = library.visual.TextureVisuals(uv=coordinates, material=_pbr(library, material, pictures))
    if bytes_of is not None:
        visual.vertex_attributes["color"] = bytes_of
    return visual


def _pbr(library: Any, material: Optional[Material], pictures: tuple[_native.Scene, dict[int, Any]]) -> Any:
    made = material or Material("material")
    scene, known = pictures
    textures = {}
    for use, number in made.textures.items():
        if number not in known:
            known[number] = _picture(scene.images[number])
        if known[number] is not None:
            textures[_TEXTURES[use]] = known[number]
    return library.visual.material.PBRMaterial(
        name=made.name,
        baseColorFactor=[*made.base_color],
        metallicFactor=made.metallic,
        roughnessFactor=made.roughness,
        emissiveFactor=[*made.emissive],
        alphaMode=made.alpha.upper(),
        alphaCutoff=made.alpha_cutoff,
        doubleSided=made.double_sided,
        **textures,
    )


def _picture(image: Image) -> Any:
    """Returns a Pillow image, or `None` if the file is missing."""
    if not image.data:
        return None
    library = importlib.import_module("PIL.Image")
    return library.open(io.BytesIO(image.texture.picture().to_png()))


def model(mesh: Union[trimesh.Trimesh, trimesh.Scene], *, name: str = "model") -> Model:
    """Creates a model from a `trimesh.Trimesh`, or from a `trimesh.Scene` with a part for each mesh, including materials, textures and vertex colours.

    Args:
        mesh: The mesh, or the scene.
        name: Name of the model.
    """
    made = Model(name)
    for number, (one, vertices, faces, normals) in enumerate(_placed(mesh)):
        uvs = getattr(one.visual, "uv", None)
        coordinates = uvs * (1, -1) + (0, 1) if uvs is not None and len(uvs) == len(one.vertices) else None
        material, textures = _material(getattr(one.visual, "material", None), f"material{number}")
        made.add(
            vertices,
            faces,
            normals=normals,
            uvs=coordinates,
            colors=_colors(one),
            material=material,
            textures=textures,
        )
    return made


def _placed(mesh: Any) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Returns meshes with vertices, triangles and normals in the space of their scene. `Scene.dump` can't be used, because it would lose the colours."""
    if not hasattr(mesh, "graph"):
        yield mesh, mesh.vertices, mesh.faces, mesh.vertex_normals
        return
    numpy = importlib.import_module("numpy")
    for node in mesh.graph.nodes_geometry:
        matrix, name = mesh.graph[node]
        one, turn = mesh.geometry[name], matrix[:3, :3]
        if not hasattr(one, "faces"):
            continue
        mirrored = numpy.linalg.det(turn) < 0
        normals = one.vertex_normals @ numpy.linalg.pinv(turn)
        lengths = numpy.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / numpy.where(lengths > 0, lengths, 1)
        yield one, one.vertices @ turn.T + matrix[:3, 3], one.faces[:, ::-1] if mirrored else one.faces, normals


def _colors(mesh: Any) -> Any:
    """Returns the vertex colours from 0 to 1, if there are any."""
    found = None
    if mesh.visual.kind == "vertex":
        found = mesh.visual.vertex_colors
    elif mesh.visual.kind == "texture":
        found = mesh.visual.vertex_attributes.get("color")
    return None if found is None or len(found) != len(mesh.vertices) else found / 255.0


def _material(own: Any, name: str) -> tuple[Material, dict[str, Any]]:
    """Converts a material of trimesh. Its textures become bytes of files."""
    if own is None:
        return Material(name), {}
    is_pbr = not hasattr(own, "to_pbr")
    pbr = own if is_pbr else own.to_pbr()
    # A factor that a glTF doesn't have is 1; other materials are no metals.
    metallic = float(is_pbr) if pbr.metallicFactor is None else float(pbr.metallicFactor)
    factor = pbr.baseColorFactor
    color = (1.0, 1.0, 1.0, 1.0) if factor is None else tuple(float(one) / 255 for one in factor)
    emissive = (0.0, 0.0, 0.0) if pbr.emissiveFactor is None else tuple(float(one) for one in pbr.emissiveFactor)
    words: dict[str, Literal["opaque", "mask", "blend"]] = {"MASK": "mask", "BLEND": "blend"}
    alpha = words.get(pbr.alphaMode or "", "opaque")
    material = Material(
        pbr.name or name,
        base_color=(color[0], color[1], color[2], color[3]),
        metallic=metallic,
        roughness=1.0 if pbr.roughnessFactor is None else float(pbr.roughnessFactor),
        emissive=(emissive[0], emissive[1], emissive[2]),
        alpha=alpha,
        alpha_cutoff=pbr.alphaCutoff if alpha == "mask" else None,
        double_sided=bool(pbr.doubleSided),
    )
    textures = {}
    for use, attribute in _TEXTURES.items():
        image = getattr(pbr, attribute, None)
        if image is not None:
            file = io.BytesIO()
            image.save(file, format="PNG")
            textures[use] = file.getvalue()
    return material, textures
