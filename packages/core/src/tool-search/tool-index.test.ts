import { describe, expect, test } from "vitest";
import { createRegistry } from "../registry/registry.ts";
import type { ToolSource } from "../registry/registered-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { documentOf } from "./tool-document.ts";
import { ToolIndex } from "./tool-index.ts";

interface Given {
  readonly description?: string;
  readonly source?: ToolSource;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly tags?: readonly string[];
}

async function indexOf(tools: Readonly<Record<string, Given>>): Promise<ToolIndex> {
  const registry = createRegistry();
  for (const [
    name,
    { description = "", source = "custom", parameters = {}, tags = [] },
  ] of Object.entries(tools)) {
    const properties = Object.fromEntries(
      Object.entries(parameters).map(([parameter, text]) => [
        parameter,
        { type: "string", description: text },
      ]),
    );
    const tool: Tool = {
      name,
      kind: "other",
      description,
      tags,
      input: { type: "object", properties },
      execute: () => ({ content: "" }),
    };
    await registry.register([tool], { source });
  }
  const index = new ToolIndex();
  index.sync(registry.list().flatMap(({ tool }) => (tool === null ? [] : [documentOf(tool)])));
  return index;
}

function namesFor(index: ToolIndex, words: string, limit = 10): readonly string[] {
  return index.search({ words, limit }).matches.map(({ name }) => name);
}

describe("what is found", () => {
  test.each([
    ["the words in another form", "creating issues"],
    ["another word for the same", "new ticket"],
    ["the beginning of a word", "repos issu"],
    ["a word with a slip", "crate isseu"],
    ["words written together", "createissue"],
    ["the name as it is", "mcp__github__create_issue"],
    ["the name without its server", "createIssue"],
  ])("is a tool by %s", async (_how, words) => {
    const index = await indexOf({
      mcp__github__create_issue: {
        source: "mcp:github",
        description: "Create an issue in a repository.",
      },
      mcp__mail__send: { source: "mcp:mail", description: "Send a letter." },
      rotate_image: { description: "Turn a picture by some degrees." },
    });
    expect(namesFor(index, words)[0]).toBe("mcp__github__create_issue");
  });

  test("is two words where the tool's name writes them as one", async () => {
    const index = await indexOf({ run_workflow: {}, run_work: {}, flow_chart: {} });
    expect(namesFor(index, "work flow run")[0]).toBe("run_workflow");
  });

  test("is a tool by its parameters, its tags and its server", async () => {
    const index = await indexOf({
      a: { parameters: { cron: "When it happens." } },
      b: { tags: ["astronomy"] },
      mcp__jira__c: { source: "mcp:jira" },
    });
    expect(namesFor(index, "cron")).toEqual(["a"]);
    expect(namesFor(index, "astronomy")).toEqual(["b"]);
    expect(namesFor(index, "jira")).toEqual(["mcp__jira__c"]);
  });

  test("is nothing when no word fits, or there is none", async () => {
    const index = await indexOf({ read_file: { description: "Reads a file." } });
    for (const words of ["zebra quartz", "", "   ", "!!!", "\u0000"]) {
      expect(index.search({ words, limit: 5 })).toEqual({ matches: [], total: 0 });
    }
    expect(new ToolIndex().search({ words: "read", limit: 5 }).total).toBe(0);
  });
});

