#!/usr/bin/env python3
"""Tries the JavaScript package in Chromium: as a MapLibre source, as a Leaflet layer, in a worker, and on the page for a file.

    javascript.py PACKAGE DEMO [PICTURES]

PACKAGE is the folder that `make js` wrote, DEMO that of `make demo`. It ends with 1 at the first thing that is not as it should be.
"""
import contextlib
import functools
import http.server
import importlib.util
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

PATIENCE = 120  # seconds until what is waited for must be there, on a machine that has much else to do
LEAFLET = Path("/usr/share/javascript/leaflet")

HEAD = """<!doctype html><meta charset="utf-8"><title>clusters</title><link rel="icon" href="data:,">
<style>body { margin: 0 } #map { height: 100vh; background: #eef } .pinfold-cluster { background: #fff; border: 2px solid #d7301f;
border-radius: 50%; text-align: center; line-height: 34px; font: 12px/34px sans-serif }</style><div id="map"></div>
<script>
// 5,000 points in heaps, by a generator of its own.
let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const heaps = Array.from({ length: 40 }, () => [random() * 300 - 150, random() * 120 - 60]);
globalThis.points = Array.from({ length: 5000 }, (_, id) => {
  const [longitude, latitude] = heaps[id % 40];
  return { type: "Feature", id, properties: { id }, geometry: { type: "Point",
    coordinates: [longitude + (random() + random() - 1) * 8, latitude + (random() + random() - 1) * 8] } };
});
globalThis.total = (features) => features.reduce((sum, { properties }) => sum + (properties.point_count ?? 1), 0);
</script>
"""

MAPLIBRE = HEAD + """<link rel="stylesheet" href="maplibre-gl.css"><script src="maplibre-gl.js"></script><script type="module">
import { addClusters } from "./pinfold/maplibre.js";
const style = { version: 8, sources: {}, layers: [] };
const map = globalThis.map = new maplibregl.Map({ container: "map", style, center: [0, 0], zoom: 1, fadeDuration: 0 });
map.on("error", (event) => console.error(event.error?.message ?? "error"));
map.on("load", () => {
  globalThis.source = addClusters(map, "shops", points, { radius: 60, order: "canonical" });
  map.addLayer({ id: "shops", type: "circle", source: "shops", paint: { "circle-color": "#d7301f", "circle-opacity": 0.7,
    "circle-radius": ["step", ["coalesce", ["get", "point_count"], 1], 4, 2, 10, 100, 16, 1000, 24] } });
  map.once("idle", () => { globalThis.isIdle = true; });
});
</script>"""

LEAFLET_PAGE = HEAD + """<link rel="stylesheet" href="leaflet.css"><script src="leaflet.js"></script><script type="module">
import { clusterLayer } from "./pinfold/leaflet.js";
const map = globalThis.map = L.map("map", { center: [0, 0], zoom: 2, zoomAnimation: false, fadeAnimation: false });
globalThis.layer = clusterLayer(L, points, { radius: 80 }).addTo(map);
globalThis.isIdle = true;
</script>"""

