"""The stub says what there is, and a checker of types agrees with it."""

import ast
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pinfold
from support import ROOT

try:
    from mypy import api as mypy
except ImportError:
    mypy = None

STUB = ROOT / "Sources/PinfoldPython/pinfold/__init__.pyi"
STRATEGIES = STUB.with_name("_strategies.pyi")

PROGRAM = """
import numpy as np
import pinfold

points = pinfold.Points([1.0, 2.0], [3.0, 4.0], ids=["a", "b"], attributes={"size": [1, 2]})
map = points.cluster("radius", radius=40)
for name in ["grid", "hexgrid"]:
    map = points.cluster(name, threads=2, cell_size=80)
points.cluster("grid", cell_size={0: 80, 12: 40}, anchor="viewport", separate=True, representative="central")
points.cluster("hexgrid", cell_size=np.float32(70), limits={"max_zoom": 12})
points.cluster("kmeans", k=np.int64(3))
points.cluster("mine(size=3)", selected=["a"])
points.cluster({"name": "mine", "size": 3}, separate=True)
points.cluster(largest=20)
frame = map.frame(lon=3, lat=47, zoom=6)
total: int = int(frame.counts.sum())
labels: np.ndarray = frame.labels
scores = pinfold.score([frame], ["overlap"])
share: float | None = scores["frames"][0]["overlap.share"]
size = len(pinfold.names("metrics"))
clusters = pinfold.SuperCluster([[1.0, 2.0]]).getClusters((-10, 10), (10, -10), 4)
zoom: int | None = clusters[0]["expansion_zoom"]
"""

MISTAKES = """
import pinfold

pinfold.Points([1.0], [2.0], id=["a"])
pinfold.names("strategy")
pinfold.generate("cities", count="many")
pinfold.read("x.csv").cluster("grid").frame(previous=3)
pinfold.Study({}).register()
points = pinfold.generate("cities")
points.cluster("grid", cell_sise=80)
points.cluster("grid", cell_size="x")
points.cluster("grid", anchor="wrold")
points.cluster("hexgrid", size=70)
points.cluster("kmeans", k=2.5)
points.cluster("none", separte=True)
"""


class TypeTests(unittest.TestCase):
    def setUp(self):
        self.tree = ast.parse(STUB.read_text())
        generated = ast.parse(STRATEGIES.read_text()).body
        self.bases = {f"_{node.name}": node for node in generated if isinstance(node, ast.ClassDef)}

    def parameters(self, function):
        arguments = function.args
        return (
            [a.arg for a in arguments.posonlyargs + arguments.args],
            [a.arg for a in arguments.kwonlyargs],
            arguments.vararg and arguments.vararg.arg,
            arguments.kwarg and arguments.kwarg.arg)

    def found(self, function):
        kinds = inspect.Parameter
        all = inspect.signature(function).parameters.values()
        def names(*wanted):
            return [p.name for p in all if p.kind in wanted]
        return (
            names(kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD), names(kinds.KEYWORD_ONLY),
            next(iter(names(kinds.VAR_POSITIONAL)), None), next(iter(names(kinds.VAR_KEYWORD)), None))

    def test_every_public_name_has_its_parameters(self):
        functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        classes = {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}
        shown = {name for name in classes if not name.startswith("_")}
        self.assertEqual(set(pinfold.__all__), set(functions) | shown - {"Scores", "SuperClusterDict"})
        for name, node in functions.items():
            self.assertEqual(self.parameters(node), self.found(getattr(pinfold, name)), name)
        for name in sorted(set(classes) & set(pinfold.__all__) - {"Error"}):
            kind = getattr(pinfold, name)
            bases = [node for base in classes[name].bases for node in self.bases[base.id].body]
            declared = {node.name: node for node in bases + classes[name].body if isinstance(node, ast.FunctionDef)}
            # scikit-learn adds a method to set what fit is given.
            own = {key for key in vars(kind) if not key.startswith("_") and key != "set_fit_request"}
            fields = {node.target.id for node in classes[name].body if isinstance(node, ast.AnnAssign)}
            self.assertLessEqual(own, set(declared) | fields, name)
            for method, node in declared.items():
                value = inspect.getattr_static(kind, method, None)
                self.assertIsNotNone(value, f"{name}.{method}")
                if any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
                    self.assertFalse(callable(value), f"{name}.{method}")
                elif method == "cluster":
                    # Its overloads name the parameters that it takes as keywords.
                    self.assertIsNotNone(self.found(value)[3])
                elif method in own or method == "__init__":
                    plain = value.__func__ if isinstance(value, classmethod) else value
                    self.assertEqual(self.parameters(node), self.found(plain), f"{name}.{method}")

    def test_strategies_and_parameters_are_those_that_are_registered(self):
        own = {name: value for name, value in os.environ.items() if not name.startswith("PINFOLD_")}
        written = subprocess.run(
            [sys.executable, pathlib.Path(__file__).with_name("stub.py")], capture_output=True, text=True, check=True, env=own)
        if os.environ.get("RECORD_SNAPSHOTS"):
            STRATEGIES.write_text(written.stdout)
        self.assertEqual(STRATEGIES.read_text(), written.stdout)

    @unittest.skipIf(mypy is None, "mypy is not there")
    def test_mypy_accepts_what_is_right_and_finds_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            def check(text):
                path = pathlib.Path(folder, "program.py")
                path.write_text(text)
                return mypy.run(["--strict", "--no-incremental", "--cache-dir", folder, str(path)])
            output, errors, status = check(PROGRAM)
            self.assertEqual((output, errors, status), ("Success: no issues found in 1 source file\n", "", 0))
            output, _, status = check(MISTAKES)
            self.assertEqual(status, 1)
            lines = {int(line.split(":")[1]) for line in output.splitlines() if ": error:" in line}
            self.assertEqual(lines, {4, 5, 6, 7, 8, *range(10, 16)}, output)


if __name__ == "__main__":
    unittest.main()
