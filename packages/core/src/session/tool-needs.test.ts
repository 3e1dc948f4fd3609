import { expect, test } from "vitest";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createMemoryWorkspace } from "@toolwright/testing";
import { defineTool } from "../tool/define-tool.ts";
import { createSession } from "./create-session.ts";
import type { Skills } from "../ports/skills.ts";
import type { Session, SessionOptions } from "./session.ts";

const starting = defineTool({
  name: "start_program",
  kind: "execute",
  category: "programs",
  description: "Starts a program.",
  input: { type: "object" },
  needs: ["processes"],
  effects: () => [],
  execute: () => "started",
});

async function open(options: Partial<SessionOptions> = {}): Promise<Session> {
  const registry = createRegistry();
  await registry.register([starting]);
  const workspace = createMemoryWorkspace({});
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  return createSession({ registry, workspace, policy, ...options });
}

test("a tool that needs what the session lacks isn't declared, and the reason names what gives it", async () => {
  const session = await open();
  expect(session.declare("anthropic")).toEqual([]);
  const { error } = await session.call({ name: "start_program", input: {} });
  expect(error?.code).toBe("tool-not-available");
  expect(error?.message).toContain("createProcessHost() from @toolwright/sandbox");
});

test("with it the tool is there, and a text that it returns is its result", async () => {
  const processes = {
    start: () => Promise.reject(new Error("none")),
    close: async () => undefined,
  };
  const session = await open({ processes });
  expect(session.declare("anthropic").map(({ name }) => name)).toEqual(["start_program"]);
  const outcome = await session.call({ name: "start_program", input: {} });
  expect(outcome.content).toEqual([{ type: "text", text: "started" }]);
});

test("a filter by content leaves out tools that aren't worked out yet", async () => {
  const registry = createRegistry();
  await registry.register([starting, defineTool("later", async () => starting)]);
  const names = (filter?: Parameters<typeof registry.list>[0]) =>
    registry.list(filter).map(({ name }) => name);
  expect(names()).toEqual(["later", "start_program"]);
  expect(names({ category: "programs" })).toEqual(["start_program"]);
  expect(names({ kinds: ["read"] })).toEqual([]);
  expect(names({ tags: ["x"] })).toEqual([]);
  expect(names({ names: ["later"] })).toEqual(["later"]);
});

test("a kind that there isn't is told as such by the type check", () => {
  expect(() =>
    defineTool({
      name: "odd",
      // @ts-expect-error -- the error stands at this field, not at the call
      kind: "reed",
      description: "Odd.",
      input: { type: "object" },
      execute: () => "",
    }),
  ).not.toThrow();
});

test("a tool's list is made when the session opens, and again only after it was invalidated", async () => {
  let names: readonly string[] = ["pdf"];
  const skills: Skills = {
    list: async () => ({ skills: [], problems: [] }),
    describe: async () =>
      names.length === 0 ? { problem: "there are none." } : { text: `Skills: ${names.join()}` },
  };
  const registry = createRegistry();
  await registry.register([
    defineTool({
      name: "load",
      kind: "read",
      description: "Loads.",
      input: { type: "object" },
      lists: "skills",
      effects: () => [],
      execute: () => "loaded",
    }),
  ]);
  const workspace = createMemoryWorkspace({});
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  const session = await createSession({ registry, workspace, policy, skills });
  const described = (): unknown => session.declare("anthropic")[0]?.description;
  expect(described()).toBe("Loads.\n\nSkills: pdf");
  names = ["pdf", "new"];
  await session.refresh();
  expect(described()).toBe("Loads.\n\nSkills: pdf");
  registry.invalidate("load");
  await session.refresh();
  expect(described()).toBe("Loads.\n\nSkills: pdf,new");
  names = [];
  registry.invalidate("load");
  await session.refresh();
  expect(session.declare("anthropic")).toEqual([]);
  expect(session.whyNotAvailable("load")).toContain("there are none.");
});
