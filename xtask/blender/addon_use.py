"""Shared functions of the scripts that use the add-on in Blender."""

import json
import os
import pathlib
import shutil
import sys

import bpy

# After bpy, which sets its path.
import addon_utils  # isort: skip

HERE = pathlib.Path(__file__).resolve().parent
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


def bring(path, **options):
    """Imports a file into an empty Blender. Returns the add-on."""
    package = fresh()
    wrong = said(bpy.ops.import_scene.engine_assets, filepath=str(path), **options)
    assert not wrong, wrong
    return package


def take(path, **options):
    """Exports to a file. Returns the error."""
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    return said(bpy.ops.export_scene.engine_assets, filepath=str(path), **options)


def done(path, **options):
    wrong = take(path, **options)
    assert not wrong, wrong


def package():
    return sys.modules[MODULE]


def action(name):
    """The action of an animation."""
    return next(one for one in bpy.data.actions if package().curves.animation_name(one) == name)


def curves(one):
    """The curves of an action, of its first slot."""
    return package().curves.curves_of(one, None if package().curves.USES_TRACKS else one.slots[0])


def nudge(one):
    """Edits the first key of an action."""
    curves(one)[0].keyframe_points[0].co.y += 0.1


def project(folder, files):
    """A project of its own with these files in its folder Models. Returns that folder."""
    place = folder / "Models"
    shutil.rmtree(folder, ignore_errors=True)
    place.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, place / file.name)
    return place


def empties(kind):
    """Imported empties: `hitbox` or `attachment`."""
    return [one for one in bpy.data.objects if one.get("ea_extra") == kind]


def activate(one):
    """Makes an object the active one."""
    bpy.context.view_layer.objects.active = one


def new_object(name, data=None):
    """A new object in the scene."""
    one = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(one)
    return one


def new_cube(name, size=0.5):
    """A new cube; its half size."""
    mesh = bpy.data.meshes.new(name)
    corners = [(x, y, z) for x in (-size, size) for y in (-size, size) for z in (-size, size)]
    mesh.from_pydata(corners, [], [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    return new_object(name, mesh)


def messages():
    """The findings as `place: message`."""
    return [f"{line[1]}: {line[2]}" for line in found()]


def files_of(place):
    """The content of all files below a folder, by their names."""
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}


def jack(place):
    """A project with Jack and his animations. Returns his folder."""
    own = pathlib.Path(words()[2]) / "urho/engine/Data/Models"
    return project(place, [own / "Jack.mdl", *sorted(own.glob("Jack_*.ani"))])


def run(tests):
    """Runs test functions, or those whose names follow the folders on the command line, and prints what each one returns or why it failed."""
    told, named = {}, words()[3:]
    for test in (test for test in tests if not named or test.__name__ in named):
        try:
            told[test.__name__] = test()
        except Exception as error:  # noqa: BLE001  One test doesn't stop the others.
            frame = error.__traceback__
            while frame.tb_next is not None:
                frame = frame.tb_next
            place = f"{pathlib.Path(frame.tb_frame.f_code.co_filename).name} line {frame.tb_lineno}"
            told[test.__name__] = f"FAILED: {place}: {type(error).__name__}: {error}"
    result(failed=[name for name, text in told.items() if str(text).startswith("FAILED")], **told)


def found():
    """The findings that the panel lists."""
    return [(one.severity, one.path, one.message, one.kind, one.object, one.part) for one in bpy.context.window_manager.engine_assets.listed]


def errors():
    return [line for line in found() if line[0] == "error"]


def result(**told):
    print("RESULT", json.dumps(told, default=float), flush=True)
    sys.stdout.flush()
    # Without the messages of a Blender that ends.
    os._exit(0)
