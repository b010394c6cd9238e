"""UDM documents, text and binary, as mappings.

>>> from engine_assets import udm
>>> document = udm.loads('$float range 2.5   // metres')
>>> document["range"]
2.5
>>> document["range"] = 4
>>> udm.dumps(document)
b'$float range 4   // metres'

Types of values
---------------
Reading gives Python's own values, each with its type: `Int`, `Float`, `Str`, `Blob`, `Vector`, `Array`, `Element` and `Struct` are subclasses of `int`,
`float`, `str`, `bytes`, `list` and `dict` with an attribute `type` (of arrays also `item`). `bool` and `None` have one type only.

>>> document["range"].type
'float'

Assigning to an existing key keeps its type, and the types of everything inside: what doesn't fit is a `ValueError`. `udm.set(..., type=)` changes a type.
A new key gets

1. the type that the value brings along: `document["copy"] = document["range"]`;
2. of numpy: the type of the numbers, of arrays too; rows of 2, 3 or 4 `float32` or `int32` are `vec2` to `vec4`, `vec2i` to `vec4i`;
3. else by its class: `bool` is `bool`; `int` the first of `int32`, `int64`, `uint64` that holds it; `float` is `float`, or `double` where that keeps
   more digits; `str` is `string`; `bytes` `blob`; a mapping `element`; `None` `nil`; a list or tuple an `array` of the type of its items, of numbers the
   widest of theirs. Lists of several types are refused.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import MutableMapping as _MutableMapping
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Iterable, Literal, Mapping, Optional, Type, TypeVar, Union, cast, overload

from . import _native
from ._options import Path, Source
from ._errors import MalformedError
from ._types import Change, Conflict, MergedText
from ._udm_values import Array, Blob, Element, Float, Int, Str, Struct, Typed, Value, Vector, _merged, _View

if TYPE_CHECKING:
    from typing_extensions import Self

Encoding = Literal["binary", "text", "compact"]
T = TypeVar("T")

__all__ = [
    "Array",
    "Blob",
    "Change",
    "Conflict",
    "Document",
    "Element",
    "Float",
    "Int",
    "Merged",
    "MergedText",
    "Str",
    "Struct",
    "Typed",
    "Value",
    "Vector",
    "diff",
    "dump",
    "dumps",
    "get",
    "load",
    "loads",
    "merge",
    "merge_text",
    "patch",
    "query",
    "set",
]


class Document(_native.Document, _MutableMapping[str, Value]):
    """A UDM document. Keys are paths in the data of the asset, such as `light/range` or `spots[0]`.

    Values are numbers, text, lists, dicts and bytes with their types. Lists and dicts are views: `document["light"]["range"] = 4` is
    `document["light/range"] = 4`. Each change of a list writes the whole list, so change a long one by assigning a new one.

    >>> lamp = loads("light { $float range 2.5 }")
    >>> light = lamp["light"]
    >>> light["range"] = 4
    >>> lamp["light/range"], dumps(lamp)
    (4.0, b'light { $float range 4 }')
    """

    _views: weakref.WeakValueDictionary[str, _View]

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]

    def __new__(cls, data: Union[str, bytes, bytearray, memoryview, IO[bytes], _native.Document]) -> Self:
        made = super().__new__(cls, data)
        made._views = weakref.WeakValueDictionary()
        return made

    def __getitem__(self, path: str) -> Value:
        known = self._views.get(path)
        if known is not None and known._document is self:
            return cast("Value", known)
        value = super().__getitem__(path)
        if isinstance(value, _View):
            value._bind(self, path)
            self._views[path] = value
        return value

    def __setitem__(self, path: str, value: object) -> None:
        super().__setitem__(path, value)
        self._changed(path)

    def __delitem__(self, path: str) -> None:
        super().__delitem__(path)
        self._changed(path)

    def __contains__(self, path: object) -> bool:
        if not isinstance(path, str):
            return False
        try:
            self.type_of(path)
        except (KeyError, MalformedError):
            return False
        return True

    def set(self, path: str, value: object, type: Optional[str] = None) -> None:
        """Sets a value. Use `type` to change the type of an existing value, or to create a missing value.

        Args:
            path: Path of the value.
            value: The value, in the form in which you can read it. For any type, you can also pass its UDM text.
            type: Type of the value, such as `float` or `vec3`. Default: the type of the existing value, or the type of the new value itself.

        Raises:
            KeyError: There is no such value, and no type was given.
            ValueError: The value doesn't have this type.
        """
        super().set(path, value, type)
        self._changed(path)

    def save(self, path: Path, encoding: Optional[Encoding] = None, *, force: bool = False) -> None:
        """Writes the document, so that the file is never only partly written.

        Args:
            path: The file to write.
            encoding: `binary`, `text` or `compact`. Default: the encoding in which it was read.
            force: Replace an existing file.

        Raises:
            FileExistsError: The file exists, and `force` is false.
        """
        _native.write_file(path, self.to_bytes(encoding), force)

    def _changed(self, path: Optional[str]) -> None:
        """Updates the views that a change at a path may have changed. Without a path, all views are updated."""
        first = None if path is None else _first(path)
        for place, view in list(self._views.items()):
            if first is not None and _first(place) not in (first, None):
                continue
            try:
                is_same = _merged(view, super().__getitem__(place)) is view
            except KeyError:
                is_same = False
            view._bind(self if is_same else None, place)
            if not is_same:
                del self._views[place]

    def _repr_html_(self) -> str:
        from ._display import text

        return text(self.to_bytes("text"))


def _first(path: str) -> Optional[str]:
    """Returns the first step of a path, or `None` if there may be another spelling of it."""
    return None if "\\" in path or path.startswith((".", "/", "[")) else re.split(r"[/\[]", path, maxsplit=1)[0]


@dataclass(frozen=True)
class Merged:
    """A merged document."""

    document: Document
    """The document, with our value for each conflict."""
    conflicts: list[Conflict]
    """The values that both sides have changed differently."""


def loads(data: Union[str, bytes, bytearray, memoryview, IO[bytes]]) -> Document:
    """Reads a document, text or binary.

    Raises:
        MalformedError: The document is invalid. See `path` and `offset` for the location.
    """
    return Document(data)


def load(source: Source) -> Document:
    """Reads a document from a file, text or binary.

    Args:
        source: A path, an open file, an entry of a package `game.pak:models/a.pmdl`, bytes, or an asset.

    Raises:
        TypeError: The file isn't a UDM document.
        MalformedError: The document is invalid. See `path` and `offset` for the location.
    """
    asset = source if isinstance(source, _native.Asset) else _native.open(source)
    return asset.document()


def dump(
    document: Union[_native.Document, Mapping[str, object]], path: Path, encoding: Optional[Encoding] = None, *, force: bool = False
) -> None:
    """Writes a document to a file, which is never only partly written. You can also pass plain data.

    Args:
        document: A document, or a dict of dicts, lists of one type, numbers, text.
        path: The file to write.
        encoding: `binary`, `text` or `compact`. Default: the encoding of the input, or `binary` for a dict.
        force: Replace an existing file.

    Raises:
        FileExistsError: The file exists, and `force` is false.
    """
    _native.write_file(path, dumps(document, encoding), force)


def dumps(document: Union[_native.Document, Mapping[str, object]], encoding: Optional[Encoding] = None) -> bytes:
    """Encodes a document. You can also pass plain data.

    Args:
        document: A document (if you don't edit it, it round-trips byte for byte), or a dict of dicts, lists of one type, numbers, text.
        encoding: `binary`, `text` or `compact`. Default: the encoding of the input, or `binary` for a dict.
    """
    if isinstance(document, _native.Document):
        return document.to_bytes(encoding)
    return _native.from_json(document).to_bytes(encoding or "binary")


@overload
def get(document: _native.Document, path: str) -> Value: ...
@overload
def get(document: _native.Document, path: str, kind: Type[T]) -> T: ...
def get(document: _native.Document, path: str, kind: Optional[Type[object]] = None) -> object:
    """Returns the value at a path, with `kind` as a type checker knows it.

    >>> get(loads("$float range 2.5"), "range", float) * 2
    5.0

    Args:
        document: The document.
        path: Path of the value.
        kind: The expected class: `float`, `str`, `Element` …

    Raises:
        KeyError: There is no value.
        TypeError: The value is of another class.
    """
    value = document[path]
    if kind is not None and not isinstance(value, kind):
        raise TypeError(f"{path}: expected {kind.__name__}, found {type(value).__name__}")
    return value


def set(document: _native.Document, path: str, value: object, type: Optional[str] = None) -> None:
    """Sets the value at a path. The rest of a text doesn't change.

    Args:
        document: The document.
        path: Path of the value.
        value: The value, in the form in which you can read it. For any type, you can also pass its UDM text.
        type: Type of the value, such as `float`, `vec3` or `struct<uint8:x>`. Default: the type of the existing value, or the type of the new value itself,
            such as the type of an `Array`.

    Raises:
        KeyError: There is no such value, and no type was given.
        ValueError: The value doesn't have this type.
    """
    document.set(path, value, type)


def query(document: _native.Document, query: str) -> dict[str, Value]:
    """Returns the values that match a path with patterns, by their paths.

    >>> lamps = loads("hall { $float watts 5 } door { $float watts 9 }")
    >>> query(lamps, "*/watts")
    {'hall/watts': 5.0, 'door/watts': 9.0}

    Args:
        document: The document.
        query: `*` is any key, `**` any number of keys and items, `[*]` any item, `[1:3]` a range of items, `[-1]` the last item, `[type=spot]`
            elements and items whose value under a key is this text.
    """
    return {path: document[path] for path in document.find(query)}


def patch(document: _native.Document, changes: Iterable[Change]) -> None:
    """Applies the changes that `diff` has returned. If there is an error, the document doesn't change.

    Args:
        document: A document that has the old values. Comments and layout of a text are kept.
        changes: The changes.

    Raises:
        MalformedError: A value isn't the old value of its change.
    """
    _native.patch(document, list(changes))
    if isinstance(document, Document):
        document._changed(None)


def merge(base: _native.Document, ours: _native.Document, theirs: _native.Document) -> Merged:
    """Merges the changes from `base` to `theirs` into `ours`. If all of them are texts, comments, layout and spelling are merged too.

    Args:
        base: The document that both sides started with.
        ours: Our document, which doesn't change.
        theirs: Their document.

    Returns:
        The merged document, with our value for each conflict, and the conflicts.
    """
    data, conflicts = _native.merge(base, ours, theirs)
    return Merged(Document(data), conflicts)


def merge_text(
    base: Union[str, bytes],
    ours: Union[str, bytes],
    theirs: Union[str, bytes],
    *,
    markers: bool = True,
    labels: tuple[str, str] = ("ours", "theirs"),
) -> MergedText:
    """Merges texts in the way `engine-assets udm merge` does it for git.

    Args:
        base: The text that both sides started with.
        ours: Our text.
        theirs: Their text.
        markers: Write both values of a conflict between markers, as git does. Otherwise, our value is used.
        labels: Names for our version and their version, to be used in markers.
    """
    base, ours, theirs = (text.encode() if isinstance(text, str) else text for text in (base, ours, theirs))
    return MergedText(*_native.merge_text(base, ours, theirs, markers, labels))


def diff(old: _native.Document, new: _native.Document, *, tolerance: float = 0.0) -> list[Change]:
    """Returns the values that were added, removed or changed in the second document. Order and layout are ignored.

    Args:
        old: The first document.
        new: The second document.
        tolerance: Treat floats as equal if they differ by at most this. By default, they are compared bit by bit.
    """
    return _native.diff(old, new, tolerance)
