"""Where new models were exported to: the next export goes there again."""

import os
import pathlib

import bpy

from . import formats, sources

# Path and format of the last export of an object without an original. The path is relative to the .blend, if it is saved.
PATH, FORMAT = "ea_target", "ea_target_format"


def remember(objects, target, form):
    """Stores where objects without an original were exported to."""
    if target.package is not None:
        return
    path = sources.relative(target.path) or str(target.path.resolve())
    for one in (one for one in objects if sources.of_object(one) is None):
        one[PATH], one[FORMAT] = path, form


def of_object(one):
    """Absolute path and format of the last export of an object; empty texts if there is none."""
    while one is not None:
        if PATH in one:
            return os.path.normpath(bpy.path.abspath(one[PATH])), one.get(FORMAT, "")
        one = one.parent
    return "", ""


def format_of(one, source, path=""):
    """The format of an object's export to a path, or by default of its original or its last export; None if it is unknown."""
    if path:
        return formats.format_for(path, source)
    if source is not None:
        return formats.format_for(source.entry or source.path, source)
    return of_object(one)[1] or None


def place_of(context, objects, source, options):
    """The place of an export without a chosen file: its original, or the place of the last export; empty if there is none."""
    if source is not None and options.merge:
        return f"{source.place()}:{source.entry}" if source.entry else str(source.place())
    active = context.view_layer.objects.active
    own = [active, *objects] if active in objects else objects
    return next((path for path, _ in map(of_object, own) if path), "")


def refresh(scene, blend):
    """Makes paths relative to the .blend; called before it is saved to a path. A moved project keeps its paths."""
    for one in (one for one in scene.objects if PATH in one):
        path = pathlib.Path(bpy.path.abspath(one[PATH]))
        one[PATH] = sources.relative(path, blend) or str(path)
