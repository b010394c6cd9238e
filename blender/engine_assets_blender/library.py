"""The library: the module `engine_assets`. An extension contains it as a wheel, an add-on in its folder."""

import importlib
import pathlib
import sys

from .sentences import Refused

BESIDE = pathlib.Path(__file__).parent / "lib"
_why = ""


def load():
    """Makes the module known. Returns it, or None."""
    global _why
    try:
        return importlib.import_module("engine_assets")
    except ImportError as error:
        _why = str(error)
    if BESIDE.is_dir():
        if str(BESIDE) not in sys.path:
            sys.path.append(str(BESIDE))
        try:
            return importlib.import_module("engine_assets")
        except ImportError as error:
            _why = str(error)
    return None


def needed():
    """The module.

    Raises:
        Refused: It isn't there, or not for this system.
    """
    module = load()
    if module is None:
        raise Refused(f"The library of this add-on can't be loaded here: take the download for your system and version of Blender ({_why}).")
    return module
