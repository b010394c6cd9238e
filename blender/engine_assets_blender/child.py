"""A program that works on many files, and says so line by line. Nothing here needs Blender."""

import subprocess
import threading

# Lines of errors that are kept: a folder can have any number of broken files.
MOST_ERRORS = 200


class Child:
    """A running program. Its lines are read while it runs: a full pipe would stop it for ever.

    The program prints `files 12` first, then `wrote PATH` or `error: PATH: WHY` for each file, and a line of numbers at the end.
    """

    def __init__(self, command):
        self.total, self.done, self.errors, self.more_errors = None, 0, [], 0
        self.last = ""
        self.is_cancelled = False
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace")
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        with self.process.stdout as lines:
            for line in lines:
                self.take(line.rstrip("\n"))

    def take(self, line):
        """Counts one line."""
        head, _, rest = line.partition(" ")
        if head == "files" and rest.isdigit():
            self.total = int(rest)
        elif head == "error:":
            self.done += 1
            if len(self.errors) < MOST_ERRORS:
                self.errors.append(rest)
            else:
                self.more_errors += 1
        elif head == "wrote" and rest.endswith(" failed"):
            self.last = line
        elif head == "wrote":
            self.done += 1

    def is_running(self):
        return self.process.poll() is None or self.reader.is_alive()

    def wait(self):
        self.process.wait()
        self.reader.join()

    def cancel(self):
        """Ends the program after the file that it writes. Files that are written stay."""
        self.is_cancelled = True
        self.process.terminate()

    def status(self):
        """What it does now, for people."""
        if self.total is None:
            return "Engine Assets: listing the files of the folder … Esc cancels"
        return f"Engine Assets: {self.done} of {self.total} files … Esc cancels"

    def summary(self):
        """What it has done, for people."""
        if self.is_cancelled:
            return f"Cancelled after {self.done} of {self.total if self.total is not None else 'some'} files."
        return self.last or "Nothing was written."
