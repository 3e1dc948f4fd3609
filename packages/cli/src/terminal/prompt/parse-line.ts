import { phrase } from "../../language/phrase.ts";
import { nearestNames, messageOf, type Phrase } from "@toolwright/core/internal";
import { inputFromPairs } from "../../input/key-value-input.ts";
import { CommandError } from "../../errors.ts";
import { fieldsForWords, isJsonPair, keyOf, nextField } from "../../input/keyed-words.ts";
import type { ToolSignature } from "../../input/tool-signature.ts";
import { splitWords, unquote, type Word } from "./words.ts";

/** The meaning of a typed line. */
export type ParsedLine =
  | { readonly type: "empty" }
  /** A message to the agent. */
  | { readonly type: "message"; readonly text: string }
  | { readonly type: "command"; readonly name: string; readonly argument: string }
  | { readonly type: "call"; readonly tool: string; readonly input: unknown }
  /** The person's own shell command: `!git status`, or `!!vim` in a terminal of its own. */
  | {
      readonly type: "own-command";
      readonly commandLine: string;
      readonly isInTerminal: boolean;
    }
  /** An invalid line; the message says what to type instead. */
  | { readonly type: "problem"; readonly message: Phrase };

export interface KnownNames {
  readonly tools: readonly ToolSignature[];
  /** Names without the slash. */
  readonly commands: readonly string[];
  /** Whether a line without a sign before it goes to an agent. */
  readonly hasAgent: boolean;
}

/**
 * Reads a typed line. It is a command (`/help`, or just `exit` if no tool has that name), or a call
 * such as `tool key=value …`, `tool word …` or `tool {json}`, with or without a slash. With an agent, a line
 * without a slash or `!` is a message to it, and so is one that begins with a path.
 *
 * A word without a key goes to the first required field that has no value yet, otherwise to the first
 * field. The last such field takes the rest as typed, so that a command needs no quotes. For an unknown
 * name, the message suggests the nearest names and `!`, as it may be mistyped or meant for a shell.
 */
export function parseLine(text: string, names: KnownNames): ParsedLine {
  const first = splitWords(text)[0];
  if (first === undefined) return { type: "empty" };
  if (first.raw.startsWith("!")) return parseOwnCommand(text.trim());
  const hasSlash = first.raw.startsWith("/");
  if (names.hasAgent && isMessage(first.raw, text)) return { type: "message", text: text.trim() };
  const name = hasSlash ? first.raw.slice(1) : first.raw;
  const rest = text.slice(first.end).trim();
  // With a slash a command counts before a tool, so that no tool can take its place.
  if (hasSlash && names.commands.includes(name)) return { type: "command", name, argument: rest };
  const tool = names.tools.find((signature) => signature.name === name);
  if (tool === undefined && rest === "" && names.commands.includes(name)) {
    return { type: "command", name, argument: rest };
  }
  if (tool === undefined && hasSlash) {
    const known = names.commands.map((command) => `/${command}`).join(", ");
    return {
      type: "problem",
      message: phrase("There is no command or tool '/{name}'. Known commands: {known}.", {
        name,
        known,
      }),
    };
  }
  return tool === undefined ? unknownName(text.trim(), name, names) : parseCall(name, rest, tool);
}

function parseOwnCommand(text: string): ParsedLine {
  const isInTerminal = text.startsWith("!!");
  const commandLine = text.slice(isInTerminal ? 2 : 1).trim();
  if (commandLine !== "") return { type: "own-command", commandLine, isInTerminal };
  return problem(phrase("Type a shell command after the '!', as in !git status."));
}

function unknownName(line: string, name: string, { tools }: KnownNames): ParsedLine {
  const near = nearestNames(
    name,
    tools.map((tool) => tool.name),
  );
  const given = { name: excerpt(name), command: `!${excerpt(line)}` };
  return problem(
    near.length === 0
      ? phrase("There is no tool '{name}'. To run it as a shell command: {command}", given)
      : phrase(
          "There is no tool '{name}'. Did you mean {near}? To run it as a shell command: {command}",
          { ...given, near },
        ),
  );
}

/** Reads the text after a tool's name. The input of an unknown tool is empty. */
export function parseCall(name: string, rest: string, tool: ToolSignature | undefined): ParsedLine {
  if (rest.startsWith("{")) return parseJsonInput(name, rest);
  if (tool === undefined) return { type: "call", tool: name, input: {} };
  const words = splitWords(rest);
  const unclosed = words.find((word) => !isJsonPair(word.raw) && unquote(word.raw).open !== null);
  if (unclosed !== undefined) {
    const { open } = unquote(unclosed.raw);
    return problem(
      phrase(
        "The quote {quote} in '{word}' isn't closed. Close it, or put a backslash before it.",
        {
          quote: String(open),
          word: excerpt(unclosed.raw),
        },
      ),
    );
  }
  try {
    const pairs = pairsOf(words, rest, tool);
    return { type: "call", tool: name, input: inputFromPairs(pairs, tool.schema) };
  } catch (thrown) {
    if (!CommandError.isInstance(thrown)) throw thrown;
    return problem(thrown.phrase);
  }
}

/** Only these words alone are commands to somebody who talks to an agent. */
const farewells = new Set(["exit", "quit"]);

function isMessage(first: string, text: string): boolean {
  if (first.startsWith("/")) return first.indexOf("/", 1) !== -1;
  return !farewells.has(text.trim());
}

function parseJsonInput(tool: string, json: string): ParsedLine {
  try {
    return { type: "call", tool, input: JSON.parse(json) as unknown };
  } catch (thrown) {
    return problem(
      phrase("The text after '{tool}' begins with a brace but is invalid JSON: {reason}.", {
        tool,
        reason: messageOf(thrown),
      }),
    );
  }
}

/** Each word as `key=value` or `key:=json`, unquoted, with missing keys filled in. */
function pairsOf(words: readonly Word[], rest: string, tool: ToolSignature): readonly string[] {
  const pairs: string[] = [];
  const given = new Set<string>();
  const open = fieldsForWords(tool.fields);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word;
    const key = keyOf(word.raw);
    if (key !== null) {
      given.add(key);
      pairs.push(isJsonPair(word.raw) ? word.raw : unquote(word.raw).value);
      continue;
    }
    const field = nextField(open, given);
    if (field === undefined) {
      pairs.push(unquote(word.raw).value);
      continue;
    }
    given.add(field.name);
    const isLast = nextField(open, given) === undefined;
    const last = isLast ? lastWordWithoutKey(words, index, tool) : index;
    const value =
      last === index ? unquote(word.raw).value : rest.slice(word.start, (words[last] as Word).end);
    pairs.push(`${field.name}=${value}`);
    index = last;
  }
  return pairs;
}

function lastWordWithoutKey(words: readonly Word[], start: number, tool: ToolSignature): number {
  let last = start;
  while (last + 1 < words.length && !isOwnKey(words[last + 1] as Word, tool)) last++;
  return last;
}

/**
 * Whether a word begins with one of the tool's own keys. Inside an unquoted text other keys don't count
 * (`FOO=1` in a command).
 */
function isOwnKey({ raw }: Word, tool: ToolSignature): boolean {
  const key = keyOf(raw);
  return key !== null && tool.fields.some(({ name }) => name === key);
}

function problem(message: Phrase): ParsedLine {
  return { type: "problem", message };
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
