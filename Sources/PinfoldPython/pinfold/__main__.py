"""The command `pinfold`, as `python -m pinfold`.

It needs the library alone, no module of the package: the script `pinfold` runs this file without them.
"""

import _locale
import ctypes
import os
import signal
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
LIBRARY = "libPinfoldC.dylib" if sys.platform == "darwin" else "libPinfoldC.so"


def main():
    """Runs the command with the arguments of this process, and ends the process as the command does."""
    library = ctypes.CDLL(os.environ.get("PINFOLD_LIBRARY_FILE") or os.path.join(FOLDER, LIBRARY))
    for variable, folder in (("PINFOLD_PLUGINS", "plugins"), ("PINFOLD_SCRIPTS", "scripts")):
        if os.path.isdir(os.path.join(FOLDER, folder)):
            os.environ.setdefault(variable, os.path.join(FOLDER, folder))
    # What Python changed when it started is again as a program finds it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    _locale.setlocale(_locale.LC_ALL, "C")
    words = [b"pinfold", *map(os.fsencode, sys.argv[1:])]
    library.pinfold_command(len(words), (ctypes.c_char_p * len(words))(*words))


if __name__ == "__main__":
    main()
