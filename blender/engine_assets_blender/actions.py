"""Actions to export."""

import bpy

from . import curves, mend, sources, strips


def wanted(objects, options):
    """The actions to export, and animations of tracks or strips that aren't actions (`strips.Composed`)."""
    if options.actions == "NONE":
        return []
    if options.actions in strips.CHOICES:
        return [one for one in strips.wanted(objects, options.actions) if strips.is_composed(one) or one.engine_assets_export]
    own = [one for one in of(objects) if one.engine_assets_export]
    if options.actions == "ALL":
        return own
    things = [owner for one in objects for owner, _ in curves.owners(one)]
    playing = {curves.animation_name(one.animation_data.action) for one in things if one.animation_data and one.animation_data.action}
    return [one for one in own if curves.animation_name(one) in playing]


def kept(context, objects, exported):
    """Imported actions whose animations stay as they are in the original: nobody edited them, or they aren't exported."""
    rate = mend.rate_of(context.scene)
    edited = {curves.animation_name(one) for one in exported if strips.is_composed(one) or not curves.is_unchanged(one, objects, rate)}
    return [one for one in of(objects) if curves.NAME in one and curves.animation_name(one) not in edited]


def of(objects):
    """Imported actions of the objects, and new actions."""
    models = {sources.model_of(one) for one in objects} | {""}
    return [one for one in bpy.data.actions if one.get(sources.MODEL, "") in models]
