import { isAction } from "./action-words.ts";
import { isEmptyWord } from "./words.ts";

/** How much what isn't the head of a request says, as a share of what the head does. */
const shares = {
  /** Where from, where to, about what: "driving times from three depots". */
  circumstance: 0.75,
  time: 0.6,
  /** "Next Friday" is no tool for what comes next. */
  relativeTime: 0.3,
  number: 0.6,
};

/** What stands behind these only says more of what stands before them. */
const circumstances = new Set(
  (
    "from to towards until till via through about mention mentions mentioning mentioned regarding concerning " +
    "containing contain contains named called titled matching like"
  ).split(" "),
);

/** Behind a thing they begin what is said of it: "the people who joined". */
const relatives = new Set("that which who whose whom where we i you they it".split(" "));

const questions = new Set(["which", "what"]);
/** They end what is asked for: "which views does the database have". */
const auxiliaries = new Set(
  "do does did is are was were has have had can could will would".split(" "),
);

const times = new Set(
  (
    "today tonight tomorrow yesterday now currently lately recently monday tuesday wednesday thursday friday saturday " +
    "sunday january february march april june july august september october november december week weeks month months " +
    "year years day days hour hours minute minutes second seconds morning afternoon evening night weekend noon midnight " +
    "weekly daily monthly yearly annual ago soon"
  ).split(" "),
);
const beforeTimes = new Set(
  "next last this past coming every previous following each other".split(" "),
);

const numbers = new Set(
  (
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million " +
    "half first second third"
  ).split(" "),
);

/** How much each of a query's words is what is wanted, and not where, when or about what: 1 is wholly. */
export function emphasisOf(words: readonly string[]): readonly number[] {
  const isQuestion = questions.has(words[0] ?? "");
  let zone = 1;
  let hasHead = false;
  return words.map((word, at) => {
    if (hasHead) {
      const isAside =
        circumstances.has(word) ||
        isRelative(word, words[at - 1] ?? "") ||
        (isQuestion && auxiliaries.has(word));
      if (isAside) zone = shares.circumstance;
    }
    if (!isEmptyWord(word)) hasHead = true;
    return zone * shareOf(word, words[at - 1] ?? "", words[at + 1] ?? "");
  });
}

function isRelative(word: string, before: string): boolean {
  return relatives.has(word) && !isEmptyWord(before) && !isAction(before);
}

function shareOf(word: string, before: string, next: string): number {
  const isRelativeTime = times.has(word)
    ? beforeTimes.has(before)
    : beforeTimes.has(word) && times.has(next);
  if (isRelativeTime) return shares.relativeTime;
  if (times.has(word)) return shares.time;
  return numbers.has(word) || /^\d+$/.test(word) ? shares.number : 1;
}
