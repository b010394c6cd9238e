"""Values of UDM documents. They are Python's own numbers, texts, lists and dicts, but each of them has a type in the document.

Lists and dicts of a document are views of it. If you change a view, the document changes, and if the document changes, you can see it in the view. If a value
is removed from its document, its view becomes a plain value. Every copy is a plain value too.
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterable,
    Mapping,
    MutableMapping,
    Optional,
    SupportsIndex,
    Type,
    TypeVar,
    Union,
    cast,
    overload,
)

from . import _native

if TYPE_CHECKING:
    from typing_extensions import Self

    from .udm import Document

__all__ = ["Array", "Blob", "Element", "Float", "Int", "Str", "Struct", "Typed", "Value", "Vector"]

S = TypeVar("S")
V = TypeVar("V")

Value = Union[None, bool, int, float, str, bytes, "Vector", "Array", "Element", "Struct"]
"""A value of a document, as you get it by reading."""


class Typed:
    """A value with its UDM type. If you calculate with it, you get a plain value without a type."""

    type: str
    """Name of the type: `uint16`, `vec3`, `array`, `element`, `struct<uint8:x>` …"""


class _Scalar(Typed, Generic[V]):
    """A value that can't be changed. Its type is kept in copies and pickles."""

    def __new__(cls: Type[S], value: V, type: str) -> S:
        self: S = super().__new__(cls, value)  # type: ignore[misc]
        self.type = type  # type: ignore[attr-defined]
        return self

    def __getnewargs__(self) -> tuple[object, ...]:
        return *super().__getnewargs__(), self.type  # type: ignore[misc]


class Int(_Scalar[int], int):  # type: ignore[misc]
    """An integer: `int8` to `uint64`, or a `bool` that is neither 0 nor 1."""


class Float(_Scalar[float], float):  # type: ignore[misc]
    """A number: `float`, `double` or `half`."""


class Str(_Scalar[str], str):  # type: ignore[misc]
    """A text: `string`, `utf8` or `ref`."""


class Blob(_Scalar[bytes], bytes):  # type: ignore[misc]
    """Bytes: `blob`, `lz4` (unpacked), or a text that isn't UTF-8."""


class _View(Typed):
    """A list or dict that can be a part of a document."""

    _document: Optional[Document] = None
    _path: str = ""
    # A part keeps the view that it is a part of: that one is told about changes of the document.
    _root: Optional[_View] = None

    def _bind(self, document: Optional[Document], path: str, root: Optional[_View] = None) -> None:
        """Makes this a view of a value in a document, or a plain value."""
        self._document, self._path, self._root = document, path, root
        for step, child in self._parts():
            if isinstance(child, _View):
                child._bind(document, path + step, root or self)

    def _parts(self) -> Iterable[tuple[str, object]]:
        """Returns the values in it, with the steps of the path to them."""
        raise NotImplementedError

    def _refresh(self, new: _View) -> None:
        """Takes the content of a newer view of the same value."""
        raise NotImplementedError

    def _plain_state(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in ("_document", "_path", "_root")}

    def __reduce_ex__(self, protocol: SupportsIndex) -> Union[str, tuple[Any, ...]]:
        """Copies and pickles are plain values."""
        made: tuple[Any, ...] = super().__reduce_ex__(max(2, protocol.__index__()))  # type: ignore[assignment]
        return (*made[:2], self._plain_state(), *made[3:])


def _merged(old: object, new: object) -> Any:
    """Returns the old view with new content, so that everyone who has it can see the change. If this isn't possible, it returns the new value."""
    if isinstance(old, _View) and isinstance(new, _View) and type(old) is type(new) and old.type == new.type:
        old._refresh(new)
        return old
    if isinstance(old, _View):
        old._bind(None, "")
    return new


