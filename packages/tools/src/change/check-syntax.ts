import { jsonFaultAt } from "./json-fault.ts";

/** Longer texts aren't looked at: parsing them would hold up everything else. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

const MAX_SHOWN_CHARACTERS = 60;

/** One grammar: where a text stops following it, as an offset; null when it follows it. */
type FindFault = (text: string) => number | null;

/** By the ending of the file's name. */
const grammars: Readonly<Record<string, { readonly name: string; readonly findFault: FindFault }>> =
  {
    ".json": { name: "JSON", findFault: jsonFaultAt },
    ".webmanifest": { name: "JSON", findFault: jsonFaultAt },
    ".geojson": { name: "JSON", findFault: jsonFaultAt },
  };

/**
 * What keeps a text from being of the language that the file's name promises: `line 3: not JSON
 * from '}' on`; null when nothing does, and for languages that aren't known here.
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
    : `line ${line}: not ${grammar.name} from '${rest}' on`;
}

/** A sentence for the result of a change that broke a file; empty for any other change. */
export function syntaxNote(path: string, before: string, after: string): string {
  const fault = syntaxFault(path, after);
  if (fault === null || syntaxFault(path, before) !== null) return "";
  return ` Note: the file parsed before this change and doesn't now: ${fault}.`;
}
