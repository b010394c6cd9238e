"""The compiled part of `engine_assets`."""

import os
import pathlib
from types import TracebackType
from typing import IO, Any, Callable, Final, Iterator, Mapping, Optional, Sequence, Union, final

import numpy as np
from numpy.typing import DTypeLike, NDArray
from typing_extensions import Self, TypeAlias, disjoint_base

from . import udm
from ._buffers import VertexBuffer as _VertexBuffer
from ._options import Path as _Path
from ._options import Repair as _Repair
from ._options import Source as _Source
from ._paths import Part as _Part
from ._paths import PathValue as _PathValue
from ._project import Reference
from ._scene import Camera, Image, Light, Material, Node, Skin
from ._types import Change, Conflict, Converted, Extracted, Finding, FolderReport, Json, ValueChange

_Numbers: TypeAlias = NDArray[Union[np.integer[Any], np.floating[Any]]]
_Bytes = Union[bytes, bytearray, memoryview, IO[bytes]]
_Floats = NDArray[np.float32]
_Vector = Sequence[float]
_Shape = tuple[Optional[float], Optional[tuple[_Vector, _Vector]]]

__all__ = [
    "Asset",
    "Channel",
    "Clip",
    "Column",
    "Document",
    "Entry",
    "IndexBuffer",
    "Package",
    "Picture",
    "Pose",
    "Primitive",
    "References",
    "Renaming",
    "Scene",
    "Texture",
    "VertexBuffer",
    "__version__",
    "animations_beside",
    "apng",
    "change_package",
    "convert",
    "convert_folder",
    "diff",
    "differences",
    "escape",
    "escape_key",
    "files_below",
    "from_json",
    "matches_model_name",
    "merge",
    "merge_files",
    "merge_text",
    "open",
    "output_formats",
    "pack",
    "patch",
    "read_triggers",
    "references",
    "rename",
    "render",
    "repairs",
    "resolve",
    "resources_around",
    "sheet",
    "write_file",
    "write_files",
    "write_triggers",
]

__version__: Final[str]

