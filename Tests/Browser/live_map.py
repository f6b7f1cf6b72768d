#!/usr/bin/env python3
"""Tries the live map in Chromium, without a network and without a graphics card.

    live_map.py PINFOLD [DATA [CHECK...]]

PINFOLD is the command. Without DATA, or where there is no such file, cities are made up. CHECK are names of functions
below, for some checks alone. It ends with 1 at the first thing that is not as it should be. Times are reported and
never judged.
"""
import contextlib
import csv
import gzip
import json
import math
import os
import re
import secrets
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import mapbox_vector_tile
import pmtiles.tile
import pmtiles.writer
from playwright.sync_api import sync_playwright

PATIENCE = 120  # seconds until what is waited for must be there, on a machine that has much else to do
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


def wait_for(condition, what):
    """
    Waits until a function returns truth, and returns it. The page's own way to wait evaluates texts, which its policy
    forbids. Checks wait for what they need to be there, never for a time.
    """
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"waited for {what}"
        time.sleep(0.02)
    return found


class Page:
    """The page in a browser, and what it did that it should not."""

    def __init__(self, browser, server, width=1280, height=800, color_scheme="light", **more):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=color_scheme, **more)
        self.context.set_default_timeout(1000 * PATIENCE)
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
        return wait_for(lambda: self.run(condition), what)

    def settle(self):
        """Waits until the page has its layout, everything is answered and drawn, and nothing moves."""
        self.wait(
            """async () => {
              // Panes take another size, and ask for frames of it, in the course of the next drawing.
              for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
              return globalThis.pinfold?.isStill;
            }""", "the panes to be still")

    def wait_for_address(self):
        """Waits until the address has the view, which it has a moment after the last change."""
        self.wait(
            """() => {
              const view = (new URLSearchParams(location.hash.slice(1)).get("view") ?? "").split(",").map(Number);
              const { x, y, zoom, bearing } = pinfold.camera;
              return [x, y, zoom, bearing].every((number, i) => Math.abs(number - (view[i] ?? 0)) < [1e-8, 1e-8, 1e-3, 0.1][i]);
            }""", "the address")

    def wait_for_cluster(self):
        """Waits for the panel of a cluster."""
        self.page.get_by_role("button", name="Zoom until it splits").wait_for()
        self.page.wait_for_selector("#details > .table tbody tr")
        self.settle()

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


LIT = "() => pinfold.panes.every((pane) => pane.lit && pane.litPlan === pane.player.plan.number)"


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
    # The panel of the box takes room from the panes, which ask for new frames.
    page.page.wait_for_selector("#details > .table tbody tr")
    page.settle()
    page.wait(LIT, "the light")
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
    page.wait_for_cluster()
    assert page.page.locator("#details > .table tbody tr").count() <= 50
    page.page.keyboard.press("Escape")
    page.close()


@check
def panels_cover_nothing(browser, server, figures):
    """a panel stands beside the map, or below it on a phone, and what was clicked stays in sight"""
    for width, height in ((1280, 800), (390, 800)):
        page = Page(browser, server, width=width, height=height)
        page.run("() => pinfold.panes[0].canvas.focus()")
        page.page.keyboard.press("Enter")
        page.wait_for_cluster()
        # The panel made the panes smaller, and so asked for new frames: the selection is lit in all of them.
        page.wait(LIT, "the light")
        panel = page.page.locator("#details").bounding_box()
        for pane in page.page.locator(".pane").all():
            box = pane.bounding_box()
            assert box["x"] + box["width"] <= panel["x"] + 1 or box["y"] + box["height"] <= panel["y"] + 1, (box, panel)
        # Points without columns have no sums to open.
        for sums in page.page.locator("#details details").all():
            sums.evaluate("(details) => { details.open = true; }")
        # What does not fit is scrolled, and nothing of it stands on the bar below.
        assert panel["y"] + panel["height"] <= page.page.locator("body > footer").bounding_box()["y"] + 1
        assert page.run(
            """() => [...document.querySelectorAll("body > footer :is(button, select)")].filter((one) => one.offsetWidth > 0)
              .every((one) => {
                const box = one.getBoundingClientRect();
                return one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))
                  && getComputedStyle(document.getElementById("details")).overflowY === "auto";
              })""")
        assert page.run(
            """() => {
              const { focus, player, camera } = pinfold.panes[0];
              const { x, y } = [...player.shown(1)].find(({ marker }) => marker.cluster === focus);
              const [px, py] = camera.place(x, y);
              return px >= 0 && py >= 0 && px <= camera.width && py <= camera.height;
            }""")
        # A message lies on the maps alone, and the numbers of panes are whole, also of three beside a panel.
        page.page.locator("#details").get_by_role("button", name="Copy as Lua").click()
        assert page.wait(
            """() => {
              const [message, panel] = ["status", "details"].map((id) => document.getElementById(id).getBoundingClientRect());
              return message.width > 0 && { isBeside: message.right <= panel.left || message.bottom <= panel.top };
            }""", "a message")["isBeside"]
        for count in (2, 3):
            whole = page.wait(
                """() => {
                  const numbers = [...document.querySelectorAll(".numbers")];
                  return numbers.slice(1).every((one) => one.textContent.includes("agreement with pane 1"))
                    && { are: numbers.every((one) => {
                      const range = document.createRange();
                      range.selectNodeContents(one);
                      const [text, caption] = [range, one.closest(".caption")].map((all) => all.getBoundingClientRect());
                      return text.right <= caption.right && text.bottom <= caption.bottom;
                    }) };
                }""", "the numbers of panes")
            assert whole["are"], (width, count)
            if width == 390:
                break
            page.page.locator("#more").click()
            page.settle()
        page.page.keyboard.press("Escape")
        assert page.page.locator("#details").is_hidden()
        page.wait("() => pinfold.panes.every((pane) => !pane.lit && pane.focus === -1)", "an empty selection")
        page.close()


