// Draws one pane: the world, and the markers at a moment.

import { valueLabel } from "./numbers.js";
import { categoryColors, palette, valueColors } from "./palette.js";
import { World } from "./world.js";

const PIN = 4.5; // the radius of a single point
const SPREAD_PIN = 6; // the radius of a point of a stack that is laid out
const LABEL = 12; // the size of a label
const MOST_LETTERS = 40; // letters of the name of a point that was found
const MOST_PICTURES = 2000; // looks of discs that are kept
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

/** The radius of a count's marker: its area grows with the count's logarithm, as in the library's MarkerStyle. */
export function radius(count, { smallest, largest, saturation }) {
  if (count <= 1) return Math.min(smallest, PIN);
  const share = Math.min(1, Math.log2(count) / Math.log2(saturation));
  return Math.sqrt(smallest ** 2 + share * (largest ** 2 - smallest ** 2));
}

/**
 * The radius of a marker; of other values than counts the area is in proportion to the value, up to the largest in view of all
 * panes that show the same.
 */
export function radiusOf({ count, value }, { style, player, largest }) {
  if (!player.plan.by) return radius(count, style);
  const share = Math.min(1, Math.max(0, value ?? 0) / (largest || 1));
  return Math.sqrt(style.smallest ** 2 + share * (style.largest ** 2 - style.smallest ** 2));
}

/** The fill of a marker, and the color of its label; null where it has none. */
function colorsOf({ count, value, category }, { player: { plan }, largest }) {
  const isPin = count === 1 && !plan.by;
  const [fill, ink] = plan.categories ? categoryColors(category, plan.categories.values.length)
    : isPin ? [palette().pin, null] : valueColors(value, plan.by ? largest : 0);
  return [fill, isPin ? null : ink];
}

export class Painter {
  /** What lies under the markers of all panes. */
  static world = new World();

  constructor(canvas, camera) {
    [this.canvas, this.camera] = [canvas, camera];
    this.context = canvas.getContext("2d");
  }

