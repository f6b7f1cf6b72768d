// The connection to the server. It is made again and again until it is there.

const DELAYS = [250, 500, 1000, 2000];

export class Connection extends EventTarget {
  #socket = null;
  #failures = 0;

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects, and stays connected. Messages come as events named after their kind. */
  open() {
    // A notebook has no way to the server but through its kernel.
    const socket = globalThis.pinfoldSocket?.()
      ?? new WebSocket(new URL("socket", location.href.replace(/^http/, "ws").split("#")[0]));
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      this.dispatchEvent(new CustomEvent(message.kind, { detail: message }));
    };
    socket.onclose = ({ reason }) => {
      this.dispatchEvent(new CustomEvent("gone", { detail: reason }));
      const delay = DELAYS[Math.min(this.#failures++, DELAYS.length - 1)];
      setTimeout(() => this.open(), delay);
    };
  }

  /** Sends a message; nothing happens where the server is gone. */
  send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Calls a function with each message of a kind. */
  on(kind, body) {
    this.addEventListener(kind, (event) => body(event.detail));
  }
}
