import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const packageFolder = join(dirname(import.meta.dirname), "packages", "cli");
const bin = join(packageFolder, "bin", "toolwright.cjs");

type Manifest = { version: string; engines: { node: string } };
const manifest = JSON.parse(
  await readFile(join(packageFolder, "package.json"), "utf8"),
) as Manifest;

function run(words: readonly string[], file = bin): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [file, ...words], { encoding: "utf8" });
}

/** Runs the bin file in a process that takes itself for another Node. */
function runOnNode(version: string, ...words: readonly string[]): SpawnSyncReturns<string> {
  const disguise = `Object.defineProperty(process.versions, "node", { value: "${version}" });
    process.argv = [process.execPath, ${JSON.stringify(bin)}, ...${JSON.stringify(words)}];
    require(${JSON.stringify(bin)});`;
  return spawnSync(process.execPath, ["-e", disguise], { encoding: "utf8" });
}

describe("the version", () => {
  test.each(["--version", "-V"])("is what %s prints", (word) => {
    expect(run([word])).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });
});

describe("a Node that is too old", () => {
  test.each(["0.10.48", "9.11.2", "20.20.2", "22.22.1"])(
    "%s gets one line that helps",
    (version) => {
      const { status, stdout, stderr } = runOnNode(version, "--version");
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^toolwright needs Node [^\n]*`npx toolwright`[^\n]*Node 24\.\n$/);
      expect(stderr).toContain(version);
    },
  );

  test("is older than what the manifest says", () => {
    const floor = manifest.engines.node.replace(">=", "");
    expect(runOnNode(floor, "--version").stdout).toBe(`${manifest.version}\n`);
    expect(runOnNode("26.0.0", "--version").stdout).toBe(`${manifest.version}\n`);
    expect(runOnNode("22.22.1").stderr).toContain(`needs Node ${floor} `);
  });
});

describe("before the build", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "toolwright-bin-"));
    await cp(join(packageFolder, "bin"), join(folder, "bin"), { recursive: true });
    await cp(join(packageFolder, "package.json"), join(folder, "package.json"));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("one line names the command that builds", () => {
    const { status, stdout, stderr } = run(["tools"], join(folder, "bin", "toolwright.cjs"));
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]*npm run build[^\n]*\n$/);
  });

  test("the version is known", () => {
    const { stdout } = run(["--version"], join(folder, "bin", "toolwright.cjs"));
    expect(stdout).toBe(`${manifest.version}\n`);
  });
});
