import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lookAtWalls } from "./walls.ts";

// A small repository with the real names, checked against the real rules. `npm run check walls` checks ours.
const libraries = [
  "core",
  "testing",
  "shell-analysis",
  "workspace",
  "sandbox",
  "tools",
  "profiles",
  "mcp",
  "runtime",
  "agent",
  "console",
];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-walls-"));
  await write("tsconfig.json", '{ "compilerOptions": { "module": "nodenext" } }');
  await write(
    "package.json",
    '{ "private": true, "type": "module", "workspaces": ["packages/*"] }',
  );
  for (const name of libraries) {
    await writePackage(name, `@toolwright/${name}`);
    const link = join(folder, "node_modules/@toolwright", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(folder, "packages", name), link, "junction");
  }
  await writePackage("cli", "toolwright");
  await write("node_modules/zod/package.json", '{ "name": "zod", "main": "index.js" }');
  await write("node_modules/zod/index.js", "export const value = 1;");
  await write("scripts/tool.ts", "export const value = 1;");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function writePackage(name: string, fullName: string): Promise<void> {
  const entry = { source: "./src/index.ts", default: "./dist/index.js" };
  const dependencies = Object.fromEntries(
    libraries.map((other) => [`@toolwright/${other}`, "0.1.0"]),
  );
  const manifest = { name: fullName, type: "module", exports: { ".": entry }, dependencies };
  await write(`packages/${name}/package.json`, JSON.stringify(manifest));
  await write(`packages/${name}/src/index.ts`, "export const value = 1;");
}

const uses = (from: string): string => `import { value } from "${from}";\nvoid value;\n`;
const usesType = (from: string): string =>
  `import type { value } from "${from}";\nexport type Value = typeof value;\n`;

test("what is allowed is counted and no violation", async () => {
  await write("packages/tools/src/allowed.ts", uses("@toolwright/core"));
  await write("packages/cli/src/allowed.ts", uses("@toolwright/mcp"));
  await write("packages/console/src/allowed.ts", usesType("@toolwright/core"));
  await write("packages/core/src/allowed.test.ts", uses("@toolwright/testing"));
  await write("e2e/allowed.test.ts", uses("@toolwright/tools"));
  expect(await lookAtWalls(folder)).toEqual({ dependencyCount: 5, violations: [] });
});

type Planted = readonly [rule: string, file: string, text: string, to: string];

const floor = (from: string, to: string): Planted => [
  `${from}-imports-only-its-own-floor`,
  `packages/${from}/src/above.ts`,
  uses(`@toolwright/${to}`),
  `packages/${to}/src/index.ts`,
];

const inCore = (rule: string, file: string, from: string, to: string): Planted => [
  rule,
  `packages/core/src/${file}`,
  uses(from),
  to,
];

const inTools = (rule: string, file: string, from: string, to: string): Planted => [
  rule,
  `packages/tools/src/${file}`,
  uses(from),
  to,
];

const core = "packages/core/src/index.ts";
const violations: readonly Planted[] = [
  floor("core", "workspace"),
  floor("shell-analysis", "core"),
  floor("workspace", "sandbox"),
  floor("sandbox", "shell-analysis"),
  floor("testing", "workspace"),
  floor("tools", "profiles"),
  floor("profiles", "sandbox"),
  floor("mcp", "tools"),
  floor("agent", "sandbox"),
  floor("console", "agent"),
  [
    "core-imports-only-its-own-floor",
    "packages/core/src/only-a-type.ts",
    usesType("@toolwright/workspace"),
    "packages/workspace/src/index.ts",
  ],
  inCore(
    "core-imports-only-its-own-floor",
    "a.test.ts",
    "@toolwright/workspace",
    "packages/workspace/src/index.ts",
  ),
  ["console-shares-types-only", "packages/console/src/value.ts", uses("@toolwright/core"), core],
  inCore("no-circle", "one.ts", "./two.ts", "packages/core/src/two.ts"),
  inCore("core-runs-anywhere", "builtin.ts", "node:fs", "fs"),
  inCore("core-runs-anywhere", "bare-builtin.ts", "path", "path"),
  inCore("core-starts-without-a-schema-library", "schema.ts", "zod", "node_modules/zod/index.js"),
  inCore("no-undeclared-dependency", "schema.ts", "zod", "node_modules/zod/index.js"),
  inCore(
    "testing-is-for-tests",
    "double.ts",
    "@toolwright/testing",
    "packages/testing/src/index.ts",
  ),
  inTools("no-deep-import-between-packages", "climb.ts", "../../core/src/index.ts", core),
  inTools(
    "no-unresolvable",
    "deep.ts",
    "@toolwright/core/src/index.ts",
    "@toolwright/core/src/index.ts",
  ),
  inTools("no-unresolvable", "missing.ts", "./nowhere.ts", "./nowhere.ts"),
  inTools("packages-stand-alone", "script.ts", "../../../scripts/tool.ts", "scripts/tool.ts"),
  ["known-package", "packages/extra/src/index.ts", uses("node:fs"), "fs"],
  ["no-deep-import-from-outside", "e2e/climb.test.ts", uses("../packages/core/src/index.ts"), core],
];

test("every kind of violation is reported", async () => {
  await write("packages/core/src/two.ts", uses("./one.ts"));
  for (const [, file, text] of violations) await write(file, text);
  const found = await lookAtWalls(folder);
  const planted = violations.map(([rule, file, , to]) => `${rule}: ${file} -> ${to}`);
  expect(found.violations.toSorted()).toEqual(planted.toSorted());
});
