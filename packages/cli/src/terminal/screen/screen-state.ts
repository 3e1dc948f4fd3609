import type { ToolSignature } from "../../input/tool-signature.ts";
import type { CommandSignature, Completable } from "../prompt/completion.ts";
import { parseLine, type ParsedLine } from "../prompt/parse-line.ts";
import type { OpenQuestion } from "../question/open-question.ts";
import type { CallView } from "../transcript/call-view.ts";

/** What is shown below the transcript, besides what is typed. */
export interface ScreenState {
  /** In the order they began. */
  readonly calls: readonly CallView[];
  /** Open ones; the first is the one that is shown. */
  readonly questions: readonly OpenQuestion[];
  /** Somebody types in the prompt: the question that came up meanwhile takes no keys yet. */
  readonly isTyping: boolean;
  /** Below the prompt, until the next key. */
  readonly notice: Notice | null;
  readonly mode: string;
}

export interface Notice {
  readonly text: string;
  readonly style: "bad" | "warning" | "dim";
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
