"""Parts of scenes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Optional

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._native import Texture
    from ._types import Json


@dataclass(frozen=True)
class Node:
    """A node of a scene: a bone, a mesh, a light, a camera, or nothing visible."""

    index: int
    """Index of the node in `Scene.nodes`."""
    name: str
    """Name of the node."""
    parent: Optional[int]
    """Index of the parent, or `None` for a root."""
    mesh: Optional[int] = None
    """Index of the mesh."""
    skin: Optional[int] = None
    """Index of the skin that the mesh uses."""
    light: Optional[int] = None
    """Index of the light, which shines along -Z."""
    camera: Optional[int] = None
    """Index of the camera, which looks along -Z."""
    hidden: bool = False
    """True if the node and everything below it is invisible."""
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Translation from the space of the node to the space of its parent, in metres."""
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Rotation as a quaternion (x, y, z, w)."""
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Scale. If the matrix shears, it can't be split like this; use `Pose.local` to get the full matrix."""
    lods: list[tuple[int, Optional[float]]] = field(default_factory=list)
    """Coarser levels of detail: the index of a node, and the camera distance in metres from which it replaces the mesh."""
    extras: Optional[dict[str, Json]] = None
    """Additional data of the file's format."""

    @property
    def components(self) -> list[dict[str, Json]]:
        """Components, for a node in a scene of Urho3D or rbfx: `type`, `id` (`None` if the file doesn't have it) and `attributes` by name."""
        text = (self.extras or {}).get("node")
        node = json.loads(text) if isinstance(text, str) else {}
        # Children are nodes of their own; rbfx has the node in a list or as the child of an empty one.
        within = node.get("nodes") or node.get("children")
        own = within[0] if within else node
        return [_component(one) for one in own.get("components", ())]


def _component(stored: dict[str, Any]) -> dict[str, Json]:
    attributes = stored.get("attributes", {})
    if isinstance(attributes, list):
        # Binary archives of unknown classes have only the hashes of names.
        attributes = {one.get("name", f"#{one.get('nameHash', 0):08x}"): one.get("value") for one in attributes}
    return {
        "type": stored.get("type", stored.get("_typeName")),
        "id": stored.get("id", stored.get("_id")),
        "attributes": attributes,
    }


@dataclass(frozen=True)
class Skin:
    """The nodes that move the vertices of meshes."""

    name: str
    """Name of the skin."""
    joints: list[int]
    """Node index of each joint. `Primitive.joints` are indices in this list."""
    inverse_bind: NDArray[np.float32]
    """For each joint, the matrix from the space of the mesh to the space of the joint: n x 4 x 4, to be used as `matrix @ (x, y, z, 1)`."""
    root: Optional[int]
    """Index of the common ancestor of all joints, if the format stores it."""


@dataclass(frozen=True)
class Light:
    """A light in a scene."""

    name: str
    """Name of the light."""
    kind: str
    """`directional`, `point` or `spot`."""
    color: tuple[float, float, float]
    """Linear red, green and blue from 0 to 1."""
    intensity: float
    """Brightness, in lux for a directional light, or else in candela."""
    range: Optional[float]
    """Distance in metres from which the light has no effect."""
    cone: Optional[tuple[float, float]]
    """Inner and outer angle of a spot light, in radians from its axis."""


@dataclass(frozen=True)
class Camera:
    """A camera in a scene."""

    name: str
    """Name of the camera."""
    kind: str
    """`perspective` or `orthographic`."""
    y_fov: Optional[float]
    """Vertical angle of view in radians, for a perspective camera."""
    aspect: Optional[float]
    """Width divided by height."""
    half_size: Optional[tuple[float, float]]
    """Half of the visible width and height in metres, for an orthographic camera."""
    near: float
    """Distance of the near plane."""
    far: Optional[float]
    """Distance of the far plane."""


@dataclass(frozen=True)
class Material:
    """A material, with factors and image indices."""

    name: str
    """Name of the material. For models of Urho3D and Pragma, this is the path of its file."""
    base_color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """Linear base colour and opacity."""
    metallic: float = 0.0
    """Metalness, from 0 to 1."""
    roughness: float = 1.0
    """Roughness, from 0 (a mirror) to 1."""
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Linear emitted light."""
    alpha: Literal["opaque", "mask", "blend"] = "opaque"
    """`opaque`, `mask` or `blend`."""
    alpha_cutoff: Optional[float] = None
    """For `mask`: the smallest alpha that is visible."""
    double_sided: bool = False
    """True if both sides of triangles are visible."""
    unlit: bool = False
    """True if the base colour is shown without light."""
    textures: dict[str, int] = field(default_factory=dict)
    """Indices in `Scene.images` by use: `base_color`, `metallic_roughness`, `normal`, `occlusion`, `emissive`."""
    extras: Optional[dict[str, Json]] = None
    """Additional data of the file's format."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Image:
    """An image in a scene."""

    name: str
    """Name of the image."""
    file: Optional[str]
    """Name of the separate file, or `None` if the image is embedded."""
    data: bytes = field(repr=False)
    """Content of the file: png, jpg or another type. This is empty if the file is missing."""

    @property
    def texture(self) -> Texture:
        """Size, format, mips and pixels of the image."""
        from . import _native

        return _native.open(self.data, name=self.file or self.name).texture
