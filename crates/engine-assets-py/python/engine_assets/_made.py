"""Creates models, animations and textures from arrays."""

from __future__ import annotations

import json
import os
import struct
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Literal, Mapping, Optional, Sequence, TypedDict, Union

from . import _native
from ._convert import convert
from ._options import OutputFormat, Path
from ._scene import Material
from ._types import Converted, Finding

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._native import Asset, Picture, Scene
    from ._options import ConvertOptions, SharedOptions

Texels = Union[Path, bytes, "Picture", "ArrayLike"]

_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_COMPONENTS = {"uint8": 5121, "uint16": 5123, "uint32": 5125, "float32": 5126}
_SLOTS = ("base_color", "metallic_roughness", "normal", "occlusion", "emissive")


@dataclass(frozen=True)
class Bone:
    """A bone. Its translation, rotation and scale are relative to the parent, in the rest pose."""

    name: str
    """Name. Animations use it to find the bone."""
    parent: Optional[Union[str, int]] = None
    """Name or index of the parent, or `None` for a root."""
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Translation in metres."""
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    """Rotation as a quaternion, x, y, z, w."""
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Scale."""


@dataclass(frozen=True)
class Track:
    """Keys for a bone. Times are in seconds, and must be in ascending order."""

    times: ArrayLike
    """Times of the keys."""
    translation: Optional[ArrayLike] = None
    """Three floats per key."""
    rotation: Optional[ArrayLike] = None
    """Quaternions (x, y, z, w), one per key."""
    scale: Optional[ArrayLike] = None
    """Three floats per key."""


@dataclass(frozen=True)
class MorphTrack:
    """Keys for a morph target. Times are in seconds, and must be in ascending order."""

    times: ArrayLike
    """Times of the keys."""
    weights: ArrayLike
    """A weight per key. 0 is the shape without the morph target, and 1 is the full morph target."""


@dataclass(frozen=True)
class Animation:
    """An animation that is created from arrays."""

    name: str
    """Name of the animation."""
    tracks: dict[str, Track]
    """Keys for each bone, by name."""
    interpolation: Literal["linear", "step"] = "linear"
    """`linear` or `step`."""
    morphs: dict[str, MorphTrack] = field(default_factory=dict)
    """Keys for each morph target, by name."""

    @staticmethod
    def from_arrays(
        name: str,
        tracks: Mapping[str, Union[Track, Mapping[str, ArrayLike]]] = {},
        *,
        morphs: Mapping[str, Union[MorphTrack, tuple[ArrayLike, ArrayLike]]] = {},
        interpolation: Literal["linear", "step"] = "linear",
    ) -> Animation:
        """Creates an animation.

        Args:
            name: Name of the animation.
            tracks: For each bone a `Track`, or a mapping with `times` and `translation`, `rotation` or `scale`.
            morphs: For each morph target a `MorphTrack`, or times and weights.
            interpolation: `linear` or `step`.
        """
        if interpolation not in ("linear", "step"):
            raise ValueError(f"expected linear or step, found {interpolation}")
        made = {bone: track if isinstance(track, Track) else Track(**track) for bone, track in tracks.items()}
        keys = {target: one if isinstance(one, MorphTrack) else MorphTrack(*one) for target, one in morphs.items()}
        return Animation(name, made, interpolation, keys)


@dataclass
class _Part:
    attributes: dict[str, Any]
    indices: Any
    targets: dict[str, dict[str, Any]]
    material: Optional[Material]
    textures: dict[str, Texels]
    lods: list[tuple[Any, float]]


class PartArrays(TypedDict, total=False):
    """The arrays of a part. See `Model.add` for their documentation."""

    normals: Optional[ArrayLike]
    tangents: Optional[ArrayLike]
    uvs: Optional[ArrayLike]
    uvs2: Optional[ArrayLike]
    colors: Optional[ArrayLike]
    joints: Optional[ArrayLike]
    weights: Optional[ArrayLike]
    morphs: Optional[Mapping[str, ArrayLike]]
    material: Optional[Material]
    textures: Optional[Mapping[str, Texels]]
    lods: Sequence[tuple[ArrayLike, float]]