  /** Fits the drawing to the pane's size and the screen's resolution. */
  resize() {
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.camera.width * ratio);
    this.canvas.height = Math.round(this.camera.height * ratio);
    this.ratio = ratio;
  }

  /**
   * Draws everything.
   * @param scene `player`, `style`, `lit` (points lit by cluster, or null), `hasLegs`, `hasGhosts`, `hasHidden`,
   *   `hull` (or null), `spread` (pins of the focus, or null), `found` (or null), `brush` (or null) and `focus` (a cluster, or −1).
   */
  draw(scene) {
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.#drawWorld(scene);
    if (scene.hull) this.#drawHull(scene.hull);
    if (scene.hasLegs) this.#drawLegs(scene);
    if (scene.hasGhosts) this.#drawGhosts(scene);
    this.#drawMarkers(scene);
    if (scene.hasHidden && !scene.player.isMoving) this.#drawHidden(scene);
    if (scene.spread) this.#drawSpread(scene);
    if (scene.found) this.#drawFound(scene.found);
    if (scene.brush) this.#drawBrush(scene.brush);
  }

  /** Each position on the pane at which a place is seen, with its way from where it is seen first. */
  *#seen(x, y, reach) {
    const { camera } = this;
    const { width, height, scale, wraps } = camera;
    const [px, py] = camera.place(x, y);
    if (!wraps) {
      if (px >= -reach && px <= width + reach && py >= -reach && py <= height + reach) yield [px, py];
      return;
    }
    const [right, down] = camera.turn(scale, 0);
    const most = Math.ceil((camera.upright.width / 2 + reach) / scale + 0.5);
    for (let turn = -most; turn <= most; turn++) {
      const [x, y] = [px + turn * right, py + turn * down];
      if (x >= -reach && x <= width + reach && y >= -reach && y <= height + reach) yield [x, y];
    }
  }

  /** The markers in sight at a moment, from the bottom up: each with its position on the pane and its radius. */
  #discs(scene, share) {
    const { camera } = this;
    const { width, height, scale } = camera;
    // Where the world is wider than the pane, most markers are seen once.
    const isOnce = !camera.wraps || scale / 2 > camera.upright.width / 2 + scene.style.largest;
    const discs = [];
    for (const { marker, x, y } of scene.player.shown(share)) {
      const r = radiusOf(marker, scene);
      if (isOnce) {
        const [px, py] = camera.place(x, y);
        if (px >= -r && px <= width + r && py >= -r && py <= height + r) discs.push([px, py, r, marker]);
      } else {
        for (const [px, py] of this.#seen(x, y, r)) discs.push([px, py, r, marker]);
      }
    }
    return discs;
  }

  #drawWorld(scene) {
    const { context, camera, ratio } = this;
    const hasNames = Painter.world.draw(context, camera, ratio, FONT);
    if (!hasNames) return;
    // Names avoid where markers will be, so that none comes and goes while they move, and the name of what was found.
    const { found } = scene;
    const named = found ? [...this.#seen(found.x, found.y, 200)].map(([px, py]) => [px, py - 10, 26]) : [];
    Painter.world.drawNames(context, camera, FONT, [...this.#discs(scene, 1), ...named]);
  }

  #drawMarkers(scene) {
    const { context } = this;
    const colors = palette();
    for (const [px, py, r, marker] of this.#discs(scene, scene.player.share)) {
      const [fill, ink] = colorsOf(marker, scene);
      const text = ink ? valueLabel(marker.value) : "";
      if (scene.lit === null) {
        this.#putDisc(px, py, r, fill, ink, text, colors);
      } else {
        this.#drawDisc(context, px, py, r, fill, ink, text, colors, scene.isLit(marker) ? "lit" : "dim");
      }
      if (scene.focus >= 0 && marker.cluster === scene.focus) this.#drawFocus(px, py, r, colors);
    }
    context.globalAlpha = 1;
  }

  /** Discs as pictures, which are drawn faster than circles and texts. */
  #pictures = new Map();

  /** Draws a disc, of a look that was drawn before as a picture. */
  #putDisc(px, py, r, fill, ink, text, colors) {
    const { context, ratio } = this;
    const key = `${text} ${r.toFixed(1)} ${fill} ${colors.halo} ${ratio}`;
    let picture = this.#pictures.get(key);
    const half = Math.ceil(r + 2);
    if (!picture) {
      if (this.#pictures.size > MOST_PICTURES) this.#pictures.clear();
      picture = document.createElement("canvas");
      picture.width = picture.height = Math.ceil(2 * half * ratio);
      const inside = picture.getContext("2d");
      inside.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.#drawDisc(inside, half, half, r, fill, ink, text, colors);
      this.#pictures.set(key, picture);
    }
    context.drawImage(picture, px - half, py - half, picture.width / ratio, picture.height / ratio);
  }

  /** Draws a disc with its label. Where points are selected it is `state`: lit or dim. */
  #drawDisc(context, px, py, r, fill, ink, text, colors, state = "") {
    context.globalAlpha = state === "dim" ? 0.3 : 1;
    context.beginPath();
    context.arc(px, py, r, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = state === "lit" ? colors.lit : fill === colors.halo ? colors.soft : colors.halo;
    context.lineWidth = state === "lit" ? 3.5 : 1.5;
    context.stroke();
    const size = text ? Math.min(LABEL, (1.75 * r) / (0.58 * text.length)) : 0;
    if (size < 5) return;
    // A number on a pale disc is dark enough to be read.
    if (state === "dim") context.globalAlpha = 0.75;
    context.font = `600 ${size}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = state === "dim" ? colors.ink : ink;
    context.fillText(text, px, py + 0.5);
  }

  #drawFocus(x, y, r, colors) {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, r + 3.5, 0, 2 * Math.PI);
    context.strokeStyle = colors.ink;
    context.lineWidth = 1.5;
    context.stroke();
  }

  /** The ways of all markers that move. */
  #drawLegs({ player }) {
    const { context, camera } = this;
    context.strokeStyle = palette().soft;
    context.lineWidth = 1;
    context.beginPath();
    for (const { x, y, east, south } of player.plan.markers) {
      if (east === 0 && south === 0) continue;
      const [right, down] = camera.turn(east * camera.scale, south * camera.scale);
      for (const [px, py] of this.#seen(x, y, Math.hypot(right, down))) {
        context.moveTo(px, py);
        context.lineTo(px + right, py + down);
      }
    }
    context.stroke();
  }

  /** What was shown before the transition, and is not where it was. */
  #drawGhosts(scene) {
    const { context } = this;
    context.strokeStyle = palette().soft;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    for (const marker of scene.player.plan.markers) {
      const { x, y, east, south, added, removed } = marker;
      if (added >= 0 || (removed > 1 && east === 0 && south === 0)) continue;
      const r = radiusOf(marker, scene);
      for (const [px, py] of this.#seen(x, y, r)) {
        context.beginPath();
        context.arc(px, py, r, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    context.setLineDash([]);
  }

  /** Rings around what is hard to see: markers a third of whose width is beneath another, and those hidden. */
  #drawHidden(scene) {
    const { context } = this;
    const colors = palette();
    context.lineWidth = 1.5;
    context.strokeStyle = colors.ink;
    context.fillStyle = colors.halo;
    context.setLineDash([2, 2]);
    const ring = ({ marker, x, y }) => {
      const r = radiusOf(marker, scene);
      for (const [px, py] of this.#seen(x, y, r)) {
        context.beginPath();
        context.arc(px, py, r, 0, 2 * Math.PI);
        context.globalAlpha = 0.25;
        context.fill();
        context.globalAlpha = 1;
        context.stroke();
      }
    };
    for (const shown of this.covered(scene)) ring(shown);
    for (const shown of scene.player.hidden()) ring(shown);
    context.setLineDash([]);
  }

  /** The markers a third of whose width is beneath another, as they stand at the end. */
  covered(scene) {
    const { camera } = this;
    const side = 2 * scene.style.largest;
    const cells = new Map();
    const covered = [];
    // From the uppermost down: what is met before lies above.
    for (const shown of [...scene.player.shown(1)].reverse()) {
      const [x, y] = camera.place(shown.x, shown.y);
      const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
      const near = [-1, 0, 1].flatMap((i) => [-1, 0, 1].flatMap((j) => cells.get(`${column + i},${row + j}`) ?? []));
      const r = radius(shown.marker.count, scene.style);
      if (near.some((other) => Math.hypot(other.x - x, other.y - y) < other.r + r / 3)) covered.push(shown);
      const key = `${column},${row}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push({ x, y, r });
    }
    return covered;
  }

  /** Where the marker in focus is on the pane; null where it is not shown. */
  #focusPlace(scene) {
    for (const { marker, x, y } of scene.player.shown()) {
      if (marker.cluster === scene.focus) return this.camera.place(x, y);
    }
    return null;
  }

  #drawSpread(scene) {
    const { context } = this;
    const colors = palette();
    const [x, y] = this.#focusPlace(scene) ?? [NaN, NaN];
    context.strokeStyle = colors.ink;
    context.lineWidth = 1;
    context.beginPath();
    for (const pin of scene.spread) {
      context.moveTo(x + pin.x * pin.edge, y + pin.y * pin.edge);
      context.lineTo(x + pin.x, y + pin.y);
    }
    context.stroke();
    context.fillStyle = colors.pin;
    context.strokeStyle = colors.halo;
    context.lineWidth = 1.5;
    for (const pin of scene.spread) {
      context.beginPath();
      context.arc(x + pin.x, y + pin.y, SPREAD_PIN, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  /** The pin of the stack in focus at a point of the pane, and where it is; null for none. */
  hitSpread(scene, px, py) {
    const [x, y] = (scene.spread && this.#focusPlace(scene)) ?? [NaN, NaN];
    const pin = scene.spread?.find((pin) => Math.hypot(x + pin.x - px, y + pin.y - py) <= SPREAD_PIN + 3);
    return pin ? { pin, x: x + pin.x, y: y + pin.y } : null;
  }

  #drawHull(hull) {
    const { context, camera } = this;
    const colors = palette();
    context.strokeStyle = colors.lit;
    context.fillStyle = colors.lit;
    context.lineWidth = 1.5;
    const ways = [];
    for (let i = 0; i < hull.length; i += 2) {
      ways.push(camera.turn((hull[i] - hull[0]) * camera.scale, (hull[i + 1] - hull[1]) * camera.scale));
    }
    const reach = Math.max(...ways.map(([right, down]) => Math.hypot(right, down))) + 1;
    for (const [px, py] of this.#seen(hull[0], hull[1], reach)) {
      context.beginPath();
      for (const [right, down] of ways) context.lineTo(px + right, py + down);
      context.closePath();
      context.globalAlpha = 0.12;
      context.fill();
      context.globalAlpha = 1;
      context.stroke();
    }
  }

  /** A point that was found, with its name above it. */
  #drawFound({ x, y, label }) {
    const { context } = this;
    const colors = palette();
    const text = label.length > MOST_LETTERS ? `${label.slice(0, MOST_LETTERS - 1)}…` : label;
    context.font = `600 ${LABEL + 1}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    for (const [px, py] of this.#seen(x, y, 200)) {
      for (const [color, width] of [[colors.halo, 5], [colors.lit, 2.5]]) {
        [context.strokeStyle, context.lineWidth] = [color, width];
        context.beginPath();
        context.arc(px, py, 7, 0, 2 * Math.PI);
        context.stroke();
      }
      [context.strokeStyle, context.lineWidth, context.fillStyle] = [colors.halo, 4, colors.ink];
      context.strokeText(text, px, py - 19);
      context.fillText(text, px, py - 19);
    }
  }

  /** A box on the unit square, which is turned as the map is. */
  #drawBrush([west, north, east, south]) {
    const { context, camera } = this;
    const colors = palette();
    const { scale } = camera;
    const [right, down] = camera.turn((west - camera.x) * scale, (north - camera.y) * scale);
    const [wide, high] = [camera.turn((east - west) * scale, 0), camera.turn(0, (south - north) * scale)];
    const [x, y] = [right + camera.width / 2, down + camera.height / 2];
    context.strokeStyle = colors.lit;
    context.fillStyle = colors.lit;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + wide[0], y + wide[1]);
    context.lineTo(x + wide[0] + high[0], y + wide[1] + high[1]);
    context.lineTo(x + high[0], y + high[1]);
    context.closePath();
    context.globalAlpha = 0.15;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
  }

  /** The uppermost marker at a point of the pane, within some screen points; null for none. */
  hit(scene, px, py, slack = 2) {
    let best = null;
    for (const [x, y, r, marker] of this.#discs(scene, scene.player.share)) {
      const distance = Math.hypot(x - px, y - py);
      if (distance > r + slack) continue;
      if (slack !== Infinity || !best || distance < best.distance) best = { marker, distance, x, y };
    }
    return best;
  }
}
