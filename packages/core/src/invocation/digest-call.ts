import type { DigestCall } from "../approval/call-digests.ts";
import { comparableText } from "../approval/comparable-text.ts";
import type { Asked } from "./ask.ts";
import type { Prepared, Validated } from "./stages.ts";

/** The digests of a question about a call. Nothing is computed before an approver wants them. */
export function digestsOf(stage: Validated, { open, decision }: Asked): DigestCall {
  return (digest) => {
    const { registered, input, call } = stage;
    const { tool, source, declarable } = registered;
    const { effects = [], preparation }: Partial<Prepared> = stage;
    const of = (value: unknown): string => digest(comparableText(value));
    return {
      tool: of({ name: call.name, source, version: tool.version, declarable }),
      input: of(input),
      // A running call may ask for more than it was prepared for.
      effects: of([...effects, ...open.filter((effect) => !effects.includes(effect))]),
      asked: decision.proof
        .filter((step) => open.includes(step.effect))
        .map(({ effect, layer, rule, always }) => of({ effect, layer, rule, always })),
      files: of(preparation?.basedOn ?? []),
      prepared: preparation === undefined ? null : of(preparation.prepared),
    };
  };
}
