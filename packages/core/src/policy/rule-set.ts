import type { AnchoredPattern } from "./anchored-pattern.ts";
import { CompiledRule, preferred } from "./compiled-rule.ts";
import { readRule } from "./parse-rule.ts";
import type { PatternKind } from "./pattern.ts";
import type { Place } from "./place.ts";
import type { Caller, PolicyLayer } from "./policy.ts";
import { checkExamples } from "./rule-examples.ts";
import { SegmentIndex } from "./segment-index.ts";
import { type Target, toolTarget } from "./target.ts";

/** The rules that match one effect: for each decision, the one that a proof names. */
export interface Matches {
  readonly deny: CompiledRule | undefined;
  readonly ask: CompiledRule | undefined;
  readonly allow: CompiledRule | undefined;
  /** The allow rules that may lift a protection. */
  readonly lifting: readonly CompiledRule[];
}

type Indexes = Partial<Record<PatternKind, SegmentIndex<CompiledRule>>>;

const noRules: readonly CompiledRule[] = [];
const noMatches: Matches = { deny: undefined, ask: undefined, allow: undefined, lifting: noRules };

/** All rules of all layers, indexed by their patterns. */
export class RuleSet {
  readonly #tightening: Indexes = {};
  readonly #loosening: Indexes = {};
  /** Only for hints: decisions use the indexes. */
  readonly #allowing: CompiledRule[] = [];

  /**
   * Errors: ConfigurationError `policy-invalid` for a rule that can't be read or whose examples
   * don't hold.
   */
  constructor(layers: readonly PolicyLayer[], place: Place) {
    for (const layer of layers) {
      layer.rules.forEach((rule, index) => {
        const where = `${layer.source}, rule ${index + 1}`;
        const parsed = readRule(rule, where);
        const compiled = new CompiledRule(parsed, layer, place);
        checkExamples(parsed, compiled, place, where);
        const isTrusted = layer.isTrusted ?? layer.name !== "project";
        if (isTrusted || parsed.decision !== "allow") this.#add(compiled);
      });
    }
  }

  /** The `tool(…)` rules for a tool's name. */
  forTool(tool: string, caller: Caller): readonly CompiledRule[] {
    if (this.#tightening.tool === undefined && this.#loosening.tool === undefined) return noRules;
    const target = toolTarget(tool);
    return [...this.#findTightening(target, caller), ...this.#findLoosening(target, caller)];
  }

  /** The rules that match an effect, including those of its tool. */
  match(target: Target, caller: Caller, toolRules: readonly CompiledRule[]): Matches {
    const tightening = this.#findTightening(target, caller);
    const loosening = this.#findLoosening(target, caller);
    if (tightening.length + loosening.length + toolRules.length === 0) return noMatches;
    const ofTool = toolRules.filter((rule) => rule.coversEffect(target));
    return {
      ...this.strictest([...tightening, ...loosening, ...ofTool]),
      lifting: loosening.filter((rule) => rule.lifts),
    };
  }

  /** Whether a deny or an ask might apply to a read below a directory, given by its folded names. */
  mayTightenBelow(names: readonly string[]): boolean {
    return (this.#tightening.read?.findReaching(names) ?? noRules).length > 0;
  }

  /** The patterns of an agent's allow rules for one kind. */
  allowing(kind: PatternKind, agent: string): readonly AnchoredPattern[] {
    return this.#allowing
      .filter((rule) => rule.anchored.pattern.kind === kind && rule.isFor(agent))
      .map(({ anchored }) => anchored);
  }

  /** For each decision, the rule that a proof names. */
  strictest(rules: readonly CompiledRule[]): Pick<Matches, CompiledRule["decision"]> {
    let deny: CompiledRule | undefined;
    let ask: CompiledRule | undefined;
    let allow: CompiledRule | undefined;
    for (const rule of rules) {
      if (rule.decision === "deny") deny = preferred(deny, rule);
      else if (rule.decision === "ask") ask = preferred(ask, rule);
      else allow = preferred(allow, rule);
    }
    return { deny, ask, allow };
  }

  #add(rule: CompiledRule): void {
    const { anchored, decision } = rule;
    if (decision === "allow") this.#allowing.push(rule);
    const indexes = decision === "allow" ? this.#loosening : this.#tightening;
    const index = (indexes[anchored.pattern.kind] ??= new SegmentIndex());
    const sequences = decision === "allow" ? anchored.exactSequences : anchored.foldedSequences;
    for (const segments of sequences) index.add(segments, rule);
  }

  #findTightening(target: Target, caller: Caller): readonly CompiledRule[] {
    const index = this.#tightening[target.kind];
    if (index === undefined) return noRules;
    let holding: CompiledRule[] | undefined;
    for (const spelling of target.spellings) {
      const { folded } = spelling;
      const found = target.includesBelow ? index.findReaching(folded) : index.find(folded);
      for (const rule of found) {
        if (rule.tightens(spelling, target, caller)) (holding ??= []).push(rule);
      }
    }
    return holding ?? noRules;
  }

  #findLoosening(target: Target, { agent }: Caller): readonly CompiledRule[] {
    const index = this.#loosening[target.kind];
    if (index === undefined || target.real === null) return noRules;
    const { real } = target;
    const found = target.needsCoverBelow ? index.findCovering(real) : index.find(real);
    return found.length === 0 ? noRules : found.filter((rule) => rule.loosens(target, agent));
  }
}
