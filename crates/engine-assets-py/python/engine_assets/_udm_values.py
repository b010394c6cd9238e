"""Values of UDM documents: Python's own numbers, texts, lists and dicts, each with its type in the document."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Union

__all__ = ["Array", "Blob", "Element", "Float", "Int", "Str", "Struct", "Typed", "Vector"]


class Typed:
    """A value with its UDM type. Calculations give plain values, without a type."""

    type: str
    """Name of the type: `uint16`, `vec3`, `array`, `element`, `struct<uint8:x>` …"""


class Int(int, Typed):
    """A whole number: `int8` to `uint64`, or a `bool` that is neither 0 nor 1."""

    def __new__(cls, value: int, type: str) -> Int:
        self = int.__new__(cls, value)
        self.type = type
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Int, (int(self), self.type)


class Float(float, Typed):
    """A number: `float`, `double` or `half`."""

    def __new__(cls, value: float, type: str) -> Float:
        self = float.__new__(cls, value)
        self.type = type
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Float, (float(self), self.type)


class Str(str, Typed):
    """A text: `string`, `utf8` or `ref`."""

    def __new__(cls, value: str, type: str) -> Str:
        self = str.__new__(cls, value)
        self.type = type
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Str, (str(self), self.type)


class Blob(bytes, Typed):
    """Bytes: `blob`, `lz4` (unpacked), or a text that isn't UTF-8."""

    def __new__(cls, value: bytes, type: str) -> Blob:
        self = bytes.__new__(cls, value)
        self.type = type
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Blob, (bytes(self), self.type)


class Vector(list[Union[int, float]], Typed):
    """Numbers of a vector, rotation, colour, transform or matrix: `vec3`, `quat`, `srgba`, `mat4` …"""

    def __init__(self, values: Iterable[Union[int, float]], type: str) -> None:
        super().__init__(values)
        self.type = type

    def __reduce__(self) -> tuple[Any, ...]:
        return Vector, (list(self), self.type)


class Array(list[Any], Typed):
    """Values of one type: an `array` or an `arrayLz4`."""

    item: str
    """Name of the type of the items."""

    def __init__(self, values: Iterable[Any], item: str, type: str = "array") -> None:
        super().__init__(values)
        self.item = item
        self.type = type

    def __reduce__(self) -> tuple[Any, ...]:
        return Array, (list(self), self.item, self.type)


class Element(dict[str, Any], Typed):
    """Keys and values of an element."""

    def __init__(self, values: Union[Mapping[str, Any], Iterable[tuple[str, Any]]] = ()) -> None:
        super().__init__(values)
        self.type = "element"

    def __reduce__(self) -> tuple[Any, ...]:
        return Element, (dict(self),)


class Struct(dict[str, Any], Typed):
    """Fields of a struct, by name."""

    def __init__(self, values: Union[Mapping[str, Any], Iterable[tuple[str, Any]]], type: str) -> None:
        super().__init__(values)
        self.type = type

    def __reduce__(self) -> tuple[Any, ...]:
        return Struct, (dict(self), self.type)
