"""Read, check, edit and convert asset files of Urho3D, Pragma and ZED.

>>> import engine_assets as ea
>>> model = ea.open("Character.mdl")
>>> model
<Asset Character.mdl Urho3D model (UMD2), ... bytes>
>>> model.validate()
[]
>>> [buffer["position"].shape for buffer in model.vertex_buffers]
[(..., 3)]

Files are not copied. Arrays are views of the vertices in the file's bytes, which stay in memory as long as you use an array.
Functions run without the interpreter's lock, and you can use every object from several threads.
"""

from __future__ import annotations

from . import _pickle, trimesh, triggers, udm
from ._buffers import VertexBuffer
from ._convert import animations_beside, convert, convert_folder, resources_around
from ._folder import Record, validate_folder
from ._errors import ConversionError, Error, LossesError, MalformedError, UnknownFormatError
from ._native import (
    Asset,
    Channel,
    Clip,
    Entry,
    IndexBuffer,
    Picture,
    Pose,
    Primitive,
    Scene,
    Texture,
    __version__,
    output_formats,
    matches_model_name,
    open,
    repairs,
)
from ._made import Animation, Bone, Model, MorphTrack, Track, png_of
from ._options import ConvertOptions, FolderOptions, RenderOptions, Source
from ._package import Package
from ._paths import Part, diff, merge, resolve
from ._project import Project, Reference, References, RenamedFile, RenamePlan
from ._render import apng, contact_sheet, render, render_frames
from ._scene import Camera, Image, Light, Material, Node, Skin
from ._types import (
    Converted,
    Extracted,
    Finding,
    FolderFailure,
    FolderFile,
    FolderReport,
    MergedFile,
    OutputFile,
    Packed,
    TextConflict,
    ValueChange,
)

__all__ = [
    "Animation",
    "Asset",
    "Bone",
    "Camera",
    "Channel",
    "Clip",
    "ConversionError",
    "ConvertOptions",
    "Converted",
    "Entry",
    "Error",
    "Extracted",
    "Finding",
    "FolderFailure",
    "FolderFile",
    "FolderOptions",
    "FolderReport",
    "Image",
    "IndexBuffer",
    "Light",
    "LossesError",
    "MalformedError",
    "Material",
    "MergedFile",
    "Model",
    "MorphTrack",
    "Node",
    "OutputFile",
    "Package",
    "Packed",
    "Part",
    "Picture",
    "Pose",
    "Primitive",
    "Project",
    "Record",
    "Reference",
    "References",
    "RenamePlan",
    "RenamedFile",
    "RenderOptions",
    "Scene",
    "Skin",
    "TextConflict",
    "Source",
    "Texture",
    "Track",
    "UnknownFormatError",
    "ValueChange",
    "VertexBuffer",
    "__version__",
    "animations_beside",
    "apng",
    "contact_sheet",
    "convert",
    "convert_folder",
    "diff",
    "matches_model_name",
    "merge",
    "open",
    "output_formats",
    "png_of",
    "render",
    "render_frames",
    "repairs",
    "resolve",
    "resources_around",
    "triggers",
    "trimesh",
    "udm",
    "validate_folder",
]

_pickle.register()
