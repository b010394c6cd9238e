"""Shared functions of the scripts that use the add-on in Blender."""

import json
import os
import pathlib
import sys

import bpy

# After bpy, which sets its path.
import addon_utils  # isort: skip

NAME = "engine_assets_blender"
IS_EXTENSION = bpy.app.version >= (4, 2, 0)
MODULE = f"bl_ext.user_default.{NAME}" if IS_EXTENSION else NAME


def words():
    return sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]


def install(dist):
    """From the zip, as the preferences do it."""
    if IS_EXTENSION:
        package = next(pathlib.Path(dist).glob("*-extension.zip"))
        bpy.ops.extensions.package_install_files(filepath=str(package), repo="user_default", enable_on_install=True)
        return
    package = next(pathlib.Path(dist).glob("*-addon-*.zip"))
    bpy.ops.preferences.addon_install(filepath=str(package), overwrite=True)
    bpy.ops.preferences.addon_enable(module=NAME)


def fresh():
    """Blender without anything in it, and the add-on switched on. Returns the add-on."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    found = addon_utils.enable(MODULE, default_set=True)
    assert found is not None, f"{MODULE} can't be switched on"
    assert found.library.load() is not None, "the library can't be loaded"
    return found


def said(operator, **properties):
    """Calls an operator. Returns its error as a sentence, or an empty text."""
    try:
        operator(**properties)
    except RuntimeError as error:
        return str(error).strip()
    return ""


def found():
    """The findings that the panel lists."""
    return [(one.severity, one.path, one.message, one.kind, one.object, one.part) for one in bpy.context.window_manager.engine_assets.listed]


def errors():
    return [line for line in found() if line[0] == "error"]


def result(**told):
    print("RESULT", json.dumps(told), flush=True)
    sys.stdout.flush()
    # Without the messages of a Blender that ends.
    os._exit(0)
