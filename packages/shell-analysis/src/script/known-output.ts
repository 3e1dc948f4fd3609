import type { Command, ParsedScript } from "../parser/syntax.ts";
import { expandWord } from "../words/expand-word.ts";
import { onlyNode } from "./printed-counts.ts";
import type { Scope } from "./scope.ts";

/**
 * The output of a substitution, without final newlines, in the few cases where it is certain:
 * `$(cat <<'EOF' …)`, with which agents write messages of several lines, `$(pwd)`, and programs that
 * only combine their words. Otherwise null.
 */
export function knownOutput(script: ParsedScript, scope: Scope): string | null {
  const command = onlyNode(script);
  if (command?.type !== "Command" || command.prefix.length > 0) return null;
  const name = command.name?.text ?? "";
  if (scope.state.function(name) !== undefined) return null;
  if (name === "pwd" && command.suffix.length === 0) {
    const { directories } = scope.state;
    return directories?.length === 1 ? (directories[0] ?? null) : null;
  }
  const print = printers.get(name);
  if (print !== undefined) {
    const texts = knownWords(command, scope);
    return texts === null ? null : print(texts);
  }
  const [only] = command.suffix;
  if (name !== "cat" || command.suffix.length !== 1 || only?.type !== "HereDoc") return null;
  const { body, closing, delimiter, operator } = only;
  if (closing === undefined || delimiter?.quoted !== true || operator !== "<<") return null;
  return body.text.includes("\0") ? null : body.text.replace(/\n+$/, "");
}

/** The words after the name; null when one is unknown or isn't a word. */
function knownWords(command: Command, scope: Scope): readonly string[] | null {
  const texts: string[] = [];
  for (const part of command.suffix) {
    if (part.type !== "Word" || /[$`<>(]/.test(part.text)) return null;
    for (const word of expandWord(part, scope)) {
      if (word.kind !== "static" || /[\\\0\n]/.test(word.text)) return null;
      texts.push(word.text);
    }
  }
  return texts;
}

type Print = (words: readonly string[]) => string | null;

/** Programs whose output the words determine. None takes options here. */
const printers: ReadonlyMap<string, Print> = new Map<string, Print>([
  ["echo", (words) => (words[0]?.startsWith("-") === true ? null : words.join(" "))],
  ["dirname", ([path, ...more]) => (more.length > 0 ? null : directoryOf(path ?? ""))],
  [
    "basename",
    ([path = "", suffix = "", ...more]) => (more.length > 0 ? null : nameOf(path, suffix)),
  ],
  ["seq", numbers],
]);

const plainPath = /^(?:\/|\.{1,2}\/)?[\w.@+-]+(?:\/[\w.@+-]+)*$/;

function directoryOf(path: string): string | null {
  if (!plainPath.test(path) || path.startsWith("-")) return null;
  const at = path.lastIndexOf("/");
  return at === -1 ? "." : at === 0 ? "/" : path.slice(0, at);
}

function nameOf(path: string, suffix: string): string | null {
  if (!plainPath.test(path) || path.startsWith("-") || suffix.startsWith("-")) return null;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return suffix !== "" && name !== suffix && name.endsWith(suffix)
    ? name.slice(0, -suffix.length)
    : name;
}

function numbers(words: readonly string[]): string | null {
  if (
    words.length < 1 ||
    words.length > 2 ||
    !words.every((word) => /^[1-9]\d{0,2}$|^0$/.test(word))
  ) {
    return null;
  }
  const [first = 1, last = first] = words.map(Number);
  const from = words.length === 1 ? 1 : first;
  if (last - from > 63) return null;
  return Array.from({ length: Math.max(last - from + 1, 0) }, (_, at) => from + at).join("\n");
}
