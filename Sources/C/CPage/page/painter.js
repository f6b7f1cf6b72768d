// Draws one pane: the world, and the markers at a moment.

import { drawGraticule } from "./graticule.js";
import { Ground, groundShare } from "./ground.js";
import { valueLabel } from "./numbers.js";
import { palette, valueColors } from "./palette.js";

const PIN = 4.5; // the radius of a single point
const SPREAD_PIN = 6; // the radius of a point of a stack that is laid out
const LABEL = 12; // the size of a label
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

/** The radius of a count's marker: its area grows with the count's logarithm, as in the library's MarkerStyle. */
export function radius(count, { smallest, largest, saturation }) {
  if (count <= 1) return Math.min(smallest, PIN);
  const share = Math.min(1, Math.log2(count) / Math.log2(saturation));
  return Math.sqrt(smallest ** 2 + share * (largest ** 2 - smallest ** 2));
}

/** The radius of a marker; of other values than counts the area is in proportion to the value, up to the largest in view. */
export function radiusOf({ count, value }, { style, player }) {
  if (!player.plan.by) return radius(count, style);
  const share = Math.min(1, Math.max(0, value ?? 0) / (player.largest || 1));
  return Math.sqrt(style.smallest ** 2 + share * (style.largest ** 2 - style.smallest ** 2));
}

export class Painter {
  /** The ground of all panes. */
  static ground = new Ground();

  /** The base map of all panes in its place; null for none. */
  static base = null;

