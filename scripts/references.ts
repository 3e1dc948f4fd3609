// `npm run references`: writes docs/settings-reference.md, docs/tools-reference.md and docs/errors.md from the
// settings' schema, the tools and the lists of codes, and README's samples into README.zh-CN.md. A test fails
// while one of them is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRegistry, type Tool } from "@toolwright/core";
import { builtinTools } from "@toolwright/tools";
import { root } from "./repository.ts";
import { cell, type Schema, schemaRows, table } from "./references/schema-rows.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

const note = "<!-- Written by `npm run references`; change the source instead. -->";

/** The text of each page, by its path. */
export async function references(): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/settings-reference.md": settingsPage(),
    "docs/tools-reference.md": await toolsPage(),
    "docs/errors.md": errorsPage(),
    "README.zh-CN.md": chineseReadme(),
  };
}

/** The Chinese page with the samples of the English one: both have the same number of them. */
function chineseReadme(): string {
  const samples = codeBlocks(read("README.md"));
  let at = 0;
  return read("README.zh-CN.md").replaceAll(codeBlock, (old) => samples[at++] ?? old);
}

const codeBlock = /^```[^]*?^```$/gm;

export function codeBlocks(markdown: string): readonly string[] {
  return markdown.match(codeBlock) ?? [];
}

function settingsPage(): string {
  const schema = JSON.parse(read("packages/runtime/settings.schema.json")) as Schema;
  const sections = Object.entries(schema.properties ?? {})
    .filter(([key]) => key !== "$schema")
    .map(([key, value]) => {
      // All but two of the settings are optional, so only the tools' parameters are marked.
      const [own, ...nested] = schemaRows(key, value).map((row) =>
        row.map((each, at) => (at === 0 ? each.replace("?`", "`") : each)),
      );
      const facts = own === undefined ? "" : `Type: ${own[1]}. ${value.description ?? ""}`.trim();
      return [
        `## ${key}`,
        facts,
        ...(nested.length === 0 ? [] : [table(["key", "type", "meaning"], nested)]),
      ];
    });
  return page(
    "Every setting",
    '[settings.md](settings.md) says which files there are, and shows examples. In a key, `NAME` is any name and `[]` each item of a list. Your editor completes the keys if the file begins with `"$schema"` and the path of [settings.schema.json](../packages/runtime/settings.schema.json).',
    ...sections.flat(),
  );
}

const exposures: Readonly<Record<NonNullable<Tool["exposure"]>, string>> = {
  direct: "always declared",
  agent: "declared where an agent works in the session, otherwise deferred",
  deferred: "deferred: found with `search_tools`, and called by its name or with `call_tool`",
  hidden: "called by other tools only",
};

async function toolsPage(): Promise<string> {
  const registry = createRegistry();
  const tools = await builtinTools();
  await registry.register(tools, { source: "builtin" });
  const rows = tools.map(({ name, kind, exposure = "direct" }) => [
    `[\`${name}\`](#${name})`,
    kind,
    exposure === "direct" ? "" : exposure,
    cell(summaryOf(registry, name)),
  ]);
  const sections = tools.map((tool) => {
    const { description, inputSchema } = registry.get(tool.name)?.tool?.declarable ?? {};
    const parameters = Object.entries((inputSchema as Schema | undefined)?.properties ?? {});
    const required = new Set((inputSchema as Schema | undefined)?.required ?? []);
    const fields = parameters.flatMap(([key, value]) => schemaRows(key, value, required.has(key)));
    return [
      `## ${tool.name}`,
      `Kind ${tool.kind}; ${exposures[tool.exposure ?? "direct"]}.${needsOf(tool)}`,
      (description ?? "").replaceAll(/\{tool:(\w+)\}/g, "[`$1`](#$1)"),
      fields.length === 0 ? "No parameters." : table(["parameter", "type", "meaning"], fields),
    ];
  });
  return page(
    "Every built-in tool",
    "These are the descriptions and parameters as a model sees them; a parameter without `?` is required. [The tools' README](../packages/tools/README.md#the-tools) has their effects, [profiles.md](profiles.md) their names for models that know others.",
    table(["tool", "kind", "shown", "purpose"], rows),
    ...sections.flat(),
  );
}

function summaryOf(registry: ReturnType<typeof createRegistry>, name: string): string {
  const description = registry.get(name)?.tool?.declarable.description ?? "";
  return description.split("\n", 1)[0] ?? "";
}

function needsOf({ needs = [] }: Tool): string {
  return needs.length === 0 ? "" : ` Present where the session has: ${needs.join(", ")}.`;
}

function errorsPage(): string {
  const source = read("packages/core/src/errors.ts");
  const [calls = "", mistakes = ""] = source.split("export type ErrorCode =");
  return page(
    "Every error code",
    "A failed call has the status `error` or `refused`, and `error.code` is one of this list: in the library, over MCP, in the journal and with `--json`. The message says what happened, with the value, and the next step; it is enough for a model.",
    table(["code", "when", "next step"], codeRows(calls)),
    "## Mistakes in a program or a settings file",
    "Functions throw a `ConfigurationError` with one of these codes before anything has happened. The command line prints its message and ends with 2.",
    table(["code", "when", "next step"], codeRows(mistakes)),
    "[command-line.md](command-line.md) lists the exit statuses.",
  );
}

/** From docstrings of the form `When it occurs. Next: what to do.` before each code. */
function codeRows(source: string): readonly (readonly string[])[] {
  const documented = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(?:\| )?"([a-z-]+)"/g;
  return [...source.matchAll(documented)].map(([, comment = "", code = ""]) => {
    const [when = "", next = ""] = comment
      .replaceAll(/\s*\n\s*\*?\s*/g, " ")
      .trim()
      .split(" Next: ");
    return [`\`${code}\``, cell(when), cell(next.charAt(0).toUpperCase() + next.slice(1))];
  });
}

function page(title: string, ...parts: readonly string[]): string {
  return `${[`# ${title}`, note, ...parts].join("\n\n")}\n`;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await references())) {
    writeFileSync(join(root, path), text);
  }
}
