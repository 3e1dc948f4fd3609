import type { ReadEffect } from "../effects/effect.ts";
import type { PolicyFacts } from "./decide-effect.ts";
import { modeRowOf } from "./mode-table.ts";
import { depthInRoots } from "./path-names.ts";
import type { Mode, Policy, PolicyQuestion } from "./policy.ts";
import { isSecretName, maySecretsBeBelow } from "./protection.ts";
import { targetOf } from "./target.ts";

/** Whether the plain read of a file is allowed unasked. The path is real, absolute and normalised. */
export type ReadFilter = (realPath: string) => boolean;

type Question = Omit<PolicyQuestion, "effects">;

/** A policy's read filter, made of its decisions where it has none of its own. */
export function readFilterOf(policy: Policy, question: Question): ReadFilter {
  return (
    policy.readFilter?.(question) ??
    ((path) => {
      const effects = [{ type: "read", path, realPath: path }] as const;
      return policy.decide({ ...question, effects }).decision === "allow";
    })
  );
}

/** A name that is compared in one spelling only: no other name stands for it on any file system. */
const plainName = /^[\w.@+,=()[\]{}#%~-]*[\w@+,=()[\]{}#%~-]$/;

/**
 * The policy's answer on the reads of very many files. Most lie in a directory that no rule speaks
 * of and have a name like any other: there it is an allow by the mode, which is worked out once a
 * directory. `decide` is asked for all others, so that nothing but the time is different.
 */
export function createReadFilter(
  facts: PolicyFacts,
  mode: Mode,
  question: Question,
  decide: ReadFilter,
): ReadFilter {
  const isAllowedByMode = modeRowOf({ type: "read", path: "" }).cells[mode] === "allow";
  const toolRules = facts.rules.forTool(question.tool, question.agent);
  if (!isAllowedByMode || toolRules.length > 0) return decide;
  const known = new Map<string, boolean>();
  // Files come directory by directory: the last answer is mostly the next one, too.
  let lastDirectory = "";
  let isLastPlain = false;
  return (path) => {
    const slash = path.lastIndexOf("/");
    const directory = path.slice(0, slash);
    if (directory !== lastDirectory) {
      let isPlain = known.get(directory);
      if (isPlain === undefined) {
        isPlain = isPlainDirectory(directory, facts);
        known.set(directory, isPlain);
      }
      lastDirectory = directory;
      isLastPlain = isPlain;
    }
    if (!isLastPlain) return decide(path);
    const name = path.slice(slash + 1);
    return (plainName.test(name) && !isSecretName(name.toLowerCase())) || decide(path);
  };
}

/** Whether neither a rule nor a protection speaks of what lies below, whatever it is called. */
function isPlainDirectory(
  directory: string,
  { place, rules, protectedPaths }: PolicyFacts,
): boolean {
  const effect: ReadEffect = {
    type: "read",
    path: directory,
    realPath: directory,
    recursive: true,
  };
  const target = targetOf(effect, place);
  const [spelling, ...others] = target.spellings;
  return (
    target.real !== null &&
    spelling !== undefined &&
    others.length === 0 &&
    depthInRoots(target.real, place.rootNames) !== -1 &&
    !maySecretsBeBelow(spelling.folded, place) &&
    !rules.mayTightenBelow(spelling.folded) &&
    !protectedPaths.some((pattern) => pattern.meetsPath(target))
  );
}