@check
def a_box_is_a_table_and_a_file(browser, server, figures):
    """the points of a box are listed page by page, and saved as CSV and GeoJSON with all of them"""
    page = Page(browser, server)
    page.page.keyboard.down("Shift")
    page.page.mouse.move(200, 150)
    page.page.mouse.down()
    page.page.mouse.move(500, 600, steps=4)
    page.page.mouse.up()
    page.page.keyboard.up("Shift")
    page.page.wait_for_selector("#details > .table tbody tr")
    title = page.page.locator("#details h2").inner_text()
    count = int(re.match(r"([\d,]+) points?$", title)[1].replace(",", ""))
    assert count > 50, title
    first = page.page.locator("#details > .table tbody td").first.inner_text()
    page.page.get_by_role("button", name="Next").click()
    wait_for(lambda: page.page.locator("#details > .table tbody td").first.inner_text() != first, "the second page")
    files = {}
    for name in ("CSV", "GeoJSON"):
        with page.page.expect_download() as download:
            page.page.get_by_role("button", name=f"Save as {name}").click()
        files[name] = Path(download.value.path()).read_text(encoding="utf-8")
    rows = list(csv.reader(files["CSV"].splitlines()))
    features = json.loads(files["GeoJSON"])["features"]
    assert rows[0][:3] == ["id", "longitude", "latitude"] and len(rows) - 1 == len(features) == min(count, 100000)
    assert [row[0] for row in rows[1:]] == [str(feature["id"]) for feature in features]
    assert [float(row[1]) for row in rows[1:]] == [feature["geometry"]["coordinates"][0] for feature in features]
    page.close()


@check
def a_cluster_is_sorted_summed_and_saved(browser, server, figures):
    """the panel of a clicked cluster has sums, sorts by a column, and saves its points as CSV and as Lua"""
    own = Server(server.again[0], ["towns"], strategies=["separate"])
    page = Page(browser, own)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.run("() => pinfold.panes[0].canvas.focus()")
    page.run(
        """() => {
          const { player, camera } = pinfold.panes[0];
          const { marker, x, y } = [...player.shown(1)].at(-1);
          camera.set({ x, y });
        }""")
    page.settle()
    page.page.keyboard.press("Enter")
    page.wait_for_cluster()
    count = int(re.match(r"([\d,]+)", page.page.locator("#details h2").inner_text())[1].replace(",", ""))
    assert count > 50, count
    page.page.locator("#details th button", has_text="population").click()
    column = page.page.locator("#details > .table th").all_inner_texts().index("population")
    cells = page.page.locator(f"#details > .table tbody td:nth-child({column + 1})")
    wait_for(lambda: page.page.locator("#details th[aria-sort=ascending]").count() == 1, "the order")
    page.page.locator("#details th button", has_text="population").click()
    wait_for(lambda: page.page.locator("#details th[aria-sort=descending]").count() == 1, "the other order")
    values = [int(text) for text in cells.all_inner_texts() if text]
    assert len(values) == 50 and values == sorted(values, reverse=True), values
    with page.page.expect_download() as download:
        page.page.get_by_role("button", name="Save as CSV").click()
    rows = list(csv.DictReader(Path(download.value.path()).read_text(encoding="utf-8").splitlines()))
    assert len(rows) == count and int(rows[0]["population"]) == values[0]
    total = sum(int(row["population"]) for row in rows if row["population"])
    sums = page.page.locator("#details details tr", has_text="population").locator("td").all_inner_texts()
    assert sums[1].replace(",", "") == str(total), (sums, total)
    page.page.locator("#details").get_by_role("button", name="Copy as Lua").click()
    # The text that says so goes after a while.
    lua = page.wait("() => document.getElementById('status').textContent.match(/^Copied: (.*)$/s)?.[1]", "the copy")
    run = subprocess.run(
        [server.again[0], "run", "-e", lua + "\nprint(#selection)"], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(count)], (lua, run.stdout)
    page.close()
    own.kill()


@check
def markers_show_a_column(browser, server, figures):
    """--by sizes markers by a column, the legend says so, and a pane can choose another one"""
    own = Server(server.again[0], ["towns"], "--by", "population:sum", strategies=["separate"])
    page = Page(browser, own)
    assert "sum of population" in page.page.locator(".legend").inner_text()
    radii = page.run(
        """() => {
          const pane = pinfold.panes[0];
          const all = [...pane.player.shown(1)].map(({ marker }) => marker);
          const largest = all.at(-1);
          return { last: largest.value === Math.max(...all.map(({ value }) => value)), by: pane.player.plan.by,
            different: new Set(all.map(({ value }) => value)).size };
        }""")
    assert radii["last"] and radii["by"] == "sum of population" and radii["different"] > 20, radii
    page.page.locator(".caption .name").click()
    page.page.locator("#choice-by").select_option("count")
    page.wait("() => pinfold.panes[0].player.plan.by === null", "counts")
    page.page.locator("#choice-by").select_option(":population")
    page.page.locator("#choice-kind").select_option("mean")
    page.wait("() => pinfold.panes[0].player.plan.by === 'mean of population'", "the mean")
    page.settle()
    page.wait("() => decodeURIComponent(location.hash).split('population:mean').length === 2", "the address")
    page.close()
    own.kill()


FUELS = ["Solar", "Gas", "Hydro", "Wind", "Oil", "Waste", "Coal", "Biomass", "Geothermal", "Storage"]


def plants(folder):
    """A file of power plants: the first fuels are the most frequent ones, each in a part of the world."""
    rows = []
    for number, fuel in enumerate(FUELS):
        for x in range(60 - 5 * number):
            rows.append(f"{30 * number - 150 + x % 6},{x // 6 * 2},{fuel},{10 * (number + 1)},{fuel} {x}")
    file = Path(folder, "plants.csv")
    file.write_text("\n".join(["lon,lat,fuel,capacity,name", *rows, ""]))
    return str(file)


@check
def colors_show_a_category(browser, server, figures):
    """--by fuel:top colors markers by their most frequent fuel: on the live map, in a picture and on a page of its own"""
    with tempfile.TemporaryDirectory() as folder:
        data = plants(folder)
        pinfold = server.again[0]
        own = Server(pinfold, [data], "--by", "capacity:sum,fuel:top")
        for scheme in ("light", "dark"):
            page = Page(browser, own, color_scheme=scheme)
            legend = page.page.locator(".legend").first.inner_text()
            assert all(name in legend for name in ["fuel", *FUELS[:8], "other", "sum of capacity"]), legend
            assert FUELS[8] not in legend
            colors = page.run(
                """() => {
                  const { player, camera, canvas, painter } = pinfold.panes[0];
                  const context = canvas.getContext("2d");
                  const colors = {};
                  for (const { marker, x, y } of player.shown(1)) {
                    const [px, py] = camera.place(x, y);
                    const name = player.plan.categories.values[marker.category] ?? "other";
                    const at = [(px - 8) * painter.ratio, (py - 8) * painter.ratio];
                    colors[name] ??= [...context.getImageData(...at, 1, 1).data].slice(0, 3).join();
                  }
                  return colors;
                }""")
            assert len(colors) >= 6 and len(set(colors.values())) == len(colors), colors
            page.close()
        page = Page(browser, own)
        page.page.locator(".caption .name").first.click()
        page.page.locator("#choice-color").select_option("")
        page.wait("() => !pinfold.panes[0].player.plan.categories", "colors by the number")
        page.page.locator("#choice-color").select_option("fuel")
        page.wait("() => pinfold.panes[0].player.plan.categories?.name === 'most frequent fuel'", "colors by fuel")
        assert page.run("() => pinfold.panes[0].settings.by") == "capacity:sum,fuel:top"
        page.close()
        own.kill()
        for ending in ("svg", "html"):
            file = Path(folder, f"map.{ending}")
            subprocess.run(
                [pinfold, "plot", data, "--by", "fuel:top", "--title", "Power & fuel", "-o", file], check=True,
                stderr=subprocess.DEVNULL)
            context = browser.new_context(offline=True)
            other = context.new_page()
            other.goto(file.as_uri())
            text = other.locator("svg" if ending == "svg" else "body").first.text_content()
            assert all(name in text for name in ["Power & fuel", "Solar", "Biomass", "other"]), text[:500]
            context.close()


