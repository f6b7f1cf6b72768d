"""Arrow's C structures, and the capsules in which libraries exchange them.

https://arrow.apache.org/docs/format/CDataInterface.html and CDataInterface/PyCapsuleInterface.html describe them.
"""

import ctypes
import functools

from ._library import Error, library


class Schema(ctypes.Structure):
    """`ArrowSchema`."""


class Array(ctypes.Structure):
    """`ArrowArray`."""


class Stream(ctypes.Structure):
    """`ArrowArrayStream`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p)]
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.c_void_p), ("private_data", ctypes.c_void_p)]


def _python(name, result, *arguments):
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_increase = _python("Py_IncRef", None, ctypes.py_object)
_new = _python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_set_context = _python("PyCapsule_SetContext", ctypes.c_int, ctypes.py_object, ctypes.py_object)
_pointer = _python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)


def immortal(value):
    """The value, which is never freed: other libraries may use it until the process ends."""
    _increase(value)
    return value


#: The names of capsules, which keep pointers to them.
_NAMES = {
    Schema: immortal(b"arrow_schema"), Array: immortal(b"arrow_array"), Stream: immortal(b"arrow_array_stream")}

# The release callbacks are in C: they may run while an exception is in flight, which a callback in Python would lose.
_FUNCTIONS = (
    "Py_IsInitialized", "PyGILState_Ensure", "PyGILState_Release", "PyErr_Fetch", "PyErr_Restore", "Py_DecRef",
    "PyCapsule_GetContext", "PyCapsule_GetName", "PyCapsule_GetPointer")


def _address(function):
    return ctypes.cast(function, ctypes.c_void_p).value


library.pinfold_arrow_python(ctypes.byref((ctypes.c_void_p * len(_FUNCTIONS))(
    *[_address(getattr(ctypes.pythonapi, name)) for name in _FUNCTIONS])))
_RELEASES = {
    Schema: _address(library.pinfold_arrow_release_schema), Array: _address(library.pinfold_arrow_release_array),
    Stream: _address(library.pinfold_arrow_release_stream)}
_END = _address(library.pinfold_arrow_end_capsule)


def own(structure, owner):
    """Makes a structure keep an object alive until it is released; its children are released with it."""
    structure.private_data, structure.release = id(owner), _RELEASES[type(structure)]
    _increase(owner)


def capsule(structure):
    """A capsule that releases the structure, unless a consumer has moved it."""
    made = _new(ctypes.addressof(structure), _NAMES[type(structure)], _END)
    # The destructor drops this reference after it has released the structure.
    _increase(structure)
    _set_context(made, structure)
    return made


def opened(made, kind):
    """The structure in a capsule.

    Raises `Error` for a capsule of another name, and for one that was consumed.
    """
    try:
        structure = kind.from_address(_pointer(made, _NAMES[kind]))
    except (ValueError, ctypes.ArgumentError):
        raise Error(f"a capsule named {_NAMES[kind].decode()!r} expected, not {made!r}") from None
    if not structure.release:
        raise Error(f"the capsule {_NAMES[kind].decode()!r} was consumed already; ask for another one")
    return structure


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def releasing(structure):
    """What releases a structure of any library, and its memory after that, when it is called."""
    return functools.partial(_RELEASE(structure.release), ctypes.byref(structure)) if structure.release else int


def release(structure):
    """Releases a structure of any library, unless it was released or moved."""
    releasing(structure)()
