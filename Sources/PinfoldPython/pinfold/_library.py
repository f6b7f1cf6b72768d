"""The functions of `pinfold.h`, loaded from the library beside this file."""

import ctypes
import functools
import importlib
import json
import operator
import os
import pathlib
import queue
import re
import sys
import threading

import numpy as np

from ._definitions import Error, definition, options, respelled

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_NAME = "libPinfoldC.dylib" if sys.platform == "darwin" else "libPinfoldC.so"

_PROCESS = os.getpid()


def forked():
    """Whether this process was forked off one that had the library, rather than having loaded it itself."""
    return os.getpid() != _PROCESS


#: Where the package is used from its sources, `PINFOLD_LIBRARY_FILE` says where the library is.
library = ctypes.CDLL(os.environ.get("PINFOLD_LIBRARY_FILE") or os.path.join(_FOLDER, _NAME))

OK, MISTAKE, STOPPED, NO_MEMORY = range(4)


class Attribute(ctypes.Structure):
    """`pinfold_attribute`."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("numbers", ctypes.c_void_p),
        ("offsets", ctypes.c_void_p),
        ("bytes", ctypes.c_void_p),
        ("integers", ctypes.c_void_p),
        ("valid", ctypes.c_void_p),
        ("booleans", ctypes.c_void_p),
    ]


class Columns(ctypes.Structure):
    """`pinfold_columns`."""

    _fields_ = [
        ("count", ctypes.c_int64),
        ("longitude", ctypes.c_void_p),
        ("latitude", ctypes.c_void_p),
        ("ids", ctypes.c_void_p),
        ("id_offsets", ctypes.c_void_p),
        ("id_bytes", ctypes.c_void_p),
        ("weight", ctypes.c_void_p),
        ("group", ctypes.c_void_p),
        ("group_names", ctypes.POINTER(ctypes.c_char_p)),
        ("group_count", ctypes.c_int64),
        ("mergeable", ctypes.c_void_p),
        ("priority", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(Attribute)),
        ("attribute_count", ctypes.c_int64),
        ("planar", ctypes.c_int),
    ]


# The arguments of each function by letters: h a handle, H where one is stored, s a text, S where one is stored, a an
# array, n a whole number, N where one is stored, d another number, z where a size is, c columns, x a stopper. All but the
# first few end with where an error's message is stored, and return a status.
_KINDS = {
    "h": ctypes.c_void_p,
    "H": ctypes.POINTER(ctypes.c_void_p),
    "s": ctypes.c_char_p,
    "S": ctypes.POINTER(ctypes.c_void_p),
    "a": ctypes.c_void_p,
    "n": ctypes.c_int64,
    "N": ctypes.POINTER(ctypes.c_int64),
    "d": ctypes.c_double,
    "i": ctypes.c_int,
    "z": ctypes.POINTER(ctypes.c_size_t),
    "c": ctypes.POINTER(Columns),
    "x": ctypes.c_void_p,
}
_FUNCTIONS = {
    "workbench_add_plugins": "hs",
    "workbench_list": "hsS",
    "workbench_run": "hshsxSS",
    "points_new": "cxH",
    "points_read": "hsxH",
    "points_guess": "aniNN",
    "points_about": "hS",
    "points_coordinates": "haa",
    "points_numbers": "hsa",
    "points_integers": "hsa",
    "points_ids": "ha",
    "points_texts": "hsaaS",
    "points_save": "hSz",
    "points_load": "anH",
    "points_aggregate": "hhsxSz",
    "cells_merge": "aanxSz",
    "map_new": "hhsixH",
    "map_label": "hS",
    "map_frame": "hshxH",
    "map_clusters": "hdddddSN",
    "map_insert": "hcxH",
    "map_remove": "hcxH",
    "map_move": "hcxH",
    "map_update": "hcxH",
    "map_points": "hH",
    "map_tile": "hnnnsxSz",
    "map_write_tiles": "hssxN",
    "live_new": "hhsH",
    "live_address": "hS",
    "live_selection": "ha",
    "live_select": "ha",
    "frame_columns": "haaaaaaa",
    "frame_labels": "ha",
    "frame_count_labels": "hsS",
    "frame_members": "hna",
    "frame_bounds": "ha",
    "frame_aggregate": "hsxa",
    "frame_expansion_zooms": "hxa",
    "frame_parts": "hsxH",
    "frame_write": "hssxSz",
    "frame_transition": "hhhsS",
    "frames_score": "hansxS",
}
for _function, _arguments in _FUNCTIONS.items():
    _entry = getattr(library, "pinfold_" + _function)
    _entry.restype = ctypes.c_int
    _entry.argtypes = [_KINDS[kind] for kind in _arguments] + [ctypes.POINTER(ctypes.c_void_p)]

for _function in ("workbench_new", "stopper_new"):
    getattr(library, "pinfold_" + _function).restype = ctypes.c_void_p
for _function in ("points_count", "frame_count"):
    getattr(library, "pinfold_" + _function).restype = ctypes.c_int64
    getattr(library, "pinfold_" + _function).argtypes = [ctypes.c_void_p]
for _function in ("free", "release", "stop"):
    getattr(library, "pinfold_" + _function).restype = None
    getattr(library, "pinfold_" + _function).argtypes = [ctypes.c_void_p]
library.pinfold_version.restype = ctypes.c_char_p
library.pinfold_command.restype = None
library.pinfold_command.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
for _function in ("python", "release_schema", "release_array", "release_stream", "end_capsule"):
    getattr(library, "pinfold_arrow_" + _function).restype = None
    getattr(library, "pinfold_arrow_" + _function).argtypes = [ctypes.c_void_p]
library.pinfold_python_clusters.restype = ctypes.c_void_p
library.pinfold_python_clusters.argtypes = [ctypes.c_void_p]


class Handle:
    """A handle that is released with the object that holds it, by the process that made it.

    A forked process has the handles of its parent too. It may use them, but leaves them as they are: threads that would
    have to end first are not there.
    """

    __slots__ = ("pointer", "end", "__weakref__")

    def __init__(self, pointer):
        self.pointer = pointer
        self.end = functools.partial(_release, pointer)

    # Python loses an exception that is raised while an object ends, as that of Ctrl-C would be by any step of Python's.
    # So there is none: all that is called is C.
    __del__ = property(operator.attrgetter("end"))

    def __reduce__(self):
        raise TypeError("cannot copy or pickle a handle of the library, which is an address in this process")

    @property
    def _as_parameter_(self):
        return self.pointer


class _Nothing:
    """An argument that is NULL, whatever is passed."""

    from_param = staticmethod({}.get)


def _own_handles():
    """Leaves the handles that there are to the process that made them, and releases those that come."""
    global _release
    if _release is not None:
        _release.argtypes = [_Nothing]
    _release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(("pinfold_release", library))


_release = None
_own_handles()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_own_handles)


def call(name, *arguments):
    """Calls a function, and raises what it says is wrong."""
    function = getattr(library, "pinfold_" + name)
    while True:
        message, loaded = ctypes.c_void_p(), _shipped
        status = function(*arguments, ctypes.byref(message))
        if status == OK:
            return
        text = taken(message).decode("utf-8", "replace")
        if status == STOPPED:
            raise KeyboardInterrupt(text)
        if status == NO_MEMORY:
            raise MemoryError(text)
        # What no plugin of the caller's has may be one of those that come with the package.
        if not (name in _NAMING and _UNKNOWN.search(text) and not loaded and load_plugins()):
            raise Error(respelled(text, arguments))


#: The functions that take names of plugins, and do nothing before they find one unknown.
_NAMING = {"map_new", "points_aggregate", "live_new", "frame_transition", "frames_score"}
_UNKNOWN = re.compile(r"unknown (strategy|representative|diff|metric) '")


def stoppable(name, *arguments):
    """Calls a function that may take long; the argument `STOPPER` among others is its switch.

    Python runs a handler of signals between two of its own steps on the main thread, and a call of C is one step. So
    the call goes to another thread while the main thread waits in steps, and Ctrl-C stops it.
    """
    if threading.current_thread() is not threading.main_thread():
        return call(name, *(None if a is STOPPER else a for a in arguments))
    stopper = Handle(library.pinfold_stopper_new())
    job = _Job(name, [stopper if a is STOPPER else a for a in arguments])
    jobs = _worker()
    try:
        # No exception comes before this call of C, and after it the job is there to be waited for.
        jobs.put(job)
        job.wait()
    except BaseException:
        library.pinfold_stop(stopper.pointer)
        # A second Ctrl-C ends this wait: what the call writes to lives as long as the job.
        job.wait()
        raise
    if job.failure is not None:
        raise job.failure


STOPPER = object()


class _Job:
    """A call that another thread makes, with its arguments, which keep alive what the call writes to."""

    __slots__ = ("name", "arguments", "failure", "is_done", "ended")

    def __init__(self, name, arguments):
        self.name, self.arguments, self.failure = name, arguments, None
        self.is_done, self.ended = False, threading.Lock()
        self.ended.acquire()

    def run(self):
        try:
            call(self.name, *self.arguments)
        except BaseException as failure:  # it is raised again by who waits
            self.failure = failure
        finally:
            # The flag comes first: an exception may come just when a wait has ended, and then there is another wait.
            self.is_done = True
            self.ended.release()

    def wait(self):
        """Waits for the end; again after an exception, if one came in between."""
        while not self.is_done:
            self.ended.acquire()


# The jobs of the thread that runs the main thread's calls, and the process that it is of: making a thread takes longer
# than most frames.
_jobs = None, None


def _worker():
    """Where to put a job."""
    global _jobs
    jobs, process = _jobs
    if process != os.getpid():
        jobs = queue.SimpleQueue()
        threading.Thread(target=_run, args=(jobs,), name="pinfold", daemon=True).start()
        # Not before: an exception may come at any step, and a job without a thread would never end.
        _jobs = jobs, os.getpid()
    return jobs


def _run(jobs):
    while True:
        # What the job holds is released with it, not at the next one.
        jobs.get().run()


def taken(pointer, size=None):
    """The bytes of a text that the library stored, which is freed."""
    try:
        return ctypes.string_at(pointer.value) if size is None else ctypes.string_at(pointer.value, size)
    finally:
        library.pinfold_free(pointer)


class _Kept:
    """Memory that the library allocated, freed with the last array that uses it."""

    def __init__(self, address, size):
        self.end = functools.partial(library.pinfold_free, address)
        self.__array_interface__ = {"version": 3, "data": (address, True), "typestr": "|u1", "shape": (size,)}

    __del__ = property(operator.attrgetter("end"))


def kept(pointer, size):
    """The bytes that the library allocated, as an array, without a copy."""
    return np.asarray(_Kept(pointer.value, size)) if pointer.value else np.empty(0, np.uint8)


def made(name, *arguments):
    """The handle that a function stores; `OUT` among the arguments is where."""
    handle = ctypes.c_void_p()
    stoppable(name, *(ctypes.byref(handle) if a is OUT else a for a in arguments))
    return Handle(handle.value)


def told(name, *arguments):
    """The text that a function stores; `OUT` among the arguments is where."""
    text = ctypes.c_void_p()
    call(name, *(ctypes.byref(text) if a is OUT else a for a in arguments))
    return taken(text).decode("utf-8")


OUT = object()


def needed(name):
    """A package that is not required, for what takes it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as failure:
        if failure.name != name:
            raise
        raise ModuleNotFoundError(f"this needs {name}, which is not installed: pip install {name}", name=name) from None


