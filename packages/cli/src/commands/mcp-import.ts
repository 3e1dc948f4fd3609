import { type Language, type Phrase, recorded } from "@toolwright/core/internal";
import { counted, phrase } from "../language/phrase.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Places, readSettingsFile, realRoot } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { hostNames } from "../hosts/host-names.ts";
import { type HostServerEntry, type ImportStep, planImport } from "../hosts/plan-import.ts";
import { type ServerFile, serverFiles } from "../hosts/server-files.ts";
import { serversIn } from "../hosts/servers-in.ts";
import { textOutput } from "../output/text-output.ts";
import { editServers } from "../settings/edit-servers.ts";
import { type Line, line, span, type Style } from "../text/styled-line.ts";
import { tableRows } from "../terminal/transcript/table-rows.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { policyController } from "./policy-controller.ts";
import { shownText } from "./shown-text.ts";
import { projectHint, serverTarget } from "./server-target.ts";

/** Large, as some hosts keep their whole history in the file. */
const maxBytes = 64 * 1024 * 1024;

/** A file to import from; `host` is null for an unknown host. */
type Source = Pick<ServerFile, "path" | "isOwn"> &
  Partial<Pick<ServerFile, "key">> & { readonly host: ServerFile["host"] | null };

/** `toolwright mcp import`: copies other hosts' servers into our settings. */
export const mcpImport: Command = async ({ arguments: parsed, program }) => {
  const controller = await policyController(parsed, program);
  const { places } = controller;
  const known = serverFiles(
    { home: places.home, environment: program.environment },
    places.workspace,
  );
  const sources = sourcesOf(parsed, known, program.cwd);
  const read = sources.flatMap((source) => {
    const servers = serversOf(source, places);
    return servers === null ? [] : [{ source, servers }];
  });
  const given = parsed.positionals[0];
  if (read.length === 0 && given !== undefined) {
    const looked = sources.map(({ path }) => path).join(", ");
    throw usageError(phrase("There are no MCP servers in {looked}.", { looked }));
  }
  const servers = read.flatMap((each) => each.servers);
  const isDryRun = parsed.has("dry-run");
  const target = serverTarget(parsed, places);
  const redact = shownText(controller, program);
  let steps: readonly ImportStep[] = [];
  await editServers(target, places.stateDirectory, (entries) => {
    const { workspace, home } = places;
    steps = planImport(servers, { entries, isForced: parsed.has("force"), workspace, home });
    const made = steps.filter(({ action }) => action === "add" || action === "replace");
    return new Map(isDryRun ? [] : made.map(({ name, entry }) => [name, entry]));
  });
  steps = steps.map((step) => ({ ...step, server: redact(step.server) }));
  const { stdout, language } = program;
  const { say } = language;
  const skipped = given === undefined || isHost(given) ? projectFiles(given, known) : [];
  const look = lookFor(stdout, program);
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ target: target.path, isDryRun, servers: steps.map(withoutEntry) }, null, 2)}\n`
      : linesText(
          [
            ...stepLines(steps, (rows) => tableRows(rows, width, look.glyphs.ellipsis), language),
            line(say(summary(steps, target.path, isDryRun))),
            ...(target.layer === "project" && !isDryRun ? [line(say(projectHint))] : []),
            ...skipped.map((path) =>
              line(
                say(
                  phrase(
                    "{path} belongs to the project, so it was skipped. To import it: toolwright mcp import {path}",
                    { path },
                  ),
                ),
              ),
            ),
          ],
          look,
        ),
  );
  return steps.some(({ action }) => action === "leave-out") ? 1 : 0;
};

function isHost(text: string): boolean {
  return hostNames.some((name) => name === text);
}

/**
 * The files to import from. Files in the workspace are read only if they are named, because an
 * import turns their entries into the user's own settings.
 */
function sourcesOf(
  parsed: ParsedArguments,
  known: readonly ServerFile[],
  cwd: string,
): readonly Source[] {
  const [given, extra] = parsed.positionals;
  if (extra !== undefined)
    throw usageError(phrase("Give one file or one host: toolwright mcp import vscode"));
  if (given === undefined) return known.filter(({ isOwn }) => isOwn);
  if (isHost(given)) return known.filter(({ host, isOwn }) => isOwn && host === given);
  const path = resolve(cwd, given);
  if (!existsSync(path)) {
    throw usageError(
      phrase("'{given}' is neither a file nor a host. Hosts: {hostNames}.", {
        given,
        hostNames: hostNames.join(", "),
      }),
    );
  }
  return [known.find((file) => file.path === path) ?? { host: null, path, isOwn: true }];
}

function serversOf({ path, host, key }: Source, places: Places): readonly HostServerEntry[] | null {
  const read = readSettingsFile(path, maxBytes);
  if (read === null) return null;
  const found = serversIn(read.text, { path, key, folder: realRoot(places.workspace) });
  return found?.map((server) => ({ ...server, path, host })) ?? null;
}

function projectFiles(given: string | undefined, known: readonly ServerFile[]): readonly string[] {
  return known
    .filter(({ host, isOwn, path }) => !isOwn && (given ?? host) === host && existsSync(path))
    .map(({ path }) => path);
}

function withoutEntry({ entry: _entry, ...step }: ImportStep): object {
  return step;
}

const actionTexts: Readonly<
  Record<ImportStep["action"], { readonly name: Phrase; readonly style: Style }>
> = {
  add: { name: phrase("add"), style: "good" },
  replace: { name: phrase("replace"), style: "warning" },
  known: { name: phrase("unchanged"), style: "dim" },
  "leave-out": { name: phrase("leave out"), style: "bad" },
};

function stepLines(
  steps: readonly ImportStep[],
  table: (rows: readonly Line[]) => readonly Line[],
  { say, translate }: Language,
): readonly Line[] {
  const rows = table(
    steps.map(({ name, action, server, from }) => [
      span(say(actionTexts[action].name), actionTexts[action].style),
      span(name),
      span(server, "dim"),
      span(from, "dim"),
    ]),
  );
  return steps.flatMap(({ reason, notes }, index) => [
    rows[index] ?? [],
    ...(reason === undefined ? [] : [line(span(`    ${translate(reason)}`, "warning"))]),
    ...notes.map((note) =>
      line(span(`    ${say(phrase("note: {note}", { note: recorded(note) }))}`, "dim")),
    ),
  ]);
}

function summary(steps: readonly ImportStep[], path: string, isDryRun: boolean): Phrase {
  const count = steps.filter(({ action }) => action === "add" || action === "replace").length;
  if (steps.length === 0) {
    return phrase("No MCP servers of other hosts were found.");
  }
  const servers = counted("{count} server", "{count} servers", { count });
  return isDryRun
    ? phrase("Would write {servers} to {path}. Nothing was changed.", { servers, path })
    : phrase("Wrote {servers} to {path}.", { servers, path });
}
