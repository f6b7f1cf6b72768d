"""The live map as a widget of notebooks, which needs anywidget.

The browser has no way to the server of a live map, which listens to its own machine alone: the messages of the page
go through the kernel, as all that a notebook does. So the widget works wherever the notebook does.
"""

import threading

import anywidget
import traitlets

from ._library import Error
from ._page import Page, Socket

_SCRIPT = """
function render({ model, el }) {
  const view = Math.random().toString(36).slice(2);
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.title = "Pinfold";
  const size = () => (frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0; display: block`);
  let ground = null;
  const take = (message, buffers) => {
    if (message.view !== view) return;
    if (message.page) {
      const bytes = buffers[0];
      ground = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      frame.srcdoc = message.page;
    } else frame.contentWindow?.postMessage(message.text, "*");
  };
  const pass = ({ source, data }) => {
    if (source !== frame.contentWindow || typeof data !== "string") return;
    if (data === "open") source.postMessage(ground, "*");
    model.send({ view, text: data });
  };
  size();
  el.append(frame);
  model.on("change:height", size);
  model.on("msg:custom", take);
  addEventListener("message", pass);
  model.send({ view, text: "page" });
  return () => {
    model.off("change:height", size);
    model.off("msg:custom", take);
    removeEventListener("message", pass);
    model.send({ view, text: "end" });
  };
}
export default { render };
"""


_CLOSED = '<meta name="color-scheme" content="light dark"><p style="font-family: sans-serif">The live map is closed.</p>'


class _Told(list):
    """Rows that the map says are selected. Assigning them selects nothing: a page may have selected others since."""


class _Rows(traitlets.Any):
    """The rows that are selected on the map, whoever selected them."""

    allow_none = False

    def get(self, obj, cls=None):
        obj.follow()
        return super().get(obj, cls)


class MapWidget(anywidget.AnyWidget):
    """A live map in a notebook. `selection` has the rows of the points that are selected, in order.

    A person selects on the map: a click takes a marker's points, Shift and dragging those in a box. Assigning rows to
    `selection` shows them on the map. `observe(function, "selection")` calls a function when it changes;
    `selected()` is the DataFrame of the points. `height` is in pixels.
    """

    _esm = _SCRIPT
    height = traitlets.Int(480).tag(sync=True)
    selection = _Rows([])

    def __init__(self, live, **traits):
        self.live, self._sockets, self._lock = live, {}, threading.RLock()
        super().__init__(**traits)
        live._widgets.add(self)
        self.on_msg(self._take)
        self.follow()

    def selected(self):
        """The points that are selected, as a DataFrame."""
        return self.live.selected()

    @traitlets.validate("selection")
    def _rows(self, proposal):
        if isinstance(proposal["value"], _Told):
            return list(proposal["value"])
        rows = self.live.rows(proposal["value"]).tolist()
        self.live.select(rows)
        return rows

    def _take(self, _, message, buffers):
        """Takes a message of a view: what its page sends, or a word of the frame around it."""
        view, text = str(message.get("view")), str(message.get("text"))
        if text == "page":
            try:
                self.live.selection
                html, ground = Page.of(self.live.address)
            except (OSError, ValueError):
                html, ground = _CLOSED, b""
            self.send({"view": view, "page": html}, [ground])
        elif text == "open":
            self._open(view)
        elif text == "end":
            self._end(view)
        elif view in self._sockets:
            try:
                self._sockets[view].send(text)
            except OSError:
                self._end(view)

    def _open(self, view):
        self._end(view)
        try:
            socket = Socket(self.live.address)
        except (OSError, ValueError):
            self.send({"view": view, "text": "gone"})
            return
        self._sockets[view] = socket
        self.send({"view": view, "text": "open"})
        threading.Thread(target=self._pass, args=(view, socket), name="pinfold-widget", daemon=True).start()

    def _pass(self, view, socket):
        """Passes the server's messages to a view."""
        for text in socket:
            # Others are longer.
            if text.startswith('{"kind":"selection"'):
                self.follow()
            self.send({"view": view, "text": text})
        if self._sockets.get(view) is socket:
            self._sockets.pop(view)
            self.send({"view": view, "text": "gone"})

    def follow(self):
        """Has the selection of the map, if that is not closed."""
        with self._lock:
            try:
                rows = _Told(self.live.selection.tolist())
            except Error:
                return
            self.selection = rows

    def _end(self, view):
        socket = self._sockets.pop(view, None)
        if socket:
            socket.close()

    def close(self):
        """Removes the widget from its notebook; the live map goes on."""
        for view in list(self._sockets):
            self._end(view)
        super().close()
