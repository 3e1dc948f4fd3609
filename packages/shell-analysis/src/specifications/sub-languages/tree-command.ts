import {
  type Argument,
  type Consequence,
  listsTree,
  unknown,
  unknownOption,
} from "../../specification/specification.ts";
import { doubt, mayBeOption, uses } from "./given-words.ts";

const flags = /^[adfxpugshDFqNQvtcUriASnCJX]$/;
/** Letters whose value is the next unused word, never the rest of the cluster. */
const values = /^[LPIHTo]$/;
const longFlags: ReadonlySet<string> = new Set(
  `--prune --matchdirs --ignore-case --noreport --inodes --device --gitignore --du --si --metafirst
  --dirsfirst --filesfirst --noindent --nolinks --hintro --houtro`.split(/\s+/),
);
const longValues = /^--(?:filelimit|timefmt|charset|sort|gitfile|infofile)$/;
const attachedValues =
  /^--(?:filelimit=\d+|timefmt=.*|charset=.*|sort=(?:name|version|size|mtime|ctime|none))$/s;

/**
 * tree: letters may be clustered, and each with a value takes one of the next words: `-Po a b` has the
 * pattern `a` and writes `b`.
 *
 * Left out: `-R` and `--fromfile`, which write and read other files. Source: tree 1.8 and 2.1.
 */
export function treeCommand(words: readonly Argument[]): readonly Consequence[] {
  const found: Consequence[] = [];
  let places = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (!mayBeOption(word)) {
      places += 1;
      found.push(uses("list-tree", word));
      continue;
    }
    if (word.kind !== "static") return [unknown(doubt(word))];
    const { text } = word;
    if (longFlags.has(text) || attachedValues.test(text)) continue;
    const isLong = longValues.test(text);
    const letters = isLong ? ["P"] : text.slice(1).replace(/L\d+$/, "").split("");
    if (text === "--gitfile" || text === "--infofile") return [unknownOption(text)];
    if (!isLong && text.startsWith("--")) return [unknownOption(text)];
    for (const letter of letters) {
      if (letter === "l") found.push(unknown("follows links wherever they lead"));
      else if (values.test(letter)) {
        at += 1;
        const value = words[at];
        if (value?.kind !== "static") return [unknown(`has no known value for -${letter}`)];
        if (letter === "o") found.push(uses("output", value));
      } else if (!flags.test(letter)) return [unknownOption(`-${letter}`)];
    }
  }
  return places === 0 ? [listsTree("."), ...found] : found;
}
