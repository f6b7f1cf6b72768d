#!/usr/bin/env python3
"""Checks that raw memory is handled in few folders of a module.

    unsafe.py Sources/Pinfold
    unsafe.py Sources/PinfoldData Files SQLite
    unsafe.py --sendable Sources/PinfoldScripting

Names the lines outside Memory/ and the folders named that name an unsafe type or function, are marked `unsafe`, or declare
`@unchecked Sendable` or `nonisolated(unsafe)`. The exit status is 1 if there is one. With `--sendable`,
`@unchecked Sendable` is allowed everywhere: objects of a Lua state are used by one thread at a time.
"""
import re
import sys
from pathlib import Path

from folders import code

FREE = "Memory"
UNSAFE = re.compile(
    r"\bunsafe\b(?!: Bool| \?)|\b(?:Unsafe|Unmanaged|OpaquePointer|withUnsafe|unsafe[A-Z])\w*|\bunsafely\w*")
SENDABLE = re.compile(r"@unchecked\s+Sendable")


def lines(root, free, patterns):
    for path in sorted(root.rglob("*.swift")):
        folder = path.relative_to(root).parent.as_posix()
        if folder not in free:
            for number, line in enumerate(code(path.read_text(encoding="utf-8")).splitlines(), 1):
                if any(pattern.search(line) for pattern in patterns):
                    yield f"{path}:{number}: {line.strip()}"


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name != "--sendable"]
    if not names or not Path(names[0]).is_dir():
        sys.exit(__doc__)
    patterns = [UNSAFE] if "--sendable" in sys.argv else [UNSAFE, SENDABLE]
    found = list(lines(Path(names[0]), {FREE, *names[1:]}, patterns))
    if found:
        print(*found, f"Use a checked view of {FREE}/, or add there what is missing.", sep="\n")
    sys.exit(1 if found else 0)
