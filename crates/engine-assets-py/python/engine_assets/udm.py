"""UDM documents, text and binary, as mappings.

>>> from engine_assets import udm
>>> document = udm.loads('$float range 2.5   // metres')
>>> document["range"]
2.5
>>> document["range"] = 4
>>> udm.dumps(document)
b'$float range 4   // metres'
"""

from __future__ import annotations

from collections.abc import MutableMapping as _MutableMapping
from typing import Any, Mapping, Optional, Union

from . import _native
from ._types import Change

__all__ = ["Change", "Document", "diff", "dumps", "get", "loads", "set"]


class Document(_native.Document, _MutableMapping[str, Any]):
    """A UDM document. Keys are paths in the data of the asset, such as `light/range` or `spots[0]`.

    Values are numbers, text, lists, dicts and bytes. What is taken out of a document is a copy: change a document by its paths.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def loads(data: Union[str, bytes, bytearray, memoryview]) -> Document:
    """Reads a document, text or binary.

    Raises:
        MalformedError: It is broken; `path` and `offset` say where.
    """
    return Document(data)


def dumps(document: Union[_native.Document, Mapping[str, Any]], form: Optional[str] = None) -> bytes:
    """Writes a document, or plain data as one.

    Args:
        document: A document: unedited, it gives the bytes that it was read from. Or a dict of dicts, lists of one type, numbers, text.
        form: `binary`, `text` or `compact`; by default the form that it was read in, and `binary` for a dict.
    """
    if isinstance(document, _native.Document):
        return document.to_bytes(form)
    return _native.from_json(document).to_bytes(form or "binary")


def get(document: _native.Document, path: str) -> Any:
    """Returns the value at a path.

    Raises:
        KeyError: There is none.
    """
    return document[path]


def set(document: _native.Document, path: str, value: object, type: Optional[str] = None) -> None:
    """Sets the value at a path. Of a text nothing else changes.

    Args:
        document: The document.
        path: Where the value stands.
        value: The value: what reading it gives, or for any type what the text form has.
        type: Its type, such as `float` or `vec3`; needed where nothing stands yet.

    Raises:
        KeyError: There is none, and no type.
        ValueError: The value isn't of the type.
    """
    document.set(path, value, type)


def diff(old: _native.Document, new: _native.Document, *, tolerance: float = 0.0) -> list[Change]:
    """Returns what the second document has more, less or other, by meaning: order and layout don't count.

    Args:
        old: A document.
        new: Another.
        tolerance: How far floats may be apart and still be the same; without it they are compared by their bits.
    """
    return _native.diff(old, new, tolerance)