@check
def sizes_compare_across_panes(browser, server, figures):
    """the same value has one size in all panes, whose strategies differ"""
    own = Server(server.again[0], ["towns"], "--by", "population:sum", strategies=["separate", "grid(cellSize=40)"])
    page = Page(browser, own)
    page.run("() => pinfold.panes.forEach((pane) => pane.draw())")
    scales = page.run("() => pinfold.panes.map(({ largest, style }) => [largest, style.smallest, style.largest])")
    assert scales[0] == scales[1] and scales[0][0] > 0, scales
    largest = page.run("() => pinfold.panes.map(({ player }) => player.plan.largest)")
    assert largest[0] != largest[1] and scales[0][0] == max(largest), (largest, scales)
    page.close()
    own.kill()


@check
def a_search_lists_what_it_found(browser, server, figures):
    """a search lists names with their places, arrow keys and Enter choose, and the chosen point is named on the map"""
    with tempfile.TemporaryDirectory() as folder:
        own = Server(server.again[0], [plants(folder)], strategies=["separate"])
        page = Page(browser, own)
        before = page.run("() => pinfold.camera.view")
        # Enter before there is a list moves nothing: nobody knows what it would choose.
        page.page.locator("#find-text").evaluate(
            """(field) => {
              field.focus();
              field.value = "gas 1";
              field.dispatchEvent(new Event("input", { bubbles: true }));
              field.form.requestSubmit();
            }""")
        page.page.wait_for_selector("#find [role=option]")
        assert page.run("() => pinfold.camera.view") == before
        options = page.page.locator("#find [role=option]").all_inner_texts()
        assert options[0].startswith("Gas 1\n") and "-11" in options[0] and "Gas" in options[0], options
        assert all(text.startswith("Gas 1") for text in options) and len(options) > 5, options
        page.page.keyboard.press("ArrowDown")
        page.page.keyboard.press("ArrowDown")
        name = page.page.locator("#find [aria-selected=true]").inner_text().split("\n")[0]
        assert name == options[2].split("\n")[0] != "Gas 1"
        page.page.keyboard.press("Enter")
        page.wait("() => pinfold.camera.zoom >= 9", "the flight")
        assert page.page.locator("#find-results").is_hidden()
        assert page.run("() => pinfold.panes[0].found.label") == name
        page.page.wait_for_selector("#details > .table tbody tr")
        assert name in page.page.locator("#details > .table tbody").inner_text()
        page.page.locator(".pane canvas").focus()
        page.page.keyboard.press("Escape")
        assert page.run("() => pinfold.panes[0].found") is None
        # A column is found by its name too, and markers show it.
        page.page.locator("#find-text").fill("capac")
        option = page.page.locator("#find [role=option]", has_text="column:")
        option.wait_for()
        assert option.inner_text() == "capacity\ncolumn: markers show its sum", option.inner_text()
        option.click()
        page.settle()
        assert page.run("() => pinfold.panes[0].settings.by") == "capacity:sum"
        assert "sum of capacity" in page.page.locator(".pane").first.inner_text()
        page.close()
        own.kill()


@check
def many_columns_fit_a_panel(browser, server, figures):
    """a table of 27 columns scrolls beside the ids, in a panel that leaves the map half of the page, also on a phone"""
    names = [f"column_{number}" for number in range(25)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "wide.csv")
        rows = [f"{x},{x},{','.join(f'a long text {x} of {name}' for name in names)}" for x in range(40)]
        file.write_text("\n".join(["lon,lat," + ",".join(names), *rows, ""]))
        own = Server(server.again[0], [str(file)], strategies=["radius"])
        for width in (1280, 400):
            page = Page(browser, own, width=width, height=800)
            # The cluster in the middle is opened.
            page.run("() => pinfold.panes[0].canvas.focus()")
            page.run("() => pinfold.camera.set({ zoom: 1 })")
            page.settle()
            page.run("""() => {
              const { player, camera } = pinfold.panes[0];
              const { x, y } = [...player.shown(1)].sort((a, b) => b.marker.count - a.marker.count)[0];
              camera.set({ x, y });
            }""")
            page.settle()
            page.page.keyboard.press("Enter")
            table = page.page.locator("#details > .table")
            page.wait_for_cluster()
            table.evaluate("(table) => { table.scrollLeft = 1500; }")
            inside, first = table.bounding_box(), table.locator("tbody td").first.bounding_box()
            assert abs(first["x"] - inside["x"]) < 2 and table.evaluate("(table) => table.scrollLeft") > 1000, (first, inside)
            assert table.locator("tbody td").nth(5).get_attribute("title").startswith("a long text")
            # At least four rows and half of the map are in sight.
            assert inside["height"] > 110, inside
            panel = page.page.locator("#details").bounding_box()
            assert panel["width"] * panel["height"] <= 0.55 * width * 800, panel
            assert page.run("() => document.documentElement.scrollWidth <= innerWidth")
            page.close()
        own.kill()


