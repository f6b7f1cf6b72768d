"""The page of a live map for a place without an address: one HTML text, and a socket to the server."""

import base64
import functools
import hashlib
import http.client
import json
import os
import re
import socket
import threading
import urllib.parse

from ._library import Error

#: What runs in the page before its scripts. The frame that holds the page passes messages on, as strings.
_BRIDGE = """
const url = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const imports = {};
for (const [name, text] of Object.entries(modules)) imports["pinfold/" + name] = url(text, "text/javascript");
const map = document.createElement("script");
Object.assign(map, { type: "importmap", textContent: JSON.stringify({ imports }) });
document.head.append(map);
const ground = new Promise((resolve) => {
  addEventListener("message", ({ data }) => data instanceof ArrayBuffer && resolve(data));
});
globalThis.fetch = async () => new Response(await ground);
globalThis.pinfoldSocket = () => {
  const page = { readyState: 0, send: (text) => parent.postMessage(text, "*") };
  const take = ({ data }) => {
    if (typeof data !== "string") return;
    if (data === "open") {
      page.readyState = 1;
      page.onopen();
    } else if (data === "gone") {
      page.readyState = 3;
      removeEventListener("message", take);
      page.onclose({ reason: "" });
    } else page.onmessage({ data });
  };
  addEventListener("message", take);
  parent.postMessage("open", "*");
  return page;
};
const main = document.createElement("script");
Object.assign(main, { type: "module", textContent: 'import "pinfold/main.js";' });
document.head.append(main);
"""

#: Nothing is loaded from anywhere, whatever names the data have.
_POLICY = "default-src 'none'; script-src blob: 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:"


def _parts(address):
    url = urllib.parse.urlsplit(address)
    return url.hostname, url.port, url.path


def file(address, name):
    """A file that the server of a page has."""
    # No proxy of the system's stands between a process and its own server.
    host, port, path = _parts(address)
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", path + name)
        response = connection.getresponse()
        content = response.read()
    finally:
        connection.close()
    if response.status != 200:
        raise Error(f"the live map's {name} could not be read: {content.decode('utf-8', 'replace').strip()}")
    return content


@functools.lru_cache(maxsize=1)
def _assembled(read):
    html, modules, waiting = read("index.html").decode(), {}, ["main.js"]
    while waiting:
        name = waiting.pop()
        if name not in modules:
            text = read(name).decode()
            waiting += re.findall(r'from "\./([\w.]+)"', text)
            modules[name] = re.sub(r'from "\./([\w.]+)"', r'from "pinfold/\1"', text)
    # A script ends at the first of its end tags, those in strings too.
    listed = json.dumps(dict(sorted(modules.items()))).replace("</", "<\\/")
    html = re.sub(r'<link rel="icon".*>\n', "", html)
    html = html.replace(
        '<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">')
    html = html.replace(
        '<link rel="stylesheet" href="style.css">', f"<style>\n{read('style.css').decode()}</style>")
    return html.replace(
        '<script type="module" src="main.js"></script>', f"<script>{{\nconst modules = {listed};{_BRIDGE}}}</script>")


class Page:
    """What shows a live map in a frame: its HTML, and the outlines of land."""

    _known = None
    _lock = threading.Lock()

    @classmethod
    def of(cls, address):
        """The page, which is the same at every address."""
        with cls._lock:
            if cls._known is None:
                read = functools.partial(file, address)
                cls._known = _assembled(read), file(address, "ground.bin")
            return cls._known


class Socket:
    """A WebSocket (RFC 6455) to the server of a live map, for messages of text."""

    def __init__(self, address):
        host, port, path = _parts(address)
        self._socket = socket.create_connection((host, port), timeout=30)
        self._socket.settimeout(None)
        self._file = self._socket.makefile("rb")
        self._lock = threading.Lock()
        key = base64.b64encode(os.urandom(16))
        name = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._socket.sendall(
            f"GET {path}socket HTTP/1.1\r\nHost: {name}\r\nOrigin: http://{name}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        status = self._file.readline().split(b" ")
        lines = list(iter(lambda: self._file.readline().strip(), b""))
        answer = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        if status[1:2] != [b"101"] or not any(line.lower().startswith(b"sec-websocket-accept:") and answer in line for line in lines):
            self.close()
            raise Error("the live map's server refused a page; close another one")

    def send(self, text):
        """Sends a message."""
        self._send(1, text.encode("utf-8"))

    def _send(self, kind, content):
        size = len(content)
        head = bytes([0x80 | kind])
        head += bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big") if size < 1 << 16 else (
            b"\xff" + size.to_bytes(8, "big"))
        mask = os.urandom(4)
        many = (mask * (size // 4 + 1))[:size]
        hidden = (int.from_bytes(content, "big") ^ int.from_bytes(many, "big")).to_bytes(size, "big")
        with self._lock:
            self._socket.sendall(head + mask + hidden)

    def __iter__(self):
        """The messages of the server, until one side closes."""
        try:
            message = b""
            while True:
                head = self._file.read(2)
                if len(head) < 2:
                    return
                size = head[1] & 0x7F
                if size > 125:
                    size = int.from_bytes(self._file.read(2 if size == 126 else 8), "big")
                content, kind = self._file.read(size), head[0] & 15
                if kind == 8:
                    return
                if kind == 9:
                    self._send(10, content)
                elif kind < 2:
                    message += content
                    if head[0] & 0x80:
                        yield message.decode("utf-8")
                        message = b""
        except (OSError, ValueError):
            return  # it was closed meanwhile

    def close(self):
        """Closes the socket; a thread that waits for messages goes on."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
