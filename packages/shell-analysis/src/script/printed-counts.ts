import type { ParsedScript, PipelineNode, Word, WordPart } from "../parser/syntax.ts";
import type { ShellState } from "./shell-state.ts";

/** A script's only command or pipeline; null when there are more or it runs in the background. */
export function onlyNode(script: ParsedScript): PipelineNode | null {
  const [statement] = script.commands;
  if (script.commands.length !== 1 || statement?.background === true) return null;
  const command = statement?.command;
  return command === undefined || command.type === "AndOr" ? null : command;
}

/** A word's only part, without its quotes; undefined when there are more. */
export function onlyPart({ parts = [] }: Word): WordPart | undefined {
  const [part] = parts;
  if (parts.length !== 1) return undefined;
  return part?.type === "DoubleQuoted" && part.parts.length === 1 ? part.parts[0] : part;
}

/**
 * Whether a substitution prints digits or, when something fails, nothing: `$(… | wc -l)`,
 * `$(wc -c < a)`, `$(date +%s)`, `$(… | grep -c x)`.
 */
export function isCountPrinted(
  script: ParsedScript | undefined,
  { state }: { readonly state: ShellState },
): boolean {
  if (script === undefined) return false;
  const node = onlyNode(script);
  const isPiped = node?.type === "Pipeline" && node.commands.length > 1;
  const last = isPiped ? node.commands.at(-1) : node;
  if (isPiped && (node.operators.at(-1) !== "|" || node.prefixes.length > 0)) return false;
  if (last?.type !== "Command" || last.prefix.length > 0) return false;
  const name = last.name?.text ?? "";
  if (state.function(name) !== undefined) return false;
  const words: string[] = [];
  for (const part of last.suffix) {
    if (part.type === "Word") {
      if (!/^(?:[\w+%-]+|'[^']*')$/.test(part.text)) return false;
      words.push(part.text);
    } else if (part.type !== "Redirect" || part.descriptor !== undefined || part.operator !== "<") {
      return false;
    }
  }
  const [first, ...rest] = words;
  switch (name) {
    case "wc":
      return rest.length === 0 && /^-[lwcm]$/.test(first ?? "");
    case "grep":
      return first === "-c" && rest.length === 1 && !rest.some((word) => /^'?-/.test(word));
    case "date":
      return rest.length === 0 && first === "+%s";
    case "nproc":
      return words.length === 0;
    default:
      return false;
  }
}

/** Whether a word is a substitution that prints a count, quoted or not. */
export function isCountWord(word: Word, context: { readonly state: ShellState }): boolean {
  const inner = onlyPart(word);
  return inner?.type === "CommandExpansion" && isCountPrinted(inner.script, context);
}
