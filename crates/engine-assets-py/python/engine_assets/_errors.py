"""Exceptions."""

from __future__ import annotations

from typing import Optional, Sequence

from ._types import Finding


class Error(Exception):
    """An error in a file, with its position. Files that can't be opened are an `OSError` instead."""

    message: str
    """Description of the problem."""
    path: str
    """Part of the file, from the outside in: `vertex buffer 0 > element 3`; empty for the whole file."""
    offset: Optional[int]
    """Byte offset in the file, if there is one."""
    file: Optional[str]
    """File, if it has a name."""
    findings: list[Finding]
    """Further findings: the losses of a `LossesError`."""

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
    """A file with an unknown format."""


class MalformedError(Error, ValueError):
    """A file that is broken, or a document that can't be written."""


class ConversionError(Error, ValueError):
    """A conversion that isn't possible, or not with the given options."""


class LossesError(ConversionError):
    """Content that the format can't store: `findings` lists it, and `lossy=True` leaves it out."""
