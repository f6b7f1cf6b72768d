// What code written for supercluster relies on.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { data, feature, golden, partition, points, Random, Supercluster, world } from "./support.mjs";

suite("counts of pysupercluster", () => {
  const draw = {
    uniform: (random) => [random.unit() * 360 - 180, random.unit() * 160 - 80],
    heaps: (random) => {
      const side = 45 / 2 ** Math.floor(random.unit() * 8);
      return [10 + random.unit() * side, 5 + random.unit() * side];
    },
    dateLine: (random) => {
      const longitude = 170 + random.unit() * 20;
      return [longitude >= 180 ? longitude - 360 : longitude, random.unit() * 40 - 20];
    },
    lattice: (random) => [Math.floor(random.unit() * 90) * 4 - 180, Math.floor(random.unit() * 40) * 4 - 80],
  };
  const lines = golden("supercluster-counts.txt").trim().split("\n").filter((line) => !line.startsWith("#"));

  test("there are 48 of them", () => assert.equal(lines.length, 48));

  for (const line of lines) {
    const [setup, counts, largest] = line.split("|").map((part) => part.trim().split(" "));
    const [shape, ...numbers] = setup;
    const [seed, count, radius, extent] = numbers.map(Number);
    test(`are those of ${setup.join(" ")}`, () => {
      const random = new Random(seed);
      const features = Array.from({ length: count }, (_, id) => feature(id, ...draw[shape](random)));
      const clusters = new Supercluster({ radius, extent }).load(features);
      for (let zoom = 0; zoom <= 16; zoom++) {
        const sizes = clusters.getClusters([-180, -85, 180, 85], zoom).map(({ properties }) => properties.point_count ?? 1);
        assert.equal(sizes.length, Number(counts[zoom]), `zoom ${zoom}`);
        assert.equal(Math.max(...sizes), Number(largest[zoom]), `zoom ${zoom}`);
      }
    });
  }
});

suite("tiles of supercluster", () => {
  for (const [file, minPoints] of [["places-z0-0-0.json", 2], ["places-z0-0-0-min5.json", 5]]) {
    const expected = data(`supercluster/${file}`);
    test(`have the features of ${file}`, { skip: expected ? false : "no shared data" }, () => {
      const places = JSON.parse(data("supercluster/places.json")).features;
      const tile = new Supercluster({ minPoints }).load(places).getTile(0, 0, 0);
      // Ids of clusters are others; they follow from the members here.
      const plain = ({ features }) => features
        .map(({ geometry, tags }) => [...geometry[0], tags.point_count ?? 1, tags.name ?? "", tags.point_count_abbreviated ?? ""].join())
        .sort();
      assert.deepEqual(plain(tile), plain(JSON.parse(expected)));
    });
  }

  test("have ids, whole coordinates and neighbors' markers as far as a radius", () => {
    const features = [feature("a", -179.9, 0), feature("b", 179.9, 0), feature("c", 10, 40)];
    const plain = new Supercluster().load(features).getTile(2, 0, 2).features;
    assert.deepEqual(plain.map(({ id, geometry }) => [id, geometry[0]]).sort(), [["a", [1, 0]], ["b", [-1, 0]]]);
    const numbered = new Supercluster({ generateId: true }).load(features).getTile(2, 0, 2).features;
    assert.deepEqual(numbered.map(({ id }) => id).sort(), [0, 1]);
    assert.equal(new Supercluster().load(features).getTile(5, 3, 3), null);
  });
});

