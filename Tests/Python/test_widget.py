"""The live map: its selection, and the widget in which notebooks show it."""

import base64
import json
import queue
import shutil
import time
import unittest
from unittest import mock

import numpy as np

import pinfold
from pinfold._page import Page, Socket
from support import LIMIT

try:
    import anywidget
    from pinfold.widget import MapWidget
except ImportError:
    anywidget = None
try:
    import nbclient
    import nbformat
except ImportError:
    nbclient = None

try:
    from playwright.sync_api import Error as PageError, sync_playwright
except ImportError:
    sync_playwright = None

CHROMIUM = shutil.which("chromium")

#: What a notebook does for a widget, in a page.
HOST = """async (script) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const hearers = [];
  const model = {
    get: () => 400, on: (name, hear) => name === "msg:custom" && hearers.push(hear), off() {}, send: (sent) => tell(sent),
  };
  window.hear = ([content, base64]) => {
    const bytes = base64 && Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    for (const hear of hearers) hear(content, bytes ? [new DataView(bytes.buffer)] : []);
  };
  window.end = widget.render({ model, el: document.body });
}"""

#: Keeps what a map hears of the pointer, in its own points.
POINTERS = """() => {
  const [pane] = pinfold.panes;
  pinfold.pointer = { x: NaN, y: NaN, down: false };
  const take = ({ offsetX, offsetY, buttons }) => (pinfold.pointer = { x: offsetX, y: offsetY, down: buttons > 0 });
  for (const name of ["pointermove", "pointerdown", "pointerup"]) pane.canvas.addEventListener(name, take);
}"""

#: What a cell's output may do: anything, or what VS Code allows with `notebook.experimental.enableCsp` (its
#: backLayerWebView.ts), and modules from blobs, without which no anywidget loads.
POLICIES = {
    "any": "",
    "VS Code": "default-src 'none'; script-src blob: 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; "
               "img-src https: http: data:; font-src https:; connect-src https:; child-src https: data:",
}

VIEW = json.dumps({
    "ask": "frames", "number": 1, "view": {"x": 0.5, "y": 0.5, "zoom": 1, "width": 800, "height": 400},
    "panes": [{"pane": 0, "strategy": "grid"}]})


class Visitor:
    """A page of a live map."""

    def __init__(self, live):
        self.socket = Socket(live.address)
        self.messages = iter(self.socket)
        self.socket.send(VIEW)
        self.wait("frame")

    def wait(self, kind):
        return next(message for message in map(json.loads, self.messages) if message["kind"] == kind)

    def select(self, **subject):
        self.socket.send(json.dumps({"ask": "select", **subject}))
        return self.wait("selection")


class SelectionTests(unittest.TestCase):
    def setUp(self):
        random = np.random.default_rng(1)
        self.lon, self.lat = random.uniform(-170, 170, 500), random.uniform(-60, 60, 500)
        self.points = pinfold.Points(self.lon, self.lat, attributes={"row": np.arange(500)})
        self.live = pinfold.live(self.points, "grid")
        self.addCleanup(self.live.close)

    def test_what_a_page_selects_are_rows_here(self):
        page = Visitor(self.live)
        found = page.select(box=[0.5, 0.0, 0.75, 0.5])
        rows = np.flatnonzero((self.lon >= 0) & (self.lon <= 90) & (self.lat >= 0))
        self.assertEqual(found["points"], len(rows))
        np.testing.assert_array_equal(self.live.selection, rows)
        page.select()
        self.assertEqual(self.live.selection.tolist(), [])

    def test_what_is_selected_here_is_lit_on_every_page_and_on_later_ones(self):
        page = Visitor(self.live)
        for rows, wanted in (([7, 3, 7], [3, 7]), (np.arange(500) > 497, [498, 499]), ([], [])):
            self.live.select(rows)
            self.assertEqual(page.wait("selection")["points"], len(wanted))
            self.assertEqual(self.live.selection.tolist(), wanted)
        self.live.select([1, 2, 3])
        self.assertEqual(Visitor(self.live).wait("selection")["points"], 3)
        self.assertEqual(self.live.selection.tolist(), [1, 2, 3])

    def test_a_selection_before_any_page_is_known(self):
        self.live.select([4])
        self.assertEqual(self.live.selection.tolist(), [4])

    def test_rows_that_are_none_are_refused(self):
        for rows in ([-1], [500], [1.5], ["a"], [[1]], [[1], [2, 3]], np.zeros(499, bool), [2**70]):
            with self.subTest(rows=rows), self.assertRaisesRegex(pinfold.Error, "rows"):
                self.live.select(rows)
        self.live.close()
        with self.assertRaisesRegex(pinfold.Error, "closed"):
            self.live.select([1])

    def test_the_page_needs_nothing_beside_it(self):
        html, ground = Page.of(self.live.address)
        self.assertNotRegex(html, r'(src|href)="(?!#)')
        self.assertNotIn('from "./', html)
        self.assertNotIn('from \\"./', html)
        self.assertEqual(html.count("</script>"), 1)
        self.assertIn("default-src 'none'", html)
        self.assertGreater(len(ground), 1000)

    def test_long_messages_pass_both_ways(self):
        page = Visitor(self.live)
        page.socket.send(json.dumps({"ask": "find", "text": "x" * 30_000}))
        self.assertEqual(page.wait("found")["kind"], "found")


