import { actions, relatedActions } from "./action-words.ts";
import { stem } from "./stem.ts";
import { relatedThings, things } from "./thing-words.ts";

/** How near words are that mean the same, and those that do so at times; the word itself is 1. */
export const nearness = { same: 0.8, related: 0.35 };

type Thesaurus = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Made by the first search: most sessions have none. */
let thesaurus: Thesaurus | null = null;

function makeThesaurus(): Thesaurus {
  const synonyms = new Map<string, Map<string, number>>();
  relate(synonyms, actions, nearness.same);
  relate(synonyms, things, nearness.same);
  relate(synonyms, relatedActions, nearness.related);
  relate(synonyms, relatedThings, nearness.related);
  return synonyms;
}

function relate(
  words: Map<string, Map<string, number>>,
  groups: readonly string[],
  weight: number,
): void {
  for (const group of groups) {
    const stems = group.split(" ").map(stem);
    for (const one of stems) {
      let others = words.get(one);
      if (others === undefined) words.set(one, (others = new Map()));
      for (const other of stems) {
        if (other !== one && (others.get(other) ?? 0) < weight) others.set(other, weight);
      }
    }
  }
}

const none: ReadonlyMap<string, number> = new Map();

/** Stems of words that may mean the same as the one with this stem, and how near they are to it. */
export function synonymsOf(word: string): ReadonlyMap<string, number> {
  thesaurus ??= makeThesaurus();
  return thesaurus.get(word) ?? none;
}
