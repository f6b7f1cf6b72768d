#!/usr/bin/env python3
"""Compares the public API of modules with its snapshot, so that widening it is a decision.

    api.py [--record] BUILD-FOLDER MODULE…

It reads the modules in BUILD-FOLDER/Modules, as `swift build` leaves them, by `swift symbolgraph-extract`, and
writes each public symbol on a line: its path and its declaration. Snapshots are in Tests/Snapshots/API. The exit
status is 1 if one differs; `--record` writes them anew. It is run from the package's folder.
"""
import difflib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SNAPSHOTS = Path(__file__).parent.parent / "Snapshots" / "API"


def output(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def platform():
    """The options that name what the compiler builds for."""
    triple = json.loads(output("swift", "-print-target-info"))["target"]["unversionedTriple"]
    sdk = ["-sdk", output("xcrun", "--show-sdk-path").strip()] if sys.platform == "darwin" else []
    return ["-target", triple, *sdk]


def modules_in_c(build):
    """The options by which the compiler finds modules in C: our own, and system libraries of packages."""
    checkouts = build / "../../checkouts"
    folders = {*Path("Sources/C").glob("*/include"), *checkouts.glob("*/*/include")}
    for sources in [Path("Sources/C"), *checkouts.glob("*/Sources")]:
        folders |= {path.parent for path in sources.glob("*/module.modulemap")}
    options = [word for folder in sorted(folders) for word in ("-I", str(folder))]
    for path in sorted(build.glob("*.build/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    lua = output("pkg-config", "--cflags", "lua5.4")
    return options + [word for flag in lua.split() for word in ("-Xcc", flag)]


def symbols(module, build):
    """The public symbols of a module as lines, extensions of other modules' types among them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, *platform(),
             "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder,
             "-I", str(build / "Modules"), *modules_in_c(build)],
            check=True)
        lines = set()
        for path in Path(folder).glob("*.symbols.json"):
            for symbol in json.loads(path.read_text())["symbols"]:
                declaration = "".join(part["spelling"] for part in symbol["declarationFragments"])
                lines.add(".".join(symbol["pathComponents"]) + "\t" + re.sub(r"\s+", " ", declaration))
        return sorted(lines)


def main(arguments):
    recording = "--record" in arguments
    build, *modules = [argument for argument in arguments if argument != "--record"]
    status = 0
    for module in modules:
        lines = [line + "\n" for line in symbols(module, Path(build))]
        snapshot = SNAPSHOTS / f"{module}.txt"
        if recording:
            snapshot.parent.mkdir(parents=True, exist_ok=True)
            snapshot.write_text("".join(lines))
        recorded = snapshot.read_text().splitlines(keepends=True) if snapshot.exists() else []
        difference = list(difflib.unified_diff(recorded, lines, str(snapshot), f"{module} now", n=0))
        if difference:
            status = 1
            sys.stdout.writelines(difference)
            print(f"\nThe public API of {module} differs from its snapshot; make api records what is wanted.")
        else:
            print(f"public API of {module}: {len(lines)} symbols, as recorded")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
