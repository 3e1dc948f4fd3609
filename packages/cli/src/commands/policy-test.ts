import { type Language, type Phrase, recorded } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError, createPolicy, type Rule, type Session } from "@toolwright/core";
import type { SettingsFile } from "@toolwright/runtime/internal";
import { openSession } from "./open-session.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { type Line, line, span } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { type PolicyController, policyController } from "./policy-controller.ts";
import { commandToolOf } from "./command-tool.ts";

/** A case or example whose decision isn't the expected one. */
interface Failure {
  /** `FILE:LINE` of the case, `FILE:LINE:COLUMN` of the rule. */
  readonly where: string;
  readonly what: string;
  readonly problem: Phrase;
}

interface Tested {
  readonly count: number;
  readonly failures: readonly Failure[];
}

/** `toolwright policy test`: tests the rules with their examples, and the policy with a file of cases. */
export const policyTest: Command = async (run) => {
  const { arguments: parsed, program } = run;
  const [file, extra] = parsed.positionals;
  if (extra !== undefined) {
    throw usageError(phrase("Give at most one file of cases: toolwright policy test [FILE.jsonl]"));
  }
  const controller = await policyController(parsed, program);
  const examples = testExamples(controller);
  const cases = file === undefined ? { count: 0, failures: [] } : await testCases(file, run);
  const failures = [...examples.failures, ...cases.failures];
  const { stdout, language } = program;
  const counts = { examples: examples.count, cases: cases.count };
  const told = failures.map((each) => ({ ...each, problem: language.say(each.problem) }));
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify({ ...counts, failures: told }, null, 2)}\n`
      : linesText(reportLines(counts, told, language), lookFor(stdout, program)),
  );
  return failures.length === 0 ? 0 : 1;
};

function reportLines(
  counts: { readonly examples: number; readonly cases: number },
  failures: readonly (Omit<Failure, "problem"> & { readonly problem: string })[],
  { say }: Language,
): readonly Line[] {
  const verdict =
    failures.length === 0
      ? span(say(phrase("all as expected")), "good")
      : span(say(phrase("{count} failed", { count: failures.length })), "bad");
  return [
    ...failures.flatMap(({ where, what, problem }) => [
      line(span(say(phrase("failed")), "bad"), `  ${what}  `, span(where, "dim")),
      line(`        ${problem}`),
    ]),
    line(say(phrase("{examples} rule examples, {cases} cases: ", counts)), verdict),
  ];
}

function testExamples({ settings, places, roots }: PolicyController): Tested {
  const failures: Failure[] = [];
  let count = 0;
  const test = (file: SettingsFile, index: number, rule: Rule): void => {
    try {
      createPolicy({
        mode: "default",
        roots,
        home: places.home,
        layers: [{ name: file.layer, source: file.path, rules: [rule] }],
      });
    } catch (thrown) {
      if (!ConfigurationError.isInstance(thrown)) throw thrown;
      const { line: row, column } = file.positionOf(["rules", index]);
      const what = rule.match?.[0] ?? rule.notMatch?.[0] ?? "the rule itself";
      const problem = recorded(thrown.message.replace(`${file.path}, rule 1: `, ""));
      failures.push({ where: `${file.path}:${row}:${column}`, what, problem });
    }
  };
  for (const file of settings.files) {
    for (const [index, rule] of (file.settings.rules ?? []).entries()) {
      const { match = [], notMatch = [], ...bare } = rule;
      count += match.length + notMatch.length;
      const before = failures.length;
      test(file, index, bare);
      // An invalid rule fails once, not once per example.
      if (failures.length > before) continue;
      for (const example of match) test(file, index, { ...bare, match: [example] });
      for (const example of notMatch) test(file, index, { ...bare, notMatch: [example] });
    }
  }
  return { count, failures };
}

async function testCases(
  file: string,
  { arguments: parsed, program }: CommandRun,
): Promise<Tested> {
  const lines = readText(file, program.cwd).split("\n");
  const opened = await openSession(globalOptions(parsed), program, {
    profile: "canonical",
    checksExamples: false,
  });
  const failures: Failure[] = [];
  let count = 0;
  try {
    for (const [index, text] of lines.entries()) {
      if (text.trim() === "") continue;
      count += 1;
      const failure = await testCase(text, opened.session);
      if (failure !== null) failures.push({ where: `${file}:${index + 1}`, ...failure });
    }
  } finally {
    await opened.close();
  }
  return { count, failures };
}

function readText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? "unknown error";
    throw usageError(phrase("The file '{file}' can't be read ({code}).", { file, code }));
  }
}

const decisions: readonly unknown[] = ["allow", "ask", "deny"];

async function testCase(text: string, session: Session): Promise<Omit<Failure, "where"> | null> {
  const given = parsedCase(text);
  if (given === null) {
    const shapes = '{"command", "expect"} or {"tool", "input", "expect"}';
    return {
      what: text.slice(0, 200),
      problem: phrase("not a case: expected {shapes}, with expect allow, ask or deny", { shapes }),
    };
  }
  const { command, tool, input, expect } = given;
  const name = tool ?? commandToolOf(session);
  const what = command ?? `${name} ${JSON.stringify(input)}`;
  if (name === undefined) return { what, problem: phrase("there is no command tool here") };
  const { decision, error } = await session.explain({
    name,
    input: command === undefined ? input : { command },
  });
  if (decision === null) {
    return {
      what,
      problem: phrase("expected {expected}, but it fails before a decision: {reason}", {
        expected: expect,
        reason: error?.message ?? "",
      }),
    };
  }
  if (decision.decision === expect) return null;
  const step = decision.proof.find((each) => each.decision === decision.decision);
  const got = { expected: expect, decision: decision.decision };
  const problem =
    step === undefined
      ? phrase("expected {expected}, got {decision}", got)
      : phrase("expected {expected}, got {decision} ({rule})", {
          ...got,
          rule: recorded(step.rule),
        });
  return { what, problem };
}

interface Case {
  readonly command?: string;
  readonly tool?: string;
  readonly input: unknown;
  readonly expect: string;
}

function parsedCase(text: string): Case | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { command, tool, input, expect }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof expect !== "string" || !decisions.includes(expect)) return null;
  if (typeof command === "string" && tool === undefined) return { command, input, expect };
  return typeof tool === "string" && command === undefined ? { tool, input, expect } : null;
}
