"""The Jupyter kernel of Pinfold's Lua."""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

from support import LIMIT, ROOT

try:
    import nbclient
    import nbformat
    from jupyter_client.manager import KernelManager
except ImportError:
    nbclient = None


@unittest.skipIf(nbclient is None, "nbclient is not there")
class KernelTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        done = subprocess.run(
            [sys.executable, "-m", "pinfold.kernel", "install", "--prefix", folder.name], capture_output=True,
            text=True, check=True)
        assert str(pathlib.Path(folder.name) / "share/jupyter/kernels/pinfold") in done.stdout, done.stdout
        before = {name: os.environ.get(name) for name in ("JUPYTER_PATH", "PINFOLD_COMMAND")}
        os.environ["JUPYTER_PATH"] = f"{folder.name}/share/jupyter"
        # The command is the package's own.
        os.environ.pop("PINFOLD_COMMAND", None)

        def restore():
            for name, value in before.items():
                os.environ.pop(name, None) if value is None else os.environ.update({name: value})

        cls.addClassCleanup(restore)

    def test_the_notebook_runs_and_shows_a_map(self):
        notebook = nbformat.read(ROOT / "Sources/PinfoldPython/Lua.ipynb", as_version=4)
        self.assertFalse(any(cell.get("outputs") for cell in notebook.cells), "it is kept without outputs")
        nbclient.NotebookClient(notebook, timeout=LIMIT, startup_timeout=LIMIT).execute()
        printed, frame, number = [cell.outputs[0] for cell in notebook.cells if cell.cell_type == "code"]
        self.assertEqual(printed["text"], "5000 towns\n")
        self.assertIn("<svg", frame["data"]["text/html"])
        self.assertIn("<table", frame["data"]["text/html"])
        self.assertRegex(number["data"]["text/plain"], r"^[\d.]+$")

    def test_errors_completion_help_and_interrupts(self):
        manager = KernelManager(kernel_name="pinfold")
        manager.start_kernel()
        self.addCleanup(manager.shutdown_kernel, now=True)
        client = manager.blocking_client()
        client.start_channels()
        self.addCleanup(client.stop_channels)
        client.wait_for_ready(timeout=LIMIT)

        def content(identity):
            while True:
                reply = client.get_shell_msg(timeout=LIMIT)
                if reply["parent_header"]["msg_id"] == identity:
                    return reply["content"]

        reply = content(client.execute("strategy('gird')"))
        self.assertEqual(reply["status"], "error")
        self.assertIn("did you mean 'grid'?", reply["evalue"])
        reply = content(client.complete("x = gener", 9))
        self.assertEqual((reply["matches"], reply["cursor_start"]), (["generate"], 4))
        self.assertIn("generate(", content(client.inspect("generate", 3))["data"]["text/plain"])
        self.assertEqual(content(client.is_complete("for i = 1, 2 do"))["status"], "incomplete")

        begun = threading.Event()
        running = client.execute("print('begun') while true do end")
        while not begun.is_set():
            message = client.get_iopub_msg(timeout=LIMIT)
            if message["msg_type"] == "stream":
                begun.set()
        manager.interrupt_kernel()
        self.assertEqual(content(running)["status"], "error")
        self.assertEqual(content(client.execute("1 + 1"))["status"], "ok")


if __name__ == "__main__":
    unittest.main()
