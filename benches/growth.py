#!/usr/bin/env python3
"""Measures how jobs of the command grow: processor time and peak memory against the number of files, nodes, triangles or entries.

    cargo build --release -p engine-assets-cli
    python3 benches/growth.py [--work DIR] [--most POWER] [--only WORD]

Sizes are powers of ten, up to 10^POWER if it is given. The result is written to `target/bench/growth.tsv`, which `cargo xtask bench` draws: subject,
job, size, seconds of the processor, bytes of memory.
"""

import argparse
import os
import shutil
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import job_inputs as inputs
from jobs import COMMAND, TARGET, convert, once

# A job below this time runs three times, and the least counts.
SHORT = 0.5
# A job isn't run with ten times as many if that would need more seconds or more of the machine's memory.
LONGEST = 600
MOST = 0.6 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


def project(work, count):
    """A resource folder: doctor, references, a rename, and a conversion of what is newer."""
    data, glb = work / "Data", work / "glb"
    inputs.project(data, count)
    once(convert(data, "-o", glb, "--to", "glb"))
    return {
        "doctor": [COMMAND, "doctor", data],
        "refs --graph json": [COMMAND, "refs", "--graph", "json", "--project", data],
        "refs of one texture": [COMMAND, "refs", "Textures/0/0.png", "--project", data],
        "rename one texture": [COMMAND, "rename", data, "Textures/0/0.png", "Textures/Renamed.png"],
        "convert --newer": convert(data, "-o", glb, "--to", "glb", "--newer"),
    }


def nodes(work, count):
    """A scene: to glTF and back, compared with a changed one, merged with it."""
    base = work / "base/Data/Scenes/Big.xml"
    inputs.nodes(base, count)
    inputs.box(work / "base/Data")
    text = base.read_text()
    ours, theirs, glb = work / "ours.xml", work / "theirs.xml", work / "nodes.glb"
    ours.write_text(text.replace('value="Crate 1"', 'value="Barrel"'))
    # About every tenth node stands higher.
    theirs.write_text(text.replace("7 0.5 ", "7 0.75 "))
    once(convert(base, "-o", glb))
    return {
        "to glb": convert(base, "-o", work / "again.glb", "--force"),
        "back to XML": convert(glb, "-o", work / "back/Data/Scenes/Big.xml", "--lossy", "--force"),
        "diff": [COMMAND, "diff", base, theirs],
        "merge": [COMMAND, "merge", base, ours, theirs, "-o", work / "merged.xml", "--force"],
    }


def triangles(work, count):
    """A model: from glTF and back, checked, drawn."""
    side = max(2, round((count / 2) ** 0.5) + 1)
    glb, model = work / "sheet.glb", work / "Models/Sheet.mdl"
    inputs.sheet(glb, side, True)
    model.parent.mkdir()
    once(convert(glb, "-o", model))
    assert model.is_file(), "the model isn't converted"
    return {
        "glb to mdl": convert(glb, "-o", model, "--force"),
        "mdl to glb": convert(model, "-o", work / "again.glb", "--force"),
        "validate": [COMMAND, "validate", model],
        "render": [COMMAND, "render", model, "-o", work / "picture.png", "--force"],
    }


def entries(work, count):
    """A package of small files."""
    folder, package = work / "files", work / "files.pak"
    for index in range(count):
        path = folder / str(index // 1000) / f"{index}.txt"
        if index % 1000 == 0:
            path.parent.mkdir(parents=True)
        path.write_bytes(b"%d\n" % index * 4)
    once([COMMAND, "pak", "pack", folder, "-o", package])
    return {
        "pak pack --lz4": [COMMAND, "pak", "pack", folder, "-o", work / "again.pak", "--lz4", "--force"],
        "pak list": [COMMAND, "pak", "list", package],
        "pak verify": [COMMAND, "pak", "verify", package],
        "validate": [COMMAND, "validate", package],
        "pak unpack": [COMMAND, "pak", "unpack", package, "-o", work / "unpacked", "--force"],
    }


# Subject, its unit, the least and the greatest power of ten. The command refuses a glb of 10^7 triangles: it needs more memory than a hostile file may.
SUBJECTS = [(project, "files", 2, 5), (nodes, "nodes", 2, 6), (triangles, "triangles", 2, 6), (entries, "entries", 2, 6)]


def measured(command):
    runs = [once(command)]
    while len(runs) < 3 and runs[0][0] < SHORT:
        runs.append(once(command))
    return min(run[0] for run in runs), max(run[2] for run in runs)


def results(prepare, work, unit, count, last):
    """Measures the jobs of a size, and returns their lines. `last` has the results of the size before, and gets those of this one."""
    # In a process of its own: the system counts the memory of the process that starts a command as the command's.
    with ProcessPoolExecutor(1) as pool:
        commands = pool.submit(prepare, work, count).result()
    lines = []
    for name, command in commands.items():
        before = last.get(name, (0, 0))
        if before[0] * 10 > LONGEST or before[1] * 10 > MOST:
            print(f"skipped: {name} of {count} {unit}: going by the last, it needs {before[0] * 10:.0f} s, {before[1] * 10:.0f} MB")
            continue
        cpu, peak = last[name] = measured(command)
        lines.append(f"{unit}\t{name}\t{count}\t{cpu:.4f}\t{peak * 2**20:.0f}")
        print(lines[-1], flush=True)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default=None)
    parser.add_argument("--most", type=int, default=9)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    out = TARGET / "bench/growth.tsv"
    out.parent.mkdir(parents=True, exist_ok=True)
    chosen = [subject for subject in SUBJECTS if options.only in subject[0].__name__]
    units = [unit for _, unit, _, _ in chosen]
    before = out.read_text().splitlines() if out.exists() else []
    lines = [line for line in before if line.split("\t")[0] not in units]
    for prepare, unit, least, most in chosen:
        last = {}
        for power in range(least, min(most, options.most) + 1):
            work = Path(tempfile.mkdtemp(dir=options.work))
            try:
                lines += results(prepare, work, unit, 10**power, last)
                out.write_text("\n".join([*lines, ""]))
            finally:
                shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
