import { type Mode, modes, type Rule } from "@toolwright/core";
import { nearestNames, parseRule } from "@toolwright/core/internal";
import { oneCleanLine, parseFrontMatter } from "@toolwright/workspace/internal";
import type { AgentDefinition } from "./agent-definition.ts";
import { pathsIn } from "./child-paths.ts";

const agentName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxNameCharacters = 64;
/** Rules and grants name the main agent and its copies by these. */
const reservedNames = ["main", "fork"];
/** Fields that take something away: a misspelled one must not be ignored. */
const restricting = ["tools", "disallowedTools", "mode", "rules", "paths", "maxSteps"];
/** The others, with those of Claude Code. */
const harmless =
  "name description model color permissionMode maxTurns skills hooks memory mcpServers effort background isolation".split(
    " ",
  );
const maxDescriptionCharacters = 1_024;

/**
 * Reads an agent from a Markdown file: front matter with `name`, `description`, `tools`, `model`, `mode`, `rules`, `paths`
 * and `maxSteps`; the text below is what it is told. Of Claude Code's own fields `disallowedTools`, `maxTurns` and
 * `permissionMode: plan` count; the others are ignored, and so are its models, which have no vendor.
 *
 * Shapes: `fileName` without `.md` is the name by default; `source` is named in proofs. Returns one clause that says
 * why the agent can't be used.
 */
export async function parseAgentFile(
  text: string,
  { fileName, source }: { readonly fileName: string; readonly source: string },
): Promise<AgentDefinition | string> {
  const parsed = await parseFrontMatter(text);
  if (typeof parsed === "string") return parsed;
  const { fields, body } = parsed;
  const { name = fileName.replace(/\.md$/, ""), description } = fields;
  const { maxSteps = fields["maxTurns"], mode = planOf(fields["permissionMode"]) } = fields;
  if (typeof name !== "string" || name.length > maxNameCharacters || !agentName.test(name)) {
    return `its name is not one of at most ${maxNameCharacters} lower-case letters, digits and single hyphens`;
  }
  if (reservedNames.includes(name)) return `its name '${name}' is reserved`;
  const about = typeof description === "string" ? oneCleanLine(description) : "";
  if (about === "") return "it has no description";
  if (mode !== undefined && !isMode(mode)) return `its mode is none of ${modes.join(", ")}`;
  if (maxSteps !== undefined && !isCount(maxSteps)) return "its maxSteps is no whole number from 1";
  const misspelled = misspelledIn(fields);
  if (misspelled !== null) return misspelled;
  const tools = namesIn(fields["tools"]);
  if (typeof tools === "string") return tools;
  const excludedTools = namesIn(fields["disallowedTools"]);
  if (typeof excludedTools === "string") return excludedTools;
  const rules = rulesIn(fields["rules"]);
  if (typeof rules === "string") return rules;
  const paths = fields["paths"] === undefined ? undefined : pathsIn(fields["paths"]);
  if (typeof paths === "string") return paths;
  const model = modelIn(fields["model"]);
  const ignored = ignoredIn(fields, rules);
  return {
    name,
    description: about.slice(0, maxDescriptionCharacters).toWellFormed(),
    prompt: body.trim(),
    source,
    rules,
    ...(tools !== undefined && !isAll(tools) && { tools }),
    ...(excludedTools !== undefined && { excludedTools }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    ...(paths !== undefined && { paths }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(ignored.length > 0 && { ignored }),
  };
}

function isMode(value: unknown): value is Mode {
  return modes.some((mode) => mode === value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

/** A text with commas, or a list. What can't be read must not mean "all tools". */
function namesIn(value: unknown): readonly string[] | string | undefined {
  if (value === undefined) return undefined;
  const texts = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) {
    return "its tools are no list of names";
  }
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function isAll([first, ...others]: readonly string[]): boolean {
  return first === "*" && others.length === 0;
}

/** Claude Code's other modes ask as ours do, or loosen. */
function planOf(mode: unknown): Mode | undefined {
  return mode === "plan" ? mode : undefined;
}

/** What would loosen something, what would restrict in Claude Code, and what nobody knows. */
function ignoredIn(
  fields: Readonly<Record<string, unknown>>,
  rules: readonly Rule[],
): readonly string[] {
  const { permissionMode = "default" } = fields;
  const isLooser = permissionMode !== "default" && permissionMode !== "plan";
  return [
    ...(isLooser ? [`permissionMode ${oneCleanLine(String(permissionMode)).slice(0, 40)}`] : []),
    ...("hooks" in fields ? ["hooks"] : []),
    ...rules.flatMap(({ allow }) => (allow === undefined ? [] : [`allow ${allow}`])),
    ...Object.keys(fields)
      .filter((field) => !known.has(field))
      .map((field) => oneCleanLine(field).slice(0, 40)),
  ];
}

function misspelledIn(fields: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(fields).filter((field) => !known.has(field));
  for (const field of unknown) {
    const [near] = nearestNames(field, restricting, 1);
    if (near !== undefined) return `it has an unknown field '${field}' (did you mean '${near}'?)`;
  }
  return null;
}

const known = new Set([...restricting, ...harmless]);

function rulesIn(value: unknown): readonly Rule[] | string {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return 'its rules are no list such as [{ deny: "write(**)" }]';
  try {
    return value.map((rule: unknown) => parseRule(rule, "rules"));
  } catch (thrown) {
    return `its rules can't be read: ${(thrown as Error).message.replace(/\.$/, "")}`;
  }
}

function modelIn(value: unknown): string | undefined {
  return typeof value === "string" && value.includes("/") ? value : undefined;
}