@check
def the_map_turns(browser, server, figures):
    """right drag turns the map with its markers and boxes, a button sets it upright, and an address keeps it"""
    own = Server(server.again[0], server.again[1], strategies=["separate"])
    page = Page(browser, own)
    page.page.mouse.move(500, 400)
    page.page.mouse.down(button="right")
    page.page.mouse.move(580, 400, steps=5)
    page.page.mouse.up(button="right")
    page.settle()
    assert abs(page.run("() => pinfold.camera.bearing") - 40) < 1e-9
    assert page.run("() => pinfold.panes[0].problem.hidden"), page.page.locator(".problem").inner_text()
    found = page.run(
        """() => {
          const { player, camera, canvas, painter } = pinfold.panes[0];
          const all = [...player.shown()].map(({ marker, x, y }) => [x, y, ...camera.place(x, y)])
            .filter(([, , x, y]) => x > 60 && y > 60 && x < camera.width - 60 && y < camera.height - 60);
          const [x, y, px, py] = all.at(-1);
          const drawn = canvas.getContext("2d").getImageData((px - 9) * painter.ratio, (py - 9) * painter.ratio, 1, 1).data;
          const [backX, backY] = camera.unplace(px, py);
          return { drawn: [...drawn], off: Math.hypot(backX - x - Math.round(backX - x), backY - y), px, py };
        }""")
    assert max(found["drawn"][:3]) - min(found["drawn"][:3]) > 40 and found["off"] < 1e-9, found
    page.run("() => { pinfold.panes[0].settings.strategy = { name: 'separate', collisionMode: 'rectangle' }; }")
    page.run("() => pinfold.camera.set({})")
    wait_for(lambda: "north up" in page.page.locator(".problem").inner_text(), "the strategy that cannot turn")
    page.run("() => { pinfold.panes[0].settings.strategy = { name: 'separate' }; pinfold.camera.set({}); }")
    page.settle()
    # A box whose sides are meridians and parallels holds what lies in it on the turned map.
    page.page.keyboard.down("Shift")
    page.page.mouse.move(400, 300)
    page.page.mouse.down()
    page.page.mouse.move(700, 560, steps=4)
    page.page.mouse.up()
    page.page.keyboard.up("Shift")
    page.wait("() => pinfold.panes.every((pane) => pane.lit)", "the selection")
    page.page.keyboard.press("Escape")
    page.settle()
    page.wait_for_address()
    page.page.reload()
    page.settle()
    assert abs(page.run("() => pinfold.camera.bearing") - 40) < 0.1
    page.page.locator("#compass").click()
    page.wait("() => pinfold.camera.bearing === 0", "the upright map")
    assert page.page.locator("#compass").is_hidden()
    page.close()
    own.kill()


@check
def one_frame_is_pending(browser, server, figures):
    """however fast the map moves, no more than one request of frames is on its way"""
    page = Page(browser, server)
    page.run(
        """() => {
          const { connection } = pinfold;
          pinfold.pending = 0;
          pinfold.most = 0;
          pinfold.asked = 0;
          const send = connection.send.bind(connection);
          connection.send = (message) => {
            if (message.ask === "frames") {
              pinfold.asked++;
              // A request that is not answered in two seconds is overtaken, which cancels it.
              const now = performance.now();
              if (now - pinfold.askedAt >= 2000) pinfold.pending = 0;
              pinfold.askedAt = now;
              pinfold.open = new Set(message.panes.map(({ pane }) => pane));
              pinfold.most = Math.max(pinfold.most, ++pinfold.pending);
            }
            send(message);
          };
          const dispatch = connection.dispatchEvent.bind(connection);
          connection.dispatchEvent = (event) => {
            const isAnswer = ["frame", "error", "building"].includes(event.type);
            if (isAnswer && pinfold.open?.delete(event.detail.pane) && pinfold.open.size === 0) pinfold.pending = 0;
            return dispatch(event);
          };
        }""")
    page.page.mouse.move(320, 420)
    page.page.mouse.down()
    for step in range(80):
        page.page.mouse.move(320 + 2 * step, 420)
    page.page.mouse.up()
    page.settle()
    asked, most = page.run("() => [pinfold.asked, pinfold.most]")
    assert asked >= 2 and most == 1, (asked, most)
    page.close()


@check
def the_first_view_shows_where_points_are(browser, server, figures):
    """the first view has most points in sight, on a phone the side with most, and nothing lies on the map"""
    own = Server(server.again[0], ["towns"], strategies=["none"])
    for width, least in ((1280, 0.95), (400, 0.45)):
        page = Page(browser, own, width=width)
        share = page.run(
            """() => {
              const { player, camera } = pinfold.panes[0];
              let [seen, all] = [0, 0];
              for (const { marker, x, y } of player.shown(1)) {
                const [px, py] = camera.place(x, y);
                all += marker.count;
                if (px >= 0 && py >= 0 && px <= camera.width && py <= camera.height) seen += marker.count;
              }
              return seen / Math.max(all, 7343);
            }""")
        assert share >= least, (width, share)
        covering = page.run(
            """() => {
              const box = pinfold.panes[0].canvas.getBoundingClientRect();
              const found = new Set();
              for (let x = box.left + 4; x < box.right; x += 12) {
                for (let y = box.top + 4; y < box.bottom; y += 12) {
                  const element = document.elementFromPoint(x, y);
                  if (element !== pinfold.panes[0].canvas) found.add(element.id || element.className);
                }
              }
              return [...found];
            }""")
        assert covering == [], covering
        assert page.page.locator(".legend").is_visible() and page.page.locator("#help").is_visible()
        assert page.run("() => document.documentElement.scrollWidth <= innerWidth")
        page.close()
    own.kill()


@check
def points_are_the_ground_at_deep_zooms(browser, server, figures):
    """from zoom 9 to 12 the points take the place of the coast"""
    own = Server(server.again[0], ["--generate", "streets,count=20000,seed=3"], strategies=["grid(cellSize=200)"])
    page = Page(browser, own)
    # Gray pixels between land and lines: few far away, those of coasts, and many close by, those of points.
    count = """() => {
      const pane = pinfold.panes[0];
      const { data } = pane.canvas.getContext("2d").getImageData(0, 0, pane.canvas.width, pane.canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue] = data.subarray(i, i + 3);
        if (red > 130 && red < 215 && Math.abs(red - green) < 25 && Math.abs(green - blue) < 25) count++;
      }
      return count;
    }"""
    counts = []
    for zoom in (8, 13):
        page.run("(zoom) => pinfold.camera.set({ zoom })", zoom)
        page.settle()
        # Coasts and points come from the server, when a view needs them.
        least = 2 * counts[0] + 1 if counts else 1
        counts.append(wait_for(lambda: (found := page.run(count)) >= least and found, f"{least} gray pixels"))
    page.close()
    own.kill()