WORKER = HEAD + """<script type="module">
const worker = new Worker(new URL("./pinfold/worker.js", location.href), { type: "module" });
const waiting = new Map();
worker.onmessage = ({ data: { id, result, error } }) => waiting.get(id)(error === undefined ? result : { error });
let next = 0;
globalThis.ask = (call, ...values) => new Promise((resolve) => {
  waiting.set(++next, resolve);
  worker.postMessage({ id: next, call, values });
});
globalThis.isIdle = true;
</script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def opened(browser, address, problems):
    page = browser.new_page(viewport={"width": 900, "height": 600})
    page.set_default_timeout(1000 * PATIENCE)
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    page.wait_for_function("globalThis.isIdle")
    return page


def maplibre(page):
    """Markers of the view add up, follow the map and an edit, and a cluster can be opened."""
    drawn = "map.querySourceFeatures('shops')"
    unique = f"[...new Map({drawn}.map((f) => [f.id ?? f.properties.id, f])).values()]"
    before = page.evaluate(f"{unique}.length")
    assert 20 <= before <= 200, before
    shown = page.evaluate("total(source.clusters.getClusters([-180, -90, 180, 90], 2))")
    assert shown == 5000, shown
    page.evaluate("source.change((clusters) => clusters.remove(points.slice(0, 4990).map(({ id }) => id)))")
    page.wait_for_function(f"{unique}.length <= 10 && {unique}.length > 0")
    page.evaluate("source.change((clusters) => clusters.add(points.slice(0, 4990)))")
    page.wait_for_function(f"{unique}.length === {before}")
    page.evaluate("source.expand(source.clusters.getClusters([-180, -90, 180, 90], 2).find((f) => f.properties.cluster))")
    page.wait_for_function("map.getZoom() >= 1.5 && !map.isMoving()")
    page.evaluate("map.removeLayer('shops'); source.remove()")
    assert page.evaluate("map.getSource('shops') === undefined")


def leaflet(page):
    """Clusters that stay keep their markers over a pan, and a click goes to where a cluster splits."""
    keep = "(globalThis.before = new Set(layer.getLayers()))"
    count = page.evaluate(f"{keep}.size")
    assert count > 20, count
    page.evaluate("map.panBy([40, 0], { animate: false })")
    kept = page.evaluate("layer.getLayers().filter((marker) => before.has(marker)).length")
    assert kept >= 0.9 * count, (kept, count)
    page.click(".pinfold-cluster >> nth=0", force=True)
    page.wait_for_function("map.getZoom() > 2")
    assert page.evaluate("layer.getLayers().length") > 0
    # A third coordinate is an altitude; what an edit changes is shown.
    page.evaluate("""async () => {
      const { clusterLayer } = await import('./pinfold/leaflet.js');
      const two = [0, 1].map((id) => (
        { type: 'Feature', id, properties: { n: 1 }, geometry: { type: 'Point', coordinates: [2.5, 48.5, 120] } }));
      globalThis.own = clusterLayer(L, two, { map: ({ n }) => ({ n }), reduce: (sum, { n }) => { sum.n += n; } },
        { cluster: (feature, place) => L.circleMarker(place, { title: `sum ${feature.properties.n}` }) }).addTo(map);
    }""")
    page.evaluate("map.setView([48.5, 2.5], 5)")
    shown = "own.getLayers().map((one) => [one.getLatLng().lat, one.getLatLng().lng, one.options.title])"
    assert page.evaluate(shown) == [[48.5, 2.5, "sum 2"]], page.evaluate(shown)
    page.evaluate("own.clusters.update(1, { n: 100 }); own.refresh()")
    assert page.evaluate(shown) == [[48.5, 2.5, "sum 101"]], page.evaluate(shown)
    page.evaluate("map.removeLayer(own)")
    page.evaluate("map.removeLayer(layer)")
    assert page.locator(".pinfold-cluster").count() == 0


def worker(page):
    """Answers are those of the class; a mistake is a message."""
    assert page.evaluate("ask('load', points)") == {"error": "post { call: 'new' } first"}
    assert page.evaluate("ask('new', { radius: 60 })") is None
    assert page.evaluate("ask('load', points)") is None
    assert page.evaluate("ask('getClusters', [-180, -90, 180, 90], 2).then(total)") == 5000
    assert "latitude is 100" in page.evaluate("ask('move', 3, [0, 100])")["error"]
    assert page.evaluate("ask('constructor')") == {"error": "there is no method 'constructor'"}


def demo(browser, address, pictures):
    """The sample has all its points, a file replaces it, mistakes are said, and the address keeps the strategy."""
    problems = []
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(1000 * PATIENCE)
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))

    def says(part):
        page.wait_for_function("part => document.getElementById('status').textContent.includes(part)", arg=part)

    def opens(name, text):
        page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": text if isinstance(text, bytes) else text.encode()})

    page.goto(address)
    says("towns: 7,343 points")
    says("of 7,343 points here.")
    if pictures:
        page.wait_for_timeout(500)
        page.screenshot(path=f"{pictures}/demo.png")
    page.evaluate("""globalThis.said = []; new MutationObserver(() => said.push(document.getElementById('status').textContent))
      .observe(document.getElementById('status'), { childList: true, characterData: true, subtree: true })""")
    opens("places.csv", "name,lon,lat\nA,10,50\nB,10.001,50\nC,12,51\nD,,\n")
    says("places.csv: 3 points")
    says("2 markers of 3 points here. 1 of 4 left out, without a place (first: line 5).")
    # Never the markers of one file under the name of another.
    wrong = page.evaluate("said.filter((text) => text.startsWith('places.csv') && !text.includes('2 markers of 3 points'))")
    assert not wrong, wrong
    page.click("#map", position={"x": 5, "y": 5})
    assert page.is_hidden("#details")
    for name, text, part in [
        ("bad.csv", "a,b\n1,2\n", "bad.csv: no column of longitudes among: a, b"),
        ("latin.csv", b"name,lon,lat\n\xe9,1,2\n", "latin.csv is not text in UTF-8"),
        ("cut.json", '{"features": [', "cut.json: line 1 is no JSON"),
        ("empty.csv", "\n", "empty.csv: the file is empty"),
    ]:
        opens(name, text)
        says(part)
    # What was there stays.
    page.select_option("#strategy", "none")
    says("places.csv: 3 points")
    says("3 markers of 3 points here.")
    wide = "".join(f"{row},7,7,c{row},d{row},the fifth {row}\n" for row in range(12))
    opens("wide.csv", "name,lon,lat,c,d,e\n" + wide)
    says("wide.csv: 12 points")
    page.select_option("#strategy", "radius")
    says("1 marker of 12 points here.")
    # The marker comes to where it stays, and those of before fade.
    end = time.monotonic() + PATIENCE
    while "the fifth 3" not in page.inner_text("#details"):
        assert time.monotonic() < end, page.inner_text("#details")
        page.locator("#map").click()
        page.wait_for_timeout(100)
    numbers = page.evaluate("""[...document.querySelectorAll('#details th')].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects().length;
    })""")
    assert set(numbers) == {1}, f"numbers of the list wrap: {numbers}"
    # An edit of the address is followed without a reload.
    page.evaluate("location.hash = '#10/50/5/grid/120'")
    page.wait_for_function("document.getElementById('strategy').value === 'grid' && document.getElementById('size').value === '120'")
    page.wait_for_function("location.hash.startsWith('#10.0000/50.0000/5.00/grid/120')")
    page.select_option("#strategy", "kmeans")
    page.wait_for_function("location.hash.endsWith('/kmeans/60')")
    page.reload()
    says("towns: 7,343 points")
    assert page.input_value("#strategy") == "kmeans"
    page.set_viewport_size({"width": 390, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than a phone"
    assert not problems, problems
    print("page: as it should be")


def main(package, files, pictures=None):
    gl = Path(importlib.util.find_spec("maplibre").origin).parent
    assert (LEAFLET / "leaflet.js").exists(), "Leaflet is missing: apt-get install libjs-leaflet"
    pages = {"maplibre": (MAPLIBRE, maplibre), "leaflet": (LEAFLET_PAGE, leaflet), "worker": (WORKER, worker)}
    with tempfile.TemporaryDirectory() as folder, served(folder) as address, sync_playwright() as play:
        folder = Path(folder)
        shutil.copytree(package, folder / "pinfold")
        for name in ("maplibre-gl.js", "maplibre-gl.css"):
            shutil.copy(next(gl.rglob(name)), folder / name)
        for name in ("leaflet.js", "leaflet.css"):
            shutil.copy((LEAFLET / name).resolve(), folder / name)
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--use-gl=swiftshader"])
        for name, (text, check) in pages.items():
            (folder / f"{name}.html").write_text(text)
            problems = []
            page = opened(browser, f"{address}/{name}.html", problems)
            if pictures:
                page.screenshot(path=f"{pictures}/{name}.png")
            check(page)
            assert not problems, (name, problems)
            print(f"{name}: as it should be")
        with served(files) as own:
            demo(browser, own, pictures)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