describe("the order", () => {
  test("puts a tool that has all the words before one that says one of them often", async () => {
    const index = await indexOf({
      calendar_calendar: {
        description: "Calendar. Calendar, calendar: the calendar of calendars.",
      },
      add_entry: { description: "Puts an event into a calendar." },
    });
    expect(namesFor(index, "event calendar")[0]).toBe("add_entry");
  });

  test("puts a tool that is called by nothing else before one that is called by more", async () => {
    const index = await indexOf({
      archive_ledger_comment_history: { description: "Ledgers." },
      get_ledger: { description: "Ledgers." },
      duplicate_ledger: { description: "Ledgers." },
    });
    expect(namesFor(index, "ledger")).toEqual([
      "get_ledger",
      "duplicate_ledger",
      "archive_ledger_comment_history",
    ]);
  });

  test("puts tools of a server that was named before better ones of others", async () => {
    const parcel = { description: "Sends a parcel to somebody." };
    const others = Object.fromEntries(
      Array.from({ length: 20 }, (_, number) => [
        `mcp__post${number}__send_parcel`,
        { ...parcel, source: `mcp:post${number}` as const },
      ]),
    );
    const index = await indexOf({
      ...others,
      mcp__quux__ship_box: { description: "Brings a box.", source: "mcp:quux" },
    });
    expect(namesFor(index, "quux send parcel")[0]).toBe("mcp__quux__ship_box");
  });

  test("puts what is common in the way of asking behind what was asked for", async () => {
    const index = await indexOf({
      create_invoice: {},
      create_coupon: {},
      create_dispute: {},
      delete_receipt: {},
    });
    expect(namesFor(index, "make a receipt")[0]).toBe("delete_receipt");
  });

  test("puts the tool that is called by its name first, whatever others say of it", async () => {
    const index = await indexOf({
      get_status: { description: "x" },
      other: { description: "get status get status. Use this instead of get_status." },
      get_status_all: { description: "get status of all" },
    });
    expect(namesFor(index, "get_status")[0]).toBe("get_status");
  });

  test("of equal tools is that of `compare`, and the total counts those that aren't shown", async () => {
    const tools = Object.fromEntries(
      Array.from({ length: 50 }, (_, number) => [
        `copy_${String.fromCodePoint(97 + (number % 26))}${number}`,
        {},
      ]),
    );
    const index = await indexOf(tools);
    const names = Object.keys(tools).toSorted();
    expect(namesFor(index, "copy", 3)).toEqual(names.slice(0, 3));
    const { matches, total } = index.search({
      words: "copy",
      limit: 2,
      compare: (a, b) => names.indexOf(b) - names.indexOf(a),
    });
    expect(matches.map(({ name }) => name)).toEqual(names.slice(-2).toReversed());
    expect(total).toBe(50);
  });

  test("looks only at tools that are accepted", async () => {
    const index = await indexOf({ copy_a: {}, copy_b: {} });
    expect(
      index.search({ words: "copy", limit: 5, accepts: (name) => name === "copy_b" }),
    ).toMatchObject({
      matches: [{ name: "copy_b" }],
      total: 1,
    });
  });
});

test("tools that come, change and go leave the same index as if it were made anew", async () => {
  const names = Array.from(
    { length: 400 },
    (_, number) => `tool_${number.toString(36)}_${number % 7}`,
  );
  const all = await indexOf(
    Object.fromEntries(
      names.map((name, number) => [name, { description: `Handles case ${number % 13} of rain.` }]),
    ),
  );
  const left = names.filter((_, number) => number % 5 === 0);
  const fresh = await indexOf(
    Object.fromEntries(
      left.map((name) => [
        name,
        { description: `Handles case ${names.indexOf(name) % 13} of rain.` },
      ]),
    ),
  );
  for (const name of names.filter((each) => !left.includes(each))) all.delete(name);
  expect(all.size).toBe(left.length);
  for (const words of ["rain", "case 3", "tool 4", "handle rain case 12", "tool_5_5"]) {
    expect(all.search({ words, limit: 20 })).toEqual(fresh.search({ words, limit: 20 }));
  }
});

test("keeps up with a registry: what was changed is found by its new words only", async () => {
  const registry = createRegistry();
  const tool = (description: string): Tool => ({
    name: "changing",
    kind: "other",
    description,
    input: { type: "object", properties: {} },
    execute: () => ({ content: "" }),
  });
  await registry.register([tool("Paints houses.")]);
  expect(await registry.search("house")).toHaveLength(1);
  const restore = await registry.replace(tool("Bakes bread."));
  expect(await registry.search("house")).toEqual([]);
  expect(await registry.search("bread")).toHaveLength(1);
  restore();
  expect(await registry.search("house")).toHaveLength(1);
  registry.unregister("changing");
  expect(await registry.search("house")).toEqual([]);
});

test("a description of any size and words of any kind cost little", async () => {
  const index = await indexOf({
    huge: { description: "word ".repeat(200_000) },
    other: { description: "x" },
  });
  const start = performance.now();
  index.search({ words: `${"lorem ipsum ".repeat(10_000)}word`, limit: 5 });
  expect(performance.now() - start).toBeLessThan(1_000);
});

test("a server that is named inside another name is still that server", async () => {
  const index = await indexOf({
    mcp__notion__post_search: { description: "Searches by title.", source: "mcp:notion" },
    mcp__acme__search_pages: { description: "Searches pages.", source: "mcp:acme" },
  });
  const { matches } = index.search({ words: "search for a Notion page", limit: 2 });
  expect(matches[0]?.name).toBe("mcp__notion__post_search");
});

test("a tool that writes several words as one is found by them", async () => {
  const index = await indexOf({
    get_oncall_users: { description: "Returns users." },
    carry_boxes: { description: "Carries boxes." },
  });
  const { matches } = index.search({ words: "who is carrying the pager", limit: 1 });
  expect(matches[0]?.name).toBe("get_oncall_users");
});
