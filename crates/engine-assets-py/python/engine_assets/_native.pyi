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
    """A document of any format, as read by `open`."""

    @property
    def format(self) -> str:
        """Name of the format: `urho-mdl`, `udm`, `gltf` …"""
    @property
    def variant(self) -> str:
        """Version or kind within the format: `UMD2`, `text` …"""
    @property
    def name(self) -> Optional[str]:
        """Path of the file, or the name given for bytes."""
    @property
    def data(self) -> bytes:
        """Bytes of the file, with all edits. If there are none, nothing is copied."""
    def summary(self, *, hashes: bool = False, sidecar: bool = True) -> dict[str, Json]:
        """Returns the format and content of the file, as printed by `engine-assets inspect --json`."""
    def validate(self, *, roundtrip: bool = False, sidecar: bool = True) -> list[Finding]:
        """Returns a list of everything that is unusual or wrong. If the list is empty, the file is fine."""
    def to_bytes(self) -> bytes:
        """Encodes the document. If you didn't change it, you get the bytes that it was read from. Otherwise, only your changes are different."""
    def scene(
        self,
        *,
        animations: Union[_Source, Sequence[_Source], None] = None,
        resources: Union[bool, _Path, Sequence[_Path], None] = None,
        lods: bool = False,
    ) -> Scene:
        """Returns the scene of a model, scene, prefab or map, as it is used by `convert` and `render`. A model gets its materials, and the animations next to it
        with names that begin with its name.

        Args:
            animations: Animations of Urho3D to add to a model, one or several. Default: those next to it. Pass `[]` to add none.
            resources: Folders and packages to search for other files. The default, `True`, uses the usual places around the file. Pass `False` to search nothing.
            lods: Include the coarser levels of detail. By default, only the finest is included.
        """
    def __getitem__(self, path: str, /) -> Union[_PathValue, _Part, udm.Value]: ...
    def __setitem__(self, path: str, value: object, /) -> None: ...
    def __delitem__(self, path: str, /) -> None: ...
    def __contains__(self, path: str, /) -> bool: ...
    def keys(self, path: str = "") -> list[str]:
        """Returns the steps that you can add to a path: names, or positions such as `[3]`."""
    def find(self, path: str) -> dict[str, Union[_PathValue, udm.Value]]:
        """Returns all values that match a path, for example `nodes/**[Camera]/FOV` or `nodes/*/Position`. The keys are the paths of these values."""
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
        """Sets all values that match a path, and returns what changed. If there is an error, nothing changes.

        Args:
            path: A path, or a pattern as for `find`.
            value: The value, or its text.
            create: Add the value if it is missing.
            type: Type for an added value that isn't in a table, such as `Float`.
            where: Conditions such as `Light Type=Point`. Only values next to such values are changed.
            resources: Folders and packages. If the value names a file, it must be in one of them.

        Raises:
            KeyError: There is no such value. The message lists the values that exist.
            ValueError: The value has the wrong type. The message lists the valid values.
        """
    def insert(self, path: str, value: object) -> str:
        """Inserts an item before the item that the path names, or at the end of the list that it names. Returns the path of the new item."""
    def save(self, path: Optional[_Path] = None, *, force: bool = False) -> None:
        """Writes the document, so that the file is never only partly written. Without a path, the file that it was opened from is replaced.

        Raises `FileExistsError` if another file exists and `force` is false.
        """
    def compute_normals(self, *, smooth: bool = False) -> list[Finding]:
        """Calculates the normals of an Urho3D model again. With `smooth`, vertices that have the same position are smoothed too."""
    def compute_tangents(self) -> list[Finding]:
        """Calculates the tangents of an Urho3D model again."""
    def compute_bounds(self) -> None:
        """Calculates the bounding box of an Urho3D model again."""
    def compute_bone_bounds(self) -> None:
        """Calculates the spheres and boxes of an Urho3D model's bones again, from the vertices that each bone moves."""
    def repair(self, *names: _Repair) -> list[Finding]:
        """Repairs an Urho3D model, in this order. See `repairs()` for all names. Returns what was repaired."""
    @property
    def texture(self) -> Texture:
        """The texture: its size, format, mips and pixels."""
    def _repr_png_(self) -> Optional[bytes]: ...
    def _repr_html_(self) -> Optional[str]: ...
    @property
    def vertex_buffers(self) -> list[_VertexBuffer]:
        """Vertex buffers of an Urho3D model, as they are in the file: interleaved, left-handed."""
    @property
    def index_buffers(self) -> list[IndexBuffer]:
        """Index buffers of an Urho3D model, as they are in the file."""
    def with_bone_shapes(self, shapes: Mapping[int, _Shape]) -> bytes:
        """Encodes an Urho3D model with new shapes of bones. The engine uses them for the bounds of an animated model. Nothing else changes.

        Args:
            shapes: For each bone number, the radius of its sphere and the corners of its box, in the space of the bone. Use `None` for a missing shape.

        Raises:
            IndexError: The model doesn't have this bone.
        """
    def document(self) -> udm.Document:
        """Returns the UDM document of an asset. You always get the same object, and if you change it, the asset changes."""
    def __len__(self) -> int: ...

