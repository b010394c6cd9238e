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
    """A place in a scene: a bone, a mesh, a light, a camera, or nothing visible."""

    index: int
    """Number of the node in `Scene.nodes`."""
    name: str
    """Name."""
    parent: Optional[int]
    """Number of the parent; `None` for a root."""
    mesh: Optional[int] = None
    """Number of the mesh."""
    skin: Optional[int] = None
    """Number of the skin that the mesh is bound to."""
    light: Optional[int] = None
    """Number of the light, which shines along -Z."""
    camera: Optional[int] = None
    """Number of the camera, which looks along -Z."""
    hidden: bool = False
    """Whether the node and everything below it is invisible."""
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Translation from the node's space to its parent's, in metres."""
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Rotation as a quaternion, x, y, z, w."""
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Scale. A matrix that shears has no such three: `Pose.local` has all of it."""
    lods: list[tuple[int, Optional[float]]] = field(default_factory=list)
    """Coarser levels of detail: the number of a node, and the camera distance in metres from which it replaces the mesh."""
    extras: Optional[dict[str, Json]] = None
    """Additional data of the file's format."""

    @property
    def components(self) -> list[dict[str, Json]]:
        """Components of a node of a scene of Urho3D or rbfx: `type`, `id` (`None` if the file has none) and `attributes` by name."""
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
    """Nodes that move the vertices of meshes."""

    name: str
    """Name."""
    joints: list[int]
    """Number of the node of each joint, in the numbering of `Primitive.joints`."""
    inverse_bind: NDArray[np.float32]
    """Matrix from the mesh's space to the joint's, for each joint: n x 4 x 4, `matrix @ (x, y, z, 1)`."""
    root: Optional[int]
    """Number of the common ancestor of all joints, if the format stores it."""


@dataclass(frozen=True)
class Light:
    """A light."""

    name: str
    """Name."""
    kind: str
    """`directional`, `point` or `spot`."""
    color: tuple[float, float, float]
    """Red, green, blue from 0 to 1, linear."""
    intensity: float
    """Brightness: in lux of a directional light, else in candela."""
    range: Optional[float]
    """Distance in metres from which it has no effect."""
    cone: Optional[tuple[float, float]]
    """Inner and outer angle of a spot light, in radians from its axis."""


@dataclass(frozen=True)
class Camera:
    """A camera."""

    name: str
    """Name."""
    kind: str
    """`perspective` or `orthographic`."""
    y_fov: Optional[float]
    """Vertical angle of view of a perspective camera, in radians."""
    aspect: Optional[float]
    """Width divided by height."""
    half_size: Optional[tuple[float, float]]
    """Half of the visible width and height of an orthographic camera, in metres."""
    near: float
    """Distance of the near plane."""
    far: Optional[float]
    """Distance of the far plane."""


@dataclass(frozen=True)
class Material:
    """A material: factors, and the numbers of images."""

    name: str
    """Name; of models of Urho3D and Pragma the path of its file."""
    base_color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """Base colour and opacity, linear."""
    metallic: float = 0.0
    """Metalness, from 0 to 1."""
    roughness: float = 1.0
    """Roughness, from 0, a mirror, to 1."""
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Emitted light, linear."""
    alpha: Literal["opaque", "mask", "blend"] = "opaque"
    """`opaque`, `mask` or `blend`."""
    alpha_cutoff: Optional[float] = None
    """Smallest visible alpha of `mask`."""
    double_sided: bool = False
    """Whether both sides of triangles are visible."""
    unlit: bool = False
    """Whether the base colour is shown without light."""
    textures: dict[str, int] = field(default_factory=dict)
    """Numbers in `Scene.images` by use: `base_color`, `metallic_roughness`, `normal`, `occlusion`, `emissive`."""
    extras: Optional[dict[str, Json]] = None
    """Additional data of the file's format."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Image:
    """An image file of a scene."""

    name: str
    """Name."""
    file: Optional[str]
    """Name of its separate file; `None` if it is embedded."""
    data: bytes = field(repr=False)
    """The file: png, jpg or another type; empty if it is missing."""

    @property
    def texture(self) -> Texture:
        """Its size, format, mips and pixels."""
        from . import _native

        return _native.open(self.data, name=self.file or self.name).texture
