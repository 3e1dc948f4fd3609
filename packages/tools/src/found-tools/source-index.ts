import type { DeferredSource } from "@toolwright/core/internal";
import { countOf, countText } from "../text/number-text.ts";
import { firstSentence, oneLine } from "./one-line.ts";

/** About 375 tokens, so that the search's whole declaration costs less than 600. */
const MAX_BYTES = 1_500;
const MAX_NAME_CHARACTERS = 40;
const MAX_DESCRIPTION_CHARACTERS = 100;

/**
 * The sources of deferred tools, one line each: the number of tools, and their purpose by the server's
 * instructions and the tools' names. Many sources or tools are shortened to a fixed length.
 */
export function sourceIndex(sources: readonly DeferredSource[]): string {
  const total = sources.reduce((sum, { toolNames }) => sum + toolNames.length, 0);
  const heading = `${countOf(total, "tool")} to find, by server:`;
  const heads: string[] = [];
  let room = MAX_BYTES - bytesOf(heading) - bytesOf(restLine(sources));
  for (const { name, toolNames } of sources) {
    const head = `- ${oneLine(name, MAX_NAME_CHARACTERS)} (${countText(toolNames.length)})`;
    room -= bytesOf(head) + 1;
    if (room < 0) break;
    heads.push(head);
  }
  const shown = sources.slice(0, heads.length);
  const details = detailsWithin(shown, Math.max(0, room));
  const lines = heads.map((head, index) => {
    const detail = details[index] ?? "";
    return detail === "" ? head : `${head}: ${detail}`;
  });
  const left = sources.slice(heads.length);
  return [heading, ...lines, ...(left.length === 0 ? [] : [restLine(left)])].join("\n");
}

function restLine(sources: readonly DeferredSource[]): string {
  const tools = sources.reduce((sum, { toolNames }) => sum + toolNames.length, 0);
  return `- and ${countOf(sources.length, "more server")} (${countText(tools)})`;
}

/** Divides the length evenly; sources with short details leave more to the others. */
function detailsWithin(sources: readonly DeferredSource[], room: number): readonly string[] {
  const whole = sources.map((source) => detailOf(source, Number.POSITIVE_INFINITY));
  const byNeed = whole
    .map((text, index) => ({ index, need: bytesOf(text) + 2 }))
    .toSorted((a, b) => a.need - b.need || a.index - b.index);
  const details: string[] = [];
  let left = room;
  byNeed.forEach(({ index, need }, done) => {
    const share = Math.floor(left / (byNeed.length - done));
    const source = sources[index];
    const text = need <= share ? whole[index] : source && detailOf(source, share - 2);
    details[index] = text ?? "";
    left -= bytesOf(text ?? "") + 2;
  });
  return details;
}

const enoughForDescription = 60;

function detailOf({ name, description, toolNames }: DeferredSource, maxBytes: number): string {
  const about =
    description === undefined || maxBytes < enoughForDescription
      ? ""
      : firstSentence(description, MAX_DESCRIPTION_CHARACTERS);
  const prefix = about === "" || bytesOf(about) > maxBytes ? "" : `${about}. `;
  const room = maxBytes - bytesOf(prefix);
  const names = oneLine(toolNames.slice(0, MAX_BYTES).join(", "), MAX_BYTES);
  if (toolNames.length <= MAX_BYTES && bytesOf(names) <= room) return prefix + names;
  const topics = within(topicsOf(name, toolNames), room);
  return (prefix + topics).trim();
}

// Actions, which are similar on all servers. The objects of the actions distinguish servers.
const verbs = new Set(
  (
    "add all and by cancel check clear close copy count create delete disable edit enable export fetch find for from get " +
    "import in insert is list make modify move of on open post put query read remove rename reset restore run save " +
    "search send set show start stop sync to toggle update upload validate view with write"
  ).split(" "),
);

/** The words that most names share, except the server's own, most frequent first. */
function topicsOf(server: string, toolNames: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const own = new Set(wordsOf(server));
  for (const name of toolNames) {
    for (const word of new Set(wordsOf(name))) {
      if (!own.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return Array.from(counts)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([word]) => word);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !verbs.has(word))
    .map((word) => word.replace(/ies$/, "y").replace(/([^su])s$/, "$1"));
}

function within(words: readonly string[], maxBytes: number): string {
  let text = "";
  for (const word of words) {
    const next = text === "" ? word : `${text}, ${word}`;
    if (bytesOf(next) + 3 > maxBytes)
      return text === "" ? "" : `${text}, …`.slice(0, Math.max(0, maxBytes));
    text = next;
  }
  return text;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
