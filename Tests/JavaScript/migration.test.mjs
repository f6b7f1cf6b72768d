// The page for those who come from another library: its JavaScript runs as it stands.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { built, points, Supercluster } from "./support.mjs";

const page = readFileSync(new URL("../../Documentation/Migration.md", import.meta.url), "utf8");
const snippets = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

suite("snippets of Documentation/Migration.md", () => {
  test("there are two", () => assert.equal(snippets.length, 2));

  for (const [number, code] of snippets.entries()) {
    test(`number ${number + 1} runs`, () => {
      const [line, ...others] = code.split("\n");
      assert.equal(line, 'import { Supercluster } from "./pinfold/index.js";');
      const printed = [];
      const run = new Function("Supercluster", "features", "console", `${others.join("\n")}\nreturn index;`);
      const features = points(300).map((one) => ({ ...one, properties: { passengers: one.properties.value } }));
      const index = run(Supercluster, features, { log: (...values) => printed.push(values) });
      assert.ok(index.getClusters([-180, -85, 180, 85], 3).length > 1);
      if (code.includes("console.log")) {
        assert.ok(printed.length > 1);
        assert.ok(printed.every(([sum, leaves, zoom]) => Number.isFinite(sum) && leaves.length > 1 && zoom > 3));
      }
    });
  }

  const typed = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  test("there is one with types", () => assert.equal(typed.length, 1));

  const hasCompiler = spawnSync("tsc", ["--version"]).status === 0;
  test("which the compiler of TypeScript accepts", { skip: !hasCompiler && "no tsc" }, () => {
    const folder = mkdtempSync(join(tmpdir(), "pinfold-"));
    try {
      symlinkSync(fileURLToPath(built), join(folder, "pinfold"));
      writeFileSync(join(folder, "report.ts"), typed[0]);
      const options = ["--noEmit", "--strict", "--target", "es2020", "--module", "es2020", "--moduleResolution", "node"];
      const { status, stdout } = spawnSync("tsc", [...options, join(folder, "report.ts")], { encoding: "utf8" });
      assert.equal(status, 0, stdout);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
