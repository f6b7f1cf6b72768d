// What pointers and keys do on a pane.

const CLICK = 4; // screen points that a pointer may move and still click
const STEP = 80; // screen points that an arrow key moves the map

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
  const middle = () => {
    const all = [...pointers.values()];
    return [0, 1].map((axis) => all.reduce((sum, place) => sum + place[axis], 0) / all.length);
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    start = { place: at(event), moved: pointers.size > 1, brushes: event.shiftKey && pointers.size === 1 };
  });

  canvas.addEventListener("pointermove", (event) => {
    const place = at(event);
    if (!pointers.has(event.pointerId)) return actions.hover(...place);
    if (Math.hypot(place[0] - start.place[0], place[1] - start.place[1]) > CLICK) start.moved = true;
    if (start.brushes) return actions.brush([...start.place, ...place], false);
    const [from, distance] = [middle(), spread()];
    pointers.set(event.pointerId, place);
    const to = middle();
    if (start.moved) camera.pan(from[0] - to[0], from[1] - to[1]);
    if (distance > 0) camera.zoomBy(Math.log2(spread() / distance), ...to);
  });

  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    const place = at(event);
    if (start.brushes && start.moved) actions.brush([...start.place, ...place], true);
    else if (!start.moved && event.type === "pointerup") actions.click(...place);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
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

  const keys = {
    ArrowLeft: () => camera.pan(-STEP, 0),
    ArrowRight: () => camera.pan(STEP, 0),
    ArrowUp: () => camera.pan(0, -STEP),
    ArrowDown: () => camera.pan(0, STEP),
    "+": () => camera.flyBy(0.5),
    "=": () => camera.flyBy(0.5),
    "-": () => camera.flyBy(-0.5),
    Enter: () => actions.click(canvas.clientWidth / 2, canvas.clientHeight / 2, Infinity),
  };
  canvas.addEventListener("keydown", (event) => {
    const body = keys[event.key];
    if (!body || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    body();
  });
}
