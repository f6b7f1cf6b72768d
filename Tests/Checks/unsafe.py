#!/usr/bin/env python3
"""Checks that raw memory is handled in one folder of the core.

    unsafe.py Sources/Pinfold

Counts per folder the lines that name an unsafe type or function, are marked `unsafe`, or declare `@unchecked Sendable`
or `nonisolated(unsafe)`. Memory/ may have any number; other folders as many as EXCEPTIONS says, which may only shrink.
The exit status is 1 if a folder has more, or fewer: then lower the number.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

from folders import code

FREE = "Memory"
EXCEPTIONS = {"Strategies/Radius": 0}
UNSAFE = re.compile(
    r"\bunsafe\b|\b(?:Unsafe|Unmanaged|OpaquePointer|withUnsafe|unsafe[A-Z])\w*|@unchecked\s+Sendable|\bunsafely\w*")


def lines(root):
    for path in sorted(root.rglob("*.swift")):
        folder = path.relative_to(root).parent.as_posix()
        if folder != FREE:
            for number, line in enumerate(code(path.read_text(encoding="utf-8")).splitlines(), 1):
                if UNSAFE.search(line):
                    yield folder, f"{path}:{number}: {line.strip()}"


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    found = defaultdict(list)
    for folder, line in lines(Path(sys.argv[1])):
        found[folder].append(line)
    problems = []
    for folder in sorted(found.keys() | EXCEPTIONS.keys()):
        count, allowed = len(found[folder]), EXCEPTIONS.get(folder, 0)
        if count > allowed:
            problems += found[folder]
            problems.append(
                f"{folder}: {count} unsafe lines, at most {allowed}. Use a Column of a Scratch, or add to {FREE}/ what is missing.")
        elif count < allowed:
            problems.append(f"{folder}: {count} unsafe lines; write {count} instead of {allowed} in {sys.argv[0]}.")
    print(*problems, sep="\n", end="\n" if problems else "")
    sys.exit(1 if problems else 0)
