import { beyondAscii, fold, lowerOneByOne, withoutTrailing } from "./fold.ts";
import { namesOf } from "./path-names.ts";

/** One way to say what an effect touches. Deny and ask rules must meet every one of them. */
export interface Spelling {
  readonly names: readonly string[];
  /** As compared by deny and ask rules. */
  readonly folded: readonly string[];
}

export function spellNames(names: readonly string[]): readonly Spelling[] {
  const folded = { names, folded: names.map(fold) };
  return names.some((name) => beyondAscii.test(name)) ? [folded, ...unfolded(names)] : [folded];
}

/** What some systems read from the end of a name: dots, spaces, a stream. */
const mayHaveTrailing = /[. ](?:\/|$)|:/;

/** `names` are the path's own. */
export function spellPath(path: string, names: readonly string[]): readonly Spelling[] {
  const isAscii = !beyondAscii.test(path);
  const lower = path.toLowerCase();
  if (isAscii && !mayHaveTrailing.test(path)) {
    return [{ names, folded: lower === path ? names : names.map(toLower) }];
  }
  const spellings: Spelling[] = [];
  const folded = fold(path);
  spellings.push({ names, folded: foldedNames(folded) });
  const bare = withoutTrailing(folded);
  if (bare !== folded) spellings.push({ names, folded: foldedNames(bare) });
  return isAscii ? spellings : [...spellings, ...unfolded(names)];
}

function toLower(name: string): string {
  return name.toLowerCase();
}

/** Folding joins and parts characters that a pattern may count one by one. */
function unfolded(names: readonly string[]): readonly Spelling[] {
  return [
    { names, folded: names.map(lowerOneByOne) },
    { names, folded: names },
  ];
}

function foldedNames(foldedPath: string): readonly string[] {
  const names = namesOf(foldedPath) ?? [];
  const [first, ...others] = names;
  // `namesOf` tells a drive in upper case.
  return first === undefined || foldedPath.startsWith("/") ? names : [fold(first), ...others];
}
