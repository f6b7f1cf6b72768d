// Features that share an id, and clusters that are looked up by theirs.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { feature, partition, points, Supercluster, world } from "./support.mjs";

suite("features that share an id", () => {
  const list = [feature(1, 0, 0), feature("a", 20, 0), feature(1, 40, 0), feature("1", 60, 0), feature(1, 80, 0), feature(2, 100, 0)];
  const places = (clusters) => clusters.getClusters(world, 9).map((one) => one.geometry.coordinates[0]).sort((one, other) => one - other);

  test("are there, and are removed together", () => {
    const clusters = new Supercluster().load(list);
    assert.deepEqual(places(clusters), [0, 20, 40, 60, 80, 100]);
    clusters.remove([1, "a", 1]);
    assert.deepEqual(places(clusters), [60, 100]);
    clusters.add([feature(1, 5, 5)]).move(1, [6, 5]);
    assert.deepEqual(places(clusters), [6, 60, 100]);
  });

  test("cannot be moved or updated by it, but others can", () => {
    const clusters = new Supercluster().load(list);
    assert.throws(() => clusters.move(1, [0, 0]), /3 features have the id 1; give each an id of its own to change one/);
    assert.throws(() => clusters.update(1, {}), /3 features have the id 1/);
    assert.throws(() => clusters.add([feature(1, 0, 0)]), /a feature with the id 1 is there already/);
    clusters.move("a", [21, 0]).move("1", [61, 0]).update(2, { name: "two" });
    assert.deepEqual(places(clusters), [0, 21, 40, 61, 80, 100]);
  });

  test("give clusters the ids that follow from them, in any order", () => {
    const near = [["a", 0], ["b", 1e-5], ["a", 2e-5]].map(([id, east]) => feature(id, east, 0));
    const id = (features) => new Supercluster({ order: "canonical" }).load(features).getClusters(world, 1)[0].id;
    assert.equal(id(near), id(near.toReversed()));
    assert.notEqual(id(near), id([...near.slice(0, 2), feature("c", 2e-5, 0)]));
  });

  test("may be very many, and mixed with features of none", () => {
    const many = Array.from({ length: 20000 }, (_, row) => feature(row % 2 ? "same" : undefined, row / 100 - 100, 10));
    const clusters = new Supercluster().load(many);
    assert.equal(clusters.remove("same").getClusters(world, 0).reduce((sum, one) => sum + (one.properties.point_count ?? 1), 0), 10000);
  });
});

suite("an id", () => {
  test("of another type is not that of the feature, and the message says so", () => {
    const clusters = new Supercluster().load([feature(7, 0, 0), feature("8", 1, 1)]);
    assert.throws(() => clusters.remove("7"), { message: 'no feature has the id "7", a string; one has the number 7' });
    assert.throws(() => clusters.remove(8), { message: 'no feature has the id 8, a number; one has the string "8"' });
    assert.throws(() => clusters.remove(9), { message: "no feature has the id 9" });
  });
});

suite("strings for numbers", () => {
  test("are named as such", () => {
    const clusters = new Supercluster().load([feature(1, 0, 0)]);
    assert.throws(() => new Supercluster({ radius: "40" }), /option 'radius' is the string "40"; it takes a number in 1…4096/);
    assert.throws(() => clusters.getClusters(["-10", -5, 10, 5], 3), /the west of the box is the string "-10"; a box of four numbers is expected/);
    assert.throws(() => clusters.getClusters([-10, -5, 10], 3), /the north of the box is undefined/);
    assert.throws(() => clusters.getClusters(world, "deep"), /the zoom is the string "deep"; a number is expected/);
    assert.throws(() => clusters.getTile("1", 0, 0), /the tile is the string "1", 0, 0; a zoom, a column and a row/);
    assert.throws(() => clusters.load([feature(1, 0, "5")]), /feature 0 \(id 1\): the latitude is the string "5"; a number in −90…90/);
    assert.throws(() => clusters.move(1, ["1", "2"]), /the new place of feature 1: the longitude is the string "1"; a number of degrees/);
    assert.throws(() => clusters.move(1, 5), /the new place of feature 1 is 5; \[longitude, latitude\] is expected/);
    assert.equal(clusters.getClusters(world, "3").length, 1, "a zoom may be a string, as in supercluster");
  });
});