@check
def a_suggestion_opens_side_by_side(browser, server, figures):
    """'Suggest' shows the recommended strategies side by side, with the reasons; another pane shows another strategy"""
    page = Page(browser, server)
    page.page.locator("#suggest").click()
    wait_for(lambda: "Take " in page.page.locator("#status").inner_text(), "the suggestion")
    page.settle()
    text = page.page.locator("#status").inner_text()
    assert re.match(r"For about \d+ markers on \d+ × \d+ pixels, as a pane has:\nTake ", text), text
    labels = page.run("() => pinfold.panes.map((pane) => pane.frame.label)")
    assert labels and all(label in text for label in labels), (labels, text)
    assert page.page.locator("#suggest").is_enabled()
    page.page.locator("#more").click()
    page.settle()
    names = page.run("() => pinfold.panes.map((pane) => pane.settings.strategy.name)")
    assert len(names) == len(labels) + 1 and names[-1] not in names[:-1], names
    page.page.locator("#status .close").click()
    assert page.page.locator("#status").is_hidden()
    # Panes that come and go leave the view as it was.
    page.run("() => pinfold.camera.set({ x: 0.3, y: 0.35, zoom: 4 })")
    before = page.run("() => pinfold.camera.view")
    for button in ("#fewer", "#fewer", "#more", "#more"):
        page.page.locator(button).click()
        page.settle()
    after = page.run("() => pinfold.camera.view")
    assert all(abs(after[name] - before[name]) < 1e-9 for name in ("x", "y", "zoom")), (before, after)
    page.run("() => pinfold.camera.set({ x: 0.5, y: 0.5, zoom: 9 })")
    page.page.locator("#fit").click()
    page.wait("() => pinfold.camera.zoom < 6", "all points in sight")
    page.page.keyboard.press("?")
    assert page.page.locator("#keys").is_visible()
    page.page.keyboard.press("Escape")
    assert page.page.locator("#keys").is_hidden()
    page.close()


@check
def a_suggestion_opens_with_the_page(browser, server, figures):
    """'serve --suggest' begins with the recommended strategies, which fit the pane that they are in"""
    own = Server(server.again[0], ["towns"], "--suggest", strategies=["none"])
    page = Page(browser, own)
    wait_for(lambda: "Take " in page.page.locator("#status").inner_text(), "the suggestion")
    page.settle()
    markers = page.run("() => pinfold.panes.map((pane) => pane.frame.onScreen)")
    assert len(markers) > 1 and max(markers) <= 2.5 * min(markers), markers
    page.close()
    own.kill()


@check
def an_empty_view_leads_to_points(browser, server, figures):
    """a view without markers says how far the nearest point is, and goes there; a bar says what is far"""
    own = Server(server.again[0], ["towns"], strategies=["grid"])
    for width in (1280, 393):
        page = Page(browser, own, width=width)
        away, scale = page.page.locator(".away"), page.page.locator(".scale")
        assert away.is_hidden() and scale.inner_text() == ("5,000 km" if width == 1280 else "10,000 km"), scale.inner_text()
        # In the Atlantic Ocean, at 9° west on the equator.
        page.run("() => pinfold.camera.set({ x: 0.475, y: 0.5, zoom: 14 })")
        page.settle()
        assert scale.inner_text() == "1 km", scale.inner_text()
        text = away.inner_text()
        assert re.search(r"No markers in view\. The nearest point is [\d,]+ km north\.", text), text
        box, edge = away.bounding_box(), page.page.locator(".map").bounding_box()
        assert box["x"] >= edge["x"] and box["x"] + box["width"] <= edge["x"] + edge["width"], (box, edge)
        away.get_by_role("button", name="Go there").click()
        wait_for(away.is_hidden, "the nearest point")
        page.settle()
        assert page.run("() => pinfold.panes[0].frame.onScreen") > 0 and page.run("() => pinfold.camera.zoom") == 14
        page.run("() => pinfold.camera.set({ x: 0.475, y: 0.5, zoom: 14 })")
        page.settle()
        away.get_by_role("button", name="Show all points").click()
        page.wait("() => pinfold.camera.zoom < 4", "all points in sight")
        page.close()
    own.kill()


def base_map(path, kind):
    """Writes PMTiles of zooms 0 to 2: red pictures, or tiles whose northern half is water."""
    ring = [(0, 2048), (4096, 2048), (4096, 4096), (0, 4096), (0, 2048)]  # y goes up there
    layer = {"name": "water", "features": [{"geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": {}}]}
    rows = b"".join(b"\0" + b"\xff\0\0" * 256 for _ in range(256))
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    tile = png if kind == "png" else gzip.compress(mapbox_vector_tile.encode([layer]))
    with pmtiles.writer.write(path) as writer:
        for number in range(1 + 4 + 16):
            writer.write_tile(number, tile)
        types = pmtiles.tile.TileType, pmtiles.tile.Compression
        writer.finalize(
            {"tile_type": types[0].PNG if kind == "png" else types[0].MVT,
             "tile_compression": types[1].NONE if kind == "png" else types[1].GZIP},
            {"attribution": "© <a href='x'>Somebody</a>"})


@check
def a_base_map_lies_under_markers(browser, server, figures):
    """a file of PMTiles lies under the markers, of pictures and of vector tiles, with who made it"""
    with tempfile.TemporaryDirectory() as folder:
        for kind, wanted in (("png", (255, 0, 0)), ("mvt", (220, 232, 239))):
            file = str(Path(folder, f"{kind}.pmtiles"))
            base_map(file, kind)
            own = Server(server.again[0], ["towns"], "--tiles", file)
            page = Page(browser, own)
            page.run("() => pinfold.camera.set({ x: 0.5, y: 0.375, zoom: 4 })")
            page.settle()
            # Of a tile of zoom 2 the middle of the northern half, where there is no marker: in the Atlantic.
            color = """() => {
              const { canvas, camera, painter } = pinfold.panes[0];
              const [x, y] = camera.place(0.465, 0.345);
              return [...canvas.getContext("2d").getImageData(x * painter.ratio, y * painter.ratio, 1, 1).data].slice(0, 3);
            }"""
            wait_for(lambda: tuple(page.run(color)) == wanted, f"the base map of {kind}")
            assert page.page.locator("#credit").inner_text() == "© Somebody"
            page.close()
            own.kill()


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
    page.page.keyboard.press("Shift+Tab")
    page.page.keyboard.press("Enter")
    assert page.run("() => document.activeElement.tagName") == "SELECT"
    page.page.keyboard.press("q")
    page.wait("() => pinfold.panes[0].frame.label === 'quadtree'", "another strategy")
    page.page.keyboard.press("Escape")
    page.settle()
    page.run("() => pinfold.panes[0].canvas.focus()")
    page.page.keyboard.press(" ")
    page.settle()
    page.close()