@final
class Asset:
    """A document of any format, as `open` reads it."""

    @property
    def format(self) -> str:
        """Name of the format: `urho-mdl`, `udm`, `gltf` …"""
    @property
    def variant(self) -> str:
        """Version or kind within the format: `UMD2`, `text` …"""
    @property
    def name(self) -> Optional[str]:
        """Path of the file, or name of the bytes."""
    @property
    def data(self) -> bytes:
        """Bytes of the file, without a copy: those that it was read from, with all edits."""
    def summary(self, *, hashes: bool = False, sidecar: bool = True) -> dict[str, Json]:
        """Returns the format and content of the file, as `engine-assets inspect --json` prints them."""
    def validate(self, *, roundtrip: bool = False, sidecar: bool = True) -> list[Finding]:
        """Returns everything that is unusual or wrong: an empty list, if nothing is."""
    def to_bytes(self) -> bytes:
        """Encodes the document. Unchanged, it gives the bytes that it was read from; a changed one differs only where it was changed."""
    def scene(
        self,
        *,
        animations: Union[_Source, Sequence[_Source], None] = None,
        resources: Union[bool, _Path, Sequence[_Path], None] = None,
        lods: bool = False,
    ) -> Scene:
        """Returns the scene of a model, scene, prefab or map, as `convert` and `render` show it: a model with the animations beside it that are named like
        it, and its materials.

        Args:
            animations: Animations of Urho3D to add to a model, one or several; default: those beside it, `[]` for none.
            resources: Folders and packages to find other files in; `True`, the default, for the usual places around the file, `False` for none.
            lods: With the coarser levels of detail; otherwise only the finest is in it.
        """
    def __getitem__(self, path: str, /) -> Union[_PathValue, _Part, udm.Value]: ...
    def __setitem__(self, path: str, value: object, /) -> None: ...
    def __delitem__(self, path: str, /) -> None: ...
    def __contains__(self, path: str, /) -> bool: ...
    def keys(self, path: str = "") -> list[str]:
        """Returns the steps that lead from a path to its parts: names, or positions such as `[3]`."""
    def find(self, path: str) -> dict[str, Union[_PathValue, udm.Value]]:
        """Returns the values that a path matches, by their own paths: `nodes/**[Camera]/FOV`, `nodes/*/Position`."""
    def set(
        self,
        path: str,
        value: object,
        *,
        create: bool = False,
        type: Optional[str] = None,
        where: Union[str, Sequence[str]] = ...,
        resources: Union[_Path, Sequence[_Path]] = ...,
    ) -> list[ValueChange]:
        """Sets all values that a path matches, and returns what changed. After an error nothing has.

        Args:
            path: A path, or a pattern as for `find`.
            value: The value, or its text.
            create: Add a missing value.
            type: Type of an added value that no table knows, such as `Float`.
            where: Conditions, `Light Type=Point`: only values next to such values are changed.
            resources: Folders and packages that must have the file which the value names.

        Raises:
            KeyError: There is no such value; the message says which there are.
            ValueError: The value isn't of the type; the message says which are valid.
        """
    def insert(self, path: str, value: object) -> str:
        """Inserts an item into a list, before the item that the path names or at the end of the list. Returns the path of the item."""
    def save(self, path: Optional[_Path] = None, *, force: bool = False) -> None:
        """Writes the document: whole, or not at all; without a path to the file that it was opened from.

        Raises `FileExistsError` if another file exists and `force` is false."""
    def compute_normals(self, *, smooth: bool = False) -> list[Finding]:
        """Calculates the normals of a model of Urho3D anew; `smooth` over vertices at one position too."""
    def compute_tangents(self) -> list[Finding]:
        """Calculates the tangents of a model of Urho3D anew."""
    def compute_bounds(self) -> None:
        """Calculates the bounding box of a model of Urho3D anew."""
    def compute_bone_bounds(self) -> None:
        """Calculates the spheres and boxes of the bones of a model of Urho3D anew, from the vertices that they move."""
    def repair(self, *names: _Repair) -> list[Finding]:
        """Repairs a model of Urho3D, in this order; see `repairs()`. Returns what was repaired."""
    @property
    def texture(self) -> Texture:
        """The texture: its size, format, mips and pixels."""
    def _repr_png_(self) -> Optional[bytes]: ...
    def _repr_html_(self) -> Optional[str]: ...
    @property
    def vertex_buffers(self) -> list[_VertexBuffer]:
        """Vertex buffers of a model of Urho3D, as they are in the file: interleaved, left-handed."""
    @property
    def index_buffers(self) -> list[IndexBuffer]:
        """Index buffers of a model of Urho3D, as they are in the file."""
    def with_bone_shapes(self, shapes: Mapping[int, _Shape]) -> bytes:
        """Encodes a model of Urho3D with other shapes of bones, which the engine uses for the bounds of an animated model; all else stays.

        Args:
            shapes: By the number of the bone, the radius of its sphere and the corners of its box, in the bone's space; `None` for a missing one.

        Raises:
            IndexError: The model doesn't have that bone.
        """
    def document(self) -> udm.Document:
        """Returns the UDM document that it is, the same one each time. Changes of the document are changes of the asset."""
    def __len__(self) -> int: ...

def open(source: _Source, *, name: Optional[_Path] = None, bare_2011: bool = False) -> Asset:
    """Opens a file of any format, or the bytes of one, which `name` says more about."""

@final
class Column:
    """_Numbers of a document, in its memory: `numpy.asarray(column)` copies nothing."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows and of numbers in each."""
    @property
    def __array_interface__(self) -> dict[str, object]:
        """The array interface of numpy, for arrays without a copy."""
    def __len__(self) -> int: ...

@disjoint_base
class VertexBuffer:
    """A vertex buffer of a model of Urho3D: a mapping of the names of vertex elements to arrays, which show the vertices in place."""

    def __new__(cls, asset: Asset, number: int) -> Self: ...
    def _names(self) -> list[str]: ...
    @property
    def declaration(self) -> str:
        """Elements of a vertex: `position:vec3 normal:vec3 uv0:vec2`."""
    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
    @property
    def stride(self) -> int:
        """Bytes of a vertex."""
    @property
    def data(self) -> memoryview:
        """The interleaved vertices, in place."""
    def __getitem__(self, key: str, /) -> _Numbers: ...
    def __setitem__(self, key: str, value: object, /) -> None: ...
    def __delitem__(self, key: str, /) -> None: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@final
