#!/usr/bin/env python3
"""Checks that raw memory is handled in few folders of a module.

    unsafe.py Sources/Pinfold
    unsafe.py Sources/PinfoldData Files SQLite

Names the lines outside Memory/ and the folders named that name an unsafe type or function, are marked `unsafe`, or declare
`@unchecked Sendable` or `nonisolated(unsafe)`. The exit status is 1 if there is one.
"""
import re
import sys
from pathlib import Path

from folders import code

FREE = "Memory"
UNSAFE = re.compile(
    r"\bunsafe\b|\b(?:Unsafe|Unmanaged|OpaquePointer|withUnsafe|unsafe[A-Z])\w*|@unchecked\s+Sendable|\bunsafely\w*")


def lines(root, free):
    for path in sorted(root.rglob("*.swift")):
        folder = path.relative_to(root).parent.as_posix()
        if folder not in free:
            for number, line in enumerate(code(path.read_text(encoding="utf-8")).splitlines(), 1):
                if UNSAFE.search(line):
                    yield f"{path}:{number}: {line.strip()}"


if __name__ == "__main__":
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    found = list(lines(Path(sys.argv[1]), {FREE, *sys.argv[2:]}))
    if found:
        print(*found, f"Use a checked view of {FREE}/, or add there what is missing.", sep="\n")
    sys.exit(1 if found else 0)
