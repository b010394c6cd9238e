"""Options of conversions and pictures, with their types."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Callable, Iterable, Literal, Mapping, Optional, Protocol, Sequence, SupportsFloat, SupportsIndex, TypedDict, Union

if TYPE_CHECKING:
    from ._native import Asset

Path = Union[str, "os.PathLike[str]"]

OutputFormat = Literal[
    "glb",
    "gltf",
    "mdl",
    "umdl",
    "umd2",
    "umd3",
    "amdl",
    "amd2",
    "ani",
    "uani",
    "uan2",
    "ani-xml",
    "pmdl",
    "pmdl-text",
    "zed",
    "zed-engine",
    "zed-document",
    "zed-lists",
    "scene-xml",
    "scene-json",
    "scene-binary",
    "archive-xml",
    "archive-json",
    "archive-binary",
    "xml",
    "udm-text",
    "udm-compact",
    "udm-reference",
    "udm-binary",
    "json",
    "json-plain",
    "pak",
    "upak",
    "ulz4",
    "rpak",
    "rlz4",
    "png",
    "dds",
]
"""Formats that conversions write, as `output_formats()`."""

Repair = Literal[
    "fix-index-sizes",
    "drop-broken-lods",
    "fix-draw-ranges",
    "drop-bad-triangles",
    "sort-lods",
    "fix-bone-parents",
    "replace-non-finite",
    "fix-bone-mappings",
    "clamp-joints",
    "normalise-weights",
    "fix-morphs",
    "recompute-bounds",
    "recompute-centers",
]
"""Repairs of models of Urho3D, as `repairs()`."""


class Readable(Protocol):
    """A file in an archive or a package of Python: `zipfile.Path`, `importlib.resources.abc.Traversable`."""

    def read_bytes(self) -> bytes:
        """Returns the content."""
        ...


class Openable(Protocol):
    """A file that opens for bytes, such as `fsspec.open(url)`."""

    def open(self) -> IO[bytes]:
        """Opens the file."""
        ...


Source = Union[Path, bytes, bytearray, memoryview, IO[bytes], Readable, Openable, "Asset"]
"""A file: its path, `game.pak:Models/Jack.mdl` for an entry of a package, a URL if fsspec is installed, its bytes, an open file, or an asset."""

Compression = Literal["meshopt", "quantize"]
Clips = Union[Mapping[str, tuple[float, float]], str, Sequence[str]]
BoneMap = Union[Mapping[str, str], Path]


class ContentOptions(TypedDict, total=False):
    """What is read and shown."""

    animations: Union[str, Sequence[str]]
    no_animations: bool
    sidecar: bool
    resources: Union[Path, Sequence[Path]]
    material: Union[str, Sequence[str]]
    materials: bool
    textures: bool
    collision: bool
    navmesh: bool


class ChangeOptions(TypedDict, total=False):
    """Changes of models."""

    lod: Optional[int]
    scale: float
    up: Literal["y", "z"]
    facing: Literal["front", "back"]
    center: Optional[Literal["middle", "bottom"]]
    simplify: Union[float, Sequence[float]]
    optimize_meshes: bool


class MotionOptions(TypedDict, total=False):
    """Changes of animations."""

    clip: Clips
    merge: Optional[str]
    speed: Optional[float]
    reverse: bool
    mirror: bool
    onto: Optional[Source]
    bone_map: Optional[BoneMap]
    rename_bones: Optional[BoneMap]
    in_place: bool
    root_motion: Optional[str]
    loop: Optional[int]
    fps: Optional[float]


class GltfOptions(TypedDict, total=False):
    """How a glTF is written."""

    originals: bool
    strict: bool
    gpu_instancing: bool
    compress: Union[Compression, Sequence[Compression]]


class EngineFileOptions(TypedDict, total=False):
    """How files of engines are created or updated."""

    apply_scale: bool
    max_bones: int
    weld: bool
    optimize: bool
    tangents: Literal["auto", "always", "never"]
    smooth: Optional[float]
    curve_tolerance: Optional[float]
    copy_resources: bool
    resource_dir: Optional[Path]
    shared: bool
    prefab: bool


class TextureOptions(TypedDict, total=False):
    """The textures in the output."""

    texture_files: Literal["keep", "png", "dds", "bc7", "webp"]
    texture_use: Optional[Literal["color", "data", "normals"]]
    max_size: Optional[int]
    power_of_two: bool


class SharedOptions(ContentOptions, ChangeOptions, MotionOptions, GltfOptions, EngineFileOptions, TextureOptions, total=False):
    """Options that `convert` and `convert_folder` have; `convert` documents them."""

    engine: Optional[Literal["rbfx", "urho3d", "u3d"]]
    classes: Optional[Path]
    lossy: bool
    repair: Union[Repair, Sequence[Repair]]
    isolate: bool
    max_expanded: int


class ConvertOptions(SharedOptions, total=False):
    """Options of `convert`, which documents them."""

    to: Optional[OutputFormat]
    force: bool
    into: Union[Source, Sequence[Source], None]
    bind_pose_of: Union[Source, Sequence[Source], None]
    own_folders: bool
    write: Optional[bool]


class FolderOptions(SharedOptions, total=False):
    """Options of `convert_folder` for each conversion; `convert` documents them."""

    into: Optional[Path]
    bind_pose_of: Optional[Path]


class RenderOptions(TypedDict, total=False):
    """Options of `render`, which documents them."""

    size: tuple[int, int]
    view: str
    orthographic: bool
    background: str
    lod: Optional[int]
    shadow: bool
    light: Literal["studio", "engine", "dark"]
    scene_lights: bool
    wireframe: bool
    skeleton: bool
    bounds: bool
    normals: bool
    backs: bool
    animation: Optional[str]
    time: float
    resources: Union[bool, Path, Sequence[Path], None]
    material: Union[str, Sequence[str]]
    materials: bool
    textures: bool


def texts(name: str, value: object) -> list[str]:
    """One text or several, as a list."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, (bytes, bytearray)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: expected a text or a list of texts, found {kind(value)}")
    made: list[str] = []
    for one in value:
        if not isinstance(one, str):
            raise TypeError(f"{name}: expected a text or a list of texts, found {kind(one)} in a list")
        made.append(one)
    return made


