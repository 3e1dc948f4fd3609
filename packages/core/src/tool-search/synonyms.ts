import { actions, relatedActions } from "./action-words.ts";
import { stem } from "./stem.ts";
import { relatedThings, things } from "./thing-words.ts";

/** How near words are that mean the same, and those that do so at times; the word itself is 1. */
export const nearness = { same: 0.9, related: 0.5 };

interface Thesaurus {
  readonly synonyms: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly actions: ReadonlySet<string>;
}

/** Made by the first search: most sessions have none. */
let thesaurus: Thesaurus | null = null;

function makeThesaurus(): Thesaurus {
  const synonyms = new Map<string, Map<string, number>>();
  relate(synonyms, actions, nearness.same);
  relate(synonyms, things, nearness.same);
  relate(synonyms, relatedActions, nearness.related);
  relate(synonyms, relatedThings, nearness.related);
  const named = new Set(stemsOf(things));
  return { synonyms, actions: new Set(stemsOf(actions).filter((word) => !named.has(word))) };
}

function stemsOf(groups: readonly string[]): readonly string[] {
  return groups.flatMap((group) => group.split(" ").map(stem));
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
  return thesaurus.synonyms.get(word) ?? none;
}

/** Whether a word with this stem says what is to be done, and never what with. */
export function isAction(word: string): boolean {
  thesaurus ??= makeThesaurus();
  return thesaurus.actions.has(word);
}