@unittest.skipIf(anywidget is None, "anywidget is not there")
class WidgetTests(unittest.TestCase):
    def setUp(self):
        self.live = pinfold.live(pinfold.Points([1.0, 20.0, 30.0], [4.0, 5.0, 60.0], ids=["a", "b", "c"]), "grid")
        self.addCleanup(self.live.close)
        self.widget = self.live.widget(height=300)
        self.sent = []
        self.widget.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def wait(self, part):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            for content, _ in list(self.sent):
                if part in content.get("text", ""):
                    return content
            time.sleep(0.05)
        self.fail(f"no {part} among {self.sent!r:.500}")

    def open(self):
        self.widget._take(None, {"view": "v", "text": "page"}, [])
        content, buffers = self.sent[0]
        self.assertIn("<!doctype html>", content["page"])
        self.assertEqual(len(buffers), 1)
        self.widget._take(None, {"view": "v", "text": "open"}, [])
        self.assertEqual(self.wait('"welcome"')["view"], "v")
        self.widget._take(None, {"view": "v", "text": VIEW}, [])
        self.wait('"kind":"frame"')

    def test_a_view_talks_with_the_server_through_the_widget(self):
        changes = []
        self.widget.observe(lambda change: changes.append(change["new"]), "selection")
        self.open()
        self.widget._take(None, {"view": "v", "text": '{"ask": "select", "box": [0.5, 0.4, 0.6, 0.5]}'}, [])
        self.wait('"kind":"selection"')
        self.assertEqual(self.widget.selection, [0, 1])
        self.assertEqual(changes, [[0, 1]])
        self.assertEqual(self.widget.selected()["id"].tolist(), ["a", "b"])
        self.widget.selection = np.array([False, False, True])
        self.assertEqual((self.widget.selection, self.live.selection.tolist()), ([2], [2]))
        with self.assertRaises(pinfold.Error):
            self.widget.selection = [3]
        with self.assertRaises(pinfold.Error):
            self.widget.selection = None
        self.assertEqual(self.widget.selection, [2])

    def test_what_is_selected_without_a_page_is_known(self):
        changes = []
        self.widget.observe(lambda change: changes.append(change["new"]), "selection")
        self.live.select([1])
        self.assertEqual((changes, self.widget.selection), ([[1]], [1]))
        self.live.close()
        self.assertEqual(self.widget.selection, [1])

    def test_reading_undoes_nothing_that_a_page_selects_meanwhile(self):
        page, real, seen = Visitor(self.live), type(self.live).selection, []

        def selection(live):
            rows = real.fget(live)
            if not seen:
                seen.append(page.select(box=[0.5, 0.4, 0.6, 0.5])["points"])
            return rows

        with mock.patch.object(type(self.live), "selection", property(selection)):
            self.widget.selection
        self.assertEqual((seen, self.live.selection.tolist(), self.widget.selection), ([2], [0, 1], [0, 1]))

    def test_a_view_that_ends_leaves_nothing(self):
        self.open()
        self.widget._take(None, {"view": "v", "text": "end"}, [])
        self.assertEqual(self.widget._sockets, {})
        self.widget._take(None, {"view": "v", "text": VIEW}, [])

    def test_a_closed_map_is_gone_and_is_said_so(self):
        self.open()
        self.live.close()
        self.wait("gone")
        self.assertIn("<closed live map>", self.live._repr_mimebundle_()["text/plain"])
        self.sent.clear()
        self.widget._take(None, {"view": "w", "text": "page"}, [])
        self.assertIn("The live map is closed", self.sent[0][0]["page"])

    def test_a_live_map_shows_as_a_widget_and_keeps_little(self):
        shown = self.live._repr_mimebundle_()
        shown = shown[0] if isinstance(shown, tuple) else shown
        self.assertIn("application/vnd.jupyter.widget-view+json", shown)
        self.assertLess(len(json.dumps(self.widget.get_state(), default=str)), 6000)