class IndexBuffer:
    """An index buffer of a model of Urho3D."""

    @property
    def values(self) -> NDArray[np.unsignedinteger[Any]]:
        """The indices as an array of `uint16` or `uint32`, in place."""
    def __array__(self, dtype: Optional[DTypeLike] = None, copy: Optional[bool] = None) -> _Numbers: ...
    @property
    def data(self) -> memoryview:
        """The indices, in place."""
    def __len__(self) -> int: ...

@final
class Scene:
    """The neutral content of a model of any format: right-handed, Y up, metres, seconds, triangles counter-clockwise."""

    @property
    def name(self) -> str:
        """Name of the scene: the name of the model's file."""
    @property
    def nodes(self) -> list[Node]:
        """Nodes: names, parents, transforms, content."""
    @property
    def meshes(self) -> list[str]:
        """Names of the meshes."""
    @property
    def materials(self) -> list[Material]:
        """Materials: factors, and the numbers of images."""
    @property
    def skins(self) -> list[Skin]:
        """Skins: nodes of joints, inverse bind matrices."""
    @property
    def lights(self) -> list[Light]:
        """Lights."""
    @property
    def cameras(self) -> list[Camera]:
        """Cameras."""
    @property
    def images(self) -> list[Image]:
        """Images, as files."""
    @property
    def extras(self) -> Optional[dict[str, Json]]:
        """Additional data of the file's format."""
    @property
    def clips(self) -> list[Clip]:
        """Animations with their keys."""
    def clip(self, animation: Union[str, int]) -> Clip:
        """Returns the animation of a name or a number, with its keys."""
    def node(self, name: str) -> Node:
        """Returns the first node of a name."""
    @property
    def primitives(self) -> list[Primitive]:
        """Primitives of all meshes: vertices and how they are joined."""
    @property
    def animations(self) -> list[tuple[str, float]]:
        """Animations, each with its length in seconds."""
    @property
    def findings(self) -> list[Finding]:
        """Findings of the conversion from model to scene."""
    def sample(self, animation: Union[str, int], time: float) -> Pose:
        """Returns the pose at a time of an animation, in seconds."""
    def rest_pose(self) -> Pose:
        """Returns the pose without an animation."""
    def to_glb(self) -> bytes:
        """Returns the scene as glTF in one file (`.glb`)."""
    def _render(self, look: Mapping[str, object]) -> list[Picture]: ...
    def _repr_png_(self) -> Optional[bytes]: ...

@final
class Clip:
    """An animation of a scene."""

    @property
    def name(self) -> str:
        """Name."""
    @property
    def duration(self) -> float:
        """Time of the last key, in seconds."""
    @property
    def channels(self) -> list[Channel]:
        """Channels: the keys of one property of one node each."""

@final
class Channel:
    """Keys of one property of one node."""

    @property
    def node(self) -> int:
        """Number of the node."""
    @property
    def interpolation(self) -> str:
        """`linear`, `step` or `cubic` (each key has an in tangent, a value and an out tangent)."""
    @property
    def times(self) -> _Floats:
        """Times of the keys, in seconds."""
    @property
    def values(self) -> _Floats:
        """Values of the keys, in place."""
    @property
    def path(self) -> str:
        """Animated property, as in glTF: `translation`, `rotation`, `scale` or `weights` (of morph targets)."""

