"""Triggers in the text of a side file (XML or JSON): comments, order and spelling of the others stay. Nothing here needs Blender."""

import json
import re
from xml.sax.saxutils import quoteattr

TRIGGER = re.compile(r"<trigger\b[^>]*?(?:/>|>.*?</trigger\s*>)", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
ATTRIBUTE = r"""(\b{}\s*=\s*)("[^"]*"|'[^']*')"""
NEAR = 1e-4


def edited(text, marks, length):
    """The text of a side file with other triggers.

    Args:
        text: The side file.
        marks: Wanted triggers: (time, type, value, time in the file or None for new ones).
        length: Length of the animation in seconds, for normalised times.

    Returns:
        The text; None if it has to be written anew.
    """
    spans = elements(text)
    left = [(span, time_of(text[slice(*span)], length), value_of(text[slice(*span)])) for span in spans]
    if any(time is None for _, time, _ in left):
        return None
    changes, new = [], []
    for time, kind, value, before in marks:
        found = next((one for one in left if before is not None and abs(one[1] - before) < NEAR and one[2] == value), None)
        if found is None:
            new.append((time, kind, value))
            continue
        left.remove(found)
        if abs(found[1] - time) >= NEAR:
            changes.append((found[0], moved(text[slice(*found[0])], time, length)))
    changes += [(whole_line(text, span), "") for span, _, _ in left]
    end = text.rfind("</animation")
    if new and end < 0:
        return None
    start = text.rfind("\n", 0, end) + 1
    lines = "".join(f"\t{element(*one)}\n" for one in new)
    changes += [((start, start), lines)] if new else []
    for (begin, stop), with_text in sorted(changes, reverse=True):
        text = text[:begin] + with_text + text[stop:]
    return text


def elements(text):
    """Spans of the trigger elements, outside of comments."""
    comments = [found.span() for found in COMMENT.finditer(text)]
    inside = lambda place: any(begin <= place < stop for begin, stop in comments)  # noqa: E731
    return [found.span() for found in TRIGGER.finditer(text) if not inside(found.start())]


def attribute(element_text, name):
    found = re.search(ATTRIBUTE.format(name), element_text)
    return found[2][1:-1] if found else None


def time_of(element_text, length):
    """Seconds of a trigger; None if it has no readable time."""
    time, share = attribute(element_text, "time"), attribute(element_text, "normalizedtime")
    try:
        return float(share) * length if share is not None else float(time)
    except (TypeError, ValueError):
        return None


def value_of(element_text):
    value = attribute(element_text, "value") or ""
    for code, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        value = value.replace(code, sign)
    return value


def moved(element_text, time, length):
    """A trigger at another time, which stays normalised if it was."""
    is_share = attribute(element_text, "normalizedtime") is not None
    name, value = ("normalizedtime", time / length) if is_share else ("time", time)
    return re.sub(ATTRIBUTE.format(name), lambda found: f'{found[1]}"{value:.6g}"', element_text, count=1)


def element(time, kind, value):
    return f'<trigger time="{time:.6g}" type="{kind}" value={quoteattr(value)} />'


def whole_line(text, span):
    """A span with the line that it is alone in."""
    begin, stop = text.rfind("\n", 0, span[0]) + 1, text.find("\n", span[1])
    stop = len(text) if stop < 0 else stop + 1
    return (begin, stop) if text[begin : span[0]].strip() == "" and text[span[1] : stop].strip() == "" else span


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def edited_json(text, marks, length):
    """The text of a JSON side file with other triggers: as `edited`."""
    try:
        document = json.loads(text)
        left = [(one, json_time(one, length), json_text(one.get("value"))) for one in document["triggers"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if any(time is None for _, time, _ in left):
        return None
    made = []
    for time, kind, value, before in marks:
        found = next((one for one in left if before is not None and abs(one[1] - before) < NEAR and one[2] == value), None)
        if found is None:
            made.append((time, {"time": rounded(time), "type": kind, "value": json_value(kind, value)}))
            continue
        left.remove(found)
        if abs(found[1] - time) >= NEAR:
            is_share = "normalizedTime" in found[0]
            found[0]["normalizedTime" if is_share else "time"] = rounded(time / length if is_share else time)
        made.append((time, found[0]))
    document["triggers"] = [one for _, one in sorted(made, key=lambda pair: pair[0])]
    indent = re.search(r"\n([ \t]+)", text)
    return json.dumps(document, indent=indent[1] if indent else None, ensure_ascii=False) + ("\n" if text.endswith("\n") else "")


def rounded(value):
    return float(f"{value:.6g}")


def json_time(trigger, length):
    """Seconds of a trigger; None if it has no readable time."""
    share, time = trigger.get("normalizedTime"), trigger.get("time")
    if isinstance(share, (int, float)):
        return share * length
    return time if isinstance(time, (int, float)) else None


def json_text(value):
    """A value of JSON as the text of a trigger."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else f"{value:.6g}" if isinstance(value, (int, float)) else ""


def json_value(kind, text):
    """The text of a trigger as a value of JSON."""
    if kind == "Bool":
        return text.lower() == "true"
    if kind in ("Int", "Float", "Double"):
        return int(text) if kind == "Int" else float(text)
    return text
