"""Projects: find out which files use a file, and rename files."""

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
    """A reference to a file from another file."""

    source: pathlib.Path
    """The file that contains the reference."""
    name: str
    """The name as it is written in the file. For `perhaps`, these are the known parts of a name with `*` between them."""
    target: Optional[pathlib.Path]
    """The file in the project that is referenced, or `None` if it isn't in the project."""
    leads_to: Literal["file", "outside", "engine", "missing"]
    """`file`: a file in the project; `outside`: in another resource folder or a package; `engine`: in the engine's own data; `missing`: it doesn't exist."""
    kind: str
    """Type of the resource, such as `Material`. In a text, this is empty."""
    certainty: Literal["certain", "literal", "perhaps"]
    """`certain`: the format defines it; `literal`: the whole name is a text in a script or in code; `perhaps`: only a part of the name is."""
    part: str
    """Part of the document. In a text, this is empty."""
    line: Optional[int]
    """Line of the first such name, if this is a text."""


class References:
    """The references in a project. They are read only once."""

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
        """Returns the references to a file. Use this to find out which files use it.

        Args:
            name: Resource name or path of a file.

        Raises:
            ValueError: The project has no such file.
        """
        return self._native.users(name)

    def uses(self, name: str, *, deep: bool = False) -> list[Reference]:
        """Returns the references in a file. Use this to find out which files it needs.

        Args:
            name: Resource name or path of a file.
            deep: Also return the references in these files, on all levels.

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
            perhaps: Instead, return the files for which code only contains a part of the name.
        """
        return self._native.unused(perhaps)

    def unsearched(self) -> list[tuple[pathlib.Path, str]]:
        """Returns the files that couldn't be searched, with the reason. They may reference other files."""
        return self._native.unsearched()


@dataclass(frozen=True)
class RenamedFile:
    """A file that will be moved or changed."""

    path: pathlib.Path
    """The path of the file."""
    new_path: pathlib.Path
    """The path after the rename. This is the same if the file isn't moved."""
    changes: list[tuple[Optional[int], str, str]]
    """The names to change in this file: the line in a text, the old text and the new text."""


class RenamePlan:
    """The changes that are necessary for a rename. Nothing is written until you call `write`."""

    def __init__(self, native: _native.Renaming) -> None:
        self._native = native
        self.files: list[RenamedFile] = [RenamedFile(*one) for one in native.files()]
        """Files that will be moved or changed."""
        self.left: list[tuple[pathlib.Path, Optional[int], str]] = native.left()
        """Places that may mean a renamed file, but will not be changed: path, line, text."""
        self.unsearched: list[tuple[pathlib.Path, str]] = native.unsearched()
        """Files that couldn't be searched, with the reason. They may reference a renamed file."""

    def write(self) -> None:
        """Changes the files. If there is an error, none of them is changed.

        Raises:
            OSError: A file has changed since the plan was made, a new path already exists, or a file can't be written.
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
        """Creates a project for a folder. Nothing is read yet.

        Args:
            folder: The folder. Its files are searched for references.
            code: Folders with the program's code, which may name files in the project.
            resources: Folders and packages to search for files by name. Default: those around each file.

        Raises:
            NotADirectoryError: This isn't a folder.
            FileNotFoundError: The folder doesn't exist.
        """
        self.folder = pathlib.Path(folder)
        """The folder of the project."""
        os.listdir(self.folder)
        self._place = {"folder": folder, "code": paths("code", code), "resources": paths("resources", resources)}

    def references(self) -> References:
        """Reads the references in all files."""
        return References(_native.references(self._place))

    @overload
    def rename(self, old: str, new: str) -> RenamePlan: ...
    @overload
    def rename(self, old: Mapping[str, str]) -> RenamePlan: ...
    def rename(self, old: Union[str, Mapping[str, str]], new: Optional[str] = None) -> RenamePlan:
        """Plans to rename files and folders, and to change all references to them. If the engine loads other files together with a file, they are renamed too.

        Args:
            old: Resource name or path of a file or folder, or a mapping of old names to new names.
            new: The new name. The extension must stay the same.

        Raises:
            ConversionError: A name doesn't exist, already exists, or is invalid. Nothing was written.
        """
        if isinstance(old, str):
            if new is None:
                raise TypeError("expected a new name")
            return RenamePlan(_native.rename(self._place, [(old, new)]))
        return RenamePlan(_native.rename(self._place, list(old.items())))

    def __repr__(self) -> str:
        return f"<Project {self.folder}>"
