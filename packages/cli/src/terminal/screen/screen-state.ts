import type { Phrase } from "@toolwright/core/internal";
import type { ToolSignature } from "../../input/tool-signature.ts";
import type { AgentView } from "../agent/agent-view.ts";
import type { CommandSignature, Completable } from "../prompt/completion.ts";
import { parseLine, type ParsedLine } from "../prompt/parse-line.ts";
import type { OpenQuestion } from "../question/open-question.ts";
import type { CallView } from "../transcript/call-view.ts";

/** The contents of the part below the transcript, without the prompt. */
export interface ScreenState {
  /** Running calls, in the order of their start. */
  readonly calls: readonly CallView[];
  readonly view: AgentView;
  /** Null without a model. */
  readonly agent: AgentState | null;
  /** Open questions; the first one is shown. */
  readonly questions: readonly OpenQuestion[];
  /** Whether the person is typing in the prompt, so that a new question takes no keys yet. */
  readonly isTyping: boolean;
  /** The ids of running programs with a terminal of their own. */
  readonly programs: readonly string[];
  /** Shown below the prompt until the next key. */
  readonly notice: Notice | null;
  readonly mode: string;
}

/** The agent's facts for the status line. */
export interface AgentState {
  readonly model: string;
  /** The size of the model's context, if it is known. */
  readonly contextTokens: number | null;
  readonly takesImages: boolean;
  /** Messages that the model hasn't got yet. */
  readonly queued: readonly string[];
}

export interface Notice {
  readonly text: Phrase;
  readonly style: "bad" | "warning" | "dim";
}

/** The names for parsing and completing lines. */
export interface Vocabulary extends Completable {
  readonly tools: readonly ToolSignature[];
  readonly commands: readonly CommandSignature[];
}

/** Parses a line with this vocabulary. */
export function readLine(text: string, { tools, commands, hasAgent }: Vocabulary): ParsedLine {
  return parseLine(text, { tools, commands: commands.map(({ name }) => name), hasAgent });
}
