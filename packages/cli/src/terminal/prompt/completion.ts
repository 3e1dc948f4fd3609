import { type Language, type Phrase, verbatim } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import { fuzzyFilter } from "@earendil-works/pi-tui";
import type { Field, ToolSignature } from "../../input/tool-signature.ts";
import { quote, splitWords, unquote, type Word } from "./words.ts";

/** One completion. */
export interface Candidate {
  /** Replaces the text between `start` and the cursor. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  /** Whether the word continues (`path=`, a folder), so that no blank follows. */
  readonly isOpen: boolean;
}

/** A lookup of workspace paths for the word at the cursor. */
export interface PathQuery {
  /** As typed, without quotes. */
  readonly value: string;
  /** The text before the path in the same word, as `path=`. */
  readonly before: string;
}

export interface Completion {
  /** The start of the replaced text. */
  readonly start: number;
  readonly candidates: readonly Candidate[];
  readonly paths: PathQuery | null;
}

export interface CommandSignature {
  readonly name: string;
  readonly summary: string;
  /** The kind of its argument; `call` is a tool's call. */
  readonly argument: "none" | "tool" | "mode" | "call";
}

export interface Completable {
  readonly tools: readonly ToolSignature[];
  readonly commands: readonly CommandSignature[];
  readonly modes: readonly string[];
  /** Whether a line without a sign before it goes to an agent, in which `@` begins a path. */
  readonly hasAgent: boolean;
  readonly language: Language;
}

const nothing = (start: number): Completion => ({ start, candidates: [], paths: null });

