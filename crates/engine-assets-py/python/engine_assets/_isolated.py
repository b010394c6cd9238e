"""Reads FBX and OBJ in a separate process: `python -m engine_assets._isolated convert INPUT -o OUTPUT.glb`."""

from __future__ import annotations

import argparse
import sys

from ._convert import convert
from ._errors import Error


def main() -> int:
    """Reads one file. Returns the exit code, which is 1 if no conversion accepts the file, and 2 if it can't be read."""
    parser = argparse.ArgumentParser(prog="python -m engine_assets._isolated")
    parser.add_argument("command", choices=["convert"])
    parser.add_argument("input")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("--max-expanded", type=int, required=True)
    parser.add_argument("--curve-tolerance", type=float)
    parser.add_argument("--lossy", action="store_true")
    asked = parser.parse_args()
    try:
        made = convert(
            [asked.input],
            asked.output,
            lossy=asked.lossy,
            originals=False,
            max_expanded=asked.max_expanded,
            curve_tolerance=asked.curve_tolerance,
        )
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for finding in made.findings:
        print(f"{asked.input}: {finding}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
