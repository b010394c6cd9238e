"""The command: `python -m engine_assets.farm`."""

from __future__ import annotations

import argparse
import sys

from . import __doc__ as documentation
from . import farm


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. Returns the exit status: 0, or 1 if files couldn't be read or stored, or 2 for wrong arguments."""
    parser = argparse.ArgumentParser("python -m engine_assets.farm", description=(documentation or "").split("\n", 1)[0])
    parser.add_argument("source", help="folder, or URL that fsspec knows")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="folder of the report, which all workers see")
    parser.add_argument("--to", choices=("glb", "png", "parquet"), help="also write models as glTF, pictures, or the tables as Parquet")
    parser.add_argument("--workers", type=int, default=0, metavar="COUNT", help="processes; by default one per core")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; or threads, or sync for none at all")
    parser.add_argument("--fresh", action="store_true", help="check all files again")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    given = parser.parse_args(arguments)
    try:
        result = farm(
            given.source,
            given.output,
            to=given.to,
            workers=given.workers,
            scheduler=given.scheduler,
            fresh=given.fresh,
            progress=not given.quiet,
        )
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(result, file=sys.stderr)
    for problem in result.problems[:10]:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if result.problems else 0


if __name__ == "__main__":
    sys.exit(main())
