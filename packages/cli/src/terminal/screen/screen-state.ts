import type { CommandSignature, Completable } from "../prompt/completion.ts";
import { parseLine, type ParsedLine } from "../prompt/parse-line.ts";
import type { PromptState } from "../prompt/prompt-state.ts";
import type { ToolSignature } from "../../input/tool-signature.ts";
import type { OpenQuestion } from "../question/open-question.ts";
import type { Line } from "../text/styled-line.ts";
import type { CallView } from "../transcript/call-view.ts";

/** Everything below the transcript, and what was added to it. */
export interface ScreenState {
  /** Of the transcript's entries so far. */
  readonly entryIds: number[];
  readonly prompt: PromptState;
  /** In the order they began. */
  readonly calls: readonly CallView[];
  /** Open ones; the first is the one that is shown. */
  readonly questions: readonly OpenQuestion[];
  /** Somebody types in the prompt: the question that came up meanwhile takes no keys yet. */
  readonly isTyping: boolean;
  /** Below the prompt, until the next key. */
  readonly notice: Notice | null;
  readonly mode: string;
  /** Nothing is drawn any more but the transcript. */
  readonly isOver: boolean;
}

export interface Notice {
  readonly text: string;
  readonly style: "bad" | "warning" | "dim";
}

/** A finished part of the transcript: it is drawn once and never again. */
export interface TranscriptEntry {
  readonly id: number;
  readonly rows: readonly Line[];
}

/** The terminal's size in columns and rows. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** What can be typed, for reading and completing it. */
export interface Vocabulary extends Completable {
  readonly tools: readonly ToolSignature[];
  readonly commands: readonly CommandSignature[];
}

/** Reads a line with everything that can be typed. */
export function readLine(text: string, { tools, commands }: Vocabulary): ParsedLine {
  return parseLine(text, { tools, commands: commands.map(({ name }) => name) });
}