def open(source: _Source, *, name: Optional[_Path] = None, bare_2011: bool = False) -> Asset:
    """Opens a file of any format. You can also pass the bytes of a file; then `name` helps to detect the format."""

@final
class Column:
    """Numbers in the memory of a document. Use `numpy.asarray(column)` to get an array without a copy."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows, and of numbers in each row."""
    @property
    def __array_interface__(self) -> dict[str, object]:
        """The array interface of numpy, which creates arrays without a copy."""
    def __len__(self) -> int: ...

@disjoint_base
class VertexBuffer:
    """A vertex buffer of an Urho3D model. This is a mapping of element names to arrays, which are views of the vertices."""

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
        """Size of a vertex in bytes."""
    @property
    def data(self) -> memoryview:
        """The interleaved vertices, without a copy."""
    def __getitem__(self, key: str, /) -> _Numbers: ...
    def __setitem__(self, key: str, value: object, /) -> None: ...
    def __delitem__(self, key: str, /) -> None: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@final
class IndexBuffer:
    """An index buffer of an Urho3D model."""

    @property
    def values(self) -> NDArray[np.unsignedinteger[Any]]:
        """The indices as an array of `uint16` or `uint32`, without a copy."""
    def __array__(self, dtype: Optional[DTypeLike] = None, copy: Optional[bool] = None) -> _Numbers: ...
    @property
    def data(self) -> memoryview:
        """The indices, without a copy."""
    def __len__(self) -> int: ...

@final
class Scene:
    """The content of a model of any format, in the same conventions: right-handed, Y up, metres, seconds, triangles counter-clockwise."""

    @property
    def name(self) -> str:
        """Name of the scene, which is the name of the model's file."""
    @property
    def nodes(self) -> list[Node]:
        """Nodes, with names, parents, transforms and content."""
    @property
    def meshes(self) -> list[str]:
        """Names of the meshes."""
    @property
    def materials(self) -> list[Material]:
        """Materials, with factors and image indices."""
    @property
    def skins(self) -> list[Skin]:
        """Skins, with the nodes of joints and inverse bind matrices."""
    @property
    def lights(self) -> list[Light]:
        """Lights in the scene."""
    @property
    def cameras(self) -> list[Camera]:
        """Cameras in the scene."""
    @property
    def images(self) -> list[Image]:
        """Images, as files."""
    @property
    def extras(self) -> Optional[dict[str, Json]]:
        """Additional data of the file's format, which the scene can't represent."""
    @property
    def clips(self) -> list[Clip]:
        """Animations with their keys."""
    def clip(self, animation: Union[str, int]) -> Clip:
        """Returns an animation with its keys, given by its name or index."""
    def node(self, name: str) -> Node:
        """Returns the first node with this name."""
    @property
    def primitives(self) -> list[Primitive]:
        """Primitives of all meshes, with vertices and topology."""
    @property
    def animations(self) -> list[tuple[str, float]]:
        """Animations, each with its length in seconds."""
    @property
    def findings(self) -> list[Finding]:
        """Findings about the conversion of the model to a scene."""
    def sample(self, animation: Union[str, int], time: float) -> Pose:
        """Returns the pose at a time of an animation. The time is in seconds."""
    def rest_pose(self) -> Pose:
        """Returns the pose of the scene without an animation."""
    def to_glb(self) -> bytes:
        """Returns the scene as a glTF file (`.glb`)."""
    def _render(self, look: Mapping[str, object]) -> list[Picture]: ...
    def _repr_png_(self) -> Optional[bytes]: ...

