// The package as Node finds it in `node_modules`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite, test } from "node:test";
import { built } from "./support.mjs";

const use = `const one = new Supercluster().load([{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [1, 2] } }]);
console.log(one.getClusters([-180, -90, 180, 90], 0).length);`;

function runs(name, text) {
  const folder = mkdtempSync(join(tmpdir(), "pinfold-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(built), join(folder, "node_modules", "pinfold"));
    writeFileSync(join(folder, name), text);
    return execFileSync(process.execPath, ["--no-warnings", join(folder, name)], { encoding: "utf8" }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Node since 20.19 and 22.12 requires ES modules that do not wait.
const canRequire = process.features.require_module ?? false;

suite("the package", () => {
  test("is imported by its name", () => {
    assert.equal(runs("use.mjs", `import Default, { Supercluster } from "pinfold";\n${use}\nconsole.log(Default === Supercluster);`), "1\ntrue");
  });

  test("is required by its name", { skip: !canRequire && "this Node requires no ES modules" }, () => {
    assert.equal(runs("use.cjs", `const { Supercluster } = require("pinfold");\n${use}`), "1");
  });

  test("has the same clusters in the smaller module, which has one strategy", () => {
    const text = (name) => `import { Supercluster } from "${name}";
      const features = Array.from({ length: 600 }, (_, id) => (
        { type: "Feature", id, properties: {}, geometry: { type: "Point", coordinates: [(id * 77.7) % 360 - 180, (id * 33.3) % 160 - 80] } }));
      for (const order of ["input", "canonical"]) {
        const clusters = new Supercluster({ order }).load(features).remove([5, 9]).move(7, [1, 2]);
        for (const zoom of [0, 3, 6]) console.log(JSON.stringify(clusters.getClusters([-180, -90, 180, 90], zoom)));
      }
      try { new Supercluster({ strategy: "grid" }); console.log("grid"); } catch (error) { console.log(error.message); }`;
    const [all, radius] = ["pinfold", "pinfold/radius"].map((name) => runs("use.mjs", text(name)).split("\n"));
    assert.equal(all.pop(), "grid");
    assert.equal(radius.pop(), "the strategy 'grid' is not in this module; import \"pinfold\" instead of \"pinfold/radius\"");
    assert.deepEqual(radius, all);
    assert.equal(all.length, 6);
  });

  test("keeps the maps of the smaller module where the other is imported after it", () => {
    const text = `const { Supercluster } = await import("pinfold/radius");\n${use}
      await import("pinfold");
      console.log(one.getClusters([-180, -90, 180, 90], 0).length, new Supercluster({ strategy: "grid" }).load([]).getClusters([-180, -90, 180, 90], 0).length);`;
    assert.equal(runs("both.mjs", text), "1\n1 0");
  });
});
