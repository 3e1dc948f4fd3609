import {
  createPolicy,
  createRegistry,
  createSession,
  type Session,
  type Tool,
} from "@toolwright/core";
import { servesDeferred } from "@toolwright/core/internal";
import { createMemoryWorkspace } from "@toolwright/testing";
import { profileNames, profileTools } from "@toolwright/profiles";
import { describe, expect, it } from "vitest";
import { listedTools, toolsOf } from "./listed-tools.ts";
import { type ToolListing, toolListing } from "./tool-listing.ts";

async function sessionWith(tools: readonly Tool[]): Promise<Session> {
  const registry = createRegistry();
  const reports = await registry.register(tools, { source: "builtin" });
  expect(reports.filter(({ isRegistered }) => !isRegistered)).toEqual([]);
  const workspace = createMemoryWorkspace({ files: { "a.txt": "one\n" } });
  return createSession({
    registry,
    workspace,
    policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
  });
}

/** As the build writes it and a server reads it. */
const written = async (tools: readonly Tool[]): Promise<ToolListing> =>
  JSON.parse(JSON.stringify(await toolListing(tools))) as ToolListing;

describe.each(profileNames)("the listing of %s", (profile) => {
  it("says of every tool what its code says", async () => {
    const tools = await profileTools(profile);
    const [real, listed] = [
      await sessionWith(tools),
      await sessionWith(await toolsOf(await written(tools), profile)),
    ];
    for (const dialect of ["mcp", "canonical", "openai-chat"] as const) {
      expect(listed.declare(dialect)).toEqual(real.declare(dialect));
    }
    for (const [index, { tool, ruleName }] of listed.tools.entries()) {
      const other = real.tools[index];
      expect(ruleName).toBe(other?.ruleName);
      expect(Object.keys(tool).sort()).toEqual(
        Object.keys({ ...other?.tool, description: "" }).sort(),
      );
    }
  });
});

it.each(profileNames)(
  "has all of %s without their code, but tools that serve others",
  async (profile) => {
    const tools = await profileTools(profile);
    const withCode = (await written(tools)).filter((listed) => typeof listed === "string");
    expect(withCode).toEqual(tools.filter(servesDeferred).map(({ name }) => name));
  },
);

describe("a tool of a listing", () => {
  const open = async (): Promise<Session> =>
    sessionWith(await toolsOf(await written(await profileTools("canonical")), "canonical"));

  it("does what it does, once its code is there and before", async () => {
    const session = await open();
    for (const path of ["a.txt", "a.txt", "./a.txt"]) {
      const { status, content } = await session.call({ name: "read_file", input: { path } });
      expect(status).toBe("ok");
      expect(JSON.stringify(content)).toContain("one");
    }
    const missing = await session.call({ name: "read_file", input: { path: "b.txt" } });
    expect(missing.error?.code).toBe("file-not-found");
  });

  it("refuses input as its own schema does, at the first call, too", async () => {
    const [listed, real] = [await open(), await sessionWith(await profileTools("canonical"))];
    for (const input of [
      {},
      { path: 1 },
      { path: "a.txt", lines: 3 },
      { path: "a.txt", start_line: 0 },
    ]) {
      const [theirs, ours] = await Promise.all(
        [real, listed].map((session) => session.call({ name: "read_file", input }).outcome),
      );
      expect(ours?.error).toEqual(theirs?.error);
    }
  });

  it("takes names of fields from habit, at the first call, too", async () => {
    const outcome = await (await open()).call({
      name: "read_file",
      input: { file_path: "a.txt", offset: 0 },
    });
    expect(JSON.stringify(outcome.content)).toContain("one");
  });

  it("is asked about by the effects it has", async () => {
    const input = { path: "new.txt", content: "x" };
    const { decision, effects } = await (await open()).explain({ name: "write_file", input });
    expect(decision?.decision).toBe("ask");
    expect(effects).toMatchObject([{ type: "write", operation: "create" }]);
  });
});

it("is loaded where nothing was built", async () => {
  const tools = await listedTools.all("canonical", undefined);
  expect(tools.map(({ name }) => name)).toContain("read_file");
  expect((await listedTools.one("codex", "apply_patch", undefined))?.name).toBe("apply_patch");
});