@dataclass
class Model:
    """A model that is created from arrays: right-handed, Y up, metres, triangles counter-clockwise. Each part has one material."""

    name: str = "model"
    """Name of the model."""
    bones: list[Bone] = field(default_factory=list)
    """Bones of the model."""
    animations: list[Animation] = field(default_factory=list)
    """Animations of the bones."""
    _parts: list[_Part] = field(default_factory=list, repr=False)

    @staticmethod
    def from_arrays(
        positions: ArrayLike,
        indices: Optional[ArrayLike] = None,
        *,
        name: str = "model",
        bones: Sequence[Bone] = (),
        animations: Sequence[Animation] = (),
        **arrays: Unpack[PartArrays],
    ) -> Model:
        """Creates a model with one part. Use `add` to add others.

        Args:
            positions: Three floats per vertex.
            indices: Three vertices per triangle. By default, the vertices are used in order.
            name: Name of the model.
            bones: Bones. `joints` are indices in this list.
            animations: Animations of the bones.
            arrays: Other arrays, as for `add`.
        """
        model = Model(name, list(bones), list(animations))
        model.add(positions, indices, **arrays)
        return model

    def add(
        self,
        positions: ArrayLike,
        indices: Optional[ArrayLike] = None,
        *,
        normals: Optional[ArrayLike] = None,
        tangents: Optional[ArrayLike] = None,
        uvs: Optional[ArrayLike] = None,
        uvs2: Optional[ArrayLike] = None,
        colors: Optional[ArrayLike] = None,
        joints: Optional[ArrayLike] = None,
        weights: Optional[ArrayLike] = None,
        morphs: Optional[Mapping[str, ArrayLike]] = None,
        material: Optional[Material] = None,
        textures: Optional[Mapping[str, Texels]] = None,
        lods: Sequence[tuple[ArrayLike, float]] = (),
    ) -> None:
        """Adds a part.

        Args:
            positions: Three floats per vertex.
            indices: Three vertices per triangle. By default, the vertices are used in order.
            normals: Three floats per vertex.
            tangents: Three floats and the sign of the bitangent per vertex.
            uvs: Texture coordinates: two floats per vertex, starting at the top left.
            uvs2: Texture coordinates of a second set, for light maps.
            colors: Red, green, blue and alpha from 0 to 1 per vertex.
            joints: Indices of four bones per vertex.
            weights: Weights of these bones.
            morphs: Morph targets by name: three floats per vertex to add to the positions.
            material: The material.
            textures: Textures of the material by use (`base_color`, `normal` …): paths, bytes of files, pictures, or arrays of pixels.
            lods: Coarser levels of detail: indices of the same vertices, and the camera distance in metres from which they are drawn. All parts of a
                model must have the same distances.

        Raises:
            ValueError: An array has the wrong shape, or an index or a joint is out of range.
        """
        import numpy as np

        places = _rows("positions", positions, 3)
        count = len(places)
        attributes = {"POSITION": places}
        optional = {"NORMAL": (normals, 3), "TANGENT": (tangents, 4), "TEXCOORD_0": (uvs, 2), "TEXCOORD_1": (uvs2, 2), "COLOR_0": (colors, 4)}
        for semantic, (array, width) in optional.items():
            if array is not None:
                attributes[semantic] = _rows(semantic, array, width, count)
        if (joints is None) != (weights is None) or joints is not None and not self.bones:
            raise ValueError("joints need weights and bones")
        if joints is not None and weights is not None:
            attributes["JOINTS_0"] = _whole("joints", joints, 4, len(self.bones), count).astype("uint16")
            attributes["WEIGHTS_0"] = _rows("weights", weights, 4, count)
        if uvs2 is not None and uvs is None:
            raise ValueError("uvs2 needs uvs, the first set")
        faces = _faces(np.arange(count) if indices is None else indices, count)
        levels = [(_faces(one, count), float(distance)) for one, distance in lods]
        distances = [distance for _, distance in levels]
        if distances != sorted(set(distances)) or any(not 0 < distance < float("inf") for distance in distances):
            raise ValueError(f"expected distances above 0 that ascend, found {distances}")
        if self._parts and [distance for _, distance in self._parts[0].lods] != distances:
            raise ValueError("expected levels of detail with the same distances in every part")
        targets = {key: {"POSITION": _rows(f"morph {key}", array, 3, count)} for key, array in (morphs or {}).items()}
        unknown = set(textures or {}) - set(_SLOTS)
        if unknown:
            raise ValueError(f"expected textures of {', '.join(_SLOTS)}, found {min(unknown)}")
        self._parts.append(_Part(attributes, faces, targets, material, dict(textures or {}), levels))

    def to_glb(self) -> bytes:
        """Returns the model as a glTF file."""
        return _Writer(self).glb()

    def to_asset(self) -> Asset:
        """Returns the model as an asset, so that you can check, convert or render it."""
        return _native.open(self.to_glb(), name=self.name + ".glb")

    def scene(self, *, lods: bool = False) -> Scene:
        """Returns the model as a scene.

        Args:
            lods: Include the coarser levels of detail.
        """
        return self.to_asset().scene(lods=lods)

    def validate(self) -> list[Finding]:
        """Returns a list of everything that is unusual or wrong. If the list is empty, the model is fine."""
        return self.to_asset().validate()

    def to_bytes(self, to: OutputFormat = "glb", **options: Unpack[SharedOptions]) -> bytes:
        """Returns the file of the model in a format. Other files, such as materials, are not returned.

        Args:
            to: Format, one of `output_formats()`.
            options: Options of `convert`, such as `lossy`.
        """
        return convert(self.to_asset(), to=to, **options).data

    def save(self, path: Path, **options: Unpack[ConvertOptions]) -> Converted:
        """Writes the model. The extension selects the format: `.mdl`, `.pmdl_b`, `.zed`, `.glb` …

        The model and its output files are in memory at the same time. If you gave textures as paths, they are only read here.

        Args:
            path: The file to write.
            options: Options of `convert`, such as `force` or `lossy`.
        """
        return convert(self.to_asset(), path, **options)

    def _repr_png_(self) -> Optional[bytes]:
        return self.to_asset()._repr_png_()