@final
class Clip:
    """An animation of a scene."""

    @property
    def name(self) -> str:
        """Name of the animation."""
    @property
    def duration(self) -> float:
        """Time of the last key, in seconds."""
    @property
    def channels(self) -> list[Channel]:
        """Channels. Each has the keys for one property of one node."""

@final
class Channel:
    """Keys for one property of one node."""

    @property
    def node(self) -> int:
        """Index of the node."""
    @property
    def interpolation(self) -> str:
        """How to interpolate: `linear`, `step` or `cubic`. For `cubic`, each key has an in tangent, a value and an out tangent."""
    @property
    def times(self) -> _Floats:
        """Times of the keys, in seconds."""
    @property
    def values(self) -> _Floats:
        """Values of the keys, without a copy."""
    @property
    def path(self) -> str:
        """The animated property, with the name that glTF uses: `translation`, `rotation`, `scale` or `weights` (of morph targets)."""

@final
class Primitive:
    """Vertices and their topology. The arrays are read-only; use `copy()` to get an array that you can write to."""

    @property
    def mesh(self) -> int:
        """Index of the mesh that the primitive belongs to."""
    @property
    def vertex_count(self) -> int:
        """Number of vertices."""
    @property
    def material(self) -> Optional[str]:
        """Name of the material, or `None`."""
    @property
    def attributes(self) -> dict[str, _Numbers]:
        """All attributes by the names that glTF uses, such as `POSITION` or `TEXCOORD_0`. The numbers have the type in which they are stored."""
    @property
    def positions(self) -> _Floats:
        """Positions in metres: three floats per vertex."""
    @property
    def normals(self) -> Optional[_Floats]:
        """Normals: three floats per vertex. This is `None` if there are no normals."""
    @property
    def tangents(self) -> Optional[_Floats]:
        """Tangents: x, y, z and the sign of the bitangent per vertex. This is `None` if there are no tangents."""
    def tex_coords(self, set: int = 0) -> Optional[_Floats]:
        """Texture coordinates of a set, starting at the top left: two floats per vertex."""
    def weights(self, set: int = 0) -> Optional[_Floats]:
        """Joint weights of a set: four floats per vertex."""
    def joints(self, set: int = 0) -> Optional[NDArray[np.uint32]]:
        """Joints of a set: four integers per vertex."""
    def colors(self, set: int = 0) -> Optional[_Floats]:
        """Colours of a set: red, green, blue and alpha from 0 to 1 per vertex."""
    @property
    def triangles(self) -> NDArray[np.uint32]:
        """Triangles: three vertex indices each, counter-clockwise. Strips and fans are converted to single triangles."""