def paths(name: str, value: object) -> list[Path]:
    """One path or several, as a list."""
    if isinstance(value, (str, os.PathLike)):
        return [value]
    if isinstance(value, (bytes, bytearray)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: expected a path or a list of paths, found {kind(value)}")
    made: list[Path] = []
    for one in value:
        if not isinstance(one, (str, os.PathLike)):
            raise TypeError(f"{name}: expected a path or a list of paths, found {kind(one)} in a list")
        made.append(one)
    return made


def floats(name: str, value: object) -> list[float]:
    """One number or several, as a list."""
    made = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else [value]
    return [number(name, one) for one in made]


def number(name: str, value: object) -> float:
    """A number."""
    if isinstance(value, (bool, str)) or not isinstance(value, SupportsFloat):
        raise TypeError(f"{name}: expected a number, found {kind(value)}")
    return float(value)


def whole(name: str, value: object) -> int:
    """A whole number of 0 or more."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise TypeError(f"{name}: expected a whole number, found {kind(value)}")
    made = value.__index__()
    if not 0 <= made < 1 << 32 and name != "max_expanded" or not 0 <= made < 1 << 64:
        raise ValueError(f"{name}: expected a number of 0 or more, found {made}")
    return made


def flag(name: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{name}: expected True or False, found {kind(value)}")
    return bool(value)


def text(name: str, value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected a text, found {kind(value)}")
    return value


def path(name: str, value: object) -> Path:
    """A path."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, found {kind(value)}")
    return value


def clips(name: str, value: object) -> list[tuple[str, float, float]]:
    """Clips with their beginnings and ends: a mapping, or texts such as `Walk=0..1.2`."""
    if isinstance(value, Mapping):
        return [(text(name, key), *_span(f"{name}: {key}", times)) for key, times in value.items()]
    made = []
    for one in texts(name, value):
        key, _, times = one.rpartition("=")
        begin, dots, end = times.partition("..")
        try:
            made.append((key, float(begin), float(end)))
        except ValueError:
            raise ValueError(f"{name}: expected a name and two times in seconds such as Walk=0..1.2, found {one}") from None
    return made


def _span(name: str, times: object) -> tuple[float, float]:
    both = floats(name, times)
    if len(both) != 2:
        raise ValueError(f"{name}: expected two times in seconds, found {len(both)}")
    return both[0], both[1]


def bones(name: str, value: object) -> Union[list[tuple[str, str]], Path]:
    """Pairs of bones, or the path of a file of them."""
    if isinstance(value, Mapping):
        return [(text(name, key), text(name, other)) for key, other in value.items()]
    return path(name, value)


def size(name: str, value: object) -> tuple[int, int]:
    """Width and height."""
    made = list(value) if isinstance(value, (list, tuple)) else []
    if len(made) != 2:
        raise TypeError(f"{name}: expected width and height, found {value!r}")
    return whole(name, made[0]), whole(name, made[1])


def kind(value: object) -> str:
    """Name of the type of a value, for messages."""
    return "None" if value is None else type(value).__name__


Check = Callable[[str, object], object]

_WORDS: dict[Check, tuple[str, ...]] = {
    text: ("up", "facing", "tangents", "texture_files", "view", "background", "light"),
    texts: ("repair", "animations", "compress", "material"),
    paths: ("resources",),
    floats: ("simplify",),
    number: ("scale", "time"),
    whole: ("max_bones", "max_expanded"),
    clips: ("clip",),
    size: ("size",),
}
_OPTIONAL: dict[Check, tuple[str, ...]] = {
    text: ("to", "engine", "merge", "root_motion", "texture_use", "animation", "center"),
    path: ("classes", "resource_dir"),
    number: ("speed", "fps", "smooth", "curve_tolerance"),
    whole: ("lod", "loop", "max_size", "frames", "turntable"),
    bones: ("bone_map", "rename_bones"),
}
_CHECKS = {name: check for check, names in _WORDS.items() for name in names}
_OPTIONAL_CHECKS = {name: check for check, names in _OPTIONAL.items() for name in names}
_SOURCES = ("onto", "into", "bind_pose_of")

MOTION = ("clip", "merge", "speed", "reverse", "mirror", "onto", "bone_map", "rename_bones", "in_place", "root_motion", "loop", "fps")
"""Options that change animations."""


def checked(options: Mapping[str, object]) -> dict[str, object]:
    """Options with values of their types; what is neither text, number nor path is yes or no."""
    return {name: _checked(name, value) for name, value in options.items()}


def _checked(name: str, value: object) -> object:
    if name in _SOURCES:
        return value
    if name in _CHECKS:
        return _CHECKS[name](name, value)
    if name in _OPTIONAL_CHECKS:
        return None if value is None else _OPTIONAL_CHECKS[name](name, value)
    return flag(name, value)
