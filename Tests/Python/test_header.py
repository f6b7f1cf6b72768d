"""The header says what the library has, and a program in C can use it."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from pinfold import _library
from support import LIMIT, ROOT

HEADER = (ROOT / "Sources/C/CPinfold/pinfold.h").read_text()
COMPILER = shutil.which("cc") or shutil.which("clang")
PROGRAM = pathlib.Path(__file__).with_name("program.c")


class HeaderTests(unittest.TestCase):
    def declared(self):
        """The functions of the header, with the number of their parameters."""
        code = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S)
        functions = re.findall(r"^[\w\s]+?[\s*](pinfold_\w+)\(([^)]*)\);", code, flags=re.M)
        return {name: 0 if rest.strip() == "void" else rest.count(",") + 1 for name, rest in functions}

    def test_every_function_is_there(self):
        declared = self.declared()
        self.assertEqual(len(declared), 57)
        for name in declared:
            self.assertTrue(hasattr(_library.library, name), name)

    def test_the_package_calls_them_as_they_are_declared(self):
        declared = self.declared()
        for name, count in declared.items():
            types = getattr(_library.library, name).argtypes
            self.assertEqual(len(types or []), count, name)

    @unittest.skipUnless(shutil.which("nm") and os.name == "posix", "nm is not there")
    def test_nothing_else_is_there(self):
        names = subprocess.run(
            ["nm", "-D", "--defined-only", _library.library._name], capture_output=True, text=True, check=True)
        shown = {line.split()[-1] for line in names.stdout.splitlines() if line.split()[-2] in "TDBRVW"}
        self.assertEqual(shown, set(self.declared()))

    @unittest.skipIf(COMPILER is None, "no C compiler is there")
    def test_a_program_in_c(self):
        library = pathlib.Path(_library.library._name)
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            subprocess.run(
                [COMPILER, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{ROOT}/Sources/C/CPinfold",
                 str(PROGRAM), "-o", str(program), str(library), f"-Wl,-rpath,{library.parent}"], check=True)
            done = subprocess.run([str(program)], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("3 clusters of 4 points", done.stdout)


if __name__ == "__main__":
    unittest.main()
