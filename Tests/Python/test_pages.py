"""The page and the notebook work as they stand."""

import contextlib
import io
import os
import re
import tempfile
import unittest

from support import LIMIT, ROOT

FOLDER = ROOT / "Sources/PinfoldPython"

try:
    import nbclient
    import nbformat
except ImportError:
    nbclient = None
try:
    import duckdb
    import pandas
    import polars
except ImportError:
    pandas = None


class PageTests(unittest.TestCase):
    @unittest.skipIf(pandas is None, "pandas, polars and DuckDB are not there")
    def test_every_snippet_runs(self):
        page = (FOLDER / "README.md").read_text()
        snippets = re.findall(r"```python\n(.*?)```", page, flags=re.S)
        self.assertEqual(len(snippets), 15)
        names, here = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            os.chdir(folder)
            try:
                for snippet in snippets:
                    exec(compile(snippet, "README.md", "exec"), names)
            finally:
                os.chdir(here)

    def test_the_snippet_for_those_who_come_from_pysupercluster_runs(self):
        page = (ROOT / "Documentation/Migration.md").read_text()
        (snippet,) = re.findall(r"```python\n(.*?)```", page, flags=re.S)
        exec(compile(snippet, "Migration.md", "exec"), {})

    @unittest.skipIf(nbclient is None, "nbclient is not there")
    def test_the_notebook_runs_and_shows_maps(self):
        notebook = nbformat.read(FOLDER / "Pinfold.ipynb", as_version=4)
        self.assertFalse(any(cell.get("outputs") for cell in notebook.cells), "it is kept without outputs")
        nbclient.NotebookClient(notebook, timeout=LIMIT, startup_timeout=LIMIT, kernel_name="python3").execute()
        shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        self.assertTrue(any("<svg" in output.get("data", {}).get("text/html", "") for output in shown))
        self.assertTrue(any("<table" in output.get("data", {}).get("text/html", "") for output in shown))


if __name__ == "__main__":
    unittest.main()