class _List(list[V], _View):
    """A list that can be a part of a document."""

    def _parts(self) -> Iterable[tuple[str, object]]:
        return ((f"[{index}]", part) for index, part in enumerate(self))

    def _refresh(self, new: _View) -> None:
        fresh = list(cast("list[V]", new))
        kept = min(len(self), len(fresh))
        for part in self[kept:]:
            _merged(part, None)
        merged = [_merged(old, value) for old, value in zip(self, fresh)]
        list.__setitem__(self, slice(None), merged + fresh[kept:])
        vars(self).update(new._plain_state())

    def _change(self, method: str, *arguments: Any, **named: Any) -> Any:
        """Calls a method of the list. The document gets the changed list first, so if it refuses the change, nothing is changed."""
        if self._document is None:
            return getattr(list, method)(self, *arguments, **named)
        changed = list(self)
        result = getattr(changed, method)(*arguments, **named)
        self._document[self._path] = changed
        return result

    @overload
    def __setitem__(self, index: SupportsIndex, value: V) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[V]) -> None: ...
    def __setitem__(self, index: Union[SupportsIndex, slice], value: Union[V, Iterable[V]]) -> None:
        self._change("__setitem__", index, value)

    def __delitem__(self, index: Union[SupportsIndex, slice]) -> None:
        self._change("__delitem__", index)

    def __iadd__(self, values: Iterable[V]) -> Self:  # type: ignore[misc,override]
        self._change("extend", values)
        return self

    def __imul__(self, count: SupportsIndex) -> Self:
        self._change("__imul__", count)
        return self

    def append(self, value: V) -> None:
        self._change("append", value)

    def extend(self, values: Iterable[V]) -> None:
        self._change("extend", values)

    def insert(self, index: SupportsIndex, value: V) -> None:
        self._change("insert", index, value)

    def remove(self, value: V) -> None:
        self._change("remove", value)

    def pop(self, index: SupportsIndex = -1) -> V:
        return cast(V, self._change("pop", index))

    def clear(self) -> None:
        self._change("clear")

    def reverse(self) -> None:
        self._change("reverse")

    def sort(self, *, key: Optional[Callable[[V], Any]] = None, reverse: bool = False) -> None:
        self._change("sort", key=key, reverse=reverse)


class _Dict(dict[str, "Value"], _View):
    """A dict that can be a part of a document."""

    def _parts(self) -> Iterable[tuple[str, object]]:
        return ((f"/{_native.escape_key(key)}", part) for key, part in self.items() if isinstance(part, _View))

    def _refresh(self, new: _View) -> None:
        fresh = dict(cast("dict[str, Value]", new))
        for key in self.keys() - fresh.keys():
            _merged(dict.pop(self, key), None)
        merged = {key: _merged(self.get(key), value) for key, value in fresh.items()}
        # The order is that of the document.
        dict.clear(self)
        dict.update(self, merged)
        vars(self).update(new._plain_state())

    def _step(self, key: str) -> str:
        if not isinstance(key, str):
            raise TypeError(f"expected a key of text, found {type(key).__name__}")
        return f"{self._path}/{_native.escape_key(key)}"

    def __setitem__(self, key: str, value: object) -> None:
        if self._document is None:
            dict.__setitem__(self, key, cast("Value", value))
        else:
            self._document[self._step(key)] = value

    def __delitem__(self, key: str) -> None:
        if key not in self:
            raise KeyError(key)
        if self._document is None:
            dict.__delitem__(self, key)
        else:
            del self._document[self._step(key)]

    # What follows is written with the two above.
    pop = MutableMapping.pop
    popitem = MutableMapping.popitem
    clear = MutableMapping.clear
    update = MutableMapping.update
    setdefault = MutableMapping.setdefault

    def __ior__(self, other: Union[Mapping[str, Any], Iterable[tuple[str, Any]]]) -> Self:  # type: ignore[override,misc]
        self.update(other)
        return self


class Vector(_List[Union[int, float]]):
    """The numbers of a vector, rotation, colour, transform or matrix: `vec3`, `quat`, `srgba`, `mat4` …"""

    def __init__(self, values: Iterable[Union[int, float]], type: str) -> None:
        super().__init__(values)
        self.type = type


class Array(_List["Value"]):
    """Values that have the same type: an `array` or an `arrayLz4`."""

    item: str
    """Name of the type that all items have."""

    def __init__(self, values: Iterable[object], item: str, type: str = "array") -> None:
        super().__init__(cast("Iterable[Value]", values))
        self.item = item
        self.type = type


class Element(_Dict):
    """The keys and values of an element."""

    def __init__(self, values: Union[Mapping[str, object], Iterable[tuple[str, object]]] = ()) -> None:
        super().__init__(cast("Mapping[str, Value]", values))
        self.type = "element"


class Struct(_Dict):
    """The fields of a struct, by name."""

    def __init__(self, values: Union[Mapping[str, object], Iterable[tuple[str, object]]], type: str) -> None:
        super().__init__(cast("Mapping[str, Value]", values))
        self.type = type
