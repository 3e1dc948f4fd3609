import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolders, root, runTool } from "./repository.ts";

type Manifest = {
  name: string;
  version: string;
  license: string;
  type: string;
  sideEffects: boolean;
  engines: { node: string };
  exports: Record<string, Record<string, string>>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** What `npm pack --json` says. */
type Packed = readonly {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}[];

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readManifest = (folder: string): Manifest =>
  JSON.parse(read(`${folder}/package.json`)) as Manifest;

const manifests = packageFolders().map(readManifest);
const [{ version, engines } = { version: "", engines: { node: "" } }] = manifests;

describe.each(manifests)("$name", (manifest) => {
  test("has the version, licence and Node of all packages", () => {
    expect(manifest).toMatchObject({ version, engines, license: "MIT", type: "module" });
    expect(manifest.sideEffects).toBe(false);
  });

  test("depends on exact versions, and on its siblings as they are", () => {
    const siblings = new Set(manifests.map(({ name }) => name));
    for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
      expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
      if (siblings.has(name)) expect(wanted).toBe(version);
    }
  });

  test("leads to the source first, then to the types, then to what is built", () => {
    for (const entry of Object.values(manifest.exports)) {
      expect(Object.keys(entry)).toEqual(["source", "types", "default"]);
      expect(read(`${folderOf(manifest)}/${entry.source}`)).not.toBe("");
    }
  });
});

function folderOf(manifest: Manifest): string {
  return packageFolders()[manifests.indexOf(manifest)] ?? "";
}

test("no package ships tests or what only tests use", async () => {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--workspaces"];
  const { output } = await runTool("npm", words, { isQuiet: true });
  // A warning of npm's may stand before it.
  const packed = JSON.parse(output.slice(output.search(/^\[/m))) as Packed;
  const shipped = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
  expect(shipped).toEqual(
    expect.arrayContaining(manifests.map(({ name }) => `${name}/src/index.ts`)),
  );
  expect(shipped.filter((path) => /\/(?:fixtures|test)\/|\.test\b/.test(path))).toEqual([]);
}, 60_000);

test("the Node to develop with is the same everywhere", () => {
  const pinned = Object.entries(readManifest(".").optionalDependencies ?? {})
    .filter(([name]) => name.startsWith("node-"))
    .map(([, wanted]) => wanted);
  expect(pinned.length).toBeGreaterThan(0);
  expect(new Set([...pinned, read(".nvmrc").trim(), read(".node-version").trim()]).size).toBe(1);
});
