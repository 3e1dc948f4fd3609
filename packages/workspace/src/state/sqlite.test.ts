import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";

it("prints no warning that SQLite is experimental", async () => {
  const child = startChild("journal-calls.ts", {
    arguments: [freshDirectory(), "/home/me/project", "a", "1"],
  });
  expect(await outputOf(child)).toBe("");
  expect(existsSync("/home/me/project")).toBe(false);
});

it("fails no call and says why in a Node without SQLite", () => {
  const script = `
    const { openJournal } = await import(${JSON.stringify(new URL("../journal/open-journal.ts", import.meta.url).href)});
    const { anIntent, aRecord } = await import(${JSON.stringify(new URL("../fixtures/journal-calls-of.ts", import.meta.url).href)});
    const journal = openJournal({ stateDirectory: ${JSON.stringify(freshDirectory())}, workspace: "/ws", onNotice: console.log });
    for (const id of ["1", "2"]) {
      journal.recordIntent(anIntent(id));
      journal.recordOutcome(aRecord(anIntent(id)));
    }
    try {
      journal.keep(new Uint8Array(1));
    } catch (error) {
      console.log(error.code);
    }`;
  const flags = ["--conditions=source", "--no-experimental-sqlite", "--input-type=module", "-e"];
  const told = execFileSync(process.execPath, [...flags, script], { encoding: "utf8" });
  expect(told).toMatch(
    /^This Node\.js has no SQLite.*Calls continue without being journalled\.\nunavailable\n$/,
  );
});
