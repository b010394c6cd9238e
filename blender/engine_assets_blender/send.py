"""Send: what changed goes into the originals in the game's folder, where a running engine reloads it."""

import pathlib

import bpy

from . import chosen, exporter, findings, formats, originals, sentences, sources, targets
from .library import needed
from .sentences import Refused, spoken


def originals_of(context):
    """The sources of the objects that can be exported, each with the first of its objects."""
    found = {}
    for one in context.view_layer.objects:
        source = sources.of_object(one)
        if source is not None and chosen.is_exported(one) and formats.format_for(source.entry or source.path, source):
            found.setdefault((source.path, source.entry), (source, one))
    return list(found.values())


def sent(context, source, one):
    """Writes the files of a source that changed. Returns their names, and findings.

    Raises:
        Refused: The original changed since the import, is gone, or can't be written.
    """
    context.view_layer.objects.active = one
    options = formats.Options(format=formats.format_for(source.entry or source.path, source), lossy=True)
    place = f"{source.place()}:{source.entry}" if source.entry else str(source.place())
    target = targets.resolve(place)
    try:
        made, _ = exporter.made(context, target, options)
    except originals.Changed as error:
        what = "is gone" if error.is_gone else "was changed since the import"
        raise Refused(f"The original {what}. Export it, and choose what to do.") from error
    made = needed().Converted(changed(target, made), made.findings, made.restored, made.folder)
    told = targets.guarded(target, made)
    if told:
        raise Refused(f"{'; '.join(told)}.")
    if made.files:
        exporter.write(context, target, made, options)
    return [file.name for file in made.files], made.findings


def changed(target, made):
    """The files of an export that aren't there, or are there with other content."""
    if target.package is None:
        folder = pathlib.Path(made.folder)
        return [file for file in made.files if not same(folder / file.name, file.data)]
    with needed().Package(target.package) as package:
        name = lambda file: target.entry(file.name, made.folder)  # noqa: E731
        return [file for file in made.files if name(file) not in package or bytes(package[name(file)].read()) != file.data]


def same(path, data):
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


class EA_OT_send(bpy.types.Operator):
    """Write everything that changed into the files that it was imported from, without a dialog. An engine that reloads its resources shows it at once"""

    bl_idname = "engine_assets.send"
    bl_label = "Send"

    @spoken
    def execute(self, context):
        if not originals_of(context):
            raise Refused("Nothing here was imported from a file: export it first, and import the file.")
        active = context.view_layer.objects.active
        names, told, failed, objects = [], [], [], []
        with chosen.object_mode(context):
            try:
                for source, one in originals_of(context):
                    try:
                        written, own = sent(context, source, one)
                    except (Refused, OSError, needed().Error) as error:
                        failed.append(needed().Finding("error", source.title(), sentences.of(error)))
                        continue
                    names += written
                    told += own if written else []
                    objects.append(one)
            finally:
                context.view_layer.objects.active = active
        findings.show(context, "Sent", failed + told, objects)
        said = f"Sent {len(names)} files: {', '.join(names[:6])}" if names else "Nothing changed"
        if failed:
            self.report({"ERROR"}, f"{said}. {failed[0].path}: {failed[0].message}")
            return {"CANCELLED"}
        self.report({"INFO"}, said)
        return {"FINISHED"}


CLASSES = (EA_OT_send,)
