"""Definitions as the library reads them, and the names in them as Python spells them."""

import json
import math
import os
import re

import numpy as np


class Error(ValueError):
    """Raised for invalid input; the message says what is wrong, where, and how to fix it."""


def definition(value):
    """A definition as the library reads it: JSON; None is what is usual."""
    if value is None:
        return None
    try:
        return _Definition(json.dumps(value, default=_plain, allow_nan=False).encode("utf-8"), _spellings(value))
    except ValueError as failure:
        if "float" not in str(failure):
            raise
        raise Error(f"{_not_finite(value)} is not a finite number") from None


class _Definition(bytes):
    """A definition, with the names in it that Python spells otherwise."""

    def __new__(cls, text, spellings):
        made = super().__new__(cls, text)
        made.spellings = spellings
        return made

    def __reduce__(self):
        return bytes, (bytes(self),)


class _Name(str):
    """A name as the library spells it, with Python's spelling."""

    def __new__(cls, text, given):
        made = super().__new__(cls, text)
        made.given = given
        return made


def _spellings(value):
    """The names of a definition that were given in another spelling, with that."""
    found = {}
    if isinstance(value, dict):
        found = {str(name): name.given for name in value if isinstance(name, _Name)}
    members = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for member in members:
        if isinstance(member, (dict, list, tuple)):
            found.update(_spellings(member))
    return found


def respelled(text, arguments):
    """A message with the names as the caller spelled them, and what it proposes in their place likewise."""
    for argument in arguments:
        spellings = getattr(argument, "spellings", None)
        if spellings:
            names = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
            text = re.sub(rf"\b({names})\b", lambda match: spellings[match[0]], text)
            text = re.sub(r"(?<=did you mean ')\w+", lambda match: re.sub("[A-Z]", lambda c: "_" + c[0].lower(), match[0]), text)
    return text


def _not_finite(value):
    """What is not finite in a definition, as `limits.maxZoom: nan`."""
    for place, _, member in _members(value):
        if isinstance(member, float) and not math.isfinite(member):
            return f"{place}: {member}" if place else str(member)
    return None


def refuse_none_in_lists(value):
    """Refuses None in lists: in Lua they would end there, or have another length."""
    for place, is_element, member in _members(value):
        if is_element and member is None:
            raise Error(
                f"{place}: None cannot be an element of a list of Lua, which ends at nil; leave it out, or put false or a "
                "text of your own in its place")


def _members(value, place="", is_element=False):
    """A value and all that it contains, in order, each with its place, as `limits.maxZoom`, and whether a list has it."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    yield place, is_element, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    for name, member in members:
        yield from _members(member, f"{place}.{name}" if place else str(name), not isinstance(value, dict))


def _plain(value):
    """What JSON says in place of an object of numpy's or of the file system's."""
    if np.ma.is_masked(value):
        raise Error("the value of an option is masked")
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise Error(f"a {type(value).__name__} cannot be the value of an option")


def options(names):
    """Options as the library names them, of Python's spelling: `cell_size` is `cellSize`."""
    return {_camel(name): value for name, value in names.items() if value is not None}


def _camel(name):
    first, *others = name.rstrip("_").split("_")
    camel = first + "".join(part[:1].upper() + part[1:] for part in others)
    return _Name(camel, name) if others else camel
