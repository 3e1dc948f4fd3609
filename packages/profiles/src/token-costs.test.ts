import {
  createRegistry,
  type Dialect,
  dialects,
  type Session,
  type SessionOptions,
} from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { countTokens } from "../../tools/src/fixtures/count-tokens.ts";
import { openToolSession } from "../../tools/src/fixtures/tool-session.ts";
import { type ProfileName, profileTools } from "./profiles.ts";

/** What a model pays for the definitions in every request, as `anthropic`. */
const bounds: readonly (readonly [ProfileName, number])[] = [
  ["canonical", 3_000],
  ["mutsumi", 2_600],
  ["gemini-cli", 2_800],
  ["opencode", 2_100],
  ["claude-code", 2_900],
  ["kode", 1_600],
  ["codex", 700],
];

/** Dialects that vendors bill; `mcp` has the schemas of results, too. */
const billed: readonly Dialect[] = dialects.filter(
  (dialect) => !["canonical", "mcp", "ai-sdk"].includes(dialect),
);

type Declared = Pick<SessionOptions, "declareAgentTools" | "declareAllTools">;

async function sessionOf(profile: ProfileName, declared: Declared = {}): Promise<Session> {
  const registry = createRegistry();
  await registry.register(await profileTools(profile), { source: "builtin" });
  return (await openToolSession({ session: { registry, ...declared } })).session;
}

async function costs(profile: ProfileName, declared?: Declared) {
  const session = await sessionOf(profile, declared);
  const byDialect = billed.map(
    (dialect) => [dialect, countTokens(session.declare(dialect))] as const,
  );
  return { count: session.shownTools.length, tokens: new Map<Dialect, number>(byDialect) };
}

function report(what: string, { count, tokens }: Awaited<ReturnType<typeof costs>>): void {
  const figures = Array.from(tokens, ([dialect, number]) => `${dialect} ${number}`).join("  ");
  process.stdout.write(`${what} (${count} tools)  ${figures}\n`);
}

describe("the tokens of the definitions", () => {
  test.each(bounds)("of the profile %s are at most %i", async (profile, most) => {
    const measured = await costs(profile);
    report(profile, measured);
    expect(measured.tokens.get("anthropic")).toBeLessThanOrEqual(most);
    // No dialect's frame and rewriting costs a tenth more.
    for (const number of measured.tokens.values()) expect(number).toBeLessThanOrEqual(most * 1.1);
  });

  test("of all canonical tools are at most 8,500", async () => {
    const measured = await costs("canonical", { declareAllTools: true });
    report("canonical, --all-tools", measured);
    expect(measured.tokens.get("anthropic")).toBeLessThanOrEqual(8_500);
  });

  test("of the canonical set in an agent are at most 4,000", async () => {
    const measured = await costs("canonical", { declareAgentTools: true });
    report("canonical, in an agent", measured);
    expect(measured.tokens.get("anthropic")).toBeLessThanOrEqual(4_000);
  });

  test("of the canonical set are those of eleven tools", async () => {
    const session = await sessionOf("canonical");
    expect(session.shownTools.map(({ name }) => name)).toEqual([
      "command_output",
      "delete_path",
      "edit_file",
      "find_files",
      "list_directory",
      "read_file",
      "run_command",
      "search_text",
      "write_file",
      "call_tool",
      "search_tools",
    ]);
  });

  test("of the canonical set in an agent are those and the agent's", async () => {
    const usual = await sessionOf("canonical");
    const { shownTools } = await sessionOf("canonical", { declareAgentTools: true });
    const names = new Set(usual.shownTools.map(({ name }) => name));
    const added = shownTools.filter(({ name }) => !names.has(name));
    expect(added.map(({ name }) => name)).toEqual([
      "ask_user",
      "load_skill",
      "web_fetch",
      "write_todos",
    ]);
  });
});
