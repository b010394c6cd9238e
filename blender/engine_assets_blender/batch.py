"""Whole folders in and out: an operator, and a script for Blender without a window.

    blender -b --python engine_assets_blender/batch.py -- in Data/Models -o blends
    blender -b --python engine_assets_blender/batch.py -- out blends -o Data/Models --format MDL

`in` makes a .blend of every model, scene and map; `out` exports every .blend, into the originals if they exist. Each failure is a line on
stderr, and the exit status is 1.
"""

import argparse
import os
import pathlib
import sys

import bpy

def blends_below(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*.blend") if path.is_file())


def bring_in(package, folder, out, force):
    """A .blend for every file. Yields the path, and an error sentence or None."""
    found = package.plans.blends(package.library.needed(), folder, out)
    print(f"files {len(found)}", flush=True)
    for path, target in found:
        if target.exists() and not force:
            yield path, f"{target} already exists (--force replaces it)"
            continue
        try:
            emptied(package)
            package.importer.bring(bpy.context, package.sources.Source(str(path)), package.importer.Options())
            target.parent.mkdir(parents=True, exist_ok=True)
            bpy.ops.wm.save_as_mainfile(filepath=str(target.resolve()), check_existing=False)
        except Exception as error:  # noqa: BLE001  One file doesn't stop the others.
            yield path, package.sentences.of(error)
            continue
        yield target, None


def take_out(package, folder, out, options, force):
    """Exports every .blend. Yields as `bring_in`."""
    end = package.formats.EXTENSIONS[options.format] if options.format else None
    found = blends_below(folder)
    print(f"files {len(found)}", flush=True)
    for path in found:
        try:
            bpy.ops.wm.open_mainfile(filepath=str(path))
            own = package.formats.Options(**vars(options))
            source = next((found for found in map(package.sources.of_object, bpy.context.scene.objects) if found), None)
            own.format = own.format or format_of(package, source)
            target = pathlib.Path(out) / path.relative_to(folder).with_suffix(end or package.formats.EXTENSIONS[own.format])
            target.parent.mkdir(parents=True, exist_ok=True)
            result, _ = package.exporter.made(bpy.context, str(target), own)
            result.write(force=force)
        except Exception as error:  # noqa: BLE001
            yield path, package.sentences.of(error)
            continue
        yield target, None


def format_of(package, source):
    """The format of a model's source file."""
    found = package.formats.format_for(source.entry or source.path, source) if source else None
    if found is None:
        raise package.sentences.Refused("it has no source file: choose a format (--format)")
    return found


def emptied(package):
    """An empty Blender with the add-on enabled."""
    bpy.ops.wm.read_homefile(use_empty=True)
    enabled(package.__name__)


def enabled(module):
    """Enables the add-on. Returns its package."""
    import addon_utils

    found = addon_utils.enable(module, default_set=True)
    if found is None:
        sys.exit(f"the add-on {module} can't be switched on")
    return found


def own_package():
    """The name of this file's package: an add-on's folder, or an extension's repository and folder."""
    if __package__:
        return __package__
    folder = pathlib.Path(__file__).resolve().parent
    names = [name for name in bpy.context.preferences.addons.keys() if name.split(".")[-1] == folder.name]
    if names:
        return names[0]
    is_extension = "extensions" in folder.parts
    return f"bl_ext.{folder.parent.name}.{folder.name}" if is_extension else folder.name


def arguments(words):
    parser = argparse.ArgumentParser(prog="batch.py", description=__doc__.split("\n")[0])
    parser.add_argument("direction", choices=("in", "out"), help="from files of engines to .blend, or back")
    parser.add_argument("folder", help="folder with all its folders")
    parser.add_argument("-o", "--output", required=True, help="folder to write into")
    parser.add_argument("--format", default="", help="for `out`: MDL, UMD3, PMDL_B …; default: the format of each source file")
    parser.add_argument("--lossy", action="store_true", help="for `out`: leave out content that the format can't store")
    parser.add_argument("--no-materials", action="store_true", help="of `out`: leave materials out")
    parser.add_argument("--force", action="store_true", help="replace existing files")
    parser.add_argument("--addon", default="", help="name of the add-on's module")
    return parser.parse_args(words)


def main(words):
    asked = arguments(words)
    package = enabled(asked.addon or own_package())
    if asked.direction == "in":
        done = bring_in(package, asked.folder, asked.output, asked.force)
    else:
        options = package.formats.Options(format=asked.format, what="SCENE", lossy=asked.lossy, materials=not asked.no_materials)
        done = take_out(package, asked.folder, asked.output, options, asked.force)
    failed = written = 0
    for path, why in done:
        if why is None:
            written += 1
            print(f"wrote {path}", flush=True)
        else:
            failed += 1
            print(f"error: {path}: {why}", file=sys.stderr, flush=True)
    print(f"wrote {written} files, {failed} failed", flush=True)
    return 1 if failed else 0


def command(direction, folder, out, force, form):
    """The command line of a Blender without a window for the same task."""
    words = ["-b", "--python", os.path.abspath(__file__), "--", direction, folder, "-o", out, "--addon", __package__]
    return [bpy.app.binary_path, *words, *(["--force"] if force else []), *(["--format", form] if form else [])]


if __package__:
    from bpy.props import BoolProperty, EnumProperty, StringProperty

    from .child import Child

    class EA_OT_batch(bpy.types.Operator):
        """Import a whole folder, as one .blend for each file, or export a folder of .blend files"""

        bl_idname = "engine_assets.batch"
        bl_label = "A Whole Folder…"

        direction: EnumProperty(
            name="Direction",
            items=(("in", "In", "From files of engines to .blend files"), ("out", "Out", "From .blend files into their source files")),
            default="in",
        )
        folder: StringProperty(name="Folder", description="Folder to read, with all its folders", subtype="DIR_PATH")
        output: StringProperty(name="To", description="Folder to write into", subtype="DIR_PATH")
        force: BoolProperty(name="Replace Files", description="Replace existing files", default=False)

        def invoke(self, context, _event):
            return context.window_manager.invoke_props_dialog(self, width=420)

        def execute(self, context):
            folder, output = bpy.path.abspath(self.folder), bpy.path.abspath(self.output)
            if not os.path.isdir(folder) or not output:
                self.report({"ERROR"}, "Choose a folder to read, and a folder to write into.")
                return {"CANCELLED"}
            if not bpy.app.binary_path:
                self.report({"ERROR"}, "This Blender has no program of its own to start; call batch.py instead.")
                return {"CANCELLED"}
            # Another Blender does it, so that this one keeps its open file.
            self.child = Child(command(self.direction, folder, output, self.force, ""))
            if bpy.app.background:
                return self.finish()
            self.timer = context.window_manager.event_timer_add(0.5, window=context.window)
            context.window_manager.modal_handler_add(self)
            context.workspace.status_text_set(self.child.status())
            return {"RUNNING_MODAL"}

        def modal(self, context, event):
            if event.type == "ESC" and event.value == "PRESS":
                self.child.cancel()
            elif event.type != "TIMER":
                return {"PASS_THROUGH"}
            elif self.child.is_running():
                context.workspace.status_text_set(self.child.status())
                return {"PASS_THROUGH"}
            return self.closed(context)

        def cancel(self, context):
            """Blender ends the operator itself, for example because it opens another file."""
            self.child.cancel()
            self.closed(context)

        def closed(self, context):
            context.window_manager.event_timer_remove(self.timer)
            context.workspace.status_text_set(None)
            return self.finish()

        def finish(self):
            self.child.wait()
            for line in self.child.errors:
                self.report({"WARNING"}, line)
            if self.child.more_errors:
                self.report({"WARNING"}, f"{self.child.more_errors} more files failed.")
            self.report({"WARNING" if self.child.is_cancelled else "INFO"}, self.child.summary())
            return {"CANCELLED"} if self.child.is_cancelled else {"FINISHED"}

    CLASSES = (EA_OT_batch,)
elif __name__ == "__main__":
    sys.exit(main(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]))
