import { describeEffect, isPathEffect, type Outcome, type TodoItem } from "@toolwright/core";
import { revealedLine, shownName } from "@toolwright/core/internal";
import type { Message, ToolCallResult } from "../model/message.ts";

/** What an agent needs to know of the work so far. It is read off the outcomes' effects and displays. */
export interface WorkingFacts {
  /** The stored parts of the conversation, the oldest first. */
  readonly histories: readonly string[];
  readonly todos: readonly TodoItem[];
  /** Paths, the latest last, relative to the working folder where they are in it. */
  readonly changed: readonly string[];
  readonly read: readonly string[];
  readonly failures: readonly Failure[];
}

/** A call that failed, and that hasn't succeeded since. */
export interface Failure {
  /** Equal for calls with the same effects. */
  readonly key: string;
  readonly line: string;
}

const maxPaths = 60;
const maxFailures = 5;
const maxLineLength = 400;

const noFacts: WorkingFacts = { histories: [], todos: [], changed: [], read: [], failures: [] };

/** The facts of a conversation, also of the parts of it that were left out before. */
export function workingFacts(messages: readonly Message[], cwd: string): WorkingFacts {
  const inputs = new Map<string, string>();
  let facts = noFacts;
  for (const message of messages) {
    if (message.role === "tool") {
      for (const result of message.results) facts = withResult(facts, { result, inputs, cwd });
      continue;
    }
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.id, part.input);
      if ("compaction" in part && part.compaction !== undefined) facts = part.compaction.facts;
    }
  }
  return facts;
}

function withResult(
  facts: WorkingFacts,
  about: {
    readonly result: ToolCallResult;
    readonly inputs: ReadonlyMap<string, string>;
    readonly cwd: string;
  },
): WorkingFacts {
  const { outcome } = about.result;
  const { display, status } = outcome;
  const todos = display?.type === "todos" ? display.items : facts.todos;
  const input = about.inputs.get(outcome.callId) ?? "";
  const failures = withFailure(facts.failures, about.result, input);
  if (status !== "ok") return { ...facts, todos, failures };
  const paths = (isRead: boolean): readonly string[] => pathsOf(outcome, isRead, about.cwd);
  return {
    ...facts,
    todos,
    failures,
    changed: latest(facts.changed, paths(false)),
    read: latest(facts.read, paths(true)),
  };
}

function withFailure(
  failures: readonly Failure[],
  { name, outcome }: ToolCallResult,
  input: string,
): readonly Failure[] {
  const { error, status, effects } = outcome;
  if (status === "cancelled") return failures;
  const key =
    effects.length > 0
      ? effects.map((effect) => describeEffect(effect, [])).join("\n")
      : `${name} ${input}`;
  const others = failures.filter((failure) => failure.key !== key);
  if (error === null) return others;
  const call = revealedLine(`${name} ${input}`, maxLineLength / 2);
  const line = `${call}: ${revealedLine(error.message, maxLineLength)}`;
  return [...others, { key, line }].slice(-maxFailures);
}

/** Files, not whole folders. */
function pathsOf({ effects }: Outcome, isRead: boolean, cwd: string): readonly string[] {
  return effects.flatMap((effect) => {
    if (!isPathEffect(effect) || (effect.type === "read") !== isRead) return [];
    if ("recursive" in effect && effect.recursive === true) return [];
    if (effect.type === "read" && effect.storedOutput !== undefined) return [];
    const { path } = effect;
    return [shownName(path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path)];
  });
}

function latest(paths: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return paths;
  return [...new Set([...paths.filter((path) => !more.includes(path)), ...more])].slice(-maxPaths);
}
