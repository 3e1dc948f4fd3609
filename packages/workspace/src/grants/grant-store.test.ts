import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Grant, GrantStore } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { WorkspaceError } from "../errors.ts";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { failureOf, freshDirectory } from "../fixtures/temporary-workspace.ts";
import { createGrantStore, grantFile, userGrantFile } from "./grant-store.ts";

const grant = (id: string): Grant => ({
  id,
  pattern: "write(src/**)",
  scope: "project",
  origin: "terminal",
  grantedAtMs: 1_700_000_000_000,
});

const newFile = (): string => grantFile(freshDirectory(), "/home/me/project");

describe("stored grants", () => {
  it("are empty while there is no file", async () => {
    expect(await createGrantStore(newFile()).list()).toEqual([]);
  });

  it("are read by another store, from a file for this user alone", async () => {
    const file = newFile();
    const all: Grant[] = [
      grant("1"),
      { ...grant("2"), protected: true, agent: "reviewer", scope: "session" },
      { ...grant("3"), expiresAtMs: 1_700_000_600_000, usesLeft: 2, delegable: true },
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

  it("are separate for each workspace root", () => {
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
      "a protected that is not a boolean",
      JSON.stringify({ version: 1, grants: [{ ...grant("1"), protected: "no" }] }),
    ],
  ])("are empty for a file with %s, which is moved aside and named", async (_what, text) => {
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

  it("are empty if there is a file where their directory should be", async () => {
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
    writeFileSync(file, '{"version":3}');
    for (const act of [
      () => createGrantStore(file).list(),
      () => createGrantStore(file).add(grant("1")),
    ]) {
      const failure = await failureOf(act);
      expect(failure.message).toContain("newer version");
    }
    expect(readFileSync(file, "utf8")).toBe('{"version":3}');
  });

  it("of version 1, which called the project's scope 'always', are still read", async () => {
    const file = newFile();
    mkdirSync(dirname(file), { recursive: true });
    const old = [
      { ...grant("1"), scope: "always" },
      { ...grant("2"), scope: "session" },
    ];
    writeFileSync(file, JSON.stringify({ version: 1, grants: old }));
    expect(await createGrantStore(file).list()).toEqual([
      grant("1"),
      { ...grant("2"), scope: "session" },
    ]);
    // An older version must not read expiry and uses, because it would ignore them.
    await createGrantStore(file).add({ ...grant("3"), usesLeft: 1 });
    expect(readFileSync(file, "utf8")).toContain('"version": 2');
  });

  it.each([
    ["an expiry that is no number", { expiresAtMs: "soon" }],
    ["uses that are no number", { usesLeft: null }],
    ["uses below none", { usesLeft: -1 }],
    ["a delegable that is no boolean", { delegable: "yes" }],
  ])("are empty if one has %s", async (_what, fault) => {
    const file = newFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ version: 2, grants: [{ ...grant("1"), ...fault }] }));
    expect(await failureOf(() => createGrantStore(file).list())).toMatchObject({
      code: "grants-invalid",
    });
  });

  it("of the user are in one file for all workspaces", async () => {
    const state = freshDirectory();
    const storeOf = (root: string): GrantStore =>
      createGrantStore(grantFile(state, root), userGrantFile(state));
    await storeOf("/a").add({ ...grant("mine"), scope: "user" });
    await storeOf("/a").add(grant("of-a"));
    const idsOf = async (root: string): Promise<readonly string[]> =>
      (await storeOf(root).list()).map(({ id }) => id);
    expect(await idsOf("/a")).toEqual(["of-a", "mine"]);
    expect(await idsOf("/b")).toEqual(["mine"]);
    expect(await storeOf("/b").remove("of-a")).toBe(false);
    expect(await storeOf("/b").remove("mine")).toBe(true);
    expect(await idsOf("/a")).toEqual(["of-a"]);
  });
});

describe("using stored grants", () => {
  const nowMs = 1_800_000_000_000;

  it("counts down and ends with the last use", async () => {
    const store = createGrantStore(newFile());
    await store.add({ ...grant("1"), usesLeft: 2 });
    expect(await store.use(["1"], nowMs)).toEqual([]);
    expect(await store.list()).toMatchObject([{ usesLeft: 1 }]);
    expect(await store.use(["1"], nowMs)).toEqual([]);
    expect(await store.list()).toEqual([]);
    expect(await store.use(["1"], nowMs)).toEqual(["1"]);
  });

  it("uses all or none", async () => {
    const store = createGrantStore(newFile());
    await store.add({ ...grant("1"), usesLeft: 1 });
    await store.add({ ...grant("old"), expiresAtMs: nowMs });
    expect(await store.use(["1", "old", "gone"], nowMs)).toEqual(["old", "gone"]);
    expect(await store.use(["1"], nowMs)).toEqual([]);
  });

  it("doesn't change a grant without a limit of uses", async () => {
    const file = newFile();
    const store = createGrantStore(file);
    await store.add(grant("1"));
    const before = readFileSync(file, "utf8");
    expect(await store.use(["1"], nowMs)).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("gives a session grant to the session that uses it first", async () => {
    const store = createGrantStore(newFile());
    await store.add({ ...grant("1"), scope: "session" });
    await store.add({ ...grant("2"), scope: "once", usesLeft: 1 });
    expect(await store.use(["1", "2"], nowMs)).toEqual([]);
    expect(await store.list()).toEqual([]);
  });

  it("gives each use to one of several processes", async () => {
    const file = newFile();
    await createGrantStore(file).add({ ...grant("1"), usesLeft: 7 });
    const own = [0, 1, 2, 3, 4].map(() => createGrantStore(file).use(["1"], nowMs));
    const child = outputOf(startChild("use-grant.ts", { arguments: [file, "1", "5"] }));
    const refused = (await Promise.all(own)).filter((ids) => ids.length > 0).length;
    expect(refused + Number(await child)).toBe(3);
    expect(await createGrantStore(file).list()).toEqual([]);
  });
});
