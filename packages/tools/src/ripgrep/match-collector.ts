import type { ToolContext } from "@toolwright/core";
import { cutLine } from "../text/cut-line.ts";
import type { FoundLine, SearchMessage } from "./search-message.ts";

/** Longer lines are cut around the match. */
export const MAX_MATCH_CHARACTERS = 500;

/** The limit for all kept lines together, before a page is chosen from them. */
const MAX_KEPT_CHARACTERS = 4_000_000;

export interface MatchedFile {
  /** For display. */
  readonly path: string;
  /** Sorted; context only around matches. */
  readonly lines: readonly MatchedLine[];
  /** The offset of the binary data at which the search of the file ended; null in a text file. */
  readonly binaryOffset: number | null;
}

export interface MatchedLine {
  /** 1-based. */
  readonly lineNumber: number;
  readonly text: string;
  /** False for context. */
  readonly isMatch: boolean;
  readonly isCut: boolean;
  /** The offset of the text (of a cut line, the kept part) in the file, in bytes; null if unknown. */
  readonly offset: number | null;
}

export interface MatchCollectorOptions {
  /** The number of matching lines to skip. */
  readonly passOver: number;
  /** The maximum number of matching lines to keep. */
  readonly keep: number;
  /** The maximum for one file; a file with more does not stop the search. */
  readonly perFile: number;
  /** The path to show, or null to skip the file. */
  readonly fileOf: (name: string) => Promise<string | null>;
  readonly secretAround: ToolContext["secretAround"];
}

export interface MatchCollector {
  /** False once there is enough. */
  take(messages: readonly SearchMessage[]): Promise<boolean>;
  readonly files: readonly MatchedFile[];
  /** The number of kept matching lines. */
  readonly matchCount: number;
  /** Whether more matching lines follow the kept ones. */
  readonly hasMore: boolean;
  /** The number of files with at least `perFile` matching lines, which may have more. */
  readonly fullFiles: number;
  /** Null until ripgrep has ended. */
  readonly filesSearched: number | null;
}

/** Collects the matches of one run, and says when there are enough. */
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

  /** A match over several lines arrives as one message. */
  #takeLines(file: OpenFile, found: FoundLine): boolean {
    if (!found.text.includes("\n")) return this.#takeLine(file, found);
    const texts = found.text.split(/\r?\n/);
    return texts.every((text, index) => {
      // Only the last line can be too long to keep.
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
