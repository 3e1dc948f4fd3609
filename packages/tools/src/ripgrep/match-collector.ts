import { cutLine } from "../text-window/cut-line.ts";
import type { FoundLine, SearchMessage } from "./search-message.ts";

/** Longer lines are cut around the match. */
export const MAX_MATCH_CHARACTERS = 500;

/** All lines together, in bytes of UTF-8. */
export const MAX_MATCHES_BYTES = 60_000;

export interface MatchedFile {
  /** As to be shown. */
  readonly path: string;
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
}

export interface MatchCollectorOptions {
  /** How many matching lines to pass over first. */
  readonly offset: number;
  /** How many matching lines to keep at most. */
  readonly limit: number;
  /** Lines before and after each match. */
  readonly context: number;
  /** The path to show, or null to leave the file out. */
  readonly fileOf: (name: string) => Promise<string | null>;
}

export interface MatchCollector {
  /** False once there is enough. */
  take(messages: readonly SearchMessage[]): Promise<boolean>;
  readonly files: readonly MatchedFile[];
  /** Kept matching lines. */
  readonly matchCount: number;
  /** There is at least one more matching line than was passed over and kept. */
  readonly hasMore: boolean;
  /** Null until ripgrep came to its end. */
  readonly filesSearched: number | null;
}

/** Puts together what is to be shown of the messages of one run, and tells when it is enough. */
export function createMatchCollector(options: MatchCollectorOptions): MatchCollector {
  return new Collector(options);
}

type OpenFile = { path: string; lines: MatchedLine[]; binaryOffset: number | null };

class Collector implements MatchCollector {
  readonly files: OpenFile[] = [];
  matchCount = 0;
  hasMore = false;
  filesSearched: number | null = null;
  readonly #options: MatchCollectorOptions;
  #passedOver = 0;
  #bytes = 0;
  #file: OpenFile | null = null;
  /** Context that belongs to the next match, if that one is kept. */
  #before: FoundLine[] = [];
  #lastMatchLine = Number.NEGATIVE_INFINITY;

  constructor(options: MatchCollectorOptions) {
    this.#options = options;
  }

  async take(messages: readonly SearchMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (message.type === "begin") await this.#begin(message.path);
      else if (message.type === "end") this.#end(message.binaryOffset);
      else if (message.type === "summary") this.filesSearched = message.filesSearched;
      else if (this.#file !== null && !this.#takeLine(this.#file, message)) return false;
    }
    return true;
  }

  async #begin(name: string | null): Promise<void> {
    const path = name === null ? null : await this.#options.fileOf(name);
    this.#file = path === null ? null : { path, lines: [], binaryOffset: null };
    this.#before = [];
    this.#lastMatchLine = Number.NEGATIVE_INFINITY;
  }

  #end(binaryOffset: number | null): void {
    if (this.#file !== null) this.#file.binaryOffset = binaryOffset;
    this.#file = null;
  }

  #takeLine(file: OpenFile, line: FoundLine): boolean {
    if (line.type === "context") {
      if (line.lineNumber <= this.#lastMatchLine + this.#options.context) this.#keep(file, line);
      else this.#before.push(line);
      return true;
    }
    if (this.#passedOver < this.#options.offset) {
      this.#passedOver++;
      this.#before = [];
      return true;
    }
    if (this.matchCount >= this.#options.limit || this.#bytes > MAX_MATCHES_BYTES) {
      this.hasMore = true;
      return false;
    }
    if (file.lines.length === 0) this.files.push(file);
    for (const context of this.#before) {
      if (context.lineNumber >= line.lineNumber - this.#options.context) this.#keep(file, context);
    }
    this.#before = [];
    this.#keep(file, line);
    this.matchCount++;
    this.#lastMatchLine = line.lineNumber;
    return true;
  }

  #keep(file: OpenFile, line: FoundLine): void {
    const { text, isCut } = cutLine(line.text, MAX_MATCH_CHARACTERS, {
      around: line.matchStart,
      length: line.length,
    });
    this.#bytes += Buffer.byteLength(text);
    const isMatch = line.type === "match";
    file.lines.push({ lineNumber: line.lineNumber, text, isMatch, isCut });
  }
}
