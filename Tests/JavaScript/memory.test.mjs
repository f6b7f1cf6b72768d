// The module's memory, which objects share.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { built, feature, points, Supercluster, world } from "./support.mjs";

const { memorySize } = await import(built.href + "module.js");
const list = points(100_000);

/** Bytes by which the memory grows while a body is called often, once it was called a few times. */
async function growth(times, body) {
  for (let round = 0; round < 3; round++) await body();
  const before = memorySize();
  for (let round = 0; round < times; round++) await body();
  return memorySize() - before;
}

suite("the memory", () => {
  test("of an object is used again after free()", async () => {
    assert.equal(await growth(50, () => {
      const clusters = new Supercluster().load(list);
      assert.ok(clusters.getClusters(world, 2).length > 10);
      clusters.free();
    }), 0);
  });

  test("of the points before is used again after a second load", async () => {
    const clusters = new Supercluster();
    // A map takes 20 MB; what is free may be in pieces.
    assert.ok(await growth(10, () => clusters.load(list)) < 4e6);
    clusters.free();
  });

  test("of edits and views is used again", async () => {
    const clusters = new Supercluster({ order: "canonical" }).load(list);
    const step = () => {
      for (let id = 0; id < 20; id++) clusters.move(id, [id, id]).remove(100 + id).add([feature(100 + id, -id, id)]);
      clusters.getClusters(world, 5);
    };
    assert.ok(await growth(30, step) < 4e6);
    clusters.free();
  });

  test("of objects that are no longer used is freed when they are collected", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    assert.equal(await growth(10, async () => {
      new Supercluster().load(list.slice(0, 20_000));
      collect();
      await setTimeout(5);
    }), 0);
  });
});

suite("an object that was freed", () => {
  test("refuses every call", () => {
    const clusters = new Supercluster().load(list.slice(0, 100));
    const [{ id }] = clusters.getClusters(world, 0);
    clusters.free();
    const calls = {
      load: [[]], getClusters: [world, 0], getChildren: [id], getLeaves: [id], getClusterExpansionZoom: [id], getTile: [0, 0, 0],
      add: [[]], remove: [[]], move: [1, [0, 0]], update: [1, {}],
    };
    const methods = Object.getOwnPropertyNames(Supercluster.prototype).filter((name) => !["constructor", "free"].includes(name));
    assert.deepEqual(methods.sort(), Object.keys(calls).sort());
    for (const [name, values] of Object.entries(calls)) {
      assert.throws(() => clusters[name](...values), { message: "this Supercluster was freed; make a new one" }, name);
    }
    clusters.free();
  });

  test("leaves others as they are", () => {
    const [one, other] = [1, 2].map(() => new Supercluster().load(list.slice(0, 1000)));
    const before = other.getClusters(world, 3);
    one.free();
    new Supercluster({ strategy: "grid" }).load(list.slice(0, 500)).free();
    assert.deepEqual(other.getClusters(world, 3), before);
  });

  test("may be one without points, and is freed by Symbol.dispose", { skip: !Symbol.dispose && "this Node has no Symbol.dispose" }, () => {
    const clusters = new Supercluster();
    clusters[Symbol.dispose]();
    assert.throws(() => clusters.load([]), /was freed/);
  });
});