@unittest.skipIf(anywidget is None or sync_playwright is None or CHROMIUM is None, "anywidget, playwright and Chromium are not there")
class BrowserTests(unittest.TestCase):
    def setUp(self):
        lon, lat = np.meshgrid(np.linspace(-100, 100, 21), np.linspace(-50, 50, 11))
        self.live = pinfold.live(pinfold.Points(lon.ravel(), lat.ravel()), "none", view={"lon": 0, "lat": 0, "zoom": 1})
        self.addCleanup(self.live.close)
        self.widget, self.sent = self.live.widget(height=400), queue.Queue()
        self.widget.send = lambda content, buffers=None: self.sent.put((content, buffers))

    def wait(self, page, what, found):
        """Passes on what the kernel sends until something is so."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            while not self.sent.empty():
                content, buffers = self.sent.get()
                page.evaluate("hear", [content, base64.b64encode(buffers[0]).decode() if buffers else None])
            if found():
                return
            page.wait_for_timeout(20)
        self.fail(f"{what} in {LIMIT} seconds")

    def test_a_person_selects_and_sees_what_is_selected(self):
        for notebook, policy in POLICIES.items():
            with self.subTest(notebook):
                self.widget.selection = []
                self.select(policy)

    def select(self, policy):
        complaints = []
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=1000 * LIMIT)
            page = browser.new_page(viewport={"width": 900, "height": 500})
            page.set_default_timeout(1000 * LIMIT)
            page.set_content(f'<meta http-equiv="Content-Security-Policy" content="{policy}">')
            page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.expose_function("tell", lambda message: self.widget._take(None, message, []))
            page.evaluate(HOST, self.widget._esm)

            def inner(code):
                try:
                    return len(page.frames) > 1 and page.frames[1].evaluate(f"globalThis.pinfold && ({code})")
                except PageError:
                    # The page of the map takes the place of an empty one.
                    return False

            self.wait(page, "no frame", lambda: inner("pinfold.panes[0]?.frame?.clusters"))
            self.wait(page, "it moves still", lambda: inner("!pinfold.panes[0].player.isMoving"))
            page.frames[1].evaluate(POINTERS)
            box = page.frames[1].query_selector("canvas").bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

            def moved(x, y):
                """Moves the pointer until the map has seen it there: a frame that is new hears of none at first."""
                page.mouse.move(x + 1, y)
                page.mouse.move(x, y)
                return inner(f"Math.hypot(pinfold.pointer.x - {x - box['x']}, pinfold.pointer.y - {y - box['y']}) < 1")

            self.wait(page, "the pointer does not come", lambda: moved(x - 5, y - 5))
            page.keyboard.down("Shift")
            page.mouse.down()
            self.wait(page, "the pointer is not down", lambda: inner("pinfold.pointer.down"))
            # At zoom 1 ten degrees are 14 pixels.
            page.mouse.move(x + 14, y)
            self.wait(page, "the pointer does not drag", lambda: moved(x + 33, y + 5))
            self.wait(page, "no box", lambda: inner("pinfold.panes[0].brush"))
            page.mouse.up()
            page.keyboard.up("Shift")
            self.wait(page, "nothing is selected", lambda: self.widget.selection)
            chosen = self.widget.selected()
            self.assertEqual((chosen["lon"].round().tolist(), set(chosen["lat"].round())), ([0, 10, 20], {0}))
            self.widget.selection = [0, 1]
            self.wait(page, "two are not lit", lambda: inner("pinfold.panes[0].lit?.size === 2"))
            page.evaluate("end()")
            self.wait(page, "the view does not end", lambda: not self.widget._sockets)
            browser.close()
        self.assertEqual(complaints, [])


@unittest.skipIf(nbclient is None or anywidget is None, "nbclient and anywidget are not there")
class NotebookTests(unittest.TestCase):
    def test_a_notebook_of_40_cells_stays_below_2_megabytes(self):
        make = (
            "import pinfold\n"
            "cities = pinfold.generate('cities', count=50_000)\n"
            "grid, radius = cities.cluster('grid'), cities.cluster('radius')\n"
            "live = pinfold.live(cities)")
        cells = [make, *(
            f"{'grid' if zoom % 2 else 'radius'}.frame(lon={zoom}, lat=45, zoom={2 + zoom % 8})" for zoom in range(36)),
            "live", "live.widget(height=300)", "live.select([1, 2]); live.selected()"]
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        nbclient.NotebookClient(notebook, timeout=LIMIT, startup_timeout=LIMIT, kernel_name="python3").execute()
        self.assertLess(len(nbformat.writes(notebook).encode()), 2_000_000)
        for cell in notebook.cells[1:37]:
            data = cell.outputs[0]["data"]
            self.assertEqual(set(data), {"text/plain", "text/html"})
            self.assertLess(len(data["text/html"].encode()), 60_000)
        for cell in notebook.cells[37:39]:
            self.assertIn("application/vnd.jupyter.widget-view+json", cell.outputs[0]["data"])


if __name__ == "__main__":
    unittest.main()