suite("clusters that were returned before", () => {
  const each = { grid: {}, quadtree: {}, pca: { budget: 40 }, kmeans: { k: 30 }, separate: {} };
  const boxes = [world, [-100, -50, 0, 50], [0, 0, 90, 60]];

  for (const [strategy, options] of Object.entries(each)) {
    test(`by ${strategy} are found after other calls, with the same features`, () => {
      const clusters = new Supercluster({ strategy, ...options }).load(points(3000));
      const leaves = (id) => clusters.getLeaves(id, Infinity).map((leaf) => leaf.id).sort((one, other) => one - other).join(" ");
      const found = new Map();
      for (const [number, box] of boxes.entries()) {
        for (const one of clusters.getClusters(box, number + 1)) if (one.properties.cluster) found.set(one.id, leaves(one.id));
      }
      assert.ok(found.size > 40);
      for (const [id, expected] of found) assert.equal(leaves(id), expected);
      if (strategy === "kmeans") return;
      const [id] = found.keys();
      const zoom = clusters.getClusterExpansionZoom(id);
      const parts = clusters.getChildren(id);
      clusters.getClusters([5, 5, 6, 6], 8);
      assert.equal(clusters.getClusterExpansionZoom(id), zoom);
      const part = parts.find((one) => one.properties.cluster);
      assert.equal(clusters.getLeaves(part.id, Infinity).length, part.properties.point_count, "a part of one");
    });
  }

  test("are found until an edit changes them", () => {
    const clusters = new Supercluster({ strategy: "grid" }).load(points(600));
    const [one, other] = clusters.getClusters(world, 2).filter(({ properties }) => properties.cluster);
    const leaves = clusters.getLeaves(one.id, Infinity);
    clusters.remove(clusters.getLeaves(other.id, 1)[0].id);
    assert.throws(() => clusters.getLeaves(other.id), /No cluster with the specified id/);
    assert.deepEqual(clusters.getLeaves(one.id, Infinity), leaves);
    clusters.load(points(10));
    assert.throws(() => clusters.getLeaves(one.id), /No cluster with the specified id/);
  });

  test("of tiles are found too", () => {
    const clusters = new Supercluster({ strategy: "grid" }).load(points(600));
    const { id, tags } = clusters.getTile(1, 0, 0).features.find((one) => one.tags.cluster);
    clusters.getClusters([5, 5, 6, 6], 8);
    assert.equal(clusters.getLeaves(id, Infinity).length, tags.point_count);
  });

  test("by radius are found whether they were returned or not, after edits too", () => {
    const list = points(3000);
    const later = [...list.filter(({ id }) => id !== 5 && id !== 9), feature(5, 1, 1)];
    for (const order of ["canonical", "input"]) {
      const [clusters, fresh] = [list, later].map((features) => new Supercluster({ order }).load(features));
      const found = clusters.getClusters(world, 2).filter(({ properties }) => properties.cluster);
      clusters.move(5, [1, 1]).remove(9);
      const after = clusters.getClusters(world, 2).filter(({ properties }) => properties.cluster);
      assert.equal(partition(clusters, after), partition(fresh, fresh.getClusters(world, 2).filter(({ properties }) => properties.cluster)), order);
      const [kept] = after.filter(({ id }) => found.some((one) => one.id === id));
      clusters.getClusters([0, 0, 1, 1], 9);
      assert.equal(clusters.getLeaves(kept.id, Infinity).length, kept.properties.point_count);
    }
  });
});
