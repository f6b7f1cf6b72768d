"""A Jupyter kernel for Pinfold's Lua, over `pinfold shell --json`.

`python -m pinfold.kernel install` lets notebooks choose it; it needs ipykernel. The command is the package's own, or that
in the variable `PINFOLD_COMMAND`.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

from . import __version__


class PinfoldKernel(Kernel):
    """Hands what a notebook asks to a shell, and its replies back."""

    implementation = "pinfold"
    implementation_version = __version__
    banner = f"Pinfold {__version__} with Lua"
    language_info = {"name": "lua", "mimetype": "text/x-lua", "file_extension": ".lua"}

    def __init__(self, **settings):
        super().__init__(**settings)
        command = os.environ.get("PINFOLD_COMMAND")
        command = [command] if command else [sys.executable, "-m", "pinfold"]
        self.process = subprocess.Popen(
            [*command, "shell", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def ask(self, do, **request):
        """The replies to a request, up to its last."""
        # Jupyter's interrupt is a signal to the shell too, which stops what runs and says so.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.send(do=do, **request)
            for line in self.process.stdout:
                reply = json.loads(line)
                yield reply
                if reply.get("done"):
                    return
            raise BrokenPipeError("the shell has ended")
        finally:
            signal.signal(signal.SIGINT, before)

    def send(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_):
        for reply in self.ask("execute", code=code):
            if "error" in reply:
                error = {"ename": "Error", "evalue": reply["error"], "traceback": reply["error"].splitlines()}
                self.send_response(self.iopub_socket, "error", error)
                return {"status": "error", "execution_count": self.execution_count, **error}
            if not silent:
                self.show(reply)
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def show(self, reply):
        if "stdout" in reply:
            self.send_response(self.iopub_socket, "stream", {"name": "stdout", "text": reply["stdout"]})
        if "page" in reply:
            data = {"text/plain": reply["page"], "text/html": f'<a href="{reply["page"]}">{reply["page"]}</a>'}
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})
        if "display" in reply:
            data = reply["display"]
            # A front end that can show a table leaves a picture beside it out.
            if "image/svg+xml" in data and "text/html" in data:
                data["text/html"] = f'<div>{data.pop("image/svg+xml")}</div>{data["text/html"]}'
            self.send_response(
                self.iopub_socket, "execute_result",
                {"execution_count": self.execution_count, "data": data, "metadata": {}})

    def do_complete(self, code, cursor_pos):
        (reply,) = self.ask("complete", code=code, cursor=cursor_pos)
        return {
            "status": "ok", "matches": [match["text"] for match in reply["matches"]], "cursor_start": reply["start"],
            "cursor_end": cursor_pos, "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        (reply,) = self.ask("inspect", code=code, cursor=cursor_pos)
        found = reply["text"] is not None
        return {
            "status": "ok", "found": found, "data": {"text/plain": reply["text"]} if found else {}, "metadata": {}}

    def do_is_complete(self, code):
        (reply,) = self.ask("is-complete", code=code)
        return {"status": reply["status"], "indent": "  " if reply["status"] == "incomplete" else ""}

    def do_shutdown(self, restart):
        self.process.stdin.close()
        self.process.wait(10)
        return {"status": "ok", "restart": restart}


def install(arguments):
    """Installs the kernel's description, for this user or below a prefix."""
    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="python -m pinfold.kernel install")
    parser.add_argument("--prefix", help="the folder to install below, as an environment's; without it for this user")
    prefix = parser.parse_args(arguments).prefix
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump({
                "argv": [sys.executable, "-m", "pinfold.kernel", "-f", "{connection_file}"],
                "display_name": "Pinfold (Lua)", "language": "lua"}, file, indent=1)
        path = KernelSpecManager().install_kernel_spec(folder, "pinfold", user=prefix is None, prefix=prefix)
    print(f"the kernel is installed in {path}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["install"]:
        install(sys.argv[2:])
    else:
        IPKernelApp.launch_instance(kernel_class=PinfoldKernel)
