#!/usr/bin/env python3
"""Reads vector tiles back with programs of others, and draws them with MapLibre in Chromium.

    tiles.py PINFOLD [DATA]

PINFOLD is the command. Without DATA, or where there is no such file, cities are made up. pmtiles, mapbox-vector-tile and
GDAL (pyogrio) read what was written; MapLibre draws it from a server of plain files, and from `pinfold serve`. It ends
with 1 at the first thing that is not as it should be.
"""
import contextlib
import functools
import gzip
import http.server
import importlib.util
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import mapbox_vector_tile
import pyogrio
from playwright.sync_api import sync_playwright
from pmtiles.reader import MmapSource, Reader, all_tiles

ZOOMS = range(0, 6)
LAYER = "towns"
PAGE = """<!doctype html><meta charset="utf-8"><title>tiles</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="maplibre-gl.css"><style>body { margin: 0 } #map { height: 100vh }</style>
<div id="map"></div><script src="maplibre-gl.js"></script><script>
const tiles = new URLSearchParams(location.search).get("tiles");
const style = { version: 8, sources: {}, layers: [] };
const map = globalThis.map = new maplibregl.Map({ container: "map", style, center: [8, 48], zoom: 3.4, fadeDuration: 0 });
map.on("error", (event) => console.error(event.error?.message ?? "error"));
map.on("load", () => {
  map.addSource("towns", tiles.endsWith("json") || tiles.includes("json?")
    ? { type: "vector", url: tiles } : { type: "vector", tiles: [tiles], maxzoom: 5 });
  map.addLayer({ id: "clusters", type: "circle", source: "towns", "source-layer": new URLSearchParams(location.search).get("layer"),
    filter: ["has", "point_count"], paint: { "circle-color": "#d7301f",
      "circle-radius": ["step", ["get", "point_count"], 6, 100, 10, 1000, 14],
      "circle-opacity": ["case", ["boolean", ["feature-state", "lit"], false], 1, 0.7] } });
  map.once("idle", () => { globalThis.isIdle = true; });
});
</script>"""


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stderr


def count(features):
    """The points of a tile's own features."""
    own = [f for f in features if all(0 <= value < 4096 for value in f["geometry"]["coordinates"])]
    return sum(f["properties"].get("point_count", 1) for f in own)


def decoded(data):
    # The default turns y around.
    layers = mapbox_vector_tile.decode(data, default_options={"y_coord_down": True})
    return layers[LAYER]["features"] if layers else []


