"""Several keys at one time, where a file jumps from one value to another. Blender merges them: there, each is a little after the one before.

Nothing here needs Blender.
"""

import numpy

# Frames between keys of one time in Blender, which merges keys within 0.01 frames.
APART, MERGED = 0.02, 0.01
# Keys that are no further apart are exported at one time.
TOGETHER = 0.025


def apart(document, numbers, rate):
    """Moves keys that Blender would merge apart. Returns whether there were any.

    Args:
        document: The JSON of a .glb.
        numbers: Its floats (`placing.Numbers`).
        rate: Frames per second.
    """
    samplers = [sampler for animation in document.get("animations", []) for sampler in animation["samplers"]]
    found = []
    for accessor in {sampler["input"] for sampler in samplers}:
        own = document["accessors"][accessor]
        if "bufferView" in own and (numpy.diff(numbers.rows(own, own, own["count"])[:, 0]) < MERGED / rate).any():
            found.append(accessor)
    for accessor in found:
        numbers.change(accessor, lambda rows: spread(rows, rate))
    return bool(found)


def spread(rows, rate):
    """Times, in rows, of which none is too near to the one before."""
    times = rows[:, 0].tolist()
    for at in range(1, len(times)):
        if times[at] - times[at - 1] < MERGED / rate:
            times[at] = times[at - 1] + APART / rate
    return numpy.array(times, "f4").reshape(-1, 1)


def together(frames, start, rate):
    """Seconds of the frames of keys. Keys of one time follow each other as closely as floats can."""
    made = []
    for at, frame in enumerate(frames):
        is_same = at > 0 and frame - frames[at - 1] <= TOGETHER
        made.append(float(numpy.nextafter(numpy.float32(made[-1]), numpy.float32("inf"))) if is_same else (frame - start) / rate)
    return made
