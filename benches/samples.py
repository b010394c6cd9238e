#!/usr/bin/env python3
"""Converts glTF files of other programs to each engine, and writes a table of the results: `cargo xtask samples`.

    python3 benches/samples.py [--gltf DIR] [--out FILE]

`--gltf` is a folder of files; default: `gltf/valid` in the corpus, with sample assets of Khronos, test scenes of Blender's exporter and of other readers. The
Khronos validator is the npm module that `.ci/run` installs into `target/gltf-validator`.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from jobs import COMMAND, ROOT, TARGET

TARGETS = ["glb", "mdl", "scene.xml", "pmdl", "pmap", "zed"]


def converted(file, out):
    """Converts a file. Returns whether it was written, and the reason otherwise."""
    command = [COMMAND, "convert", file, "-o", out, "--force"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode == 0:
        return "yes", ""
    lossy = subprocess.run([*command, "--lossy"], capture_output=True, text=True, check=False)
    if lossy.returncode == 0:
        return "with losses", ""
    lines = [line for line in lossy.stderr.splitlines() if ": error" in line or line.startswith("error")] or lossy.stderr.splitlines()
    return "no", (lines or ["no message"])[0].replace(str(file), file.name)


def validated(files):
    """Number of errors of the Khronos validator for each file; empty without the validator."""
    modules = TARGET / "gltf-validator/node_modules"
    if not modules.is_dir():
        return {}
    script = ROOT / "crates/testkit/gltf-validator/check.cjs"
    names = "\n".join(map(str, files)) + "\n"
    process = subprocess.run(
        ["node", script], input=names, capture_output=True, text=True, check=True, env={**os.environ, "NODE_PATH": str(modules)}
    )
    return {Path(verdict["file"]): verdict["errors"] for verdict in map(json.loads, process.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    corpus = os.environ.get("ENGINE_ASSETS_CORPUS", ".")
    parser.add_argument("--gltf", type=Path, default=Path(corpus) / "gltf/valid")
    parser.add_argument("--out", type=Path, default=ROOT / "benches/SAMPLES.md")
    options = parser.parse_args()
    files = sorted(path for path in options.gltf.rglob("*") if path.suffix in (".glb", ".gltf"))
    rows, reasons, sums = [], [], {name: {} for name in TARGETS}
    with tempfile.TemporaryDirectory() as folder:
        made = {}
        for number, file in enumerate(files):
            cells = []
            for name in TARGETS:
                out = Path(folder) / str(number) / f"{file.stem}.{name}"
                out.parent.mkdir(exist_ok=True)
                result, reason = converted(file, out)
                sums[name][result] = sums[name].get(result, 0) + 1
                cells.append(result)
                if reason:
                    reasons.append(f"* {file.relative_to(options.gltf)} to {name}: {reason}")
                if name == "glb" and result != "no":
                    made[file] = out
            rows.append((file, cells))
        before, after = validated(files), validated(made.values())
    errors = lambda verdicts, file: str(verdicts.get(file, "–"))
    heads = ["file", "errors of the file", *TARGETS[:1], "errors of our glb", *TARGETS[1:]]
    lines = [
        "# Files of other programs",
        "",
        "By `cargo xtask samples`: glTF files of the corpus, converted to each format by the defaults. *with losses*: the format can't store something, and "
        "`--lossy` converts the rest. Errors are those of the Khronos validator.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
    ]
    for file, (glb, *others) in rows:
        name = file.relative_to(options.gltf)
        cells = [str(name), errors(before, file), glb, errors(after, made.get(file)), *others]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"{len(files)} files.", ""]
    for name, counts in sums.items():
        lines.append(f"* {name}: " + ", ".join(f"{count} {result}" for result, count in sorted(counts.items(), reverse=True)))
    lines += ["", "## Refusals", "", *(reasons or ["None."])]
    options.out.write_text("\n".join(lines) + "\n")
    print("\n".join(lines[-len(reasons) - 12 :]))


if __name__ == "__main__":
    main()