def whole(name, value, low=-(2**63), high=2**63 - 1):
    """An integer in a range, checked here because ctypes truncates integers that are too large."""
    try:
        # Values such as 1.9 have no index; booleans have one.
        number = operator.index(value)
    except TypeError:
        if not (isinstance(value, (float, np.floating)) and value == value // 1):
            raise Error(f"{name}: an integer expected, not {value!r}") from None
        number = int(value)
    if not low <= number <= high:
        raise Error(f"{name}: {number} is out of range ({low}…{high})")
    return number


def c_text(name, text):
    """A text as C takes it, which would end at a zero in it."""
    if not isinstance(text, str):
        raise Error(f"{name}: a string expected, not {text!r}")
    if "\0" in text:
        raise Error(f"{name}: {text!r} contains a zero byte")
    return text.encode("utf-8")


def stored(name, *arguments):
    """The bytes that a function stores with their size, behind the other arguments."""
    text, size = ctypes.c_void_p(), ctypes.c_size_t()
    stoppable(name, *arguments, ctypes.byref(text), ctypes.byref(size))
    return taken(text, size.value)


def filled(shape, dtype, name, *arguments):
    """The array that a function fills; `OUT` among the arguments is where."""
    array = np.empty(shape, dtype)
    run = stoppable if STOPPER in arguments else call
    # Which keeps the array alive, as its address would not.
    run(name, *(array.ctypes if a is OUT else a for a in arguments))
    return array


workbench = Handle(library.pinfold_workbench_new())
_shipped, _loading = False, threading.RLock()
KINDS = ("strategies", "representatives", "diffs", "metrics", "generators")


def load_plugins():
    """Loads the plugins that come with the package, behind those of the caller, and says whether they are loaded.

    Of two plugins of a name, the first is taken.
    """
    global _shipped
    folder = _shipped_folder()
    with _loading:
        if not _shipped and folder:
            call("workbench_add_plugins", workbench, folder)
            _shipped = True
    return _shipped


def _shipped_folder():
    """Where the plugins are that come with the package, as for the command; None if there are none."""
    folder = os.environ.get("PINFOLD_PLUGINS", os.path.join(_FOLDER, "plugins"))
    return os.fsencode(folder) if os.path.isdir(folder) else None


def add_plugins(path):
    """Loads a Lua plugin, or all plugins of a folder."""
    path = os.fsencode(path)
    with _loading:
        other = Handle(library.pinfold_workbench_new())
        call("workbench_add_plugins", other, path)
        _check_names(path, _plugins(workbench), _plugins(other))
        call("workbench_add_plugins", workbench, path)


def _check_names(path, loaded, own):
    """Raises `Error` if one of the plugins would not be used, because one that is loaded has its name."""
    for kind, name in sorted(loaded.keys() & own.keys()):
        place, text = loaded[kind, name]
        if text != own[kind, name][1]:
            is_shipped = _shipped and place.startswith(os.fsdecode(_shipped_folder()))
            raise Error(
                f"{os.fsdecode(path)}: a plugin named {name!r} "
                + ("comes with the package, and is loaded" if is_shipped else f"is loaded already, from {place}")
                + "; give yours another name, or add it before anything else is done")


def _plugins(handle):
    """The files of a workbench's plugins and their texts, by their kinds and names."""
    found = {}
    for kind in KINDS:
        for entry in json.loads(told("workbench_list", handle, kind.encode(), OUT)):
            path = entry.get("path")
            if path:
                # A file may be gone since it was loaded.
                text = pathlib.Path(path).read_bytes() if os.path.exists(path) else None
                found[kind, entry["name"]] = path, text
    return found
