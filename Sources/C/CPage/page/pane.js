// One pane: a map of one strategy, with its name, its numbers and what is wrong with it.

import { make } from "./controls.js";
import { addGestures } from "./gestures.js";
import { countLabel, counted, grouped, percent, short, valueLabel } from "./numbers.js";
import { Painter, radius, radiusOf } from "./painter.js";
import { categoryColors, classOf, classShift, palette, valueColors } from "./palette.js";
import { Player } from "./player.js";
import { makeAway, showAway, showScale } from "./scale.js";

const EXPLANATION = "Overlap: share of the markers that overlap another one; covered: share of their area that is "
  + "beneath others; mean offset: mean distance of points from their marker; agreement: adjusted Rand index.";

export class Pane {
  player = new Player();

  /** The sizes of markers that the last frame says, and those that are drawn. */
  frameStyle = { smallest: 12, largest: 32, saturation: 10000 };
  style = this.frameStyle;

  /** The value with the largest marker. */
  largest = 0;

  /** A point that was found: its position on the unit square, and its name; null for none. */
  found = null;

  /** Points lit by cluster of the plan's new frame; null where nothing is selected. */
  lit = null;
  litPlan = 0;
  hull = null;
  spread = null;
  brush = null;
  focus = -1;

  /** Whether the cluster that was clicked has to be found again by its points, which are selected. */
  isLost = false;

  /** What is wrong with the file of the plugin, of which the version before is shown. */
  pluginProblem = "";

  /** The position of the point nearest to the middle, where no marker is in view; null otherwise. */
  nearest = null;

  /** What the last frame and its measures say. */
  frame = null;
  measures = {};
  likeness = null;

  /**
   * @param settings what to ask for; changed in place by the settings panel.
   * @param actions `openSettings(pane)`, `select(pane, subject)`, `inspect(pane, marker)`, `redraw()`, `fit()`.
   */
  constructor(index, settings, camera, actions) {
    Object.assign(this, { index, settings, camera, actions });
    this.canvas = make("canvas", {
      tabindex: 0, role: "application",
      "aria-label": "Map: arrow keys move it, + and − zoom, Enter inspects the middle",
    });
    this.nameButton = make("button", {
      type: "button", class: "name", title: "Settings", onclick: () => actions.openSettings(this),
    });
    this.numbers = make("p", { class: "numbers" });
    this.problem = make("p", { class: "problem", role: "alert", hidden: true });
    this.tip = make("p", { class: "tip", hidden: true });
    this.scale = make("span", { class: "scale", title: "Distance at the middle of the map", hidden: true });
    this.away = makeAway(() => camera.fly(this.nearest), actions.fit);
    this.legend = make("ul", { class: "legend", "aria-label": "Points of a marker" });
    this.element = make("section", { class: "pane" },
      make("div", { class: "caption" }, this.nameButton, this.numbers),
      make("div", { class: "map" }, this.canvas, this.away, this.problem, this.tip),
      make("div", { class: "foot" }, this.legend, this.scale));
    this.painter = new Painter(this.canvas, camera);
    addGestures(this.canvas, camera, {
      hover: (x, y) => this.#hover(x, y),
      leave: () => (this.tip.hidden = true),
      click: (x, y, slack) => this.#click(x, y, slack),
      brush: (box, isDone) => this.#brush(box, isDone),
    });
    this.showName();
  }

  /** Takes a `frame` message. */
  take(message) {
    this.frame = message;
    this.frameStyle = message.style;
    this.player.take(message);
    const [x, y] = message.nearest ?? [];
    this.nearest = message.nearest ? { x: x * 2 ** -32, y: y * 2 ** -32 } : null;
    // What starts within another transition does not know the clusters of the frame before: the selection finds the one again.
    if (message.start < 1) [this.focus, this.isLost] = [-1, this.isLost || this.focus >= 0];
    else this.#follow(this.player.newest);
    this.#report(this.pluginProblem || (message.note ?? ""));
    this.showName(message.label);
    this.showNumbers();
    this.showLegend();
  }