@final
class Pose:
    """The positions of nodes, joints and vertices in a scene, at a time of an animation."""

    def world(self, node: Union[str, int]) -> _Floats:
        """Returns the matrix from the space of a node to the space of the scene: 4 x 4, to be used as `matrix @ (x, y, z, 1)`."""
    def local(self, node: Union[str, int]) -> _Floats:
        """Returns the matrix from the space of a node to the space of its parent."""
    @property
    def worlds(self) -> _Floats:
        """Matrices from the spaces of all nodes to the space of the scene, in the order of the nodes."""
    def positions(self, primitive: Primitive) -> _Floats:
        """Returns the vertices of a primitive in the space of the scene, after morph targets and joints were applied."""
    @property
    def bounds(self) -> Optional[tuple[tuple[float, float, float], tuple[float, float, float]]]:
        """The box around all visible vertices: the minimum and maximum of x, y, z."""

@final
class Picture:
    """A picture: rows of pixels from the top, with red, green, blue and alpha in sRGB. Use `numpy.asarray(picture)` to get an array without a copy."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, in pixels."""
    @property
    def triangles(self) -> int:
        """Number of triangles in the scene, even if they are not visible."""
    @property
    def findings(self) -> list[Finding]:
        """Differences between the picture and the scene, as findings."""
    def to_png(self) -> bytes:
        """Encodes the picture as png."""
    def save(self, path: _Path) -> None:
        """Writes the picture to a png file. If the file exists, it is replaced."""
    @property
    def __array_interface__(self) -> dict[str, object]:
        """The array interface of numpy: rows, columns, four channels."""
    def _repr_png_(self) -> bytes: ...

@final
class Texture:
    """A texture, with size, format, mips and pixels."""

    @property
    def kind(self) -> str:
        """Kind of the file: `png`, `dds`, `ktx` …"""
    @property
    def format(self) -> str:
        """Name of the pixel format: `RGBA8`, `BC1` …"""
    @property
    def color_space(self) -> str:
        """Colour space, which is `srgb` or `linear`, or `unknown` if the file doesn't have this information."""
    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the largest mip, in pixels."""
    @property
    def mips(self) -> list[tuple[int, int, int]]:
        """Width, height and depth of each mip, largest first."""
    @property
    def layers(self) -> int:
        """Number of layers in an array texture."""
    @property
    def faces(self) -> int:
        """Number of faces, which is 6 for a cube map."""
    def pixels(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> NDArray[np.uint8]:
        """Decodes a surface. Returns rows, columns and four channels."""
    def picture(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> Picture:
        """Returns a surface as a picture."""
    def stored(self, mip: int = 0, *, layer: int = 0, face: int = 0, slice: int = 0) -> Optional[bytes]:
        """Returns the bytes of a surface as they are stored in the file, or `None` for packed files."""
    def _repr_png_(self) -> bytes: ...

@disjoint_base
class Package:
    """A package (`.pak`). This is a mapping of names to entries."""

    def __new__(cls, source: Union[_Path, _Bytes]) -> Self: ...
    @property
    def kind(self) -> str:
        """Kind of the package: `UPAK`, `ULZ4`, `RPAK`, `RLZ4`."""
    @property
    def checksum(self) -> int:
        """Checksum of all data, as stored in the directory."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __getitem__(self, name: str, /) -> Entry: ...
    def __contains__(self, name: object, /) -> bool: ...
    def find(self, name: str) -> Optional[Entry]:
        """Returns the entry with this name, or `None`. Case is ignored."""
    def verify(self) -> list[Finding]:
        """Reads all entries and compares their checksums. Returns the findings."""
    def validate(self, *, roundtrip: bool = False) -> list[Finding]:
        """Checks the package and the assets in it."""
    def extract(
        self, folder: _Path, *, only: Union[str, Sequence[str]] = ..., force: bool = False, dry_run: bool = False
    ) -> Extracted:
        """Writes entries to a folder, either all of them or none. Names that would lead out of the folder are refused.

        Raises `FileExistsError` if files exist and `force` is false. In this case nothing is written.
        """
    def close(self) -> None:
        """Closes the package. Entries that were returned before can still be read."""
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
        """Name of the entry, with `/` between folders."""
    @property
    def size(self) -> int:
        """Size of the content, in bytes."""
    @property
    def checksum(self) -> int:
        """Checksum of the content, as stored in the directory."""
    def read(self) -> bytes:
        """Returns the content. Its checksum is compared, and a difference is an error."""
    def open(self) -> Asset:
        """Opens the entry as an asset."""
    def validate(self, *, roundtrip: bool = False) -> list[Finding]:
        """Opens the asset and returns a list of everything that is unusual or wrong."""

