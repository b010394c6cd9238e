"""Projects: who uses a file, and renames."""

from __future__ import annotations

import os
import pathlib
from dataclasses import dataclass
from typing import Iterator, Literal, Mapping, Optional, Sequence, Union, overload

from . import _native
from ._options import Path, paths

__all__ = ["Project", "Reference", "References", "RenamedFile", "RenamePlan"]


@dataclass(frozen=True)
class Reference:
    """A name of a file in another file."""

    source: pathlib.Path
    """The file that contains the name."""
    name: str
    """The name as the file contains it; for `perhaps`, the known parts of a name with `*` between them."""
    target: Optional[pathlib.Path]
    """The file of the project that is named; `None` if it is none."""
    leads_to: Literal["file", "outside", "engine", "missing"]
    """`file`: a file of the project; `outside`: of another resource folder or a package; `engine`: of the engine's own data; `missing`: nothing."""
    kind: str
    """Type of the resource, such as `Material`; empty for a text."""
    certainty: Literal["certain", "literal", "perhaps"]
    """`certain`: the format says so; `literal`: the whole name is a text in a script or in code; `perhaps`: a part of the name is."""
    part: str
    """Part of the document; empty in texts."""
    line: Optional[int]
    """Line of the first such name in a text."""


class References:
    """The references of a project, read once: which file names which."""

    def __init__(self, native: _native.References) -> None:
        self._native = native
        self._all: Optional[list[Reference]] = None

    def __iter__(self) -> Iterator[Reference]:
        return iter(self._list())

    def __len__(self) -> int:
        return len(self._list())

    def _list(self) -> list[Reference]:
        if self._all is None:
            self._all = self._native.every()
        return self._all

    def users(self, name: str) -> list[Reference]:
        """Returns the references to a file: who uses it?

        Args:
            name: Resource name or path of a file.

        Raises:
            ValueError: The project has no such file.
        """
        return self._native.users(name)

    def uses(self, name: str, *, deep: bool = False) -> list[Reference]:
        """Returns the references in a file: what does it use?

        Args:
            name: Resource name or path of a file.
            deep: Also the references in the files that it names, on all levels.

        Raises:
            ValueError: The project has no such file.
        """
        return self._native.uses(name, deep)

    def missing(self) -> list[Reference]:
        """Returns the references to files that don't exist."""
        return [one for one in self if one.leads_to == "missing"]

    def unused(self, *, perhaps: bool = False) -> list[pathlib.Path]:
        """Returns the images, materials and techniques that no file names.

        Args:
            perhaps: Instead those that only parts of names in code fit.
        """
        return self._native.unused(perhaps)

    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Returns the files that may name others and that weren't searched, each with the reason."""
        return self._native.unsearched()


@dataclass(frozen=True)
class RenamedFile:
    """A file that a rename moves or changes."""

    path: pathlib.Path
    """Its path."""
    new_path: pathlib.Path
    """Its path after the rename; the same if it stays."""
    changes: list[tuple[Optional[int], str, str]]
    """Changed names in it: line in a text, old and new text."""


class RenamePlan:
    """What a rename changes. Nothing is written before `write`."""

    def __init__(self, native: _native.Renaming) -> None:
        self._native = native
        self.files: list[RenamedFile] = [RenamedFile(*one) for one in native.files()]
        """Files that move or change."""
        self.left: list[tuple[pathlib.Path, Optional[int], str]] = native.left()
        """Places that may mean a renamed file and stay as they are: path, line, text."""
        self.unsearched: list[tuple[pathlib.Path, str]] = native.unsearched()
        """Files that may name a renamed file and that weren't searched, each with the reason."""

    def write(self) -> None:
        """Changes all files, or none.

        Raises:
            OSError: A file has changed since the plan was made, a new path exists by now, or a file can't be written.
        """
        self._native.write()

    def __repr__(self) -> str:
        return f"<RenamePlan: {len(self.files)} files>"


class Project:
    """The data of a game: a folder, and what names its files.

    >>> project = Project(".")
    >>> users = project.references().users("Textures/Character.tga")
    >>> [(user.source.name, user.certainty) for user in users]
    [...('Character.xml', 'certain')...]
    """

    def __init__(
        self,
        folder: Path,
        *,
        code: Union[Path, Sequence[Path]] = (),
        resources: Union[Path, Sequence[Path]] = (),
    ) -> None:
        """Takes a folder; nothing is read yet.

        Args:
            folder: The folder: its files are searched for references.
            code: Folders with the program's code, which may name files of the project.
            resources: Folders and packages to find files by their names in. Default: those around each file.

        Raises:
            NotADirectoryError: The folder isn't one.
            FileNotFoundError: There is no such folder.
        """
        self.folder = pathlib.Path(folder)
        """The folder."""
        os.listdir(self.folder)
        self._place = {"folder": folder, "code": paths("code", code), "resources": paths("resources", resources)}

    def references(self) -> References:
        """Reads the references of all files."""
        return References(_native.references(self._place))

    @overload
    def rename(self, old: str, new: str) -> RenamePlan: ...
    @overload
    def rename(self, old: Mapping[str, str]) -> RenamePlan: ...
    def rename(self, old: Union[str, Mapping[str, str]], new: Optional[str] = None) -> RenamePlan:
        """Plans to rename files and folders, with all references to them. Files that engines load together with a renamed one are renamed too.

        Args:
            old: Resource name or path of a file or folder; or a mapping of old to new names.
            new: The new name. The extension stays.

        Raises:
            ConversionError: A name doesn't exist, is used, or is invalid. Nothing was written.
        """
        if isinstance(old, str):
            if new is None:
                raise TypeError("expected a new name")
            return RenamePlan(_native.rename(self._place, [(old, new)]))
        return RenamePlan(_native.rename(self._place, list(old.items())))

    def __repr__(self) -> str:
        return f"<Project {self.folder}>"
