"""What the tests of the Python package share."""

import json
import os
import pathlib
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("PINFOLD_COMMAND", str(ROOT / ".build/release/pinfold"))

#: The seconds after which a test that waits fails. What it waits for takes a few at most, on a processor that others use too.
LIMIT = 300

#: Points with everything that points can have.
PLACES = """id,name,lon,lat,people,kind
a1,"Nord, Gare",2.3553,48.8809,292,station
a2,Est,2.3590,48.8768,49,station
b1,Lyon,2.3743,48.8443,,station
b2,Part-Dieu,4.8594,45.7606,35,halt
c1,Suva,178.4419,-18.1416,93,halt
c2,Taveuni,-179.98,-16.9,12,halt
c3,Taveuni,-179.98,-16.9,7,halt
"""


def heeds_ctrl_c():
    """Has a process that is started heed Ctrl-C. What a shell starts in the background ignores it, and so what that starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*arguments, folder=ROOT):
    """What the command writes."""
    done = subprocess.run([COMMAND, *arguments], cwd=folder, capture_output=True, check=True, timeout=LIMIT)
    return done.stdout


def listed(*arguments):
    return json.loads(run(*arguments))


def resident():
    """The memory that the process holds, in bytes."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")
