import { jsonFaultAt } from "./json-fault.ts";

/** Longer texts are not checked, because parsing them would block everything else. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

const MAX_SHOWN_CHARACTERS = 60;

/** Returns the offset at which a text breaks the grammar; null for a valid text. */
type FindFault = (text: string) => number | null;

/** By the ending of the file's name. */
const grammars: Readonly<Record<string, { readonly name: string; readonly findFault: FindFault }>> =
  {
    ".json": { name: "JSON", findFault: jsonFaultAt },
    ".webmanifest": { name: "JSON", findFault: jsonFaultAt },
    ".geojson": { name: "JSON", findFault: jsonFaultAt },
  };

/**
 * The first syntax error of a text in the language of the file's name, such as `line 3: invalid JSON
 * at '}'`; null for a valid text and for unknown languages.
 */
export function syntaxFault(path: string, text: string): string | null {
  const ending = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
  const grammar = grammars[ending];
  if (grammar === undefined || text.length > MAX_CHARACTERS) return null;
  const at = grammar.findFault(text);
  if (at === null) return null;
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const rest = text.slice(at, at + MAX_SHOWN_CHARACTERS).split(/[\r\n]/, 1)[0] ?? "";
  return rest === ""
    ? `line ${line}: the ${grammar.name} ends too early`
    : `line ${line}: invalid ${grammar.name} at '${rest}'`;
}

/** A sentence for the result of a change that broke the file's syntax; empty for any other change. */
export function syntaxNote(path: string, before: string, after: string): string {
  const fault = syntaxFault(path, after);
  if (fault === null || syntaxFault(path, before) !== null) return "";
  return ` Note: the file was valid before this change and no longer is: ${fault}.`;
}
