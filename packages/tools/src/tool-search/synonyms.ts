import { stem } from "./stem.ts";

/**
 * Words that APIs use for the same action or object, one group per line. A word belongs here if it means the
 * same in most services.
 */
const groups = [
  "add create insert make new append",
  "delete remove erase drop destroy",
  "find search look lookup query",
  "get fetch read retrieve show view load",
  "list enumerate browse all",
  "update edit change modify set patch",
  "send post publish submit",
  "run execute invoke trigger launch",
  "start open launch begin",
  "stop end close cancel kill terminate",
  "move rename transfer",
  "copy clone duplicate fork",
  "upload attach import",
  "download export save",
  "reply respond answer",
  "comment note remark",
  "message chat dm",
  "issue ticket bug",
  "task todo",
  "pr pull",
  "mr merge",
  "repository repo",
  "directory folder dir",
  "document doc page article",
  "documentation docs",
  "database db",
  "record row entry item",
  "column field property attribute",
  "table sheet",
  "picture image photo",
  "screenshot capture",
  "website site webpage web url",
  "user person people member contact",
  "team group",
  "organization org company",
  "workflow pipeline ci build",
  "log trace output",
  "error exception crash failure",
  "environment env",
  "configuration config setting option",
  "variable secret",
  "feature flag toggle",
  "route direction navigate",
  "distance duration travel",
  "address geocode location place coordinate",
  "label tag",
  "history log revision",
  "diff difference compare",
  "text content",
];

const synonyms = new Map<string, Set<string>>();
for (const group of groups) {
  const stems = group.split(" ").map(stem);
  for (const one of stems) {
    const others = synonyms.get(one) ?? new Set();
    for (const other of stems) if (other !== one) others.add(other);
    synonyms.set(one, others);
  }
}

const none: ReadonlySet<string> = new Set();

/** Stems of words that mean the same as the word with this stem. */
export function synonymsOf(word: string): ReadonlySet<string> {
  return synonyms.get(word) ?? none;
}