@final
class Primitive:
    """Vertices and their topology. Arrays are read-only; `copy()` returns a writable array."""

    @property
    def mesh(self) -> int:
        """Number of the mesh that it is of."""
    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
    @property
    def material(self) -> Optional[str]:
        """Name of the material; `None` if it has none."""
    @property
    def attributes(self) -> dict[str, _Numbers]:
        """Every attribute by glTF's name, `POSITION` or `TEXCOORD_0`, in the numbers that are stored."""
    @property
    def positions(self) -> _Floats:
        """Positions, in metres: three floats per vertex."""
    @property
    def normals(self) -> Optional[_Floats]:
        """Normals: three floats per vertex."""
    @property
    def tangents(self) -> Optional[_Floats]:
        """Tangents: x, y, z and the sign of the bitangent per vertex."""
    def tex_coords(self, set: int = 0) -> Optional[_Floats]:
        """Texture coordinates of a set, from the top left: two floats per vertex."""
    def weights(self, set: int = 0) -> Optional[_Floats]:
        """Weights of the joints of a set: four floats per vertex."""
    def joints(self, set: int = 0) -> Optional[NDArray[np.uint32]]:
        """Joints of a set: four whole numbers per vertex."""
    def colors(self, set: int = 0) -> Optional[_Floats]:
        """Colours of a set: red, green, blue, alpha from 0 to 1 per vertex."""
    @property
    def triangles(self) -> NDArray[np.uint32]:
        """Triangles: three numbers of vertices each, counter-clockwise, strips and fans unrolled."""

@final
class Pose:
    """Where nodes, joints and vertices of a scene are at a time of an animation."""

    def world(self, node: Union[str, int]) -> _Floats:
        """Returns the matrix from the space of a node into the scene's: 4 x 4, `matrix @ (x, y, z, 1)`."""
    def local(self, node: Union[str, int]) -> _Floats:
        """Returns the matrix from the space of a node into its parent's."""
    @property
    def worlds(self) -> _Floats:
        """Matrices from the spaces of all nodes into the scene's, in the order of the nodes."""
    def positions(self, primitive: Primitive) -> _Floats:
        """Returns the vertices of a primitive in the scene's space, morphed and moved by joints."""
    @property
    def bounds(self) -> Optional[tuple[tuple[float, float, float], tuple[float, float, float]]]:
        """Box around all vertices that are shown: least and greatest x, y, z."""

@final
class Picture:
    """A picture: rows of pixels from the top, red, green, blue and alpha in sRGB. `numpy.asarray(picture)` copies nothing."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in pixels."""
    @property
    def triangles(self) -> int:
        """Number of triangles of the scene, visible or not."""
    @property
    def findings(self) -> list[Finding]:
        """Differences between the picture and the scene."""
    def to_png(self) -> bytes:
        """Encodes it as png."""
    def save(self, path: _Path) -> None:
        """Writes it as a png file, which is replaced."""
    @property
    def __array_interface__(self) -> dict[str, object]:
        """What numpy makes an array of: rows, columns, four channels."""
    def _repr_png_(self) -> bytes: ...

@final
class Texture:
    """A texture: size, format, mips, and its pixels."""

    @property
    def kind(self) -> str:
        """Kind of the file: `png`, `dds`, `ktx` …"""
    @property
    def format(self) -> str:
        """Name of the pixel format: `RGBA8`, `BC1` …"""
    @property
    def color_space(self) -> str:
        """Whether colours are `srgb` or `linear`; `unknown` if the file doesn't say it."""
    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the largest mip, in pixels."""
    @property
    def mips(self) -> list[tuple[int, int, int]]:
        """Width, height and depth of each mip, the largest first."""
    @property
    def layers(self) -> int:
        """Layers of an array texture."""
    @property
    def faces(self) -> int:
        """Faces: 6 of a cube map."""
    def pixels(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> NDArray[np.uint8]:
        """Returns the decoded pixels of a surface: rows, columns and four channels."""
    def picture(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> Picture:
        """Returns a surface as a picture."""
    def stored(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> Optional[bytes]:
        """Returns the bytes of a surface as the file stores them; `None` for packed files."""
    def _repr_png_(self) -> bytes: ...

@disjoint_base
class Package:
    """A package (`.pak`): a mapping of names to entries."""

    def __new__(cls, source: Union[_Path, _Bytes]) -> Self: ...
    @property
    def kind(self) -> str:
        """Kind of the package: `UPAK`, `ULZ4`, `RPAK`, `RLZ4`."""
    @property
    def checksum(self) -> int:
        """Checksum of all data, as the directory says it."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __getitem__(self, name: str, /) -> Entry: ...
    def __contains__(self, name: object, /) -> bool: ...
    def find(self, name: str) -> Optional[Entry]:
        """Returns the entry with a name, ignoring case, or `None`."""
    def verify(self) -> list[Finding]:
        """Reads all entries and compares their checksums. Returns the findings."""
    def validate(self, *, roundtrip: bool = False) -> list[Finding]:
        """Checks the package and the assets inside."""
    def extract(
        self, folder: _Path, *, only: Union[str, Sequence[str]] = ..., force: bool = False, dry_run: bool = False
    ) -> Extracted:
        """Writes entries into a folder, all or none. Names that would lead out of it are refused.

        Raises `FileExistsError`, and writes nothing, if files exist and `force` is false."""
    def close(self) -> None:
        """Closes the package. Entries that were taken of it stay readable."""
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        _kind: Optional[type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
        /,
    ) -> None: ...

