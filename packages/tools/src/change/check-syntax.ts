import { cutText } from "@toolwright/core/internal";
import { languageOf } from "../code/languages.ts";
import { parserThreads } from "../code/parser-threads.ts";
import type { SyntaxFault } from "../code/syntax-faults.ts";
import { jsonFaultAt } from "./json-fault.ts";

/** Longer texts are not checked, because parsing them would block everything else. */
const MAX_JSON_CHARACTERS = 2 * 1024 * 1024;

/** A text of this length takes some 40 ms to parse. */
const MAX_CODE_CHARACTERS = 256 * 1024;
const MAX_PARSE_MS = 50;
/** How long an edit waits at most, also while a grammar is loaded for the first time. */
const MAX_WAIT_MS = 1_000;

const MAX_SHOWN_CHARACTERS = 60;

/**
 * A sentence for the result of a change that broke a file's syntax; empty for any other change, for unknown
 * languages, and for texts that are too long to check at once.
 *
 * stop: ends the check without an answer.
 */
export async function syntaxNote(
  path: string,
  before: string,
  after: string,
  stop: AbortSignal = checkLimit(),
): Promise<string> {
  if (isJson(path)) return jsonNote(before, after);
  const language = languageOf(path);
  if (language === undefined || before === after) return "";
  const faultsOf = (text: string): Promise<readonly SyntaxFault[] | null> =>
    codeFaults(language.grammar, text, stop);
  const faults = await faultsOf(after);
  if (faults === null || faults.length === 0) return "";
  const earlier = await faultsOf(before);
  const [first] = added(earlier ?? faults, faults);
  if (earlier === null || first === undefined) return "";
  const text = describeFault(first);
  return earlier.length === 0
    ? ` Note: the file parsed as ${language.name} before this change and no longer does: ${text}.`
    : ` Note: the file has more syntax errors than before this change: ${text}.`;
}

/** For several checks in one call, which share the time. */
export function checkLimit(): AbortSignal {
  return AbortSignal.timeout(MAX_WAIT_MS);
}

/** Null when it can't be told. */
async function codeFaults(
  grammar: string,
  text: string,
  stop: AbortSignal,
): Promise<readonly SyntaxFault[] | null> {
  if (text.length > MAX_CODE_CHARACTERS) return null;
  const request = { grammar, text, wants: "faults", maxMs: MAX_PARSE_MS } as const;
  const parsed = await parserThreads.parse(request, stop);
  return parsed.outcome === "faults" ? parsed.faults : null;
}

/**
 * The faults that were not there before, if there are more now. A grammar may not know all of a language, so a
 * fault that was there before says nothing.
 */
function added(
  before: readonly SyntaxFault[],
  after: readonly SyntaxFault[],
): readonly SyntaxFault[] {
  if (after.length <= before.length) return [];
  const left = before.map(({ text }) => text);
  return after.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function describeFault({ line, endLine, text, isMissing }: SyntaxFault): string {
  if (isMissing) return `line ${line}: ${text} is missing`;
  if (endLine > line) return `lines ${line} to ${endLine} don't parse`;
  return `line ${line}: unexpected '${cutText(text, MAX_SHOWN_CHARACTERS)}'`;
}

function isJson(path: string): boolean {
  return /\.(?:json|webmanifest|geojson)$/i.test(path);
}

function jsonNote(before: string, after: string): string {
  const fault = jsonFault(after);
  if (fault === null || jsonFault(before) !== null) return "";
  return ` Note: the file was valid before this change and no longer is: ${fault}.`;
}

/** Such as `line 3: invalid JSON at '}'`; null for valid JSON. */
function jsonFault(text: string): string | null {
  const at = text.length > MAX_JSON_CHARACTERS ? null : jsonFaultAt(text);
  if (at === null) return null;
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const rest = text.slice(at).split(/[\r\n]/, 1)[0] ?? "";
  return rest === ""
    ? `line ${line}: the JSON ends too early`
    : `line ${line}: invalid JSON at '${cutText(rest, MAX_SHOWN_CHARACTERS)}'`;
}
