import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../packages/cli/src/arguments/command-table.ts";
import { root } from "./repository.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test.each([
  ["docs/define-a-tool.md", "define-a-tool"],
  ["README.md", "open-a-session"],
  ["README.md", "agent"],
  ["docs/agent.md", "agent"],
  ["docs/library.md", "open-a-session"],
  ["docs/library.md", "answer-questions"],
  ["docs/library.md", "anthropic"],
  ["docs/library.md", "ai-sdk"],
])("%s shows examples/%s.ts as it is run", (page, name) => {
  const [, region = ""] =
    /\/\/ #region readme\n([\s\S]*?)\/\/ #endregion/.exec(read(`examples/${name}.ts`)) ?? [];
  expect(region.trim()).not.toBe("");
  expect(read(page)).toContain(`\`\`\`ts\n${region.trimEnd()}\n\`\`\``);
});

test.each(["core", "testing", "profiles", "runtime", "agent"])(
  "the first example in the README of %s runs and prints what it says",
  (name) => {
    const [, example = "", printed = ""] =
      /^```ts\n(.*?)^```\n\nprints\n\n((?: {4}[^\n]*\n)+)/ms.exec(
        read(`packages/${name}/README.md`),
      ) ?? [];
    const output = execFileSync(
      process.execPath,
      ["--conditions=source", "--input-type=module-typescript", "-"],
      { cwd: join(root, "packages", name), input: example, encoding: "utf8" },
    );
    expect(output).not.toBe("");
    expect(output).toBe(printed.replaceAll(/^ {4}/gm, ""));
  },
);

test("the lines that add an MCP server are JSON, and start it with flags that exist", () => {
  const page = read("docs/mcp-server.md");
  const blocks = [...page.matchAll(/```json\n(.*mcp.*serve.*)\n```/g)].map(
    ([, json = ""]) => JSON.parse(json) as Record<string, Record<string, { args: string[] }>>,
  );
  expect(blocks.map((block) => Object.keys(block))).toEqual([["servers"], ["context_servers"]]);
  const shell = [...page.matchAll(/claude mcp add toolwright -- npx (.*)/g)];
  expect(shell).toHaveLength(1);
  const starts = [
    ...shell.map(([, words = ""]) => words.split(" ")),
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

const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((page) => page !== "" && !page.includes("/fixtures/"));

test.each(pages)("every relative link of %s leads somewhere", (page) => {
  const broken = linksOf(read(page)).filter((link) => {
    const [path = "", heading] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return heading !== undefined && !headingsOf(read(target)).has(heading);
  });
  expect(broken).toEqual([]);
});

function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

/** The anchors that GitHub gives a page's headings. */
function headingsOf(text: string): Set<string> {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title.toLowerCase());
  return new Set(titles.map((title) => title.replace(/[^\w\- ]/g, "").replaceAll(" ", "-")));
}