@check
def no_step_is_lost(browser, server, figures):
    """steps that follow each other quickly all count: keys before any click, the wheel, arrows and a held key"""
    page = Page(browser, server)
    zoom = lambda: page.run("() => pinfold.camera.zoom")
    press = page.page.keyboard.press
    page.page.mouse.move(300, 400)  # in the first pane
    start = zoom()
    for _ in range(12):
        press("+")
        time.sleep(0.05)
    page.wait(f"() => pinfold.camera.zoom === {start + 6}", "twelve half steps")
    press("-")
    page.page.mouse.wheel(0, -125)
    x = page.run("() => pinfold.camera.goal.x")
    press("ArrowRight")
    moved = page.run("(x) => (pinfold.camera.goal.x - x) * 256 * 2 ** pinfold.camera.goal.zoom", x)
    assert abs(moved - 80) < 1e-3, moved
    page.wait(f"() => Math.abs(pinfold.camera.zoom - {start + 6}) < 1e-9", "a key and the wheel")
    def held():
        page.page.keyboard.down("-")  # again and again, as a held key does
        time.sleep(0.05)
        return zoom() < start + 6 - 0.9
    wait_for(held, "a held key")
    page.page.keyboard.up("-")
    page.page.locator("#play").click()
    page.settle()
    before = zoom()
    press("+")
    page.wait(f"() => Math.abs(pinfold.camera.zoom - {before + 0.5}) < 1e-9", "a key with the focus on a button")
    page.close()


@check
def the_address_is_the_state(browser, server, figures):
    """an address shows the same again"""
    page = Page(browser, server)
    page.page.mouse.move(300, 300)
    page.page.mouse.wheel(0, -300)
    page.settle()
    page.wait_for_address()
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
        ends = page.run(
            """() => [...document.querySelectorAll("body > header :is(button, input, select, label)")]
              .map((one) => one.getBoundingClientRect().right)""")
        assert max(ends) <= 400, ends
        page.page.locator(".pane .name").first.click()
        page.page.wait_for_selector("#settings fieldset")
        box = page.page.locator("#settings").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 401, box
        # The focus is in a list of the panel.
        page.page.keyboard.press("Escape")
        page.wait("() => document.querySelector('#settings').hidden", "the panel closes")
        page.settle()
        assert page.colors(0) > 20
    papers = [page.run("() => getComputedStyle(document.body).backgroundColor") for page in (light, dark)]
    assert papers[0] != papers[1], papers
    light.close()
    dark.close()


def open_settings(page):
    """Opens the first pane's settings, which take room from the map."""
    if page.page.locator("#settings").is_hidden():
        page.page.locator(".pane .name").first.click()
        page.settle()


def press(page, name):
    """Presses a button of the first pane's settings."""
    open_settings(page)
    page.page.get_by_role("button", name=name).click()


def copied(page, name):
    """What a button copies."""
    page.run("() => navigator.clipboard.writeText('')")
    press(page, name)
    page.wait("async () => (await navigator.clipboard.readText()) !== ''", name)
    return page.run("() => navigator.clipboard.readText()")


def saved(page, name):
    """The file that a button saves."""
    with page.page.expect_download() as download:
        press(page, name)
    return Path(download.value.path()).read_bytes()


STEPS = """() => {
  Object.assign(pinfold.panes[0].settings.strategy, {
    representative: { name: "central" }, limits: { minPoints: 3 }, separate: { padding: 4 },
  });
  pinfold.panes[0].settings.style = { smallest: 9, largest: 28 };
  pinfold.camera.zoomBy(0.7, 200, 300);
}"""


def check_copies(browser, server):
    page = Page(browser, server)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.run(STEPS)
    page.settle()
    page.wait("() => pinfold.panes[0].frame.style.largest === 28", "the settings")
    open_settings(page)
    frame = page.run("() => { const { clusters, points } = pinfold.panes[0].frame; return { clusters, points }; }")
    lua = copied(page, "Copy as Lua") + "\nprint(#frame, frame.counts:sum())"
    run = subprocess.run(
        [server.again[0], "run", "--unsafe", "-e", lua], capture_output=True, text=True, check=False)
    counts = [int(float(word)) for word in run.stdout.split()]
    assert counts == [frame["clusters"], frame["points"]], (lua, run, frame)
    svg = saved(page, "Save as SVG").decode()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "map.svg")
        words = shlex.split(copied(page, "Copy as command"))
        subprocess.run([server.again[0], *words[1:], "--output", file], check=True, stderr=subprocess.DEVNULL)
        drawn = file.read_text()
        assert re.findall(r"<circle[^>]*>", svg) == re.findall(r"<circle[^>]*>", drawn) != [], words
        file.write_text(svg)
        other = page.context.new_page()
        other.goto(file.as_uri())
        assert other.evaluate("() => document.documentElement.querySelectorAll('circle').length") > 0
    png = saved(page, "Save as PNG")
    width = page.run("() => pinfold.panes[0].canvas.width")
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", png[16:20])[0] == width
    page.close()


@check
def copies_make_the_same_again(browser, server, figures):
    """what is copied as a command and as Lua makes the page's frame again, and saved pictures open"""
    check_copies(browser, server)


@check
def copies_of_the_plane(browser, server, figures):
    """so it does on a plane, of rows that a condition selects"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "parts of a plan.csv")
        rows = [f"{x * 37 % 1000},{x * 91 % 700},{x % 9},part {x}" for x in range(3000)]
        file.write_text("\n".join(["x,y,size,name", *rows]))
        data = [str(file), "--planar", "--where", "size > 2 and name ~ 'part'", "--weight", "size"]
        own = Server(server.again[0], data)
        own.again = (server.again[0], data)
        check_copies(browser, own)
        own.kill()


@check
def a_recording_moves_a_camera(browser, server, figures):
    """a recorded way of the camera is a plugin, which a study's camera then goes"""
    page = Page(browser, server)
    button = page.page.locator("#record")
    button.click()
    for step in range(4):
        page.page.mouse.move(300, 400)
        page.page.mouse.wheel(0, -150)
        wait_for(lambda: button.inner_text() == f"Stop ({step + 2})", "another view of the way")
    page.settle()
    end = page.run("() => pinfold.camera.view")
    with page.page.expect_download() as download:
        button.click()
    assert button.inner_text() == "Record"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, download.value.suggested_filename)
        download.value.save_as(file)
        subprocess.run([server.again[0], "plugin", "check", file], check=True, stdout=subprocess.DEVNULL)
        lua = "for _, v in ipairs(camera('recorded'):views(view(0, 0, 1))) do print(v.lon, v.zoom) end"
        run = subprocess.run(
            [server.again[0], "run", "--plugin", file, "-e", lua], capture_output=True, text=True, check=True)
    views = [[float(word) for word in line.split()] for line in run.stdout.splitlines()]
    assert len(views) >= 4 and views[0] == [0, 1], views
    assert abs(views[-1][0] - 360 * (end["x"] - 0.5)) < 1e-5 and abs(views[-1][1] - end["zoom"]) < 1e-3, (views, end)
    page.close()


