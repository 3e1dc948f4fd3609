import type { ContentPart, Display } from "@toolwright/core";
import { revealedLine, revealHidden } from "@toolwright/core/internal";
import { plainText } from "@toolwright/sandbox/internal";
import type { Editor } from "./editor.ts";
import type { LiveCall } from "./live-calls.ts";

const maxText = 20_000;
const maxTitle = 300;

const marks: Readonly<Record<LiveCall["state"], string>> = {
  waiting: "?",
  running: "…",
  ok: "✔",
  error: "✘",
  refused: "⊘",
  cancelled: "⊘",
};

/** A call as HTML. Everything that it holds comes from models, tools and commands, so all of it is escaped. */
export function cellHtml(call: LiveCall, say: Editor["say"]): string {
  const { title, isChild, state, questionId, outcome } = call;
  const duration = outcome === null ? "" : `${(outcome.durationMs / 1000).toFixed(1)} s`;
  const button =
    questionId === null
      ? ""
      : `<button data-question="${escaped(questionId)}">${escaped(say("Answer…"))}</button>`;
  return [
    `<article class="${state}${isChild ? " child" : ""}">`,
    `<h2><span class="mark">${marks[state]}</span> ${escaped(revealedLine(title, maxTitle))}`,
    `<small>${escaped(stateText(state, say))} ${duration}</small>${button}</h2>`,
    bodyOf(call),
    "</article>",
  ].join("");
}

function stateText(state: LiveCall["state"], say: Editor["say"]): string {
  switch (state) {
    case "waiting":
      return say("waits for your approval");
    case "running":
      return say("running");
    case "ok":
      return say("done");
    case "error":
      return say("failed");
    case "refused":
      return say("refused");
    case "cancelled":
      return say("cancelled");
  }
}

function bodyOf({ preview, output, outcome }: LiveCall): string {
  const live = output === "" ? "" : block("output", output);
  if (outcome === null) return (preview === null ? "" : displayHtml(preview)) + live;
  const { display, content, error } = outcome;
  // A command's display holds all of its output.
  if (display?.type === "terminal") return displayHtml(display);
  const change = display ?? preview;
  if (error !== null) return `${live}${block("problem", error.message)}`;
  return change?.type === "diff" ? live + displayHtml(change) : live + contentHtml(content);
}

function displayHtml(display: Display): string {
  switch (display.type) {
    case "diff":
      return diffHtml(display.diff);
    case "terminal":
      return block("output", `$ ${display.command}\n${display.output}`);
    case "text":
      return block("output", display.text);
    default:
      return "";
  }
}

function diffHtml(diff: string): string {
  const lines = diff.trimEnd().split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const rows = lines.map((line, index) => {
    const kind =
      index < first ? "same" : line[0] === "+" ? "added" : line[0] === "-" ? "removed" : "same";
    return `<span class="${kind}">${escaped(shown(line))}\n</span>`;
  });
  return `<pre class="diff">${rows.join("")}</pre>`;
}

function contentHtml(content: readonly ContentPart[]): string {
  return content
    .flatMap((part) => (part.type === "text" ? [block("output", part.text)] : []))
    .join("");
}

function block(kind: string, text: string): string {
  return `<pre class="${kind}">${escaped(shown(text.slice(-maxText)))}</pre>`;
}

function shown(text: string): string {
  return revealHidden(plainText(text.toWellFormed()), "text");
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
