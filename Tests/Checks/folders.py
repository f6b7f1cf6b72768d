#!/usr/bin/env python3
"""Checks that the folders inside a Swift module form no circle.

    folders.py Sources/Pinfold [Sources/Other …]

A folder uses another if one of its files names a type declared there. Only types count: a method belongs to the type
that it extends. A folder inside a folder is a folder of its own; the files beside all folders are the folder `.`.
The exit status is 1 if any module has a circle; the report then lists what to move: each use on the circle, once.

It reads text, not syntax trees. Comments and literals are skipped (interpolated code is not). A name is not counted in
a file that declares it itself, as a private or nested type, an associated type or a generic parameter. A name that a
file's types have as a nested one, declared in another file, stands for that.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

NAME = r"[A-Z]\w*"
DECLARATION = re.compile(rf"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+({NAME})")
EXTENSION = re.compile(rf"\bextension\s+({NAME}(?:\.{NAME})*)")
GENERIC = re.compile(r"\b(?:func|init|struct|class|enum|actor|typealias|subscript)\b[^\n(<{=]*<([^>]*)")
PRIVATE = re.compile(r"\b(?:private|fileprivate)\b[\w\s@]*$")
PATH = re.compile(rf"(?<![\w.`])({NAME}(?:\s*\.\s*{NAME})*)")
SCOPE = re.compile(rf"{EXTENSION.pattern}|{DECLARATION.pattern}|[{{}}]")


def code(text):
    """The text with its comments and literals blanked, line for line."""
    out = list(text)
    length = len(text)

    def blank(start, end):
        for i in range(start, min(end, length)):
            if out[i] != "\n":
                out[i] = " "

    def literal(start):
        """Blanks the string literal that opens at `start` and returns the index after it."""
        opening = re.compile(r'(#*)("""|")').match(text, start)
        hashes, quote = opening.groups()
        closing, escape = quote + hashes, "\\" + hashes
        i = opening.end()
        blank(start, i)
        while i < length and not text.startswith(closing, i):
            if text.startswith(escape + "(", i):
                blank(i, i + len(escape))
                i = scan(i + len(escape) + 1, ")")
            elif text.startswith(escape, i):
                blank(i, i + len(escape) + 1)
                i += len(escape) + 1
            elif text[i] == "\n" and quote == '"':
                return i
            else:
                blank(i, i + 1)
                i += 1
        blank(i, i + len(closing))
        return i + len(closing)

    def scan(i, end=None):
        """Goes over code up to the bracket that closes it, and returns the index after that."""
        depth = 0
        while i < length:
            if text.startswith("//", i):
                stop = text.find("\n", i)
                stop = length if stop < 0 else stop
                blank(i, stop)
                i = stop
            elif text.startswith("/*", i):
                start, nesting, i = i, 1, i + 2
                while i < length and nesting:
                    step = {"/*": 1, "*/": -1}.get(text[i:i + 2], 0)
                    nesting += step
                    i += 2 if step else 1
                blank(start, i)
            elif re.compile(r'#*"').match(text, i):
                i = literal(i)
            else:
                if end and text[i] == "(":
                    depth += 1
                elif end and text[i] == ")":
                    if depth == 0:
                        return i + 1
                    depth -= 1
                i += 1
        return i

    scan(0)
    return "".join(out)


def system(source):
    """The code without what stands for the system's own types in a module for WebAssembly."""
    return re.sub(r"(?ms)^#if hasFeature\(Embedded\)\n.*?^#(?:else|endif)$", "", source)


def declarations(source):
    """The qualified names of the types that a source declares, and whether each can be seen from other files."""
    scopes, pending = [], None
    for match in SCOPE.finditer(source):
        extended, declared = match.group(1), match.group(2)
        if extended:
            pending = extended
        elif declared:
            enclosing = [name for name in scopes if name]
            pending = (enclosing[-1] + "." if enclosing else "") + declared
            line = source[source.rfind("\n", 0, match.start()) + 1:match.start()]
            yield pending, not PRIVATE.search(line)
            if "typealias" in match.group(0) or "associatedtype" in match.group(0):
                pending = None
        elif match.group(0) == "{":
            scopes.append(pending)
            pending = None
        elif scopes:
            scopes.pop()


def uses(module):
    """The folders of a module, and its uses of types: (from, to) → [(file, line, type)]."""
    sources = {path: system(code(path.read_text())) for path in sorted(module.rglob("*.swift"))}
    folder = {path: str(path.parent.relative_to(module)) for path in sources}
    home, own, scopes = {}, defaultdict(set), {}
    for path, source in sources.items():
        scopes[path] = set(EXTENSION.findall(source))
        for name, visible in declarations(source):
            scopes[path].add(name)
            if visible:
                home[name] = folder[path]
            if not visible or "." in name:
                own[path].add(name.split(".")[-1])
        for parameters in GENERIC.findall(source):
            own[path].update(re.findall(rf"(?:^|,)\s*(?:each\s+|let\s+)?({NAME})", parameters))

    edges = defaultdict(list)
    for path, source in sources.items():
        for match in PATH.finditer(source):
            parts = re.split(r"\s*\.\s*", match.group(1))
            if parts[0] == module.name and len(parts) > 1:
                parts = parts[1:]
            elif parts[0] in own[path]:
                continue
            else:
                enclosing = next((scope for scope in sorted(scopes[path]) if f"{scope}.{parts[0]}" in home), None)
                parts = parts if enclosing is None else [f"{enclosing}.{parts[0]}"] + parts[1:]
            line = source.count("\n", 0, match.start()) + 1
            for count in range(1, len(parts) + 1):
                name = ".".join(parts[:count])
                if home.get(name, folder[path]) != folder[path]:
                    edges[folder[path], home[name]].append((path, line, name))
    return set(folder.values()), edges


def circles(folders, edges):
    """The sets of two or more folders that reach each other."""
    reach = {start: set() for start in folders}
    for start in folders:
        todo = [start]
        while todo:
            here = todo.pop()
            for source, target in edges:
                if source == here and target not in reach[start]:
                    reach[start].add(target)
                    todo.append(target)
    found = {frozenset(b for b in reach[a] if a in reach[b]) for a in folders}
    return sorted((sorted(circle) for circle in found if len(circle) > 1))


def report(module):
    folders, edges = uses(module)
    found = circles(folders, edges)
    if not found:
        print(f"{module}: {len(folders)} folders, no circle")
    for circle in found:
        print(f"{module}: a circle of {len(circle)} of {len(folders)} folders: {', '.join(circle)}")
        inside = {pair: found for pair, found in edges.items() if set(pair) <= set(circle)}
        for (source, target), places in sorted(inside.items(), key=lambda item: len(item[1])):
            print(f"  {source} uses {target}, {len(places)} times:")
            seen = set()
            for path, line, name in places:
                if (path, name) not in seen:
                    seen.add((path, name))
                    print(f"    {path}:{line}: {name}")
    return bool(found)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    missing = [name for name in sys.argv[1:] if not Path(name).is_dir()]
    if missing:
        sys.exit("folders.py: no such folder: " + ", ".join(missing))
    sys.exit(1 if any([report(Path(name)) for name in sys.argv[1:]]) else 0)
