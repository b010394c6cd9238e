"""Plain data that functions return."""

from __future__ import annotations

import base64
import pathlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Optional, Union

if TYPE_CHECKING:
    from ._udm_values import Value

Json = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]
"""What `json.loads` returns."""


@dataclass(frozen=True)
class Finding:
    """A finding about a file."""

    severity: Literal["note", "warning", "error"]
    """Severity."""
    path: str
    """Part of the file, from the outside in: `skeleton > bone 3`."""
    message: str
    """Description of the problem and its effect."""
    offset: Optional[int] = None
    """Byte offset in the file, if there is one."""
    is_loss: bool = False
    """Whether a conversion left something out."""
    kind: str = ""
    """Name of the kind of finding, such as `urho-mdl/weights-missing`. It is the same in every release, unlike the message; empty if the
    finding is not from the library."""

    def __str__(self) -> str:
        place = "" if self.offset is None else f" (at byte {self.offset:#x})"
        return ": ".join(part for part in (self.severity, self.path, self.message) if part) + place


@dataclass(frozen=True)
class OutputFile:
    """A file created by a conversion."""

    name: str
    """Name, relative to the folder of the output."""
    data: bytes
    """Content."""

    def __repr__(self) -> str:
        return f"<OutputFile {self.name}, {len(self.data)} bytes>"


@dataclass(frozen=True)
class Converted:
    """Result of a conversion."""

    files: list[OutputFile]
    """The files; the requested file is the last."""
    findings: list[Finding]
    """Changed and lost content."""
    restored: bool
    """Whether the original file of the scene was restored; otherwise a new file was created."""

    folder: pathlib.Path = pathlib.Path()
    """The folder that names are relative to; the resource folder if materials and textures are included."""
    frame_rate: Optional[int] = None
    """Frames per second at which all animation keys of a glTF are on whole frames, if this isn't Blender's default of 24; `None`
    if 24 fits, or if no common rate fits."""

    @property
    def data(self) -> bytes:
        """Content of the requested file."""
        return self.files[-1].data

    def replaced(self) -> list[str]:
        """Names of existing files with different content."""
        return [file.name for file in self.files if _differs(self.folder / file.name, file.data)]

    def write(self, *, force: bool = False) -> None:
        """Writes all files into their folder, or none.

        Args:
            force: Overwrite existing files.

        Raises:
            OSError: A file can't be written, or already exists.
            ValueError: A name leads out of the folder, or is unsafe on some system. Nothing is written.
        """
        from . import _native

        _native.write_files(self.folder, [(file.name, file.data) for file in self.files], force)


def _differs(path: pathlib.Path, data: bytes) -> bool:
    """Whether the file exists with different content."""
    try:
        return path.stat().st_size != len(data) or path.read_bytes() != data
    except FileNotFoundError:
        return False


@dataclass(frozen=True)
class FolderFile:
    """A file written by the conversion of a folder; in a dry run, a file that would be written."""

    path: pathlib.Path
    """Its path."""
    source: pathlib.Path
    """Its input file."""
    size: int
    """Bytes; 0 in a dry run."""


@dataclass(frozen=True)
class FolderFailure:
    """A file that couldn't be converted, written or listed."""

    source: Optional[pathlib.Path]
    """The file to convert; None for an output or a folder: the error contains its name."""
    error: Exception
    """The error."""

    def __str__(self) -> str:
        return str(self.error)


@dataclass(frozen=True)
class FolderReport:
    """Result of the conversion of a folder."""

    files: list[FolderFile]
    """The written files, sorted by path."""
    failures: list[FolderFailure]
    """The files that couldn't be converted, written or listed."""
    findings: dict[pathlib.Path, list[Finding]]
    """Changed and lost content, by input."""
    skipped: dict[pathlib.Path, str]
    """Files that weren't converted, each with the reason; for a kept output, its own path."""


@dataclass(frozen=True)
class Extracted:
    """Result of unpacking a package."""

    written: int
    """Number of files."""
    bytes: int
    """Size of all, in bytes."""
    refused: list[Finding]
    """One finding for each refused entry."""


@dataclass(frozen=True)
class Packed:
    """Result of packing a package."""

    entries: int
    """Number of entries."""
    raw: int
    """Bytes of all entries."""
    stored: int
    """Their stored size in the package."""
    left_out: list[str]
    """Files of the folder that aren't packed, with reasons."""


@dataclass(frozen=True)
class Change:
    """Difference of a value between two documents."""

    kind: Literal["added", "removed", "changed"]
    """Kind of change."""
    path: str
    """Path of the value."""
    old: Value
    """The value in the first document; `None` if it is missing."""
    new: Value
    """The value in the second document; `None` if it is missing."""


@dataclass(frozen=True)
class ValueChange:
    """A change of a value of a document, or a difference between two documents."""

    path: str
    """Path of the value: in the new document, or in the old one if it was removed."""
    old: Optional[str]
    """Text of the old value; `None` if the document didn't have it."""
    new: Optional[str]
    """Text of the new value; `None` if it was removed."""
    note: Optional[str] = None
    """Description of a change of many values, such as vertices. `old` and `new` are then `None`."""

    def __str__(self) -> str:
        if self.note is not None:
            return f"{self.path}: {self.note}"
        return f"{self.path}: {'nothing' if self.old is None else self.old} -> {'nothing' if self.new is None else self.new}"


@dataclass(frozen=True)
class TextConflict:
    """A part of a file that both sides of a merge changed, each in another way."""

    path: str
    """Names from the document to the part."""
    ours: str
    """Our value."""
    theirs: str
    """Their value."""


@dataclass(frozen=True)
class MergedFile:
    """Result of `merge`."""

    data: bytes
    """The merged file, with our value for each conflict. In a text, comments mark conflicts; `resolve` ends them."""
    text: Optional[bytes]
    """The merged file as a text with such comments, if the file is binary and has conflicts."""
    conflicts: list[TextConflict]
    """The parts that both sides changed."""
    renumbered: list[tuple[str, int, int]]
    """Nodes and components of theirs that got another id, since ours had added something else with it: name, id in theirs, new id."""


@dataclass(frozen=True)
class Conflict:
    """A value that both sides of a merge changed, each in another way."""

    path: str
    """Path of the value."""
    ours: Value
    """Our value; `None` if we removed it."""
    theirs: Value
    """Their value; `None` if they removed it."""


@dataclass(frozen=True)
class MergedText:
    """A merged text."""

    text: bytes
    """The text; with markers no document until they are resolved."""
    conflicts: list[Conflict]
    """The values that both sides changed."""


def base64_text(value: object) -> str:
    """Bytes as a JSON text."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"expected a dict, list, number, text or bytes, found {type(value).__name__}")