@disjoint_base
class Document:
    """A UDM document, text or binary. The keys are paths such as `light/range` or `spots[0]`."""

    def __new__(cls, data: Union[str, _Bytes, Document]) -> Self: ...
    @property
    def asset_type(self) -> str:
        """Type of the asset, such as `PMDL`, or `nil` if it has no type."""
    @property
    def asset_version(self) -> int:
        """Version of the asset."""
    @property
    def is_text(self) -> bool:
        """True if the document was read from text."""
    def __getitem__(self, path: str, /) -> udm.Value: ...
    def __setitem__(self, path: str, value: object, /) -> None: ...
    def __delitem__(self, path: str, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def set(self, path: str, value: object, type: Optional[str] = None) -> None:
        """Sets a value. Use `type` to change the type of an existing value."""
    def find(self, query: str) -> list[str]:
        """Returns the paths of all values that match a query, such as `lamps/*/watts`."""
    def type_of(self, path: str) -> str:
        """Returns the type of a value: `float`, `vec3`, `array`, `element` …"""
    def to_dict(self) -> dict[str, Json]:
        """Returns the data as dicts, lists, numbers and text. Bytes become base64."""
    def to_bytes(self, encoding: Optional[udm.Encoding] = None) -> bytes:
        """Encodes the document as `binary`, `text` or `compact`. By default, it has the encoding in which it was read."""
    def validate(self) -> list[Finding]:
        """Returns a list of everything that is unusual or wrong. If the list is empty, the document is fine."""

def from_json(value: object) -> udm.Document:
    """Returns a document, given plain data or the JSON that a conversion has written."""

def diff(old: Document, new: Document, tolerance: float) -> list[Change]:
    """Returns the values that were added, removed or changed in the second document."""

def patch(document: Document, changes: Sequence[Change]) -> None:
    """Applies changes to a document. If there is an error, it doesn't change."""

def merge(base: Document, ours: Document, theirs: Document) -> tuple[bytes, list[Conflict]]:
    """Merges the changes of theirs into our document. Returns the document and the conflicts."""

def merge_text(
    base: bytes, ours: bytes, theirs: bytes, markers: bool, labels: tuple[str, str]
) -> tuple[bytes, list[Conflict]]:
    """Merges the changes of theirs into our text. Returns the text and the conflicts."""

def convert(inputs: Sequence[object], output: Optional[_Path], options: Mapping[str, object]) -> Converted:
    """Converts documents."""

def convert_folder(
    inputs: Sequence[_Path], output: _Path, options: Mapping[str, object], how: Mapping[str, object]
) -> FolderReport:
    """Converts files and folders to files in a folder."""

def animations_beside(model: _Path) -> list[tuple[pathlib.Path, bool]]:
    """Returns all `.ani` files in the folder of an Urho3D model. The flag is true if the name begins with the name of the model."""

def matches_model_name(animation: str, model: str) -> bool:
    """Returns true if an animation is included with a model by default, given their names: `Mutant_Walk` with `Mutant`."""

def resources_around(path: _Path) -> list[pathlib.Path]:
    """Returns the folders and packages of the project that a file belongs to. Materials and textures are searched there."""

def write_files(folder: _Path, files: Sequence[tuple[str, bytes]], force: bool) -> None:
    """Writes the files of a conversion below a folder. If there is an error, none of them is written."""

def read_triggers(data: bytes, name: str, length: Optional[float]) -> list[tuple[float, str, str]]:
    """Returns the triggers in a side file: seconds, type, text. `name` is the name of the side file."""

def write_triggers(
    data: Optional[bytes], name: str, length: Optional[float], triggers: Sequence[tuple[float, str, str]]
) -> bytes:
    """Returns the side file as XML, with its triggers replaced by these. If there is no `data`, this is a new side file."""

def output_formats() -> list[tuple[str, str]]:
    """Returns all output formats with a description."""

def render(inputs: Sequence[object], look: Mapping[str, object], content: Mapping[str, object]) -> list[Picture]:
    """Draws a document with animations."""

def sheet(size: tuple[int, int], pictures: Sequence[tuple[str, str, Optional[Picture]]]) -> Picture:
    """Draws a contact sheet from pictures with names."""

def apng(pictures: Sequence[Picture], milliseconds: int) -> bytes:
    """Encodes pictures as an animated png."""

def repairs() -> list[tuple[str, str]]:
    """Returns all repairs for Urho3D models with a description."""

def pack(
    output: Union[_Path, IO[bytes]],
    files: Sequence[tuple[str, Union[_Path, bytes]]],
    kind: str,
    prefix: str,
    force: bool,
) -> tuple[int, int, int]:
    """Writes a package. The files and bytes keep their order."""

def change_package(package: _Path, change: Mapping[str, object]) -> tuple[int, int, int]:
    """Writes a package again after adding, replacing, removing or renaming entries."""

def files_below(folder: _Path, output: _Path) -> tuple[list[tuple[str, str]], list[str]]:
    """Returns the files of a folder to pack, and the reasons why other files are skipped."""

@final
class References:
    """The references in a project."""

    def every(self) -> list[Reference]:
        """Returns all references."""
    def users(self, name: str) -> list[Reference]:
        """Returns the references to a file."""
    def uses(self, name: str, deep: bool) -> list[Reference]:
        """Returns the references in a file."""
    def unused(self, perhaps: bool) -> list[pathlib.Path]:
        """Returns the files that no other file names."""
    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Returns the files that couldn't be searched, with the reasons. They may reference other files."""

@final
class Renaming:
    """A rename that is planned but not done yet."""

    def files(self) -> list[tuple[pathlib.Path, pathlib.Path, list[tuple[Optional[int], str, str]]]]:
        """Returns the files that will be moved or changed: path, new path, changes."""
    def left(self) -> list[tuple[pathlib.Path, Optional[int], str]]:
        """Returns the places that may mean a renamed file, but will not be changed."""
    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Returns the files that couldn't be searched, with the reasons. They may reference a renamed file."""
    def write(self) -> None:
        """Changes the files. If there is an error, none of them is changed."""

def references(place: Mapping[str, object]) -> References:
    """Reads the references in a project."""

def rename(place: Mapping[str, object], pairs: Sequence[tuple[str, str]]) -> Renaming:
    """Plans to rename files and folders in a project."""

def differences(old: _Source, new: _Source, tolerance: float) -> list[ValueChange]:
    """Returns the differences between two documents."""

def merge_files(
    base: _Source, ours: _Source, theirs: _Source
) -> tuple[bytes, Optional[bytes], list[tuple[str, str, str]], list[tuple[str, int, int]]]:
    """Merges three versions of a file."""

def resolve(data: bytes, pick: Callable[[str, str, str], Optional[str]]) -> tuple[bytes, list[tuple[str, str, str]]]:
    """Resolves the conflicts in a merged text."""

def escape(name: str) -> str:
    """Returns the text for a name, to be used as a step in a path."""

def escape_key(name: str) -> str:
    """Returns the key for a name, to be used in a path of a UDM document."""

def write_file(path: _Path, data: bytes, force: bool) -> None:
    """Writes a file, which is never only partly written."""
