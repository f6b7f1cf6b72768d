// Clusters in a worker, so that building never holds up the page. Post { id, call, values }, where `call` is `new` (with
// options) or a method of Supercluster; the answer is { id, result } or { id, error }.

// Not a static import, which waits for the module: what is posted meanwhile would find no handler and be lost.
const module = import("./index.js");
let clusters = null;

self.onmessage = async ({ data: { id, call, values = [] } }) => {
  try {
    const { Supercluster } = await module;
    let result = null;
    if (call === "new") {
      clusters?.free();
      clusters = new Supercluster(...values);
    } else {
      if (!clusters) throw new Error("post { call: 'new' } first");
      if (call === "constructor" || typeof clusters[call] !== "function") throw new Error(`there is no method '${call}'`);
      result = clusters[call](...values);
      // Edits and `load` return the object itself, which cannot be posted.
      if (result === clusters) result = null;
    }
    self.postMessage({ id, result });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