@final
class Entry:
    """An entry of a package."""

    @property
    def name(self) -> str:
        """Name, with `/` between folders."""
    @property
    def size(self) -> int:
        """Size of the content, in bytes."""
    @property
    def checksum(self) -> int:
        """Checksum of the content, as the directory says it."""
    def read(self) -> bytes:
        """Returns the content; its checksum is compared."""
    def open(self) -> Asset:
        """Opens the asset that the entry is."""
    def validate(self, *, roundtrip: bool = False) -> list[Finding]:
        """Opens the asset and returns everything that is unusual or wrong about it."""

@disjoint_base
class Document:
    """A UDM document, text or binary. Keys are paths: `light/range`, `spots[0]`."""

    def __new__(cls, data: Union[str, _Bytes, Document]) -> Self: ...
    @property
    def asset_type(self) -> str:
        """Type of the asset, such as `PMDL`; `nil` without any."""
    @property
    def asset_version(self) -> int:
        """Version of the asset."""
    @property
    def is_text(self) -> bool:
        """Whether it was read from text."""
    def __getitem__(self, path: str, /) -> udm.Value: ...
    def __setitem__(self, path: str, value: object, /) -> None: ...
    def __delitem__(self, path: str, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def set(self, path: str, value: object, type: Optional[str] = None) -> None:
        """Sets a value; `type` changes the type of an existing value."""
    def find(self, query: str) -> list[str]:
        """Returns the paths of the values that match a query, such as `lamps/*/watts`."""
    def type_of(self, path: str) -> str:
        """Returns the type of a value: `float`, `vec3`, `array`, `element` …"""
    def to_dict(self) -> dict[str, Json]:
        """Returns the data as dicts, lists, numbers and text; bytes are base64 in it."""
    def to_bytes(self, form: Optional[udm.Form] = None) -> bytes:
        """Encodes the document: as it was read, or as `binary`, `text` or `compact`."""
    def validate(self) -> list[Finding]:
        """Returns everything that is unusual or wrong: an empty list, if nothing is."""

def from_json(value: object) -> udm.Document:
    """Returns a document from plain data, or from the output of the conversion to JSON."""

def diff(old: Document, new: Document, tolerance: float) -> list[Change]:
    """Returns the added, removed and changed values of the second document."""

def patch(document: Document, changes: Sequence[Change]) -> None:
    """Applies changes to a document, all or none."""

def merge(base: Document, ours: Document, theirs: Document) -> tuple[bytes, list[Conflict]]:
    """A document of ours with the changes of theirs, and the conflicts."""

def merge_text(
    base: bytes, ours: bytes, theirs: bytes, markers: bool, labels: tuple[str, str]
) -> tuple[bytes, list[Conflict]]:
    """A text of ours with the changes of theirs, and the conflicts."""

def convert(inputs: Sequence[object], output: Optional[_Path], options: Mapping[str, object]) -> Converted:
    """Converts documents."""

def convert_folder(
    inputs: Sequence[_Path], output: _Path, options: Mapping[str, object], how: Mapping[str, object]
) -> FolderReport:
    """Converts files and folders to files in a folder."""

def animations_beside(model: _Path) -> list[tuple[pathlib.Path, bool]]:
    """Returns the Urho3D animations in a model's folder: all `.ani` files, each with whether its name begins with the model's name."""

def matches_model_name(animation: str, model: str) -> bool:
    """Returns whether an animation is included with a model by default, by their names: `Mutant_Walk` with `Mutant`."""

def resources_around(path: _Path) -> list[pathlib.Path]:
    """Folders and packages of the project that a file belongs to, where materials and textures are looked for."""

def write_files(folder: _Path, files: Sequence[tuple[str, bytes]], force: bool) -> None:
    """Writes files of a conversion below a folder, all or none."""

def read_triggers(data: bytes, name: str, length: Optional[float]) -> list[tuple[float, str, str]]:
    """Triggers of a side file that is called `name`: seconds, type, text."""

def write_triggers(
    data: Optional[bytes], name: str, length: Optional[float], triggers: Sequence[tuple[float, str, str]]
) -> bytes:
    """The side file with these triggers instead of its own, as XML; a new one without `data`."""

def output_formats() -> list[tuple[str, str]]:
    """Returns the output formats, each with its description."""

def render(inputs: Sequence[object], look: Mapping[str, object], content: Mapping[str, object]) -> list[Picture]:
    """Pictures of a document with animations."""

def sheet(size: tuple[int, int], pictures: Sequence[tuple[str, str, Optional[Picture]]]) -> Picture:
    """A contact sheet of pictures with names."""

def apng(pictures: Sequence[Picture], milliseconds: int) -> bytes:
    """Pictures one after the other, as an animated png."""

def repairs() -> list[tuple[str, str]]:
    """Returns the repairs of Urho3D models, each with its description."""

def pack(
    output: Union[_Path, IO[bytes]],
    files: Sequence[tuple[str, Union[_Path, bytes]]],
    kind: str,
    prefix: str,
    force: bool,
) -> tuple[int, int, int]:
    """Writes a package of files and bytes, in their order."""

def change_package(package: _Path, change: Mapping[str, object]) -> tuple[int, int, int]:
    """Writes a package anew with more, other, fewer or renamed entries."""

def files_below(folder: _Path, output: _Path) -> tuple[list[tuple[str, str]], list[str]]:
    """Lists the files of a folder that are packed, and the skipped files, with reasons."""

@final
class References:
    """The references of a project."""

    def every(self) -> list[Reference]:
        """All references."""
    def users(self, name: str) -> list[Reference]:
        """References to a file."""
    def uses(self, name: str, deep: bool) -> list[Reference]:
        """References in a file."""
    def unused(self, perhaps: bool) -> list[pathlib.Path]:
        """Files that nothing names."""
    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Files that may name others and that weren't searched, with the reasons."""

@final
class Renaming:
    """A planned rename."""

    def files(self) -> list[tuple[pathlib.Path, pathlib.Path, list[tuple[Optional[int], str, str]]]]:
        """Files that move or change: path, new path, changes."""
    def left(self) -> list[tuple[pathlib.Path, Optional[int], str]]:
        """Places that may mean a renamed file and stay as they are."""
    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Files that may name a renamed file and that weren't searched, with the reasons."""
    def write(self) -> None:
        """Changes all files, or none."""

def references(place: Mapping[str, object]) -> References:
    """Reads the references of a project."""

def rename(place: Mapping[str, object], pairs: Sequence[tuple[str, str]]) -> Renaming:
    """Plans to rename files and folders of a project."""

def differences(old: _Source, new: _Source, tolerance: float) -> list[ValueChange]:
    """Differences of two documents."""

def merge_files(
    base: _Source, ours: _Source, theirs: _Source
) -> tuple[bytes, Optional[bytes], list[tuple[str, str, str]], list[tuple[str, int, int]]]:
    """Merges three versions of a file."""

def resolve(data: bytes, pick: Callable[[str, str, str], Optional[str]]) -> tuple[bytes, list[tuple[str, str, str]]]:
    """Resolves the conflicts of a merged text."""

def escape(name: str) -> str:
    """The step of a path for a name."""

def escape_key(name: str) -> str:
    """The key of a path in a document of UDM for a name."""

def write_file(path: _Path, data: bytes, force: bool) -> None:
    """Writes a file: whole, or not at all."""
