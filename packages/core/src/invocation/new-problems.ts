import { isPathChange } from "../effects/aftermath.ts";
import type { Effect } from "../effects/effect.ts";
import { text } from "../output/content.ts";
import type { ChangeWatch, LanguageServerUse, Problem } from "../ports/language-servers.ts";
import { cutText } from "../text/cut-text.ts";
import { askPolicy } from "./ask-policy.ts";
import { serverProfile } from "./language-servers.ts";
import type { Outcome } from "./outcome.ts";
import type { Running } from "./stages.ts";
import { isReadableUnasked } from "./tool-context.ts";

/** Further problems are only counted. */
const maxShown = 10;
const maxMessageCharacters = 300;

/**
 * Rules that name a tool apply to the start of a language server under this name. An allow for the tool that
 * changes a file is none for a program of the project.
 */
const ruleName = "diagnostics";

/**
 * Takes what is needed to tell later which problems a call that changes files brought. Null if nobody could
 * tell. Never rejects.
 */
export async function watchProblems(running: Running): Promise<ChangeWatch | null> {
  const { call, effects } = running;
  const { host, languageServers } = call.session;
  try {
    if (host.diagnostics !== undefined)
      return await watchEditor(running, host.diagnostics.bind(host));
    return (await languageServers?.watch(effects, useOf(running))) ?? null;
  } catch {
    // The problems are an extra; the call must not fail for them.
    return null;
  }
}

/** Adds the problems that the call brought to its content. */
export async function withNewProblems(running: Running, outcome: Outcome): Promise<Outcome> {
  const { watch, call } = running;
  if (watch === null || call.cancellation !== null) return outcome;
  const problems = await watch.newProblems(useOf(running));
  if (problems.length === 0) return outcome;
  const shown = await Promise.all(
    problems.slice(0, maxShown).map((problem) => describe(running, problem)),
  );
  const more = problems.length - shown.length;
  const lines = ["New problems after this change:", ...shown];
  if (more > 0) lines.push(`… and ${more} more`);
  return {
    ...outcome,
    content: [...outcome.content, text(lines.join("\n"))],
    metadata: { ...outcome.metadata, newProblems: problems.length },
  };
}

async function describe({ call }: Running, problem: Problem): Promise<string> {
  const { displayPath } = await call.session.workspace.resolve(problem.path);
  const { line, severity, source } = problem;
  const message = cutText(problem.message.replaceAll(/\s*\n\s*/g, " / "), maxMessageCharacters);
  return `${displayPath}:${line}: ${severity}: ${message}${source === "" ? "" : ` [${source}]`}`;
}

/** Reads only what the policy allows without approval, and starts nothing that would need it. */
function useOf(running: Running): LanguageServerUse {
  const { session, signal } = running.call;
  const isReadable = (path: Parameters<typeof isReadableUnasked>[1]): boolean =>
    isReadableUnasked(running, path);
  return {
    signal,
    workspace: session.workspaceSession.openCall({
      permit: (operation, path) =>
        (operation === "read" || operation === "inspect") && isReadable(path),
      isReadable,
      isRevoked: () => false,
    }),
    mayStart: (command) => isAllowed(running, command),
    sandbox: () => serverProfile(running),
  };
}

/** A grant that is for a number of uses is kept for the calls it was given for. */
function isAllowed(running: Running, command: Effect): boolean {
  const { decision, proof } = askPolicy(running, [command], ruleName);
  const { grants } = running.call.session;
  const isCounted = (id: string | undefined): boolean =>
    grants.some(
      ({ id: each, usesLeft, scope }) =>
        each === id && (usesLeft !== undefined || scope === "once"),
    );
  return decision === "allow" && !proof.some(({ grant }) => isCounted(grant));
}

type EditorView = (path: string) => Promise<readonly Omit<Problem, "path" | "column" | "source">[]>;

/** The editor's view of the files that the call names. */
async function watchEditor({ effects }: Running, view: EditorView): Promise<ChangeWatch> {
  const paths = effects.filter(isPathChange).map(({ realPath, path }) => realPath ?? path);
  const look = async (path: string): Promise<readonly Problem[]> =>
    (await view(path)).map((seen) => ({ ...seen, path, column: 1, source: "" }));
  const before = await Promise.all(paths.map(look));
  return {
    async newProblems() {
      try {
        const after = await Promise.all(paths.map(look));
        return after.flatMap((now, index) => problemsBeyond(before[index] ?? [], now));
      } catch {
        return [];
      }
    },
  };
}

/**
 * The errors and warnings of a file that were not there before. Lines may have moved, so problems are the same
 * if their messages are.
 */
export function problemsBeyond(
  before: readonly Problem[],
  after: readonly Problem[],
): readonly Problem[] {
  const known = new Map<string, number>();
  const keyOf = ({ path, severity, message }: Problem): string =>
    `${path}\0${severity}\0${message}`;
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const left = known.get(keyOf(problem)) ?? 0;
    known.set(keyOf(problem), left - 1);
    return left <= 0 && problem.severity !== "information";
  });
}
