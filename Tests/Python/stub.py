"""Writes the types of strategies and their parameters, `_strategies.pyi`, from what the package registers."""

import re
import textwrap

import pinfold

HEAD = '''"""The strategies and their parameters, generated: RECORD_SNAPSHOTS=1 with Tests/Python/test_types.py writes the file again."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, overload

import numpy as np

from . import Map

Whole: TypeAlias = int | np.integer[Any]
Number: TypeAlias = float | np.floating[Any] | np.integer[Any]

#: Pixels on the screen, the same at every zoom or by zoom: `{0: 80, 12: 40}`.
Size: TypeAlias = Number | Mapping[int, Number] | Mapping[str, Number]

#: The strategies that come with the package.
'''

#: The types of the steps that any strategy takes.
STEPS = {
    "representative": "str | Mapping[str, Any]", "limits": "Mapping[str, Any]", "selected": "Iterable[str | Whole]",
    "separate": "bool | Mapping[str, Any]",
}


def words(names):
    return "Literal[" + ", ".join(f'"{name}"' for name in names) + "]"


def type_of(parameter):
    kinds = {"number": "Number", "integer": "Whole", "size": "Size", "flag": "bool"}
    return words(parameter["words"]) if parameter["type"] == "choice" else kinds[parameter["type"]]


def default_of(parameter):
    text = parameter["default"]
    return {"choice": f'"{text}"', "flag": text.capitalize()}.get(parameter["type"], text)


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def steps():
    """The names of the steps, as a mistake lists them."""
    try:
        pinfold.Points([0.0], [0.0]).cluster("none", nothing=1)
    except pinfold.Error as error:
        names = str(error).rpartition("there are: ")[2].split(", ")[1:]
    return {name: STEPS[name] for name in names}


def lines(items, indent):
    """Items with commas between them, in lines."""
    joined = " ".join((item if len(item) > 100 else item.replace(" ", "\0")) + "," for item in items)
    return textwrap.fill(
        joined, 118, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
    ).replace("\0", " ")


def signature(strategy, keywords, note=""):
    listed = lines(["self", f"strategy: {strategy}", "*", "threads: int = 0", *keywords], " " * 8)
    return textwrap.indent(note, "    #: ") + f"    @overload\n    def cluster(\n{listed}\n    ) -> Map: ...\n"


def stub():
    strategies = pinfold.names()
    common = [f"{name}: {kind} = ..." for name, kind in steps().items()]
    names = lines([f'"{entry["name"]}"' for entry in strategies], "    ")
    text = f"{HEAD}StrategyName: TypeAlias = Literal[\n{names}\n]\n\nclass Clustered:\n"
    types = {}
    for entry in strategies:
        own = [f"{snake(p['name'])}: {type_of(p)} = {default_of(p)}" for p in entry["parameters"]]
        for parameter in entry["parameters"]:
            types.setdefault(snake(parameter["name"]), set()).add(type_of(parameter))
        usual = entry["name"] == "separate"
        text += signature(words([entry["name"]]) + (" | None = None" if usual else ""), own + common)
    own = [f"{name}: {' | '.join(sorted(kinds))} = ..." for name, kinds in sorted(types.items())]
    return text + signature("str | Mapping[str, Any]", own + common, (
        "Other definitions, and names that are known later. A checker of types knows no parameters of plugins that do not\n"
        "come with the package: write these as 'mine(size=3)' or {\"name\": \"mine\", \"size\": 3}.\n"))


if __name__ == "__main__":
    print(stub(), end="")
