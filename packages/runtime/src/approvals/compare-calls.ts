import type { CallDigests } from "@toolwright/core";
import type { CallPlace, PortableQuestion } from "./portable-question.ts";

/** A call at the moment when it is asked about. */
export interface AskedCall {
  readonly place: CallPlace;
  readonly digests: CallDigests;
}

/** The differences between two calls, in words. Empty when it is exactly the call that was asked about. */
export function differences(
  now: AskedCall,
  then: Pick<PortableQuestion, "place" | "digests">,
): readonly string[] {
  const different = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => valueOf(now, name) !== valueOf(then, name),
  );
  const texts = different.map((name) => labels[name]);
  const isAskedFor = now.digests.asked.every((digest) => then.digests.asked?.includes(digest));
  return isAskedFor ? texts : [...texts, "a rule asks that did not ask before"];
}

export function isSame(now: AskedCall, then: Pick<PortableQuestion, "place" | "digests">): boolean {
  return differences(now, then).length === 0;
}

const labels = {
  workspace: "it is for another workspace",
  agent: "it is for another agent",
  mode: "the mode is another",
  profile: "the profile is another",
  tool: "the tool's definition has changed",
  input: "the input is another",
  effects: "it would do something else",
  files: "a file that it would change has changed since",
  prepared: "it would run or write something else",
} as const;

function valueOf({ place, digests }: AskedCall, name: keyof typeof labels): unknown {
  const values: Readonly<Record<string, unknown>> = { ...place, ...digests };
  return values[name];
}
