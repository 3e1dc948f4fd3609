import { beyondAscii, fold, lowerOneByOne, withoutTrailing } from "./fold.ts";
import { namesOf } from "./path-names.ts";

/** One spelling of an effect's target. Deny and ask rules are checked against all spellings. */
export interface Spelling {
  readonly names: readonly string[];
  /** The form that deny and ask rules compare. */
  readonly folded: readonly string[];
}

export function spellNames(names: readonly string[]): readonly Spelling[] {
  const folded = { names, folded: names.map(fold) };
  return names.some((name) => beyondAscii.test(name)) ? [folded, ...unfolded(names)] : [folded];
}

/** Dots, spaces or a stream at the end of a name, which some systems ignore. */
const mayHaveTrailing = /[. ](?:\/|$)|:/;

/** `names` are the names along the path. */
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

/** Spellings without joined or split characters, because a pattern may count characters with `?`. */
function unfolded(names: readonly string[]): readonly Spelling[] {
  return [
    { names, folded: names.map(lowerOneByOne) },
    { names, folded: names },
  ];
}

function foldedNames(foldedPath: string): readonly string[] {
  const names = namesOf(foldedPath) ?? [];
  const [first, ...others] = names;
  // `namesOf` returns a drive in upper case.
  return first === undefined || foldedPath.startsWith("/") ? names : [fold(first), ...others];
}