@check
def appended_rows_come(browser, server, figures):
    """rows that are appended to a file come to the map, a broken one is told, and a replaced file is read anew"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "growing.csv")
        rows = [f"{x % 50 * 3 - 70},{x % 31 * 2 - 30}" for x in range(1000)]
        file.write_text("\n".join(["lon,lat", *rows, ""]))
        own = Server(server.again[0], [str(file)], "--follow")
        page = Page(browser, own)
        times = []
        for count in range(1001, 1006):
            begin = time.monotonic()
            with file.open("a") as out:
                out.write(f"{count % 90},{count % 40}\n")
            page.wait(f"() => pinfold.panes[0].frame.points === {count}", "the new row")
            times.append(1000 * (time.monotonic() - begin))
        figures["row taken up"] = times
        with file.open("a") as out:
            out.write("nowhere,at all\n")
        page.wait("() => document.getElementById('status').textContent.includes('unusable')", "the broken row")
        file.write_text("lon,lat\n1,2\n")
        page.wait("() => document.getElementById('status').textContent.includes('replaced')", "the note of it")
        page.wait("() => pinfold.panes[0].frame.points === 1", "the file that was replaced")
        page.close()
        own.kill()


@check
def rows_of_a_key_move_points(browser, server, figures):
    """with --key a row moves the point of its key, one that does not come again goes, and a fast feed leaves the page quick"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "ships.csv")
        file.write_text("\n".join(["ship,lon,lat", *[f"s{x},{x % 50},{x % 40}" for x in range(500)], "s0,-50,-30", ""]))
        own = Server(server.again[0], [str(file)], "--follow", "--key", "ship", "--max-age", "8", strategies=["separate"])
        page = Page(browser, own)
        # Of two rows of one ship the last counts; where the page took long to come, ships have gone already.
        points = "() => Number(document.getElementById('data').textContent.match(/, ([0-9,]+) points/)[1].replaceAll(',', ''))"
        assert page.run(points) <= 500
        begin = time.monotonic()
        rows = 0
        page.run("() => { pinfold.count = 0; const next = () => { pinfold.count++; requestAnimationFrame(next); }; next(); }")
        with file.open("a") as out:
            def feed():  # a thousand rows a second, of half of the ships
                nonlocal rows
                for _ in range(50):
                    out.write(f"s{rows % 250},{rows / 100 % 80 - 40},{rows / 70 % 60 - 30}\n")
                    rows += 1
                out.flush()
                time.sleep(max(0, begin + rows / 1000 - time.monotonic()))
                return time.monotonic() - begin
            while (seconds := feed()) < 6:
                pass
            gap = 1000 * seconds / page.run("() => pinfold.count")
            assert page.run("() => pinfold.panes[0].frame.points") <= 500
            figures[f"gap between drawings at {rows / seconds:.0f} rows a second"] = [gap]
            wait_for(lambda: feed() and page.run(points) == 250, "old points to go")
        page.settle()
        page.close()
        own.kill()
        for options, problem in ((["--key", "ship"], "--follow"), (["--follow", "--max-age", "5"], "--key")):
            run = subprocess.run(
                [server.again[0], "serve", file, "--no-open", *options], capture_output=True, text=True, timeout=60)
            assert run.returncode != 0 and problem in run.stderr, run


