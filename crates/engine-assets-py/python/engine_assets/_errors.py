"""Exceptions."""

from __future__ import annotations

from typing import Optional, Sequence

from ._types import Finding


class Error(Exception):
    """An error in a file, with its location. If the system can't open or write a file, you get an `OSError` instead."""

    message: str
    """Description of the problem."""
    path: str
    """Part of the file, outermost first: `vertex buffer 0 > element 3`. This is empty if the error is about the whole file."""
    offset: Optional[int]
    """Byte offset in the file, if the error is about a byte."""
    file: Optional[str]
    """File, if it has a name."""
    findings: list[Finding]
    """Further findings. For a `LossesError`, these are the losses."""

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
    """The format of a file is unknown."""


class MalformedError(Error, ValueError):
    """A file is broken, or a document can't be written."""


class ConversionError(Error, ValueError):
    """A conversion isn't possible, or not with these options."""


class LossesError(ConversionError):
    """The format can't store some content. See `findings` for a list. To leave it out, pass `lossy=True`."""
