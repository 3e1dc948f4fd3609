import { type ReadEffect, readKind } from "../effects/kinds/read.ts";
import type { ReadFilter } from "../ports/workspace.ts";
import type { PolicyFacts } from "./decide-effect.ts";
import { depthInRoots } from "./path-names.ts";
import type { Mode, Policy, PolicyQuestion } from "./policy.ts";
import { isSurelyNoSecret, maySecretsBeBelow } from "./protection.ts";

type Question = Omit<PolicyQuestion, "effects">;

/** A policy's read filter, built from its decisions if it has none of its own. */
export function readFilterOf(policy: Policy, question: Question): ReadFilter {
  return policy.readFilter?.(question) ?? decideEachRead(policy, question);
}

export function decideEachRead(policy: Policy, question: Question): ReadFilter {
  return (path) => {
    const effects = [{ type: "read", path, realPath: path }] as const;
    return policy.decide({ ...question, effects }).decision === "allow";
  };
}

/**
 * Decides the reads of very many files. Most have an ordinary name in a directory that no rule
 * matches: the mode allows them, which is worked out once for each directory. `decide` is called for
 * all others, so the answers are the same, only faster.
 */
export function createReadFilter(
  facts: PolicyFacts,
  mode: Mode,
  question: Question,
  decide: ReadFilter,
): ReadFilter {
  const isAllowedByMode = readKind.modeRow({ type: "read", path: "" }).cells[mode] === "allow";
  const toolRules = facts.rules.forTool(question.tool, question);
  if (!isAllowedByMode || toolRules.length > 0) return decide;
  const known = new Map<string, boolean>();
  const isPlain = (directory: string): boolean => {
    let answer = known.get(directory);
    if (answer === undefined) {
      answer = isPlainDirectory(directory, facts);
      known.set(directory, answer);
    }
    return answer;
  };
  // Files come directory by directory, so the last answer usually applies again.
  let lastDirectory = "";
  let isLastPlain = false;
  const mayRead = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    const directory = path.slice(0, slash);
    if (directory !== lastDirectory) {
      isLastPlain = isPlain(directory);
      lastDirectory = directory;
    }
    if (!isLastPlain) return decide(path);
    return isSurelyNoSecret(path.slice(slash + 1)) || decide(path);
  };
  const inDirectory = (directory: string): ((name: string) => boolean) => {
    const prefix = directory.endsWith("/") ? directory : `${directory}/`;
    if (!isPlain(prefix.slice(0, -1))) return (name) => decide(prefix + name);
    return (name) => isSurelyNoSecret(name) || decide(prefix + name);
  };
  return Object.assign(mayRead, { inDirectory });
}

/** Whether neither a rule nor a folder's protection applies to anything below the directory. */
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
  const target = readKind.target(effect, place);
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
