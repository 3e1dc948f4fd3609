import { type Effect, kindOf } from "../effects/effect.ts";
import { AnchoredPattern } from "../policy/anchored-pattern.ts";
import { parsePattern } from "../policy/pattern.ts";
import { createPlace } from "../policy/place.ts";
import type { Label, LabelContext, LabelledCall, Labels, LabelSource } from "../ports/labels.ts";
import { secretPaths } from "./label-facts.ts";

export interface LabelOptions {
  /** The workspace's roots: real, absolute paths. */
  readonly roots: readonly string[];
  readonly home?: string;
  /** As `PolicyOptions.protectedPaths`: they hold secrets. */
  readonly protectedPaths?: readonly string[];
}

/** The labels of a new session, which has read nothing yet. */
export function createLabels({ roots, home, protectedPaths = [] }: LabelOptions): Labels {
  const place = createPlace(roots, home);
  const isSecret = secretPaths({
    place,
    protectedPaths: protectedPaths.map(
      (text) => new AnchoredPattern(parsePattern(`read(${text})`), place),
    ),
  });
  return new SessionLabels(isSecret);
}

const ofOtherSessions = ["outside"] as const;

class SessionLabels implements Labels {
  #context: LabelContext = new Map();
  readonly #outputs = new Map<string, readonly Label[]>();
  readonly #isSecret: ReturnType<typeof secretPaths>;

  constructor(isSecret: ReturnType<typeof secretPaths>) {
    this.#isSecret = isSecret;
  }

  get context(): LabelContext {
    return this.#context;
  }

  of({ effects, commands }: LabelledCall): ReadonlyMap<Label, Effect> {
    const found = new Map<Label, Effect>();
    const facts = { commands, isSecret: this.#isSecret, ofOutput: this.#ofOutput };
    for (const effect of effects) {
      for (const label of kindOf(effect).brings?.(effect, facts) ?? []) {
        if (!found.has(label)) found.set(label, effect);
      }
    }
    return found;
  }

  add(source: LabelSource): void {
    if (this.#context.has(source.label)) return;
    this.#context = new Map([...this.#context, [source.label, source]]);
  }

  clear(label: Label): boolean {
    if (!this.#context.has(label)) return false;
    this.#context = new Map([...this.#context].filter(([known]) => known !== label));
    return true;
  }

  noteOutput(handle: string, labels: readonly Label[]): void {
    this.#outputs.set(handle, labels);
  }

  // Nobody knows any more what an earlier session's output was made of.
  readonly #ofOutput = (handle: string): readonly Label[] =>
    this.#outputs.get(handle) ?? ofOtherSessions;
}