def read_by_others(folder, points):
    """pmtiles, SQLite and plain files hold the same tiles, whose counts add up; GDAL finds the same features"""
    plain, features = {}, 0
    sums = dict.fromkeys(ZOOMS, 0)
    with open(folder / "towns.pmtiles", "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header = reader.header()
        assert (header["min_zoom"], header["max_zoom"]) == (ZOOMS[0], ZOOMS[-1]), header
        assert reader.metadata()["vector_layers"][0]["id"] == LAYER
        for (zoom, column, row), data in all_tiles(source):
            data = gzip.decompress(data)
            plain[zoom, column, row] = data
            found = decoded(data)
            sums[zoom] += count(found)
            features += len(found) if zoom == ZOOMS[-1] else 0
            assert all(0 <= f["id"] < 1 << 53 for f in found)
            assert reader.get(zoom, column, row) is not None
    assert set(sums.values()) == {points}, (sums, points)
    rows = sqlite3.connect(folder / "towns.mbtiles").execute("SELECT * FROM tiles").fetchall()
    assert {(z, x, (1 << z) - 1 - y): gzip.decompress(data) for z, x, y, data in rows} == plain
    for (zoom, column, row), data in plain.items():
        assert (folder / "towns" / str(zoom) / str(column) / f"{row}.mvt").read_bytes() == data
    for name in ["towns.pmtiles", "towns.mbtiles"]:
        info = pyogrio.read_info(folder / name, layer=LAYER, force_feature_count=True)
        # GDAL reads the deepest zoom, a feature for each tile that has it.
        assert info["features"] == features, (name, info["features"], features)
        assert {"point_count", "cluster_id"} <= set(info["fields"]), info["fields"]


class PlainFiles(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def send_error(self, code, *more):
        # A tile without markers has no file; servers of tiles say so in this way, and maps expect it.
        if code == 404 and self.path.endswith(".mvt"):
            self.send_response(204)
            self.end_headers()
        else:
            super().send_error(code, *more)


@contextlib.contextmanager
def files_of(folder):
    """A server of plain files; yields its origin."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(PlainFiles, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def draw(browser, address, expected, picture):
    """Opens a page, waits until the map is drawn, and returns the ids of what it shows."""
    page = browser.new_page(viewport={"width": 900, "height": 600})
    page.set_default_timeout(120_000)  # on a machine that has much else to do
    problems = []
    page.on("console", lambda message: message.type == "error" and problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    page.wait_for_function("globalThis.isIdle || globalThis.map === undefined")
    assert not problems, problems
    shown = page.evaluate("""() => map.queryRenderedFeatures({ layers: ["clusters"] })
        .map((f) => [f.id, f.properties.cluster_id, f.properties.point_count])""")
    assert len(shown) > 20, shown
    assert all(identifier == cluster and identifier < 1 << 53 for identifier, cluster, _ in shown), shown[:3]
    # State is kept by id, which numbers beyond 2⁵³ break.
    lit = page.evaluate("""(id) => {
      const feature = { source: "towns", sourceLayer: new URLSearchParams(location.search).get("layer"), id };
      map.setFeatureState(feature, { lit: true });
      return map.getFeatureState(feature).lit; }""", shown[0][0])
    assert lit is True
    reds = page.evaluate("""() => new Promise((resolve) => { map.once("render", () => {
      const canvas = map.getCanvas(), copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d"); context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > 150 && data[i + 1] < 130 && data[i + 3] > 100) count++;
      resolve(count); }); map.triggerRepaint(); })""")
    assert reds > 2000, f"{reds} red pixels"
    if picture:
        page.screenshot(path=picture)
    page.close()
    identifiers = {identifier for identifier, _, _ in shown}
    assert not expected or identifiers == expected
    return identifiers


def main():
    pinfold = os.path.abspath(sys.argv[1])
    path = sys.argv[2] if len(sys.argv) > 2 else ""
    data = [path] if path and Path(path).exists() else ["--generate", "cities,count=50000,seed=7"]
    chromium = shutil.which("chromium") or sys.exit("tiles: chromium is missing; 'make setup' installs it")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name in ["towns.pmtiles", "towns.mbtiles", "towns"]:
            run(pinfold, "tiles", *data, "-o", str(folder / name), "--zooms", f"{ZOOMS[0]}-{ZOOMS[-1]}", "--layer-name", LAYER,
                "--strategy", "radius(radius=50)", "--keep", "none")
        table = subprocess.run(
            [pinfold, "cluster", *data, "--strategy", "none", "--view", "0,0,0,256x256"], capture_output=True, text=True)
        points = int(table.stdout.split(" of ")[1].split()[0].replace(",", ""))
        begin = time.monotonic()
        read_by_others(folder, points)
        print(f"tiles: {read_by_others.__doc__}, {points} points ({time.monotonic() - begin:.1f} s)", flush=True)

        # Its module needs more than its scripts do.
        assets = Path(importlib.util.find_spec("maplibre").origin).parent / "srcjs"
        for name in ["maplibre-gl.js", "maplibre-gl.css"]:
            shutil.copy(assets / name, folder / name)
        (folder / "index.html").write_text(PAGE)
        origin = stack.enter_context(files_of(folder))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        stack.callback(browser.close)
        begin = time.monotonic()
        template = f"{origin}/towns/{{z}}/{{x}}/{{y}}.mvt"
        shown = draw(browser, f"{origin}/index.html?layer={LAYER}&tiles={template}", None, os.environ.get("PICTURE"))
        print(f"tiles: MapLibre draws {len(shown)} clusters of a folder ({time.monotonic() - begin:.1f} s)", flush=True)

        begin = time.monotonic()
        server = subprocess.Popen(
            [pinfold, "serve", *data, "--strategy", "radius(radius=50)", "--no-open", "--allow-origin", origin],
            stdout=subprocess.PIPE, text=True)
        stack.callback(server.kill)
        address = server.stdout.readline().strip()
        same = draw(browser, f"{origin}/index.html?layer=clusters&tiles={address}tiles.json", None, None)
        assert shown == same, "the live map's tiles show other clusters"
        print(f"tiles: and the same of the live map, from another origin ({time.monotonic() - begin:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