  /** Keeps the cluster that was clicked where it is the same in a new frame, and else forgets it. */
  #follow(markers) {
    if (this.focus < 0) return;
    const [first, ...rest] = markers.filter(({ old }) => old === this.focus);
    const isSame = first && first.cluster >= 0 && rest.every(({ cluster }) => cluster === first.cluster)
      && markers.every(({ old, cluster }) => cluster !== first.cluster || old === this.focus);
    if (isSame) this.focus = first.cluster;
    else this.forget();
  }

  /** Forgets the cluster that was clicked. */
  forget() {
    [this.focus, this.hull, this.spread, this.isLost] = [-1, null, null, false];
  }

  showName(label = this.settings.strategy.name) {
    this.nameButton.replaceChildren(label);
  }

  showNumbers() {
    const { frame, measures } = this;
    if (!frame) return;
    const parts = [counted(frame.onScreen, "marker")];
    if (frame.hidden > 0) parts.push(`${grouped(frame.hidden)} hidden by separation`);
    if (frame.size !== null) parts.push(`${this.actions.sizeName(this)} ${short(frame.size)} px`);
    if ("overlap.share" in measures) parts.push(`overlap ${percent(measures["overlap.share"])}`);
    if ("occlusion.share" in measures) parts.push(`covered ${percent(measures["occlusion.share"])}`);
    if ("displacement.mean" in measures) parts.push(`mean offset ${measures["displacement.mean"].toFixed(0)} px`);
    if (this.likeness !== null) parts.push(`agreement with pane 1: ${percent(this.likeness)}`);
    this.numbers.replaceChildren(parts.join(" · "));
    this.numbers.title = `${parts.join(" · ")}\n${counted(frame.points, "point")} in these clusters and those around. ${EXPLANATION}`;
  }

  /** Shows the colors and sizes of the markers in sight, and what they are by. */
  showLegend() {
    this.style = this.actions.styleOf(this);
    const { latest } = this.player;
    const { by, categories } = latest;
    const largest = this.actions.largestOf(latest, (player) => player.latest.largest);
    const markers = this.player.newest.filter(({ removed }) => removed > 1);
    const shift = by ? classShift(largest) : 0;
    const discs = markers.filter(({ count }) => by || count > 1);
    const classes = [...new Set(discs.map(({ value }) => classOf(value, shift)))].sort((a, b) => a - b);
    const entry = (name, size, fill) => {
      const swatch = make("span", fill ? {} : { class: "pin" });
      const side = `${Math.min(20, 2 * size)}px`;
      Object.assign(swatch.style, { width: side, height: side, ...(fill ? { background: fill } : {}) });
      if (fill === palette().halo) swatch.style.borderColor = "var(--soft)"; // what is hollow has an outline
      return make("li", {}, swatch, name);
    };
    const end = (digits) => countLabel(10 ** (digits + shift));
    const entries = classes.map((index) => {
      const low = 10 ** (index + shift);
      const name = index === 0 && by ? `below ${end(1)}`
        : `${countLabel(by ? low : Math.max(2, low))}–${by ? end(index + 1) : countLabel(10 * low - 1)}`;
      return entry(name, by ? 6 : radius(Math.max(2, low), this.style), valueColors(low, by ? largest : 0)[0]);
    });
    if (categories) {
      // In place of numbers, the categories in sight.
      const count = categories.values.length;
      const inSight = new Set(markers.map(({ category }) => (category === null ? count + 1 : category)));
      const names = [...categories.values, "other", "no value"];
      entries.splice(0, entries.length, ...names.map((name, i) => [name, i]).filter(([, i]) => inSight.has(i))
        .map(([name, i]) => entry(name, 6, categoryColors(i > count ? null : i, count)[0])));
    } else if (!by && markers.some(({ count }) => count === 1)) entries.unshift(entry("1", radius(1, this.style), null));
    if (by && largest > 0) entries.push(make("li", {}, `area grows with ${categories ? by : "the value"}, up to ${valueLabel(largest)}`));
    this.legend.replaceChildren(make("li", {}, categories?.name ?? by ?? "points"), ...entries);
  }

  /** Says that the index is being built. */
  showBuilding() {
    this.element.classList.add("building");
    this.numbers.replaceChildren("building the index …");
  }

  /** Says what is wrong; what was shown before stays. */
  showError(message) {
    this.#report(message);
    this.showNumbers();
  }

  #report(message) {
    this.element.classList.remove("building");
    this.problem.replaceChildren(message);
    this.problem.hidden = message === "";
  }

  /** Takes what a `selection` message says of this pane. */
  light(plan, pairs) {
    this.lit = new Map();
    this.litPlan = plan;
    for (let i = 0; i < pairs.length; i += 2) this.lit.set(pairs[i], pairs[i + 1]);
    if (!this.isLost || plan !== this.player.latest.number) return;
    const [cluster, lit] = pairs;
    const count = this.player.newest.reduce((sum, one) => sum + (one.cluster === cluster && one.removed > 1 ? one.count : 0), 0);
    if (pairs.length === 2 && count === lit) [this.focus, this.isLost] = [cluster, false];
    else this.forget();
  }

  /** Whether a marker has selected points; one on its way to no cluster is not known to. */
  isLit({ cluster }) {
    return this.litPlan === this.player.plan.number && this.lit.has(cluster);
  }

  get hasLegs() { return this.actions.options.hasLegs; }
  get hasHidden() { return this.actions.options.hasHidden; }
  get hasGhosts() { return this.actions.options.hasGhosts; }

  draw() {
    this.style = this.actions.styleOf(this);
    this.largest = this.actions.largestOf(this.player.plan, (player) => player.largest);
    this.painter.draw(this);
    showAway(this.away, this.camera, this.nearest);
    if (this.camera.wraps) showScale(this.scale, this.camera);
  }

  #hover(x, y) {
    const pin = this.painter.hitSpread(this, x, y);
    if (pin) return this.#showTip(String(pin.pin.id), pin.x, pin.y - 12);
    const found = this.painter.hit(this, x, y);
    this.tip.hidden = !found;
    this.canvas.style.cursor = found ? "pointer" : "";
    if (!found) return;
    const { count, cluster, value } = found.marker;
    const isLit = this.lit && this.isLit(found.marker);
    const lit = isLit ? `, ${grouped(this.lit.get(cluster))} selected` : "";
    const { by, categories } = this.player.plan;
    const more = (by ? `, ${by}: ${value === null ? "none" : grouped(value)}` : "")
      + (categories ? `, ${categories.name}: ${this.#categoryOf(found.marker)}` : "");
    this.#showTip(counted(count, "point") + more + lit, found.x, found.y - radiusOf(found.marker, this) - 6);
  }

  #categoryOf({ category }) {
    return category === null ? "none" : this.player.plan.categories.values[category] ?? "other";
  }

  #showTip(text, x, y) {
    this.tip.hidden = false;
    this.tip.replaceChildren(text);
    this.tip.style.left = `${x}px`;
    this.tip.style.top = `${y}px`;
  }

  #click(x, y, slack) {
    if (this.painter.hitSpread(this, x, y)) return;
    const found = this.painter.hit(this, x, y, slack);
    if (found && found.marker.cluster !== this.focus) this.forget();
    if (found && found.marker.cluster >= 0) {
      this.focus = found.marker.cluster;
      this.tip.hidden = true;
      this.actions.inspect(this, found.marker);
      this.actions.select({ pane: this.index, plan: this.player.plan.number, cluster: found.marker.cluster });
    } else if (!found) {
      this.forget();
      this.actions.select({});
    }
    this.actions.redraw();
  }

  #brush([x0, y0, x1, y1], isDone) {
    // Its sides are meridians and parallels, whatever is up.
    const [a, b] = [this.camera.unplace(x0, y0), this.camera.unplace(x1, y1)];
    const [west, north, east, south] = [...[0, 1].map((i) => Math.min(a[i], b[i])), ...[0, 1].map((i) => Math.max(a[i], b[i]))];
    this.brush = isDone ? null : [west, north, east, south];
    if (isDone) this.actions.select({ box: [west, Math.max(0, north), east, Math.min(1, south)] });
    this.actions.redraw();
  }
}
