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

  test("has one module for both doors", () => {
    const text = 'import * as one from "pinfold";\nimport { clusterLayer } from "pinfold/leaflet";\nconsole.log(typeof one.Supercluster, typeof clusterLayer);';
    assert.equal(runs("both.mjs", text), "function function");
  });
});
