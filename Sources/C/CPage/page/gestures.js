// What pointers and keys do on a pane.

const CLICK = 4; // screen points that a pointer may move and still click
const STEP = 80; // screen points that an arrow key moves the map
const TURN = 0.5; // degrees by which a step of a screen point to the side turns the map
const TWIST = 8; // degrees that two fingers may turn without turning the map

/**
 * Makes a canvas move the camera.
 * @param actions `hover(x, y)`, `leave()`, `click(x, y)` and `brush(box, isDone)`, in points of the pane.
 */
export function addGestures(canvas, camera, actions) {
  const pointers = new Map();
  let start = null;

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const angle = () => {
    const [a, b] = [...pointers.values()];
    return b ? (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI : 0;
  };
  const middle = () => {
    const all = [...pointers.values()];
    return [0, 1].map((axis) => all.reduce((sum, place) => sum + place[axis], 0) / all.length);
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 && event.button !== 2) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    start = {
      place: at(event), moved: pointers.size > 1, brushes: event.button === 0 && event.shiftKey && pointers.size === 1,
      turns: event.button === 2 || event.ctrlKey, twist: 0,
    };
  });

  canvas.addEventListener("pointermove", (event) => {
    const place = at(event);
    if (!pointers.has(event.pointerId)) return actions.hover(...place);
    if (Math.hypot(place[0] - start.place[0], place[1] - start.place[1]) > CLICK) start.moved = true;
    if (start.brushes) return actions.brush([...start.place, ...place], false);
    if (start.turns) {
      if (start.moved) camera.turnBy((place[0] - pointers.get(event.pointerId)[0]) * TURN);
      pointers.set(event.pointerId, place);
      return;
    }
    const [from, distance, before] = [middle(), spread(), angle()];
    pointers.set(event.pointerId, place);
    const to = middle();
    if (start.moved || distance > 0) camera.stop();
    if (start.moved) camera.pan(from[0] - to[0], from[1] - to[1]);
    if (distance > 0) camera.zoomBy(Math.log2(spread() / distance), ...to);
    if (distance > 0) twist(angle() - before, to);
  });

  /** Turns with two fingers, from the moment that they have turned far enough to mean it. */
  const twist = (change, to) => {
    const degrees = change - 360 * Math.round(change / 360);
    start.twist += degrees;
    if (start.isTwisting) camera.turnBy(-degrees, ...to);
    else start.isTwisting = Math.abs(start.twist) > TWIST;
  };

  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    const place = at(event);
    if (start.brushes && start.moved) actions.brush([...start.place, ...place], true);
    else if (!start.moved && !start.turns && event.type === "pointerup") actions.click(...place);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerleave", () => actions.leave());

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // Pinches on a trackpad come as a wheel with the control key, in smaller steps.
    const steps = (-event.deltaY * lines) / (event.ctrlKey ? 80 : 250);
    camera.zoomBy(Math.max(-1, Math.min(steps, 1)), ...at(event));
  }, { passive: false });

  canvas.addEventListener("dblclick", (event) => {
    event.preventDefault();
    camera.flyBy(event.shiftKey ? -1 : 1, ...at(event));
  });

  canvas.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || hasModifier(event)) return;
    event.preventDefault();
    actions.click(canvas.clientWidth / 2, canvas.clientHeight / 2, Infinity);
  });
}

const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Makes keys move the camera: they need no click on the map before, and leave fields and lists alone. */
export function addKeys(camera) {
  const turns = { ArrowLeft: -15, ArrowRight: 15 };
  const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
  const zooms = { "+": 0.5, "=": 0.5, "-": -0.5 };
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    const isOnMap = target === document.body || target instanceof HTMLCanvasElement;
    if (hasModifier(event) || target.closest?.("input, select, textarea")) return;
    if (event.shiftKey && key in turns && isOnMap) {
      event.preventDefault();
      camera.turnBy(turns[key]);
    } else if (key in zooms) {
      event.preventDefault();
      // A held key goes on where the step before is nearly done, so that it does not run ahead.
      if (event.repeat && Math.abs(camera.goal.zoom - camera.zoom) > 0.25) return;
      camera.flyBy(zooms[key]);
    } else if (key in moves && isOnMap) {
      event.preventDefault();
      camera.pan(...moves[key]);
    }
  });
}
