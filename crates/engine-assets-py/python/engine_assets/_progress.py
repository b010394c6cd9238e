"""Shows the progress of long work: a bar if tqdm is installed, otherwise lines."""

from __future__ import annotations

import importlib
import sys
import threading
import time
from typing import Any, Optional

SECONDS = 2.0


class Progress:
    """Counts finished items on stderr. You can call this from any thread."""

    def __init__(self, title: str, unit: str = "files") -> None:
        self._title = title
        self._unit = unit
        self._lock = threading.Lock()
        self._last = time.monotonic()
        self._bar: Any = None

    def __call__(self, done: int, total: int, what: object = "") -> None:
        with self._lock:
            bar = self._tqdm(total)
            if bar is not None:
                bar.update(done - bar.n)
            elif done == total or time.monotonic() - self._last >= SECONDS:
                self._last = time.monotonic()
                print(f"{self._title}: {done} of {total} {self._unit} {what}".rstrip(), file=sys.stderr)

    def _tqdm(self, total: int) -> Optional[Any]:
        if self._bar is None:
            try:
                self._bar = importlib.import_module("tqdm.auto").tqdm(total=total, desc=self._title, unit=" " + self._unit)
            except ImportError:
                self._bar = False
        return self._bar or None

    def close(self) -> None:
        """Removes the bar."""
        if self._bar:
            self._bar.close()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
