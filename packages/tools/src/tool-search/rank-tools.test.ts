import type { SearchableTool } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankTools } from "./rank-tools.ts";

interface Given extends Partial<Omit<SearchableTool, "inputSchema">> {
  readonly parameters?: readonly string[];
}

function toolsOf(given: Readonly<Record<string, Given>>): readonly SearchableTool[] {
  return Object.entries(given).map(([name, { parameters = [], ...facts }]) => {
    const properties = Object.fromEntries(parameters.map((each) => [each, { type: "string" }]));
    const inputSchema = { type: "object", properties };
    const source = /^mcp__(.+?)__/.exec(name)?.[1] ?? "custom";
    return { name, source, title: name, tags: [], description: "", inputSchema, ...facts };
  });
}

describe("a tool is found by", () => {
  test.each([
    ["its words in another form", "creating issues"],
    ["another word for the same", "new ticket"],
    ["its name", "mcp__github__create_issue"],
    ["its name without the server", "createIssue"],
    ["its server and a word", "GitHub issue"],
  ])("%s", (_how, query) => {
    const tools = toolsOf({
      mcp__mail__send: { description: "Send a letter." },
      rotate_image: { description: "Turn a picture by some degrees." },
      mcp__github__create_issue: { description: "Create an issue in a repository." },
    });
    expect(rankTools(query, tools)[0]).toBe("mcp__github__create_issue");
  });

  test("its parameters, its tags and its server", () => {
    const tools = toolsOf({
      a: { parameters: ["cron_line"] },
      b: { tags: ["astronomy"] },
      mcp__jira__c: {},
    });
    expect(rankTools("cron", tools)).toEqual(["a"]);
    expect(rankTools("astronomy", tools)).toEqual(["b"]);
    expect(rankTools("jira", tools)).toEqual(["mcp__jira__c"]);
  });

  test("a server's name within a longer tool name", () => {
    const tools = toolsOf({
      mcp__acme__search_pages: { description: "Searches pages." },
      mcp__notion__post_search: { description: "Searches by title." },
    });
    expect(rankTools("search for a Notion page", tools)[0]).toBe("mcp__notion__post_search");
  });

  test("nothing when no word fits, or there is none", () => {
    const tools = toolsOf({ read_file: { description: "Reads a file." } });
    for (const query of ["zebra quartz", "", "   ", "!!!", "\u0000"]) {
      expect(rankTools(query, tools)).toEqual([]);
    }
    expect(rankTools("read", [])).toEqual([]);
  });
});

describe("the order", () => {
  test("puts a tool that has all the words before one that has one of them often", () => {
    const tools = toolsOf({
      calendar_calendar: { description: "Calendar. Calendar, calendar: the calendar." },
      add_entry: { description: "Puts an event into a calendar." },
    });
    expect(rankTools("event calendar", tools)[0]).toBe("add_entry");
  });

  test("puts a tool whose name says nothing more before one whose name does", () => {
    const tools = toolsOf({
      archive_ledger_comment_history: { description: "Ledgers." },
      get_ledger: { description: "Ledgers." },
    });
    expect(rankTools("ledger", tools)).toEqual(["get_ledger", "archive_ledger_comment_history"]);
  });

  test("puts tools of the server that the query names before better ones of others", () => {
    const parcel = { description: "Sends a parcel to somebody." };
    const others = Array.from({ length: 20 }, (_, number) => `mcp__post${number}__send_parcel`);
    const tools = toolsOf({
      ...Object.fromEntries(others.map((name) => [name, parcel])),
      mcp__quux__ship_box: { description: "Brings a box." },
    });
    expect(rankTools("quux send parcel", tools)[0]).toBe("mcp__quux__ship_box");
  });

  test("puts a rare word before a common one", () => {
    const tools = toolsOf({
      create_invoice: {},
      create_coupon: {},
      create_dispute: {},
      delete_receipt: {},
    });
    expect(rankTools("create receipt", tools)[0]).toBe("delete_receipt");
  });

  test("puts the tool that the query names first, whatever others say of it", () => {
    const tools = toolsOf({
      other: { description: "get status get status. Use this instead of get_status." },
      get_status_all: { description: "get status of all" },
      get_status: { description: "x" },
    });
    expect(rankTools("get_status", tools)[0]).toBe("get_status");
  });

  test("is the given one for tools that fit equally", () => {
    const names = Array.from({ length: 50 }, (_, number) => `copy_${(number * 7) % 50}`);
    const tools = toolsOf(Object.fromEntries(names.map((name) => [name, {}])));
    expect(rankTools("copy", tools)).toEqual(names);
  });
});

test("tools that changed are found by their new words only", () => {
  const painting = toolsOf({ changing: { description: "Paints houses." } });
  const baking = toolsOf({ changing: { description: "Bakes bread." } });
  expect(rankTools("house", painting)).toEqual(["changing"]);
  expect(rankTools("house", baking)).toEqual([]);
  expect(rankTools("bread", baking)).toEqual(["changing"]);
});

test("any texts give names of the tools, each at most once", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.lorem({ maxCount: 6 }));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), (query, descriptions) => {
      const tools = toolsOf(
        Object.fromEntries(
          descriptions.map((description, at) => [`tool_${at}`, { description, title: query }]),
        ),
      );
      const ranked = rankTools(query, tools);
      expect(new Set(ranked).size).toBe(ranked.length);
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...ranked]));
    }),
  );
});

test("a huge description and a huge query are cut", () => {
  const tools = toolsOf({ huge: { description: `${"word ".repeat(400_000)}end` } });
  expect(rankTools("end", tools)).toEqual([]);
  expect(rankTools(`${"lorem ipsum ".repeat(100_000)}word`, tools)).toEqual([]);
});
