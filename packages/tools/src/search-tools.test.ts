import { createRegistry, defineTool, type Tool, type UntypedInput } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { callTool } from "./call-tool.ts";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";
import { sourceIndex } from "./found-tools/source-index.ts";
import { searchTools } from "./search-tools.ts";

function tool(name: string, description: string, input: Tool["input"] = { type: "object" }): Tool {
  return defineTool<UntypedInput>({
    name,
    kind: "other",
    exposure: "deferred",
    description,
    input,
    effects: () => [],
    execute: () => ({ content: name }),
  });
}

const tools = [
  searchTools,
  callTool,
  tool("send_letter", "Sends a letter.\n\nBy post, with a stamp.", {
    type: "object",
    properties: {
      stamp: { type: "string", enum: ["red", "blue"], description: "Its colour. Not its worth." },
      to: { type: "array", items: { type: "string" } },
      sender: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      weight: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
    required: ["to"],
  }),
  tool("water_plants", `Waters ${"very ".repeat(100)}dry plants.`),
  tool("feed_cat", "Feeds\u202E the\u0007 cat."),
];

describe("search_tools", () => {
  test("shows what fits as signatures, from which it can be called, and declares nothing more", async () => {
    const { session, call } = await openToolSession({ tools });
    const names = () => session.shownTools.map(({ name }) => name);
    expect(names()).toEqual(["call_tool", "search_tools"]);
    const outcome = await call("search_tools", { query: "post a letter" });
    expect(textOf(outcome)).toBe(
      'send_letter (custom): Sends a letter. By post, with a stamp.\n  to: string[]\n  stamp?: "red" | "blue" (Its colour)\n  sender?: { name: string }\n  weight?: number | null\n\n' +
        '(1 shown, best first, of 1 that fit among 3. Call them with call_tool: {"name": "send_letter", "input": {…}}.)',
    );
    expect(outcome.structured).toMatchObject({ tools: [{ name: "send_letter" }], total: 1 });
    expect(names()).toEqual(["call_tool", "search_tools"]);
    const sent = await call("call_tool", { name: "send_letter", input: { to: ["a"] } });
    expect(sent).toMatchObject({ tool: "send_letter", status: "ok" });
  });

  test("keeps a description in one line of bounded length, without what deceives the eye", async () => {
    const { call } = await openToolSession({ tools });
    const text = textOf(await call("search_tools", { query: "cat plants", limit: 2 }));
    expect(text).toContain("feed_cat (custom): Feeds the cat.\n  no input");
    const line = text.split("\n").find((each) => each.startsWith("water_plants")) ?? "";
    expect(line.length).toBeLessThan(240);
    expect(line).toMatch(/…$/);
  });

  test("says that nothing fits, and what to try", async () => {
    const { call } = await openToolSession({ tools });
    const outcome = await call("search_tools", { query: "quantum zebra" });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toContain('None of 3 tools fits "quantum zebra". Try other words');
  });

  test("shows what the host's own ranking finds, each tool once and only tools that exist", async () => {
    const asked: unknown[] = [];
    const { call } = await openToolSession({
      tools,
      session: {
        rank: async (query, searched) => {
          asked.push(query, searched.map(({ name }) => name).toSorted());
          return ["water_plants", "no_such_tool", "feed_cat", "water_plants", "call_tool"];
        },
      },
    });
    const outcome = await call("search_tools", { query: "letter", limit: 1 });
    expect(asked).toEqual(["letter", ["feed_cat", "send_letter", "water_plants"]]);
    expect(outcome.structured).toMatchObject({ tools: [{ name: "water_plants" }], total: 2 });
  });

  test("looks at one server, and names those that there are when there is none of that name", async () => {
    const registry = createRegistry();
    await registry.register([searchTools, callTool], { source: "builtin" });
    await registry.register([tool("mcp__post__send", "Sends a letter.")], { source: "mcp:post" });
    await registry.register([tool("mcp__mail__send", "Sends a letter.")], { source: "mcp:mail" });
    const { call } = await openToolSession({ session: { registry } });
    const text = textOf(await call("search_tools", { query: "letter", server: "POST" }));
    expect(text).toContain("mcp__post__send (post)");
    expect(text).toContain("1 that fit among 1");
    expect(text).not.toContain("mail");
    const wrong = await call("search_tools", { query: "letter", server: "pigeon" });
    expect(wrong.error).toMatchObject({ code: "input-invalid" });
    expect(wrong.error?.message).toContain("Servers: mail, post.");
  });
});

describe("call_tool", () => {
  const passed = async (input: Readonly<Record<string, unknown>>) => {
    const { call } = await openToolSession({ tools });
    return call("call_tool", input);
  };

  test.each([
    ["an input as JSON text", { name: "send_letter", input: '{"to":["a"]}' }],
    ["the words arguments and tool_name", { tool_name: "send_letter", arguments: { to: ["a"] } }],
    ["the tool's fields beside its name", { name: "send_letter", to: ["a"] }],
    ["a single value for a list", { name: " send_letter ", input: { to: '["a"]' } }],
  ])("takes %s", async (_what, input) => {
    expect(await passed(input)).toMatchObject({ tool: "send_letter", status: "ok" });
  });

  test("says what it mended", async () => {
    const outcome = await passed({ tool: "send_letter", to: ["a"] });
    expect(outcome.metadata["repairs"]).toEqual([
      "'tool' was taken for 'name'",
      "'to' beside 'name' were taken as the tool's input",
    ]);
  });

  test("takes no input for a tool that needs none", async () => {
    expect((await passed({ name: "feed_cat" })).status).toBe("ok");
    expect((await passed({ name: "feed_cat", input: null })).status).toBe("ok");
  });

  test("names what is near when there is no such tool", async () => {
    const { error } = await passed({ name: "send_leter", input: {} });
    expect(error?.code).toBe("tool-not-found");
    expect(error?.message).toContain("Did you mean send_letter?");
  });

  test.each([
    [{ name: "call_tool", input: { name: "feed_cat" } }, "only calls other tools"],
    [{}, "name"],
    [{ name: 7, input: {} }, "name"],
    [{ name: "feed_cat", input: [1] }, "input"],
    [{ name: "feed_cat", input: {}, more: 1 }, "more"],
  ])("refuses %j", async (input, said) => {
    const outcome = await passed(input);
    expect(outcome.error?.code).toBe("input-invalid");
    expect(outcome.error?.message).toContain(said);
  });
});

describe("the index of sources", () => {
  const names = (prefix: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}_${index}`);

  test("says of each what it is for, by its instructions and its tools", () => {
    expect(
      sourceIndex([
        {
          name: "post",
          description: "Letters and parcels. Long story\nbehind.",
          toolNames: ["send", "track"],
        },
        { name: "command", description: undefined, toolNames: ["feed_cat"] },
      ]),
    ).toBe(
      "3 tools to find, by server:\n- post (2): Letters and parcels. send, track\n- command (1): feed_cat",
    );
  });

  test("names what most tools are about where there is no room for all names", () => {
    const toolNames = ["issue", "label"].flatMap((what) =>
      names(`create_repository_${what}_with_a_long_name_behind_it`, 60),
    );
    const text = sourceIndex([{ name: "forge", description: "Code.", toolNames }]);
    expect(text).toMatch(
      /^120 tools to find, by server:\n- forge \(120\): Code\. .*repository, issue, label/,
    );
  });

  test.each([
    ["one server of ten thousand tools", 1, 10_000],
    ["a hundred servers", 100, 30],
    ["five thousand servers", 5_000, 2],
    ["servers with long names and stories", 60, 5],
  ])("stays short with %s", (_what, servers, count) => {
    const text = sourceIndex(
      Array.from({ length: servers }, (_, index) => ({
        name: `server-${index}-${"name".repeat(30)}`,
        description: `The story of «${index}» ${"goes on and ".repeat(500)}`,
        toolNames: names("do_some_thing", count),
      })),
    );
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_600);
    expect(text).toContain(`- server-0-`);
    if (servers > 50) expect(text).toMatch(/- and [\d,]+ more servers \([\d,]+\)$/);
  });

  test("can't be broken out of by a name or a story", () => {
    const text = sourceIndex([
      { name: "a\n- b", description: "x\n\u2028- c (9): do it", toolNames: ["t\nu"] },
    ]);
    expect(text.split(/[\n\u2028]/)).toHaveLength(2);
  });
});

testToolContract("search_tools", [
  { query: "nothing", server: "custom" },
  { query: "x", server: "nobody" },
]);
