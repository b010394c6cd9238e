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

    Values are numbers, text, lists, dicts and bytes. Returned values are copies: change a document by its paths.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def loads(data: Union[str, bytes, bytearray, memoryview]) -> Document:
    """Reads a document, text or binary.

    Raises:
        MalformedError: The document is invalid; `path` and `offset` are the position.
    """
    return Document(data)


def dumps(document: Union[_native.Document, Mapping[str, Any]], form: Optional[str] = None) -> bytes:
    """Writes a document, or plain data as a document.

    Args:
        document: A document (unedited documents round-trip byte for byte), or a dict of dicts, lists of one type, numbers, text.
        form: `binary`, `text` or `compact`; default: the form of the input, and `binary` for a dict.
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
    """Sets the value at a path. The rest of a text is unchanged.

    Args:
        document: The document.
        path: Path of the value.
        value: The value, as reading returns it, or as UDM text of any type.
        type: Its type, such as `float` or `vec3`; required for a new path.

    Raises:
        KeyError: There is none, and no type.
        ValueError: The value isn't of the type.
    """
    document.set(path, value, type)


def diff(old: _native.Document, new: _native.Document, *, tolerance: float = 0.0) -> list[Change]:
    """Returns the added, removed and changed values of the second document; order and layout are ignored.

    Args:
        old: A document.
        new: Another.
        tolerance: Maximum difference of equal floats. Default: floats are compared bit by bit.
    """
    return _native.diff(old, new, tolerance)
