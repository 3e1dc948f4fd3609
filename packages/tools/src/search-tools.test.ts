import { createRegistry, defineTool, type Tool, type UntypedInput } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";
import { sourceIndex } from "./found-tools/source-index.ts";
import { searchTools } from "./search-tools.ts";

function tool(name: string, description: string, input: Tool["input"] = { type: "object" }): Tool {
  return defineTool<UntypedInput>({
    name,
    kind: "other",
    exposure: "deferred",
    description,
    input: input as never,
    effects: () => [],
    execute: () => ({ content: name }),
  });
}

const tools = [
  searchTools,
  tool("send_letter", "Sends a letter.\n\nBy post, with a stamp.", {
    type: "object",
    properties: {
      stamp: { type: "string", enum: ["red", "blue"] },
      to: { type: "array", items: { type: "string" } },
      weight: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
    required: ["to"],
  }),
  tool("water_plants", `Waters ${"very ".repeat(100)}dry plants.`),
  tool("feed_cat", "Feeds\u202E the\u0007 cat."),
];

describe("search_tools", () => {
  test("shows name, description and fields of what fits, how many, and lets it be called", async () => {
    const { session, call } = await openToolSession({ tools });
    const before = session.declare("canonical") as readonly { readonly name: string }[];
    expect(before.map(({ name }) => name)).toEqual(["search_tools"]);
    const outcome = await call("search_tools", { query: "post a letter" });
    expect(textOf(outcome)).toBe(
      'send_letter (custom): Sends a letter. By post, with a stamp.\n  to: string[], stamp?: "red" | "blue", weight?: number | null\n\n' +
        "(1 shown, the best first, of 1 that fit among 3. They can be called from the next step on.)",
    );
    expect(outcome.structured).toMatchObject({ tools: [{ name: "send_letter" }], total: 1 });
    const after = session.declare("canonical") as readonly { readonly name: string }[];
    expect(after.map(({ name }) => name)).toEqual(["search_tools", "send_letter"]);
    expect((await call("send_letter", { to: ["a"] })).status).toBe("ok");
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
    expect(textOf(outcome)).toContain('Of 3 tools none fits "quantum zebra". Try other words');
  });

  test("looks at one server, and names those that there are when there is none of that name", async () => {
    const registry = createRegistry();
    await registry.register([searchTools], { source: "builtin" });
    await registry.register([tool("mcp__post__send", "Sends a letter.")], { source: "mcp:post" });
    await registry.register([tool("mcp__mail__send", "Sends a letter.")], { source: "mcp:mail" });
    const { call } = await openToolSession({ session: { registry } });
    const text = textOf(await call("search_tools", { query: "letter", server: "POST" }));
    expect(text).toContain("mcp__post__send (post)");
    expect(text).toContain("1 that fit among 1");
    expect(text).not.toContain("mail");
    const wrong = await call("search_tools", { query: "letter", server: "pigeon" });
    expect(wrong.error).toMatchObject({ code: "input-invalid" });
    expect(wrong.error?.message).toContain("There are: mail, post.");
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
      "3 tools to be found, by server:\n- post (2): Letters and parcels. send, track\n- command (1): feed_cat",
    );
  });

  test("names what most tools are about where there is no room for all names", () => {
    const toolNames = ["issue", "label"].flatMap((what) =>
      names(`create_repository_${what}_with_a_long_name_behind_it`, 60),
    );
    const text = sourceIndex([{ name: "forge", description: "Code.", toolNames }]);
    expect(text).toMatch(
      /^120 tools to be found, by server:\n- forge \(120\): Code\. .*repository, issue, label/,
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
