import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@toolwright/core";
import { builtinToolNames } from "@toolwright/tools";
import { expect, test } from "vitest";
import { codeBlocks, references } from "./references.ts";
import { schemaRows } from "./references/schema-rows.ts";
import { root } from "./repository.ts";

const pages = await references();

test.each(Object.keys(pages))("%s is as its source says", (path) => {
  const found = readFileSync(join(root, path), "utf8");
  expect(found, `${path} is stale: run npm run references`).toBe(pages[path]);
});

test("every code, tool and setting has its place", () => {
  const page = (name: string): string => pages[`docs/${name}.md`] ?? "";
  expect(errorCodes.filter((code) => !page("errors").includes(`| \`${code}\` |`))).toEqual([]);
  expect(page("errors")).toContain("| `settings-invalid` |");
  expect(
    builtinToolNames.filter((name) => !page("tools-reference").includes(`\n## ${name}\n`)),
  ).toEqual([]);
  expect(page("settings-reference")).toContain(
    "| `shell.timeoutMs` | integer, at least 1, at most 600000 |",
  );
});

test("README.zh-CN.md has each sample, heading and link of README.md", () => {
  const [english = "", chinese = ""] = ["README.md", "README.zh-CN.md"].map((name) =>
    readFileSync(join(root, name), "utf8"),
  );
  const told = (what: unknown): unknown => ({
    what,
    remedy: "translate README.md, then npm run references",
  });
  expect(told(codeBlocks(chinese))).toEqual(told(codeBlocks(english)));
  const links = (page: string): readonly (string | undefined)[] =>
    [...page.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link]) => link)
      .filter((link) => !link?.startsWith("README"));
  expect(told(links(chinese))).toEqual(told(links(english)));
  const levels = (page: string): readonly string[] => page.match(/^#+(?= )/gm) ?? [];
  expect(told(levels(chinese))).toEqual(told(levels(english)));
});

test("a schema's rows name lists, any names, choices and parts that are the same", () => {
  const hook = { type: "object", properties: { command: { type: "string" } } };
  const schema = {
    type: "object",
    required: ["first"],
    properties: {
      first: { ...hook, description: "One | two." },
      second: hook,
      names: { type: "array", items: { enum: ["a", "b"] } },
    },
    additionalProperties: { type: "integer", minimum: 1 },
  };
  expect(schemaRows("hooks", schema).map((row) => row.join(" ; "))).toEqual([
    "`hooks` ; object ; ",
    "`hooks.first` ; object ; One \\| two.",
    "`hooks.first.command` ; string ; ",
    "`hooks.second?` ; object ; Its parts are those of `hooks.first`.",
    '`hooks.names?` ; list of "a" or "b" ; ',
    "`hooks.NAME` ; integer, at least 1 ; ",
  ]);
});
