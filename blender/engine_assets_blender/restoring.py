"""Attributes that are put back. Nothing here needs Blender."""

import contextlib


@contextlib.contextmanager
def restored(things, *names):
    """Puts attributes of things back as they were, in reverse order."""
    before = [(one, name, getattr(one, name)) for one in things for name in names]
    try:
        yield
    finally:
        for one, name, value in reversed(before):
            setattr(one, name, value)
