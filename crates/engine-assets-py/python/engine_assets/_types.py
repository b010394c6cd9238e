"""Data classes for the results of functions."""

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
    """Severity: `note`, `warning` or `error`."""
    path: str
    """Part of the file, outermost first: `skeleton > bone 3`."""
    message: str
    """Description of the problem and the effect."""
    offset: Optional[int] = None
    """Byte offset in the file, if the finding is about a byte."""
    is_loss: bool = False
    """True if a conversion left something out."""
    kind: str = ""
    """Name of the kind, such as `urho-mdl/weights-missing`. Unlike the message, it doesn't change between releases. If the finding isn't from the library, it is
    empty.
    """

    def __str__(self) -> str:
        place = "" if self.offset is None else f" (at byte {self.offset:#x})"
        return ": ".join(part for part in (self.severity, self.path, self.message) if part) + place


@dataclass(frozen=True)
class OutputFile:
    """A file that was created by a conversion."""

    name: str
    """Name, relative to the folder of the output."""
    data: bytes
    """Content of the file."""

    def __repr__(self) -> str:
        return f"<OutputFile {self.name}, {len(self.data)} bytes>"


@dataclass(frozen=True)
class Converted:
    """The result of a conversion."""

    files: list[OutputFile]
    """The files. The last of them is the file that you requested."""
    findings: list[Finding]
    """Findings about content that was changed or lost."""
    restored: bool
    """True if the original file of the scene was restored. Otherwise, a new file was created."""

    folder: pathlib.Path = pathlib.Path()
    """The folder that names are relative to. If materials and textures are included, this is the resource folder."""
    frame_rate: Optional[int] = None
    """Frame rate at which all animation keys of a glTF are on whole frames, if Blender's default of 24 isn't such a rate. `None` if 24 can be used, or if there
    is no common rate.
    """

    @property
    def data(self) -> bytes:
        """Content of the file that you requested."""
        return self.files[-1].data

    def replaced(self) -> list[str]:
        """Names of files that already exist with different content."""
        return [file.name for file in self.files if _differs(self.folder / file.name, file.data)]

    def write(self, *, force: bool = False) -> None:
        """Writes all files to their folder. If there is an error, none of them is written.

        Args:
            force: Overwrite existing files.

        Raises:
            OSError: A file can't be written, or already exists.
            ValueError: A name leads out of the folder, or isn't safe on some system. Nothing is written.
        """
        from . import _native

        _native.write_files(self.folder, [(file.name, file.data) for file in self.files], force)


def _differs(path: pathlib.Path, data: bytes) -> bool:
    """Returns true if the file exists with different content."""
    try:
        return path.stat().st_size != len(data) or path.read_bytes() != data
    except FileNotFoundError:
        return False


@dataclass(frozen=True)
class FolderFile:
    """A file that was written when a folder was converted. In a dry run, this is a file that would be written."""

    path: pathlib.Path
    """The path of the file."""
    source: pathlib.Path
    """The input file."""
    size: int
    """Size in bytes. In a dry run, this is 0."""


@dataclass(frozen=True)
class FolderFailure:
    """A file that couldn't be converted, written or listed."""

    source: Optional[pathlib.Path]
    """The file to convert. For an output or a folder, this is `None`, and the error contains the name."""
    error: Exception
    """The error."""

    def __str__(self) -> str:
        return str(self.error)


@dataclass(frozen=True)
class FolderReport:
    """The result of converting a folder."""

    files: list[FolderFile]
    """The files that were written, sorted by path."""
    failures: list[FolderFailure]
    """The files that couldn't be converted, written or listed."""
    findings: dict[pathlib.Path, list[Finding]]
    """Findings about content that was changed or lost, for each input."""
    skipped: dict[pathlib.Path, str]
    """Files that were not converted, with the reason. If an output was kept, this is the path of the output."""


@dataclass(frozen=True)
class Extracted:
    """The result of unpacking a package."""

    written: int
    """Number of files that were written."""
    bytes: int
    """Total size in bytes."""
    refused: list[Finding]
    """A finding for each entry that was refused."""


@dataclass(frozen=True)
class Packed:
    """The result of packing a package."""

    entries: int
    """Number of entries."""
    raw: int
    """Total size of all entries in bytes."""
    stored: int
    """Total stored size in the package."""
    left_out: list[str]
    """Files in the folder that were not packed, with the reasons."""


@dataclass(frozen=True)
class Change:
    """A value that differs between two documents."""

    kind: Literal["added", "removed", "changed"]
    """Kind of the change."""
    path: str
    """Path of the value."""
    old: Value
    """The value in the first document, or `None` if it is missing."""
    new: Value
    """The value in the second document, or `None` if it is missing."""


@dataclass(frozen=True)
class ValueChange:
    """A change to a value in a document, or a difference between two documents."""

    path: str
    """Path of the value in the new document. If it was removed, this is the path in the old document."""
    old: Optional[str]
    """Text of the old value, or `None` if the document didn't have it."""
    new: Optional[str]
    """Text of the new value, or `None` if it was removed."""
    note: Optional[str] = None
    """Description of a change to many values, such as vertices. In this case `old` and `new` are `None`."""

    def __str__(self) -> str:
        if self.note is not None:
            return f"{self.path}: {self.note}"
        return f"{self.path}: {'nothing' if self.old is None else self.old} -> {'nothing' if self.new is None else self.new}"


@dataclass(frozen=True)
class TextConflict:
    """A part of a file that both sides of a merge have changed differently."""

    path: str
    """The names that lead from the document to the part."""
    ours: str
    """Our value."""
    theirs: str
    """Their value."""


@dataclass(frozen=True)
class MergedFile:
    """The result of `merge`."""

    data: bytes
    """The merged file, with our value for each conflict. In a text, conflicts are marked by comments; use `resolve` to resolve them."""
    text: Optional[bytes]
    """If the file is binary and has conflicts, this is the merged file as a text with such comments."""
    conflicts: list[TextConflict]
    """The parts that both sides have changed."""
    renumbered: list[tuple[str, int, int]]
    """Nodes and components of theirs that got a new id, because ours had already used it for something else: name, id in theirs, new id."""


@dataclass(frozen=True)
class Conflict:
    """A value that both sides of a merge have changed differently."""

    path: str
    """Path of the value."""
    ours: Value
    """Our value, or `None` if we removed it."""
    theirs: Value
    """Their value, or `None` if they removed it."""


@dataclass(frozen=True)
class MergedText:
    """A merged text."""

    text: bytes
    """The text. If it contains markers, it isn't a document until they are resolved."""
    conflicts: list[Conflict]
    """The values that both sides have changed."""


def base64_text(value: object) -> str:
    """Returns bytes as text for JSON."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"expected a dict, list, number, text or bytes, found {type(value).__name__}")
