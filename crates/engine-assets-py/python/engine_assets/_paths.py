"""Reads, changes, compares and merges values by path."""

from __future__ import annotations

from collections.abc import MutableMapping as _MutableMapping
from typing import TYPE_CHECKING, Callable, Iterator, Literal, Optional, Union

from . import _native
from ._types import MergedFile, TextConflict, ValueChange

if TYPE_CHECKING:
    from ._options import Source

__all__ = ["Part", "PathValue", "diff", "merge", "resolve"]

PathValue = Union[bool, int, float, str, bytes, tuple[float, ...], tuple[str, ...]]
"""A value in a document of Urho3D: a number, a text, bytes, or a tuple of numbers or texts. Words of enumerations and names of resources are texts."""


class Part(_MutableMapping[str, Union[PathValue, "Part"]]):
    """A list or group of values in a document: a mapping whose keys are the next steps of its path. It shows the document.

    >>> import engine_assets as ea
    >>> box = ea.open("Character.mdl")["bounds"]
    >>> sorted(box)
    ['max', 'min']
    """

    def __init__(self, asset: _native.Asset, path: str) -> None:
        self._asset = asset
        self._path = path

    @property
    def path(self) -> str:
        """The path of this part in the document."""
        return self._path

    def _step(self, key: str) -> str:
        return f"{self._path}{key}" if key.startswith("[") else f"{self._path}/{key}"

    def __getitem__(self, key: str) -> Union[PathValue, Part]:
        value = self._asset[self._step(key)]
        assert value is None or isinstance(value, (bool, int, float, str, bytes, tuple, Part))
        return "" if value is None else value

    def __setitem__(self, key: str, value: object) -> None:
        self._asset[self._step(key)] = value

    def __delitem__(self, key: str) -> None:
        del self._asset[self._step(key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._asset.keys(self._path))

    def __len__(self) -> int:
        return len(self._asset.keys(self._path))

    def __repr__(self) -> str:
        return f"<Part {self._path}: {', '.join(list(self)[:6])}>"

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]


def diff(old: Source, new: Source, *, tolerance: float = 0.0) -> list[ValueChange]:
    """Returns the differences of two documents of one format by meaning, as `engine-assets diff`: values by their paths, vertices, keys and pixels in a
    line each. Encodings and layout don't matter.

    >>> import engine_assets as ea
    >>> scene = ea.open("Scenes/Clearing.xml")
    >>> scene["nodes/Sun/Light/Light Type"] = "Point"
    >>> [str(change) for change in diff("Scenes/Clearing.xml", scene)]
    ['nodes/Sun/Light/Light Type: Directional -> Point']

    Args:
        old: A path, bytes or an asset.
        new: Another.
        tolerance: Largest difference of numbers that counts as equal.

    Raises:
        ConversionError: The documents are of different formats.
    """
    return _native.differences(old, new, tolerance)


def merge(base: Source, ours: Source, theirs: Source) -> MergedFile:
    """Merges three versions of a scene, prefab, material or another data file of Urho3D, as `engine-assets merge` does: by ids, names and parameters.

    Args:
        base: The version that both sides started with: a path, bytes or an asset.
        ours: Our version. Its layout and comments are kept.
        theirs: Their version.

    Raises:
        ConversionError: The versions have different formats or encodings, or this format can't be merged.
    """
    data, text, conflicts, renumbered = _native.merge_files(base, ours, theirs)
    return MergedFile(data, text, [TextConflict(*one) for one in conflicts], renumbered)


def resolve(
    data: bytes, pick: Callable[[TextConflict], Optional[Literal["ours", "theirs"]]]
) -> tuple[bytes, list[TextConflict]]:
    """Resolves the conflicts that `merge` has marked in a text. Returns the text, and the conflicts that are left.

    Args:
        data: The text.
        pick: A function that returns the side to use for a conflict, or `None` to leave it.
    """
    made, left = _native.resolve(data, lambda *conflict: pick(TextConflict(*conflict)))
    return made, [TextConflict(*one) for one in left]
