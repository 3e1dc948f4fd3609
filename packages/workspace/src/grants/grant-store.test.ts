import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Grant } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { WorkspaceError } from "../errors.ts";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { failureOf, freshDirectory } from "../fixtures/temporary-workspace.ts";
import { createGrantStore, grantFile } from "./grant-store.ts";

const grant = (id: string): Grant => ({
  id,
  pattern: "write(src/**)",
  scope: "always",
  origin: "terminal",
  grantedAtMs: 1_700_000_000_000,
});

const newFile = (): string => grantFile(freshDirectory(), "/home/me/project");

describe("kept grants", () => {
  it("are none while there is no file", async () => {
    expect(await createGrantStore(newFile()).list()).toEqual([]);
  });

  it("are read back by another store, in a file for this user alone", async () => {
    const file = newFile();
    const all: Grant[] = [
      grant("1"),
      { ...grant("2"), protected: true, agent: "reviewer", scope: "session" },
    ];
    for (const each of all) await createGrantStore(file).add(each);
    expect(await createGrantStore(file).list()).toEqual(all);
    if (process.platform !== "win32") {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    }
  });

  it("replace one of the same id", async () => {
    const store = createGrantStore(newFile());
    await store.add(grant("1"));
    await store.add({ ...grant("1"), pattern: "read(**)" });
    expect(await store.list()).toEqual([{ ...grant("1"), pattern: "read(**)" }]);
  });

  it("are kept apart by the workspace's root", () => {
    expect(grantFile("/state", "/a")).not.toBe(grantFile("/state", "/b"));
    expect(grantFile("/state", "/a")).toMatch(/^\/state\/grants\/[0-9a-f]{32}\.json$/);
  });

  it("aren't lost when several processes and stores add at once", async () => {
    const file = newFile();
    const own = [0, 1, 2, 3, 4].map((index) => createGrantStore(file).add(grant(`own-${index}`)));
    const child = outputOf(startChild("add-grants.ts", { arguments: [file, "5"] }));
    await Promise.all([...own, child]);
    expect(await createGrantStore(file).list()).toHaveLength(10);
  });

  it.each([
    ["no JSON", "{"],
    ["another shape", "[]"],
    ["no version", '{"grants":[]}'],
    ["a grant without a pattern", '{"version":1,"grants":[{"id":"1"}]}'],
    ["an empty file", ""],
    [
      "a scope that doesn't exist",
      JSON.stringify({ version: 1, grants: [{ ...grant("1"), scope: "ever" }] }),
    ],
    [
      "a protected that is no boolean",
      JSON.stringify({ version: 1, grants: [{ ...grant("1"), protected: "no" }] }),
    ],
  ])("in a file with %s are none, and the file is moved aside and named", async (_what, text) => {
    const file = newFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const store = createGrantStore(file);
    const failure = await failureOf(() => store.list());
    expect(WorkspaceError.isInstance(failure)).toBe(true);
    expect(failure).toMatchObject({ code: "grants-invalid", path: file });
    const [aside = ""] = readdirSync(dirname(file));
    expect(failure.message).toContain(join(dirname(file), aside));
    expect(readFileSync(join(dirname(file), aside), "utf8")).toBe(text);
    expect(await store.list()).toEqual([]);
    await store.add(grant("1"));
    expect(await store.list()).toHaveLength(1);
  });

  it("are none when a file stands where their directory should be", async () => {
    const file = newFile();
    writeFileSync(dirname(file), "");
    expect(await createGrantStore(file).list()).toEqual([]);
  });

  it("that can't be read are named with the reason", async () => {
    const file = newFile();
    mkdirSync(file, { recursive: true });
    const failure = await failureOf(() => createGrantStore(file).list());
    expect(failure).toMatchObject({ code: "grants-invalid", path: file });
    expect(failure.message).toContain("can't be read (EISDIR)");
  });

  it("of a newer version are left alone", async () => {
    const file = newFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"version":2}');
    for (const act of [
      () => createGrantStore(file).list(),
      () => createGrantStore(file).add(grant("1")),
    ]) {
      const failure = await failureOf(act);
      expect(failure.message).toContain("newer version");
    }
    expect(readFileSync(file, "utf8")).toBe('{"version":2}');
  });
});
