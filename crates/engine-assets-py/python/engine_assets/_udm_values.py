"""Values of UDM documents: Python's own numbers, texts, lists and dicts, each with its type in the document."""

from __future__ import annotations

from typing import Any, Generic, Iterable, Mapping, Type, TypeVar, Union

__all__ = ["Array", "Blob", "Element", "Float", "Int", "Str", "Struct", "Typed", "Vector"]

S = TypeVar("S")
V = TypeVar("V")


class Typed:
    """A value with its UDM type. Calculations give plain values, without a type."""

    type: str
    """Name of the type: `uint16`, `vec3`, `array`, `element`, `struct<uint8:x>` …"""


class _Scalar(Typed, Generic[V]):
    """A value that can't be changed. Its type comes with it into copies and pickles."""

    def __new__(cls: Type[S], value: V, type: str) -> S:
        self: S = super().__new__(cls, value)  # type: ignore[misc]
        self.type = type  # type: ignore[attr-defined]
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return *super().__getnewargs__(), self.type  # type: ignore[misc]


class Int(_Scalar[int], int):
    """A whole number: `int8` to `uint64`, or a `bool` that is neither 0 nor 1."""


class Float(_Scalar[float], float):
    """A number: `float`, `double` or `half`."""


class Str(_Scalar[str], str):
    """A text: `string`, `utf8` or `ref`."""


class Blob(_Scalar[bytes], bytes):
    """Bytes: `blob`, `lz4` (unpacked), or a text that isn't UTF-8."""


class Vector(list[Union[int, float]], Typed):
    """Numbers of a vector, rotation, colour, transform or matrix: `vec3`, `quat`, `srgba`, `mat4` …"""

    def __init__(self, values: Iterable[Union[int, float]], type: str) -> None:
        super().__init__(values)
        self.type = type


class Array(list[Any], Typed):
    """Values of one type: an `array` or an `arrayLz4`."""

    item: str
    """Name of the type of the items."""

    def __init__(self, values: Iterable[Any], item: str, type: str = "array") -> None:
        super().__init__(values)
        self.item = item
        self.type = type


class Element(dict[str, Any], Typed):
    """Keys and values of an element."""

    def __init__(self, values: Union[Mapping[str, Any], Iterable[tuple[str, Any]]] = ()) -> None:
        super().__init__(values)
        self.type = "element"


class Struct(dict[str, Any], Typed):
    """Fields of a struct, by name."""

    def __init__(self, values: Union[Mapping[str, Any], Iterable[tuple[str, Any]]], type: str) -> None:
        super().__init__(values)
        self.type = type
