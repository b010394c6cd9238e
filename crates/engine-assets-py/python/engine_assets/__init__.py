"""Read, check, edit and convert asset files of Urho3D, Pragma and ZED.

>>> import engine_assets as ea
>>> model = ea.open("Character.mdl")
>>> model
<Asset Character.mdl Urho3D model (UMD2), ... bytes>
>>> model.validate()
[]
>>> [buffer["position"].shape for buffer in model.vertex_buffers]
[(..., 3)]

Files are borrowed, not copied: arrays view the vertices in the file's bytes and keep these alive.
Functions run without the interpreter's lock, and every object may be used by several threads.
"""

from __future__ import annotations

from . import triggers, udm
from ._convert import animations_beside, convert, convert_folder, resources_around
from ._errors import ConversionError, Error, LossesError, MalformedError, UnknownFormatError
from ._native import (
    Asset,
    Entry,
    IndexBuffer,
    Pose,
    Primitive,
    Scene,
    VertexBuffer,
    __version__,
    output_formats,
    matches_model_name,
    open,
    repairs,
)
from ._package import Package
from ._types import Converted, Extracted, Finding, FolderFailure, FolderFile, FolderReport, Node, OutputFile, Packed

__all__ = [
    "Asset",
    "ConversionError",
    "Converted",
    "Entry",
    "Error",
    "Extracted",
    "Finding",
    "FolderFailure",
    "FolderFile",
    "FolderReport",
    "IndexBuffer",
    "LossesError",
    "MalformedError",
    "Node",
    "OutputFile",
    "Package",
    "Packed",
    "Pose",
    "Primitive",
    "Scene",
    "UnknownFormatError",
    "VertexBuffer",
    "__version__",
    "animations_beside",
    "convert",
    "convert_folder",
    "output_formats",
    "matches_model_name",
    "open",
    "repairs",
    "resources_around",
    "triggers",
    "udm",
]
