"""The command that comes with the package is the one that is built by itself."""

import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import unittest

from support import COMMAND, LIMIT, PLACES, ROOT, heeds_ctrl_c

SCRIPT = pathlib.Path(sys.executable).with_name("pinfold")
WAYS = {"module": [sys.executable, "-m", "pinfold"], "script": [str(SCRIPT)]}

#: Commands, each with files that it writes.
CALLS = [
    (["--version"], []), (["--help"], []), (["help", "cluster"], []), (["cluster", "places.csv"], []),
    (["cluster", "places.csv", "--format", "geojson", "--view", "2,48,5"], []), (["info", "places.csv"], []),
    (["plot", "places.csv", "--output", "map.svg"], ["map.svg"]),
    (["tiles", "places.csv", "--zooms", "0-3", "--output", "places.pmtiles"], ["places.pmtiles"]),
    (["run", "-e", "print(#read('places.csv'), 'é', arg and #arg)"], []), (["explain", "overlap"], []),
    (["compare", "places.csv", "--strategy", "grid,pca", "--metrics", "overlap"], []),
    (["list", "strategies"], []), (["--generate-completion-script", "fish"], []), (["manual"], []),
    (["cluster", "nowhere.csv"], []), (["cluster", "--bogus"], []), (["nothing"], []), (["tour", "--help"], []),
    (["é\udcff"], []),
]


class CommandTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "places.csv").write_text(PLACES)

    def run_in(self, way, arguments, **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PINFOLD_")}
        return subprocess.run(
            [*way, *arguments], cwd=self.folder, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
            env={**kept, "HOME": str(self.folder), **environment})

    def test_it_writes_what_the_built_one_writes(self):
        shared = {"PINFOLD_PLUGINS": str(ROOT / "Plugins"), "PINFOLD_SCRIPTS": str(ROOT / "Scripts")}
        for arguments, files in CALLS:
            answers = []
            for way in ([COMMAND], *WAYS.values()):
                done = self.run_in(way, arguments, **shared)
                written = [(self.folder / file).read_bytes() for file in files]
                answers.append((done.returncode, done.stdout, done.stderr, written))
            with self.subTest(arguments):
                self.assertEqual(answers[1], answers[0])
                self.assertEqual(answers[2], answers[0])

    def test_plugins_and_scripts_come_with_it(self):
        for name, way in WAYS.items():
            with self.subTest(name):
                self.assertIn(b"hexgrid", self.run_in(way, ["list", "strategies"]).stdout)
                self.assertIn(b"suggest", self.run_in(way, ["--help"]).stdout)
                self.assertEqual(
                    self.run_in(way, ["plot", "places.csv", "--strategy", "hexgrid", "-o", "a.svg"]).returncode, 0)
        none = self.run_in(WAYS["script"], ["list", "strategies"], PINFOLD_PLUGINS=str(self.folder))
        self.assertNotIn(b"hexgrid", none.stdout)

    def test_the_script_imports_no_numpy(self):
        done = self.run_in(WAYS["script"], ["--version"], PYTHONPROFILEIMPORTTIME="1")
        self.assertIn(b"ctypes", done.stderr)
        self.assertNotIn(b"numpy", done.stderr)

    def test_a_reader_that_leaves_is_no_error(self):
        for way in WAYS.values():
            with subprocess.Popen([*way, "--generate-completion-script", "fish"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                process.stdout.read(1)
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertEqual(process.wait(LIMIT), -signal.SIGPIPE)

    def test_ctrl_c_ends_it(self):
        for way in WAYS.values():
            with subprocess.Popen(
                [*way, "run", "-e", "print('begun') while true do end"], cwd=self.folder, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, preexec_fn=heeds_ctrl_c,
            ) as process:
                self.addCleanup(process.kill)
                self.assertEqual(process.stdout.readline(), b"begun\n")
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, 130)
            self.assertNotIn(b"Traceback", errors)

    def test_the_shell_edits_lines_on_a_terminal(self):
        for name, way in WAYS.items():
            child, terminal = pty.fork()
            if child == 0:
                os.chdir(self.folder)
                os.environ.update(TERM="xterm", HOME=str(self.folder))
                os.execv(way[0], way)
            self.until(terminal, b"> ")
            # Ctrl-A goes to the line's beginning where there is an editor: 400 + 2.
            os.write(terminal, b"0 + 2\x0140\r")
            shown = self.until(terminal, b"402\r\n", b"> ")
            os.write(terminal, b"\x04")
            while self.read(terminal):
                continue
            os.close(terminal)
            with self.subTest(name):
                self.assertIn(b"402\r\n", shown)
                self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def until(self, terminal, *wanted):
        """What a terminal shows up to some texts, one behind the other."""
        shown, rest = b"", b""
        for text in wanted:
            while text not in rest and (more := self.read(terminal)):
                shown, rest = shown + more, rest + more
            rest = rest.partition(text)[2]
        return shown

    def read(self, terminal):
        try:
            return os.read(terminal, 4096) if select.select([terminal], [], [], LIMIT)[0] else b""
        except OSError:
            return b""


if __name__ == "__main__":
    unittest.main()
