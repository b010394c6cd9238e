"""Exceptions."""

from __future__ import annotations

from typing import Optional, Sequence

from ._types import Finding


class Error(Exception):
    """What is wrong with a file, and where. A file that can't be read is an `OSError` instead."""

    message: str
    """What is wrong."""
    path: str
    """Part of the file, from the outside in: `vertex buffer 0 > element 3`; empty if it is about all of it."""
    offset: Optional[int]
    """Byte of the file, if it is about bytes."""
    file: Optional[str]
    """File, if it has a name."""
    findings: list[Finding]
    """What else there is to say: the losses of a `LossesError`."""

    def __init__(
        self,
        message: str,
        path: str = "",
        offset: Optional[int] = None,
        file: Optional[str] = None,
        findings: Sequence[Finding] = (),
    ) -> None:
        # All arguments, so that it can be pickled.
        super().__init__(message, path, offset, file, list(findings))
        self.message = message
        self.path = path
        self.offset = offset
        self.file = file
        self.findings = list(findings)

    def __str__(self) -> str:
        place = "" if self.offset is None else f" (at byte {self.offset:#x})"
        parts = [part for part in (self.file, self.path, self.message) if part]
        losses = "".join(f"\n  {finding}" for finding in self.findings)
        return ": ".join(parts) + place + losses


    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class UnknownFormatError(Error):
    """A file that is none of the formats that are known."""


class MalformedError(Error, ValueError):
    """A file that is broken, or a document that can't be written."""


class ConversionError(Error, ValueError):
    """A conversion that isn't possible, or not as it was asked for."""


class LossesError(ConversionError):
    """Content that the format can't store: `findings` lists it, and `lossy=True` leaves it out."""
