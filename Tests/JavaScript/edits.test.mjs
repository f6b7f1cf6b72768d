// What supercluster does not have: edits, stable ids, other strategies.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { feature, partition, points, Random, Supercluster, world } from "./support.mjs";

const all = {
  radius: { order: "canonical" }, grid: {}, quadtree: {}, pca: { budget: 40 }, kmeans: { k: 30 }, separate: {}, none: {},
};

suite("edits", () => {
  for (const [strategy, options] of Object.entries({ ...all, "radius in the order of the input": { strategy: "radius" } })) {
    test(`of ${strategy} give the clusters of a fresh build`, () => {
      const settings = { strategy, ...options };
      const random = new Random(7);
      const present = new Map(points(400).map((one) => [one.id, one]));
      const clusters = new Supercluster(settings).load([...present.values()]);
      let next = 1000;
      for (let step = 0; step < 25; step++) {
        const ids = [...present.keys()];
        const id = ids[random.below(ids.length)];
        const place = [random.unit() * 360 - 180, random.unit() * 160 - 80];
        switch (random.below(3)) {
          case 0: {
            const added = [feature(next, ...place), feature(next + 1, ...present.get(id).geometry.coordinates)];
            next += 2;
            clusters.add(added);
            for (const one of added) present.set(one.id, one);
            break;
          }
          case 1:
            clusters.remove(id);
            present.delete(id);
            break;
          default:
            clusters.move(id, place);
            // In the order of the input what is moved comes last, as what is added does.
            present.delete(id);
            present.set(id, feature(id, ...place));
        }
        const fresh = new Supercluster(settings).load([...present.values()]);
        for (const zoom of [1, 4, 8]) {
          const [edited, built] = [clusters, fresh].map((one) => one.getClusters(world, zoom));
          assert.equal(partition(clusters, edited), partition(fresh, built), `step ${step}, zoom ${zoom}`);
        }
      }
    });
  }

  test("that are mistaken change nothing", () => {
    const clusters = new Supercluster({ order: "canonical" }).load(points(100));
    const before = partition(clusters, clusters.getClusters(world, 6));
    assert.throws(() => clusters.add([feature(500, 0, 0), feature(3, 0, 0)]), /a feature with the id 3 is there already/);
    assert.throws(() => clusters.add([feature(500, 0, 0), feature(501, 0, 100)]), /the latitude is 100/);
    assert.throws(() => clusters.remove([4, 777]), /no feature has the id 777/);
    assert.throws(() => clusters.move(5, [NaN, 0]), /the longitude is NaN/);
    assert.throws(() => clusters.update("five", {}), /no feature has the id "five"/);
    assert.equal(partition(clusters, clusters.getClusters(world, 6)), before);
  });

  test("change features and reductions, and let ids be used again", () => {
    const clusters = new Supercluster({
      order: "canonical", map: ({ value }) => ({ value }), reduce: (whole, { value }) => { whole.value += value; },
    }).load([feature("a", 0, 0, { value: 1 }), feature("b", 0, 0, { value: 2 })]);
    const value = () => clusters.getClusters(world, 0)[0].properties.value;
    assert.equal(value(), 3);
    clusters.update("a", { value: 10 });
    assert.equal(value(), 12);
    clusters.remove("b").add([feature("b", 0, 0, { value: 5 })]);
    assert.equal(value(), 15);
    clusters.remove(["a", "b"]);
    assert.deepEqual(clusters.getClusters(world, 0), []);
  });
});

suite("ids", () => {
  test("of clusters do not depend on the order of the input, nor on edits made and undone", () => {
    const features = points(800);
    const shuffled = features.map((one) => [new Random(one.id + 1).unit(), one]).sort(([one], [other]) => one - other).map(([, one]) => one);
    const ids = (clusters) => clusters.getClusters(world, 5).map(({ id }) => id).sort((one, other) => one - other);
    const clusters = new Supercluster({ order: "canonical" }).load(features);
    const expected = ids(clusters);
    // Ids of points are their places in the list, so the sets are compared by their members.
    const other = new Supercluster({ order: "canonical" }).load(shuffled);
    assert.equal(partition(other, other.getClusters(world, 5)), partition(clusters, clusters.getClusters(world, 5)));
    clusters.add([feature("far", 0.5, 0.5)]).remove("far");
    assert.deepEqual(ids(clusters), expected);
  });
});

