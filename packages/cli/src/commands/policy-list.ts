import { phrase } from "../language/phrase.ts";
import type { Grant, Rule } from "@toolwright/core";
import {
  isLiveGrant,
  type Language,
  type Phrase,
  recorded,
  verbatim,
  together,
} from "@toolwright/core/internal";
import type { FolderTrust } from "@toolwright/workspace/internal";
import {
  grantsOf,
  type PlacedRule,
  rulesOf,
  serverTrustRules,
  type SettingsFile,
} from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { emptyLine, type Line, line, padColumns, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { termsOf, timeText } from "./grant-text.ts";

/** A rule in force, or one that a trusted project would add. */
interface ListedRule {
  readonly layer: SettingsFile["layer"];
  readonly source: string;
  readonly line: number;
  readonly column: number;
  readonly counts: boolean;
  readonly rule: Rule;
}

/** `toolwright policy list`: the rules by layer, the grants, the mode and the trust. */
export const policyList: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("policy list", extra);
  const controller = await policyController(parsed, program);
  const { mode, settings } = controller;
  // Throws if a rule is invalid, and names its place.
  controller.policyOf(settings.files);
  const trusted = serverTrustRules(controller.servers).map((rule) => ({ ...rule, counts: true }));
  const rules = [...settings.files.flatMap(listedIn), ...trusted].toSorted(byLayer);
  const grants = await grantsOf(controller.places).list();
  const nowMs = Date.now();
  const { stdout, language } = program;
  const { say } = language;
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify(listing(controller, rules, grants, nowMs), null, 2)}\n`
      : linesText(
          [
            line(span(padColumns(say(phrase("mode")), 8), "strong"), mode),
            line(
              span(padColumns(say(phrase("trust")), 8), "strong"),
              say(trustText(settings.trust)),
            ),
            emptyLine,
            ...ruleLines(rules, language),
            emptyLine,
            ...grantLines(grants, nowMs, language),
          ],
          lookFor(stdout, program),
        ),
  );
  return 0;
};

function listing(
  { mode, settings, places }: PolicyController,
  rules: readonly ListedRule[],
  grants: readonly Grant[],
  nowMs: number,
): object {
  return {
    mode,
    trust: { workspace: places.workspace, ...settings.trust },
    rules,
    grants: grants.map((grant) => ({ ...grant, isLive: isLiveGrant(grant, nowMs) })),
  };
}

function listedIn(file: SettingsFile): readonly ListedRule[] {
  return rulesOf(file).map(({ rule, position, counts }: PlacedRule) => ({
    layer: file.layer,
    source: file.path,
    ...position,
    counts,
    rule,
  }));
}

const layers: readonly SettingsFile["layer"][] = ["administrator", "user", "project"];

function byLayer(one: ListedRule, other: ListedRule): number {
  return layers.indexOf(one.layer) - layers.indexOf(other.layer);
}

function ruleLines(rules: readonly ListedRule[], { say }: Language): readonly Line[] {
  if (rules.length === 0)
    return [line(say(phrase("No rules: the mode and the built-in rules decide.")))];
  return [
    line(span(say(phrase("rules")), "strong")),
    ...rules.map(({ layer, source, line: row, column, counts, rule }) =>
      line(
        `  ${layer.padEnd("administrator".length)}  `,
        say(together(ruleParts(rule))),
        span(`  ${source}:${row}:${column}`, "dim"),
        ...(counts
          ? []
          : [span(`  ${say(phrase("not in force: the project isn't trusted"))}`, "warning")]),
      ),
    ),
  ];
}

function ruleParts({
  allow,
  ask,
  deny,
  except = [],
  agent,
  always,
  when = [],
  protected: lifts,
}: Rule): readonly Phrase[] {
  const [decision, pattern] =
    allow !== undefined ? ["allow", allow] : ask !== undefined ? ["ask", ask] : ["deny", deny];
  return [
    verbatim(`${decision} ${pattern}`),
    ...(except.length > 0 ? [phrase("except {patterns}", { patterns: except })] : []),
    ...(agent === undefined ? [] : [phrase("for the agent {agent}", { agent })]),
    ...(when.length > 0 ? [phrase("when {labels}", { labels: when })] : []),
    ...(always === true ? [verbatim("always")] : []),
    ...(lifts === true ? [phrase("protected paths included")] : []),
  ];
}

function grantLines(grants: readonly Grant[], nowMs: number, { say }: Language): readonly Line[] {
  if (grants.length === 0) return [line(say(phrase("No grants.")))];
  return [
    line(span(say(phrase("grants")), "strong")),
    ...grants.map((grant) =>
      line(
        `  ${grant.id}  ${grant.pattern}`,
        span(
          `  ${say(phrase("{terms}; from {origin}", { terms: termsOf(grant), origin: recorded(grant.origin) }))}`,
          "dim",
        ),
        ...(isLiveGrant(grant, nowMs) ? [] : [span(`  ${say(phrase("expired"))}`, "warning")]),
      ),
    ),
  ];
}

function trustText(trust: FolderTrust): Phrase {
  switch (trust.state) {
    case "nothing":
      return phrase("not needed: the project has no settings of its own");
    case "trusted":
      return phrase("you trusted this project's settings on {time}", {
        time: timeText(trust.sinceMs),
      });
    case "untrusted":
      return phrase(
        "this project's settings can only tighten the policy; to review and trust them: toolwright policy trust",
      );
    case "changed":
      return phrase(
        "this project's settings have changed since you trusted them on {time}, so they can only tighten the policy; to trust them again: toolwright policy trust",
        { time: timeText(trust.sinceMs) },
      );
    case "untrustable":
      return phrase(
        "not possible ({problem}): this project's settings can only tighten the policy",
        { problem: recorded(trust.problem) },
      );
  }
}
