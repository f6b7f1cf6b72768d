#!/usr/bin/env python3
"""Tries the live map in Chromium, without a network and without a graphics card.

    live_map.py PINFOLD [DATA]

PINFOLD is the command. Without DATA, or where there is no such file, cities are made up. It ends with 1 at the first
thing that is not as it should be. Times are reported and never judged.
"""
import contextlib
import math
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

PATIENCE = 30  # seconds until what is waited for must be there
PANES = ["radius", "grid(cellSize=80)"]


class Server:
    """`pinfold serve` as a child process; none outlives the script."""

    all = []

    def __init__(self, pinfold, data, *more, strategies=PANES):
        arguments = [pinfold, "serve", *data, "--strategy", ",".join(strategies), "--no-open", *more]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.all.append(self)
        self.address = self.process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", self.address), self.address
        self.port = int(self.address.split(":")[2].split("/")[0])

    def kill(self):
        self.process.kill()
        self.process.wait()

    @classmethod
    def kill_all(cls):
        for server in cls.all:
            server.kill()


class Page:
    """The page in a browser, and what it did that it should not."""

    def __init__(self, browser, server, width=1280, height=800, color_scheme="light", **more):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=color_scheme, **more)
        self.page = self.context.new_page()
        self.problems = []
        self.is_watching = True
        self.page.on("console", lambda message: message.type == "error" and self.note(message.text))
        self.page.on("pageerror", lambda error: self.note(str(error)))
        self.page.on("request", lambda request: self.watch(request.url, server.address))
        self.page.goto(server.address)
        self.settle()

    def note(self, problem):
        if self.is_watching:
            self.problems.append(problem)

    def watch(self, url, address):
        if not url.startswith((address, address.replace("http", "ws", 1))):
            self.note(f"a request to {url}")

    def run(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not self.run(condition):
            assert time.monotonic() < end, f"waited for {what}"
            time.sleep(0.02)

    def settle(self):
        """Waits until everything is answered and nothing moves."""
        self.wait(
            """() => Boolean(globalThis.pinfold?.panes.length) && pinfold.asker.isIdle
              && pinfold.panes.every((pane) => pane.frame && !pane.player.isMoving)""", "the panes to be still")

    def colors(self, pane):
        """The number of different colours that a pane's canvas shows."""
        return self.run(
            """(index) => {
              const { canvas } = pinfold.panes[index];
              const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
              return new Set(new Uint32Array(data.buffer)).size;
            }""", pane)

    def close(self):
        self.context.close()
        assert not self.problems, self.problems


CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


@check
def forty_moves_keep_every_count(browser, server, figures):
    """40 pans and zooms: markers are drawn, and counts at 0, ½ and 1 are those of the frame"""
    page = Page(browser, server)
    middle = (320, 420)
    for step in range(40):
        page.page.mouse.move(*middle)
        if step % 4 == 3:
            page.page.mouse.down()
            for part in range(1, 6):
                page.page.mouse.move(middle[0] - 16 * part, middle[1] + 6 * part)
            page.page.mouse.up()
        else:
            page.page.mouse.wheel(0, -60 if step < 28 else 90)
        if step % 5 == 4:
            page.settle()
            for pane in range(len(PANES)):
                counts = page.run(
                    """(index) => {
                      const { player, frame } = pinfold.panes[index];
                      return { at: [0.5, 1].map((share) => player.count(share)), points: frame.points,
                        start: player.count(0), end: frame.clusters };
                    }""", pane)
                # Until 1 the points of either frame are shown, each once.
                assert counts["at"][1] == counts["points"], counts
                assert counts["start"] == counts["at"][0] >= counts["points"], counts
    assert page.run("() => pinfold.camera.zoom") > 2, page.run("() => pinfold.camera.view")
    for pane in range(len(PANES)):
        assert page.colors(pane) > 20, "no markers are drawn"
    figures["round trip"] = page.run("() => pinfold.asker.roundTrips")
    figures["frame gap"] = page.run("() => pinfold.frameGaps")
    page.close()


@check
def markers_are_where_they_say(browser, server, figures):
    """what is drawn in the middle of the largest marker has its colour"""
    page = Page(browser, server)
    for pane in range(len(PANES)):
        found = page.run(
            """(index) => {
              const { player, camera, canvas, painter } = pinfold.panes[index];
              const all = [...player.shown()].map(({ marker, x, y }) => [marker.count, ...camera.place(x, y)])
                .filter(([, x, y]) => x > 20 && y > 90 && x < camera.width - 20 && y < camera.height - 20);
              const [count, x, y] = all.at(-1);
              const ratio = painter.ratio;
              const drawn = canvas.getContext("2d").getImageData((x - 9) * ratio, (y - 9) * ratio, 1, 1).data;
              return { count, drawn: [...drawn] };
            }""", pane)
        assert found["count"] > 1 and max(found["drawn"][:3]) - min(found["drawn"][:3]) > 40, found
    page.close()


@check
def brushing_lights_the_same_members(browser, server, figures):
    """brushing lights the same members in both panes, and a click shows them in a table"""
    page = Page(browser, server)
    page.page.keyboard.down("Shift")
    page.page.mouse.move(250, 250)
    page.page.mouse.down()
    page.page.mouse.move(420, 420, steps=4)
    page.page.mouse.up()
    page.page.keyboard.up("Shift")
    page.wait("() => pinfold.panes.every((pane) => pane.lit)", "the selection")
    lit = page.run("() => pinfold.panes.map(({ lit }) => [...lit.values()].reduce((a, b) => a + b, 0))")
    assert lit[0] == lit[1] > 0, lit
    x, y = page.run(
        """() => {
          const { player, camera } = pinfold.panes[0];
          const all = [...player.shown()].map(({ x, y }) => camera.place(x, y))
            .filter(([x, y]) => x > 50 && y > 150 && x < camera.width - 50 && y < camera.height - 350);
          return all.at(-1);
        }""")
    top = page.run("() => pinfold.panes[0].canvas.getBoundingClientRect().top")
    page.page.mouse.click(x, y + top)
    page.page.wait_for_selector("#details tbody tr")
    assert page.page.locator("#details tbody tr").count() <= 50
    page.page.keyboard.press("Escape")
    page.close()


@check
def keyboard_alone(browser, server, figures):
    """the keyboard alone moves, zooms, changes a strategy and plays again"""
    page = Page(browser, server)
    page.run("() => pinfold.panes[0].canvas.focus()")
    before = page.run("() => pinfold.camera.view")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("+")
    page.page.keyboard.press("+")
    page.settle()
    after = page.run("() => pinfold.camera.view")
    assert after["zoom"] > before["zoom"] and not math.isclose(after["x"], before["x"]), (before, after)
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    assert page.run("() => document.activeElement.tagName") == "SELECT"
    page.page.keyboard.type("quadtree")
    page.wait("() => pinfold.panes[0].frame.label === 'quadtree'", "another strategy")
    page.page.keyboard.press("Escape")
    page.settle()
    page.run("() => pinfold.panes[0].canvas.focus()")
    page.page.keyboard.press(" ")
    page.settle()
    page.close()


@check
def the_address_is_the_state(browser, server, figures):
    """an address shows the same again"""
    page = Page(browser, server)
    page.page.mouse.move(300, 300)
    page.page.mouse.wheel(0, -300)
    page.settle()
    page.wait("() => location.hash.includes('view=')", "the fragment")
    time.sleep(0.4)
    view = page.run("() => pinfold.camera.view")
    page.page.reload()
    page.settle()
    again = page.run("() => pinfold.camera.view")
    assert abs(view["x"] - again["x"]) < 1e-6 and abs(view["zoom"] - again["zoom"]) < 1e-2, (view, again)
    page.close()


@check
def phone_and_dark(browser, server, figures):
    """a phone's size has all controls and no sideways scroll, in the dark too"""
    light = Page(browser, server, width=400, height=800, has_touch=True, device_scale_factor=2)
    dark = Page(browser, server, width=400, height=800, color_scheme="dark")
    for page in (light, dark):
        assert page.run("() => document.documentElement.scrollWidth <= innerWidth")
        page.page.locator(".pane .name").first.click()
        page.page.wait_for_selector("#settings fieldset")
        box = page.page.locator("#settings").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 401, box
        page.page.keyboard.press("Escape")
        assert page.colors(0) > 20
    papers = [page.run("() => getComputedStyle(document.body).backgroundColor") for page in (light, dark)]
    assert papers[0] != papers[1], papers
    light.close()
    dark.close()


PLUGIN = """return {
  api = 1, kind = "strategy", name = "strips", summary = "Strips.", capabilities = { permutationInvariant = true },
  cluster = function(points) return { groups = (points.y // %s):group() } end,
}
"""


@check
def a_saved_plugin_is_taken_up(browser, server, figures):
    """a plugin that is saved is taken up; one that is broken says so in its pane, and the version before stays"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "strips.lua")
        file.write_text(PLUGIN % 200)
        own = Server(*server.again, "--plugin", str(file), strategies=["strips"])
        page = Page(browser, own)
        before = page.run("() => pinfold.panes[0].frame.clusters")
        file.write_text(PLUGIN % 20)
        begin = time.monotonic()
        page.wait(f"() => pinfold.panes[0].frame.clusters > {before}", "the new version")
        figures["plugin taken up"] = [1000 * (time.monotonic() - begin)]
        file.write_text("return {")
        page.page.wait_for_selector(".problem:not([hidden])")
        assert "strips.lua" in page.page.locator(".problem").inner_text()
        page.page.mouse.move(600, 400)
        page.page.mouse.wheel(0, -100)
        page.settle()
        assert page.run("() => pinfold.panes[0].frame.clusters") > before
        page.close()
        own.kill()


@check
def a_server_that_goes_and_comes(browser, server, figures):
    """a server that is gone is said to be, and one that is back is reached again"""
    token = ["--token", secrets.token_hex(16)]
    own = Server(*server.again, *token)
    page = Page(browser, own)
    page.is_watching = False  # that no server is there is an error for the browser
    own.kill()
    page.wait("() => !document.getElementById('status').hidden", "the note")
    assert "gone" in page.page.locator("#status").inner_text()
    again = Server(*server.again, *token, "--port", str(own.port))
    assert again.address == own.address
    page.wait("() => document.getElementById('status').hidden", "the server to be reached again")
    page.page.mouse.move(300, 300)
    page.page.mouse.wheel(0, -200)
    page.settle()
    assert page.colors(0) > 20
    again.kill()
    page.close()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main():
    pinfold = sys.argv[1]
    path = sys.argv[2] if len(sys.argv) > 2 else ""
    data = [path] if path and Path(path).exists() else ["--generate", "cities,count=50000,seed=7"]
    print(f"browser: on {' '.join(data)}")
    chromium = shutil.which("chromium") or sys.exit("browser: chromium is missing; 'make setup' installs it")
    figures = {}
    with contextlib.ExitStack() as stack:
        stack.callback(Server.kill_all)
        server = Server(pinfold, data)
        server.again = (pinfold, data)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        stack.callback(browser.close)
        for function in CHECKS:
            begin = time.monotonic()
            function(browser, server, figures)
            print(f"browser: {function.__doc__} ({time.monotonic() - begin:.1f} s)", flush=True)
    for name, values in figures.items():
        print(
            f"browser: {name}: median {percentile(values, 0.5):.0f} ms, p95 {percentile(values, 0.95):.0f} ms, of "
            f"{len(values)}, at a load of {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
