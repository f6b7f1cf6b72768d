"""Scripts and studies: what the shell can do, from Python, with tables as DataFrames."""

import ctypes
import json
import os
import tempfile

from ._definitions import refuse_none_in_lists
from ._library import STOPPER, Error, c_text, definition, load_plugins, needed, stoppable, taken, workbench
from .points import Points, spelled


def script(text, points=None, **arguments):
    """Runs a Lua script, and returns what it returns: numbers, texts, lists and dictionaries.

    `points` are its `d`, and keyword arguments the fields of its `args`. What it prints is printed. The whole API of the
    shell is there: `pinfold.script("return #d:where(args.condition)", towns, condition="population > 1000000")`.
    A field that is None is absent; None in a list is refused.
    """
    fields = definition(arguments)
    if b"null" in fields:
        refuse_none_in_lists(arguments)
    if points is not None and not isinstance(points, Points):
        raise Error(f"points: Points expected, not a {type(points).__name__}")
    # A script cannot be run again when it finds a name unknown.
    load_plugins()
    value, printed = ctypes.c_void_p(), ctypes.c_void_p()
    stoppable(
        "workbench_run", workbench, c_text("script", text), None if points is None else points._handle,
        fields, STOPPER, ctypes.byref(value), ctypes.byref(printed))
    value, printed = taken(value), taken(printed)
    if printed:
        print(printed.decode("utf-8", "replace"), end="")
    return json.loads(value)


def compare(points, **options):
    """Compares strategies on points, as `pinfold compare`: a DataFrame with a row for each view and strategy.

    `options` are those of `compare` in scripts: `strategies`, `metrics`, `markers`, `zooms`.
    """
    if "strategies" in options:
        options["strategies"] = spelled(options["strategies"])
    return _frame(script("args.datasets = { d } return compare(args)", points, **options))


class Study:
    """The plan of a study: a dictionary with the members of its JSON file, or the path of the file or of a manifest.

    >>> study = pinfold.Study({"datasets": ["towns"], "strategies": ["grid", "pca"], "match": {"markers": 60}})
    >>> scores = study.run("Results")
    >>> study.comparisons("Results")
    """

    def __init__(self, plan):
        self.plan = os.fspath(plan) if isinstance(plan, (str, os.PathLike)) else dict(plan)
        if "strategies" in self.plan and isinstance(self.plan, dict):
            self.plan["strategies"] = spelled(self.plan["strategies"])

    def _call(self, code, **arguments):
        return script(f"local study = study(args.plan) {code}", plan=self.plan, **arguments)

    def register(self, folder):
        """Records the plan in a new folder before it is run, and returns its SHA-256."""
        return self._call("return study:register(args.folder).sha256", folder=os.fspath(folder))

    def run(self, folder):
        """Runs the study into a folder, or goes on with it: a DataFrame with a row for each dataset, strategy and camera."""
        return _frame(self._call("return study:run(args.folder)", folder=os.fspath(folder)))

    def views(self):
        """The views of which another program has to make frames, as a DataFrame."""
        return _frame(self._call("return study:views()"))

    def export(self, folder, output):
        """Writes report, statistics, tables and figures of a folder, as `pinfold study export`."""
        self._call("study:export(args.folder, args.output)", folder=os.fspath(folder), output=os.fspath(output))

    def statistics(self, folder):
        """What the report of a folder tests and claims, in full: the content of `statistics.json`."""
        with tempfile.TemporaryDirectory(dir=".", prefix=".pinfold-") as output:
            self.export(folder, os.path.join(output, "export"))
            with open(os.path.join(output, "export", "statistics.json"), encoding="utf-8") as file:
                return json.load(file)

    def claims(self, folder):
        """The significant findings as a DataFrame: criterion, better, worse, and whether it leads the report."""
        rows = [
            {"criterion": criterion["name"], "direction": criterion["better"], **claim}
            for criterion in self.statistics(folder)["criteria"] for claim in criterion.get("claims", [])]
        return _frame(rows, ["criterion", "direction", "better", "worse", "leads"])

    def comparisons(self, folder):
        """Every test of two strategies as a DataFrame: wins, median difference, p, Holm's p, effect."""
        rows = [
            {"criterion": criterion["name"], **pair}
            for criterion in self.statistics(folder)["criteria"] for pair in criterion.get("comparisons", [])]
        return _frame(rows, ["criterion", "first", "second"])

    def __repr__(self):
        return f"<study of {self.plan!r}>"


def _frame(rows, columns=None):
    return needed("pandas").DataFrame(rows, columns=columns if not rows else None)
