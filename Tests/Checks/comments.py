#!/usr/bin/env python3
"""Lists lines with comments that are longer than the formatter allows, which does not measure comments.

    comments.py Sources Tests …

The exit status is 1 if there are any.
"""
import re
import sys
from pathlib import Path

COLUMNS = 110
SUFFIXES = {".swift", ".c", ".h", ".cpp", ".hpp"}
# A line that is a comment, or code with a comment behind it; the space keeps web addresses in strings out.
COMMENT = re.compile(r"^\s*(//|/\*|\*)|\s//+\s")


def long_comments(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if len(line) > COLUMNS and COMMENT.search(line):
                    yield f"{path}:{number}: a comment of {len(line)} columns; at most {COLUMNS}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    missing = [name for name in sys.argv[1:] if not Path(name).is_dir()]
    if missing:
        sys.exit("comments.py: no such folder: " + ", ".join(missing))
    found = [line for name in sys.argv[1:] for line in long_comments(Path(name))]
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(1 if found else 0)