suite("clusters", () => {
  const features = points(3000);

  test("share all points at every zoom, and split into what their children are", () => {
    const clusters = new Supercluster({ radius: 60 }).load(features);
    for (let zoom = 0; zoom <= 17; zoom++) {
      const found = clusters.getClusters(world, zoom);
      const ids = partition(clusters, found).split(/\s/).map(Number).sort((one, other) => one - other);
      assert.deepEqual(ids, features.map(({ id }) => id));
      for (const { id, properties } of found.filter((one) => one.properties.cluster).slice(0, 40)) {
        const children = clusters.getChildren(id);
        assert.ok(children.length > 1);
        assert.equal(children.reduce((sum, child) => sum + (child.properties.point_count ?? 1), 0), properties.point_count);
        const expansion = clusters.getClusterExpansionZoom(id);
        assert.ok(expansion > zoom && expansion <= 17);
        const after = clusters.getClusters(world, expansion);
        assert.ok(!after.some((one) => one.id === id && one.properties.cluster), "it is whole where it should have split");
      }
    }
  });

  test("have the properties that code reads", () => {
    const near = [0, 1, 2].map((id) => feature(id, id / 1e4, 0));
    const [cluster, ...others] = new Supercluster().load(near).getClusters(world, 3);
    assert.equal(others.length, 0);
    assert.equal(cluster.type, "Feature");
    assert.ok(Number.isSafeInteger(cluster.id));
    assert.deepEqual(cluster.properties, { cluster: true, cluster_id: cluster.id, point_count: 3, point_count_abbreviated: 3 });
    assert.ok(Math.abs(cluster.geometry.coordinates[0] - 1e-4) < 1e-6 && Math.abs(cluster.geometry.coordinates[1]) < 1e-6);
    const many = new Supercluster().load(points(12345)).getClusters(world, 0).map(({ properties }) => properties);
    for (const { point_count: count, point_count_abbreviated: short } of many.filter((one) => one.point_count >= 1000)) {
      assert.equal(short, count >= 10000 ? `${Math.round(count / 1000)}k` : `${Math.round(count / 100) / 10}k`);
    }
  });

  test("return the features that were loaded, not copies", () => {
    const [found] = new Supercluster().load([features[7]]).getClusters(world, 0);
    assert.equal(found, features[7]);
  });

  test("reduce the properties of their points", () => {
    const clusters = new Supercluster({
      radius: 100, map: ({ value }) => ({ sum: value, most: value }),
      reduce: (whole, part) => {
        whole.sum += part.sum;
        whole.most = Math.max(whole.most, part.most);
      },
    }).load(features);
    for (const zoom of [0, 4, 9]) {
      for (const { id, properties } of clusters.getClusters(world, zoom).filter((one) => one.properties.cluster)) {
        const values = clusters.getLeaves(id, Infinity).map((leaf) => leaf.properties.value);
        assert.equal(properties.sum, values.reduce((one, other) => one + other));
        assert.equal(properties.most, Math.max(...values));
      }
    }
    assert.deepEqual(features[0].properties, points(3000)[0].properties, "properties of points are as they were");
  });

  test("page through their leaves", () => {
    const clusters = new Supercluster({ radius: 200 }).load(features);
    const { id, properties } = clusters.getClusters(world, 0).find((one) => one.properties.point_count > 30);
    const all = clusters.getLeaves(id, Infinity);
    assert.equal(all.length, properties.point_count);
    assert.deepEqual(clusters.getLeaves(id), all.slice(0, 10));
    assert.deepEqual(clusters.getLeaves(id, 7, 20), all.slice(20, 27));
    for (const offset of [properties.point_count, 2 ** 31, 2 ** 32, Infinity]) {
      assert.deepEqual(clusters.getLeaves(id, 10, offset), [], `from ${offset} on there are none`);
    }
    assert.deepEqual(clusters.getLeaves(id, 10, -3), all.slice(0, 10));
  });

  test("are found in a box across ±180°, and beyond the deepest zoom as points", () => {
    const two = [feature("a", 179.5, 10), feature("b", -179.5, 10)];
    const clusters = new Supercluster().load(two);
    assert.equal(clusters.getClusters([170, 0, -170, 20], 5).length, 2);
    assert.equal(clusters.getClusters([170, 0, 190, 20], 5).length, 2);
    assert.deepEqual(clusters.getClusters([-180, 0, -170, 20], 5), [two[1]]);
    const stack = [1, 2, 3].map((id) => feature(id, 5, 5));
    const stacked = new Supercluster({ maxZoom: 10 }).load(stack);
    assert.equal(stacked.getClusters(world, 10).length, 1);
    assert.deepEqual(stacked.getClusters(world, 11), stack);
    assert.deepEqual(stacked.getClusters(world, 30), stack);
    assert.equal(stacked.getClusterExpansionZoom(stacked.getClusters(world, 10)[0].id), 11);
  });
});

