import type { ToolContext } from "@toolwright/core";
import { cutLine } from "../text/cut-line.ts";
import type { FoundLine, SearchMessage } from "./search-message.ts";

/** Longer lines are cut around the match. */
export const MAX_MATCH_CHARACTERS = 500;

/** Of all lines together, in characters: what is kept before a page is chosen of it. */
const MAX_KEPT_CHARACTERS = 4_000_000;

export interface MatchedFile {
  /** As to be shown. */
  readonly path: string;
  /** In order; context only around matches. */
  readonly lines: readonly MatchedLine[];
  /** Bytes before the binary data at which the search of the file ended; null in a text file. */
  readonly binaryOffset: number | null;
}

export interface MatchedLine {
  /** 1-based. */
  readonly lineNumber: number;
  readonly text: string;
  /** False for context. */
  readonly isMatch: boolean;
  readonly isCut: boolean;
  /** Where the text (of a cut line what is left of it) begins in the file, in bytes, if it is known. */
  readonly offset: number | null;
}

export interface MatchCollectorOptions {
  /** How many matching lines to pass over first. */
  readonly passOver: number;
  /** How many matching lines to keep at most. */
  readonly keep: number;
  /** Of one file; what goes beyond is no reason to stop. */
  readonly perFile: number;
  /** The path to show, or null to leave the file out. */
  readonly fileOf: (name: string) => Promise<string | null>;
  readonly secretAround: ToolContext["secretAround"];
}

export interface MatchCollector {
  /** False once there is enough. */
  take(messages: readonly SearchMessage[]): Promise<boolean>;
  readonly files: readonly MatchedFile[];
  /** Kept matching lines. */
  readonly matchCount: number;
  /** There is at least one more matching line than was passed over and kept. */
  readonly hasMore: boolean;
  /** Files that had at least `perFile` matching lines, and may have had more. */
  readonly fullFiles: number;
  /** Null until ripgrep came to its end. */
  readonly filesSearched: number | null;
}

/** Puts together what one run found, and tells when it is enough. */
export function createMatchCollector(options: MatchCollectorOptions): MatchCollector {
  return new Collector(options);
}

type OpenFile = { path: string; lines: MatchedLine[]; binaryOffset: number | null };

class Collector implements MatchCollector {
  readonly files: OpenFile[] = [];
  matchCount = 0;
  hasMore = false;
  fullFiles = 0;
  filesSearched: number | null = null;
  readonly #options: MatchCollectorOptions;
  #passedOver = 0;
  #characters = 0;
  #file: OpenFile | null = null;
  #matchesInFile = 0;

  constructor(options: MatchCollectorOptions) {
    this.#options = options;
  }

  async take(messages: readonly SearchMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (message.type === "begin") await this.#begin(message.path);
      else if (message.type === "end") this.#end(message.binaryOffset);
      else if (message.type === "summary") this.filesSearched = message.filesSearched;
      else if (this.#file !== null && !this.#takeLines(this.#file, message)) return false;
    }
    return true;
  }

  async #begin(name: string | null): Promise<void> {
    const path = name === null ? null : await this.#options.fileOf(name);
    this.#file = path === null ? null : { path, lines: [], binaryOffset: null };
    this.#matchesInFile = 0;
  }

  #end(binaryOffset: number | null): void {
    if (this.#file !== null) this.#file.binaryOffset = binaryOffset;
    this.#file = null;
  }

  /** A match over several lines comes in one piece. */
  #takeLines(file: OpenFile, found: FoundLine): boolean {
    if (!found.text.includes("\n")) return this.#takeLine(file, found);
    const texts = found.text.split(/\r?\n/);
    return texts.every((text, index) => {
      // Only the last line may have been too long to keep.
      const length = index === texts.length - 1 && found.length === null ? null : text.length;
      const matchStart = index === 0 ? found.matchStart : 0;
      const lineNumber = found.lineNumber + index;
      const offset = index === 0 ? found.offset : null;
      const { type } = found;
      return this.#takeLine(file, { type, lineNumber, text, length, offset, matchStart });
    });
  }

  #takeLine(file: OpenFile, line: FoundLine): boolean {
    const isMatch = line.type === "match";
    if (isMatch) {
      const isPassedOver = this.#passedOver < this.#options.passOver;
      if (!isPassedOver && this.#isFull()) {
        this.hasMore = true;
        return false;
      }
      if (++this.#matchesInFile === this.#options.perFile) this.fullFiles++;
      if (isPassedOver) {
        this.#passedOver++;
        file.lines.length = 0;
        return true;
      }
      if (this.files.at(-1) !== file) this.files.push(file);
      this.matchCount++;
    }
    const { text, isCut, from } = cutLine(line.text, MAX_MATCH_CHARACTERS, {
      around: line.matchStart,
      length: line.length,
      secretAround: this.#options.secretAround,
    });
    this.#characters += text.length;
    const { lineNumber } = line;
    const offset =
      line.offset === null || from === 0
        ? line.offset
        : line.offset + Buffer.byteLength(line.text.slice(0, from));
    file.lines.push({ lineNumber, text, isMatch, isCut, offset });
    return true;
  }

  #isFull(): boolean {
    return this.matchCount >= this.#options.keep || this.#characters > MAX_KEPT_CHARACTERS;
  }
}
