import type { Effect } from "@toolwright/core";
import type { Message } from "../model/message.ts";
import type { InstructionFile } from "./instructions.ts";

/** Finds the instruction files that apply to real paths below the working folder's own ones, outer ones first. */
export type FindInstructions = (
  realPaths: readonly string[],
) => Promise<readonly InstructionFile[]>;

/** Of all nested files that one agent is told. */
const maxCharacters = 131_072;

/**
 * The instructions of nested folders, for one conversation: each file is told once, before the step after the agent has
 * touched something below it, and again when a compaction has removed it.
 */
export class NestedInstructions {
  readonly #find: FindInstructions;
  readonly #redact: (text: string) => string;
  /** The files in force, by path. */
  readonly #files = new Map<string, InstructionFile>();
  /** The paths of the files that the conversation contains. */
  readonly #told = new Set<string>();
  #known: { readonly count: number; readonly last: Message | undefined } = {
    count: 0,
    last: undefined,
  };
  #size = 0;

  constructor(find: FindInstructions, redact: (text: string) => string) {
    this.#find = find;
    this.#redact = redact;
  }

  /** The files that the model must be told before its next step. */
  async news(messages: readonly Message[]): Promise<readonly InstructionFile[]> {
    const fresh = this.#freshOf(messages);
    for (const file of fresh.flatMap(toldIn)) {
      this.#told.add(file.path);
      // Of a conversation that was resumed.
      if (!this.#files.has(file.path)) this.#files.set(file.path, file);
    }
    const touched = [...new Set(fresh.flatMap(touchedBy))];
    const found = touched.length === 0 ? [] : await this.#find(touched).catch(() => []);
    for (const file of found) this.#add(file);
    const news = [...this.#files.values()].filter(({ path }) => !this.#told.has(path));
    for (const { path } of news) this.#told.add(path);
    return news;
  }

  #add({ path, text }: InstructionFile): void {
    if (this.#files.has(path)) return;
    this.#size += text.length;
    const isTooMuch = this.#size > maxCharacters;
    const told = isTooMuch ? "[Left out: there are too many instructions. Read the file.]" : text;
    this.#files.set(path, { path, text: this.#redact(told) });
  }

  /** The messages since the last time; all of them when the conversation was replaced. */
  #freshOf(messages: readonly Message[]): readonly Message[] {
    const { count, last } = this.#known;
    const goesOn = messages.length >= count && messages[count - 1] === last;
    if (!goesOn) this.#told.clear();
    this.#known = { count: messages.length, last: messages.at(-1) };
    return goesOn ? messages.slice(count) : messages;
  }
}

const marker = /^Instructions for the files below .+, from (.+):\n\n/u;

/** What the model is told of a file. It says where the words come from. */
export function nestedInstructionText({ path, text }: InstructionFile): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return `Instructions for the files below ${folder}, from ${path}:\n\n${text.trim()}`;
}

function toldIn(message: Message): readonly InstructionFile[] {
  if (message.role !== "user") return [];
  return message.content.flatMap((part) => {
    if (part.type !== "text" || part.isFromAgent !== true) return [];
    const [head = "", path] = marker.exec(part.text) ?? [];
    return path === undefined ? [] : [{ path, text: part.text.slice(head.length) }];
  });
}

/** The real paths that calls have read or changed; a refused one has not. */
function touchedBy(message: Message): readonly string[] {
  if (message.role !== "tool") return [];
  return message.results.flatMap(({ outcome: { status, effects } }) =>
    status === "refused" ? [] : effects.flatMap(pathIn),
  );
}

function pathIn(effect: Effect): readonly string[] {
  return "realPath" in effect && typeof effect.realPath === "string" ? [effect.realPath] : [];
}
