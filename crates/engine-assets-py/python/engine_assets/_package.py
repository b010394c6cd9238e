"""Packages."""

from __future__ import annotations

import os
from collections.abc import Mapping as _Mapping
from typing import IO, Literal, Mapping, Sequence, Union

from . import _native
from ._native import Entry
from ._options import Path, texts
from ._types import Packed

Kind = Literal["upak", "ulz4", "rpak", "rlz4"]


class Package(_native.Package, _Mapping[str, Entry]):
    """A package (`.pak`): a mapping of names to entries. Only its directory is read when it is opened.

    >>> with Package("Character.pak") as package:
    ...     for name, entry in package.items():
    ...         print(name, entry.size)
    Character.mdl ...
    Character.xml ...
    """

    # A package is equal to itself alone: comparing mappings would read both.
    __eq__ = object.__eq__
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]

    def _repr_html_(self) -> str:
        from ._display import package_html

        return package_html(self)

    @staticmethod
    def pack(
        output: Union[Path, IO[bytes]],
        files: Union[Path, Mapping[str, Union[Path, bytes]]],
        *,
        kind: Kind = "ulz4",
        prefix: str = "",
        force: bool = False,
    ) -> Packed:
        """Writes a package, which is never only partly written.

        Args:
            output: The package to write: a path, or a file that is open for bytes.
            files: A folder, whose files are selected by the rules of `engine-assets pak pack`. Or a mapping of names to contents, which are paths or bytes.
            kind: Use `ulz4` to compress blocks with LZ4, or `upak` to store files without compression. `rpak` and `rlz4` are the same for rbfx of 2019 to 2022.
            prefix: Prefix to add to all names; no slash is added.
            force: Overwrite an existing package.

        Raises:
            OSError: A file can't be read or written, or already exists.
            MalformedError: The kind can't store an entry.
        """
        items: list[tuple[str, Union[Path, bytes]]] = []
        left_out: list[str] = []
        if isinstance(files, Mapping):
            items.extend(files.items())
        else:
            os.stat(files)
            found, left_out = _native.files_below(files, output if isinstance(output, (str, os.PathLike)) else "")
            items.extend(found)
        return Packed(*_native.pack(output, items, kind, prefix, force), left_out)

    @staticmethod
    def add(package: Path, files: Mapping[str, Union[Path, bytes]], *, force: bool = False) -> Packed:
        """Adds files to a package, which is written anew: whole, or not at all. Its entries keep their order and are copied without
        unpacking; its kind stays. Files are read from their paths while the package is written, not into memory.

        >>> Package.pack("small.pak", {"a.txt": b"first"}).entries
        1
        >>> Package.add("small.pak", {"b.txt": b"second"}).entries
        2

        Args:
            package: The package.
            files: Contents by their names: paths or bytes.
            force: Replace entries of the same names.

        Raises:
            FileExistsError: There is an entry of a name.
        """
        with Package(package) as old:
            there = sorted(old.keys() & files.keys())
        if there and not force:
            raise FileExistsError(f"entry {there[0]} already exists; force replaces it")
        return _changed(package, files=files)

    @staticmethod
    def remove(package: Path, names: Union[str, Sequence[str]]) -> Packed:
        """Removes entries from a package, which is written anew: whole, or not at all.

        >>> Package.pack("less.pak", {"a.txt": b"first", "b.txt": b"second"}).entries
        2
        >>> Package.remove("less.pak", "a.txt").entries
        1

        Args:
            package: The package.
            names: Name of an entry, or several.

        Raises:
            KeyError: There is no such entry. Nothing is written.
        """
        wanted = texts("names", names)
        with Package(package) as old:
            for name in wanted:
                old[name]
        return _changed(package, removed=wanted)

    @staticmethod
    def rename(package: Path, names: Mapping[str, str]) -> Packed:
        """Renames entries of a package. It is written again, and is never only partly written. References in other files don't change; use `Project.rename` for this.

        Args:
            package: The package.
            names: A mapping of old names to new names.

        Raises:
            KeyError: There is no such entry. Nothing is written.
            FileExistsError: There is already an entry with a new name. Nothing is written.
        """
        with Package(package) as old:
            for name, new in names.items():
                old[name]
                if new in old and new not in names:
                    raise FileExistsError(f"entry {new} already exists; remove it first")
        return _changed(package, renamed=names)


def _changed(
    package: Path,
    *,
    files: Mapping[str, Union[Path, bytes]] = {},
    removed: Sequence[str] = (),
    renamed: Mapping[str, str] = {},
) -> Packed:
    """Writes a package again with changes."""
    change = {"files": list(files.items()), "removed": list(removed), "renamed": list(renamed.items())}
    return Packed(*_native.change_package(package, change), left_out=[])
