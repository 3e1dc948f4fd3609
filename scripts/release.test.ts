import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inOrder, problemOfTag, setVersion } from "./release.ts";
import { packageFolders, root } from "./repository.ts";

/** A copy of the manifests and the changelog. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifests = [...packageFolders(), "editors/vscode"].map((each) => `${each}/package.json`);
  for (const path of [...manifests, "packages/mcp/src/client-info.ts", "CHANGELOG.md"]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  return folder;
}

test("gives all packages, their siblings and the changelog the version of the release", () => {
  const folder = repository();
  expect(problemOfTag(folder, "v9.8.7")).toContain("The tag v9.8.7 isn't the version of");
  setVersion(folder, "9.8.7", "2030-01-02");
  expect(problemOfTag(folder, "v9.8.7")).toBe("");
  expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toContain("\n## 9.8.7 (2030-01-02)\n");
  expect(readFileSync(join(folder, "packages/mcp/src/client-info.ts"), "utf8")).toContain(
    '"9.8.7"',
  );
  const extension = readFileSync(join(folder, "editors/vscode/package.json"), "utf8");
  expect(extension).toContain('"@toolwright/runtime": "9.8.7"');
  for (const { manifest } of inOrder(folder)) {
    const { dependencies = {}, devDependencies = {} } = manifest;
    const siblings = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith("@toolwright/"),
    );
    expect(siblings.filter(([, version]) => version !== "9.8.7")).toEqual([]);
  }
});

test("refuses a version that isn't one, a second release of the same changes, and another tag", () => {
  const folder = repository();
  expect(() => setVersion(folder, "next", "2030-01-02")).toThrow("'next' is no version.");
  setVersion(folder, "9.8.7", "2030-01-02");
  expect(() => setVersion(folder, "9.8.8", "2030-01-02")).toThrow("CHANGELOG.md has nothing like");
  expect(problemOfTag(folder, "v9.8.8")).toBe("CHANGELOG.md has no heading '## 9.8.8 (DATE)'.");
});

test("publishes each package after the ones that it depends on", () => {
  const names = inOrder(root).map(({ manifest }) => manifest.name);
  expect(names).toHaveLength(packageFolders().length);
  for (const { manifest } of inOrder(root)) {
    const siblings = Object.keys(manifest.dependencies ?? {}).filter((name) =>
      names.includes(name),
    );
    for (const name of siblings) {
      expect(names.indexOf(name)).toBeLessThan(names.indexOf(manifest.name));
    }
  }
});

test("the workflows run scripts that exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const folder = join(root, ".github", "workflows");
  const named = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/npm run ([\w-]+)/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
