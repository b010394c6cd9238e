"""Errors as sentences for artists. Nothing here needs Blender."""

import os
import re

# Labels of the library's options in Blender.
LABELS = (
    ("--lossy", "“Leave Out Unsupported Content”"),
    ("the option into or bind-pose-of", "an original"),
    ("the option into", "exporting into the original"),
    ("the option bind-pose-of", "“Skeleton Of”"),
    ("the option apply-scale", "“Apply Scale”"),
    ("the option facing", "“Turn Around”"),
    ("the option max-bones", "“Maximum Bones”"),
    ("the option scale", "“Scale”"),
    ("the option lod", "“Level of Detail”"),
    ("the option no-materials", "leaving out materials"),
    ("the option no-textures", "leaving out textures"),
    ("the option animations", "a choice of animations"),
    ("the option copy-resources", "“Copy Referenced Files”"),
    ("the option resource-dir", "“Resource Folder”"),
    ("the option resources", "the folders of the preferences"),
    ("the option udm_values", "the format"),
    ("; the option engine sets another engine", ""),
    ("; the option classes takes a table of its attributes, which gives their values types", ""),
)

# Numbers of rules, and options without a label.
RULE = re.compile(r" \(rule \d+\)")
OPTION = re.compile(r"(?:the option |(?<![\w-])--)([a-z]+(?:-[a-z]+)*)(?: [A-Z]{2,})?")

MOST_LOSSES = 6


class Refused(Exception):
    """A refused action, with the reason as a sentence."""


def spoken(execute):
    """An operator that reports errors as sentences."""

    def speaking(self, context):
        try:
            return execute(self, context)
        except Exception as error:  # noqa: BLE001  Every error becomes a sentence.
            self.report({"ERROR"}, of(error))
            return {"CANCELLED"}

    return speaking


def of(error):
    """The sentence for an exception."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, FileExistsError):
        return f"{named(error)} already exists. Tick “Replace Other Files” to replace other files too."
    if isinstance(error, PermissionError):
        return f"{named(error)} can't be read or written: permission denied."
    if isinstance(error, FileNotFoundError):
        return f"{named(error)} doesn't exist."
    if isinstance(error, OSError):
        return f"System error: {error}."
    if hasattr(error, "findings") and getattr(error, "findings"):
        return losses(error.findings)
    if hasattr(error, "message"):
        return said(str(error))
    text = str(error).strip() or type(error).__name__
    if isinstance(error, RuntimeError):
        # Reports of Blender's operators.
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return said(lines[-1].removeprefix("Error: ")) if lines else "Blender stopped without a reason."
    return f"Something unexpected happened: {said(text)} ({type(error).__name__}{place(error)})"


def place(error):
    """The source line of an unexpected error, for bug reports."""
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f", {os.path.basename(trace.tb_frame.f_code.co_filename)} line {trace.tb_lineno}"


def losses(findings):
    """The sentences about content that a format can't store."""
    listed = [f"{place_of(one)}{said(one.message)}" for one in findings[:MOST_LOSSES]]
    more = len(findings) - MOST_LOSSES
    rest = [f"and {more} more"] if more > 0 else []
    return "This format can't store some content. Tick “Leave Out Unsupported Content” to export without it: " + "; ".join(listed + rest) + "."


def place_of(finding):
    return f"{finding.path}: " if finding.path else ""


def said(text):
    """A library message with this add-on's option names, as one line."""
    for option, label in LABELS:
        text = text.replace(option, label)
    text = OPTION.sub(lambda found: f"“{found[1].replace('-', ' ').title()}”", RULE.sub("", text))
    return " ".join(text.split())


def named(error):
    """The file of a system error."""
    if error.filename:
        return str(error.filename)
    # The library puts the name before the reason.
    text = str(error).split("] ", 1)[-1]
    return text.rsplit(": ", 1)[0].strip("'\"") if ": " in text else text


def summary(findings):
    """A summary of findings for the status bar; empty if there are none."""
    counts = [(sum(one.severity == kind for one in findings), kind) for kind in ("error", "warning", "note")]
    parts = [f"{count} {kind}{'s' if count > 1 else ''}" for count, kind in counts if count]
    return ", ".join(parts)