suite("strategies", () => {
  const features = points(2000);

  for (const [strategy, options] of Object.entries(all)) {
    test(`${strategy} shows every point once, and knows the members of its clusters`, () => {
      const clusters = new Supercluster({ strategy, ...options }).load(features);
      for (const zoom of [0, 3, 7, 15]) {
        const found = clusters.getClusters(world, zoom);
        const ids = partition(clusters, found).split(/\s/).map(Number).sort((one, other) => one - other);
        assert.deepEqual(ids, features.map(({ id }) => id), `zoom ${zoom}`);
      }
    });
  }

  test("pca and kmeans keep their numbers of clusters", () => {
    assert.ok(new Supercluster({ strategy: "pca", budget: 40 }).load(features).getClusters(world, 3).length <= 40);
    assert.ok(new Supercluster({ strategy: "kmeans", k: 30 }).load(features).getClusters(world, 3).length <= 30);
  });

  test("separate lets no markers overlap", () => {
    const clusters = new Supercluster({ strategy: "separate", smallest: 12, largest: 12, padding: 4 }).load(features);
    const zoom = 4;
    const scale = 256 * 2 ** zoom;
    const places = clusters.getClusters(world, zoom).map(({ geometry: { coordinates: [longitude, latitude] } }) => [
      (longitude / 360 + 0.5) * scale,
      (0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)) * scale]);
    let nearest = Infinity;
    for (const [index, [x, y]] of places.entries()) {
      for (const [u, v] of places.slice(index + 1)) nearest = Math.min(nearest, Math.hypot(x - u, y - v));
    }
    assert.ok(nearest >= 27.999, `${nearest}`);
  });

  test("canonical radius merges across ±180°", () => {
    const two = [feature("a", 179.999, 0), feature("b", -179.999, 0)];
    assert.equal(new Supercluster({ order: "canonical" }).load(two).getClusters(world, 3).length, 1);
  });

  test("without tiles of their own say so", () => {
    assert.throws(() => new Supercluster({ strategy: "kmeans" }).load(features).getTile(0, 0, 0), /panning changes the clusters/);
  });
});

suite("clusters of every strategy", () => {
  const each = { ...all, "radius, four levels": { strategy: "radius", order: "canonical", levelsPerZoom: 4 } };

  test("have ids that follow from the ids of their points, whatever the order and the edits", () => {
    const list = points(300).map((one) => ({ ...one, id: one.id % 3 ? `point ${one.id}` : one.id }));
    const ids = (clusters) => clusters.getClusters(world, 4).filter((one) => one.properties.cluster).map((one) => one.id).sort();
    for (const [strategy, options] of Object.entries({ radius: { order: "canonical" }, grid: {}, quadtree: {}, separate: {} })) {
      const first = new Supercluster({ strategy, ...options }).load(list);
      const expected = ids(first);
      assert.ok(expected.length > 5, strategy);
      assert.deepEqual(ids(new Supercluster({ strategy, ...options }).load(list.toReversed())), expected, strategy);
      first.remove([list[0].id, list[1].id]);
      first.add([list[1], list[0]]);
      assert.deepEqual(ids(first), expected, strategy);
    }
  });

  test("split at the zoom that is said", () => {
    for (const [name, options] of Object.entries(each)) {
      if (["pca", "kmeans", "none"].includes(name)) continue; // Their clusters are those of a view.
      const clusters = new Supercluster({ strategy: name.split(",")[0], ...options }).load(points(600));
      const found = clusters.getClusters(world, 3).filter(({ properties }) => properties.cluster);
      const zooms = found.map(({ id }) => clusters.getClusterExpansionZoom(id));
      for (const [place, { id }] of found.entries()) {
        assert.ok(!clusters.getClusters(world, zooms[place]).some((one) => one.id === id), `${name}: ${id} at ${zooms[place]}`);
      }
      assert.ok(found.length > 3, name);
    }
  });

  test("answer for the whole world at every zoom, and change between whole zooms where there are levels", () => {
    const total = (list) => list.reduce((sum, { properties }) => sum + (properties.point_count ?? 1), 0);
    for (const [name, options] of Object.entries(each)) {
      const clusters = new Supercluster({ strategy: name.split(",")[0], ...options }).load(points(200));
      for (const zoom of [0, 11.5, 16, 21, 40]) assert.equal(total(clusters.getClusters(world, zoom)), 200, `${name} at ${zoom}`);
    }
    const fine = new Supercluster({ order: "canonical", levelsPerZoom: 4 }).load(points(600));
    const counts = Array.from({ length: 41 }, (_, step) => fine.getClusters(world, step / 4).length);
    assert.ok(counts.some((count, step) => step % 4 && count !== counts[step - (step % 4)]), `${counts}`);
    assert.equal(fine.getClusters(world, 2.3).length, counts[9], "up to the next level nothing changes");
  });

  test("name the feature that cannot be added by its place in the list and its id", () => {
    const clusters = new Supercluster().load(points(5));
    assert.throws(() => clusters.add([feature(90, 1, 1), feature("b", NaN, 0)]), /feature 1 \(id b\): the longitude is NaN/);
    assert.throws(() => clusters.add([{ type: "Feature", properties: {}, geometry: { type: "Point" } }]), /feature 0 has no list of coordinates/);
  });
});