suite("mistakes", () => {
  const loaded = () => new Supercluster().load(points(50));

  test("of features name the feature and what is wrong", () => {
    const load = (one) => () => new Supercluster().load([feature(0, 1, 1), one]);
    assert.throws(load(feature(1, 0, 91)), /feature 1 \(id 1\): the latitude is 91; a number in −90…90 is expected/);
    assert.throws(load(feature(1, NaN, 0)), /feature 1 \(id 1\): the longitude is NaN/);
    assert.throws(load(feature(1, "12", 0)), /feature 1 \(id 1\): the longitude is the string "12"; a number of degrees/);
    assert.throws(load({ type: "Feature", geometry: { type: "LineString", coordinates: [] } }), /feature 1 is a LineString; points/);
  });

  test("leave out features without a geometry", () => {
    const features = [{ type: "Feature", properties: {}, geometry: null }, feature("b", 1, 1), null, feature("d", 50, 1)];
    assert.deepEqual(new Supercluster().load(features).getClusters(world, 9).map(({ id }) => id).sort(), ["b", "d"]);
    assert.deepEqual(new Supercluster().load([]).getClusters(world, 9), []);
  });

  test("of options say what is expected", () => {
    assert.throws(() => new Supercluster({ radios: 3 }), /strategy 'radius' has no option 'radios'; there are: .*radius/);
    assert.throws(() => new Supercluster({ radius: 0 }), /option 'radius' is 0; it takes a number in 1…4096/);
    assert.throws(() => new Supercluster({ minPoints: 2.5 }), /takes a whole number in 2…1000/);
    assert.throws(() => new Supercluster({ strategy: "hexgrid" }), /no strategy 'hexgrid'; there are: radius, grid/);
    assert.throws(() => new Supercluster({ minZoom: 9, maxZoom: 3 }), /'minZoom' is greater/);
    assert.throws(() => new Supercluster({ order: "random" }), /takes 'input' or 'canonical'/);
  });

  test("of calls say what is expected, and leave everything as it was", () => {
    assert.throws(() => new Supercluster().getClusters(world, 0), /call load\(features\) first/);
    const clusters = loaded();
    for (const id of [12345, -1, 0.5, NaN, 2 ** 60, "12", undefined]) {
      assert.throws(() => clusters.getChildren(id), /No cluster with the specified id/);
      assert.throws(() => clusters.getLeaves(id), /No cluster with the specified id/);
      assert.throws(() => clusters.getClusterExpansionZoom(id), /No cluster with the specified id/);
    }
    assert.throws(() => clusters.getClusters([0, 0], 3), /the east of the box is undefined; a box of four numbers/);
    assert.throws(() => clusters.getClusters(world, "x"), /the zoom is the string "x"; a number is expected/);
    for (const tile of [[1.5, 0, 0], [1, 0.5, 0], [NaN, 0, 0], ["1", 0, 0], [1, 0, undefined]]) {
      assert.throws(() => clusters.getTile(...tile), /all of them whole numbers/);
    }
    for (const tile of [[-1, 0, 0], [33, 0, 0], [2 ** 32, 0, 0], [1, 2, 0], [1, 0, -1], [2, 2 ** 32, 0]]) {
      assert.equal(clusters.getTile(...tile), null, `there is no tile ${tile}`);
    }
    assert.throws(() => clusters.load({ type: "FeatureCollection", features: [] }), /pass the 'features' of the collection/);
    assert.throws(() => clusters.load(null), /an array of point features is expected$/);
    assert.deepEqual(clusters.getClusters([0, 10, 10, 0], 3), [], "a box upside down has nothing in it");
    assert.equal(partition(clusters, clusters.getClusters(world, 4)), partition(loaded(), loaded().getClusters(world, 4)));
  });
});