@check
def a_stack_fans_out(browser, server, figures):
    """the points of a clicked stack fan out, each with its id; and what lies beneath others is shown on request"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "stack.csv")
        rows = [f"{10 + x / 1e4},{5 + x / 1e4},{x}" for x in range(40)] + [f"10,5,{x}" for x in range(100, 105)]
        file.write_text("\n".join(["lon,lat,id", *rows]))
        own = Server(server.again[0], [str(file)], strategies=["none"])
        page = Page(browser, own)
        page.page.locator("#hidden").check()
        covered = page.run("() => pinfold.panes[0].painter.covered(pinfold.panes[0]).length")
        assert covered > 0, "nothing lies beneath others"
        page.run("() => { pinfold.panes[0].settings.strategy = { name: 'grid', cellSize: 16 }; }")
        sine = math.sin(math.radians(5))
        y = 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)
        page.run("(y) => pinfold.camera.set({ x: 10 / 360 + 0.5, y, zoom: 21 })", y)
        page.settle()
        page.wait(
            """() => {
              const { player, camera } = pinfold.panes[0];
              const stack = [...player.shown()].find(({ marker }) => marker.count === 6);
              if (!stack) return null;
              camera.set({ x: stack.x, y: stack.y });
              return true;
            }""", "the marker of the five points and the one that was there")
        page.settle()
        box = page.page.locator(".pane canvas").bounding_box()
        page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_cluster()
        box = page.page.locator(".pane canvas").bounding_box()
        pins = page.run("() => pinfold.panes[0].spread")
        assert [pin["id"] for pin in pins] == [0, *range(100, 105)], pins
        page.page.mouse.move(
            box["x"] + box["width"] / 2 + pins[1]["x"], box["y"] + box["height"] / 2 + pins[1]["y"])
        wait_for(lambda: page.page.locator(".tip").inner_text() == "100", "the id of a point of the stack")
        page.close()
        own.kill()


def rest(page):
    """Waits until a page from a disk has drawn all, and nothing moves."""
    wait_for(lambda: page.evaluate("() => shown.length > 0 && !pending"), "the page to be still")


def click_markers(page):
    """Clicks the marker in the middle: a panel says what it is, and a second click zooms to where it falls apart."""
    rest(page)
    page.keyboard.press("Enter")
    panel = page.locator("#panel")
    assert panel.is_visible()
    assert re.search(r"^[\d,]+ points", panel.inner_text()) and "sum of population: " in panel.inner_text(), panel.inner_text()
    names = panel.locator("p").all_inner_texts()[-1]
    assert "," in names and " more" in names, names
    page.keyboard.press("Escape")
    assert panel.is_hidden()
    # The uppermost marker is where a click finds one.
    place = page.evaluate(
        """() => {
          const [x, y] = shown.filter(([x, y]) => x > 40 && y > 60 && x < canvas.clientWidth - 40 && y < canvas.clientHeight - 60)
            .at(-1);
          const box = canvas.getBoundingClientRect();
          return [box.left + x, box.top + y];
        }""")
    before = page.locator("#facts").inner_text()
    page.mouse.click(*place)
    assert panel.is_visible()
    box, main = panel.bounding_box(), page.locator("main").bounding_box()
    assert box["y"] > place[1] or box["y"] + box["height"] < place[1], (box, place)
    assert box["x"] >= 0 and box["x"] + box["width"] <= main["width"]
    page.mouse.click(*place)
    wait_for(lambda: page.locator("#facts").inner_text() != before, "the zoom")
    assert panel.is_hidden()


@check
def a_page_from_a_disk(browser, server, figures):
    """a map that plot writes as one page is drawn from a disk, zoomed by its buttons, light and dark, on a phone too"""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "map.html")
        pinfold, data = server.again
        subprocess.run(
            [pinfold, "plot", *data, "--strategy", "grid", "--zooms", "1-4", "--output", file], check=True,
            stderr=subprocess.DEVNULL)
        towns = Path(folder, "towns.html")
        subprocess.run(
            [pinfold, "plot", "towns", "--by", "population:sum", "--names", "name", "--output", towns], check=True,
            stderr=subprocess.DEVNULL)
        papers = set()
        for width, scheme in ((1280, "light"), (1280, "dark"), (400, "light")):
            context = browser.new_context(
                viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True)
            context.set_default_timeout(1000 * PATIENCE)
            page = context.new_page()
            problems = []
            page.on("console", lambda message: message.type == "error" and problems.append(message.text))
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("request", lambda request: request.url == file.as_uri() or problems.append(request.url))
            page.goto(file.as_uri())
            rest(page)
            before = page.locator("#facts").inner_text()
            for _ in range(3):
                page.locator("#in").click()
                rest(page)
            assert page.locator("#facts").inner_text() != before
            for _ in range(3):
                page.keyboard.press("-")
            # The view is another than the first, but for its level.
            level = before.split("·")[0]
            wait_for(lambda: page.locator("#facts").inner_text().startswith(level), "the first level")
            rest(page)
            colors = page.evaluate(
                """() => {
                  const canvas = document.getElementById("map");
                  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                  return new Set(new Uint32Array(data.buffer)).size;
                }""")
            assert colors > 20, "no markers are drawn"
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            papers.add(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
            page.goto(towns.as_uri())
            assert page.locator("#legend").inner_text().startswith("sum of population")
            click_markers(page)
            page.goto(towns.as_uri())
            rest(page)
            # The bar is beside the legend, and a view without markers says where they are.
            assert re.fullmatch(r"[\d,]+ km", page.locator("#legend .scale").inner_text())
            page.locator("#map").focus()
            page.evaluate("() => { camera.x = 0.475; camera.y = 0.5; camera.zoom = 8; schedule(); }")
            page.get_by_text("No markers in view. The nearest point is").wait_for()
            page.get_by_role("button", name="Go there").click()
            page.locator(".away").wait_for(state="hidden")
            page.goto(towns.as_uri())
            rest(page)
            problems = [problem for problem in problems if problem != towns.as_uri()]
            # Nothing lies on the map.
            assert page.evaluate(
                """() => {
                  const box = document.getElementById("map").getBoundingClientRect();
                  for (let x = box.left + 4; x < box.right; x += 12) {
                    for (let y = box.top + 4; y < box.bottom; y += 12) {
                      if (document.elementFromPoint(x, y).id !== "map") return false;
                    }
                  }
                  return true;
                }""")
            context.close()
            assert not problems, problems
        assert len(papers) == 2, papers


SCRIPT = """
m = live(generate("cities", { count = 5000 }), { strategies = { "grid" }, open = false })
print(m.address)
io.stdout:flush()
local steps = {
  function() m:look(view { lon = 100, lat = 30, zoom = 5 }) end,
  function() m:show(strategy("quadtree"):frame(m.dataset, view { lon = 0, lat = 10, zoom = 3 })) end,
  function() print(#m.frames, m.frames[1] and #m.frames[1] or 0, m.view and m.view.zoom or 0) end,
  function() m:play(camera("zoom-ladder", { steps = 2 })) end,
  function() m:close() end,
}
for number in io.lines() do
  steps[tonumber(number)]()
  io.stdout:flush()
end
"""


@check
def a_script_leads_the_page(browser, server, figures):
    """live() of a script leads the page to a view, to a frame with its strategy and along a camera, and sees it"""
    script = subprocess.Popen(
        [server.again[0], "run", "--unsafe", "-e", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        def step(number):
            script.stdin.write(f"{number}\n")
            script.stdin.flush()

        def is_seen():
            step(3)
            panes, clusters, zoom = script.stdout.readline().split()
            return [int(panes), int(clusters), float(zoom)] == [1, page.run("() => pinfold.panes[0].frame.clusters"), 3]

        script.address = script.stdout.readline().strip()
        page = Page(browser, script)
        step(1)
        page.wait("() => Math.abs(pinfold.camera.x - (100 / 360 + 0.5)) < 1e-6 && pinfold.camera.zoom === 5", "the view")
        step(2)
        page.wait("() => pinfold.panes[0].frame.label === 'quadtree' && pinfold.camera.zoom === 3", "the frame")
        page.settle()
        wait_for(is_seen, "what the page shows to be known to the script")
        step(4)
        page.wait("() => pinfold.camera.zoom > 4", "the camera's path")
        page.is_watching = False  # that no server is there any more is an error for the browser
        step(5)
        page.wait("() => !document.getElementById('status').hidden", "the end of the server")
        page.close()
    finally:
        script.kill()
        script.wait()


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
            if sys.argv[3:] and function.__name__ not in sys.argv[3:]:
                continue
            begin = time.monotonic()
            function(browser, server, figures)
            print(f"browser: {function.__doc__} ({time.monotonic() - begin:.1f} s)", flush=True)
    for name, values in figures.items():
        print(
            f"browser: {name}: median {percentile(values, 0.5):.0f} ms, p95 {percentile(values, 0.95):.0f} ms, of "
            f"{len(values)}, at a load of {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
