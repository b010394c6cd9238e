"""What functions give that is plain data."""

from __future__ import annotations

import base64
import pathlib
from dataclasses import dataclass
from typing import Any, Literal, Optional


@dataclass(frozen=True)
class Finding:
    """Something unusual or wrong about a file."""

    severity: Literal["note", "warning", "error"]
    """How bad it is."""
    path: str
    """Part of the file, from the outside in: `skeleton > bone 3`."""
    message: str
    """What was found, and what it means."""
    offset: Optional[int] = None
    """Byte of the file, if it is about bytes."""
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
    """A file that a conversion made."""

    name: str
    """Name, relative to the folder of the output."""
    data: bytes
    """What it holds."""

    def __repr__(self) -> str:
        return f"<OutputFile {self.name}, {len(self.data)} bytes>"


@dataclass(frozen=True)
class Converted:
    """What a conversion gave."""

    files: list[OutputFile]
    """The files; the one that was asked for comes last."""
    findings: list[Finding]
    """What was changed or left out."""
    restored: bool
    """Whether a file was restored that the scene had come from; else it was made anew."""

    folder: pathlib.Path = pathlib.Path()
    """The folder that the names are below: of resources, where materials and textures come along."""
    frame_rate: Optional[int] = None
    """Frames per second at which all animation keys of a glTF are on whole frames, if these are not the 24 that Blender begins with; `None`
    if 24 fit, or none of the usual rates."""

    @property
    def data(self) -> bytes:
        """What the file holds that was asked for."""
        return self.files[-1].data

    def replaced(self) -> list[str]:
        """Names of the files that are there already and hold something else."""
        return [file.name for file in self.files if _differs(self.folder / file.name, file.data)]

    def write(self, *, force: bool = False) -> None:
        """Writes the files below their folder: each whole, all or none.

        Args:
            force: Replace files that are there.

        Raises:
            OSError: A file can't be written, or is there already.
        """
        from . import _native

        _native.write_files(self.folder, [(file.name, file.data) for file in self.files], force)


def _differs(path: pathlib.Path, data: bytes) -> bool:
    """Whether there is a file, and it holds something else."""
    try:
        return path.stat().st_size != len(data) or path.read_bytes() != data
    except FileNotFoundError:
        return False


@dataclass(frozen=True)
class FolderFile:
    """A file that the conversion of a folder wrote; of a dry run, one that it would write."""

    path: pathlib.Path
    """Its path."""
    source: pathlib.Path
    """The file that it is made of."""
    size: int
    """Bytes; of a dry run 0."""


@dataclass(frozen=True)
class FolderFailure:
    """A file that couldn't be converted, written or listed."""

    source: Optional[pathlib.Path]
    """The file to convert; None for an output or a folder, which the error names."""
    error: Exception
    """Why."""

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
    """Files that weren't converted, each with the reason; of an output that is kept, its own path."""


@dataclass(frozen=True)
class Extracted:
    """What was written of a package."""

    written: int
    """Number of files."""
    bytes: int
    """Size of all, in bytes."""
    refused: list[Finding]
    """One finding for each entry that was refused."""


@dataclass(frozen=True)
class Packed:
    """What a package became."""

    entries: int
    """Number of entries."""
    raw: int
    """Bytes of all entries."""
    stored: int
    """Bytes that they take in the package."""
    left_out: list[str]
    """Files of the folder that aren't packed, and why."""


@dataclass(frozen=True)
class Node:
    """A place in a scene: a bone, a mesh, or neither."""

    name: str
    """Name."""
    parent: Optional[int]
    """Number of the parent; `None` for a root."""
    mesh: Optional[int]
    """Number of the mesh that it shows."""
    skin: Optional[int]
    """Number of the skin that the mesh is bound to."""


@dataclass(frozen=True)
class Change:
    """What is different about a value of two documents."""

    kind: Literal["added", "removed", "changed"]
    """What became of it."""
    path: str
    """Where it stands."""
    old: Any
    """The value in the first document; `None` if it isn't there."""
    new: Any
    """The value in the second document; `None` if it isn't there."""


def base64_text(value: object) -> str:
    """What JSON has for bytes."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"expected a dict, list, number, text or bytes, found {type(value).__name__}")
