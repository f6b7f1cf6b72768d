#!/usr/bin/env python3
"""Lists phrases that readers stumbled over, in help texts and pages.

    phrases.py FILE …

The exit status is 1 if there are any. Help texts are looked at as they are recorded in Tests/Snapshots/Help.
"""
import re
import sys
from pathlib import Path

# Each with what to write instead.
PHRASES = {
    r"Without it[:,]": "Default:",
    r"\bfound out\b": "detected",
    r"\b(nobody|somebody)\b": "no program, someone, a user",
    r"\bWhoever\b": "a user who",
    r"\banew\b": "again",
    r"\btells? of\b": "reports",
    r"\bas (it|each strategy|the strategy) likes\b": "the strategy's own",
    r"\bno more than is\b": "only what",
    r"\bcomes to the same\b": "is the same",
    r"\bstrewn\b": "scattered",
    r"\bslip of the fingers\b": "typo",
    r"\btruth values?\b": "boolean",
}


def findings(path):
    # A phrase may go on in the next line.
    text = path.read_text(encoding="utf-8")
    for pattern, better in PHRASES.items():
        for found in re.finditer(pattern.replace(" ", r"\s+"), text):
            line = text.count("\n", 0, found.start()) + 1
            phrase = " ".join(found.group().split())
            yield f"{path}:{line}: '{phrase}'; plainer: {better}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = [line for name in sys.argv[1:] for line in findings(Path(name))]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
