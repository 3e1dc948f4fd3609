import { AnchoredPattern } from "./anchored-pattern.ts";
import type { ParsedRule } from "./parse-rule.ts";
import type { Label, LabelContext, LabelSource } from "../ports/labels.ts";
import type { Place } from "./place.ts";
import type { Caller, PolicyLayer } from "./policy.ts";
import type { Spelling } from "./spelling.ts";
import type { Target } from "./target.ts";
import { changeOfRule } from "./would-change.ts";

const noSources: readonly LabelSource[] = [];
const anyServer = "mcp:*";

function isOfServer(label: Label): boolean {
  return label.startsWith("mcp:");
}

const ranks: Readonly<Record<PolicyLayer["name"], number>> = {
  administrator: 0,
  user: 1,
  project: 2,
};

/** A rule anchored at a workspace's directories, ready to be matched. */
export class CompiledRule {
  readonly decision: ParsedRule["decision"];
  /** As written: `deny write(**)`. */
  readonly text: string;
  readonly layer: PolicyLayer["name"];
  readonly source: string;
  readonly isAlways: boolean;
  /** An untrusted project can't replace a question before a call by one after it. */
  readonly isStaged: boolean;
  /** Whether it may lift the protection of what its pattern names. */
  readonly lifts: boolean;
  /** For proofs. */
  readonly wouldChange: string;
  readonly anchored: AnchoredPattern;
  /** The labels without which it doesn't hold. */
  readonly #when: readonly string[];
  readonly #agent: string | undefined;
  readonly #except: readonly AnchoredPattern[];

  constructor(parsed: ParsedRule, layer: PolicyLayer, place: Place) {
    const { decision, rule, pattern, except } = parsed;
    this.decision = decision;
    this.#when = rule.when ?? [];
    const when = this.#when.length === 0 ? "" : ` when ${this.#when.join(", ")}`;
    this.text = `${decision} ${pattern.text}${when}`;
    this.layer = layer.name;
    this.source = layer.source;
    this.isAlways = rule.always === true;
    this.isStaged = rule.stage === true && (layer.isTrusted ?? layer.name !== "project");
    this.lifts = rule.protected === true && layer.name !== "project";
    this.wouldChange = changeOfRule(this);
    this.anchored = new AnchoredPattern(pattern, place);
    this.#agent = rule.agent;
    this.#except = except.map((exception) => new AnchoredPattern(exception, place));
  }

  /** Whether a rule found in the index applies: the index ignores ports, agents and exceptions. */
  tightens(spelling: Spelling, target: Target, { agent, ancestors, labels }: Caller): boolean {
    return (
      this.#holdsIn(labels) &&
      (this.isFor(agent) || ancestors?.some((each) => this.isFor(each)) === true) &&
      this.anchored.isPortPossible(target) &&
      !this.#except.some((exception) => exception.excepts(spelling, target))
    );
  }

  /** The sources of the labels that it names. */
  sourcesIn(context: LabelContext | undefined): readonly LabelSource[] {
    if (context === undefined || this.#when.length === 0) return noSources;
    return this.#when.flatMap((label) =>
      label === anyServer
        ? [...context.values()].filter((source) => isOfServer(source.label))
        : (context.get(label as Label) ?? []),
    );
  }

  #holdsIn(context: LabelContext | undefined): boolean {
    if (context === undefined || this.#when.length === 0) return true;
    return this.#when.every((label) =>
      label === anyServer ? [...context.keys()].some(isOfServer) : context.has(label as Label),
    );
  }

  loosens(target: Target, agent: string): boolean {
    return this.isFor(agent) && this.anchored.isPortNamed(target) && this.leavesAlone(target);
  }

  /** Whether the rule matches, for any agent. */
  speaksOf(target: Target): boolean {
    if (this.decision === "allow") {
      return this.anchored.matchesReal(target) && this.leavesAlone(target);
    }
    return target.spellings.some(
      (spelling) =>
        this.anchored.meets(target, [spelling]) &&
        !this.#except.some((exception) => exception.excepts(spelling, target)),
    );
  }

  /** For a `tool(…)` rule: whether an effect of the call is outside all of the rule's exceptions. */
  coversEffect(target: Target): boolean {
    if (this.#except.length === 0) return true;
    if (this.decision === "allow") return this.leavesAlone(target);
    if (target.spellings.length === 0) return true;
    return target.spellings.some(
      (spelling) => !this.#except.some((exception) => exception.excepts(spelling, target)),
    );
  }

  /** Whether none of the exceptions could apply to the target. */
  leavesAlone(target: Target): boolean {
    return !this.#except.some((exception) => exception.meets(target));
  }

  isFor(agent: string): boolean {
    return this.#agent === undefined || this.#agent === agent;
  }
}

/**
 * The one of two matching rules with the same decision that a proof names: a rule that no grant
 * answers first, then one that stages, then the higher layer, then text order. The order of rules never matters.
 */
export function preferred(known: CompiledRule | undefined, other: CompiledRule): CompiledRule {
  if (known === undefined || known === other) return other;
  if (known.isAlways !== other.isAlways) return known.isAlways ? known : other;
  if (known.isStaged !== other.isStaged) return known.isStaged ? known : other;
  if (known.layer !== other.layer) return ranks[known.layer] < ranks[other.layer] ? known : other;
  if (known.text !== other.text) return known.text < other.text ? known : other;
  return known.source <= other.source ? known : other;
}