  /** The points themselves, which are the ground where there is no other. */
  static dots = null;

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
   *   `hull` (or null), `spread` (pins of the focus, or null), `brush` (or null) and `focus` (a cluster, or −1).
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
    if (scene.brush) this.#drawBrush(scene.brush);
  }

  /** How often a place is to the left and to the right of where it is seen first, in worlds. */
  *#turns(px, reach) {
    const { scale, width, wraps } = this.camera;
    if (!wraps) {
      yield px;
      return;
    }
    const first = Math.ceil((-reach - px) / scale);
    for (let x = px + first * scale; x <= width + reach; x += scale) yield x;
  }

  #drawWorld(scene) {
    const { context, camera } = this;
    const colors = palette();
    const turns = [...this.#turns(camera.width / 2 - camera.x * camera.scale, camera.scale)];
    if (camera.wraps) {
      Painter.ground.draw(context, camera, this.ratio, colors, turns);
      Painter.base?.draw(context, camera, this.ratio, colors, turns);
    } else {
      context.fillStyle = colors.land;
      context.fillRect(0, 0, camera.width, camera.height);
    }
    if (!Painter.base) {
      Painter.dots.draw(context, camera, colors.dot, turns, camera.wraps ? 1 - groundShare(camera.zoom) : 1);
    }
    if (camera.wraps) {
      drawGraticule(context, camera, null, colors, FONT);
      // Where markers will be, so that no name comes and goes while they move.
      const discs = [];
      for (const { marker, x, y } of scene.player.shown(1)) {
        const [left, py] = camera.place(x, y);
        const r = radiusOf(marker, scene);
        if (py >= -r && py <= camera.height + r) for (const px of this.#turns(left, r)) discs.push([px, py, r]);
      }
      if (!Painter.base?.hasNames) Painter.ground.drawLabels(context, camera, colors, FONT, turns, discs);
    }
  }

  #drawMarkers(scene) {
    const { context, camera } = this;
    const colors = palette();
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 1.5;
    const { by } = scene.player.plan;
    for (const { marker, x, y } of scene.player.shown()) {
      const [left, py] = camera.place(x, y);
      const r = radiusOf(marker, scene);
      if (py < -r || py > camera.height + r) continue;
      const isLit = scene.lit !== null && scene.isLit(marker);
      const isDim = scene.lit !== null && !isLit;
      context.globalAlpha = isDim ? 0.3 : 1;
      const isPin = marker.count === 1 && !by;
      const [fill, ink] = isPin ? [colors.pin, null] : valueColors(marker.value, by ? scene.player.largest : 0);
      for (const px of this.#turns(left, r)) {
        context.beginPath();
        context.arc(px, py, r, 0, 2 * Math.PI);
        context.fillStyle = fill;
        context.fill();
        context.strokeStyle = isLit ? colors.lit : colors.halo;
        context.lineWidth = isLit ? 3.5 : 1.5;
        context.stroke();
        if (scene.focus >= 0 && marker.cluster === scene.focus) this.#drawFocus(px, py, r, colors);
        // A number on a pale disc is dark enough to be read.
        if (isDim) context.globalAlpha = 0.75;
        if (ink) this.#drawLabel(marker.value, px, py, r, isDim ? colors.ink : ink);
        if (isDim) context.globalAlpha = 0.3;
      }
    }
    context.globalAlpha = 1;
  }

  #drawLabel(value, x, y, r, ink) {
    const { context } = this;
    const text = valueLabel(value);
    const size = Math.min(LABEL, (1.75 * r) / (0.58 * text.length));
    if (size < 5) return;
    context.font = `600 ${size}px ${FONT}`;
    context.fillStyle = ink;
    context.fillText(text, x, y + 0.5);
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
      const [left, py] = camera.place(x, y);
      for (const px of this.#turns(left, Math.abs(east) * camera.scale)) {
        context.moveTo(px, py);
        context.lineTo(px + east * camera.scale, py + south * camera.scale);
      }
    }
    context.stroke();
  }

  /** What was shown before the transition, and is not where it was. */
  #drawGhosts(scene) {
    const { context, camera } = this;
    context.strokeStyle = palette().soft;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    for (const marker of scene.player.plan.markers) {
      const { x, y, east, south, added, removed } = marker;
      if (added >= 0 || (removed > 1 && east === 0 && south === 0)) continue;
      const [left, py] = camera.place(x, y);
      const r = radiusOf(marker, scene);
      for (const px of this.#turns(left, r)) {
        context.beginPath();
        context.arc(px, py, r, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    context.setLineDash([]);
  }

  /** Rings around what is hard to see: markers a third of whose width is beneath another, and those hidden. */
  #drawHidden(scene) {
    const { context, camera } = this;
    const colors = palette();
    context.lineWidth = 1.5;
    context.strokeStyle = colors.ink;
    context.fillStyle = colors.halo;
    context.setLineDash([2, 2]);
    const ring = ({ marker, x, y }) => {
      const [left, py] = camera.place(x, y);
      const r = radiusOf(marker, scene);
      for (const px of this.#turns(left, r)) {
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
    const [left, top] = camera.place(hull[0], hull[1]);
    context.strokeStyle = colors.lit;
    context.fillStyle = colors.lit;
    context.lineWidth = 1.5;
    const extent = (Math.max(...hull.filter((_, i) => i % 2 === 0)) - hull[0]) * camera.scale;
    for (const px of this.#turns(left, Math.max(0, extent) + 1)) {
      context.beginPath();
      for (let i = 0; i < hull.length; i += 2) {
        context.lineTo(px + (hull[i] - hull[0]) * camera.scale, top + (hull[i + 1] - hull[1]) * camera.scale);
      }
      context.closePath();
      context.globalAlpha = 0.12;
      context.fill();
      context.globalAlpha = 1;
      context.stroke();
    }
  }

  #drawBrush([x0, y0, x1, y1]) {
    const { context } = this;
    const colors = palette();
    context.strokeStyle = colors.lit;
    context.fillStyle = colors.lit;
    context.lineWidth = 1.5;
    context.globalAlpha = 0.15;
    context.fillRect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 1;
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  }

  /** The uppermost marker at a point of the pane, within some screen points; null for none. */
  hit(scene, px, py, slack = 2) {
    const { camera } = this;
    let best = null;
    for (const { marker, x, y } of scene.player.shown()) {
      const [left, top] = camera.place(x, y);
      const r = radiusOf(marker, scene);
      for (const each of this.#turns(left, r)) {
        const distance = Math.hypot(each - px, top - py);
        if (distance > r + slack) continue;
        if (slack !== Infinity || !best || distance < best.distance) {
          best = { marker, distance, x: each, y: top };
        }
      }
    }
    return best;
  }
}
