// What the page in the browser reads of a file.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { read } from "../../Sources/PinfoldJS/page/table.js";

const places = (text) => read(text).features.map(({ geometry }) => geometry.coordinates);

suite("the page's reader", () => {
  test("finds the columns of delimited text by their names", () => {
    for (const text of [
      "lon,lat\n2.5,48\n-3,40", "name;LATITUDE;Longitude\r\na;48;2,5\r\nb;40;-3\r\n", "\ufefflat\tlng\n48\t2.5\n40\t-3\n",
      "y|x\n48|2.5\n\n40|-3",
    ]) {
      assert.deepEqual(places(text), [[2.5, 48], [-3, 40]], JSON.stringify(text));
    }
  });

  test("keeps what is in quotes, and the other columns as they are", () => {
    const { features } = read('name,lon,lat\n"Gare du ""Nord"", Paris\n(10e)",2.3,48.8\n007,1,2\n');
    assert.deepEqual(features.map(({ properties }) => properties.name), ['Gare du "Nord", Paris\n(10e)', "007"]);
  });

  test("says how many rows have no place, and where the first is", () => {
    const { features, left } = read("name,lon,lat\na,1,2\nb,,3\nc,4,95\nd,x,1\n");
    assert.equal(features.length, 1);
    assert.equal(left, "3 of 4 left out, without a place (first: line 3)");
    assert.equal(read('a,lon,lat\n"two\nlines",1,2\nx,,\n').left, "1 of 2 left out, without a place (first: line 4)");
  });

  test("reads GeoJSON: a collection, a list, and features line by line", () => {
    const feature = (longitude) => ({ type: "Feature", properties: { n: longitude }, geometry: { type: "Point", coordinates: [longitude, 5] } });
    const list = [feature(1), feature(2)];
    for (const text of [
      JSON.stringify({ type: "FeatureCollection", features: list }), JSON.stringify(list), list.map((one) => JSON.stringify(one)).join("\n"),
      list.map((one) => `\x1e${JSON.stringify(one)}\n`).join(""),
    ]) {
      assert.deepEqual(places(text), [[1, 5], [2, 5]]);
    }
    const line = { type: "Feature", geometry: { type: "LineString", coordinates: [[0, 0], [1, 1]] } };
    assert.equal(read(JSON.stringify([feature(1), line, null])).left, "2 of 3 left out, without a place (first: feature 2)");
  });

  test("refuses what it cannot read, and says why", () => {
    assert.throws(() => read("a,b\n1,2"), /no column of longitudes among: a, b. It may be called lon, lng/);
    assert.throws(() => read("lon,name\n1,2"), /no column of latitudes among: lon, name/);
    assert.throws(() => read("lon,lat\n,\n"), /there are no rows with numbers in both columns \(first: line 2\)/);
    assert.throws(() => read("lon,lat\n"), /there are no rows/);
    for (const text of ["", " \r\n\n", "\ufeff"]) assert.throws(() => read(text), /^Error: the file is empty$/, JSON.stringify(text));
    assert.throws(() => read('lon,lat,name\n1,2,"open\n3,4,x'), /the quotes that begin in line 2 have no end/);
    assert.throws(() => read('{"type": "Feature"'), /line 1 is no JSON/);
    assert.throws(() => read('{"type":"FeatureCollection","features":[]}'), /there are no features that are points/);
  });
});