def _rows(name: str, array: Any, width: int, count: Optional[int] = None) -> Any:
    """Returns floats in rows."""
    import numpy as np

    made = np.ascontiguousarray(array, dtype="<f4")
    if made.ndim != 2 or made.shape[1] != width or count not in (None, len(made)):
        raise ValueError(f"{name}: expected an array of shape ({'n' if count is None else count}, {width}), found {made.shape}")
    return made


def _faces(indices: Any, count: int) -> Any:
    """Returns triangles as vertex indices."""
    import numpy as np

    faces = _whole("indices", np.asarray(indices).reshape(-1), 1, count).astype("uint32")
    if len(faces) % 3:
        raise ValueError(f"expected three indices per triangle, found {len(faces)} indices")
    return faces


def _whole(name: str, array: Any, width: int, most: int, count: Optional[int] = None) -> Any:
    """Returns integers, which must be from 0 to less than `most`."""
    import numpy as np

    made = np.asarray(array)
    if made.dtype.kind not in "iu" and made.size:
        raise ValueError(f"{name}: expected whole numbers, found {made.dtype}")
    if width > 1 and (made.ndim != 2 or made.shape[1] != width or count != len(made)):
        raise ValueError(f"{name}: expected an array of shape ({count}, {width}), found {made.shape}")
    if made.size and (made.min() < 0 or made.max() >= most):
        raise ValueError(f"{name}: expected numbers from 0 to {most - 1}, found {made.min()} to {made.max()}")
    return made


