import { counted, phrase } from "../language/phrase.ts";
import { basename, dirname, join, resolve } from "node:path";
import type { Rule } from "@toolwright/core";
import { revealHidden, recorded } from "@toolwright/core/internal";
import { getNodeValue } from "jsonc-parser";
import { parseJsonFile, readSettingsFile, realRoot } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { readStream } from "../input/given-input.ts";
import { textOutput } from "../output/text-output.ts";
import { addRules } from "../settings/add-rules.ts";
import {
  convertSettings,
  type ImportedSettings,
} from "../settings/claude-code/convert-settings.ts";
import type { PathPlace } from "../settings/claude-code/path-pattern.ts";
import type { ProgramContext } from "../program-context.ts";
import { policyController } from "./policy-controller.ts";

/** `toolwright policy import`: converts Claude Code's permission rules to ours. */
export const policyImport: Command = async ({ arguments: parsed, program }) => {
  const [file, extra] = parsed.positionals;
  if (file === undefined || extra !== undefined) {
    throw usageError(
      phrase(
        "Give one file, or - for standard input: toolwright policy import ~/.claude/settings.json",
      ),
    );
  }
  const { places } = await policyController(parsed, program);
  const path = file === "-" ? null : resolve(program.cwd, file);
  const text = path === null ? await readStream(program.stdin) : textIn(path);
  const isWriting = parsed.has("write");
  const folder = path === null ? null : projectOf(path, places.home);
  const place = placeOf(path, folder, isWriting);
  const converted = convertSettings(jsonIn(text, file), place);
  if (converted === null) {
    throw usageError(
      phrase("'{file}' has no permissions. Expected Claude Code's settings, as {example}.", {
        file,
        example: '{ "permissions": { "allow": ["Bash(npm test:*)"] } }',
      }),
    );
  }
  await print(converted, parsed.has("json"), program);
  if (isWriting) {
    const settings = join(places.configDirectory, "settings.json");
    await write(settings, rulesIn(converted), folder, program);
  }
  // A lost ask or deny rule must not go unnoticed.
  const isLost = converted.imported.some(
    ({ from, rules }) => rules.length === 0 && !from.startsWith("allow "),
  );
  return isLost ? 1 : 0;
};

function rulesIn({ imported }: ImportedSettings): readonly Rule[] {
  return imported.flatMap(({ rules }) => rules);
}

async function print(
  converted: ImportedSettings,
  isJson: boolean,
  { stdout, stderr, language: { say, translate } }: ProgramContext,
): Promise<void> {
  const rules = rulesIn(converted);
  const remarks = converted.imported.flatMap(({ from, rules: made, note }) =>
    note === null ? [] : [{ rule: from, isImported: made.length > 0, note }],
  );
  const { notes } = converted;
  const listing = isJson ? { rules, remarks, notes } : { rules };
  await textOutput(stdout).write(`${JSON.stringify(listing, null, 2)}\n`);
  if (isJson) return;
  const lines = [
    ...remarks.map(({ rule, isImported, note }) =>
      say(
        isImported
          ? phrase("note: {rule}: {note}", { rule, note: recorded(note) })
          : phrase("left out: {rule}: {note}", { rule, note: recorded(note) }),
      ),
    ),
    ...notes.map((note) => say(phrase("note: {note}", { note: translate(note) }))),
  ];
  for (const text of lines)
    await textOutput(stderr).write(`${revealHidden(text.replaceAll("\n", "\\n"), "command")}\n`);
}

async function write(
  settings: string,
  wanted: readonly Rule[],
  project: string | null,
  { stderr, language: { say } }: ProgramContext,
): Promise<void> {
  const { added, known } = addRules(settings, wanted);
  const rules = counted("{count} rule", "{count} rules", { count: added.length });
  const wrote =
    known.length === 0
      ? phrase("Wrote {rules} to {path}.", { rules, path: settings })
      : phrase("Wrote {rules} to {path}, {count} were already there.", {
          rules,
          path: settings,
          count: known.length,
        });
  const output = textOutput(stderr);
  await output.write(`${say(wrote)}\n`);
  if (project !== null && added.some(({ allow }) => allow !== undefined)) {
    await output.write(
      `${say(phrase("These were the rules of {project}. Everything they allow, except paths, is now allowed in every workspace.", { project }))}\n`,
    );
  }
}

function textIn(path: string): string {
  const read = readSettingsFile(path);
  if (read === null) throw usageError(phrase("There is no file '{path}'.", { path }));
  return read.text;
}

function jsonIn(text: string, file: string): unknown {
  const { root } = parseJsonFile(text, file);
  return root === undefined ? undefined : (getNodeValue(root) as unknown);
}

/** The project whose `.claude` folder the file is in; null for the user's own and any other. */
function projectOf(path: string, home: string): string | null {
  const folder = dirname(path);
  if (basename(folder) !== ".claude") return null;
  const project = dirname(folder);
  return realRoot(project) === realRoot(home) ? null : project;
}

/**
 * In the user's settings a relative pattern applies to every workspace, so a project's patterns become
 * absolute when they are written there. Printed patterns stay relative, for the project's own settings.
 */
function placeOf(path: string | null, project: string | null, isWriting: boolean): PathPlace {
  if (path === null) return { settingsRoot: null, workingRoot: null };
  if (project === null) return { settingsRoot: realRoot(dirname(path)), workingRoot: null };
  const root = isWriting ? realRoot(project) : null;
  return { settingsRoot: root, workingRoot: root };
}