/** Completes the word before the cursor and ignores the text after it. */
export function completionAt(text: string, cursor: number, known: Completable): Completion {
  const typed = text.slice(0, cursor);
  const words = splitWords(typed);
  const isNewWord = words.length === 0 || (words.at(-1) as Word).end < cursor;
  const first = words[0];
  if (first?.raw.startsWith("!") === true) return ownCommandCompletion(words, isNewWord, cursor);
  if (known.hasAgent && first?.raw.startsWith("/") !== true) return mentionCompletion(typed);
  if (first === undefined || (words.length === 1 && !isNewWord)) {
    return {
      start: first?.start ?? cursor,
      candidates: nameCandidates(first?.raw ?? "", known),
      paths: null,
    };
  }
  const current: Word = isNewWord
    ? { raw: "", start: cursor, end: cursor }
    : (words.at(-1) as Word);
  const before = words.slice(1, isNewWord ? undefined : -1);
  const name = first.raw.replace(/^\//, "");
  const tool = known.tools.find((signature) => signature.name === name);
  if (tool !== undefined) return argumentCompletion(tool, before, current, known.language);
  const command = known.commands.find((candidate) => candidate.name === name);
  return command === undefined
    ? nothing(cursor)
    : commandCompletion(command, before, current, known);
}

/** A path after an `@` in a message. */
function mentionCompletion(typed: string): Completion {
  const [, mention] = /(?:^|\s)@([^\s"]*|"[^"]*)$/.exec(typed) ?? [];
  if (mention === undefined) return nothing(typed.length);
  const start = typed.length - mention.length - 1;
  return { start, candidates: [], paths: { value: mention.replace(/^"/, ""), before: "@" } };
}

/** After a program's name any word may be a path. */
function ownCommandCompletion(
  words: readonly Word[],
  isNewWord: boolean,
  cursor: number,
): Completion {
  const last = words.at(-1);
  if (isNewWord || last === undefined || words.length === 1) return nothing(cursor);
  const { value } = unquote(last.raw);
  return { start: last.start, candidates: [], paths: { value, before: "" } };
}

/** A candidate for a path, quoted if needed. */
export function pathCandidate(path: string, { before }: PathQuery): Candidate {
  const isFolder = path.endsWith("/");
  const quoted = quote(path);
  // A folder's quote stays open, as a name in it follows.
  const text = isFolder && quoted !== path ? quoted.slice(0, -1) : quoted;
  const label = path.slice(path.lastIndexOf("/", path.length - 2) + 1);
  return { text: before + text, label, detail: "", isOpen: isFolder };
}

interface Named {
  readonly name: string;
  readonly summary: string;
}

function nameCandidates(typed: string, { tools, commands }: Completable): Candidate[] {
  const slash = typed.startsWith("/") ? "/" : "";
  const query = typed.slice(slash.length);
  const named = (all: readonly Named[]): readonly Named[] =>
    fuzzyFilter([...all], query, ({ name }) => name);
  // Commands begin with a slash, and come first. Without one only tools are offered.
  return [...(slash === "" ? [] : named(commands)), ...named(tools)].map(({ name, summary }) => ({
    text: slash + name,
    label: slash + name,
    detail: summary,
    isOpen: false,
  }));
}

function commandCompletion(
  { argument }: CommandSignature,
  before: readonly Word[],
  current: Word,
  known: Completable,
): Completion {
  const [toolName] = before;
  if (toolName !== undefined) {
    const tool = known.tools.find(({ name }) => name === toolName.raw);
    return argument === "call" && tool !== undefined
      ? argumentCompletion(tool, before.slice(1), current, known.language)
      : nothing(current.start);
  }
  const named: readonly Named[] =
    argument === "none"
      ? []
      : argument === "mode"
        ? known.modes.map((name) => ({ name, summary: "" }))
        : known.tools;
  const candidates = fuzzyFilter([...named], current.raw, ({ name }) => name).map(
    ({ name, summary }) => ({ text: name, label: name, detail: summary, isOpen: false }),
  );
  return { start: current.start, candidates, paths: null };
}

function argumentCompletion(
  tool: ToolSignature,
  before: readonly Word[],
  current: Word,
  { say }: Language,
): Completion {
  const { start } = current;
  if (before[0]?.raw.startsWith("{") === true || current.raw.startsWith("{")) return nothing(start);
  const pair = /^([A-Za-z_][\w.-]*)=([\s\S]*)$/.exec(current.raw);
  const field = tool.fields.find(({ name }) => name === pair?.[1]);
  if (field !== undefined) return valueCompletion(field, pair?.[2] ?? "", `${field.name}=`, start);
  const given = new Set(before.map(({ raw }) => /^([\w.-]+):?=/.exec(raw)?.[1]));
  const open = tool.fields.filter(({ name, types }) => !given.has(name) || types.includes("array"));
  const names = open
    .filter(({ name }) => name.toLowerCase().startsWith(current.raw.toLowerCase()))
    .map((each) => argumentCandidate(each, say(requiredField(each))));
  const wordField = current.raw === "" ? undefined : fieldForWord(tool, before);
  if (wordField === undefined) return { start, candidates: names, paths: null };
  const values = valueCompletion(wordField, current.raw, "", start);
  return { start, candidates: [...names, ...values.candidates], paths: values.paths };
}

function requiredField({ description, isRequired }: Field): Phrase {
  return isRequired ? phrase("(required) {description}", { description }) : verbatim(description);
}

function argumentCandidate({ name }: Field, detail: string): Candidate {
  const text = `${name}=`;
  return {
    text,
    label: text,
    detail,
    isOpen: true,
  };
}

/** The field for a word without a key, if there is one left. */
function fieldForWord(tool: ToolSignature, before: readonly Word[]): Field | undefined {
  const given = new Set(before.map(({ raw }) => /^([\w.-]+):?=/.exec(raw)?.[1]));
  const words = before.filter(({ raw }) => !/^[\w.-]+:?=/.test(raw)).length;
  const required = tool.fields.filter(({ isRequired }) => isRequired);
  const fields = required.length > 0 ? required : tool.fields.slice(0, 1);
  return fields.filter(({ name }) => !given.has(name))[words];
}

function valueCompletion(field: Field, raw: string, before: string, start: number): Completion {
  const { value } = unquote(raw);
  const candidates = field.choices
    .filter((choice) => choice.toLowerCase().startsWith(value.toLowerCase()))
    .map((choice) => ({ text: before + quote(choice), label: choice, detail: "", isOpen: false }));
  return { start, candidates, paths: field.isPath ? { value, before } : null };
}