def png_of(texels: Texels) -> bytes:
    """The file of a texture: a path, the bytes of a file, a picture, or an array of rows, columns and one to four channels from 0 to 255.

    >>> import numpy
    >>> png_of(numpy.zeros((2, 2, 4), "uint8"))[:4]
    b'\\x89PNG'
    """
    import numpy as np

    if isinstance(texels, bytes):
        return texels
    if isinstance(texels, _native.Picture):
        return texels.to_png()
    if isinstance(texels, (str, os.PathLike)):
        with open(texels, "rb") as stream:
            return stream.read()
    pixels = np.ascontiguousarray(texels)
    pixels = pixels[..., None] if pixels.ndim == 2 else pixels
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (1, 2, 3, 4) or 0 in pixels.shape:
        raise ValueError(f"expected rows, columns and one to four channels of uint8, found {pixels.dtype} of shape {pixels.shape}")
    height, width, channels = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), "u1"), pixels.reshape(height, -1)], axis=1).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, (0, 4, 2, 6)[channels - 1], 0, 0, 0)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class _Writer:
    """Writes a model as glTF."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.data = bytearray()
        self.json: dict[str, Any] = {"asset": {"version": "2.0", "generator": "engine-assets"}, "scene": 0}
        self.numbers = {bone.name: number for number, bone in enumerate(model.bones)}
        if len(self.numbers) != len(model.bones):
            raise ValueError("expected a name of its own for each bone")

    def glb(self) -> bytes:
        self._nodes()
        self._mesh()
        if self.model.bones:
            self._skin()
        for animation in self.model.animations:
            self._animation(animation)
        self.json["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + bytes(-len(self.data) % 4)
        head = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(data))
        return head + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data

    def _list(self, name: str, value: dict[str, Any]) -> int:
        items: list[Any] = self.json.setdefault(name, [])
        items.append(value)
        return len(items) - 1

    def _view(self, data: bytes) -> int:
        self.data += bytes(-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self.data += data
        return self._list("bufferViews", view)

    def _accessor(self, array: Any, *, bounds: bool = False) -> int:
        width = array.shape[1] if array.ndim == 2 else 1
        accessor: dict[str, Any] = {"bufferView": self._view(array.tobytes()), "componentType": _COMPONENTS[array.dtype.name]}
        accessor.update(count=len(array), type=_TYPES[width])
        if bounds and len(array):
            rows = array.reshape(len(array), -1)
            accessor.update(min=rows.min(axis=0).tolist(), max=rows.max(axis=0).tolist())
        return self._list("accessors", accessor)

    def _nodes(self) -> None:
        roots = []
        node: dict[str, Any]
        for number, bone in enumerate(self.model.bones):
            node = {"name": bone.name, "translation": [*bone.translation], "rotation": [*bone.rotation], "scale": [*bone.scale]}
            self._list("nodes", node)
            if bone.parent is None:
                roots.append(number)
        for number, bone in enumerate(self.model.bones):
            if bone.parent is not None:
                parent = self._bone(bone.parent)
                self.json["nodes"][parent].setdefault("children", []).append(number)
        node = {"name": self.model.name, "mesh": 0}
        if self.model.bones:
            node["skin"] = 0
        self.shown = self._list("nodes", node)
        self.json["scenes"] = [{"name": self.model.name, "nodes": [*roots, self.shown]}]
        distances = [distance for _, distance in self.model._parts[0].lods]
        coarser = [self._list("nodes", {**node, "name": f"{node['name']} {level}", "mesh": level}) for level in range(1, len(distances) + 1)]
        if coarser:
            node["extensions"] = {"MSFT_lod": {"ids": coarser}}
            node["extras"] = {"engine_assets": {"lod_distances": distances}}
            self.json["extensionsUsed"] = ["MSFT_lod"]

    def _bone(self, which: Union[str, int]) -> int:
        number = self.numbers.get(which) if isinstance(which, str) else which
        if number is None or not 0 <= number < len(self.model.bones):
            raise ValueError(f"no bone {which}")
        return number

    def _mesh(self) -> None:
        names = list(self.model._parts[0].targets)
        levels: list[list[dict[str, Any]]] = [[] for _ in range(len(self.model._parts[0].lods) + 1)]
        for part in self.model._parts:
            if list(part.targets) != names:
                raise ValueError("expected the same morph targets in every part")
            shared: dict[str, Any] = {
                "attributes": {key: self._accessor(array, bounds=key == "POSITION") for key, array in part.attributes.items()}
            }
            if names:
                targets = [{key: self._accessor(array, bounds=True) for key, array in one.items()} for one in part.targets.values()]
                shared["targets"] = targets
            if part.material is not None or part.textures:
                shared["material"] = self._material(part.material or Material("material"), part.textures)
            for level, faces in zip(levels, [part.indices, *(faces for faces, _ in part.lods)]):
                level.append({**shared, "indices": self._accessor(faces)})
        for number, primitives in enumerate(levels):
            name = f"{self.model.name} {number}" if number else self.model.name
            mesh: dict[str, Any] = {"name": name, "primitives": primitives}
            if names:
                mesh["extras"] = {"targetNames": names}
            self._list("meshes", mesh)

    def _material(self, material: Material, textures: Mapping[str, Texels]) -> int:
        used = {}
        for slot, texels in textures.items():
            data = png_of(texels)
            media = "image/jpeg" if data.startswith(b"\xff\xd8") else "image/png"
            if media == "image/png" and not data.startswith(b"\x89PNG"):
                data = _native.open(data, name=slot).texture.picture().to_png()
            name = f"{material.name.rpartition('/')[2]}_{slot}"
            image = self._list("images", {"name": name, "mimeType": media, "bufferView": self._view(data)})
            used[slot] = {"index": self._list("textures", {"source": image})}
        surface = {"baseColorFactor": [*material.base_color], "metallicFactor": material.metallic, "roughnessFactor": material.roughness}
        made: dict[str, Any] = {"name": material.name, "pbrMetallicRoughness": surface, "emissiveFactor": [*material.emissive]}
        made.update(alphaMode=material.alpha.upper(), doubleSided=material.double_sided)
        if material.alpha_cutoff is not None:
            made["alphaCutoff"] = material.alpha_cutoff
        if material.unlit:
            made["extensions"] = {"KHR_materials_unlit": {}}
            used_extensions: list[str] = self.json.setdefault("extensionsUsed", [])
            if "KHR_materials_unlit" not in used_extensions:
                used_extensions.append("KHR_materials_unlit")
        for slot, texture in used.items():
            place = surface if slot in _SLOTS[:2] else made
            words = slot.split("_")
            place[words[0] + "".join(word.title() for word in words[1:]) + "Texture"] = texture
        return self._list("materials", made)

    def _skin(self) -> None:
        import numpy as np

        worlds: dict[int, Any] = {}

        def world(number: int, below: tuple[int, ...] = ()) -> Any:
            if number in below:
                raise ValueError(f"bone {self.model.bones[number].name} is its own parent")
            if number not in worlds:
                bone = self.model.bones[number]
                local = _matrix(bone.translation, bone.rotation, bone.scale)
                parent = None if bone.parent is None else self._bone(bone.parent)
                worlds[number] = local if parent is None else world(parent, (*below, number)) @ local
            return worlds[number]

        inverse = np.stack([np.linalg.inv(world(number)).T.reshape(16) for number in range(len(self.model.bones))])
        skin = {"joints": list(range(len(self.model.bones))), "inverseBindMatrices": self._accessor(inverse.astype("<f4"))}
        self._list("skins", skin)

    def _animation(self, animation: Animation) -> None:
        samplers: list[dict[str, Any]] = []
        channels = []
        for bone, track in animation.tracks.items():
            times = _times(f"{animation.name}, {bone}", track.times)
            keys = {"translation": (track.translation, 3), "rotation": (track.rotation, 4), "scale": (track.scale, 3)}
            for path, (values, width) in keys.items():
                if values is not None:
                    output = self._accessor(_rows(f"{bone}, {path}", values, width, len(times)))
                    channels.append({"sampler": len(samplers), "target": {"node": self._bone(bone), "path": path}})
                    entry = {"input": self._accessor(times, bounds=True), "output": output}
                    samplers.append({**entry, "interpolation": animation.interpolation.upper()})
        if animation.morphs:
            times, weights = self._weights(animation)
            channels.append({"sampler": len(samplers), "target": {"node": self.shown, "path": "weights"}})
            entry = {"input": self._accessor(times, bounds=True), "output": self._accessor(weights)}
            samplers.append({**entry, "interpolation": animation.interpolation.upper()})
        self._list("animations", {"name": animation.name, "samplers": samplers, "channels": channels})

    def _weights(self, animation: Animation) -> tuple[Any, Any]:
        """Returns the keys of all morph targets, at the times of all of them. This is necessary because glTF has only one track for them."""
        import numpy as np

        names = list(self.model._parts[0].targets)
        tracks = {}
        for name, track in animation.morphs.items():
            if name not in names:
                raise ValueError(f"{animation.name}: no morph target {name}; there are {', '.join(names) or 'none'}")
            times = _times(f"{animation.name}, {name}", track.times)
            weights = np.ascontiguousarray(track.weights, "<f4").reshape(-1)
            if len(weights) != len(times):
                raise ValueError(f"{animation.name}, {name}: expected {len(times)} weights, found {len(weights)}")
            tracks[name] = (times, weights)
        every = np.unique(np.concatenate([times for times, _ in tracks.values()]))
        rows = np.zeros((len(every), len(names)), "<f4")
        for name, (times, weights) in tracks.items():
            if animation.interpolation == "linear":
                rows[:, names.index(name)] = np.interp(every, times, weights)
            else:
                rows[:, names.index(name)] = weights[np.maximum(np.searchsorted(times, every, "right") - 1, 0)]
        return every.astype("<f4"), rows.reshape(-1)


def _times(name: str, times: Any) -> Any:
    """Returns times, which must be in ascending order."""
    import numpy as np

    made = np.ascontiguousarray(times, "<f4").reshape(-1)
    if not len(made) or not (np.diff(made) > 0).all() or not np.isfinite(made).all():
        raise ValueError(f"{name}: expected times that ascend")
    return made


def _matrix(translation: Iterable[float], rotation: Sequence[float], scale: Iterable[float]) -> Any:
    """Returns the matrix for a translation, a rotation and a scale: 4 x 4, to be used as `matrix @ (x, y, z, 1)`."""
    import numpy as np

    x, y, z, w = rotation
    turn = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    made = np.eye(4)
    made[:3, :3] = np.array(turn) * np.fromiter(scale, float)
    made[:3, 3] = np.fromiter(translation, float)
    return made
