import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../fixtures/host-for-test.ts";
import { ownIdentity } from "../guard/leftovers.ts";
import { makeTemporaryDirectory, reapTemporaryDirectories } from "./temporary-directory.ts";

describe.runIf(process.platform === "linux")("temporary directories", () => {
  const own = JSON.parse(ownIdentity() ?? "{}") as { startTime: string; system: object };
  const gone = JSON.stringify({ ...own, startTime: "1" });

  function put(parent: string, name: string, owner: string | null): string {
    const directory = join(parent, name);
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, "content"), "");
    if (owner !== null) writeFileSync(join(directory, "owner"), `${owner}\n`);
    return name;
  }

  it("are removed when their process was killed", () => {
    const parent = temporaryDirectory();
    put(parent, "toolwright-probe-aaaaaa", gone);
    put(parent, "toolwright-proxy-bbbbbb", gone);
    reapTemporaryDirectories(parent);
    expect(readdirSync(parent)).toEqual([]);
  });

  it("stay when their process may live, or when they may be another's", () => {
    const parent = temporaryDirectory();
    const other = JSON.stringify({ ...own, startTime: "1", system: { boot: "x", namespace: "y" } });
    const kept = [
      put(parent, "toolwright-probe-aaaaaa", JSON.stringify(own)),
      put(parent, "toolwright-probe-bbbbbb", null),
      put(parent, "toolwright-probe-cccccc", other),
      put(parent, "toolwright-demo-dddddd", gone),
      put(parent, "toolwright-probe-eeeeee-kept", gone),
      put(parent, "toolwright-probe-ffffff", gone),
    ];
    chmodSync(join(parent, "toolwright-probe-ffffff"), 0o770);
    const target = temporaryDirectory();
    put(target, "in", gone);
    symlinkSync(join(target, "in"), join(parent, "toolwright-probe-gggggg"));
    reapTemporaryDirectories(parent);
    expect(readdirSync(parent).toSorted()).toEqual([...kept, "toolwright-probe-gggggg"].toSorted());
    expect(readdirSync(join(target, "in"))).toContain("content");
    expect(() => reapTemporaryDirectories(join(parent, "missing"))).not.toThrow();
  });

  it("are private, and say whose they are", () => {
    const directory = makeTemporaryDirectory("probe");
    onTestFinished(() => rmSync(directory, { recursive: true }));
    reapTemporaryDirectories(dirname(directory));
    expect(existsSync(directory)).toBe(true);
    expect(basename(directory)).toMatch(/^toolwright-probe-/);
  });
});
