import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../packages/cli/src/arguments/command-table.ts";
import { root } from "./repository.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test.each(["define-a-tool", "answer-questions"])(
  "the README shows examples/%s.ts as it is run",
  (name) => {
    const [, region = ""] =
      /\/\/ #region readme\n([\s\S]*?)\/\/ #endregion/.exec(read(`examples/${name}.ts`)) ?? [];
    expect(region.trim()).not.toBe("");
    expect(read("README.md")).toContain(`\`\`\`ts\n${region.trimEnd()}\n\`\`\``);
  },
);

test("the lines that add an MCP server are JSON, and start it with flags that there are", () => {
  const blocks = [...read("README.md").matchAll(/```json\n(.*mcp.*serve.*)\n```/g)].map(
    ([, json = ""]) => JSON.parse(json) as Record<string, Record<string, { args: string[] }>>,
  );
  expect(blocks.map((block) => Object.keys(block))).toEqual([["servers"], ["context_servers"]]);
  const shell = /claude mcp add toolwright -- npx (.*)/.exec(read("README.md"))?.[1] ?? "";
  const starts = [
    shell.split(" "),
    ...blocks.map((block) => Object.values(block)[0]?.["toolwright"]?.args ?? []),
  ];
  const { flags } = commands.find(({ name }) => name === "mcp serve") ?? { flags: {} };
  for (const words of starts) {
    expect(words.slice(0, 4)).toEqual(["-y", "toolwright", "mcp", "serve"]);
    for (const word of words.slice(4).filter((each) => each.startsWith("--"))) {
      expect(flags).toHaveProperty([word.slice(2)]);
    }
  }
});
